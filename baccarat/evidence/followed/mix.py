"""Bets on both sides taken together: what chance gives such a mix of them."""

from __future__ import annotations

from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.break_even import Mix
from baccarat.evidence.result import LEVEL

EXACT_BETS: Final = 5_000
"""Up to so many bets the law of the hits is written out."""


def mix_p_value(hits: int, mix: Mix, chance: tuple[float, float]) -> float:
    """Give the two-sided p value of the hits of some bets on both sides.

    Parameters
    ----------
    hits : int
        Of all the bets.
    mix : tuple of int
        Bets on player and on banker; at least one.
    chance : tuple of float
        Of a hit on each.

    Returns
    -------
    float
        The chance of all numbers of hits no likelier than this one, from the convolution of two
        binomial laws; beyond 5,000 bets by the normal law.

    References
    ----------
    Y. Hong, "On computing the distribution function for the Poisson binomial distribution",
    Computational Statistics & Data Analysis 59 (2013): the law of a sum of unequal trials.

    Examples
    --------
    >>> round(mix_p_value(3, (3, 0), (0.5, 0.5)), 6)
    0.25
    >>> round(mix_p_value(2, (1, 1), (0.4, 0.6)), 6)         # 0.24 each for none and for both
    0.48
    """
    from scipy.special import ndtr

    if sum(mix) > EXACT_BETS:
        mean = sum(m * c for m, c in zip(mix, chance, strict=True))
        spread = sqrt(sum(m * c * (1 - c) for m, c in zip(mix, chance, strict=True)))
        return float(2 * ndtr(-abs(hits - mean) / spread))
    law = _hits_law(mix, chance)
    return float(min(1.0, law[law <= law[hits] * (1 + 1e-7)].sum()))


def _hits_law(mix: Mix, chance: tuple[float, float]) -> NDArray[np.float64]:
    from scipy.stats import binom

    laws = [binom.pmf(np.arange(m + 1), m, c) for m, c in zip(mix, chance, strict=True)]
    return np.convolve(laws[0], laws[1])


def score_interval(hits: int, mix: Mix, chance: tuple[float, float]) -> tuple[float, float]:
    """Give the 95% interval of a shift that every bet's chance has in common, in points.

    Parameters
    ----------
    hits, mix, chance
        As for `mix_p_value`.

    Returns
    -------
    tuple of float

    References
    ----------
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal
    of the American Statistical Association 22 (1927): the shifts d within 1.96 standard errors,
    these at d, of what was seen; for bets on one side alone his interval for the chance.

    Examples
    --------
    >>> low, high = score_interval(60, (0, 100), (0.5, 0.5))
    >>> round(50 + low, 2), round(50 + high, 2)
    (50.2, 69.06)
    """
    from scipy.special import ndtri

    m, square = sum(mix), float(ndtri(1 - LEVEL / 2)) ** 2
    pairs = list(zip(mix, chance, strict=True))
    seen = (hits - sum(k * c for k, c in pairs)) / m
    spread = sum(k * c * (1 - c) for k, c in pairs) / m
    slope = sum(k * (1 - 2 * c) for k, c in pairs) / m
    # (seen - d)**2 m = square (spread + slope d - d**2)
    a, b = m + square, m * seen + square * slope / 2
    root = sqrt(b**2 - a * (m * seen**2 - square * spread))
    return 100 * (b - root) / a, 100 * (b + root) / a
