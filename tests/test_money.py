"""Money: numbers taken as they are written, and turned into whole ten-thousandths."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat.game.money import MOST, UNIT, exact, money, moneys, plain

NO_NUMBERS = [None, True, np.True_, "5", 1j, [5], (1, 2)]
NOT_FINITE = [
    math.nan,
    math.inf,
    -math.inf,
    np.float64("nan"),
    Decimal("NaN"),
    Decimal("-Infinity"),
]


@pytest.mark.parametrize(
    "amount",
    [
        0.95,
        Fraction(19, 20),
        Decimal("0.95"),
        Decimal("0.9500"),
        np.float64(0.95),
        np.float32(0.95),
    ],
    ids=lambda amount: type(amount).__name__,
)
def test_a_number_means_what_is_written(amount):
    assert exact(amount) == Fraction(19, 20)
    assert plain(amount) == Fraction(19, 20)
    assert money(amount) == 9500
    assert moneys(amount) == 9500
    assert moneys(np.array([amount, amount])).tolist() == [9500, 9500]


@pytest.mark.parametrize("amount", [20, 20.0, Decimal("2E+1"), np.int8(20), np.uint64(20)])
def test_a_whole_number_of_any_kind(amount):
    assert plain(amount) == 20
    assert type(plain(amount)) is int
    assert money(amount) == moneys(amount) == 200_000


@pytest.mark.parametrize("amount", NO_NUMBERS, ids=repr)
@pytest.mark.parametrize("take", [exact, plain, money])
def test_what_is_no_number(take, amount):
    with pytest.raises(ValueError, match="an amount must be a number, such as 5") as told:
        take(amount)
    assert str(told.value).endswith(f"got {amount!r}")


@pytest.mark.parametrize("amount", NOT_FINITE, ids=repr)
@pytest.mark.parametrize("take", [exact, plain, money, moneys])
def test_what_is_not_finite(take, amount):
    with pytest.raises(ValueError, match="an amount must be a finite number") as told:
        take(amount)
    assert str(told.value).endswith(f"got {amount}")


@pytest.mark.parametrize("amount", [0.00001, Fraction(1, 3), 1 / 3, Decimal("1.00005"), 1e-300])
@pytest.mark.parametrize("take", [money, moneys])
def test_a_part_of_a_ten_thousandth(take, amount):
    with pytest.raises(ValueError, match="a whole number of ten-thousandths") as told:
        take(amount)
    assert str(told.value).endswith(f"got {amount}")


@pytest.mark.parametrize("amount", [10**9 + 1, -(10**9) - 1, 1e300, Decimal("1000000000.0001")])
@pytest.mark.parametrize("take", [money, moneys])
def test_more_than_is_taken_as_one_amount(take, amount):
    with pytest.raises(ValueError, match="at most 1,000,000,000 units"):
        take(amount)


def test_the_most_and_the_least():
    assert money(10**9) == MOST == 10**13
    assert money(-(10**9)) == -MOST
    assert money(Fraction(1, UNIT)) == 1
    assert moneys([10**9, -(10**9)]).tolist() == [MOST, -MOST]


@given(st.integers(-MOST, MOST))
def test_money_is_the_fraction_times_the_unit(ten_thousandths):
    amount = Fraction(ten_thousandths, UNIT)
    assert money(amount) == ten_thousandths
    assert money(plain(amount)) == ten_thousandths
    assert moneys([amount]).tolist() == [ten_thousandths]


@given(st.lists(st.integers(-(10**8), 10**8), max_size=9))
def test_moneys_are_money_one_by_one(ten_thousandths):
    decimals = [Decimal(number) / UNIT for number in ten_thousandths]
    floats = [float(number) for number in decimals]
    for amounts in (decimals, floats):
        assert moneys(amounts).tolist() == ten_thousandths
        assert moneys(amounts).dtype == np.int64


def test_amounts_of_several_kinds_in_one_list():
    amounts = [1, 0.5, Fraction(1, 4), Decimal("0.125"), np.float32(0.1)]
    assert moneys(amounts).tolist() == [10_000, 5_000, 2_500, 1_250, 1_000]


@pytest.mark.parametrize(
    "amounts",
    [[[1, 2], [3, 4]], np.array([[1.5, 2], [3, 4]]), np.array([[1, Fraction(1, 2)]]), [], [[]], 3],
    ids=repr,
)
def test_moneys_keep_their_shape(amounts):
    taken = moneys(amounts)
    assert taken.shape == np.shape(amounts)
    assert (taken / UNIT == np.array(amounts, dtype=float)).all()


def test_a_series_of_pandas():
    assert moneys(pd.Series([1, 0.5])).tolist() == [10_000, 5_000]


@pytest.mark.parametrize(
    ("amounts", "told"),
    [
        ([1, None], "got None"),
        ([1.0, math.nan], "got nan"),
        ([True, False], "got False"),
        (["5", "6"], "got '5'"),
        ([Fraction(1), "x"], "got 'x'"),
        ([0.5, 1.00005], "got 1.00005"),
        ([Fraction(1, 2), Fraction(1, 3)], "got 1/3"),
        ([1, 2 * 10**9], "got 2000000000"),
        ([-2 * 10**9, 1], "got -2000000000"),
        (np.array([2**63, 1], dtype=np.uint64), f"got {2**63}"),
        ([2**70, 1], f"got {2**70}"),
        (np.array(["2020-01-01"], dtype="datetime64[D]"), "2020"),
        ({1, 2}, "got {1, 2}"),
    ],
    ids=repr,
)
def test_the_first_amount_at_fault_is_named(amounts, told):
    with pytest.raises(ValueError, match="an amount must be") as raised:
        moneys(amounts)
    assert told in str(raised.value)
