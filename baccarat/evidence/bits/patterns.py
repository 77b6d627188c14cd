"""NIST's tests of the patterns in bits of which 0 and 1 are as likely: serial, and entropy."""

from __future__ import annotations

import math
from typing import Final

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
from baccarat.evidence.making import omnibus
from baccarat.evidence.result import TestResult

LONGEST_PATTERN: Final = 16

_FOLLOWING: Final = "shift of a bit's chance given the {}, root mean square"


def serial_bits(
    bits: ArrayLike, m: int, *, margin: float = EVEN_MONEY_MARGIN
) -> tuple[TestResult, TestResult]:
    """Test whether all patterns of m bits are as frequent.

    Parameters
    ----------
    bits, margin
        As for `monobit`. The string is taken as a ring: after its last bit comes its first.
    m : int
        Bits of a pattern, 2 to 16, and no more than there are.

    Returns
    -------
    first, second : TestResult
        Statistics: I. J. Good's first and second differences of psi-square over m. Effects, beyond
        what chance makes them: the root of the mean square of the shifts that the m - 1 bits
        before make to the chance of a bit; and of those that the first of the m - 1 adds to what
        the others make, half the difference between its two values.

    Raises
    ------
    ValueError
        As `monobit`; or if m is out of its range.

    Notes
    -----
    With d the shift in a context, psi-square's first difference is in the main Pearson's
    chi-square of n pi d**2 / (1/4) over the 2**(m - 1) contexts, each with share pi.

    References
    ----------
    NIST SP 800-22 revision 1a (2010), 2.11.
    I. J. Good, "The serial test for sampling numbers and other tests for randomness", Proceedings
    of the Cambridge Philosophical Society 49 (1953).

    Examples
    --------
    >>> first, second = serial_bits("0011011101", 3)
    >>> round(first.statistic, 6), round(first.p_value, 6), round(second.p_value, 6)
    (1.6, 0.808792, 0.67032)
    """
    found, margins = checked_bits(bits), checked_margin(margin)
    n = found.size
    m = checked_length("m", m, 2, _longest(n, n), "bits of a pattern")
    told = _FOLLOWING.format(_bits(m - 1)), _FOLLOWING.format(f"bit {m - 1} before it")
    names = f"serial, m = {m}", f"serial, m = {m}, second difference"
    if n < 2:
        left, right = (no_test(*of, n, margins) for of in zip(names, told, strict=True))
        return left, right
    longer, middle, shorter = (_squares(found, length) for length in (m, m - 1, m - 2))
    statistics = (longer - middle) / n, (longer - 2 * middle + shorter) / n
    first, second = (
        _of_contexts(*of, found, margin, _pattern_advice(n, m, 2))
        for of in zip(names, told, statistics, (2 ** (m - 1), 2 ** (m - 2)), strict=True)
    )
    return first, second


def approximate_entropy(
    bits: ArrayLike, m: int, *, margin: float = EVEN_MONEY_MARGIN
) -> TestResult:
    """Test whether a bit is as hard to tell from the m before it as chance would have it.

    Parameters
    ----------
    bits, margin
        As for `serial_bits`.
    m : int
        Bits before, 1 to 16, and fewer than there are.

    Returns
    -------
    TestResult
        Statistic: 2 n (log 2 - ApEn), a likelihood ratio. Effect: the root of the mean square of
        the shifts that the m bits before make to the chance of a bit, beyond what chance makes it.

    Raises
    ------
    ValueError
        As `monobit`; or if m is out of its range.

    References
    ----------
    NIST SP 800-22 revision 1a (2010), 2.12.
    S. Pincus and B. H. Singer, "Randomness and degrees of irregularity", Proceedings of the
    National Academy of Sciences 93 (1996).

    Examples
    --------
    >>> result = approximate_entropy("0100110101", 3)
    >>> round(result.statistic, 6), round(result.p_value, 6)
    (10.043859, 0.261961)
    """
    found, margins = checked_bits(bits), checked_margin(margin)
    n = found.size
    m = checked_length("m", m, 1, _longest(n, n - 1), "bits before another")
    name, measures = f"approximate entropy, m = {m}", _FOLLOWING.format(_bits(m))
    if n < 2:
        return no_test(name, measures, n, margins)
    statistic = 2 * n * (math.log(2) - _entropy(found, m + 1) + _entropy(found, m))
    advice = _pattern_advice(n, m, 5)
    return _of_contexts(name, measures, max(statistic, 0.0), 2**m, found, margin, advice)


def _longest(n: int, most: int) -> int | None:
    """Give the longest pattern a string allows; None where it is too short for any."""
    return min(most, LONGEST_PATTERN) if n > 1 else None


def _bits(m: int) -> str:
    return "bit before it" if m == 1 else f"{m} bits before it"


def _of_contexts(
    name: str,
    measures: str,
    statistic: float,
    freedom: int,
    bits: NDArray[np.int64],
    margin: float,
    advice: tuple[str, ...],
) -> TestResult:
    return omnibus(
        name,
        FAIR_BITS,
        measures,
        statistic,
        freedom,
        scale=50 / math.sqrt(bits.size),
        coups=bits.size,
        margin=margin,
        counted="bits",
        warnings=(*few_bits(bits.size), *advice),
    )


def _pattern_advice(n: int, m: int, less: int) -> tuple[str, ...]:
    """Say if a pattern's length goes against SP 800-22, 2.11.7 (less = 2) or 2.12.7 (5)."""
    if m < int(math.log2(n)) - less:
        return ()
    needed = 2 ** (m + less + 1)
    return (f"{n:,} bits are few for m = {m}: SP 800-22 asks for {needed:,} or more",)


def _pattern_counts(bits: NDArray[np.int64], m: int) -> NDArray[np.int64]:
    """Count the patterns of m bits on the ring; shape (2**m,)."""
    code = np.zeros(bits.size, dtype=np.int64)
    for place in range(m):
        code = 2 * code + np.roll(bits, -place)
    return np.bincount(code, minlength=2**m)


def _squares(bits: NDArray[np.int64], m: int) -> int:
    """Give n psi-square + n**2, a whole number."""
    return (1 << m) * int((_pattern_counts(bits, m) ** 2).sum())


def _entropy(bits: NDArray[np.int64], m: int) -> float:
    from scipy.special import entr

    return float(entr(_pattern_counts(bits, m) / bits.size).sum())
