"""Whether coups follow one another by chance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.laws.run_numbers import run_number_law, run_number_moments
from baccarat.evidence.randomness.base import Directed, Floats, Omnibus, SequenceTest, spread
from baccarat.evidence.result import TestResult
from baccarat.evidence.sample import Counts, Depth, Sample, sample_of
from baccarat.evidence.streaks.runs import checked_length
from baccarat.game.checks import check_whole
from baccarat.game.table import Table
from baccarat.history.history import History

EXACT_SHOES: Final = 100
"""Up to so many shoes, the law of the number of runs is exact."""

MOST_LAGS: Final = 100
"""More than the coups of any shoe."""


@dataclass(frozen=True)
class RunsTest(SequenceTest):
    """The number of runs, given how often each side won in each shoe; after Wald and Wolfowitz.

    Stratified: runs, means and variances are added up over shoes, so that a shoe which leans one
    way can't pass for a run that goes on. Up to 100 shoes the exact law is used, beyond them the
    normal one, without a correction for continuity (it makes the test too timid). A record of one
    run a shoe can't be tested. statsmodels' ``runstest_1samp`` knows no shoes, and its correction
    in short sequences gives z = 0.38 where runs and mean agree.

    References
    ----------
    A. Wald and J. Wolfowitz, "On a test whether two samples are from the same population", Annals
    of Mathematical Statistics 11 (1940).

    Examples
    --------
    >>> import baccarat as bc
    >>> streaky = bc.History([0] * 6 + [1] * 6, table=bc.TABLES["live"])
    >>> result = RunsTest().run(streaky)
    >>> result.statistic < -2, result.method, round(result.p_value, 4)
    (True, 'exact', 0.0043)
    """

    null: ClassVar[str] = "every order of a shoe's wins is as likely as any other"
    measures: ClassVar[str] = "pairs of coups that repeat the side, more than by chance"

    @property
    def name(self) -> str:
        """What the test is called."""
        return "runs"

    def measure(self, counts: Counts) -> Directed:
        """Give the shortfall of runs, as a share of the pairs of neighbours."""
        mean, variance = run_number_moments(counts.bankers, counts.lengths - counts.bankers)
        pairs = counts.summed(np.maximum(counts.lengths - 1, 0))
        over = np.where(pairs > 0, pairs, np.nan)
        short = counts.summed(mean) - counts.runs.sum(axis=(1, 2))
        error = np.sqrt(counts.summed(variance))
        error[error == 0] = np.nan
        why = "no shoe holds wins of both sides, so that there is but one order"
        return Directed(100 * short / over, 100 * error / over, counts.decided, why)

    def run(self, history: History | Sample, table: Table | str | None = None) -> TestResult:
        """Test a history; see `SequenceTest.run`."""
        sample = sample_of(history, table)
        counts = sample.counts(self.depth)
        result = self.measure(counts).result(self, sample)
        if result.method == "none":
            return result
        result = replace(result, statistic=-result.statistic)  # below zero for too few runs
        if counts.lengths.size > EXACT_SHOES:
            return result
        p = exact_run_p_value(counts.bankers, counts.lengths, int(counts.runs.sum()))
        return replace(result, method="exact", p_value=p)


def exact_run_p_value(bankers: NDArray[np.int64], lengths: NDArray[np.int64], runs: int) -> float:
    """Give the chance of a number of runs that is as rare, given each shoe's wins.

    Parameters
    ----------
    bankers, lengths : ndarray of int64, shape (m,)
        Banker wins and decided coups of each shoe.
    runs : int
        Their runs in all.

    Returns
    -------
    float
        The sum of the chances of all numbers that are no more likely than the one seen.

    Examples
    --------
    >>> round(exact_run_p_value(np.array([2]), np.array([6]), 2), 4)
    0.1333
    """
    law = np.ones(1)
    for banker, length in zip(bankers.tolist(), lengths.tolist(), strict=True):
        if length:
            law = np.convolve(law, run_number_law(banker, length - banker))
    return float(min(law[law <= law[runs] * (1 + 1e-7)].sum(), 1.0))


@dataclass(frozen=True)
class AfterRunTest(SequenceTest):
    """Whether a run of k or more goes on, both sides together, pooled over shoes.

    The statistic is hits - chance * opportunities, whose mean is zero under chance and whose
    variance is pq a coup: it is a martingale. Averages of each shoe's own share are biased and
    not used; see `baccarat.continuation_law`. With k = 1 this is the test of P(banker | banker)
    against P(banker | player).

    Parameters
    ----------
    k : int
        Coups in a row before an opportunity, at least; to be fixed before looking.

    References
    ----------
    J. B. Miller and A. Sanjurjo, "Surprised by the hot hand fallacy? A truth in the law of small
    numbers", Econometrica 86 (2018).

    Examples
    --------
    >>> import baccarat as bc
    >>> result = AfterRunTest(3).run(bc.deal("live", 500, rng=1))
    >>> result.name, result.coups, result.verdict
    ('after 3 in a row', 8753, 'inconclusive')
    """

    measures: ClassVar[str] = "share of coups that continue the run, off its chance"
    counted: ClassVar[str] = "coups after such a run"

    k: int = 3

    def __post_init__(self) -> None:
        checked_length(self.k)

    @property
    def name(self) -> str:
        """What the test is called."""
        return f"after {self.k} in a row"

    @property
    def depth(self) -> Depth:
        """Runs are told apart up to k."""
        return Depth(longest=self.k)

    def measure(self, counts: Counts) -> Directed:
        """Give the share of hits less the mean of their chances."""
        tried = counts.after[:, :, self.k - 1 :].sum(axis=2)
        p = np.array([1 - counts.share, counts.share])
        number = tried.sum(axis=(1, 2))
        score = tried[:, :, 1].sum(axis=1) - tried.sum(axis=2) @ p
        over = np.where(number > 0, number, np.nan)
        why = f"no coup follows {self.k} or more in a row"
        return Directed(100 * score / over, 100 * np.sqrt(p[0] * p[1] / over), number, why)


@dataclass(frozen=True)
class AutocorrelationTest(SequenceTest):
    """Correlations of coups up to so many apart, pooled within shoes.

    Pairs in different shoes are left out and banker's chance is the table's, so the sum of
    products at each lag has mean zero and variance one a pair, exactly. statsmodels'
    ``acorr_ljungbox`` would run shoes together.

    Parameters
    ----------
    lags : int
        The largest lag, 1 to 100.

    References
    ----------
    G. E. P. Box and D. A. Pierce, "Distribution of residual autocorrelations ...", Journal of the
    American Statistical Association 65 (1970).

    Examples
    --------
    >>> import baccarat as bc
    >>> AutocorrelationTest(10).run(bc.deal("live", 500, rng=1)).verdict
    'inconclusive'
    """

    lags: int = 10

    def __post_init__(self) -> None:
        check_whole("lags", self.lags, 1, MOST_LAGS)

    @property
    def name(self) -> str:
        """What the test is called."""
        return f"autocorrelation, {self.lags} lags" if self.lags > 1 else "autocorrelation, 1 lag"

    @property
    def depth(self) -> Depth:
        """As many lags."""
        return Depth(lags=self.lags)

    def measure(self, counts: Counts) -> Omnibus:
        """Give the sum over lags of squared correlations, each times its number of pairs."""
        p = counts.share
        values = np.array([p * p, -p * (1 - p), -p * (1 - p), (1 - p) ** 2]) / (p * (1 - p))
        pairs = counts.lagged[:, : self.lags]
        number = pairs.sum(axis=2)
        squares = (pairs @ values) ** 2 / np.maximum(number, 1)
        freedom = np.sum(number > 0, axis=1).astype(np.float64)
        mean = number.sum(axis=1) / np.maximum(freedom, 1)
        why = "no shoe has two decided coups"
        return Omnibus(squares.sum(axis=1), freedom, spread(counts, mean), counts.decided, why)


@dataclass(frozen=True)
class SerialTest(SequenceTest):
    """Whether the next coup depends on the m - 1 before it: pairs, triples, quadruples.

    Good's difference of the chi-squares of overlapping windows of m coups and of m - 1, all windows
    inside shoes and with the table's chances. It comes to the sum over the words of m - 1 coups of
    (banker wins - p times coups after the word)**2 / (N * chance of the word * pq), so it has
    2**(m - 1) degrees of freedom; Pearson's plain chi-square of overlapping quadruples rejects
    chance twice too often.

    Parameters
    ----------
    m : int
        Coups in a window, 2 to 8.

    References
    ----------
    I. J. Good, "The serial test for sampling numbers and other tests for randomness", Proceedings
    of the Cambridge Philosophical Society 49 (1953).

    Examples
    --------
    >>> import baccarat as bc
    >>> SerialTest(4).run(bc.deal("live", 500, rng=1)).verdict
    'inconclusive'
    """

    m: int = 4

    def __post_init__(self) -> None:
        check_whole("m", self.m, 2, 8)

    @property
    def name(self) -> str:
        """What the test is called."""
        return f"serial, {self.m} coups"

    @property
    def depth(self) -> Depth:
        """Windows of m coups."""
        return Depth(word=self.m)

    def measure(self, counts: Counts) -> Omnibus:
        """Give Good's first difference."""
        seen, won = _after_words(counts, self.m)
        number = seen.sum(axis=1)
        p = counts.share
        expected = np.maximum(number, 1)[:, None] * _word_chances(self.m - 1, p) * p * (1 - p)
        statistic = ((won - p * seen) ** 2 / expected).sum(axis=1)
        freedom = np.where(number > 0, 2.0 ** (self.m - 1), 0.0)
        return Omnibus(statistic, freedom, spread(counts, number), number)


@dataclass(frozen=True)
class MarkovOrderTest(SequenceTest):
    """Whether a chain of some order fits better than one of the order below, by likelihood ratio.

    Chances are estimated for both, so a record that leans one way passes; windows stay inside
    shoes, and both orders are fitted to the same coups.

    Parameters
    ----------
    order : int
        The higher order, 1 to 7: 1 asks whether the last coup tells something, 2 whether the one
        before it tells more.

    References
    ----------
    P. G. Hoel, "A test for Markoff chains", Biometrika 41 (1954); T. W. Anderson and L. A. Goodman,
    "Statistical inference about Markov chains", Annals of Mathematical Statistics 28 (1957).

    Examples
    --------
    >>> import baccarat as bc
    >>> MarkovOrderTest(1).run(bc.deal("live", 500, rng=1)).verdict
    'inconclusive'
    """

    order: int = 1

    def __post_init__(self) -> None:
        check_whole("order", self.order, 1, 7)

    @property
    def null(self) -> str:  # type: ignore[override]
        """The chain of the order below."""
        return f"a Markov chain of order {self.order - 1}"

    @property
    def name(self) -> str:
        """What the test is called."""
        return f"Markov order {self.order}"

    @property
    def depth(self) -> Depth:
        """Windows of order + 1 coups."""
        return Depth(word=self.order + 1)

    def measure(self, counts: Counts) -> Omnibus:
        """Give twice the logarithm of the likelihood ratio."""
        seen, won = _after_words(counts, self.order + 1)
        half = seen.shape[1] // 2  # words that differ in their first coup alone lie so far apart
        shorter = seen[:, :half] + seen[:, half:], won[:, :half] + won[:, half:]
        statistic = 2 * (_likelihood(seen, won) - _likelihood(*shorter))
        number, banker = seen.sum(axis=1), won.sum(axis=1)
        both = (banker > 0) & (banker < number)
        freedom = np.where(both, 2.0 ** (self.order - 1), 0.0)
        why = "no shoe is long enough, or one side won all along"
        return Omnibus(np.maximum(statistic, 0), freedom, spread(counts, number), number, why)


def _after_words(counts: Counts, m: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give, by record and word of m - 1 coups, the coups that followed it, and banker wins."""
    words = counts.words[:, 2**m : 2 ** (m + 1)].reshape(counts.records, -1, 2)
    return words.sum(axis=2), words[:, :, 1]


def _word_chances(size: int, share: float) -> Floats:
    chances = np.ones(1)
    for _ in range(size):
        chances = np.concatenate([chances * (1 - share), chances * share])
    return chances


def _likelihood(seen: NDArray[np.int64], won: NDArray[np.int64]) -> Floats:
    """Give the largest log-likelihood of the coups after each word, added up."""
    from scipy.special import xlogy

    lost, over = seen - won, np.maximum(seen, 1)
    return np.asarray((xlogy(won, won / over) + xlogy(lost, lost / over)).sum(axis=1))
