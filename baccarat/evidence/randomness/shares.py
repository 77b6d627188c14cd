"""How often each outcome came, against the exact law of the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.randomness.base import Directed, Floats, Omnibus, SequenceTest
from baccarat.evidence.result import LEVEL, Method, TestResult
from baccarat.evidence.sample import REPETITIONS, SEED, Counts, Sample, sample_of
from baccarat.game.table import Table
from baccarat.history.history import History


@dataclass(frozen=True)
class ShareTest(SequenceTest):
    """Banker's share of decided coups, by the exact binomial law.

    References
    ----------
    scipy's binomtest; Wilson's interval by statsmodels.

    Examples
    --------
    >>> import baccarat as bc
    >>> result = ShareTest().run(bc.History([1] * 9 + [0], table=bc.TABLES["live"]))
    >>> result.method, round(result.p_value, 4), round(result.effect, 2)
    ('exact', 0.0216, 39.32)
    """

    measures: ClassVar[str] = "banker's share of decided coups, off its chance"
    of_order: ClassVar[bool] = False

    @property
    def name(self) -> str:
        """What the test is called."""
        return "share"

    def margin(self, sample: Sample) -> tuple[float, float]:
        """Give what makes a bet on player, and one on banker, pay."""
        return sample.margins["banker"]

    def measure(self, counts: Counts) -> Directed:
        """Give the share less its chance."""
        return _share(counts.summed(counts.bankers), counts.decided, counts.share)

    def run(self, history: History | Sample, table: Table | str | None = None) -> TestResult:
        """Test a history; see `SequenceTest.run`."""
        sample = sample_of(history, table)
        result = self.measure(sample.counts(self.depth)).result(self, sample)
        hits = int(sample.counts(self.depth).bankers.sum())
        return _exact(result, hits, sample.share)


@dataclass(frozen=True)
class TieShareTest(SequenceTest):
    """The share of ties among all coups, by the exact binomial law.

    Examples
    --------
    >>> import baccarat as bc
    >>> TieShareTest().run(bc.History([2, 2, 0, 1], table=bc.TABLES["live"])).p_value < 0.06
    True
    """

    measures: ClassVar[str] = "ties' share of coups, off its chance"
    of_order: ClassVar[bool] = False
    counted: ClassVar[str] = "coups"

    @property
    def name(self) -> str:
        """What the test is called."""
        return "tie share"

    def margin(self, sample: Sample) -> tuple[float, float]:
        """Give what makes a bet on the tie pay, and as much the other way."""
        from baccarat.game.law import coup_law

        law = coup_law(sample.table.decks)
        pays = float(law.break_even(sample.table.bets.get("tie", "tie")))
        return (-100 * (pays - sample.tie), 100 * (pays - sample.tie))

    def measure(self, counts: Counts) -> Directed:
        """Give the share less its chance."""
        return _share(counts.ties, counts.coups, counts.tie, "no coup")

    def run(self, history: History | Sample, table: Table | str | None = None) -> TestResult:
        """Test a history; see `SequenceTest.run`."""
        sample = sample_of(history, table)
        result = self.measure(sample.counts(self.depth)).result(self, sample)
        return _exact(result, int(sample.ties[0]), sample.tie)


@dataclass(frozen=True)
class OutcomesTest(SequenceTest):
    """Player, banker and tie together, by Pearson's chi-square with the table's exact shares.

    Where fewer than five ties are expected the p value is simulated.

    References
    ----------
    K. Pearson, "On the criterion ...", Philosophical Magazine 50 (1900).

    Examples
    --------
    >>> import baccarat as bc
    >>> OutcomesTest().run(bc.deal("live", 100, rng=1)).verdict
    'inconclusive'
    """

    measures: ClassVar[str] = "root-mean-square shift of the three shares, each by its own spread"
    of_order: ClassVar[bool] = False
    counted: ClassVar[str] = "coups"

    @property
    def name(self) -> str:
        """What the test is called."""
        return "outcomes"

    def measure(self, counts: Counts) -> Omnibus:
        """Give Pearson's chi-square of the three numbers."""
        banker = counts.summed(counts.bankers)
        seen = np.stack([counts.coups - counts.ties - banker, banker, counts.ties], axis=1)
        return _pearson(seen, counts.coups, _three(counts.share, counts.tie), counts.share)

    def run(self, history: History | Sample, table: Table | str | None = None) -> TestResult:
        """Test a history; see `SequenceTest.run`."""
        sample = sample_of(history, table)
        counts = sample.counts(self.depth)
        measure = self.measure(counts)
        result = measure.result(self, sample)
        coups = int(counts.coups[0])
        if result.method == "none" or coups * sample.tie >= 5:
            return result
        from baccarat.evidence.making import simulated

        three = _three(sample.share, sample.tie)
        made = np.random.default_rng(SEED).multinomial(coups, three, REPETITIONS)
        null = _pearson(made, np.full(REPETITIONS, coups), three, sample.share)
        as_far = int(np.sum(null.statistic >= measure.statistic[0] * (1 - 1e-9)))
        return simulated(result, as_far, REPETITIONS, "monte carlo")


def _three(share: float, tie: float) -> Floats:
    return np.array([(1 - share) * (1 - tie), share * (1 - tie), tie])


def _pearson(seen: NDArray[Any], coups: NDArray[np.int64], three: Floats, share: float) -> Omnibus:
    expected = np.maximum(coups, 1)[:, None] * three
    statistic = ((seen - expected) ** 2 / expected).sum(axis=1)
    freedom = np.where(coups > 0, 2.0, 0.0)
    scale = 100 * np.sqrt(share * (1 - share) / np.maximum(coups, 1))
    return Omnibus(statistic, freedom, scale, coups, "no coup")


def _share(
    hits: NDArray[Any], tried: NDArray[np.int64], chance: float, why: str = "no decided coup"
) -> Directed:
    over = np.where(tried > 0, tried, np.nan)
    error = 100 * np.sqrt(chance * (1 - chance) / over)
    return Directed(np.asarray(100 * (hits / over - chance)), error, tried, why)


def _exact(result: TestResult, hits: int, chance: float) -> TestResult:
    """Put the exact p value, Wilson's interval and exact one-sided tests in place."""
    from scipy.stats import binomtest
    from statsmodels.stats.proportion import proportion_confint

    if result.method == "none":
        return result
    low, high = proportion_confint(hits, result.coups, alpha=LEVEL, method="wilson")
    down, up = (chance + margin / 100 for margin in result.margin)
    above = binomtest(hits, result.coups, max(down, 0), alternative="greater").pvalue
    below = binomtest(hits, result.coups, min(up, 1), alternative="less").pvalue
    method: Method = "exact"
    return replace(
        result,
        method=method,
        p_value=float(binomtest(hits, result.coups, chance).pvalue),
        low=100 * (float(low) - chance),
        high=100 * (float(high) - chance),
        p_equivalence=float(max(above, below)),
    )
