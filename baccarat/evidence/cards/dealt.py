"""Cards as they leave the shoe, and how many of them no card had a say in.

How many cards a shoe deals depends on the cards: low totals draw. A number fixed in advance does
not, and with it the cards dealt are what a perfect shuffle makes of any places in the shoe.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.game.cards import NOT_DEALT
from baccarat.game.table import Table
from baccarat.history.history import History

DEALING_ORDER: Final = (0, 3, 1, 4, 2, 5)
"""The columns of `History.cards` as they are dealt: player, banker, twice, then third cards."""

_FEWEST: Final = 4
"""Cards that every coup has."""


def cards_surely_dealt(table: Table) -> int:
    """Give the number of cards that every shoe of a table deals, whatever they are.

    Parameters
    ----------
    table : Table
        One that deals a shoe to its end.

    Returns
    -------
    int
        Cards, after the largest burn there can be. A coup begins as long as the cut card is in the
        shoe and six cards are left; a shoe has one coup at least.

    Examples
    --------
    Of 416 cards 14 lie behind the cut card, and up to 11 are burned:

    >>> from baccarat import TABLES
    >>> cards_surely_dealt(TABLES["live"])
    392
    """
    gone = min(table.cards - table.cut + 1, table.cards - 5)
    return max(gone - int(table.burned().max()), _FEWEST)


def cards_in_order(history: History) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Give all cards in the order they were dealt, and the segment of each.

    Parameters
    ----------
    history : History
        With cards.

    Returns
    -------
    cards : ndarray of uint8, shape (k,)
        As `History.cards` has them, without 255.
    shoe : ndarray of int64, shape (k,)
        From 0, rising.

    Raises
    ------
    ValueError
        If the history holds no cards.

    Examples
    --------
    >>> cards_in_order(History([0], cards=[[1, 2, 3, 4, 5, 255]]))
    (array([1, 4, 2, 5, 3], dtype=uint8), array([0, 0, 0, 0, 0]))
    """
    if history.cards is None:
        raise ValueError("the history holds no cards; read a record of cards, or deal cards=True")
    dealt = history.cards[:, DEALING_ORDER]
    there = dealt != NOT_DEALT
    return dealt[there], np.repeat(history.shoe(), there.sum(axis=1))


def places_in_shoe(shoe: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give the place of each card in its shoe.

    Parameters
    ----------
    shoe : ndarray of int64, shape (k,)
        Rising.

    Returns
    -------
    ndarray of int64, shape (k,)
        From 0 in each shoe.

    Examples
    --------
    >>> places_in_shoe(np.array([0, 0, 0, 2, 2]))
    array([0, 1, 2, 0, 1])
    """
    return np.arange(shoe.size) - np.searchsorted(shoe, shoe)
