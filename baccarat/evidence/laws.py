"""Exact laws of runs in a sequence of independent coups.

The next-coup dependence inside an eight-deck shoe is of the order of two parts in a million, so
independent coups are the null of every question about outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

_LONG = 1_000
"""Coups from which a shoe's law is not written out, as that takes time by their square."""


def run_chance(coups: int, length: int, share: float, *, passed: float = 0.0) -> float:
    """Give the chance of at least one run of `length` or more of one outcome.

    Parameters
    ----------
    coups : int
        Coups played.
    length : int
        Run length, 1 or more.
    share : float
        Chance of the outcome in each coup.
    passed : float
        Chance of a coup that neither lengthens nor ends a run: that of a tie, where ties are
        passed over.

    Returns
    -------
    float
        A probability.

    References
    ----------
    W. Feller, An Introduction to Probability Theory and Its Applications, volume 1, chapter XIII.7.

    Examples
    --------
    Seven players in a row, somewhere in 80 coups, ties passed over:

    >>> import baccarat as bc
    >>> law = bc.coup_law(decks=8)
    >>> tie = law.tie / law.total
    >>> round(run_chance(80, 7, law.player / law.total, passed=tie), 4)
    0.2201
    """
    state = np.zeros(length + 1)
    state[0] = 1.0
    for _ in range(coups):
        after = passed * state
        after[1:] += share * state[:-1]
        after[0] += (1 - share - passed) * state[:-1].sum()
        after[-1] = state[-1] + share * state[-2]
        state = after
    return float(state[-1])


def either_run_chance(coups: int, length: int, share: float, *, passed: float = 0.0) -> float:
    """Give the chance of at least one run of `length` or more of either of two outcomes.

    Parameters
    ----------
    coups, length, passed
        As for `run_chance`.
    share : float
        Chance of the first outcome in each coup; the second has what share and passed leave.

    Returns
    -------
    float
        A probability.

    Examples
    --------
    >>> either_run_chance(2, 2, 0.5)
    0.5
    """
    shares = np.array([share, 1 - share - passed])
    # state[s, r]: the last r + 1 coups went to side s, and no run has been long enough.
    state = np.zeros((2, max(length - 1, 1)))
    if length == 1 or coups == 0:
        return float(coups > 0 and 1 - passed**coups)
    none = 1.0
    for _ in range(coups):
        after = passed * state
        after[:, 1:] += shares[:, None] * state[:, :-1]
        after[:, 0] += shares * (none + state[::-1].sum(axis=1))
        none *= passed
        state = after
    return float(1 - none - state.sum())


def mean_longest_run(coups: int, share: float, *, passed: float = 0.0) -> float:
    """Give the mean length of the longest run of one outcome.

    Parameters
    ----------
    coups, share, passed
        As for `run_chance`.

    Returns
    -------
    float
        Coups.

    Examples
    --------
    >>> mean_longest_run(2, 0.5)
    1.0
    """
    chances = (run_chance(coups, k, share, passed=passed) for k in range(1, coups + 1))
    return float(sum(chances))


def mean_wait(length: int, share: float, *, passed: float = 0.0) -> float:
    """Give the mean number of coups until a run of `length` is first complete.

    Parameters
    ----------
    length, share, passed
        As for `run_chance`.

    Returns
    -------
    float
        Coups, those passed over included.

    References
    ----------
    Feller, volume 1, equation XIII.7.7: (1 - p**r) / (q p**r).

    Examples
    --------
    >>> mean_wait(2, 0.5)
    6.0
    """
    p = share / (1 - passed)
    return float((1 - p**length) / ((1 - p) * p**length) / (1 - passed))


@dataclass(frozen=True)
class RunCounts:
    """How many runs of each length to expect; all arrays have one entry a length.

    Attributes
    ----------
    lengths : ndarray of int64, shape (r,)
        1, 2, ... r; the last stands for r or more.
    mean, sd : ndarray of float64, shape (r,)
        Of the number of runs.
    """

    lengths: NDArray[np.int64]
    mean: NDArray[np.float64]
    sd: NDArray[np.float64]


def run_counts(shoes: ArrayLike, share: float, longest: int = 10) -> RunCounts:
    """Give the law of the numbers of runs of one outcome, by length.

    Parameters
    ----------
    shoes : array_like of int, shape (m,)
        Decided coups of each shoe. No run goes from one to the next.
    share : float
        Chance of the outcome in a decided coup.
    longest : int
        Runs of this length or more are counted together.

    Returns
    -------
    RunCounts
        Exact means and standard deviations, from a chain on the current run's length.

    Examples
    --------
    >>> run_counts([3], 0.5, longest=3).mean
    array([0.625, 0.25 , 0.125])
    """
    lengths, times = np.unique(np.asarray(shoes, dtype=np.int64), return_counts=True)
    most = int(lengths.max(initial=0))
    moments = np.array(
        [_run_count_moments(most, r, r == longest, share) for r in range(1, longest + 1)]
    )
    mean, square = moments[:, 0, lengths], moments[:, 1, lengths]
    variance = np.maximum(square - mean**2, 0)
    return RunCounts(np.arange(1, longest + 1), mean @ times, np.sqrt(variance @ times))


@cache
def _run_count_moments(most: int, r: int, open_ended: bool, p: float) -> NDArray[np.float64]:
    """Mean and mean square of the number of runs of length r after 0 ... most coups; (2, most + 1).

    A run of length r counts from its r-th coup on, and no more once it is longer.
    """
    # Rows: chance, mean and mean square of the count, each split by the current run's length.
    state = np.zeros((3, r + 2))
    state[0, 0] = 1.0
    out = np.zeros((2, most + 1))
    for n in range(1, most + 1):
        after = np.zeros_like(state)
        after[:, 0] = (1 - p) * state.sum(axis=1)
        after[:, 1:] = p * state[:, :-1]
        after[:, -1] += p * state[:, -1]
        after[:, r] = _counted(after[:, r], 1)
        if not open_ended:
            after[:, -1] = p * (_counted(state[:, r], -1) + state[:, -1])
        state = after
        out[:, n] = state[1:].sum(axis=1)
    return out


def _counted(moments: NDArray[np.float64], step: int) -> NDArray[np.float64]:
    chance, mean, square = moments
    return np.array([chance, mean + step * chance, square + 2 * step * mean + chance])


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
def continuation_law(coups: int, k: int, share: float) -> ContinuationLaw:
    """Give the exact law of opportunities and hits in a shoe.

    Parameters
    ----------
    coups : int
        Decided coups of the shoe, n.
    k : int
        Coups in a row before an opportunity, 1 or more.
    share : float
        Chance of the outcome in a decided coup.

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
    # [chance or hits, current run up to k, opportunities so far]
    state = np.zeros((2, k + 1, coups + 1))
    state[0, 0, 0] = 1.0
    for _ in range(coups):
        after = np.zeros_like(state)
        after[:, 0] = (1 - share) * state[:, :k].sum(axis=1)
        after[:, 1:] = share * state[:, :k]
        tried = np.roll(state[:, k], 1, axis=-1)  # one opportunity more; the last is never reached
        after[:, 0] += (1 - share) * tried
        after[:, k] += share * tried
        after[1, k] += share * tried[0]
        state = after
    chance, hits = state.sum(axis=1)
    return ContinuationLaw(chance, hits)


def mean_opportunities(shoes: Iterable[int], k: int, share: float) -> float:
    """Give the mean number of opportunities in some shoes; parameters as `pooled_continuation`.

    Examples
    --------
    >>> mean_opportunities([2, 2], 1, 0.5)
    1.0
    """
    follow = np.maximum(np.asarray(shoes, dtype=np.int64) - k, 0)  # coups with k before them
    return float(follow.sum() * share**k)


def pooled_continuation(shoes: Iterable[int], k: int, share: float) -> float:
    """Give the exact mean of hits / opportunities, both added up over all shoes.

    Parameters
    ----------
    shoes : iterable of int
        Decided coups of each shoe.
    k : int
        Coups in a row before an opportunity.
    share : float
        Chance of the outcome in a decided coup.

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
    mean = mean_opportunities(shoes, k, share)
    if mean <= 0:
        return float("nan")
    transforms = [_transforms(n, k, share) for n in lengths.tolist()]

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
def mean_shoe_average(coups: int, k: int, share: float) -> float:
    """Give `ContinuationLaw.shoe_average`, for shoes of any length; parameters as there.

    Examples
    --------
    >>> round(mean_shoe_average(3, 1, 0.5) * 12, 6)
    5.0
    """
    if coups <= _LONG:
        return continuation_law(coups, k, share).shoe_average
    return pooled_continuation([coups], k, share)


def _transforms(coups: int, k: int, share: float) -> Callable[[float], NDArray[np.float64]]:
    """Give the means of t**O and of H t**O in a shoe, as a function of t.

    In a long shoe, from a power of the matrix that steps a chain on the current run, up to k.
    """
    if coups <= _LONG:
        law = continuation_law(coups, k, share)
        both, powers = np.stack([law.chance, law.hits], axis=1), np.arange(coups + 1)
        return lambda t: np.asarray(t**powers @ both)
    step = share * np.eye(k + 1, k=1)
    step[:, 0], step[k, k] = 1 - share, share
    hit = np.zeros_like(step)
    hit[k, k] = share

    def of(t: float) -> NDArray[np.float64]:
        weight = np.where(np.arange(k + 1) == k, t, 1.0)[:, None]  # each opportunity brings a t
        block = np.block([[step * weight, hit * weight], [np.zeros_like(step), step * weight]])
        after = np.linalg.matrix_power(block, coups)[0]
        return np.asarray(after.reshape(2, k + 1).sum(axis=1))

    return of
