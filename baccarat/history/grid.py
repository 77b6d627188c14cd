"""Where a scoreboard puts its marks, and how derived roads read columns; lengths in, places out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, Literal, TypeAlias

Place: TypeAlias = tuple[int, int]
"""A column and a row, both from 1."""

AfterBlock: TypeAlias = Literal["down", "right"]
AFTER_BLOCK: Final = ("down", "right")

Road: TypeAlias = Literal["bead", "big", "big_eye", "small", "cockroach"]
ROADS: Final[dict[Road, str]] = {
    "bead": "bead plate",
    "big": "big road",
    "big_eye": "big eye boy",
    "small": "small road",
    "cockroach": "cockroach pig",
}
"""The roads and what they are called."""

OFFSETS: Final[dict[Road, int]] = {"big_eye": 1, "small": 2, "cockroach": 3}
"""How many columns apart each derived road compares."""


def known_road(road: Road) -> Road:
    """Give the name of a road back, or say which there are.

    Examples
    --------
    >>> known_road("big")
    'big'
    """
    if road not in ROADS:
        raise ValueError(f"road must be among {', '.join(ROADS)}; got {road!r}")
    return road


def bead_places(coups: int, rows: int) -> tuple[Place, ...]:
    """Fill a grid down, then right.

    Parameters
    ----------
    coups : int
        Marks to place.
    rows : int
        Rows of the grid.

    Returns
    -------
    tuple of (int, int)
        Column and row of each.

    Examples
    --------
    >>> bead_places(4, rows=3)
    ((1, 1), (1, 2), (1, 3), (2, 1))
    """
    return tuple((n // rows + 1, n % rows + 1) for n in range(coups))


def run_places(
    lengths: Sequence[int], rows: int, after_block: AfterBlock = "down"
) -> tuple[tuple[Place, ...], ...]:
    """Draw runs down the columns of a grid, tails turned where there is no room below.

    A run begins on row 1, in the first free column to the right of where the run before it began.
    It goes down until the bottom row, or a cell that an earlier tail has taken; then right.

    Parameters
    ----------
    lengths : sequence of int
        Length of each run.
    rows : int
        Rows of the grid; columns have no end.
    after_block : "down" or "right"
        What a run does that was turned above the bottom row, once the cell below it is free: turn
        down again, or keep right.

    Returns
    -------
    tuple of tuple of (int, int)
        Column and row of each cell, run by run. No two are the same: every run goes only down and
        right, so an earlier tail that reached a later run's row has passed through its column.

    Examples
    --------
    The second run finds the tail of the first in its way:

    >>> run_places([4, 3], rows=3)
    (((1, 1), (1, 2), (1, 3), (2, 3)), ((2, 1), (2, 2), (3, 2)))
    >>> run_places([4, 4], rows=3)[1], run_places([4, 4], rows=3, after_block="right")[1]
    (((2, 1), (2, 2), (3, 2), (3, 3)), ((2, 1), (2, 2), (3, 2), (4, 2)))
    """
    taken: set[Place] = set()
    drawn = []
    first = 0
    for length in lengths:
        first += 1
        while (first, 1) in taken:
            first += 1
        run = tuple(_run(first, length, rows, after_block, taken))
        taken.update(run)
        drawn.append(run)
    return tuple(drawn)


def _run(
    column: int, length: int, rows: int, after_block: AfterBlock, taken: set[Place]
) -> Iterator[Place]:
    row, turned = 1, False
    for _ in range(length):
        yield column, row
        room = row < rows and (column, row + 1) not in taken
        if room and not (turned and after_block == "right"):
            row += 1
        else:
            column, turned = column + 1, True


def derived_road(lengths: Sequence[int], offset: int) -> str:
    """Read a derived road off the lengths of the big road's columns.

    It compares columns as they would be without a bottom row, never as they are drawn. On row 1 it
    asks whether the two columns `offset` apart before it are equally long: red if so. Below, it
    looks at the column `offset` to the left: red where that has a cell on this row, or none on
    this row and none above it; blue where it ends just above.

    Parameters
    ----------
    lengths : sequence of int
        Cells of each column.
    offset : int
        1 for big eye boy, 2 for the small road, 3 for cockroach pig.

    Returns
    -------
    str
        R (red, regular) and B (blue, irregular), one from column offset + 1, row 2 on, or else
        from column offset + 2, row 1. The colours have nothing to do with banker and player.

    Examples
    --------
    B, PPP: the second player ends one below banker's single cell, the third goes on below it.

    >>> derived_road([1, 3], 1)
    'BR'
    """
    return "".join(
        mark for column in range(len(lengths)) for mark in _marks(lengths, column, offset)
    )


def _marks(lengths: Sequence[int], column: int, offset: int) -> Iterator[str]:
    if column > offset:
        yield "R" if lengths[column - 1] == lengths[column - 1 - offset] else "B"
    if column >= offset:
        end = lengths[column - offset] + 1
        yield from ("B" if row == end else "R" for row in range(2, lengths[column] + 1))


def runs(letters: str) -> tuple[int, ...]:
    """Give the lengths of the runs in a string.

    Examples
    --------
    >>> runs("RRBR")
    (2, 1, 1)
    """
    return tuple(len(list(run)) for _, run in groupby(letters))


def write_grid(cells: Mapping[Place, str], rows: int) -> str:
    """Write a grid as characters, a line a row, a dot where there is nothing.

    Examples
    --------
    >>> print(write_grid({(1, 1): "P", (2, 1): "B2", (2, 2): "B"}, rows=2))
    P B2
    . B
    """
    across = max((column for column, _ in cells), default=1)
    lines = [""] * rows
    for column in range(1, across + 1):
        written = [cells.get((column, row), ".") for row in range(1, rows + 1)]
        width = max(map(len, written)) + 1
        lines = [line + cell.ljust(width) for line, cell in zip(lines, written, strict=True)]
    return "\n".join(line.rstrip() for line in lines)
