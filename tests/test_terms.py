"""A house's terms: commission against exact fractions, and the limits on stakes."""

import math
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat.game.bets import BETS, UNIT
from baccarat.game.terms import Commission, Limits, shown


def due(commission, *winnings):
    """Give what is due on winnings in units, in units."""
    owed = commission.due(np.array([Fraction(won) * UNIT for won in winnings], dtype=np.int64))
    return [Fraction(int(amount), UNIT) for amount in owed]


# what is due


def test_five_per_cent_is_exact():
    assert due(Commission(), 1, 20, 100, "0.2") == [Fraction(1, 20), 1, 5, Fraction(1, 100)]


def test_five_per_cent_rounded_up_to_a_whole_unit():
    assert due(Commission(chip=1), 1, 19, 20, "20.0001", 21, 40) == [1, 1, 1, 2, 2, 2]


def test_five_per_cent_rounded_up_to_five_hundredths():
    assert due(Commission(chip=0.05), 1, "1.0001", "1.5") == [
        Fraction(1, 20),
        Fraction(1, 10),
        Fraction(1, 10),
    ]


def test_a_part_of_a_ten_thousandth_is_rounded_up():
    won = np.array([1, 19, 20, 21, 40, 41])
    assert Commission().due(won).tolist() == [1, 1, 1, 2, 2, 3]


def test_a_minimum_of_one_unit():
    assert due(Commission(minimum=1), 1, 10, 20, 30) == [1, 1, 1, Fraction(3, 2)]


def test_never_more_than_was_won():
    assert due(Commission(minimum=1), "0.5") == [Fraction(1, 2)]
    assert due(Commission(chip=20), 5, 400, 401) == [5, 20, 40]


@pytest.mark.parametrize("terms", [{}, {"chip": 5}, {"minimum": 1}])
def test_nothing_is_due_on_a_push_or_a_loss(terms):
    assert due(Commission(**terms), 0, -1, -20, -1000) == [0, 0, 0, 0]


def test_no_rate_is_no_commission_but_a_minimum_holds():
    assert due(Commission(rate=0), 100) == [0]
    assert due(Commission(rate=0, minimum=2), 100, 0, -1) == [2, 0, 0]


AMOUNTS = st.integers(0, 10**13)
RATES = st.integers(0, UNIT - 1).map(lambda part: Fraction(part, UNIT))


def due_by_fractions(winnings, rate, chip, minimum):
    """Work out in ten-thousandths, from the sentence that the rule is."""
    if winnings <= 0:
        return 0
    chips = math.ceil(winnings * rate / chip)
    return min(max(chips * chip, minimum), winnings)


@given(
    st.lists(st.integers(-(10**14), 10**14), min_size=1, max_size=9),
    RATES,
    st.integers(1, 10**6),
    st.integers(0, 10**6),
)
def test_what_is_due_by_fractions(winnings, rate, chip, minimum):
    commission = Commission(rate, Fraction(chip, UNIT), Fraction(minimum, UNIT))
    owed = commission.due(np.array(winnings)).tolist()
    assert owed == [due_by_fractions(won, rate, chip, minimum) for won in winnings]


@given(AMOUNTS)
def test_the_default_takes_what_the_pays_of_banker_leave(stake):
    """Winnings less what is due are 19/20 of them, parts of a ten-thousandth the house's."""
    assert stake - Commission().due(np.array([stake])).item() == stake * 19 // 20


# before commission


@pytest.mark.parametrize(
    ("bet", "rate"),
    [
        ("banker", 0.05),
        ("banker 4%", 0.04),
        ("banker 3%", Decimal("0.03")),
        ("banker 2.75%", 0.0275),
    ],
)
def test_banker_before_commission_is_even_money(bet, rate):
    gross = Commission(rate=rate).gross(bet, BETS[bet].pays)
    assert (gross == BETS["banker even money"].pays).all()


def test_no_rate_leaves_pays_alone():
    pays = BETS["player bonus"].pays
    assert (Commission(rate=0).gross("player bonus", pays) == pays).all()


@pytest.mark.parametrize(
    ("bet", "rate", "told"),
    [
        ("banker", 0.04, r"banker pays 19/20, .* a commission of 1/25 leaves; give the rate"),
        ("banker even money", 0.05, r"banker even money pays 1, .* a commission of 1/20 leaves"),
        ("banker half on six", 0.05, r"banker half on six pays 1, "),
        ("tie", Fraction(3, 10), r"tie pays 8, "),
    ],
)
def test_pays_that_are_not_what_a_rate_leaves(bet, rate, told):
    with pytest.raises(ValueError, match=told):
        Commission(rate=rate).gross(bet, BETS[bet].pays)


# terms that are refused


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ({"rate": 1}, "from 0 to less than 1 in whole ten-thousandths, got 1; 5% is 0.05"),
        ({"rate": 5}, "got 5; 5% is 0.05"),
        ({"rate": -0.05}, "got -0.05"),
        ({"rate": Fraction(1, 3)}, "in whole ten-thousandths, got 1/3"),
        ({"rate": 0.00001}, "got 1e-05"),
        ({"rate": math.nan}, "a finite number, got nan"),
        ({"rate": "5%"}, "must be a number, such as 5, 0.5 or Fraction(1, 2); got '5%'"),
        ({"rate": True}, "got True"),
        ({"rate": None}, "got None"),
        ({"chip": 0}, "chip must be above 0 and its minimum at least 0, got 0 and 0"),
        ({"chip": -1}, "got -1 and 0"),
        ({"chip": Fraction(1, 3)}, "a whole number of ten-thousandths, got 1/3"),
        ({"chip": None}, "got None"),
        ({"minimum": -1}, "got 1/10000 and -1"),
        ({"minimum": math.inf}, "a finite number, got inf"),
        ({"collected": "day"}, 'by the "coup" or the "shoe", got \'day\''),
        ({"collected": None}, "got None"),
        ({"on": "banker"}, 'on must list bets, as ("banker",); got the text "banker"'),
    ],
    ids=str,
)
def test_a_commission_that_no_house_takes(terms, told):
    with pytest.raises(ValueError, match=r"\w") as raised:
        Commission(**terms)
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ({"chip": 0}, "a chip must be above 0, got 0"),
        ({"chip": -20}, "a chip must be above 0, got -20"),
        ({"chip": 0.00001}, "a whole number of ten-thousandths, got 1e-05"),
        ({"chip": None}, "got None"),
        ({"minimum": -1}, "minimum must be at least 0, got -1"),
        ({"minimum": True}, "got True"),
        ({"maximum": -1}, "maximum must be at least 0, got -1"),
        ({"maximum": 0}, "the maximum must be above 0 and not below the minimum, got 0"),
        ({"minimum": 20, "maximum": 19.5}, "not below the minimum, got 19.5"),
        ({"maximum": "100"}, "got '100'"),
        ({"maximum": 10**10}, "at most 1,000,000,000 units"),
        ({"difference": -0.5}, "difference must be at least 0, got -0.5"),
        ({"difference": math.nan}, "a finite number, got nan"),
    ],
    ids=str,
)
def test_limits_that_no_house_has(terms, told):
    with pytest.raises(ValueError, match=r"\w") as raised:
        Limits(**terms)
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)


# limits


LIMITS = Limits(chip=2.5, minimum=5, maximum=Decimal("12.5"))


@pytest.mark.parametrize(
    ("stake", "told"),
    [
        (5, ""),
        (7.5, ""),
        (12.5, ""),
        (2.5, "the least on tie is 5, got 2.5"),
        (15, "the most on tie is 12.5, got 15"),
        (6, "stakes on tie must be multiples of 2.5, got 6"),
        (5.0001, "stakes on tie must be multiples of 2.5, got 5.0001"),
        (1, "stakes on tie must be multiples of 2.5, got 1"),  # the chip is named first
    ],
)
def test_a_stake_within_limits(stake, told):
    assert LIMITS.refusal("tie", int(stake * UNIT)) == told


@given(st.integers(1, 10**13))
def test_without_limits_every_stake_is_taken(stake):
    assert Limits().refusal("tie", stake) == ""
    assert not Limits().apart(np.array([stake, -stake])).any()


@given(st.integers(1, 10**5), st.integers(1, 300), st.integers(0, 10**5), st.integers(0, 10**5))
def test_a_stake_is_taken_if_it_is_a_multiple_between_the_bounds(stake, chip, low, more):
    limits = Limits(*(Fraction(n, UNIT) for n in (chip, low, low + more + 1)))
    taken = stake % chip == 0 and low <= stake <= low + more + 1
    assert (limits.refusal("tie", stake) == "") == taken


def test_a_difference_may_be_reached_but_not_passed():
    apart = Limits(difference=0.5).apart(np.array([5000, -5000, 5001, -5001, 0]))
    assert apart.tolist() == [False, False, True, True, False]
    assert Limits(difference=0).apart(np.array([0, 1])).tolist() == [False, True]


# terms as values


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Commission(0.05, 0.5, 1.0), Commission(Fraction(1, 20), Fraction(1, 2), 1)),
        (Commission(on=["banker", "punto"]), Commission(on=("banker", "punto"))),
        (Limits(0.5, 1.0, Decimal(20), 3.5), Limits(Fraction(1, 2), 1, 20, Fraction(7, 2))),
    ],
)
def test_amounts_in_another_guise_make_the_same_terms(one, other):
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == repr(other)
    assert pickle.loads(pickle.dumps(one)) == other


def test_terms_cannot_be_changed():
    with pytest.raises(AttributeError):
        Limits().chip = 5
    with pytest.raises(AttributeError):
        Commission().rate = 0


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0"),
        (1, "0.0001"),
        (-1, "-0.0001"),
        (5000, "0.5"),
        (10_000, "1"),
        (-15_000, "-1.5"),
        (100_000, "10"),
        (10_010_000, "1001"),
        (10**13, "1000000000"),
    ],
)
def test_an_amount_is_shown_without_idle_zeros(amount, text):
    assert shown(amount) == text


@given(st.integers(-(10**13), 10**13))
def test_what_is_shown_is_exact(amount):
    assert Fraction(shown(amount)) == Fraction(amount, UNIT)
