"""A run made once more from its manifest, and its page held against the first."""

import difflib
import json
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baccarat.report.files import digest_of, write_whole
from baccarat.report.logs import OnEvent, tell
from baccarat.report.manifest import Manifest, read
from baccarat.report.parameters import UsageError, read_parameters
from baccarat.report.provenance import revision, versions
from baccarat.report.result import Result
from baccarat.report.run import make
from baccarat.report.runs import PAGE
from baccarat.report.suite import Job, Setting
from baccarat.words.language import SPOKEN, speaking

_TIMES = re.compile(r"<footer\b.*?</footer>|<time\b.*?</time>", re.DOTALL)


@dataclass(frozen=True)
class Again:
    """What came of running it again; `page` is the new page where it was kept."""

    report: str
    same: bool
    told: str
    warning: str | None
    page: Path | None


def without_times(html: str) -> str:
    """Take out of a page what tells when and where it was made.

    Examples
    --------
    >>> without_times('<p>1.06%</p><footer><p>Made 2026</p></footer>')
    '<p>1.06%</p>'
    """
    return _TIMES.sub("", html)


def difference(first: str, second: str) -> str | None:
    """Say where two pages differ, times apart; None where they don't.

    Examples
    --------
    >>> difference("<p>1.06%</p>", "<p>1.07%</p>")
    "line 1 was '<p>1.06%</p>' and is '<p>1.07%</p>'"
    """
    old, new = (without_times(html).splitlines() for html in (first, second))
    if old == new:
        return None
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    _, a, b, c, d = next(code for code in matcher.get_opcodes() if code[0] != "equal")
    was, now = ("".join(old[a:b]), "".join(new[c:d]))
    # Figures are lines of many thousand characters: show them from where they part.
    start = max(0, next((i for i, (x, y) in enumerate(zip(was, now, strict=False)) if x != y), 0))
    start = max(0, start - 20) if len(was) > 100 else 0
    return f"line {a + 1} was {was[start : start + 80]!r} and is {now[start : start + 80]!r}"


def _folder(path: Path) -> Path:
    return (path if path.is_dir() else path.parent).resolve()


def read_manifest(path: Path) -> Manifest:
    """Read a manifest by its file or its folder, or raise `UsageError`."""
    found = read(_folder(path))
    if found is None:
        raise UsageError(
            f"{path} is no manifest of a run; name one such as "
            "reports/site/runs/odds-live/20261129T221503Z-1a2b3c4d/manifest.json"
        )
    return found


def _job(manifest: Manifest, root: Path) -> Job:
    notebook = root / manifest["notebook"]["path"]
    if not notebook.is_file():
        raise UsageError(
            f"there is no {manifest['notebook']['path']} here; run this in the project's folder"
        )
    declared = read_parameters(notebook)
    for name in manifest["given"]:
        if name not in declared:
            raise UsageError(
                f"the notebook {notebook.name} has no parameter '{name}' any more; "
                f"check out revision {manifest.get('revision') or 'of the run'} first"
            )
    values = manifest["parameters"]
    settings = tuple(
        Setting(name, values.get(name, each.default), each.comment)
        for name, each in declared.items()
    )
    # A default that has changed since must not come in by the back door.
    given = {
        each.name: each.value for each in settings if each.value != declared[each.name].default
    }
    data = tuple(each["path"] for each in manifest["data"] if (root / each["path"]).is_file())
    return Job(manifest["report"], notebook, settings, given, manifest["command"], data)


def _changes(manifest: Manifest, root: Path) -> Iterator[str]:
    if digest_of(root / manifest["notebook"]["path"]) != manifest["notebook"]["sha256"]:
        yield "the notebook has changed"
    for each in manifest["data"]:
        path = root / each["path"]
        if not path.is_file():
            yield f"{each['path']} is not there any more"
        elif digest_of(path) != each["sha256"]:
            yield f"{each['path']} has changed"
    now = versions()
    for name, was in manifest["versions"].items():
        if now.get(name) != was:
            yield f"{name} was {was} and is {now.get(name, 'not installed')}"
    here = revision(root)
    if here != manifest.get("revision"):
        yield f"the revision was {manifest.get('revision')} and is {here}"


def _compare(manifest: Manifest, folder: Path, result: Result) -> tuple[bool, str]:
    """Say whether a run ended as the first one did."""
    was = manifest["error"]["text"] if manifest["error"] else None
    if result.status == "failed" or result.page is None:
        again = "again" if result.error == was else "now"
        return result.error == was, f"it fails {again}: {result.error}"
    if manifest["status"] != "made":
        return False, f"it is made now, where the run was {manifest['status']}: {was}"
    first = folder / PAGE
    if not first.is_file():
        return False, f"nothing to compare with: the page of the run is gone ({first})"
    found = difference(first.read_text(encoding="utf-8"), result.page.read_text(encoding="utf-8"))
    return found is None, "the same page, times apart" if found is None else f"it differs: {found}"


def _kept(result: Result, same: bool, out: Path | None) -> Path | None:
    """Keep the new page where it was asked for, or where there is something to look at."""
    if result.page is None or (same and out is None):
        return None
    home = out if out is not None else Path(tempfile.mkdtemp(prefix="baccarat-again-"))
    page = home / f"{result.name}.html"
    write_whole(page, result.page.read_text(encoding="utf-8"))
    return page


def reproduce(path: Path, root: Path, out: Path | None = None, on_event: OnEvent = tell) -> Again:
    """Run again what a manifest tells of, and compare the pages.

    Parameters
    ----------
    path
        A ``manifest.json``, or the folder of a run.
    root
        The project's folder.
    out
        Where the new page goes. By default it is kept only where it differs, in a folder of the
        system for temporary files.
    on_event
        Called with the report's name, what happened and a word on it.

    Raises
    ------
    UsageError
        For something that is no manifest, or a notebook that is not there or has lost a parameter.
    """
    manifest = read_manifest(path)
    job = _job(manifest, root)
    changes = list(_changes(manifest, root))
    with tempfile.TemporaryDirectory(prefix="baccarat-") as site:
        with speaking(manifest.get("language", SPOKEN[0])):
            (result,) = make([job], Path(site), root=root, force=True, on_event=on_event)
        same, told = _compare(manifest, _folder(path), result)
        page = _kept(result, same, out)
    warning = f"not as it was then: {'; '.join(changes)}" if changes else None
    return Again(job.name, same, told, warning, page)


def document(again: Again) -> str:
    """Return the outcome as one JSON document."""
    told: dict[str, Any] = {
        "report": again.report,
        "same": again.same,
        "told": again.told,
        "warning": again.warning,
        "page": str(again.page) if again.page else None,
    }
    return json.dumps(told, indent=2, ensure_ascii=False)
