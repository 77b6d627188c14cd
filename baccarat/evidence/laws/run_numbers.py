"""Exact laws of the number of runs: by length, and all of them given how often each side won."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray


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

    @property
    def at_least(self) -> NDArray[np.float64]:
        """Mean number of runs of each length or more."""
        return np.asarray(self.mean[::-1].cumsum()[::-1])


def run_counts(shoes: ArrayLike, share: float, longest: int = 10) -> RunCounts:
    """Give the law of the numbers of runs of one outcome, by length.

    Parameters
    ----------
    shoes : array_like of int, shape (m,)
        Decided coups of each shoe. No run goes from one to the next. For runs that a tie ends,
        all its coups.
    share : float
        Chance of the outcome in a decided coup; in any coup, for runs that a tie ends.
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


def run_number_law(bankers: int, players: int) -> NDArray[np.float64]:
    """Give the law of the number of runs in a shoe, given how often each side won.

    Every order of the wins is as likely, whatever the sides' chances are, as long as the coups
    are independent.

    Parameters
    ----------
    bankers, players : int
        Wins of each side, 0 or more.

    Returns
    -------
    ndarray of float64, shape (bankers + players + 1,)
        Chance of 0, 1, ... runs of either side.

    Raises
    ------
    ValueError
        If a number of wins is below 0.

    References
    ----------
    A. Wald and J. Wolfowitz, "On a test whether two samples are from the same population", Annals
    of Mathematical Statistics 11 (1940): the wins of a side are cut into j runs in one of
    C(wins - 1, j - 1) ways, and the two sides' runs take turns.

    Examples
    --------
    Two each: BBPP, PPBB; BPPB, PBBP; BPBP, PBPB.

    >>> run_number_law(2, 2).round(4)
    array([0.    , 0.    , 0.3333, 0.3333, 0.3333])
    """
    from scipy.special import gammaln

    if min(bankers, players) < 0:
        raise ValueError(f"wins must be whole numbers from 0, got {bankers} and {players}")
    n = bankers + players
    if not bankers or not players:
        return np.asarray(np.eye(n + 1)[min(n, 1)])

    def log_choices(wins: int, runs: NDArray[np.int64]) -> NDArray[np.float64]:
        with np.errstate(all="ignore"):
            log = gammaln(wins) - gammaln(runs) - gammaln(wins - runs + 1)
        return np.where((runs >= 1) & (runs <= wins), log, -np.inf)

    fewer, more = np.arange(n + 1) // 2, (np.arange(n + 1) + 1) // 2  # runs of each side
    all_orders = gammaln(n + 1) - gammaln(bankers + 1) - gammaln(players + 1)
    banker_first = log_choices(bankers, more) + log_choices(players, fewer)
    player_first = log_choices(players, more) + log_choices(bankers, fewer)
    return np.asarray(np.exp(banker_first - all_orders) + np.exp(player_first - all_orders))


def run_number_moments(
    bankers: ArrayLike, players: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give mean and variance of the number of runs in shoes, given how often each side won.

    Parameters
    ----------
    bankers, players : array_like of int, of one shape
        Wins of each side in each shoe.

    Returns
    -------
    mean, variance : ndarray of float64, of that shape
        Of the law that `run_number_law` writes out.

    References
    ----------
    Wald and Wolfowitz (1940): 1 + 2 b p / n and 2 b p (2 b p - n) / (n**2 (n - 1)).

    Examples
    --------
    >>> run_number_moments([2, 40], [2, 33])
    (array([ 3.        , 37.16438356]), array([ 0.66666667, 17.66247576]))
    """
    b, p = np.asarray(bankers, dtype=np.float64), np.asarray(players, dtype=np.float64)
    n, twice = b + p, 2 * b * p
    mean = np.minimum(n, 1) + twice / np.maximum(n, 1)
    variance = twice * (twice - n) / np.maximum(n * n * (n - 1), 1)
    return mean, variance
