"""The page of all reports: what each says, with what settings, made when, and what failed."""

import json
import os
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, Template

from baccarat.report.page import TEMPLATE, css, day, shown
from baccarat.report.run import Folders, write_whole
from baccarat.report.suite import Suite

_NEEDED = {"name", "title", "sentence", "verdict", "settings", "made", "seconds", "size", "error"}


def _read(path: Path) -> dict[str, Any] | None:
    """Return the record beside a page; None where there is none or it is no record."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(record, dict) or not record.keys() >= _NEEDED:
        return None
    return record if path.with_suffix(".html").exists() else None


def _shown_settings(record: dict[str, Any]) -> str:
    return " · ".join(f"{name} {shown(value)}" for name, value in record["settings"])


def _moment(record: dict[str, Any]) -> dict[str, str]:
    made = datetime.fromisoformat(record["made"])
    return {"iso": record["made"], "text": f"{day(made)}, {made:%H:%M} UTC"}


def _entry(name: str, folders: Folders) -> dict[str, Any]:
    """Return what the index shows of one report: its page and its last failure."""
    page = _read(folders.site / f"{name}.json")
    failure = _read(folders.failed / f"{name}.json")
    entry: dict[str, Any] = {"name": name, "page": page, "failure": failure}
    if page:
        page |= {"moment": _moment(page), "settings": _shown_settings(page)}
        page["kilobytes"] = max(1, round(page["size"] / 1000))
    if failure:
        link = os.path.relpath(folders.failed / f"{name}.html", folders.site)
        failure |= {"moment": _moment(failure), "link": Path(link).as_posix()}
    return entry


def _names(suite: Suite, folders: Folders) -> list[str]:
    """Return the suite's reports in its order, then pages of reports no longer in it."""
    names = [report.name for report in suite.reports]
    others = sorted(path.stem for path in folders.site.glob("*.json") if _read(path))
    return names + [name for name in others if name not in names]


@cache
def _template() -> Template:
    return Environment(loader=FileSystemLoader(TEMPLATE), autoescape=True).get_template(
        "site.html.j2"
    )


def write_index(suite: Suite, folders: Folders) -> Path:
    """Write ``index.html`` from the records that lie beside the pages.

    Parameters
    ----------
    suite
        Gives the order, and the reports not yet made.
    folders
        Where the pages and the failed runs lie.

    Returns
    -------
    Path
        The index.
    """
    entries = [_entry(name, folders) for name in _names(suite, folders)]
    path = folders.site / "index.html"
    write_whole(path, _template().render(entries=entries, css=css()))
    return path
