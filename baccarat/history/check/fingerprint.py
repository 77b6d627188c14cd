"""When shares are off: which known mistake makes just such shares."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.game.coup import DrawingRule, final_hands
from baccarat.game.law import coup_law
from baccarat.history.check.findings import Finding
from baccarat.history.check.record import Record
from baccarat.history.misreadings import MISREADINGS

RIGHT: Final = "the rules as they are"
SWAPPED: Final = "player and banker exchanged"

MUCH_BETTER: Final = math.log(100)
"""By what log likelihood a mistake must beat the right rules to be named."""

RIVAL: Final = math.log(20)
"""Within what log likelihood of the best another mistake can't be told from it."""

_FITS: Final = 0.001
_LEAST_EXPECTED: Final = 5
_SLIPS: Final = 1e-4


@dataclass(frozen=True)
class Fit:
    """How well a mistake explains a record."""

    name: str
    log_likelihood: float
    p_value: float


def explanation(record: Record, kept: NDArray[np.bool_]) -> Iterator[Finding]:
    """Name the known mistakes that make shares like those of a record.

    Parameters
    ----------
    record : Record
    kept : ndarray of bool, shape (n,)
        Which coups to count.

    Yields
    ------
    Finding
        One at most: only if a mistake fits well, and much better than the right rules.

    Examples
    --------
    >>> from baccarat import History
    >>> record = Record(History([0] * 4372 + [1] * 4496 + [2] * 1132), None)
    >>> [finding.what for finding in explanation(record, record.played)]
    ['the shares are those of "nobody heeds naturals", more likely by 10^8 than by the right rules']
    """
    fits = rank_fits(record, kept)
    right = next(fit for fit in fits if fit.name == RIGHT)
    best = fits[0]
    much_better = best.log_likelihood > right.log_likelihood + MUCH_BETTER
    if not much_better or best.p_value < _FITS:
        return
    alike = [fit.name for fit in fits if best.log_likelihood - fit.log_likelihood < RIVAL]
    names = " or ".join(f'"{name}"' for name in alike)
    odds = (best.log_likelihood - right.log_likelihood) / math.log(10)
    what = f"the shares are those of {names}, more likely by 10^{odds:.0f} than by the right rules"
    if best.name == SWAPPED and len(alike) == 1:
        kind, meaning = "sides exchanged", "Exchange player and banker: the column was misread."
    else:
        kind = "drawing rules misread"
        meaning = (
            "Most likely a program that has the drawing rules wrong made this record; then nothing "
            "about the real game follows from it."
        )
    n = int(kept.sum())
    yield Finding("warning", kind, "the record as a whole", what, n, meaning)


def rank_fits(record: Record, kept: NDArray[np.bool_]) -> list[Fit]:
    """Rank the right rules and the known mistakes by likelihood, best first.

    Parameters
    ----------
    record : Record
    kept : ndarray of bool, shape (n,)
        Which coups to count.

    Returns
    -------
    list of Fit
    """
    codes, told = _told_codes(record, kept)
    decks = record.decks
    fits = [_fit(RIGHT, codes, decks, told, final_hands)]
    fits.append(_fit(SWAPPED, _exchanged(codes), decks, told, final_hands))
    fits += [_fit(name, codes, decks, told, rule) for name, rule in MISREADINGS.items()]
    return sorted(fits, key=lambda fit: -fit.log_likelihood)


def _told_codes(record: Record, kept: NDArray[np.bool_]) -> tuple[NDArray[np.uint16], int]:
    """Give codes of outcomes, and of totals and draws where every coup tells them; and the bits."""
    outcomes = record.history.outcomes[kept].astype(np.int64)
    codes, told = outcomes << 14, 0b11 << 14
    for name, bit, step, mask in (("best_total", 0, 4, 15), ("best_drew", 8, 1, 1)):
        parts = [getattr(hand, name)[kept].astype(np.int64) for hand in record.hands]
        if all(part.min() >= 0 and part.max() <= mask for part in parts):
            for side, part in enumerate(parts):
                codes |= part << bit + step * side
                told |= mask << bit + step * side
    return codes.astype(np.uint16), told


def _exchanged(codes: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Exchange player and banker in codes without pairs."""
    code = codes.astype(np.int64)
    winner = np.array([1, 0, 2, 3], dtype=np.int64)[code >> 14]
    totals = (code & 15) << 4 | code >> 4 & 15
    drew = (code >> 8 & 1) << 9 | (code >> 9 & 1) << 8
    exchanged: NDArray[np.int64] = winner << 14 | drew | totals
    return exchanged.astype(np.uint16)


@lru_cache(maxsize=256)
def _law(decks: int, told: int, rule: DrawingRule) -> NDArray[np.float64]:
    """Give the chance of each code of a rule, as far as it is told; shape (65536,)."""
    law = coup_law(decks, rule=rule)
    seen = law.codes & np.uint16(told)
    return add_up(seen, law.counts / law.total, 1 << 16)


def add_up(
    seen: NDArray[np.uint16] | NDArray[np.int64], weights: NDArray[np.float64], size: int
) -> NDArray[np.float64]:
    """Add weights up by number.

    Examples
    --------
    >>> add_up(np.array([2, 0, 2]), np.array([0.5, 0.25, 0.25]), 3)
    array([0.25, 0.  , 0.75])
    """
    shares = np.zeros(size)
    np.add.at(shares, seen, weights)
    return shares


def _fit(name: str, codes: NDArray[np.uint16], decks: int, told: int, rule: DrawingRule) -> Fit:
    """Weigh a rule; a slip of the pen in ten thousand coups does not rule it out."""
    counts = np.bincount(codes, minlength=1 << 16)
    law = _law(decks, told, rule)
    there = np.flatnonzero((counts > 0) | (law > 0))
    counts, law = counts[there], (1 - _SLIPS) * law[there] + _SLIPS / there.size
    return Fit(name, float(np.sum(counts * np.log(law))), chi_square(counts, law / law.sum()))


def chi_square(counts: NDArray[np.int64], shares: NDArray[np.float64]) -> float:
    """Test counts against shares, cells of few coups put together.

    Parameters
    ----------
    counts : ndarray of int64, shape (k,)
    shares : ndarray of float, shape (k,)
        They add up to one.

    Returns
    -------
    float
        The p value; 1 where nothing is left to compare.

    Examples
    --------
    >>> round(chi_square(np.array([60, 40]), np.array([0.5, 0.5])), 4)
    0.0455
    """
    from scipy.stats import chi2

    expected = shares * counts.sum()
    order = np.argsort(expected)
    reach = np.cumsum(expected[order])
    few = max(int(np.sum(expected < _LEAST_EXPECTED)), 0)
    together = few if not few or reach[few - 1] >= _LEAST_EXPECTED else few + 1
    cells = [slice(0, together)] * bool(together)
    cells += [slice(i, i + 1) for i in range(together, counts.size)]
    seen = np.array([counts[order][cell].sum() for cell in cells], dtype=float)
    usual = np.array([expected[order][cell].sum() for cell in cells])
    if len(cells) < 2:
        return 1.0
    return float(chi2.sf(np.sum((seen - usual) ** 2 / usual), len(cells) - 1))
