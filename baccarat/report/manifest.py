"""The manifest of a run: what was run, from what, and what came of it."""

import json
import platform
import shlex
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from baccarat.report.files import write_whole
from baccarat.report.keys import Ingredients
from baccarat.report.provenance import versions
from baccarat.report.suite import Job
from baccarat.words.language import language

FORMAT = 1
NAME = "manifest.json"
Status = Literal["running", "made", "failed", "interrupted", "crashed"]
Manifest = dict[str, Any]

_NEEDED = {"report", "run", "key", "status", "notebook", "parameters", "data", "started", "page"}


def relative(path: Path, root: Path) -> str:
    """Return a path as named from a folder, or whole where it lies elsewhere."""
    path, root = path.resolve(), root.resolve()
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()


def iso(moment: datetime) -> str:
    """Return a moment as manifests hold it.

    Examples
    --------
    >>> iso(datetime(2026, 11, 29, 22, 15, 3, tzinfo=UTC))
    '2026-11-29T22:15:03+00:00'
    """
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def begun(
    job: Job, used: Ingredients, folder: Path, *, root: Path, revision: str | None
) -> Manifest:
    """Return the manifest of a run that has just begun."""
    parameters = {each.name: each.value for each in job.settings}
    seed = parameters.get("seed")
    return {
        "format": FORMAT,
        "report": job.name,
        "run": folder.name,
        "key": used.key,
        "status": "running",
        "title": job.name,
        "sentence": None,
        "verdict": None,
        "alerts": [],
        "notebook": {"path": relative(job.notebook, root), "sha256": used.notebook},
        "parameters": parameters,
        "given": dict(job.given),
        "language": language(),
        "seed": seed if isinstance(seed, int) else None,
        "data": [vars(each) for each in used.data],
        "versions": versions(),
        "revision": revision,
        "host": platform.node(),
        "started": iso(datetime.now(UTC)),
        "ended": None,
        "seconds": None,
        "cells": [],
        "retries": 0,
        "error": None,
        "page": None,
        "command": job.command,
        "reproduce": shlex.join(["baccarat", "reproduce", relative(folder / NAME, root)]),
    }


def ended(
    manifest: Manifest, status: Status, error: Mapping[str, str] | None = None, **more: Any
) -> Manifest:
    """Return a run's manifest as it is at the end."""
    told = dict(error) if error else None
    return {**manifest, "status": status, "ended": iso(datetime.now(UTC)), "error": told, **more}


def write(folder: Path, manifest: Manifest) -> None:
    """Write a run's manifest into its folder."""
    write_whole(folder / NAME, json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")


def read(folder: Path) -> Manifest | None:
    """Return a folder's manifest; None where there is none, or it is not one of ours."""
    try:
        found = json.loads((folder / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    ours = (
        isinstance(found, dict)
        and found.get("format") == FORMAT
        and found.keys() >= _NEEDED
        and (found["report"], found["run"]) == (folder.parent.name, folder.name)
    )
    return found if ours else None
