"""What a test of order is: a measure of counts, with a law under the null."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.making import directed, omnibus, simulated, untestable
from baccarat.evidence.result import TestResult
from baccarat.evidence.sample import Counts, Depth, Sample, sample_of
from baccarat.game.showing import block_html, first_line, pairs_html
from baccarat.game.table import Table
from baccarat.history.history import History

INDEPENDENT: Final = "independent coups with the table's chances"
NEXT_COUP: Final = "root-mean-square shift of the next coup's chance"

Floats = NDArray[np.float64]


class Measure(Protocol):
    """What a test makes of the counts of r records."""

    @property
    def p_values(self) -> Floats:
        """By the law for long records; 1 where a record can't be tested. Shape (r,)."""
        ...

    def result(self, test: SequenceTest, sample: Sample) -> TestResult:
        """Give the result of the first record."""
        ...


@dataclass(frozen=True, eq=False)
class Directed:
    """Effects with a direction and a normal law; arrays of shape (r,), effects in points.

    Attributes
    ----------
    effect, error : ndarray of float64
        The error is NaN where a record can't be tested.
    number : ndarray of int64
        What the error falls with the root of.
    why : str
        Why a record can't be tested, if it can't.
    """

    effect: Floats
    error: Floats
    number: NDArray[np.int64]
    why: str = "no decided coup"

    @property
    def p_values(self) -> Floats:
        """Two-sided, by the normal law."""
        from scipy.special import ndtr

        p: Floats = np.nan_to_num(2 * ndtr(-np.abs(self.effect / self.error)), nan=1.0)
        return p

    def result(self, test: SequenceTest, sample: Sample) -> TestResult:
        """Give the result of the first record."""
        margin = test.margin(sample)
        coups = int(self.number[0])
        if not np.isfinite(self.error[0]):
            return untestable(
                test.name, test.null, test.measures, self.why,
                coups=coups, margin=margin, counted=test.counted,
            )  # fmt: skip
        return directed(
            test.name, test.null, test.measures, float(self.effect[0]),
            error=float(self.error[0]), coups=coups, margin=margin, counted=test.counted,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Omnibus:
    """Sizes without a direction, with a chi-square law; arrays of shape (r,).

    Attributes
    ----------
    statistic, freedom : ndarray of float64
        No degree of freedom where a record can't be tested.
    scale : ndarray of float64
        Points of effect of a noncentrality of one.
    number : ndarray of int64
        What the scale falls with the root of.
    why : str
        Why a record can't be tested, if it can't.
    """

    statistic: Floats
    freedom: Floats
    scale: Floats
    number: NDArray[np.int64]
    why: str = "no shoe is long enough"

    @property
    def p_values(self) -> Floats:
        """Of the upper tail."""
        from scipy.special import chdtrc

        tested = self.freedom > 0
        p = chdtrc(np.where(tested, self.freedom, 1), np.where(tested, self.statistic, 0))
        return np.where(tested, p, 1.0)

    def result(self, test: SequenceTest, sample: Sample) -> TestResult:
        """Give the result of the first record."""
        margin, coups = test.margin(sample), int(self.number[0])
        if self.freedom[0] <= 0:
            return untestable(
                test.name, test.null, test.measures, self.why,
                coups=coups, margin=margin, counted=test.counted,
            )  # fmt: skip
        result = omnibus(
            test.name, test.null, test.measures, float(self.statistic[0]), float(self.freedom[0]),
            scale=float(self.scale[0]), coups=coups, margin=margin[1], counted=test.counted,
        )  # fmt: skip
        return within(result, 100 * max(sample.share, 1 - sample.share))


class SequenceTest(ABC):
    """A test of decided coups, within shoes and never across.

    A frozen dataclass of its settings; `run` puts it to a history. A p value comes from the law of
    the statistic in long records; up to `FEW_COUPS` decided coups, from simulated records of the
    same shoes (9,999, always the same), unless an exact law is at hand.
    """

    null: ClassVar[str] = INDEPENDENT
    measures: ClassVar[str] = NEXT_COUP
    counted: ClassVar[str] = "decided coups"
    of_order: ClassVar[bool] = True
    """Whether another order of the same coups can change it."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What the test is called, its settings with it."""

    @property
    def depth(self) -> Depth:
        """How far it looks."""
        return Depth()

    @abstractmethod
    def measure(self, counts: Counts) -> Measure:
        """Make of counts what the test looks at, for each record."""

    def margin(self, sample: Sample) -> tuple[float, float]:
        """Give the smallest effects big enough to matter, down and up, in points."""
        return sample.margins["repeats"]

    def run(self, history: History | Sample, table: Table | str | None = None) -> TestResult:
        """Test a history.

        Parameters
        ----------
        history : History or Sample
            What to test; nothing is carried from one segment to the next.
        table : Table or str, optional
            The table whose law is the null, if the history does not name its own.

        Returns
        -------
        TestResult

        Raises
        ------
        ValueError
            If no table is known.
        """
        sample = sample_of(history, table)
        measure = self.measure(sample.counts(self.depth))
        result = measure.result(self, sample)
        if result.method == "none" or not sample.few:
            return result
        return _by_simulation(self, sample, measure, result)

    def _repr_html_(self) -> str:
        told = [("made by", repr(self)), ("null", self.null), ("effect", self.measures)]
        return block_html(self.name, first_line(self), pairs_html(told))


def _by_simulation(
    test: SequenceTest, sample: Sample, measure: Measure, result: TestResult
) -> TestResult:
    """Put a simulated p value in place, and take out the mean of an effect under the null."""
    null = test.measure(sample.null().counts(test.depth))
    p = null.p_values
    as_far = int(np.sum(p <= measure.p_values[0] * (1 + 1e-9)))
    result = simulated(result, as_far, p.size, "monte carlo")
    if not isinstance(null, Directed):
        return result
    shift = float(np.nanmean(np.where(np.isfinite(null.error), null.effect, np.nan)))
    moved = (result.effect - shift, result.low - shift, result.high - shift)
    moved_result = replace(result, effect=moved[0], low=moved[1], high=moved[2])
    return within(moved_result, 100 * max(sample.share, 1 - sample.share))


def within(result: TestResult, most: float) -> TestResult:
    """Cut off an effect where no larger one is possible, as in a record of one side alone.

    Examples
    --------
    >>> from baccarat.evidence.making import omnibus
    >>> result = omnibus("demo", "chance", "a size", 80.0, 1, scale=10.0, coups=5, margin=1.0)
    >>> round(result.effect, 1), within(result, 50.0).effect
    (88.9, 50.0)
    """
    low, effect, high = (
        min(max(value, -most), most) for value in (result.low, result.effect, result.high)
    )
    return replace(result, low=low, effect=effect, high=high)


def spread(counts: Counts, number: NDArray[np.generic] | None = None) -> Floats:
    """Give the points of effect of a noncentrality of one, for so many coups; shape (r,).

    Where each coup's chance of banker is shifted by d, the noncentrality is the sum of d**2 / pq.

    Examples
    --------
    >>> from baccarat import deal
    >>> spread(sample_of(deal("live", 100, rng=1)).counts(Depth())).round(2).tolist()
    [0.59]
    """
    p = counts.share
    over = np.maximum(counts.decided if number is None else number, 1)
    return np.asarray(100 * np.sqrt(p * (1 - p) / over), dtype=np.float64)
