"""The folders of runs: one each, in the order they began, the old ones removed on demand."""

import re
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from baccarat.report import manifest as manifests
from baccarat.report.files import WRITING, digest_of
from baccarat.report.manifest import Manifest

RUNS = "runs"
PAGE = "page.html"
WORKSHOP = ".making-"

_TIME = "%Y%m%dT%H%M%SZ"
_RUN = re.compile(r"(\d{8}T\d{6}Z)-[0-9a-f]{8}")
_CRASH = "the run ended without a word: its process was killed, or the machine went down"


def _times(folder: Path) -> list[datetime]:
    found = (_RUN.fullmatch(path.name) for path in folder.glob("*"))
    return [datetime.strptime(each[1], _TIME).replace(tzinfo=UTC) for each in found if each]


def new_run(site: Path, report: str, key: str, now: datetime | None = None) -> Path:
    """Make the folder of a run that begins now.

    Names sort in the order in which runs began, even where the clock was set back: the time in a
    name is then a second after the last. The manifest holds what the clock said.
    """
    folder = site / RUNS / report
    folder.mkdir(parents=True, exist_ok=True)
    moment = now or datetime.now(UTC)
    last = max(_times(folder), default=None)
    if last is not None and moment < last + timedelta(seconds=1):
        moment = last + timedelta(seconds=1)
    run = folder / f"{moment.strftime(_TIME)}-{key[:8]}"
    run.mkdir()
    return run


def runs_of(site: Path, report: str) -> list[tuple[Path, Manifest]]:
    """Return a report's runs that have a manifest of ours, the oldest first."""
    folders = sorted((site / RUNS / report).glob("*"))
    found = [(folder, manifests.read(folder)) for folder in folders]
    return [(folder, manifest) for folder, manifest in found if manifest is not None]


def _intact(folder: Path, manifest: Manifest) -> bool:
    try:
        return digest_of(folder / PAGE) == str(manifest["page"]["sha256"])
    except (OSError, TypeError, KeyError):
        return False


def finished(site: Path, report: str, key: str) -> tuple[Path, Manifest] | None:
    """Return the newest run that made the page of this key, if the page is still whole."""
    for folder, manifest in reversed(runs_of(site, report)):
        same = manifest["status"] == "made" and manifest["key"] == key
        if same and _intact(folder, manifest):
            return folder, manifest
    return None


def _reports(site: Path) -> list[str]:
    return sorted(path.name for path in (site / RUNS).glob("*") if path.is_dir())


def mark_crashed(site: Path) -> list[str]:
    """Mark the runs that a killed process left unfinished; only the lock's holder may ask.

    Returns
    -------
    list of str
        The runs marked, as ``report/run``.
    """
    marked = []
    for report in _reports(site):
        for folder, manifest in runs_of(site, report):
            if manifest["status"] == "running":
                error = {"kind": "crash", "text": _CRASH}
                crashed = {**manifest, "status": "crashed", "error": error}
                manifests.write(folder, crashed)
                marked.append(f"{report}/{folder.name}")
    return marked


def clear_remains(site: Path) -> None:
    """Remove what killed runs left of their unfinished work; only the lock's holder may ask."""
    for path in (*site.glob(f"{WORKSHOP}*"), *site.glob(f"{WRITING}*")):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _published(site: Path, report: str) -> Path | None:
    """Return the newest run whose page is the one that readers see."""
    page = site / f"{report}.html"
    shown = digest_of(page) if page.is_file() else ""
    for folder, manifest in reversed(runs_of(site, report)):
        if (manifest["page"] or {}).get("sha256") == shown:
            return folder
    return None


def forget(site: Path, report: str, keep: int) -> list[str]:
    """Remove all but the last runs of a report.

    A folder without a manifest of ours is not touched, nor is the run whose page is published.

    Returns
    -------
    list of str
        The runs removed.
    """
    published = _published(site, report)
    old = [folder for folder, _ in runs_of(site, report)[:-keep] if folder != published]
    for folder in old:
        shutil.rmtree(folder)
    return [folder.name for folder in old]
