"""Bead plates: grids read down, then right."""

from __future__ import annotations

import re
from typing import Final

from baccarat.history.reading.hints import Hints

EMPTY: Final = frozenset(".·_-□○")
_CELLS: Final = re.compile(r"[\s,;]+")
_SYMBOL: Final = re.compile(r"[^\W_]{1,2}\*?|[^\w\s]")


def plate_columns(block: list[str], hints: Hints) -> list[str] | None:
    """Read one grid as a bead plate.

    Parameters
    ----------
    block : list of str
        Its lines.
    hints : Hints
        Whether it is one, and how many rows it has.

    Returns
    -------
    list of str or None
        Its cells down, then right. None if it is no bead plate: unless told, one has 3 or 6 rows
        of as many single symbols, with something between them or signs for empty places.

    Raises
    ------
    ValueError
        If it was told to be one and is not, or has an empty place before its end.

    Examples
    --------
    >>> plate_columns(["B P", "P .", "P ."], Hints())
    ['B', 'P', 'P', 'P']
    """
    if hints.bead is False:
        return None
    rows = [_cells(line) for line in block]
    told = bool(hints.bead) or hints.rows is not None
    if not told and not _looks_like_one(block, rows):
        return None
    width = max(map(len, rows))
    if hints.rows is not None and len(rows) != hints.rows:
        raise ValueError(f"a bead plate of {hints.rows} rows was told, here are {len(rows)} lines")
    padded = [row + ["."] * (width - len(row)) for row in rows]
    down = [row[column] for column in range(width) for row in padded]
    while down and down[-1] in EMPTY:
        down.pop()
    if any(cell in EMPTY for cell in down):
        raise ValueError(
            f"place {next(n for n, c in enumerate(down, 1) if c in EMPTY)} of the bead plate, "
            "counted down then right, is empty and later ones are not; if it is no bead plate say "
            "bead=False"
        )
    return down


def _cells(line: str) -> list[str]:
    cells = [cell for cell in _CELLS.split(line.strip()) if cell]
    return list(cells[0]) if len(cells) == 1 else cells


def _looks_like_one(block: list[str], rows: list[list[str]]) -> bool:
    if len(rows) not in (3, 6) or len({len(row) for row in rows}) > 1 or len(rows[0]) < 2:
        return False
    cells = [cell for row in rows for cell in row]
    if not all(cell in EMPTY or _SYMBOL.fullmatch(cell) for cell in cells):
        return False
    spaced = all(len(_CELLS.split(line.strip(" \t,;"))) == len(rows[0]) for line in block)
    return spaced or "." in cells or "·" in cells
