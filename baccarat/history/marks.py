"""What a scoreboard marks of each coup of a shoe, and the columns the coups make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat.game.coup import OUTCOMES, PLAYER, VOID
from baccarat.history.history import History


@dataclass(frozen=True, slots=True)
class Mark:
    """One coup on a scoreboard; what the record does not tell is None.

    Attributes
    ----------
    coup : int
        Its number in the shoe, from 1.
    outcome : str
        P, B or T.
    player_pair, banker_pair : bool or None
        Whether the hand's first two cards are a pair.
    natural : bool or None
        Whether a hand was a natural.
    points : int or None
        Total of the winner, or of both in a tie.
    """

    coup: int
    outcome: str
    player_pair: bool | None = None
    banker_pair: bool | None = None
    natural: bool | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A run of player or banker wins: a column of a big road without a bottom row.

    Attributes
    ----------
    side : str
        P or B.
    marks : tuple of Mark
        Its coups, ties left out.
    ties : tuple of int
        Ties after each of them, before the next decided coup.
    """

    side: str
    marks: tuple[Mark, ...]
    ties: tuple[int, ...]

    @property
    def length(self) -> int:
        """Decided coups in the run."""
        return len(self.marks)


def one_shoe(history: History | str, segment: int | None = None) -> History:
    """Take the one shoe that a scoreboard shows; see `roads` for the parameters.

    Examples
    --------
    >>> len(one_shoe("PB B"))
    3
    """
    shoe = _read(history) if isinstance(history, str) else history
    if segment is not None:
        if not 0 <= segment < shoe.segments:
            raise ValueError(f"segment must be from 0 to {shoe.segments - 1}, got {segment}")
        return shoe.part(segment, segment + 1)
    if shoe.segments > 1:
        raise ValueError(
            f"a scoreboard shows one shoe and the history has {shoe.segments} segments; take "
            "history.part(i, i + 1), or give segment=i"
        )
    return shoe


def _read(text: str) -> History:
    letters = "".join(text.replace(",", " ").split()).upper()
    strange = [letter for letter in letters if letter not in OUTCOMES]
    if strange:
        raise ValueError(f"a shoe is written in letters P, B, T and V (void); got {strange[0]!r}")
    return History([OUTCOMES.index(letter) for letter in letters], source="letters")


def shoe_marks(shoe: History) -> tuple[Mark, ...]:
    """Give the marks of a shoe, void coups left out, as far as the history tells them.

    Examples
    --------
    >>> shoe_marks(one_shoe("PV"))[0].outcome
    'P'
    >>> len(shoe_marks(one_shoe("PV")))
    1
    """
    pairs1, pairs2 = _flags(_told(shoe, "player_pair")), _flags(_told(shoe, "banker_pair"))
    naturals = _flags(_naturals(shoe))
    points = [None if n < 0 else n for n in _points(shoe).tolist()]
    return tuple(
        Mark(n + 1, OUTCOMES[outcome], pairs1[n], pairs2[n], naturals[n], points[n])
        for n, outcome in enumerate(shoe.outcomes.tolist())
        if outcome != VOID
    )


def _flags(told: NDArray[np.int64]) -> list[bool | None]:
    return [None if n < 0 else n > 0 for n in told.tolist()]


_BITS = {
    "player_total": (0, 15),
    "banker_total": (4, 15),
    "player_drew": (8, 1),
    "banker_drew": (9, 1),
    "player_pair": (10, 1),
    "banker_pair": (11, 1),
}


def _told(shoe: History, name: str) -> NDArray[np.int64]:
    """Read one thing off coup codes, or else what was marked; -1 where nobody says."""
    bit, mask = _BITS.get(name, (0, 0))
    if mask and shoe.known >> bit & mask == mask:
        return (shoe.codes >> np.uint16(bit) & np.uint16(mask)).astype(np.int64)
    return shoe.marks.get(name, np.full(len(shoe), -1, dtype=np.int64))


def _naturals(shoe: History) -> NDArray[np.int64]:
    """Tell 8 or 9 of two cards, on either side."""
    total1, drew1 = _told(shoe, "player_total"), _told(shoe, "player_drew")
    total2, drew2 = _told(shoe, "banker_total"), _told(shoe, "banker_drew")
    natural = (total1 >= 8) & (drew1 == 0) | (total2 >= 8) & (drew2 == 0)
    told = np.min([total1, drew1, total2, drew2], axis=0) >= 0
    return np.where(told, natural, _told(shoe, "natural"))


def _points(shoe: History) -> NDArray[np.int64]:
    player, banker = _told(shoe, "player_total"), _told(shoe, "banker_total")
    winner = np.where(shoe.outcomes == PLAYER, player, banker)
    return np.where(winner >= 0, winner, _told(shoe, "points"))


def split_columns(marks: Sequence[Mark]) -> tuple[int, tuple[Column, ...]]:
    """Split marks into the columns of a big road.

    Returns
    -------
    leading : int
        Ties before the first decided coup; the others go to the cell before them.
    columns : tuple of Column

    Examples
    --------
    >>> leading, columns = split_columns(shoe_marks(one_shoe("TPTTB")))
    >>> leading, columns[0].side, columns[0].ties
    (1, 'P', (2,))
    """
    leading = 0
    found: list[tuple[str, list[Mark], list[int]]] = []
    for mark in marks:
        if mark.outcome == "T":
            if found:
                found[-1][2][-1] += 1
            else:
                leading += 1
            continue
        if not found or found[-1][0] != mark.outcome:
            found.append((mark.outcome, [], []))
        found[-1][1].append(mark)
        found[-1][2].append(0)
    return leading, tuple(Column(side, tuple(run), tuple(ties)) for side, run, ties in found)
