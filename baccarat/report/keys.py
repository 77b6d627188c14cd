"""What a page depends on, as one number: the same key, the same page."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import baccarat
from baccarat.report.files import digest, digest_of
from baccarat.report.provenance import versions
from baccarat.report.suite import Job
from baccarat.words.language import language

_CODE = {".py", ".pyi", ".html", ".j2", ".css", ".js", ".json"}


class DataChangedError(Exception):
    """A file that a run reads is not what it was when the run began."""


@dataclass(frozen=True)
class DataFile:
    """A file that a run reads, as it was when the run began."""

    path: str
    sha256: str
    bytes: int


@dataclass(frozen=True)
class Ingredients:
    """All that goes into a page; `source` is the notebook as it was read."""

    key: str
    source: bytes
    notebook: str
    data: tuple[DataFile, ...]


@cache
def package_digest() -> str:
    """Return the SHA-256 over the installed package's own code, templates and styles."""
    folder = Path(baccarat.__file__).parent
    files = sorted(path for path in folder.rglob("*") if path.suffix in _CODE)
    found = [f"{path.relative_to(folder).as_posix()} {digest_of(path)}" for path in files]
    return digest("\n".join(found).encode())


def _data_file(root: Path, name: str) -> DataFile:
    path = root / name
    try:
        return DataFile(name, digest_of(path), path.stat().st_size)
    except OSError as error:
        reason = (error.strerror or "it can't be read").lower()
        raise DataChangedError(f"{name} can't be read: {reason}") from None


def _key(job: Job, notebook: str, data: tuple[DataFile, ...]) -> str:
    parts: dict[str, Any] = {
        "report": job.name,
        "notebook": notebook,
        "parameters": {each.name: each.value for each in job.settings},
        "data": {each.path: each.sha256 for each in data},
        "language": language(),
        "package": package_digest(),
        "versions": versions(),
    }
    return digest(json.dumps(parts, sort_keys=True).encode())


def ingredients(job: Job, root: Path) -> Ingredients:
    """Read what a page will depend on.

    Raises
    ------
    DataChangedError
        Where a data file can't be read any more.
    """
    source = job.notebook.read_bytes()
    notebook = digest(source)
    data = tuple(_data_file(root, name) for name in job.data)
    return Ingredients(_key(job, notebook, data), source, notebook, data)


def refuse_changed(data: tuple[DataFile, ...], root: Path) -> None:
    """Raise `DataChangedError` if a file is not what it was: the page would be of neither."""
    for each in data:
        if _data_file(root, each.path) != each:
            raise DataChangedError(
                f"{each.path} changed while the report was being made; "
                "run it again when nobody writes to the file"
            )
