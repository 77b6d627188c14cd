"""All runs of a site, read from the manifests that they left, in the words of the index."""

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

from baccarat.report.wording import shown
from baccarat.words.messages import say, translated
from baccarat.words.number import day, number

_FORMAT = 1
_FILES = (("Page", "page.html"), ("Log", "run.log"), ("Notebook", "notebook.ipynb"))
_KINDS = {"made": "good", "running": "open"}
_ENDED_AS = {"interrupted": "was interrupted", "running": "has not ended"}


@dataclass(frozen=True)
class Run:
    """One run as its manifest tells it, in the words of the index."""

    report: str
    folder: Path
    site: Path
    status: str
    started: datetime
    told: dict[str, Any]

    @property
    def iso(self) -> str:
        """When it began, for machines."""
        return self.started.isoformat(timespec="seconds")

    @property
    def moment(self) -> str:
        """When it began, in words."""
        return f"{day(self.started)}, {self.started:%H:%M} UTC"

    @property
    def short(self) -> str:
        """When it began, in figures."""
        return f"{self.started:%Y-%m-%d %H:%M}"

    @property
    def kind(self) -> str:
        """``good``, ``open`` or ``bad``."""
        return _KINDS.get(self.status, "bad")

    @property
    def ended_as(self) -> str:
        """How the run ended, as the end of a sentence."""
        return translated(_ENDED_AS.get(self.status, self.status))

    @property
    def title(self) -> str:
        """The page's title."""
        return str(self.told.get("title") or self.report)

    @property
    def sentence(self) -> str | None:
        """The page's answer."""
        return self.told.get("sentence")

    @property
    def verdict(self) -> str | None:
        """The page's verdict."""
        return self.told.get("verdict")

    @property
    def alerts(self) -> list[str]:
        """The page's alerts."""
        return self.told.get("alerts") or []

    @property
    def why(self) -> str | None:
        """Why it failed, in one line."""
        error = self.told.get("error")
        if self.kind != "bad":
            return None
        return str(error["text"]) if error else say("it left no reason")

    @property
    def seconds(self) -> float | None:
        """How long it took."""
        return self.told.get("seconds")

    @property
    def took(self) -> str | None:
        """How long it took, in words."""
        return None if self.seconds is None else f"{number(self.seconds, '.1f')} s"

    @property
    def size(self) -> str | None:
        """How large its page is."""
        page = self.told.get("page")
        return say("{size} kB", size=max(1, round(page["bytes"] / 1000))) if page else None

    @property
    def settings(self) -> str:
        """All parameters with their values."""
        parameters = self.told.get("parameters") or {}
        return " · ".join(f"{name} {shown(value)}" for name, value in parameters.items())

    @property
    def links(self) -> list[tuple[str, str]]:
        """The files that are there, by what they are."""
        there = ((words, self.folder / name) for words, name in _FILES)
        return [(translated(words), self._address(path)) for words, path in there if path.is_file()]

    @property
    def picture(self) -> dict[str, str] | None:
        """The small picture of its first figure and what it shows."""
        path = self.folder / "picture.svg"
        if not path.is_file():
            return None
        found = re.search(r"<title>(.*?)</title>", path.read_text(encoding="utf-8"), re.DOTALL)
        usual = say("the first figure of {report}", report=self.report)
        return {"file": self._address(path), "shows": unescape(found[1]) if found else usual}

    def _address(self, path: Path) -> str:
        return path.relative_to(self.site).as_posix()


def _run(path: Path, site: Path) -> Run | None:
    """Return a run from its manifest; None where that cannot be read or is of another format."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        if told["format"] != _FORMAT:
            return None
        started = datetime.fromisoformat(told["started"])
        started = started.replace(tzinfo=started.tzinfo or UTC).astimezone(UTC)
        return Run(told["report"], path.parent, site, told["status"], started, told)
    except (OSError, ValueError, TypeError, KeyError):
        return None


def read_runs(site: Path) -> list[Run]:
    """Return all runs of a site, the newest first.

    Parameters
    ----------
    site
        The folder whose ``runs/<report>/<run>/manifest.json`` are read.

    Returns
    -------
    list of Run
        Folders without a manifest that can be read are passed over.

    Examples
    --------
    >>> read_runs(Path("no such site"))
    []
    """
    paths = site.glob("runs/*/*/manifest.json")
    found = [run for path in paths if (run := _run(path, site)) is not None]
    return sorted(found, key=lambda run: run.folder.name, reverse=True)
