"""Bits for tests that take 0 and 1 to be as likely, and what these tests have in common.

Player and banker are not as likely; `unbiased_bits` makes bits of them that are.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat.evidence.making import untestable
from baccarat.evidence.result import TestResult
from baccarat.history.history import History

FAIR_BITS: Final = "independent bits, 0 and 1 as likely"
"""What the tests take for granted."""

EVEN_MONEY_MARGIN: Final = 0.6
"""Points a chance must move to matter: what banker's must before a bet on banker pays."""

FEW_BITS: Final = 100
"""The fewest for which SP 800-22 takes its laws to hold."""


def unbiased_bits(history: History) -> NDArray[np.uint8]:
    """Turn a history into bits that are fair whatever banker's chance is: von Neumann's extractor.

    The decided coups of each shoe are taken two by two, from its first. Banker then player is a 1,
    player then banker a 0; two alike give nothing, nor does a last coup without a partner. No pair
    goes from one shoe to the next.

    Parameters
    ----------
    history : History
        Ties and voids are passed over.

    Returns
    -------
    ndarray of uint8, shape (b,)
        Shoe after shoe; about one bit for four decided coups.

    Notes
    -----
    Where the two coups of every pair are independent and have one chance of banker, q, both
    values have chance q (1 - q) before equal pairs are dropped. What the bits can no longer show is
    the share itself, nor anything that treats both orders of a pair alike.

    References
    ----------
    J. von Neumann, "Various techniques used in connection with random digits", National Bureau of
    Standards Applied Mathematics Series 12 (1951), 36-38.

    Examples
    --------
    >>> import baccarat as bc
    >>> unbiased_bits(bc.History([1, 0, 2, 0, 1, 1, 1, 0], starts=[0, 7, 8]))
    array([1, 0], dtype=uint8)
    """
    decided = history.decided()
    shoe = decided.shoe()
    number = np.arange(len(decided)) - decided.starts[shoe]
    paired = (number % 2 == 0) & (number + 1 < decided.lengths[shoe])
    first = np.flatnonzero(paired)
    unlike = first[decided.outcomes[first] != decided.outcomes[first + 1]]
    bits: NDArray[np.uint8] = decided.outcomes[unlike]
    return bits


def checked_bits(bits: ArrayLike) -> NDArray[np.int64]:
    """Take bits as an array or as a string of the digits 0 and 1.

    Parameters
    ----------
    bits : array_like of int or bool, shape (n,), or str
        Zeros and ones.

    Returns
    -------
    ndarray of int64, shape (n,)

    Raises
    ------
    ValueError
        If there is anything but zeros and ones in a row.

    Examples
    --------
    >>> checked_bits("0110")
    array([0, 1, 1, 0])
    """
    found = np.asarray(list(bits) if isinstance(bits, str) else bits)
    if found.ndim != 1:
        raise ValueError(
            f"bits must be zeros and ones in one row, got {found.ndim} dimensions; give a list, an "
            "array or a string of them"
        )
    allowed = ["0", "1"] if isinstance(bits, str) else [0, 1]
    numbers = isinstance(bits, str) or found.dtype.kind in "biuf"
    fits = np.isin(found, allowed) if numbers else np.zeros(found.size, dtype=bool)
    if not fits.all():
        place = int(np.argmin(fits))
        raise ValueError(
            f"bits must be 0 or 1, got {found.tolist()[place]!r} at place {place}, from 0; "
            "unbiased_bits makes bits of a history"
        )
    return found.astype(np.int64)


def checked_margin(margin: float) -> tuple[float, float]:
    """Take the smallest effect that matters, and give it downwards and upwards, in points.

    Examples
    --------
    >>> checked_margin(0.6)
    (-0.6, 0.6)
    """
    real = isinstance(margin, int | float | np.integer | np.floating)
    if not real or isinstance(margin, bool) or not 0 < margin < math.inf:
        raise ValueError(
            f"margin must be a number of points above 0, got {margin!r}; it is the smallest effect "
            "that is big enough to matter"
        )
    return -float(margin), float(margin)


def checked_length(name: str, length: int, low: int, high: int | None, what: str) -> int:
    """Take a length in bits, up to what the string allows; None where it is too short to tell.

    Examples
    --------
    >>> checked_length("m", 3, 2, 10, "bits of a pattern")
    3
    """
    whole = isinstance(length, int | np.integer) and not isinstance(length, bool)
    if whole and low <= length and (high is None or length <= high):
        return int(length)
    bounds = f"from {low}" if high is None else f"from {low} to {high} for this string"
    raise ValueError(f"{name} must be a whole number {bounds}, got {length!r}; it is the {what}")


def few_bits(n: int) -> tuple[str, ...]:
    """Warn of a string too short for the law of its p value.

    Examples
    --------
    >>> few_bits(100), len(few_bits(99))
    ((), 1)
    """
    if n >= FEW_BITS:
        return ()
    return (
        f"p comes from the law of long strings, and {n} bits are few: SP 800-22 asks for "
        f"{FEW_BITS} or more",
    )


def no_test(
    name: str, measures: str, n: int, margin: tuple[float, float], why: str | None = None
) -> TestResult:
    """Make the result of a test of bits that can't be tested; by default as there are so few.

    Examples
    --------
    >>> no_test("runs of bits", "repeats", 1, (-0.6, 0.6)).warnings
    ('not testable: a single bit',)
    """
    why = why or ("a single bit" if n else "no bits")
    return untestable(name, FAIR_BITS, measures, why, coups=n, margin=margin, counted="bits")
