"""Scoreboards of a shoe: bead plate, big road, and the three roads derived from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Final
from zlib import crc32

from baccarat.history.grid import (
    AFTER_BLOCK,
    OFFSETS,
    ROADS,
    AfterBlock,
    Place,
    Road,
    bead_places,
    derived_road,
    known_road,
    run_places,
    runs,
    write_grid,
)
from baccarat.history.history import History
from baccarat.history.marks import Column, Mark, one_shoe, shoe_marks, split_columns

_SIDES: Final = {"banker": "B", "player": "P"}


@dataclass(frozen=True, repr=False)
class Roads:
    """The scoreboards of one shoe; `roads` makes them.

    Attributes
    ----------
    marks : tuple of Mark
        The coups in order, ties too. Void coups stand on no board.
    columns : tuple of Column
        The big road's columns as derived roads read them: as long as the run, without end.
    leading_ties : int
        Ties before the first decided coup. Boards show them on the first cell.
    rows : int
        Rows of every board.
    after_block : "down" or "right"
        See `roads`.

    Examples
    --------
    >>> board = roads("TPPB")
    >>> board
    <Roads: coups 4, columns 2, rows 6>
    >>> board.drawn
    (((1, 1), (1, 2)), ((2, 1),))
    """

    marks: tuple[Mark, ...]
    columns: tuple[Column, ...]
    leading_ties: int = 0
    rows: int = 6
    after_block: AfterBlock = field(default="down", kw_only=True)

    @cached_property
    def bead(self) -> tuple[Place, ...]:
        """Column and row of each coup on the bead plate, filled down, then right."""
        return bead_places(len(self.marks), self.rows)

    @cached_property
    def drawn(self) -> tuple[tuple[Place, ...], ...]:
        """Column and row of each cell on the big road, run by run."""
        return run_places(self._lengths, self.rows, self.after_block)

    @cached_property
    def big_eye(self) -> str:
        """Big eye boy, as letters R and B."""
        return derived_road(self._lengths, OFFSETS["big_eye"])

    @cached_property
    def small(self) -> str:
        """The small road, as letters R and B."""
        return derived_road(self._lengths, OFFSETS["small"])

    @cached_property
    def cockroach(self) -> str:
        """Cockroach pig, as letters R and B."""
        return derived_road(self._lengths, OFFSETS["cockroach"])

    @property
    def _lengths(self) -> tuple[int, ...]:
        return tuple(column.length for column in self.columns)

    def letters(self, road: Road) -> str:
        """Give what a road prints, in order.

        Parameters
        ----------
        road : str
            "bead", "big", "big_eye", "small" or "cockroach".

        Returns
        -------
        str
            P, B, T on the bead plate; P, B on the big road; R, B on the derived roads.

        Examples
        --------
        >>> roads("PTBB").letters("big")
        'PBB'
        """
        if known_road(road) in OFFSETS:
            return derived_road(self._lengths, OFFSETS[road])
        if road == "bead":
            return "".join(mark.outcome for mark in self.marks)
        return "".join(column.side * column.length for column in self.columns)

    def places(self, road: Road) -> tuple[Place, ...]:
        """Give the column and row of each of a road's `letters`.

        A derived road is drawn as the big road is: a new column for each change of colour.

        Parameters
        ----------
        road : str
            As for `letters`.

        Returns
        -------
        tuple of (int, int)

        Examples
        --------
        >>> roads("PTBB").places("big")
        ((1, 1), (2, 1), (2, 2))
        """
        if known_road(road) == "bead":
            return self.bead
        if road == "big":
            return tuple(chain.from_iterable(self.drawn))
        drawn = run_places(runs(self.letters(road)), self.rows, self.after_block)
        return tuple(chain.from_iterable(drawn))

    def ties(self) -> tuple[int, ...]:
        """Give the ties shown on each cell of the big road, those before the first on the first.

        Examples
        --------
        >>> roads("TPTTB").ties()
        (3, 0)
        """
        shown = [number for column in self.columns for number in column.ties]
        return tuple([shown[0] + self.leading_ties, *shown[1:]] if shown else [])

    def ask(self) -> dict[str, dict[Road, str | None]]:
        """Say what the next banker and the next player would print on each derived road.

        Returns
        -------
        dict
            "banker" and "player", each with R, B or None by road. Once a road has begun, the two
            always print opposite colours, so the road by itself favours neither.

        Examples
        --------
        >>> roads("BPPP").ask()["banker"]
        {'big_eye': 'B', 'small': None, 'cockroach': None}
        """
        return {
            side: {road: self._next(letter, offset) for road, offset in OFFSETS.items()}
            for side, letter in _SIDES.items()
        }

    def _next(self, side: str, offset: int) -> str | None:
        lengths = list(self._lengths)
        if self.columns and self.columns[-1].side == side:
            lengths[-1] += 1
        else:
            lengths.append(1)
        before, after = derived_road(self._lengths, offset), derived_road(lengths, offset)
        return after[-1] if len(after) > len(before) else None

    def text(self, road: Road = "big") -> str:
        """Write a road as characters.

        Parameters
        ----------
        road : str
            As for `letters`.

        Returns
        -------
        str
            A line a row; a dot where there is nothing; on the big road, ties as a number behind
            their cell.

        Examples
        --------
        >>> print(roads("PBBTTP", rows=3).text())
        P B  P
        . B2 .
        . .  .
        """
        letters: Iterable[str] = self.letters(road)
        if road == "big":
            cells = zip(letters, self.ties(), strict=True)
            letters = [letter + str(ties or "") for letter, ties in cells]
        return write_grid(dict(zip(self.places(road), letters, strict=True)), self.rows)

    def document(self) -> dict[str, object]:
        """Give the boards as plain lists, numbers and texts, fit for JSON.

        Returns
        -------
        dict
            bead, big, big_eye, small and cockroach, each with its letters and their places;
            columns as (side, length); ties by cell of the big road; leading_ties; rows; ask.

        Examples
        --------
        >>> roads("PBB").document()["columns"]
        [['P', 1], ['B', 2]]
        """
        return {
            road: {"letters": self.letters(road), "places": [*map(list, self.places(road))]}
            for road in ROADS
        } | {
            "columns": [[column.side, column.length] for column in self.columns],
            "ties": [ties for column in self.columns for ties in column.ties],
            "leading_ties": self.leading_ties,
            "rows": self.rows,
            "ask": self.ask(),
        }

    def __repr__(self) -> str:
        return f"<Roads: coups {len(self.marks)}, columns {len(self.columns)}, rows {self.rows}>"

    def _repr_html_(self) -> str:
        from baccarat.history.boards import board_svg

        # A name of its own, as a notebook may show many shoes on one page.
        return board_svg(self, name=f"board-{crc32(self.letters('bead').encode()):08x}")


def roads(
    history: History | str,
    *,
    rows: int = 6,
    after_block: AfterBlock = "down",
    segment: int | None = None,
) -> Roads:
    """Draw the scoreboards of a shoe.

    Parameters
    ----------
    history : History or str
        One shoe; as text, letters P, B, T and V (void) in either case, spaces and commas allowed.
    rows : int
        Rows of the boards, 1 or more; six at most tables, three on some bead plates.
    after_block : "down" or "right"
        What a run does that turned right because an earlier tail was in its way, once the cell
        below it is free: turn down again, as five of six public scoreboard programs do, or keep
        right, as the sixth does. Derived roads are the same either way.
    segment : int, optional
        Which segment of a history of several, from 0.

    Returns
    -------
    Roads

    Raises
    ------
    ValueError
        If there are several segments and none is chosen, or the text holds other letters.

    Examples
    --------
    >>> shoe = roads("PBTTPBPPPPPBTPTPB")
    >>> [(column.side, column.length) for column in shoe.columns][:5]
    [('P', 1), ('B', 1), ('P', 1), ('B', 1), ('P', 5)]
    >>> shoe.big_eye, shoe.small, shoe.cockroach
    ('RRRBRRRBBBB', 'RRBRRRBRRB', 'RBRRRBRBB')
    """
    if not isinstance(rows, int) or isinstance(rows, bool) or rows < 1:
        raise ValueError(f"rows must be a whole number from 1, got {rows!r}")
    if after_block not in AFTER_BLOCK:
        raise ValueError(f'after_block must be "down" or "right", got {after_block!r}')
    marks = shoe_marks(one_shoe(history, segment))
    leading, columns = split_columns(marks)
    return Roads(marks, columns, leading, rows, after_block=after_block)
