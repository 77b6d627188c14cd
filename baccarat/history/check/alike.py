"""How often two coups, or two hands, are alike by chance."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.game.cards import NOT_DEALT, RANK_ONLY, UNKNOWN, VALUE_ONLY
from baccarat.game.law import coup_law
from baccarat.history.check.record import Record

_OUTCOMES_ALIKE: Final = 0.4185  # the sum of the squared chances of player, banker and tie
_VALUES_ALIKE: Final = 25 / 169  # 4/13 of the cards count nothing, 1/13 each other value
_FIRST_CARDS: Final = [0, 1, 3, 4]


def symbols_of(record: Record) -> tuple[NDArray[np.uint64], float]:
    """Give each coup a number for all that is told of it, and the chance that two are alike.

    Examples
    --------
    >>> from baccarat import History
    >>> symbols_of(Record(History([0, 1] * 50), None))
    (array([...], dtype=uint64), 0.5)
    """
    history = record.history
    codes = history.codes & np.uint16(history.known)
    if history.cards is None:
        return codes.astype(np.uint64), max(_by_law(record), _observed(codes))
    symbols = history.outcomes.astype(np.uint64)
    for column in history.cards.T:
        symbols = symbols << np.uint64(8) | column.astype(np.uint64)
    by_outcomes = outcomes_alike(record)
    known = bool(fully_told(history.cards).all())
    return symbols, min(hands_alike(history.cards), by_outcomes) if known else by_outcomes


def fully_told(cards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Tell which coups have four first cards, and none that is unknown.

    Examples
    --------
    >>> fully_told(np.array([[0, 1, 255, 2, 3, 255], [0, 1, 254, 2, 3, 255]]))
    array([ True, False])
    """
    known = cards != UNKNOWN
    known[:, _FIRST_CARDS] &= cards[:, _FIRST_CARDS] != NOT_DEALT
    told: NDArray[np.bool_] = np.all(known, axis=1)
    return told


def hands_alike(cards: NDArray[np.uint8]) -> float:
    """Bound the chance that two hands are alike, where cards are told: by the coarsest kind.

    Examples
    --------
    >>> hands_alike(np.array([[0, 17, 255, 24, 50, 255]], dtype=np.uint8)) == (1 / 4) ** 4
    True
    """
    first = cards[:, _FIRST_CARDS].reshape(-1)
    kinds = ((VALUE_ONLY, _VALUES_ALIKE), (RANK_ONLY, 1 / 13), (0, 1 / 52))
    coarsest = next((q for start, q in kinds if np.any((cards >= start) & (cards < UNKNOWN))), 1.0)
    one = max(_observed(first), coarsest)
    thirds = (cards[:, [2, 5]] != NOT_DEALT).sum(axis=1)
    return one**4 * float(np.mean(one**thirds))


def _by_law(record: Record) -> float:
    law = coup_law(record.decks)
    _, kinds = np.unique(law.codes & np.uint16(record.history.known), return_inverse=True)
    shares = np.bincount(kinds, weights=law.counts / law.total)
    return float(np.sum(shares**2))


def _observed(symbols: NDArray[np.uint8] | NDArray[np.uint16]) -> float:
    counts = np.bincount(symbols)
    return float(np.sum((counts / max(symbols.size, 1)) ** 2))


def outcomes_alike(record: Record) -> float:
    """Bound the chance that two coups have one outcome.

    Examples
    --------
    >>> from baccarat import History
    >>> outcomes_alike(Record(History([0, 0]), None))
    1.0
    """
    return max(_OUTCOMES_ALIKE, _observed(record.history.outcomes))
