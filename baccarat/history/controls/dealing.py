"""Shoes dealt in a given order, by the rules or against them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat import kernels
from baccarat.game.cards import CARD_VALUES, NOT_DEALT
from baccarat.game.coup import coup_table
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.history import History


def deal_order(orders: ArrayLike, table: Table | str = "live", *, source: str = "") -> History:
    """Deal shoes in the order their cards lie in.

    Parameters
    ----------
    orders : array_like of uint8, shape (n,) or (m, n)
        Cards of one shoe or of m, 0 to 51, the next to be dealt first. They need not be those of
        whole decks, but must be as many as the table's.
    table : Table or str
        Its burn and cut card; a table or a name in `TABLES`.
    source : str
        Where the orders come from.

    Returns
    -------
    History
        With coup codes and cards, one segment a shoe.

    Raises
    ------
    ValueError
        If something is no card, or the table holds another number or shuffles before every coup.

    Examples
    --------
    Decks in new order, sorted by rank: the first ace burns one more, the others tie.

    >>> deal_order(np.repeat(np.arange(52), 8)).text()[:4]
    'TTTT'
    """
    table = dealt_by_shoe(as_table(table))
    cards = np.atleast_2d(np.asarray(orders))
    if cards.ndim != 2 or cards.shape[1] != table.cards:
        raise ValueError(
            f"orders must hold {table.cards} cards a shoe for this table, got shape {cards.shape}"
        )
    if cards.dtype.kind not in "iu" or np.any((cards < 0) | (cards > 51)):
        raise ValueError("orders must hold cards, whole numbers from 0 to 51")
    return deal_in_order(cards.astype(np.uint8), table, source)[0]


def most_coups(table: Table) -> int:
    """Say how many coups a shoe of the table has at most."""
    return table.cards // 4


def dealt_by_shoe(table: Table) -> Table:
    """Refuse a table that shuffles before every coup."""
    if table.shuffle != "shoe":
        raise ValueError(
            "the table must deal a shoe to its end, and this one shuffles before every coup; "
            'say another, as table="live"'
        )
    return table


def deal_in_order(
    orders: NDArray[np.uint8],
    table: Table,
    source: str = "",
    coup_tables: NDArray[np.uint16] | None = None,
    played_by: NDArray[np.uint8] | None = None,
) -> tuple[History, NDArray[np.int64]]:
    """Deal shoes in order; give the places in its shoe of each coup's cards too, or -1.

    Without `coup_tables`, of which `played_by` says the one for each coup, by the rules.
    """
    shoes, room = len(orders), most_coups(table)
    burned, cut_at = table.burned(), table.cards - table.cut
    ways = coup_table().reshape(1, -1) if coup_tables is None else coup_tables
    played_by = np.zeros((shoes, room), dtype=np.uint8) if played_by is None else played_by
    codes = np.empty((shoes, room), dtype=np.uint16)
    lengths = np.empty(shoes, dtype=np.int64)
    for shoe in range(shoes):
        cut = (burned, cut_at, table.after_cut)
        lengths[shoe] = kernels.deal_order(
            orders[shoe], *cut, CARD_VALUES, ways, played_by[shoe], codes[shoe]
        )
    there = np.arange(room) < lengths[:, None]
    places = _places(codes, burned[orders[:, 0]])[there]
    shoe_of = np.repeat(np.arange(shoes), lengths)
    cards = np.where(places < 0, np.uint8(NOT_DEALT), orders[shoe_of[:, None], places])
    dealt = codes[there]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return History(dealt >> np.uint16(14), starts, dealt, cards, table, source), places


def _places(codes: NDArray[np.uint16], burned: NDArray[np.int64]) -> NDArray[np.int64]:
    """Say where in the shoe the cards of each coup lay; -1 for a third card not drawn."""
    player = (codes >> 8 & 1).astype(np.int64)
    banker = (codes >> 9 & 1).astype(np.int64)
    used = 4 + player + banker
    first = burned[:, None] + np.cumsum(used, axis=1) - used
    places = first[..., None] + np.array([0, 2, 4, 1, 3, 4])
    places[..., 5] += player
    places[..., 2][player == 0] = -1
    places[..., 5][banker == 0] = -1
    return np.asarray(places, dtype=np.int64)
