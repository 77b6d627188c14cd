"""Where a page comes from: what made it, when, and how to make it again."""

import platform
import re
import site
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from baccarat.report.suite import Job, Setting


@dataclass(frozen=True)
class Facts:
    """What a page says about its own making."""

    name: str
    settings: tuple[Setting, ...]
    command: str
    versions: dict[str, str]
    revision: str | None
    made: datetime
    seconds: float


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


def versions() -> dict[str, str]:
    """Versions of the package and of what its numbers rest on."""
    others = ("numpy", "pandas", "scipy", "statsmodels", "numba", "matplotlib")
    return {
        "baccarat": _version("baccarat-lab"),
        "python": platform.python_version(),
        **{name: _version(name) for name in others},
    }


def revision(root: Path) -> str | None:
    """Return the git revision of a folder, with ``-dirty`` where files differ; None without git."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def gather(job: Job, revision: str | None, seconds: float) -> Facts:
    """Collect the facts of a run that has just ended."""
    return Facts(
        job.name, job.settings, job.command, versions(), revision, datetime.now(UTC), seconds
    )


def _packages() -> list[str]:
    return sorted({*site.getsitepackages(), site.getusersitepackages()}, key=len, reverse=True)


def _folders(root: Path) -> list[tuple[str, str]]:
    """Folders to take out and what to put in their place, the innermost first."""
    inner = [(folder, "") for folder in (*_packages(), str(root), sys.prefix, sys.base_prefix)]
    outer = [(str(Path.home()), "~/"), (tempfile.gettempdir(), "(temporary)/")]
    return [(folder, short) for folder, short in inner + outer if len(folder) > 1]


def shorten(text: str, root: Path) -> str:
    """Take the machine out of a text: temporary, package, project and home folders.

    Warnings and tracebacks carry such paths. They differ from run to run and tell a reader
    where somebody's files lie.

    Examples
    --------
    >>> shorten("/tmp/ipykernel_77/123.py:3: UserWarning: few shoes", Path("/srv/project"))
    'cell:3: UserWarning: few shoes'
    >>> shorten("in /srv/project/data/table.txt", Path("/srv/project"))
    'in data/table.txt'
    """
    text = re.sub(r"[^\s\"'<>(]*[/\\]ipykernel_\d+[/\\]\d+\.py", "cell", text)
    for folder, short in _folders(root):
        text = re.sub(rf"(?<![\w.-]){re.escape(folder)}[/\\]", short, text)
    return re.sub(rf"{re.escape(str(root))}(?![\w-])", ".", text)
