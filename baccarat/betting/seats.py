"""Who holds the shoe, where it passes from seat to seat."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from baccarat.game.coup import PLAYER
from baccarat.history.history import History


def shoe_holders(
    history: History, seats: int | None = None, refusing: Collection[int] = ()
) -> NDArray[np.int64]:
    """Say which seat holds the shoe in each coup.

    The holder keeps the shoe while banker wins or ties, and passes it on when player wins. A seat
    may refuse it; it then goes to the next that does not. A new shoe stays with the holder. Who
    holds it changes nothing about the cards or the odds.

    Parameters
    ----------
    history : History
        What came; void coups move nothing.
    seats : int, optional
        Seats at the table, numbered from 1; default the history's table's.
    refusing : collection of int
        Seats that never take the shoe.

    Returns
    -------
    ndarray of int64, shape (n,)
        Seat numbers.

    Raises
    ------
    ValueError
        If there is no number of seats, a refusing seat is not one of them, or all refuse.

    References
    ----------
    J. Scarne, Scarne's New Complete Guide to Gambling (1974), baccarat: "the shoe passes".

    Examples
    --------
    Seat 2 refuses; player's win in the first coup takes the shoe from seat 1 to seat 3:

    >>> shoe_holders(History([0, 1, 2, 0, 1]), seats=3, refusing={2}).tolist()
    [1, 3, 3, 3, 1]
    """
    if seats is None:
        seats = history.table.seats if history.table else None
    if not isinstance(seats, int | np.integer) or isinstance(seats, bool) or seats < 1:
        raise ValueError(f"seats must be a whole number from 1, got {seats}; say seats=15")
    strangers = sorted(set(refusing) - set(range(1, seats + 1)))
    if strangers:
        raise ValueError(f"seats are numbered 1 to {seats}, got {strangers[0]} among the refusing")
    takers = np.array([seat for seat in range(1, seats + 1) if seat not in set(refusing)])
    if not takers.size:
        raise ValueError(f"all {seats} seats refuse the shoe; one at least must take it")
    passed = np.cumsum(history.outcomes == PLAYER)
    return np.asarray(takers[np.concatenate([[0], passed])[:-1] % takers.size])
