"""What runs say to logs: plain lines, or one JSON object a line, never a colour."""

import contextlib
import json
import logging
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

LOG = logging.getLogger("baccarat.report")

Event = Literal["started", "cell", "retried", "made", "skipped", "failed", "interrupted"]
OnEvent = Callable[[str, Event, str], None]

_LEVELS = {"cell": logging.DEBUG, "retried": logging.WARNING, "failed": logging.ERROR}


def tell(name: str, event: Event, text: str) -> None:
    """Log what happened to a report."""
    LOG.log(_LEVELS.get(event, logging.INFO), text, extra={"report": name, "event": event})


class _Lines(logging.Formatter):
    """``22:15:03 odds-live made 3.2 s``."""

    def format(self, record: logging.LogRecord) -> str:
        words = [
            self.formatTime(record, "%H:%M:%S"),
            getattr(record, "report", ""),
            getattr(record, "event", ""),
            record.getMessage(),
        ]
        return " ".join(word for word in words if word)


class _Json(logging.Formatter):
    """The same as an object: time, level, report, event, text."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "report": getattr(record, "report", None),
            "event": getattr(record, "event", None),
            "text": record.getMessage(),
        }
        return json.dumps(told, ensure_ascii=False)


@contextlib.contextmanager
def on_stderr(*, as_json: bool = False, level: int = logging.INFO) -> Iterator[None]:
    """Send the log to standard error for a while."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if as_json else _Lines())
    handler.setLevel(level)
    before = LOG.level, LOG.propagate
    LOG.addHandler(handler)
    LOG.setLevel(level)
    LOG.propagate = False  # a library may have set up the root logger, and all would come twice
    try:
        yield
    finally:
        LOG.removeHandler(handler)
        LOG.level, LOG.propagate = before


class _Patient(logging.FileHandler):
    """A log that can't be written must not end the run that it tells of."""

    def handleError(self, record: logging.LogRecord) -> None:
        pass


class RunLog:
    """The ``run.log`` of one run: UTC times, everything that happened to it."""

    def __init__(self, path: Path) -> None:
        self._log = logging.Logger("run")
        form = logging.Formatter("%(asctime)sZ %(message)s", "%Y-%m-%dT%H:%M:%S")
        form.converter = time.gmtime
        with contextlib.suppress(OSError):
            handler = _Patient(path, encoding="utf-8")
            handler.setFormatter(form)
            self._log.addHandler(handler)

    def write(self, event: Event, text: str) -> None:
        """Write a line."""
        self._log.info("%s", f"{event} {text}".rstrip())

    def close(self) -> None:
        """Write no more."""
        for handler in list(self._log.handlers):
            self._log.removeHandler(handler)
            with contextlib.suppress(OSError):
                handler.close()
