"""Tests of NIST's Special Publication 800-22 for bits of which 0 and 1 are as likely.

Here are those of shares, runs and walks; `baccarat.evidence.bits.patterns` has those of patterns.
Player and banker are not as likely: make bits of a history with `unbiased_bits`. Statistics and p
values are those of the publication. Its laws hold for long strings, its effects it does not give:
each result has one in points, with what the string could have shown. The discrete Fourier test is
left out: its law is rough, and its printed example is wrong. For the first 100 bits of pi there
are 48 peaks below the threshold and p is 0.646355; in print they are 46 and 0.168669.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat.evidence.bits.unbiased import (
    EVEN_MONEY_MARGIN,
    FAIR_BITS,
    checked_bits,
    checked_length,
    checked_margin,
    few_bits,
    no_test,
)
from baccarat.evidence.making import directed, omnibus
from baccarat.evidence.result import LEVEL, POWER, TestResult


def monobit(bits: ArrayLike, *, margin: float = EVEN_MONEY_MARGIN) -> TestResult:
    """Test whether ones are as many as zeros: NIST's frequency test.

    Parameters
    ----------
    bits : array_like of int, shape (n,), or str
        Zeros and ones.
    margin : float
        The smallest effect that is big enough to matter, in points. Default: about what banker's
        chance must gain before an even-money bet less 5% commission pays.

    Returns
    -------
    TestResult
        Statistic: ones less zeros, without sign, over the root of n. Effect: the share of ones
        less 50, with Wilson's interval, which leaves 0 out where the test rejects.

    Raises
    ------
    ValueError
        If bits are not zeros and ones in a row, or the margin is not a number above 0.

    References
    ----------
    A. Rukhin and others, A Statistical Test Suite for Random and Pseudorandom Number Generators
    for Cryptographic Applications, NIST Special Publication 800-22, revision 1a (2010), 2.1.

    Examples
    --------
    >>> result = monobit("1011010101")
    >>> round(result.statistic, 6), round(result.p_value, 6), round(result.effect, 6)
    (0.632456, 0.527089, 10.0)
    """
    found, margins = checked_bits(bits), checked_margin(margin)
    name, measures = "monobit", "share of ones less 50"
    if not found.size:
        return no_test(name, measures, found.size, margins)
    return _of_share(name, measures, found, margins)


def block_frequency(
    bits: ArrayLike, block: int, *, margin: float = EVEN_MONEY_MARGIN
) -> TestResult:
    """Test whether ones are as many as zeros in each of many blocks.

    Parameters
    ----------
    bits, margin
        As for `monobit`.
    block : int
        Bits of a block, M; those after the last whole block are left out.

    Returns
    -------
    TestResult
        Statistic: chi-square, 4 M times the squares of the blocks' shares less 1/2. Effect: the
        root of the mean square of these shifts, beyond what chance makes it.

    Raises
    ------
    ValueError
        As `monobit`; or if the string is shorter than one block.

    Notes
    -----
    The bits needed are those of as many blocks as here, each of them longer.

    References
    ----------
    NIST SP 800-22 revision 1a (2010), 2.2.

    Examples
    --------
    >>> result = block_frequency("0110011010", 3)
    >>> round(result.statistic, 6), round(result.p_value, 6), result.coups
    (1.0, 0.801252, 9)
    """
    found, margins = checked_bits(bits), checked_margin(margin)
    name, measures = "block frequency", "blocks' shares of ones less 50, root mean square"
    block = checked_length("block", block, 1, found.size or None, "bits of a block")
    blocks = found.size // block
    if not blocks:
        return no_test(name, measures, found.size, margins)
    used = blocks * block
    ones = found[:used].reshape(blocks, block).sum(axis=1)
    return omnibus(
        name,
        FAIR_BITS,
        measures,
        float(((2 * ones - block) ** 2).sum() / block),
        blocks,
        scale=50 / math.sqrt(used),
        coups=used,
        margin=margin,
        counted="bits",
        warnings=(*few_bits(found.size), *_block_advice(found.size, block)),
    )


def bit_runs(bits: ArrayLike, *, margin: float = EVEN_MONEY_MARGIN) -> TestResult:
    """Test whether runs of ones and of zeros are as many as the numbers of both make them.

    Parameters
    ----------
    bits, margin
        As for `monobit`.

    Returns
    -------
    TestResult
        Statistic: the number of runs. Effect: the share of bits equal to the one before, less its
        mean over all orders of these bits; above 0 there are too few runs. Where ones are so many
        or so few that `monobit` would all but surely reject, NIST sets p = 0; here the string is
        not testable.

    Raises
    ------
    ValueError
        As `monobit`.

    Notes
    -----
    NIST compares the runs with 2 n pi (1 - pi), for a share of ones pi; their mean, given pi, is
    one more. That moves z by 1 / (2 sqrt(n) pi (1 - pi)), 0.2 for 100 bits. The p value is NIST's,
    the effect is free of it.

    References
    ----------
    NIST SP 800-22 revision 1a (2010), 2.3.
    A. Wald and J. Wolfowitz, "On a test whether two samples are from the same population", Annals
    of Mathematical Statistics 11 (1940), for the mean.

    Examples
    --------
    >>> result = bit_runs("1001101011")
    >>> result.statistic, round(result.p_value, 6), round(result.effect, 1)
    (7.0, 0.147232, -13.3)
    """
    from scipy.special import erfc

    found, margins = checked_bits(bits), checked_margin(margin)
    name, measures = "runs of bits", "share of bits equal to the one before, less its mean"
    n = found.size
    ones = int(found.sum())
    why = _no_runs(n, ones)
    if why:
        return no_test(name, measures, n, margins, why)
    spread = ones * (n - ones) / n**2
    runs = 1 + int((found[1:] != found[:-1]).sum())
    away = abs(runs - 2 * n * spread) / (2 * math.sqrt(2 * n) * spread)
    return directed(
        name,
        FAIR_BITS,
        measures,
        100 * (1 + 2 * n * spread - runs) / (n - 1),
        error=200 * math.sqrt(n) * spread / (n - 1),
        coups=n,
        margin=margins,
        statistic=float(runs),
        p_value=float(erfc(away)),
        counted="bits",
        warnings=few_bits(n),
    )


def cumulative_sums(
    bits: ArrayLike, backward: bool = False, *, margin: float = EVEN_MONEY_MARGIN
) -> TestResult:
    """Test whether a walk, one up for a one and one down for a zero, strays too far from its start.

    Parameters
    ----------
    bits, margin
        As for `monobit`.
    backward : bool
        Walk from the last bit to the first.

    Returns
    -------
    TestResult
        Statistic: the farthest distance. Effect: the share of ones less 50, with Wilson's interval:
        the steady shift that a walk far away speaks of, though one that comes and goes can lead
        it there as well. What is detectable is such a shift, by the law of a walk with drift.

    Raises
    ------
    ValueError
        As `monobit`.

    References
    ----------
    NIST SP 800-22 revision 1a (2010), 2.13 and 3.13.
    A. N. Borodin and P. Salminen, Handbook of Brownian Motion (2002), for the walk with drift.

    Examples
    --------
    >>> result = cumulative_sums("1011010111")
    >>> result.statistic, round(result.p_value, 6)
    (4.0, 0.411659)
    """
    found, margins = checked_bits(bits), checked_margin(margin)
    name = f"cumulative sums, {'backward' if backward else 'forward'}"
    measures = "share of ones less 50, the steady shift it looks for (p is of the walk)"
    if not found.size:
        return no_test(name, measures, found.size, margins)
    n = found.size
    farthest = int(np.abs(np.cumsum(2 * (found[::-1] if backward else found) - 1)).max())
    result = _of_share(name, measures, found, margins)
    detectable = _drift_shown() * 50 / math.sqrt(n)
    return replace(
        result,
        statistic=float(farthest),
        p_value=_straying_chance(farthest, n),
        detectable=detectable,
        coups_needed=n * (detectable / margins[1]) ** 2,
    )


def _block_advice(n: int, block: int) -> Iterator[str]:
    """Yield where a block's length goes against SP 800-22, 2.2.7."""
    if block < 20:
        yield f"blocks of {block} bits are short: SP 800-22 asks for 20 or more"
    if block <= 0.01 * n or n // block >= 100:
        yield f"{n // block} blocks are many: SP 800-22 asks for fewer than 100, each above n / 100"


def _no_runs(n: int, ones: int) -> str | None:
    """Say why there are no runs to test, by SP 800-22, 2.3.4, if there are none."""
    if n < 2:
        return "a single bit" if n else "no bits"
    if ones in (0, n):
        return "all bits are the same"
    if (2 * ones - n) ** 2 < 16 * n:  # a share less than 2 / sqrt(n) from 1/2
        return None
    return (
        f"the share of ones, {ones / n:.3f}, is {2 / math.sqrt(n):.3f} or more away from 1/2, "
        "which SP 800-22 refuses; monobit tests it"
    )


def _of_share(
    name: str, measures: str, bits: NDArray[np.int64], margins: tuple[float, float]
) -> TestResult:
    from statsmodels.stats.proportion import proportion_confint

    n, ones = bits.size, int(bits.sum())
    low, high = proportion_confint(ones, n, alpha=LEVEL, method="wilson")
    return directed(
        name,
        FAIR_BITS,
        measures,
        100 * (ones / n - 0.5),
        error=50 / math.sqrt(n),
        coups=n,
        margin=margins,
        statistic=abs(2 * ones - n) / math.sqrt(n),
        interval=(100 * (float(low) - 0.5), 100 * (float(high) - 0.5)),
        counted="bits",
        warnings=few_bits(n),
    )


def _straying_chance(farthest: int, n: int) -> float:
    """Give NIST's p value of a walk of n steps.

    Its two sums of differences of the normal law, SP 800-22, 2.13.4, are here gathered into upper
    tails, alternating and falling, so that a small p is not lost in rounding. The sums end early:
    that shows in strings of some ten bits, of three it makes 1.04, for which 1 is given.
    """
    from scipy.special import ndtr

    last = (n // farthest - 1) // 4
    weights = np.resize([4.0, -4.0], 2 * last + 2)
    weights[-1] = -2
    odd = np.arange(1, 4 * last + 4, 2)
    return min(1.0, float(weights @ ndtr(-odd * farthest / math.sqrt(n))))


@cache
def _drift_shown() -> float:
    """Give the steady shift that the walk shows with 80% power, in standard errors of the share."""
    from scipy.optimize import brentq
    from scipy.special import ndtr

    folds = np.arange(-8, 9)
    signs = (-1.0) ** folds

    def staying(reach: float, drift: float) -> float:
        """Chance that Brownian motion with drift keeps within the reach up to time 1."""
        inside = ndtr((1 - 2 * folds) * reach - drift) - ndtr((-1 - 2 * folds) * reach - drift)
        return float(signs * np.exp(2 * folds * reach * drift) @ inside)

    reach = brentq(lambda a: staying(a, 0) - (1 - LEVEL), 1, 4)
    return float(brentq(lambda drift: staying(reach, drift) - (1 - POWER), 1, 5))
