"""Whether shoes differ, and whether a shoe changes as it goes on."""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, sqrt
from typing import ClassVar

import numpy as np

from baccarat.evidence.making import untestable
from baccarat.evidence.randomness.base import Directed, Floats, SequenceTest, within
from baccarat.evidence.result import LEVEL, POWER, TestResult
from baccarat.evidence.sample import Counts, Sample


@dataclass(frozen=True)
class BetweenShoesTest(SequenceTest):
    """Whether banker's wins vary from shoe to shoe as much as chance makes them, no more, no less.

    The sum over shoes of (banker wins - np)**2 / npq, two-sided, against a chi-square law with the
    exact mean and variance of that sum.

    References
    ----------
    R. A. Fisher, Statistical Methods for Research Workers (1925), the index of dispersion.

    Examples
    --------
    >>> import baccarat as bc
    >>> from baccarat.history.controls import ShoeBias
    >>> result = BetweenShoesTest().run(ShoeBias(0.05).make(200, rng=1))
    >>> result.verdict, 4 < result.effect < 6
    ('deviation', True)
    """

    measures: ClassVar[str] = "standard deviation of banker's chance over shoes (below 0: too even)"
    of_order: ClassVar[bool] = False

    @property
    def name(self) -> str:
        """What the test is called."""
        return "between shoes"

    def margin(self, sample: Sample) -> tuple[float, float]:
        """Give the spread at which half a shoe tells enough of the other half to pay.

        After n coups of a shoe, its lean is known up to what chance adds to their share. Where
        chances spread by t, the best guess spreads by t**2 / sqrt(t**2 + pq / n); the margin is
        the t at which that comes to the break-even shift, n being half a shoe.
        """
        pays = sample.margins["repeats"][1] / 100
        shoes = max(int(np.sum(np.diff(sample.starts) > 0)), 1)
        noise = sample.share * (1 - sample.share) / max(sample.sides.size / shoes / 2, 1)
        most = 100 * sqrt((pays**2 + pays * sqrt(pays**2 + 4 * noise)) / 2)
        return -most, most

    def measure(self, counts: Counts) -> Dispersion:
        """Give the sum of squares, its mean and variance, and what a spread of chances adds."""
        p, n = counts.share, counts.lengths
        played = n > 0
        pq, over = p * (1 - p), np.maximum(n, 1)
        squares = np.where(played, (counts.bankers - n * p) ** 2 / (over * pq), 0)
        variance = np.where(played, 2 + (1 - 6 * pq) / (over * pq), 0)
        weight = counts.summed(np.maximum(n - 1, 0) / pq)
        return Dispersion(
            counts.summed(squares), counts.summed(played), counts.summed(variance), weight
        )


@dataclass(frozen=True, eq=False)
class Dispersion:
    """A sum of squares with a scaled chi-square law; arrays of shape (r,).

    Attributes
    ----------
    squares, mean, variance : ndarray of float64
        The sum, and its mean and variance under the null.
    weight : ndarray of float64
        What a variance of one between shoes adds to the mean.
    """

    squares: Floats
    mean: Floats
    variance: Floats
    weight: Floats

    @property
    def p_values(self) -> Floats:
        """Two-sided: twice the smaller tail."""
        from scipy.special import chdtr, chdtrc

        freedom, scaled = self._scaled()
        tails = np.minimum(chdtr(freedom, scaled), chdtrc(freedom, scaled))
        return np.where(self.weight > 0, np.minimum(2 * tails, 1), 1.0)

    def _scaled(self) -> tuple[Floats, Floats]:
        variance = np.where(self.variance > 0, self.variance, 1)
        freedom = np.where(self.variance > 0, 2 * self.mean**2 / variance, 1)
        return freedom, self.squares * freedom / np.where(self.mean > 0, self.mean, 1)

    def result(self, test: SequenceTest, sample: Sample) -> TestResult:
        """Give the result of the first record."""
        from scipy.special import chdtr, chdtrc, chdtri, ndtri

        margin, coups = test.margin(sample), sample.sides.size
        if self.weight[0] <= 0:
            why = "no shoe has two decided coups"
            return untestable(test.name, test.null, test.measures, why, coups=coups, margin=margin)
        freedom, scaled = (float(values[0]) for values in self._scaled())
        unit = float(self.mean[0] / self.weight[0])

        def points(ratio: float) -> float:
            """Give the spread between shoes, in points, that multiplies the mean by a ratio."""
            return copysign(100 * sqrt(abs(ratio - 1) * unit), ratio - 1)

        upper, lower = (scaled / float(chdtri(freedom, p)) for p in (1 - LEVEL / 2, LEVEL / 2))
        shown = float(chdtri(freedom, LEVEL / 2)) / float(chdtri(freedom, POWER))
        widest = (margin[1] / 100) ** 2 / unit
        above = float(chdtr(freedom, scaled / (1 + widest)))
        below = float(chdtrc(freedom, scaled / (1 - widest))) if widest < 1 else 1.0
        at_margin = 2 * (float(ndtri(1 - LEVEL / 2) + ndtri(POWER)) / widest) ** 2
        needed = at_margin * float(self.variance[0] / self.mean[0]) / 2
        result = TestResult(
            name=test.name,
            null=test.null,
            method="asymptotic",
            statistic=float(self.squares[0]),
            p_value=float(self.p_values[0]),
            p_error=0.0,
            measures=test.measures,
            effect=points(float(self.squares[0] / self.mean[0])),
            low=points(lower),
            high=points(upper),
            margin=margin,
            detectable=points(shown),
            coups=coups,
            coups_needed=needed * coups / float(self.mean[0]),
            p_equivalence=max(above, below),
        )
        return within(result, 100 * sqrt(sample.share * (1 - sample.share)))


@dataclass(frozen=True)
class DriftTest(SequenceTest):
    """Whether banker's chance rises or falls along a shoe: a score test of a straight line.

    The wins are weighed with their place in the shoe, from -1 at the first coup to 1 at the last.

    References
    ----------
    P. Armitage, "Tests for linear trends in proportions and frequencies", Biometrics 11 (1955).

    Examples
    --------
    >>> import baccarat as bc
    >>> from baccarat.history.controls import Drift
    >>> result = DriftTest().run(Drift(0.05).make(500, rng=1))
    >>> result.verdict, 4 < result.effect < 6
    ('deviation', True)
    """

    measures: ClassVar[str] = "banker's chance at the end of a shoe, off that in its middle"

    @property
    def name(self) -> str:
        """What the test is called."""
        return "drift"

    def measure(self, counts: Counts) -> Directed:
        """Give the slope, in points from a shoe's middle to its end."""
        p = counts.share
        weighed, squares = counts.slopes.T
        over = np.where(squares > 0, squares, np.nan)
        error = 100 * np.sqrt(p * (1 - p) / over)
        why = "no shoe has two decided coups"
        return Directed(np.asarray(100 * weighed / over), error, counts.decided, why)
