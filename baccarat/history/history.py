"""A history: coups in order, cut into segments that nothing may cross."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from baccarat.game.cards import KNOWN_VALUE, NOT_DEALT, UNKNOWN
from baccarat.game.coup import BANKER, OUTCOMES, PLAYER, VOID
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.words import many

CARD_COLUMNS = ("player_1", "player_2", "player_3", "banker_1", "banker_2", "banker_3")
"""What each column of `History.cards` holds."""

ALL_BITS = 0xFFFF
WINNER_BITS = 0b11 << 14
"""What outcomes alone tell of a coup code."""

MARKS = (
    "player_total",
    "banker_total",
    "points",
    "natural",
    "player_pair",
    "banker_pair",
    "round",
)
"""What a record may mark: totals, the winner's points, naturals and pairs, numbers of rounds."""

_IS_CARD = (KNOWN_VALUE >= 0) | (np.arange(256) >= UNKNOWN)


@dataclass(frozen=True, eq=False, repr=False)
class History:
    r"""Coups in the order they were played.

    Parameters
    ----------
    outcomes : array_like of uint8, shape (n,)
        0 player, 1 banker, 2 tie, 3 void.
    starts : array_like of int64, shape (m + 1,), optional
        Where each of the m segments (a shoe; a part of one after a gap) begins, then n. Default:
        one segment.
    coups : array_like of uint16, shape (n,), optional
        Coup codes; their winners are the outcomes.
    cards : array_like of uint8, shape (n, 6), optional
        Player's three cards, then banker's; 255 where none was dealt. See `baccarat.game.cards`
        for cards of which a record tells less.
    table : Table, optional
        The table the coups were played at.
    source : str
        Where the history comes from, in words.
    known : int
        The bits of the coup codes that the history tells of every coup; the others are 0.
        Dealt histories tell all.
    marks : mapping of str to array_like of int64, shape (n,), optional
        What else a record says of each coup, -1 where it says nothing: among `MARKS`.

    Raises
    ------
    ValueError
        If shapes or values don't fit together.

    Examples
    --------
    >>> history = History([0, 1, 1, 2, 0], starts=[0, 3, 5], source="by hand")
    >>> history
    <History: 5 coups in 2 segments: 2 player, 2 banker, 1 tie; by hand>
    >>> history.decided().text()
    'PBB\nP'
    """

    outcomes: NDArray[np.uint8]
    starts: NDArray[np.int64]
    coups: NDArray[np.uint16] | None
    cards: NDArray[np.uint8] | None
    table: Table | None
    source: str
    known: int
    marks: Mapping[str, NDArray[np.int64]]

    def __init__(
        self,
        outcomes: ArrayLike,
        starts: ArrayLike | None = None,
        coups: ArrayLike | None = None,
        cards: ArrayLike | None = None,
        table: Table | None = None,
        source: str = "",
        known: int = ALL_BITS,
        marks: Mapping[str, ArrayLike] | None = None,
    ) -> None:
        n = len(np.atleast_1d(np.asarray(outcomes)))
        fields = {
            "outcomes": _array("outcomes", outcomes, np.uint8, (n,)),
            "starts": _starts([0, n] if starts is None else starts, n),
            "coups": None if coups is None else _array("coups", coups, np.uint16, (n,)),
            "cards": None if cards is None else _array("cards", cards, np.uint8, (n, 6)),
            "table": table,
            "source": source,
            "known": WINNER_BITS if coups is None else int(known),
            "marks": {name: _mark(name, mark, n) for name, mark in (marks or {}).items()},
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        self._check()

    def _check(self) -> None:
        if len(self) and self.outcomes.max() > VOID:
            raise ValueError(
                "outcomes must be 0 (player), 1 (banker), 2 (tie) or 3 (void), "
                f"got {self.outcomes.max()}"
            )
        if self.coups is not None and not np.array_equal(self.coups >> 14, self.outcomes):
            first = int(np.argmax(self.coups >> 14 != self.outcomes))
            raise ValueError(f"coups must have the outcomes as winners; number {first} does not")
        if self.coups is not None and np.any(self.coups & np.uint16(ALL_BITS ^ self.known)):
            raise ValueError("coups must be 0 in the bits that known leaves out")
        if self.cards is not None and not np.all(_IS_CARD[self.cards]):
            strange = self.cards[~_IS_CARD[self.cards]][0]
            raise ValueError(
                f"cards must be 0 to 51, or {NOT_DEALT} where none was dealt; got {strange}"
            )

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Coups in each segment; shape (m,)."""
        return np.diff(self.starts)

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return self.starts.size - 1

    @property
    def codes(self) -> NDArray[np.uint16]:
        """Coup codes as far as the history tells them; shape (n,)."""
        if self.coups is None:
            return self.outcomes.astype(np.uint16) << np.uint16(14)
        return self.coups

    def shoe(self) -> NDArray[np.int64]:
        """Give the segment each coup belongs to, from 0; shape (n,)."""
        return np.repeat(np.arange(self.segments), self.lengths)

    def select(self, keep: NDArray[np.bool_]) -> History:
        """Keep some coups.

        Parameters
        ----------
        keep : ndarray of bool, shape (n,)
            Which coups to keep.

        Returns
        -------
        History
            As many segments as before, though some may now be empty.

        Examples
        --------
        >>> history = History([0, 1, 2])
        >>> history.select(history.outcomes != 2).text()
        'PB'
        """
        kept = np.concatenate([[0], np.cumsum(keep)])
        return History(
            self.outcomes[keep],
            kept[self.starts],
            None if self.coups is None else self.coups[keep],
            None if self.cards is None else self.cards[keep],
            self.table,
            self.source,
            self.known,
            {name: mark[keep] for name, mark in self.marks.items()},
        )

    def part(self, first: int, stop: int) -> History:
        r"""Take some segments.

        Parameters
        ----------
        first, stop : int
            The first of them, and the one after the last, from 0.

        Returns
        -------
        History

        Raises
        ------
        ValueError
            If there are no such segments.

        Examples
        --------
        >>> History([0, 1, 2], starts=[0, 1, 2, 3]).part(1, 3).text()
        'B\nT'
        """
        if not 0 <= first <= stop <= self.segments:
            raise ValueError(
                f"no segments from {first} to before {stop}: they are counted from 0 and there "
                f"are {self.segments}"
            )
        starts = self.starts[first : stop + 1]
        coups = slice(starts[0], starts[-1])
        return History(
            self.outcomes[coups],
            starts - starts[0],
            None if self.coups is None else self.coups[coups],
            None if self.cards is None else self.cards[coups],
            self.table,
            self.source,
            self.known,
            {name: mark[coups] for name, mark in self.marks.items()},
        )

    def decided(self) -> History:
        """Drop ties and voids.

        Returns
        -------
        History
            Player and banker wins only, segment by segment.

        Examples
        --------
        >>> History([0, 2, 1, 3]).decided().text()
        'PB'
        """
        return self.select((self.outcomes == PLAYER) | (self.outcomes == BANKER))

    def text(self) -> str:
        r"""Write the outcomes as letters.

        Returns
        -------
        str
            P, B, T and V (void), one line a segment.

        Examples
        --------
        >>> History([0, 1, 2], starts=[0, 2, 3]).text()
        'PB\nT'
        """
        letters = np.frombuffer(OUTCOMES.encode(), dtype=np.uint8)[self.outcomes].tobytes().decode()
        cuts = self.starts.tolist()
        return "\n".join(letters[a:b] for a, b in itertools.pairwise(cuts))

    def frame(self) -> pd.DataFrame:
        """Give the history as a tidy table.

        Returns
        -------
        DataFrame
            One row a coup: shoe and coup (both from 1), outcome (P, B, T, V); and, as far as the
            history tells, totals, draws and pairs, what else was marked, and the cards by name.

        Examples
        --------
        >>> History([0, 1], starts=[0, 2]).frame()
           shoe  coup outcome
        0     1     1       P
        1     1     2       B
        """
        from baccarat.history.frame import tidy_frame

        return tidy_frame(self)

    def known_table(self, table: Table | str | None = None) -> Table:
        """Give the table to judge the history by.

        Parameters
        ----------
        table : Table or str, optional
            A table or a name in `TABLES`; default the history's own.

        Returns
        -------
        Table

        Raises
        ------
        ValueError
            If none is given and the history does not say its own.

        Examples
        --------
        >>> History([0, 1]).known_table("live").decks
        8
        """
        if table is not None:
            return as_table(table)
        if self.table is None:
            raise ValueError(
                'the history does not say its table; say which to judge it by, as table="live"'
            )
        return self.table

    def counts(self) -> dict[str, int]:
        """Count the outcomes.

        Returns
        -------
        dict of str to int
            Coups by "player", "banker", "tie" and "void".

        Examples
        --------
        >>> History([0, 1, 1]).counts()
        {'player': 1, 'banker': 2, 'tie': 0, 'void': 0}
        """
        numbers = np.bincount(self.outcomes, minlength=4).tolist()
        return dict(zip(("player", "banker", "tie", "void"), numbers, strict=True))

    def __len__(self) -> int:
        return self.outcomes.size

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        same = [
            np.array_equal(mine, theirs) if mine is not None and theirs is not None
            else mine is theirs
            for mine, theirs in zip(self._arrays(), other._arrays(), strict=True)
        ]  # fmt: skip
        same += [self.table == other.table, self.source == other.source]
        same += [self.known == other.known, self.marks.keys() == other.marks.keys()]
        return all(same) and all(np.array_equal(m, other.marks[n]) for n, m in self.marks.items())

    __hash__ = None  # type: ignore[assignment]

    def _arrays(self) -> tuple[NDArray[np.generic] | None, ...]:
        return self.outcomes, self.starts, self.coups, self.cards

    def summary(self) -> str:
        """Say in a line how much there is of what.

        Examples
        --------
        >>> History([0, 1, 1]).summary()
        '3 coups in 1 segment: 1 player, 2 banker, 0 tie'
        """
        numbers = [f"{n:,} {name}" for name, n in self.counts().items() if n or name != "void"]
        return f"{many(len(self), 'coup')} in {many(self.segments, 'segment')}: " + ", ".join(
            numbers
        )

    def __repr__(self) -> str:
        return f"<History: {self.summary()}{'; ' * bool(self.source)}{self.source}>"

    def _repr_html_(self) -> str:
        from baccarat.history.telling import history_html

        return history_html(self)


def _array(
    name: str, given: ArrayLike, dtype: type[np.unsignedinteger], shape: tuple[int, ...]
) -> NDArray[np.unsignedinteger]:
    """Take an array of small whole numbers, without a copy where it already is one."""
    array = np.asarray(given)
    if array.size == 0:
        array = array.astype(dtype)
    if not np.issubdtype(array.dtype, np.integer):
        raise ValueError(f"{name} must hold whole numbers, got {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, got {array.shape}")
    if array.size and not 0 <= array.min() <= array.max() <= np.iinfo(dtype).max:
        raise ValueError(f"{name} must be from 0 to {np.iinfo(dtype).max}")
    view = array.astype(dtype, copy=False).view()
    view.flags.writeable = False
    return view


def _mark(name: str, given: ArrayLike, n: int) -> NDArray[np.int64]:
    if name not in MARKS:
        raise ValueError(f"marks must be among {', '.join(MARKS)}; got {name!r}")
    mark = np.array(given, dtype=np.int64)
    if mark.shape != (n,):
        raise ValueError(f"mark {name} must have shape {(n,)}, got {mark.shape}")
    mark.flags.writeable = False
    return mark


def _starts(given: ArrayLike, n: int) -> NDArray[np.int64]:
    starts = np.array(given, dtype=np.int64)
    rising = starts.ndim == 1 and starts.size >= 1 and np.all(np.diff(starts) >= 0)
    if not rising or starts[0] != 0 or starts[-1] != n:
        raise ValueError(f"starts must rise from 0 to the number of coups, {n}; got {starts}")
    starts.flags.writeable = False
    return starts


def join(parts: list[History], source: str | None = None) -> History:
    r"""Put histories of one table one after the other.

    Parameters
    ----------
    parts : list of History
        At least one. Coup codes, cards and marks are kept where all parts have them.
    source : str, optional
        Default: the first part's.

    Returns
    -------
    History
        Their segments in order.

    Examples
    --------
    >>> join([History([0]), History([1, 2])]).text()
    'P\nBT'
    """
    offsets = np.cumsum([0, *(len(part) for part in parts)])
    starts = [part.starts[:-1] + offset for part, offset in zip(parts, offsets, strict=False)]
    coups = [part.coups for part in parts if part.coups is not None]
    cards = [part.cards for part in parts if part.cards is not None]
    return History(
        np.concatenate([part.outcomes for part in parts]),
        np.concatenate([*starts, offsets[-1:]]),
        np.concatenate(coups) if len(coups) == len(parts) else None,
        np.concatenate(cards) if len(cards) == len(parts) else None,
        parts[0].table,
        parts[0].source if source is None else source,
        np.bitwise_and.reduce([part.known for part in parts]),
        {
            name: np.concatenate([part.marks[name] for part in parts])
            for name in parts[0].marks
            if all(name in part.marks for part in parts)
        },
    )
