"""Money: whole ten-thousandths of a unit, so that every pay and commission in use is exact."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

UNIT: Final = 10_000
"""Ten-thousandths in a unit."""

MOST: Final = 10**9 * UNIT
"""The most that is taken as one amount."""

Amount: TypeAlias = int | float | Fraction | Decimal | np.integer[Any] | np.floating[Any]
NUMBERS: Final = (int, float, Fraction, Decimal, np.integer, np.floating)


def exact(amount: Amount) -> Fraction:
    """Take a number as it is written: 0.95 is 95/100, not the float nearest to it.

    Parameters
    ----------
    amount : int, float, Fraction or Decimal
        Any finite number.

    Returns
    -------
    Fraction

    Raises
    ------
    ValueError
        If it is no finite number.

    Examples
    --------
    >>> exact(0.95)
    Fraction(19, 20)
    """
    if isinstance(amount, bool) or not isinstance(amount, NUMBERS):
        raise ValueError(
            f"an amount must be a number, such as 5, 0.5 or Fraction(1, 2); got {amount!r}"
        )
    try:
        return Fraction(str(amount))
    except ValueError:
        raise ValueError(f"an amount must be a finite number, got {amount}") from None


def plain(amount: Amount) -> int | Fraction:
    """Take a number as it is written, so that equal amounts are equal: 0.5 is Fraction(1, 2).

    Parameters
    ----------
    amount : int, float, Fraction or Decimal
        Any finite number.

    Returns
    -------
    int or Fraction
        An int if it is whole.

    Raises
    ------
    ValueError
        If it is no finite number.

    Examples
    --------
    >>> plain(20.0), plain(0.05)
    (20, Fraction(1, 20))
    """
    number = exact(amount)
    return int(number) if number.denominator == 1 else number


def money(units: Amount) -> int:
    """Turn units into ten-thousandths.

    Parameters
    ----------
    units : int, float, Fraction or Decimal
        Units; a whole number of ten-thousandths of one.

    Returns
    -------
    int
        Ten-thousandths.

    Raises
    ------
    ValueError
        If it is no number, not a whole number of ten-thousandths, or beyond 1,000,000,000 units.

    Examples
    --------
    >>> money(0.95), money(20)
    (9500, 200000)
    """
    whole = exact(units) * UNIT
    if whole.denominator != 1:
        raise ValueError(f"an amount must be a whole number of ten-thousandths, got {units}")
    if abs(whole) > MOST:
        raise ValueError(f"an amount must be at most {MOST // UNIT:,} units, got {units}")
    return int(whole)


def moneys(units: Any) -> NDArray[np.int64]:
    """Turn an array of units, or one number, into ten-thousandths.

    Parameters
    ----------
    units : array_like of numbers
        Units.

    Returns
    -------
    ndarray of int64
        Ten-thousandths, of the same shape.

    Raises
    ------
    ValueError
        As `money`, naming the first amount at fault.

    Examples
    --------
    >>> moneys([1, 0.5])
    array([10000,  5000])
    """
    given = np.asarray(units)
    if given.dtype != object and np.issubdtype(given.dtype, np.integer) and given.size:
        money(given.max()), money(given.min())
        return given.astype(np.int64) * UNIT
    if given.dtype == object:  # of several kinds, perhaps, that have no common order
        amounts = np.array([money(value) for value in given.reshape(-1)], dtype=np.int64)
        return amounts.reshape(given.shape)
    values, places = np.unique(given.reshape(-1), return_inverse=True)
    listed = values if np.issubdtype(values.dtype, np.floating) else values.tolist()
    amounts = np.array([money(value) for value in listed], dtype=np.int64)
    return amounts[places].reshape(given.shape)
