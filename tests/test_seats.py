"""The shoe that passes from seat to seat."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat import TABLES, History, deal
from baccarat.betting.seats import shoe_holders


def holders(letters, **rules):
    history = History(["PBTV".index(letter) for letter in letters])
    return "".join(map(str, shoe_holders(history, **rules).tolist()))


@pytest.mark.parametrize(
    ("letters", "seats", "refusing", "seen"),
    [
        ("B", 3, (), "1"),
        ("PPPP", 3, (), "1231"),  # player wins: it passes on, and comes round
        ("BBBB", 3, (), "1111"),  # banker wins: the holder keeps it
        ("BTPTB", 3, (), "11122"),  # so with a tie
        ("VVPVB", 3, (), "11122"),  # and with a void coup
        ("PPPP", 1, (), "1111"),
        ("PPPP", 4, {2}, "1341"),
        ("PPPP", 4, {1}, "2342"),  # the first who takes it begins
        ("PPPP", 4, {1, 2, 4}, "3333"),
        ("PPPP", 4, [4, 4], "1231"),
        ("P" * 16, 15, (), "123456789101112131415" + "1"),
    ],
)
def test_who_holds_the_shoe(letters, seats, refusing, seen):
    assert holders(letters, seats=seats, refusing=refusing) == seen


def test_a_new_shoe_stays_with_the_holder():
    history = History([0, 1, 0, 1], starts=[0, 2, 2, 4])
    assert shoe_holders(history, seats=3).tolist() == [1, 2, 2, 3]


def test_the_seats_are_the_tables_unless_told():
    history = deal("six-deck", 3, rng=1)
    assert set(shoe_holders(history).tolist()) == set(range(1, 16))
    assert set(shoe_holders(history, seats=7).tolist()) == set(range(1, 8))


def test_no_coups_no_holders():
    nobody = shoe_holders(History([]), seats=3)
    assert nobody.shape == (0,)
    assert nobody.dtype == np.int64


def by_a_plain_loop(outcomes, seats, refusing):
    holder, seen = 1, []
    while holder in refusing:
        holder += 1
    for outcome in outcomes:
        seen.append(holder)
        if outcome == 0:
            holder = holder % seats + 1
            while holder in refusing:
                holder = holder % seats + 1
    return seen


@given(
    st.lists(st.integers(0, 3), max_size=60),
    st.integers(1, 9).flatmap(
        lambda seats: st.tuples(
            st.just(seats), st.sets(st.integers(1, seats), max_size=max(0, seats - 1))
        )
    ),
)
def test_holders_by_a_plain_loop(outcomes, rules):
    seats, refusing = rules
    seen = shoe_holders(History(outcomes), seats=np.int64(seats), refusing=refusing)
    assert seen.tolist() == by_a_plain_loop(outcomes, seats, refusing)


@pytest.mark.parametrize("seats", [0, -1, True, 2.5, "3"])
def test_a_number_of_seats_that_there_is_not(seats):
    with pytest.raises(ValueError, match="seats must be a whole number from 1, got") as told:
        shoe_holders(History([0]), seats=seats)
    assert str(told.value).endswith(f"got {seats}; say seats=15")


@pytest.mark.parametrize("table", [None, TABLES["live"]])
def test_a_history_that_does_not_say_its_seats(table):
    with pytest.raises(ValueError, match="got None; say seats=15"):
        shoe_holders(History([0], table=table))


@pytest.mark.parametrize(("refusing", "stranger"), [({0}, 0), ({4}, 4), ({1, 9, 5}, 5), ({-1}, -1)])
def test_a_stranger_can_not_refuse(refusing, stranger):
    with pytest.raises(ValueError, match="seats are numbered 1 to 3, got") as told:
        shoe_holders(History([0]), seats=3, refusing=refusing)
    assert f"got {stranger} among" in str(told.value)


def test_somebody_must_take_the_shoe():
    with pytest.raises(ValueError, match="all 3 seats refuse the shoe; one at least must take it"):
        shoe_holders(History([0]), seats=3, refusing=[3, 1, 2])
