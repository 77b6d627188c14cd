"""How long a run may take."""

from dataclasses import dataclass

CELL = 600
REPORT = 3600


@dataclass(frozen=True)
class Limits:
    """Seconds allowed to one cell and to a report as a whole."""

    cell: int = CELL
    report: float = REPORT

    @classmethod
    def first(cls, *choices: tuple[int | None, int | None]) -> "Limits":
        """Return the first of several choices that says something, for each limit by itself.

        Examples
        --------
        >>> Limits.first((None, 60), (30, 90))
        Limits(cell=30, report=60)
        """
        cells = [cell for cell, _ in choices if cell is not None]
        reports = [report for _, report in choices if report is not None]
        return cls((cells or [CELL])[0], (reports or [REPORT])[0])
