"""One run at a time in a folder of pages.

The lock is the operating system's and belongs to the process: however a run ends, it is free.
"""

import errno
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

LOCK = ".lock"
_PAUSE = 0.2
_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}


class Locked(Exception):
    """Another run works in the folder; the message says which."""


if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[str]) -> None:
        file.seek(1 << 30)  # beyond the text, which others must be able to read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _taken(file: IO[str]) -> bool:
    try:
        _take(file)
    except OSError as error:
        if error.errno in _HELD:
            return False
        raise ValueError(
            f"{file.name} can't be locked ({error.strerror}); "
            "name a folder on a disk of this machine with --out"
        ) from None
    return True


def _sign(file: IO[str]) -> None:
    """Leave word of who holds the lock; it is for people, the lock does not rest on it."""
    since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    file.seek(0)
    file.truncate()
    json.dump({"pid": os.getpid(), "host": platform.node(), "since": since}, file)
    file.flush()


def _holder(path: Path) -> str:
    try:
        who = json.loads(path.read_text(encoding="utf-8"))
        return f"process {who['pid']} on {who['host']}, since {who['since']}"
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"


@contextmanager
def locked(
    site: Path, *, wait: bool = False, on_wait: Callable[[str], None] = lambda text: None
) -> Iterator[None]:
    """Hold the lock of a folder of pages.

    Parameters
    ----------
    site
        The folder, made where it is not there.
    wait
        Whether to wait for another run to end.
    on_wait
        Told once what is waited for.

    Raises
    ------
    Locked
        Where another run holds the lock and `wait` is false.
    ValueError
        Where the folder's file system knows no locks.
    """
    site.mkdir(parents=True, exist_ok=True)
    path = site / LOCK
    with path.open("a+", encoding="utf-8") as file:
        if not _taken(file):
            told = f"{site} is in use by another run ({_holder(path)})"
            if not wait:
                raise Locked(told)
            on_wait(f"{told}; waiting for its end")
            while not _taken(file):
                time.sleep(_PAUSE)
        _sign(file)
        yield
