"""Errors of those who write a history down, planted at known places."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from baccarat.game.checks import check_number
from baccarat.game.coup import BANKER, PLAYER
from baccarat.history.deal import as_generator
from baccarat.history.history import History


class Planted(NamedTuple):
    """A history with errors, and the numbers of the coups that have them, from 0 and ascending."""

    history: History
    places: NDArray[np.int64]


def flip_sides(
    history: History, chance: float = 0.01, *, rng: int | np.random.Generator | None = None
) -> Planted:
    """Write player for banker, or banker for player, now and then.

    Parameters
    ----------
    history : History
        As played.
    chance : float
        For each decided coup, independently.
    rng : int or Generator, optional
        Seed or generator.

    Returns
    -------
    Planted
        Totals and cards stay as dealt, so that they tell of the error. `places` are coups of both
        histories.

    Raises
    ------
    ValueError
        If chance is not from 0 to 1.

    Examples
    --------
    >>> history, places = flip_sides(History([0, 1, 2, 0]), 1, rng=1)
    >>> history.text(), places
    ('BPTB', array([0, 1, 3]))
    """
    decided = (history.outcomes == PLAYER) | (history.outcomes == BANKER)
    errors = _errors(history, chance, rng) & decided
    source = _told(history, "some sides flipped")
    winner = errors.astype(np.uint16) << np.uint16(14)  # player 0, banker 1
    written = History(
        history.outcomes ^ errors.astype(np.uint8),
        history.starts,
        None if history.coups is None else history.coups ^ winner,
        history.cards,
        history.table,
        source,
        history.known,
        history.marks,
    )
    return Planted(written, np.flatnonzero(errors))


def drop_coups(
    history: History, chance: float = 0.01, *, rng: int | np.random.Generator | None = None
) -> Planted:
    """Leave a coup out now and then.

    Parameters
    ----------
    history : History
        As played.
    chance : float
        For each coup, independently.
    rng : int or Generator, optional
        Seed or generator.

    Returns
    -------
    Planted
        `places` are the coups of the history as played that are left out.

    Raises
    ------
    ValueError
        If chance is not from 0 to 1.

    Examples
    --------
    >>> history, places = drop_coups(History([0, 1, 2, 0]), 1, rng=1)
    >>> len(history), places
    (0, array([0, 1, 2, 3]))
    """
    errors = _errors(history, chance, rng)
    starts = np.concatenate([[0], np.cumsum(~errors)])[history.starts]
    source = _told(history, "some coups left out")
    return Planted(picked(history, np.flatnonzero(~errors), starts, source), np.flatnonzero(errors))


def double_coups(
    history: History, chance: float = 0.01, *, rng: int | np.random.Generator | None = None
) -> Planted:
    """Write a coup twice now and then.

    Parameters
    ----------
    history : History
        As played.
    chance : float
        For each coup, independently.
    rng : int or Generator, optional
        Seed or generator.

    Returns
    -------
    Planted
        `places` are the second copies, in the history as written.

    Raises
    ------
    ValueError
        If chance is not from 0 to 1.

    Examples
    --------
    >>> history, places = double_coups(History([0, 1, 2]), 1, rng=1)
    >>> history.text(), places
    ('PPBBTT', array([1, 3, 5]))
    """
    errors = _errors(history, chance, rng)
    written = np.repeat(np.arange(len(history)), 1 + errors)
    more = np.concatenate([[0], np.cumsum(errors)])
    places = np.flatnonzero(errors)
    starts = history.starts + more[history.starts]
    source = _told(history, "some coups written twice")
    return Planted(picked(history, written, starts, source), places + more[places] + 1)


def _errors(
    history: History, chance: float, rng: int | np.random.Generator | None
) -> NDArray[np.bool_]:
    check_number("chance", chance, 0, 1)
    errors: NDArray[np.bool_] = as_generator(rng).random(len(history)) < chance
    return errors


def _told(history: History, what: str) -> str:
    return f"{history.source}; {what}" if history.source else what


def picked(
    history: History, coups: NDArray[np.int64], starts: NDArray[np.int64], source: str
) -> History:
    """Take coups by number, in any number of copies."""
    return History(
        history.outcomes[coups],
        starts,
        None if history.coups is None else history.coups[coups],
        None if history.cards is None else history.cards[coups],
        history.table,
        source,
        history.known,
        {name: mark[coups] for name, mark in history.marks.items()},
    )
