"""A monitor's file: written whole or not at all, and refused where it is not what it should be."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from baccarat.evidence.monitor.arrivals import Arrival
from baccarat.evidence.monitor.settings import Settings
from baccarat.game.coup import OUTCOMES

FORMAT: Final = "baccarat monitor"
VERSION: Final = 1

State = tuple[Settings, dict[str, dict[str, str]], list[Arrival]]


def as_json(
    settings: Settings, shoes: Mapping[str, Mapping[str, str]], arrivals: Sequence[Arrival]
) -> str:
    """Write what a monitor holds.

    Examples
    --------
    >>> from baccarat.evidence.monitor.settings import Rules
    >>> settings = Settings({"live": Rules.of("live")}, 3, 625.0, 0.05)
    >>> from_json(as_json(settings, {"live": {}}, []))[1:]
    ({'live': {}}, [])
    """
    held = {
        "format": FORMAT,
        "version": VERSION,
        "settings": settings.as_json(),
        "settings_sha256": settings.digest(),
        "shoes": shoes,
        "arrivals": [vars(arrival) for arrival in arrivals],
    }
    return json.dumps(held, indent=1, ensure_ascii=False) + "\n"


def from_json(text: str) -> State:
    """Read what `as_json` wrote.

    Raises
    ------
    ValueError
        If it is anything else, in part or in whole.

    Examples
    --------
    >>> from_json("{}")
    Traceback (most recent call last):
    ...
    ValueError: it is no monitor's file; give one that Monitor.save wrote
    """
    try:
        held = json.loads(text)
        _check_kind(held)
        settings = Settings.from_json(held["settings"])
        _check_settings(settings, held["settings_sha256"])
        shoes = {name: dict(held["shoes"][name]) for name in settings.tables}
        arrivals = [_arrival(found) for found in held["arrivals"]]
        _check_shoes(shoes, arrivals)
    except (KeyError, TypeError, AttributeError, IndexError, json.JSONDecodeError) as error:
        told = f"it is damaged, restore it from a copy ({type(error).__name__}: {error})"
        raise ValueError(told) from None
    return settings, shoes, arrivals


def _check_settings(settings: Settings, digest: str) -> None:
    if settings.digest() != digest:
        raise ValueError(
            "its settings were changed after the first look; put them back, or begin a new file "
            "with new shoes"
        )


def _check_kind(held: Any) -> None:
    if not isinstance(held, dict) or held.get("format") != FORMAT:
        raise ValueError("it is no monitor's file; give one that Monitor.save wrote")
    if held["version"] != VERSION:
        raise ValueError(
            f"it has version {held['version']!r} and this program reads {VERSION}; use the program "
            "that wrote it"
        )


def _arrival(found: dict[str, Any]) -> Arrival:
    pieces = tuple((str(shoe), int(length)) for shoe, length in found["shoes"])
    return Arrival(found["name"], found["when"], pieces)


def _check_shoes(shoes: Mapping[str, Mapping[str, str]], arrivals: Sequence[Arrival]) -> None:
    """Hold the shoes against their arrivals: each grew to what it is."""
    grown: dict[tuple[str, str], int] = {}
    for arrival in arrivals:
        for shoe, length in arrival.shoes:
            if length < grown.get((arrival.name, shoe), 0):
                raise ValueError(f"it is damaged, restore it from a copy (shoe {shoe} shrinks)")
            grown[arrival.name, shoe] = length
    held = {(name, shoe): text for name, texts in shoes.items() for shoe, text in texts.items()}
    for place, text in held.items():
        if not isinstance(text, str) or not set(text) <= set(OUTCOMES):
            raise ValueError(f"it is damaged, restore it from a copy (letters of shoe {place[1]})")
    if grown != {place: len(text) for place, text in held.items()}:
        raise ValueError(
            "it is damaged, restore it from a copy (the shoes are not those that arrived)"
        )


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "a.json", "{}")
    ...     (Path(folder) / "a.json").read_text()
    '{}'
    """
    handle, name = tempfile.mkstemp(prefix=".writing-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)  # mkstemp's files are for their owner alone
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
