"""Splitting a row of cards into two hands, by the drawing rules where nothing else tells."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baccarat.game.cards import KNOWN_VALUE, NOT_DEALT, UNKNOWN
from baccarat.game.coup import final_hands, hand_total

Row: TypeAlias = tuple[int, ...]
ENOUGH: Final = 0.8
"""The share of rows that has to fit for a reading to be taken."""

_ORDERS: Final = {"hands": "player's cards, then banker's", "deal": "player 1, banker 1, player 2"}
_FIXED: Final = {"hands": (0, 1, 2, 3, 4, 5), "deal": (0, 2, 4, 1, 3, 5)}


def split_rows(rows: Sequence[Row], winners: Sequence[int], order: str | None) -> NDArray[np.uint8]:
    """Split rows of four to six cards into player's and banker's hand.

    Parameters
    ----------
    rows : sequence of tuple of int
        Cards as records keep them. Where all rows have six, 255 is an empty place.
    winners : sequence of int
        The recorded outcome of each row, -1 where none is.
    order : {"deal", "hands"} or None
        In which order the cards stand, where told.

    Returns
    -------
    ndarray of uint8, shape (n, 6)
        As `History.cards`; a row whose split can't be told is 254 throughout.

    Raises
    ------
    ValueError
        If rows have other numbers of cards, or the order can't be told.

    Examples
    --------
    >>> split_rows([(87, 80, 83, 82, 80)], [0], None).tolist()
    [[87, 80, 255, 83, 82, 80]]
    """
    for row in rows:
        if not 4 <= sum(card != NOT_DEALT for card in row) <= 6 or len(row) > 6:
            raise ValueError(f"a coup has four to six cards, a row here has {len(row)}")
    distinct = dict.fromkeys(zip(rows, winners, strict=True))
    packed = not any(NOT_DEALT in row and _has_hole(row) for row in rows)
    taken = order or _order_of(list(distinct), packed)
    done = {each: _split(*each, taken, packed) for each in distinct}
    split = [done[each] for each in zip(rows, winners, strict=True)]
    return np.array(split, dtype=np.uint8).reshape(-1, 6)


def fits_rules(cards: Row, winner: int = -1) -> bool:
    """Say whether two hands are what the drawing rules make of their cards.

    Parameters
    ----------
    cards : tuple of int
        Player's three cards, then banker's.
    winner : int
        The recorded outcome; -1 or 3 (void) where there is none to hold them against.

    Returns
    -------
    bool

    Examples
    --------
    >>> fits_rules((86, 80, 255, 80, 80, 89), winner=1)
    True
    """
    values = [int(KNOWN_VALUE[card]) for card in cards]
    player = [value for value, card in zip(values[:3], cards[:3], strict=True) if card != NOT_DEALT]
    banker = [value for value, card in zip(values[3:], cards[3:], strict=True) if card != NOT_DEALT]
    if min(len(player), len(banker)) < 2 or min(player + banker) < 0:
        return False
    dealt = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:], 0, 0]
    by_rule = final_hands(dealt)
    totals = hand_total(player), hand_total(banker)
    won = 0 if totals[0] > totals[1] else 1 if totals[1] > totals[0] else 2
    return [len(hand) for hand in by_rule] == [len(player), len(banker)] and winner in (-1, 3, won)


def _has_hole(row: Row) -> bool:
    """Say whether an empty place stands before a card, so that places have a meaning."""
    return any(a == NOT_DEALT != b for a, b in itertools.pairwise(row))


def _order_of(rows: list[tuple[Row, int]], packed: bool) -> str:
    share = {
        order: sum(
            any(fits_rules(s, won) for s in _splits(row, order, packed)) for row, won in rows
        )
        / max(1, len(rows))
        for order in _ORDERS
    }
    fitting = [order for order, part in share.items() if part >= ENOUGH]
    if len(fitting) == 2 and all(
        _split(*row, "deal", packed) == _split(*row, "hands", packed) for row in rows
    ):
        return "deal"
    if len(fitting) != 1:
        readings = " or ".join(f"{said} (order={order!r})" for order, said in _ORDERS.items())
        both = "both fit" if fitting else "neither fits"
        raise ValueError(f"cards may stand as {readings}; {both} the drawing rules, so say which")
    return fitting[0]


def _splits(row: Row, order: str, packed: bool) -> Iterator[Row]:
    """Give the hands a row may stand for, in that order of its cards."""
    cards = [card for card in row if card != NOT_DEALT]
    if len(row) == 6:
        fixed = tuple(row[place] for place in _FIXED[order])
        if NOT_DEALT not in (fixed[0], fixed[1], fixed[3], fixed[4]):
            yield fixed
        if not packed or len(cards) == 6:
            return
    extra = cards[4:]
    for thirds in {4: [(0, 0)], 5: [(1, 0), (0, 1)], 6: [(1, 1)]}[len(cards)]:
        if order == "deal":
            first = [extra[0]] if thirds[0] else [NOT_DEALT]
            last = [extra[-1]] if thirds[1] else [NOT_DEALT]
            yield (cards[0], cards[2], *first, cards[1], cards[3], *last)
        else:
            cut = 2 + thirds[0]
            player, banker = cards[:cut], cards[cut:]
            yield (*player, *[NOT_DEALT] * (3 - cut), *banker, *[NOT_DEALT] * (3 - len(banker)))


def _split(row: Row, winner: int, order: str, packed: bool) -> Row:
    options = list(dict.fromkeys(_splits(row, order, packed)))
    if len(options) == 1:
        return options[0]
    fitting = [option for option in options if fits_rules(option, winner)]
    return fitting[0] if len(fitting) == 1 else (UNKNOWN,) * 6
