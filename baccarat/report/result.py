"""What came of one report of a batch."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True)
class Result:
    """What came of one report.

    `page` is the published page, or of a failed run what it could show; `run` is the run's folder.
    Both are None where not even they could be written.
    """

    name: str
    status: Literal["made", "skipped", "failed"]
    seconds: float
    page: Path | None
    size: int
    run: Path | None
    error: str | None = None
    warning: str | None = None
