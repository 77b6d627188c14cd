"""Order left by shuffles, against all permutations, all riffles and shoes with order planted.

A rate is held within four binomial standard errors: a sound one fails once in 16,000, were the
seed to change. A mean is held within five: once in 1.7 million.
"""

from itertools import pairwise, permutations, product
from math import factorial, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bc
from baccarat.evidence.cards.neighbours import (
    _Followed,
    _followed,
    _neighbours,
    _permuted,
    kept_by_riffles,
    neighbours_test,
)
from baccarat.evidence.cards.rising import rising_sequences_law, rising_sequences_test
from baccarat.game.table import Table
from baccarat.history.controls import (
    Carried,
    Cut,
    Riffle,
    Shelf,
    Steps,
    Strip,
    Wash,
    rising_sequences,
)
from baccarat.history.history import History

LIVE = bc.TABLES["live"]


def assert_rate(found, of, rate):
    assert abs(found / of - rate) < 4 * sqrt(rate * (1 - rate) / of)


# Rising sequences


@pytest.mark.parametrize("cards", [2, 5, 6])
def test_the_law_of_rising_sequences_is_that_of_all_permutations(cards):
    counts = np.bincount(
        [rising_sequences(order, range(cards)) for order in permutations(range(cards))]
    )
    assert rising_sequences_law(cards) * factorial(cards) == pytest.approx(counts[1:])


def test_the_law_of_two_piles_is_that_of_all_pairs_of_permutations():
    ones = [rising_sequences(order, range(4)) for order in permutations(range(4))]
    counts = np.bincount([a + b for a, b in product(ones, ones)])
    assert rising_sequences_law(4, 2) * 24**2 == pytest.approx(counts[2:])


@given(st.integers(2, 200), st.integers(1, 5))
@settings(deadline=None)
def test_the_law_has_tannys_mean_and_variance(cards, piles):
    law = rising_sequences_law(cards, piles)
    numbers = np.arange(piles, piles * cards + 1)
    mean = law @ numbers
    assert law.sum() == pytest.approx(1)
    assert mean == pytest.approx(piles * (cards + 1) / 2)
    assert law @ (numbers - mean) ** 2 == pytest.approx(piles * (cards + 1) / 12)


def test_exact_p_values_are_shares_of_all_permutations():
    found = [rising_sequences(order, range(5)) for order in permutations(range(5))]
    for order in ([0, 1, 2, 3, 4], [1, 0, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]):
        result = rising_sequences_test(order, range(5))
        out = abs(rising_sequences(order, range(5)) - 3)
        assert result.method == "exact"
        assert result.p_value == pytest.approx(np.mean([abs(each - 3) >= out for each in found]))


def test_exact_and_normal_p_values_meet():
    """From a thousand cards on: 50 piles of 20, and the same twice."""
    rng = np.random.default_rng(3)
    orders = rng.permuted(np.tile(np.arange(20), (50, 1)), axis=1)
    before = np.tile(np.arange(20), (50, 1))
    exact = rising_sequences_test(orders, before)
    longer = rising_sequences_test(np.vstack([orders, orders]), np.vstack([before, before]))
    assert (exact.method, longer.method) == ("exact", "asymptotic")
    twice = rising_sequences_law(20, 100)
    found = int(longer.statistic)
    out = abs(found - 1050)
    assert longer.statistic == 2 * exact.statistic
    summed = twice[np.abs(np.arange(100, 2001) - 1050) >= out - 0.5].sum()
    step = twice[found - 100]  # the normal law ignores that numbers are whole
    assert abs(longer.p_value - summed) < 1.1 * step


def test_size_on_perfect_shuffles_is_five_per_cent():
    rng = np.random.default_rng(4)
    before = np.tile(np.arange(416), (5, 1))
    results = [rising_sequences_test(rng.permuted(before, axis=1), before) for _ in range(400)]
    assert_rate(sum(result.p_value < 0.05 for result in results), 400, 0.05)


@pytest.mark.parametrize(
    "shuffle", [Riffle(6), Riffle(7), Wash(5), Steps([Riffle(6), Cut()]), Shelf()]
)
def test_the_effect_is_what_the_shuffle_is_known_to_leave(shuffle):
    trace = Carried(shuffle).trace(61, rng=5)
    result = rising_sequences_test(trace.orders[1:], trace.before[1:])
    counts = [
        rising_sequences(a, b) for a, b in zip(trace.orders[1:], trace.before[1:], strict=True)
    ]
    known = 100 * (0.5 - (shuffle.truth(416).rising_sequences - 1) / 415)
    error = 100 * np.std(counts, ddof=1) / sqrt(60) / 415
    assert abs(result.effect - known) < 5 * error
    assert result.coups == 60 * 415


def test_the_margin_is_seven_riffles_of_one_deck():
    """The neighbours that kept their order, counted in 200,000 shuffles."""
    rng = np.random.default_rng(6)
    labels = rng.integers(128, size=(200_000, 52))
    places = np.argsort(np.argsort(labels, axis=1, kind="stable"), axis=1)
    inverse = np.argsort(places, axis=1)
    kept = 100 * (np.mean(inverse[:, 1:] > inverse[:, :-1], axis=1) - 0.5)
    margin = rising_sequences_test(np.arange(416), np.arange(416)).margin
    assert abs(margin[1] - kept.mean()) < 5 * kept.std() / sqrt(200_000)
    assert margin[0] == -margin[1]


@pytest.mark.parametrize(
    ("orders", "before", "message"),
    [
        ([0], [0], "n 2 or more"),
        ([0, 1, 2], [0, 1], "must have one shape"),
        ([0, 0, 1], [0, 1, 2], "the same cards, each once"),
        (np.zeros((0, 5)), np.zeros((0, 5)), "n 2 or more"),
        (np.zeros((2, 2, 2)), np.zeros((2, 2, 2)), "n 2 or more"),
    ],
)
def test_piles_must_hold_the_same_cards(orders, before, message):
    with pytest.raises(ValueError, match=message):
        rising_sequences_test(orders, before)


def test_the_law_needs_cards():
    with pytest.raises(ValueError, match="must be 1 or more"):
        rising_sequences_law(0)


# Neighbours


@given(
    st.lists(st.integers(0, 3), min_size=4, max_size=6),
    st.lists(st.integers(0, 3), min_size=2, max_size=12),
    st.integers(1, 7),
)
@settings(deadline=None, max_examples=30)
def test_moments_are_those_of_all_permutations(cards, pile, apart):
    shoe = _Followed(np.array(cards), _neighbours(np.array(pile)), apart)
    kept = shoe.kept(np.array(list(permutations(cards))))
    mean, variance = shoe.moments()
    assert mean == pytest.approx(kept.mean())
    assert variance == pytest.approx(kept.var(), abs=1e-9)


def test_moments_of_a_dealt_shoe_are_those_of_permutations():
    (shoe,) = _followed(bc.deal("live", 2, rng=1, cards=True), LIVE, 2)
    kept = _permuted([shoe])
    mean, variance = shoe.moments()
    assert abs(kept.mean() - mean) < 5 * sqrt(variance / kept.size)
    fourth = np.mean((kept - mean) ** 4)
    assert abs(kept.var() - variance) < 5 * sqrt((fourth - variance**2) / kept.size)


def test_pairs_are_counted_as_by_hand():
    """Two shoes in a row with a third that starts anew behind an empty segment."""
    history = Carried(Riffle(2)).make(3, rng=2)
    a, b, c, d = history.starts.tolist()
    pile = [card for row in history.cards[a:b] for card in row if card < 52]
    columns = (0, 3, 1, 4, 2, 5)
    dealt = [row[column] for row in history.cards[b:c] for column in columns if row[column] < 52]
    beside = list(pairwise(pile))
    kept = sum(
        ((x, y) in ((p, q), (q, p)))
        for i in range(392)
        for x, y in ((dealt[i], dealt[j]) for j in (i + 1, i + 2) if j < 392)
        for p, q in beside
    )
    alone = History(history.outcomes, [0, b, c, c, d], cards=history.cards, table=LIVE)
    shoes = list(_followed(alone, LIVE, 2))
    assert len(shoes) == 1
    assert shoes[0].kept(shoes[0].cards[None])[0] == kept
    result = neighbours_test(alone)
    assert result.coups == 391
    mean = shoes[0].moments()[0]
    assert result.effect == pytest.approx(100 * (kept - mean) / 391)


@pytest.mark.parametrize("riffles", [1, 2])
@pytest.mark.parametrize("apart", [1, 2, 4])
def test_riffles_keep_as_many_neighbours_as_in_all_riffles_of_six_cards(riffles, apart):
    kept = []
    for labels in product(range(1 << riffles), repeat=6):
        order = np.empty(6, dtype=np.int64)
        order[np.argsort(labels, kind="stable")] = np.arange(6)
        distances = [np.abs(order[d:] - order[:-d]) for d in range(1, apart + 1)]
        kept.append(sum(int(np.sum(each == 1)) for each in distances))
    chance = np.mean(
        [
            sum(abs(order[i] - order[j]) == 1 for i in range(6) for j in range(i + 1, i + apart + 1)
                if j < 6)
            for order in permutations(range(6))
        ]
    )  # fmt: skip
    exact = 100 * (np.mean(kept) - chance) / 5
    assert kept_by_riffles(riffles, 6, apart) == pytest.approx(exact)


def test_seven_riffles_keep_some_neighbours_in_shoes_of_all_sizes():
    for decks, apart in product(range(1, 13), (1, 2, 8, 26)):
        assert kept_by_riffles(7, 52 * decks, apart) > 0


def test_size_on_dealt_shoes_is_five_per_cent():
    history = bc.deal("live", 300 * 20, rng=7, cards=True)
    results = [neighbours_test(history.part(a, a + 20)) for a in range(0, 6000, 20)]
    assert {result.method for result in results} == {"asymptotic"}
    assert_rate(sum(result.p_value < 0.05 for result in results), 300, 0.05)
    scores = np.array([result.statistic for result in results])
    assert abs(scores.mean()) < 5 / sqrt(300)
    assert abs(scores.var() - 1) < 5 * sqrt(2 / 300)


def test_permutations_keep_their_level():
    """Records of two shoes of one deck."""
    table = Table(decks=1, burn=None)
    history = bc.deal(table, 400, rng=8, cards=True)
    results = [neighbours_test(history.part(a, a + 2)) for a in range(0, 400, 2)]
    assert {result.method for result in results} == {"permutation"}
    for level in (0.05, 0.2):  # the count is coarse, so that p may stay above
        found = sum(result.p_value <= level for result in results)
        assert found < 200 * level + 4 * sqrt(200 * level * (1 - level))
    assert sum(result.p_value <= 0.3 for result in results) > 20


@pytest.mark.parametrize(
    "shuffle",
    [
        (Riffle(1), Cut()),
        Riffle(2),
        Riffle(3),
        (Riffle(), Riffle(), Strip(), Riffle(), Cut()),
        Strip(),
        Wash(10),
    ],
)
def test_twenty_shoes_shout_where_shuffles_are_poor(shuffle):
    result = neighbours_test(Carried(shuffle).make(20, rng=9))
    assert result.verdict == "deviation"
    assert result.p_value < 1e-12
    assert result.effect > result.margin[1]


@pytest.mark.parametrize("apart", [1, 2, 8])
def test_the_effect_is_what_riffles_keep(apart):
    """Of neighbours that were both dealt; and as copies are one in 52, chance takes some part.

    How often two names lie next to each other varies by (1 - 1/52)**2 of its mean: that much
    stands out of a pair that was kept.
    """
    history = Carried(Riffle(3)).make(200, rng=10)
    result = neighbours_test(history, apart=apart)
    dealt = np.sum(history.cards < 52) / 200
    seen = kept_by_riffles(3, 416, apart) * (dealt - 1) / 415 * (51 / 52) ** 2
    assert abs(result.effect - seen) < 5 * result.effect / result.statistic


def test_a_shelf_machine_shows_in_neighbours_and_half_a_dozen_riffles_eight_apart():
    assert neighbours_test(Carried(Shelf()).make(20, rng=11), apart=1).p_value < 1e-4
    five = Carried(Riffle(5)).make(20, rng=11)
    assert neighbours_test(five, apart=8).p_value < 1e-9 < neighbours_test(five, apart=1).p_value


def test_two_shoes_are_enough_to_find_a_single_riffle():
    result = neighbours_test(Carried(Riffle(1)).make(2, rng=12))
    assert (result.method, result.p_value) == ("permutation", 1 / 10_000)


def test_a_pile_turned_over_has_the_same_neighbours():
    pile = np.random.default_rng(13).integers(52, size=300)
    assert np.array_equal(_neighbours(pile), _neighbours(pile[::-1]))


def altered(history, **changes):
    parts = {"outcomes": history.outcomes, "starts": history.starts, "cards": history.cards}
    return History(**(parts | {"table": history.table} | changes))


def test_ranks_are_enough_to_find_two_riffles():
    history = Carried(Riffle(2)).make(20, rng=14)
    ranks = np.where(history.cards < 52, 64 + history.cards // 4, history.cards)
    by_rank, by_card = neighbours_test(altered(history, cards=ranks)), neighbours_test(history)
    assert by_rank.p_value < 1e-4
    assert by_card.statistic > 2 * by_rank.statistic


def test_shoes_with_a_card_untold_are_left_out():
    history = Carried(Riffle(2)).make(5, rng=15)
    cards = history.cards.copy()
    cards[history.starts[2], 0] = 254
    assert neighbours_test(altered(history, cards=cards)).coups == 2 * 391
    cards[history.starts[2], 0] = 255
    assert neighbours_test(altered(history, cards=cards)).coups == 2 * 391


@pytest.mark.parametrize(
    "history",
    [
        bc.deal("live", 1, rng=1, cards=True),
        bc.deal("live", 3, rng=1),
        History([], table=LIVE),
        History([], starts=[0], cards=np.zeros((0, 6), dtype=np.uint8), table=LIVE),
        bc.deal("six-deck", 3, rng=1, cards=True),
        History([3, 3], starts=[0, 1, 2], cards=np.full((2, 6), 255, dtype=np.uint8), table=LIVE),
    ],
)
def test_without_two_shoes_of_cards_there_is_nothing_to_test(history):
    result = neighbours_test(history)
    assert (result.method, result.p_value, result.verdict) == ("none", 1.0, "inconclusive")
    assert result.warnings[0].startswith("not testable: ")


def test_shoes_of_one_card_show_the_same_in_any_order():
    same = History([2] * 4, starts=[0, 2, 4], cards=[[3, 3, 255, 3, 3, 255]] * 4, table=LIVE)
    assert "in any other order" in neighbours_test(same).warnings[0]


def test_distances_and_tables_are_checked():
    history = bc.deal("live", 2, rng=1, cards=True)
    for apart in (0, 27, 1.5, True):
        with pytest.raises(ValueError, match="apart must be a whole number of cards from 1 to 26"):
            neighbours_test(history, apart=apart)
    with pytest.raises(ValueError, match="does not say its table"):
        neighbours_test(altered(history, table=None))
