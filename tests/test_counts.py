"""Sequences counted for many remaining shoes at a time: outcomes, codes, expectations."""

import math
from collections import Counter
from fractions import Fraction
from itertools import permutations

import by_hand
import numpy as np
import pytest
from by_hand import RANKS
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat import BETS, TABLES, Bet, coup_law, expectations, outcome_counts

few = settings(max_examples=15, deadline=None, derandomize=True)
many = settings(max_examples=100, deadline=None, derandomize=True)

LAW = by_hand.facts("coup_law")["law"]
MAIN = {name: BETS[name] for name in ("player", "banker", "tie")}
WINNERS = ["player", "banker", "tie"]


def of_law(composition):
    law = coup_law(composition=composition)
    return [law.player, law.banker, law.tie]


def counts_of(size, most):
    return st.lists(st.integers(0, most), min_size=size, max_size=size).filter(
        lambda counts: 6 <= sum(counts) <= 1248
    )


@pytest.mark.parametrize("decks", ["1", "2", "4", "8"])
def test_outcomes_of_full_shoes_to_the_last_digit(decks):
    expected = [LAW[decks]["outcomes"][winner] for winner in WINNERS]
    assert outcome_counts([int(decks)] * 52).tolist() == expected
    assert outcome_counts([4 * int(decks)] * 13).tolist() == expected


@pytest.mark.parametrize("decks", range(1, 25))
def test_outcomes_of_full_shoes_are_those_of_the_law(decks):
    """They are counted by another sum: multiplied out, no card tried after the two hands."""
    assert outcome_counts([decks] * 52).tolist() == of_law([decks] * 52)


@given(st.one_of(counts_of(13, 96), counts_of(13, 3), counts_of(52, 24), counts_of(52, 1)))
@many
def test_outcomes_of_any_shoe_are_those_of_the_law(left):
    assert outcome_counts(left).tolist() == of_law(left)
    assert sum(outcome_counts(left).tolist()) == math.perm(sum(left), 6)


small = st.lists(st.sampled_from(RANKS), min_size=6, max_size=8)


@given(small)
@few
def test_outcomes_of_a_small_shoe_are_those_of_trying_every_order(cards):
    tried = Counter(
        by_hand.coup_code([rank + "S" for rank in six]) >> 14 for six in permutations(cards, 6)
    )
    left = [cards.count(rank) for rank in RANKS]
    assert outcome_counts(left).tolist() == [tried[winner] for winner in range(3)]


@pytest.mark.parametrize("rank", range(13))
def test_the_largest_shoe_of_one_rank_does_not_overflow(rank):
    left = [0] * 13
    left[rank] = 1248
    assert outcome_counts(left).tolist() == [0, 0, math.perm(1248, 6)]


@pytest.mark.parametrize(("one", "other"), [(0, 8), (9, 7), (5, 12), (9, 12)])
def test_the_largest_shoe_of_two_ranks_does_not_overflow(one, other):
    left = [0] * 13
    left[one] = left[other] = 624
    assert outcome_counts(left).tolist() == of_law(left)
    assert sum(of_law(left)) == math.perm(1248, 6)


@pytest.mark.parametrize("width", [13, 52])
def test_many_shoes_in_one_call(width):
    left = np.random.default_rng(1).integers(0, 5, (300, width))
    counts = outcome_counts(left)
    assert (counts.shape, counts.dtype) == ((300, 3), np.int64)
    assert counts.tolist() == [outcome_counts(row).tolist() for row in left]
    assert counts[::50].tolist() == [of_law(row) for row in left[::50]]


def test_what_is_given_is_left_alone():
    left = np.random.default_rng(2).integers(0, 5, (20, 13))
    before = left.copy()
    outcome_counts(left)
    expectations(left, MAIN)
    assert np.array_equal(left, before)


def test_no_shoes_give_no_rows():
    assert outcome_counts(np.empty((0, 13), dtype=int)).shape == (0, 3)
    assert expectations(np.empty((0, 52), dtype=int)).shape == (0, len(BETS))


# expectations


@given(st.lists(counts_of(52, 8), min_size=1, max_size=3))
@few
def test_an_expectation_is_the_float_nearest_to_the_exact_fraction(shoes):
    frame = expectations(shoes)
    laws = [coup_law(composition=left) for left in shoes]
    for name, bet in BETS.items():
        assert frame[name].tolist() == [float(law.expectation(bet)) for law in laws]


@pytest.mark.parametrize("table", TABLES)
def test_expectations_of_a_full_shoe_are_the_edges(table):
    decks, bets = TABLES[table].decks, TABLES[table].bets
    law = coup_law(decks=decks)
    row = expectations([decks] * 52, bets).loc[0]
    assert row.to_dict() == {name: -float(law.edge(bet)) for name, bet in bets.items()}


def test_products_past_64_bits_are_exact():
    """The most a bet may pay, on half of 3.7e18 sequences: 2e28 ten-thousandths."""
    rich = Bet("rich", lambda coup: 1_000_000 if coup.winner == "tie" else -1)
    left = [0] * 13
    left[0] = left[8] = 624
    exact = coup_law(composition=left).expectation(rich)
    assert expectations(left, {"rich": rich}).loc[0, "rich"] == float(exact)


def test_expectations_of_many_shoes_are_those_of_each():
    left = np.random.default_rng(3).integers(1, 4, (4500, 13))  # more than are taken at a time
    frame = expectations(left, MAIN)
    assert (frame.shape, frame.columns.name) == ((4500, 3), "bet")
    some = [0, 1, 4095, 4096, 4499]
    for row in some:
        assert frame.loc[row].tolist() == expectations(left[row], MAIN).loc[0].tolist()
    counts = outcome_counts(left)
    net = (counts[:, 0] - counts[:, 1]) / counts.sum(axis=1)
    np.testing.assert_allclose(frame["player"], net, rtol=1e-12, atol=1e-15)


@given(counts_of(52, 8).filter(lambda left: sum(left) > 6))
@few
def test_a_card_burned_unseen_changes_no_expectation(left):
    """A martingale: the mean over the next card of the law without it is the law with it."""
    there = [card for card, count in enumerate(left) if count]
    after = outcome_counts([[n - (c == card) for c, n in enumerate(left)] for card in there])
    share = [Fraction(left[card], sum(left)) for card in there]
    for outcome, before in enumerate(outcome_counts(left).tolist()):
        chances = [Fraction(row[outcome], sum(row)) for row in after.tolist()]
        mean = sum(p * chance for p, chance in zip(share, chances, strict=True))
        assert mean == Fraction(before, math.perm(sum(left), 6))


# what is refused


def rows_with(row):
    return [[8] * 13, row, [0] * 13]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ([5] + [0] * 12, "composition in row 1 holds 5 cards; a coup may need six"),
        ([-1] + [8] * 12, "composition in row 1 holds a negative count, -1; the least is 0"),
        ([1.5] + [8] * 12, "composition in row 1 must hold whole numbers of cards, got 1.5"),
        ([math.nan] + [8] * 12, "composition in row 1 must hold whole numbers of cards, got nan"),
        ([math.inf] + [8] * 12, "composition in row 1 must hold whole numbers of cards, got inf"),
        ([97] * 13, "composition in row 1 holds 1261 cards; the most is 1248"),
        ([2**62] * 13, "composition in row 1 holds 59951918239556042752 cards; the most is 1248"),
        (["8"] * 13, "composition must hold whole numbers, got <U"),
    ],
)
@pytest.mark.parametrize("function", [outcome_counts, expectations])
def test_the_first_row_that_no_shoe_has_is_named(function, row, told):
    with pytest.raises(ValueError, match=r"^composition") as error:
        function(rows_with(row))
    assert str(error.value).startswith(told)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("compositions", "shape"),
    [([[8] * 12] * 3, "3x12"), ([8] * 4, "4"), ([[[8] * 13]], "1x1x13"), (8, "8"), ([], "0")],
)
def test_rows_are_13_or_52_wide(compositions, shape):
    with pytest.raises(ValueError, match=f"13 rank counts, ace first, or of 52 .*, got {shape}$"):
        outcome_counts(compositions)


def test_one_shoe_has_no_row():
    with pytest.raises(ValueError, match=r"^composition holds 0 cards; .* give six or more$"):
        outcome_counts([0] * 52)


SUITED = Bet("perfect", lambda coup: 25 if coup.player_pair_suited else -1)


def test_bets_on_suits_need_card_counts():
    expectations([8] * 52, {"mine": SUITED})
    with pytest.raises(ValueError, match=r"^bet 'mine' depends on suits.*give 52 card counts"):
        expectations([32] * 13, {"mine": SUITED, "tie": BETS["tie"]})
    with pytest.raises(ValueError, match=r"^bets 'a', 'b' depend on suits"):
        expectations([32] * 13, {"a": SUITED, "b": SUITED})


def test_some_bet_is_needed():
    with pytest.raises(ValueError, match="at least one bet"):
        expectations([8] * 52, {})
