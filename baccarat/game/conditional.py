"""How a coup goes on: exact chances given totals or first cards, from a full shoe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.game.cards import VALUE_NAMES, full_shoe
from baccarat.game.catalogue import UnknownNameError
from baccarat.game.counts import by_value
from baccarat.game.coup import BANKER, PLAYER, TIE, coup_table
from baccarat.game.showing import block_html, frame_html

Side: TypeAlias = Literal["player", "banker"]
Known: TypeAlias = int | str | tuple[int, int] | tuple[str, str]
_SIDES = ("player", "banker")


class Chances(NamedTuple):
    """Exact chances of the outcomes given what is known.

    Attributes
    ----------
    player, banker, tie : Fraction
        Given what is known; they sum to 1.
    known : Fraction
        The chance of what is known.

    Examples
    --------
    >>> given_total("player")[9].player
    Fraction(77410, 85491)
    """

    player: Fraction
    banker: Fraction
    tie: Fraction
    known: Fraction


@dataclass(frozen=True)
class Given:
    """Outcomes by what is known of a coup.

    Attributes
    ----------
    names : tuple of str
        What is known, such as ("player total", "banker total").
    counts : mapping
        By the values of what is known (the value itself where it is one, a tuple where it is two):
        how many of the equally likely six-card sequences player wins, banker wins and that tie.

    Examples
    --------
    >>> first = given_first_card("player")
    >>> first["9"].banker
    Fraction(34462208120, 100128170583)
    >>> first
    Given('player first card', 10 rows)
    """

    names: tuple[str, ...]
    counts: Mapping[Known, tuple[int, int, int]]

    def __getitem__(self, known: Known) -> Chances:
        """Give the exact chances; of two things known: ``[player, banker]``."""
        if known not in self.counts:
            every = [repr(each) for each in self.counts]
            there = f"{every[0]}, {every[1]} ... {every[-1]}"
            raise UnknownNameError(f"no {' and '.join(self.names)} {known!r}; there are {there}")
        player, banker, tie = self.counts[known]
        ways = player + banker + tie
        return Chances(
            player=Fraction(player, ways),
            banker=Fraction(banker, ways),
            tie=Fraction(tie, ways),
            known=Fraction(ways, self.total),
        )

    @property
    def total(self) -> int:
        """All sequences of six cards."""
        return sum(map(sum, self.counts.values()))

    def frame(self) -> pd.DataFrame:
        """Table the chances as floats.

        Returns
        -------
        DataFrame
            Indexed by what is known: player, banker, tie, known, as in `Chances`.

        Examples
        --------
        >>> given_total("player").frame().loc[9].round(4).to_dict()
        {'player': 0.9055, 'banker': 0.0, 'tie': 0.0945, 'known': 0.0949}
        """
        rows = [[float(chance) for chance in self[known]] for known in self.counts]
        known = [each if isinstance(each, tuple) else (each,) for each in self.counts]
        frame = pd.DataFrame(known, columns=list(self.names))
        frame[list(Chances._fields)] = rows
        return frame.set_index(list(self.names))

    def __repr__(self) -> str:
        return f"Given({', '.join(map(repr, self.names))}, {len(self.counts)} rows)"

    def _repr_html_(self) -> str:
        formats = dict.fromkeys(Chances._fields, ".4%")
        return block_html(
            f"Given {' and '.join(self.names)}", "", frame_html(self.frame(), formats, index=True)
        )


def given_total(side: Side, decks: int = 8) -> Given:
    """Give the chances once one hand's first two cards are known by their total.

    Parameters
    ----------
    side : {"player", "banker"}
        Whose hand.
    decks : int, optional
        1 to 12: a full shoe.

    Returns
    -------
    Given
        By the total, 0 to 9; 8 and 9 are naturals.

    Raises
    ------
    ValueError
        If side is another or the number of decks is not between 1 and 12.

    Examples
    --------
    >>> given_total("banker")[9].banker, given_total("banker")[9].known
    (Fraction(77410, 85491), Fraction(512, 5395))
    """
    axis = _side(side)
    counts = _by_totals(int(full_shoe(decks)[0])).sum(axis=1 - axis)
    return _given((f"{side} total",), [*range(10)], counts)


def given_totals(decks: int = 8) -> Given:
    """Give the chances once both hands' first two cards are known by their totals.

    Parameters
    ----------
    decks : int, optional
        1 to 12: a full shoe.

    Returns
    -------
    Given
        By player's and banker's total, each 0 to 9.

    Raises
    ------
    ValueError
        If the number of decks is not between 1 and 12.

    Examples
    --------
    >>> chances = given_totals()[6, 5]  # player stands, banker draws
    >>> [round(float(chance), 4) for chance in chances]
    [0.6917, 0.2312, 0.0771, 0.009]
    """
    known = [(p, b) for p in range(10) for b in range(10)]
    counts = _by_totals(int(full_shoe(decks)[0])).reshape(100, 3)
    return _given(("player total", "banker total"), known, counts)


def given_first_card(side: Side, decks: int = 8) -> Given:
    """Give the chances once the first card of one hand is known.

    Parameters
    ----------
    side : {"player", "banker"}
        Whose card: the first of the coup is player's, the second banker's.
    decks : int, optional
        1 to 12: a full shoe.

    Returns
    -------
    Given
        By the value of the card: "10" (tens and faces), "A", "2" ... "9".

    Raises
    ------
    ValueError
        If side is another or the number of decks is not between 1 and 12.

    Examples
    --------
    >>> given_first_card("player").frame().loc[["10", "A", "9"], "player"].round(4).to_dict()
    {'10': 0.4152, 'A': 0.4155, '9': 0.5595}
    """
    axis = _side(side)
    counts = _sequences(int(full_shoe(decks)[0])).sum(axis=(1 - axis, 2, 3))
    return _given((f"{side} first card",), [*VALUE_NAMES], counts)


def given_first_cards(decks: int = 8) -> Given:
    """Give the chances once the first card of both hands is known.

    Parameters
    ----------
    decks : int, optional
        1 to 12: a full shoe.

    Returns
    -------
    Given
        By player's and banker's card: "10" (tens and faces), "A", "2" ... "9".

    Raises
    ------
    ValueError
        If the number of decks is not between 1 and 12.

    Examples
    --------
    >>> round(float(given_first_cards()["9", "A"].player), 4)
    0.5889
    """
    known = [(p, b) for p in VALUE_NAMES for b in VALUE_NAMES]
    counts = _sequences(int(full_shoe(decks)[0])).sum(axis=(2, 3)).reshape(100, 3)
    return _given(("player first card", "banker first card"), known, counts)


def _side(side: str) -> int:
    if side not in _SIDES:
        raise ValueError(f'side must be "player" or "banker", got {side!r}')
    return _SIDES.index(side)


def _given(names: tuple[str, ...], known: Sequence[Known], counts: NDArray[np.int64]) -> Given:
    ways = zip(known, map(tuple, counts.tolist()), strict=True)
    return Given(names, MappingProxyType(dict(ways)))


@cache
def _sequences(decks: int) -> NDArray[np.int64]:
    """Count six-card sequences by the values of the first four cards, in order, and the outcome.

    Shape (10, 10, 10, 10, 3), of player's, banker's, player's, banker's card.
    """
    left = by_value(full_shoe(decks)[None])[0]
    dealt = np.indices((10,) * 6, sparse=True)
    ways = np.ones((1,) * 6, dtype=np.int64)
    for place, value in enumerate(dealt):
        ways = ways * (left[value] - sum((value == earlier) for earlier in dealt[:place]))
    p1, b1, p2, b2, fifth, sixth = dealt
    winner = coup_table()[(p1 + p2) % 10, (b1 + b2) % 10, fifth, sixth] >> 14
    return np.stack(
        [(ways * (winner == each)).sum(axis=(4, 5)) for each in (PLAYER, BANKER, TIE)], axis=-1
    )


@cache
def _by_totals(decks: int) -> NDArray[np.int64]:
    """Count six-card sequences by player's and banker's two-card total and the outcome."""
    counts = np.zeros((10, 10, 3), dtype=np.int64)
    p1, b1, p2, b2 = np.indices((10,) * 4)
    np.add.at(counts, ((p1 + p2) % 10, (b1 + b2) % 10), _sequences(decks))
    return counts
