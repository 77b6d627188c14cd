"""How often a run goes on in a finite record, and the selection bias in that share.

Even where coups are independent, the share of runs that went on lies below the side's chance on
average: little where all shoes are pooled, a lot where each shoe gives a share of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

_LONG = 1_000
"""Coups from which a shoe's law is not written out, as that takes time by their square."""


@dataclass(frozen=True)
class ContinuationLaw:
    """What one shoe shows of "after k in a row, does the run go on?".

    Attributes
    ----------
    chance : ndarray of float64, shape (n + 1,)
        Chance of 0, 1, ... n opportunities: coups before which the last k were all the outcome.
    hits : ndarray of float64, shape (n + 1,)
        Mean number of them that went on, on the event of so many opportunities.
    """

    chance: NDArray[np.float64]
    hits: NDArray[np.float64]

    def __post_init__(self) -> None:
        self.chance.flags.writeable = self.hits.flags.writeable = False

    @property
    def opportunities(self) -> float:
        """Mean number of opportunities in the shoe."""
        return float(self.chance @ np.arange(self.chance.size))

    @property
    def defined(self) -> float:
        """Chance that there is an opportunity at all."""
        return float(1 - self.chance[0])

    @property
    def shoe_average(self) -> float:
        """Mean, over shoes with an opportunity, of each shoe's own share of hits.

        It lies below the outcome's chance: the selection bias of J. B. Miller and A. Sanjurjo,
        "Surprised by the hot hand fallacy?", Econometrica 86 (2018). NaN if there can be none.
        """
        if self.defined <= 0:
            return float("nan")
        return float((self.hits[1:] / np.arange(1, self.hits.size)).sum() / self.defined)


@cache
def continuation_law(coups: int, k: int, share: float, ended: float = 0.0) -> ContinuationLaw:
    """Give the exact law of opportunities and hits in a shoe.

    Parameters
    ----------
    coups : int
        Decided coups of the shoe, n; all its coups where ties end a run.
    k : int
        Coups in a row before an opportunity, 1 or more.
    share : float
        Chance of the outcome in a decided coup.
    ended : float
        Chance of a coup that ends a run and is no opportunity: that of a tie, where ties end a
        run; 0 where they are passed over.

    Returns
    -------
    ContinuationLaw

    References
    ----------
    Miller and Sanjurjo (2018): for n = 3, k = 1, share 1/2 the average of the shoes' own shares is
    5/12; for n = 100, k = 3 it is 0.46.

    Examples
    --------
    >>> round(continuation_law(3, 1, 0.5).shoe_average * 12, 9)
    5.0
    """
    won, lost = _chances(share, ended)
    # [chance or hits, current run up to k, opportunities so far]
    state = np.zeros((2, k + 1, coups + 1))
    state[0, 0, 0] = 1.0
    for _ in range(coups):
        after = np.zeros_like(state)
        after[:, 0] = (1 - won) * state[:, :k].sum(axis=1) + ended * state[:, k]
        after[:, 1:] = won * state[:, :k]
        tried = np.roll(state[:, k], 1, axis=-1)  # one opportunity more; the last is never reached
        after[:, 0] += lost * tried
        after[:, k] += won * tried
        after[1, k] += won * tried[0]
        state = after
    chance, hits = state.sum(axis=1)
    return ContinuationLaw(chance, hits)


def _chances(share: float, ended: float) -> tuple[float, float]:
    """Chance of a coup for and against the outcome."""
    return (1 - ended) * share, (1 - ended) * (1 - share)


def mean_opportunities(shoes: Iterable[int], k: int, share: float, ended: float = 0.0) -> float:
    """Give the mean number of opportunities in some shoes; parameters as `pooled_continuation`.

    Examples
    --------
    >>> mean_opportunities([2, 2], 1, 0.5)
    1.0
    """
    follow = np.maximum(np.asarray(shoes, dtype=np.int64) - k, 0)  # coups with k before them
    won, lost = _chances(share, ended)
    return float(follow.sum() * won**k * (won + lost))


def pooled_continuation(shoes: Iterable[int], k: int, share: float, ended: float = 0.0) -> float:
    """Give the exact mean of hits / opportunities, both added up over all shoes.

    Parameters
    ----------
    shoes : iterable of int
        Decided coups of each shoe; all its coups where ties end a run.
    k, share, ended
        As for `continuation_law`.

    Returns
    -------
    float
        Given at least one opportunity; NaN if there can be none. For one shoe it is the shoe
        average; for many it nears `share`, from below.

    Notes
    -----
    With g(t) the mean of t**O in a shoe and h(t) that of H t**O, for O opportunities and H hits,
    the mean of H / O over the sums is the integral of sum_s h_s(t) / g_s(t) prod_r g_r(t) / t
    from 0 to 1; here t = exp(-u / M), M being the mean number of opportunities.

    Examples
    --------
    >>> round(pooled_continuation([3], 1, 0.5) * 12, 6)
    5.0
    >>> 0.49 < pooled_continuation([70] * 100, 1, 0.5) < 0.5
    True
    """
    from scipy.integrate import quad

    lengths, times = np.unique(np.asarray(shoes, dtype=np.int64), return_counts=True)
    mean = mean_opportunities(shoes, k, share, ended)
    if mean <= 0:
        return float("nan")
    transforms = [_transforms(n, k, share, ended) for n in lengths.tolist()]

    def integrand(u: float) -> float:
        t = np.exp(-u / mean)
        g, h = np.array([transform(t) for transform in transforms]).T
        return float((times * h / g).sum() * np.exp(times @ np.log(g)) / mean)

    value, _ = quad(integrand, 0, 60, limit=400, epsabs=1e-12, epsrel=1e-10)
    if mean < 100:  # with few opportunities the integrand falls only like exp(-u / mean)
        value += quad(integrand, 60, 60 + 40 * mean, limit=400, epsabs=1e-12, epsrel=1e-10)[0]
    never = np.prod(
        [transform(0.0)[0] ** m for transform, m in zip(transforms, times, strict=True)]
    )
    return float(value / (1 - never))


@cache
def mean_shoe_average(coups: int, k: int, share: float, ended: float = 0.0) -> float:
    """Give `ContinuationLaw.shoe_average`, for shoes of any length; parameters as there.

    Examples
    --------
    >>> round(mean_shoe_average(3, 1, 0.5) * 12, 6)
    5.0
    """
    if coups <= _LONG:
        return continuation_law(coups, k, share, ended).shoe_average
    return pooled_continuation([coups], k, share, ended)


def _transforms(
    coups: int, k: int, share: float, ended: float
) -> Callable[[float], NDArray[np.float64]]:
    """Give the means of t**O and of H t**O in a shoe, as a function of t.

    In a long shoe, from a power of the matrix that steps a chain on the current run, up to k.
    """
    if coups <= _LONG:
        law = continuation_law(coups, k, share, ended)
        both, powers = np.stack([law.chance, law.hits], axis=1), np.arange(coups + 1)
        return lambda t: np.asarray(t**powers @ both)
    won, lost = _chances(share, ended)
    step = won * np.eye(k + 1, k=1)
    step[:, 0] = 1 - won

    def of(t: float) -> NDArray[np.float64]:
        # Each opportunity brings a t.
        step[k, 0], step[k, k] = lost * t + ended, won * t
        hit = np.zeros_like(step)
        hit[k, k] = won * t
        block = np.block([[step, hit], [np.zeros_like(step), step]])
        after = np.linalg.matrix_power(block, coups)[0]
        return np.asarray(after.reshape(2, k + 1).sum(axis=1))

    return of
