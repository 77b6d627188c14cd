"""Making results: of effects with a direction, of sizes without one, and of nothing to test."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan, sqrt

from baccarat.evidence.result import LEVEL, POWER, Method, TestResult


def directed(
    name: str,
    null: str,
    measures: str,
    effect: float,
    *,
    error: float,
    coups: int,
    margin: tuple[float, float],
    statistic: float | None = None,
    p_value: float | None = None,
    method: Method = "asymptotic",
    p_error: float = 0.0,
    interval: tuple[float, float] | None = None,
    counted: str = "decided coups",
    warnings: tuple[str, ...] = (),
) -> TestResult:
    """Make the result of a test that points one way or the other, with an effect of known error.

    Parameters
    ----------
    name, null, measures, coups, margin, method, p_error, counted, warnings
        As `TestResult` has them.
    effect : float
        In points; zero on average under the null.
    error : float
        Its standard error under the null, in points; it falls with the root of the coups.
    statistic : float, optional
        Default: effect / error.
    p_value : float, optional
        Default: two-sided, by the normal law.
    interval : tuple of float, optional
        Default: 1.96 errors either way.

    Returns
    -------
    TestResult

    References
    ----------
    D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power approach",
    Journal of Pharmacokinetics and Biopharmaceutics 15 (1987).

    Examples
    --------
    >>> round(directed("demo", "chance", "a share", 2.0, error=1.0, coups=2500,
    ...                margin=(-0.6, 0.6)).p_value, 4)
    0.0455
    """
    from scipy.special import ndtr, ndtri

    z = effect / error
    reach = float(ndtri(1 - LEVEL / 2)) * error
    detectable = float(ndtri(1 - LEVEL / 2) + ndtri(POWER)) * error
    above, below = ndtr(-(effect - margin[0]) / error), ndtr((effect - margin[1]) / error)
    return TestResult(
        name=name,
        null=null,
        method=method,
        statistic=z if statistic is None else statistic,
        p_value=float(2 * ndtr(-abs(z))) if p_value is None else p_value,
        p_error=p_error,
        measures=measures,
        effect=effect,
        low=effect - reach if interval is None else interval[0],
        high=effect + reach if interval is None else interval[1],
        margin=margin,
        detectable=detectable,
        coups=coups,
        coups_needed=coups * (detectable / min(-margin[0], margin[1])) ** 2,
        p_equivalence=float(max(above, below)),
        counted=counted,
        warnings=warnings,
    )


def omnibus(
    name: str,
    null: str,
    measures: str,
    statistic: float,
    freedom: float,
    *,
    scale: float,
    coups: int,
    margin: float,
    p_value: float | None = None,
    method: Method = "asymptotic",
    p_error: float = 0.0,
    counted: str = "decided coups",
    warnings: tuple[str, ...] = (),
) -> TestResult:
    """Make the result of a chi-square test, whose effect is a size without a direction.

    Parameters
    ----------
    name, null, measures, coups, method, p_error, counted, warnings
        As `TestResult` has them.
    statistic : float
        Chi-square.
    freedom : float
        Its degrees of freedom under the null.
    scale : float
        The effect, in points, of a noncentrality of one: an effect e makes a chi-square with
        noncentrality (e / scale)**2. It falls with the root of the coups.
    margin : float
        The smallest size that is big enough to matter, in points.
    p_value : float, optional
        Default: of the upper tail of the chi-square law.

    Returns
    -------
    TestResult
        The effect is that of the noncentrality best in line with the statistic, statistic -
        freedom, 0 or more; its interval comes from the noncentral chi-square laws under which the
        statistic would be the upper or lower 2.5% point. For the upper end and for equivalence a
        statistic below its mean counts as at its mean, since one far too small says nothing of how
        large an effect could have hidden.

    References
    ----------
    J. H. Steiger, "Beyond the F test", Psychological Methods 9 (2004), for the interval.
    S. Wellek, Testing Statistical Hypotheses of Equivalence and Noninferiority (2010), for
    equivalence by the lower tail of the noncentral law.

    Examples
    --------
    >>> result = omnibus("demo", "chance", "a size", 8.0, 8, scale=1.0, coups=100, margin=6.0)
    >>> result.effect, round(result.high, 2), round(result.p_value, 3), result.verdict
    (0.0, 3.69, 0.433, 'consistent with chance')
    """
    from scipy.special import chdtrc, chndtr

    tail = LEVEL / 2
    detectable = scale * sqrt(noncentrality(_critical(freedom), freedom, 1 - POWER))
    usual = max(statistic, freedom)
    low = scale * sqrt(noncentrality(statistic, freedom, 1 - tail))
    high = scale * sqrt(noncentrality(usual, freedom, tail))
    return TestResult(
        name=name,
        null=null,
        method=method,
        statistic=statistic,
        p_value=float(chdtrc(freedom, statistic)) if p_value is None else p_value,
        p_error=p_error,
        measures=measures,
        effect=scale * sqrt(max(statistic - freedom, 0)),
        low=low,
        high=high,
        margin=(-margin, margin),
        detectable=detectable,
        coups=coups,
        coups_needed=coups * (detectable / margin) ** 2,
        p_equivalence=float(chndtr(usual, freedom, (margin / scale) ** 2)),
        counted=counted,
        warnings=warnings,
    )


def noncentrality(statistic: float, freedom: float, chance: float) -> float:
    """Give the noncentrality at which a chi-square stays below a value with a given chance.

    Examples
    --------
    >>> round(noncentrality(3.841459, 1, 0.2), 2)       # (1.96 + 0.84)**2
    7.85
    >>> noncentrality(0.1, 1, 0.9)                      # none is so small
    0.0
    """
    from scipy.optimize import brentq
    from scipy.special import chdtr, chndtr

    if statistic <= 0 or chdtr(freedom, statistic) <= chance:
        return 0.0
    most = statistic + 10
    while chndtr(statistic, freedom, most) > chance:
        most *= 2
    return float(brentq(lambda size: chndtr(statistic, freedom, size) - chance, 0, most))


def _critical(freedom: float) -> float:
    from scipy.special import chdtri

    return float(chdtri(freedom, LEVEL))


def untestable(
    name: str,
    null: str,
    measures: str,
    why: str,
    *,
    coups: int,
    margin: tuple[float, float],
    counted: str = "decided coups",
) -> TestResult:
    """Make the result of a test for which the data hold nothing: inconclusive, with p = 1.

    Examples
    --------
    >>> untestable("runs", "chance", "repeats", "a single run", coups=5, margin=(-1, 1)).verdict
    'inconclusive'
    """
    return TestResult(
        name=name,
        null=null,
        method="none",
        statistic=nan,
        p_value=1.0,
        p_error=0.0,
        measures=measures,
        effect=nan,
        low=-inf,
        high=inf,
        margin=margin,
        detectable=inf,
        coups=coups,
        coups_needed=inf,
        p_equivalence=1.0,
        counted=counted,
        warnings=(f"not testable: {why}",),
    )


def simulated(result: TestResult, as_far: int, repetitions: int, method: Method) -> TestResult:
    """Put a p value counted in repetitions of the null in place of a result's own.

    Parameters
    ----------
    result : TestResult
    as_far : int
        Repetitions whose statistic lay as far out as the observed one.
    repetitions : int
        How many there were.
    method : {"permutation", "monte carlo"}
        How they were made.

    Returns
    -------
    TestResult

    References
    ----------
    B. Phipson and G. K. Smyth, "Permutation p-values should never be zero", Statistical
    Applications in Genetics and Molecular Biology 9 (2010): (1 + as_far) / (1 + repetitions).

    Examples
    --------
    >>> result = directed("demo", "chance", "a share", 2.0, error=1.0, coups=50, margin=(-1, 1))
    >>> simulated(result, 4, 99, "monte carlo").p_value
    0.05
    """
    p = (1 + as_far) / (1 + repetitions)
    return replace(result, p_value=p, p_error=sqrt(p * (1 - p) / repetitions), method=method)
