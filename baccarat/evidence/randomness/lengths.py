"""How many runs there were of each length, against their exact means and covariances."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.randomness.base import Floats, Omnibus, SequenceTest, spread
from baccarat.evidence.sample import Counts, Depth
from baccarat.evidence.streaks.runs import checked_length

_EXACT_UP_TO: Final = 400
"""Decided coups of a shoe beyond which moments grow by equal steps, to rounding."""


@dataclass(frozen=True)
class RunLengthsTest(SequenceTest):
    """The numbers of runs of each side and length, by Pearson's chi-square.

    Runs cut off by the end of a shoe count as they are. The means are exact for shoes of these
    lengths: the rule of thumb, each length half as frequent as the one before, is a tenth too high
    from eight on. The numbers depend on one another, so the sum of (seen - mean)**2 / mean has no
    chi-square law with a number of classes for its freedom; it is scaled to one that has its exact
    mean and variance.

    Parameters
    ----------
    longest : int
        Runs of this length or more are counted together.

    References
    ----------
    F. E. Satterthwaite, "An approximate distribution of estimates of variance components",
    Biometrics Bulletin 2 (1946), for the scaled law.

    Examples
    --------
    >>> import baccarat as bc
    >>> RunLengthsTest(8).run(bc.deal("live", 500, rng=2)).verdict
    'inconclusive'
    """

    longest: int = 8

    def __post_init__(self) -> None:
        checked_length(self.longest)

    @property
    def name(self) -> str:
        """What the test is called."""
        return f"run lengths, 1 to {self.longest}"

    @property
    def depth(self) -> Depth:
        """Run lengths up to the longest."""
        return Depth(longest=self.longest)

    def measure(self, counts: Counts) -> Omnibus:
        """Give the scaled sum of squares."""
        mean, covariance = _moments(counts, self.longest)
        seen = _folded(counts.runs, self.longest).reshape(counts.records, -1)
        over = np.where(mean > 0, mean, 1)
        squares = np.where(mean > 0, (seen - mean) ** 2 / over, 0).sum(axis=1)
        weighed = covariance / over[:, :, None]
        first = np.einsum("rii->r", weighed)
        second = 2 * np.einsum("rij,rji->r", weighed, weighed)
        freedom = np.where(second > 0, 2 * first**2 / np.where(second > 0, second, 1), 0.0)
        statistic = squares * freedom / np.where(first > 0, first, 1)
        why = "no shoe has two decided coups"
        return Omnibus(statistic, freedom, spread(counts), counts.decided, why)


def _folded(runs: NDArray[np.int64], longest: int) -> NDArray[np.int64]:
    """Count runs longer than asked for with the longest."""
    rest = runs[:, :, longest - 1 :].sum(axis=2, keepdims=True)
    return np.concatenate([runs[:, :, : longest - 1], rest], axis=2)


def _moments(counts: Counts, longest: int) -> tuple[Floats, Floats]:
    """Give means and covariances of the numbers of runs, by record; (r, 2k) and (r, 2k, 2k)."""
    lengths, place = np.unique(counts.lengths, return_inverse=True)
    means, covariances = zip(
        *(run_moments(n, longest, counts.share) for n in lengths.tolist()), strict=True
    )
    pairs = counts.record * lengths.size + place
    flat = np.bincount(pairs, minlength=counts.records * lengths.size)
    shoes = flat.reshape(counts.records, lengths.size)
    mean = shoes.astype(np.float64) @ np.array(means)
    covariance = shoes.astype(np.float64) @ np.reshape(covariances, (lengths.size, -1))
    return mean, covariance.reshape(counts.records, 2 * longest, -1)


def run_moments(coups: int, longest: int, share: float) -> tuple[Floats, Floats]:
    """Give the exact mean and covariance of the numbers of runs in one shoe.

    Parameters
    ----------
    coups : int
        Decided coups of the shoe.
    longest : int
        k; runs of this length or more are counted together.
    share : float
        Banker's chance in a decided coup.

    Returns
    -------
    mean : ndarray of float64, shape (2k,)
        Player's runs by length, then banker's.
    covariance : ndarray of float64, shape (2k, 2k)

    Examples
    --------
    >>> mean, covariance = run_moments(3, 2, 0.5)
    >>> mean.tolist()
    [0.625, 0.375, 0.625, 0.375]
    """
    most = max(64, 1 << max(coups - 1, 0).bit_length())
    means, covariances = _all_moments(min(most, _EXACT_UP_TO), longest, share)
    if coups <= _EXACT_UP_TO:
        return means[coups], covariances[coups]
    steps = coups - _EXACT_UP_TO
    mean = means[-1] + steps * (means[-1] - means[-2])
    return mean, covariances[-1] + steps * (covariances[-1] - covariances[-2])


@cache
def _all_moments(most: int, longest: int, share: float) -> tuple[Floats, Floats]:
    """Give means and covariances after 0 ... most coups, from a chain on the current run.

    A run counts from its first coup on; as it grows it moves from one length to the next.
    """
    origin, arrival, p, change = _steps(longest, share)
    size = 2 * longest
    # By the run that is on: chance, and on its event mean and mean products of the numbers.
    chance, first = np.zeros(size + 1), np.zeros((size + 1, size))
    second = np.zeros((size + 1, size, size))
    chance[size] = 1.0  # no run yet
    means, covariances = np.zeros((most + 1, size)), np.zeros((most + 1, size, size))
    for coup in range(1, most + 1):
        c, m = chance[origin], first[origin]
        crossed = m[:, :, None] * change[:, None, :]
        squares = c[:, None, None] * change[:, :, None] * change[:, None, :]
        moved = second[origin] + crossed + crossed.transpose(0, 2, 1) + squares
        chance, first, second = np.zeros_like(chance), np.zeros_like(first), np.zeros_like(second)
        np.add.at(chance, arrival, p * c)
        np.add.at(first, arrival, p[:, None] * (m + c[:, None] * change))
        np.add.at(second, arrival, p[:, None, None] * moved)
        means[coup] = first.sum(axis=0)
        covariances[coup] = second.sum(axis=0) - np.outer(means[coup], means[coup])
    return means, covariances


def _steps(
    longest: int, share: float
) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats, Floats]:
    """List the steps of the chain: from which run to which, their chance, what they count."""
    none = 2 * longest
    count = np.eye(none + 1, none)
    steps = []
    for run in range(none + 1):
        for side, p in enumerate((1 - share, share)):
            longer = min(run + 1, side * longest + longest - 1)
            if run < none and run // longest == side:
                steps.append((run, longer, p, count[longer] - count[run]))
            else:
                steps.append((run, side * longest, p, count[side * longest]))
    origin, arrival, chances, change = zip(*steps, strict=True)
    return np.array(origin), np.array(arrival), np.array(chances), np.array(change)
