"""Ranks and suits of dealt cards, against enumeration, other laws and shoes with cards missing.

A rate is held within four binomial standard errors: a sound one fails once in 16,000, were the
seed to change.
"""

from dataclasses import replace
from itertools import combinations, product
from math import comb, sqrt

import numpy as np
import pytest
from scipy.stats import chi2, multivariate_hypergeom, ncx2

import baccarat as bc
from baccarat.evidence.cards.dealt import cards_in_order, cards_surely_dealt, places_in_shoe
from baccarat.evidence.cards.ranks import (
    _SUITS,
    _chi_square,
    _Grouping,
    _Sample,
    card_ranks_test,
    card_suits_test,
    one_missing,
)
from baccarat.game.cards import CARD_RANKS, CARD_VALUES
from baccarat.game.table import Table
from baccarat.history.controls import deal_order
from baccarat.history.history import History, join

LIVE = bc.TABLES["live"]
SHOES_A_RECORD = 20
RECORDS = 600


def records(history, shoes=SHOES_A_RECORD):
    return [history.part(a, a + shoes) for a in range(0, history.segments, shoes)]


def assert_rate(found, of, rate):
    """Hold a number of rejections within four binomial standard errors."""
    assert abs(found / of - rate) < 4 * sqrt(rate * (1 - rate) / of)


@pytest.fixture(scope="module")
def dealt():
    return records(bc.deal("live", RECORDS * SHOES_A_RECORD, rng=20, cards=True))


def with_cards(history, cards, **changes):
    parts = {"outcomes": history.outcomes, "starts": history.starts, "table": history.table}
    return History(**(parts | {"cards": cards} | changes))


# The law


def test_chi_square_of_draws_without_replacement_has_its_degrees_of_freedom_as_exact_mean():
    """All ways to draw 4 and 3 cards from two shoes of 6, in groups of 3, 2 and 1."""
    groups, shares = np.array([0, 0, 0, 1, 1, 2]), np.array([3, 2, 1]) / 6
    sample = _Sample(np.zeros(3, dtype=np.int64), np.array([4, 3]), 6)
    grouping = _Grouping("group", np.zeros(256, dtype=np.int8), shares)
    counts = np.array(
        [
            np.bincount(groups[[*first, *second]], minlength=3)
            for first, second in product(combinations(range(6), 4), combinations(range(6), 3))
        ]
    )
    assert _chi_square(counts, sample, grouping).mean() == pytest.approx(2, abs=1e-12)
    exact = np.cov(counts.T, bias=True)
    assert exact == pytest.approx(sample.spread * (np.diag(shares) - np.outer(shares, shares)))


def test_the_factor_is_that_of_scipys_hypergeometric_covariance():
    sample = _Sample(np.zeros(13, dtype=np.int64), np.array([392]), 416)
    published = multivariate_hypergeom(m=[32] * 13, n=392).cov()
    assert sample.spread * (np.eye(13) / 13 - 1 / 169) == pytest.approx(published)


def test_size_on_dealt_shoes_is_five_per_cent(dealt):
    for test in (card_ranks_test, card_suits_test):
        results = [test(record) for record in dealt]
        assert {result.method for result in results} == {"asymptotic"}
        assert_rate(sum(result.p_value < 0.05 for result in results), RECORDS, 0.05)


def test_the_ordinary_chi_square_never_rejects_anything(dealt):
    """The reason for the other variance: it is 1 - 392/416 of what ordinary chi-square takes."""
    critical, found = chi2.ppf(0.95, 12), 0
    for record in dealt:
        ranks = np.bincount(CARD_RANKS[record.cards[record.cards < 52]], minlength=13)
        found += ((ranks - ranks.mean()) ** 2 / ranks.mean()).sum() > critical
    assert found == 0


def test_one_shoe_is_judged_by_simulated_shoes_and_keeps_its_level():
    shoes = records(bc.deal("live", 300, rng=21, cards=True), 1)
    results = [card_ranks_test(shoe) for shoe in shoes]
    assert {result.method for result in results} == {"monte carlo"}
    assert_rate(sum(result.p_value <= 0.05 for result in results), 300, 0.05)


def test_simulated_p_value_is_that_of_enumeration():
    """Four cards of one deck, by suit: three spades and a heart."""
    history = History([0], cards=[[0, 4, 255, 8, 1, 255]], table=Table(decks=1, burn=None))
    result = card_suits_test(history)
    sample = _Sample(np.array([3, 1, 0, 0]), np.array([4]), 52)
    hands = np.array([hand for hand in product(range(5), repeat=4) if sum(hand) == 4])
    chances = np.array([np.prod([comb(13, n) for n in hand]) for hand in hands]) / comb(52, 4)
    reached = _chi_square(hands, sample, _SUITS) >= result.statistic - 1e-9
    exact = chances[reached].sum()
    assert chances.sum() == pytest.approx(1)
    assert 0.1 < exact < 0.9
    assert abs(result.p_value - exact) < 4 * sqrt(exact * (1 - exact) / 9_999)


# How many cards are looked at


def test_every_shoe_deals_as_many_cards_as_it_surely_does():
    tables = [table for table in bc.TABLES.values() if table.shuffle == "shoe"]
    tables += [
        Table(decks=decks, burn=burn, cut=cut, after_cut=after)
        for decks, burn, cut, after in product(
            (1, 2), (None, 5, "first-card"), (0, 1, 7, 40), (0, 1)
        )
    ]
    for number, table in enumerate(tables):
        _, shoe = cards_in_order(bc.deal(table, 300, rng=number, cards=True))
        assert np.bincount(shoe).min() >= cards_surely_dealt(table)


def test_a_shoe_of_naturals_after_the_largest_burn_deals_no_more():
    """A ten burns eleven, and 98 coups of four cards reach the first card behind the cut card."""
    order = np.full(416, 51)
    order[11:] = np.resize([32, 33, 51, 50], 405)
    _, shoe = cards_in_order(deal_order(order.astype(np.uint8), LIVE))
    assert shoe.size == cards_surely_dealt(LIVE) == 392


def test_cards_are_taken_as_they_were_dealt():
    history = History([0, 1, 0], starts=[0, 2, 2, 3], cards=[
        [1, 3, 255, 2, 4, 255], [5, 7, 9, 6, 8, 10], [11, 13, 255, 12, 14, 15]
    ])  # fmt: skip
    cards, shoe = cards_in_order(history)
    assert cards.tolist() == list(range(1, 16))
    assert shoe.tolist() == [0] * 10 + [2] * 5
    assert places_in_shoe(shoe).tolist() == [*range(10), *range(5)]


def test_only_so_many_cards_of_each_shoe_count(dealt):
    record = dealt[0]
    cards, shoe = cards_in_order(record)
    by_hand = sum(
        np.bincount(CARD_RANKS[cards[shoe == number][:392]], minlength=13)
        for number in range(SHOES_A_RECORD)
    )
    result, spread = card_ranks_test(record), SHOES_A_RECORD * 392 * 24 / 415
    apart = by_hand - SHOES_A_RECORD * 392 / 13
    assert result.coups == SHOES_A_RECORD * 392
    assert result.statistic == pytest.approx((apart**2).sum() * 13 / spread)
    assert result.effect == pytest.approx(
        100 * sqrt(max(result.statistic - 12, 0) * spread) / result.coups
    )


def test_incomplete_segments_count_with_what_they_have(dealt):
    record = dealt[1].select(np.arange(len(dealt[1])) % 80 < 30)
    assert card_ranks_test(record).coups == cards_in_order(record)[0].size


def test_where_every_coup_is_shuffled_first_cards_count_alone():
    record = bc.deal("six-deck", 100, rng=3, cards=True)
    third = record.cards.copy()
    third[:, [2, 5]] = np.where(third[:, [2, 5]] < 52, 0, 255)
    result = card_ranks_test(record)
    assert result.coups == 4 * len(record)
    assert result == card_ranks_test(with_cards(record, third))
    parts = [card_ranks_test(part) for part in records(record, 1)]
    assert sum(part.p_value < 0.05 for part in parts) < 100 * 0.05 + 4 * sqrt(100 * 0.05 * 0.95)


# What it finds


def shuffled_piles(pile, shoes, seed):
    return np.random.default_rng(seed).permuted(np.tile(pile, (shoes, 1)), axis=1)


def test_one_card_in_the_place_of_another_is_found_as_often_as_the_noncentral_law_says():
    """An ace gone, a king too many: the effect is sqrt(2 * 13) / 416, 1.23 points."""
    pile = np.repeat(np.arange(52, dtype=np.uint8), 8)
    pile[0] = 51
    history = deal_order(shuffled_piles(pile, 300 * SHOES_A_RECORD, 4), LIVE)
    results = [card_ranks_test(record) for record in records(history)]
    effect, spread = sqrt(26) / 416, SHOES_A_RECORD * 392 * 24 / 415
    noncentrality = (effect * SHOES_A_RECORD * 392) ** 2 / spread
    power = ncx2.sf(chi2.ppf(0.95, 12), 12, noncentrality)
    assert 0.6 < power < 0.95
    assert_rate(sum(result.p_value < 0.05 for result in results), 300, power)
    whole = card_ranks_test(history)
    assert whole.low < 100 * effect < whole.high
    assert whole.verdict == "deviation"


def test_the_margin_is_that_of_one_card_gone():
    for shares in (np.full(13, 1 / 13), np.array([4, *[1] * 9]) / 13, np.full(4, 1 / 4)):
        sizes = []
        for gone in range(shares.size):
            left = 416 * shares - (np.arange(shares.size) == gone)
            sizes.append(100 * sqrt((shares * (left / left.sum() / shares - 1) ** 2).sum()))
        assert one_missing(416, shares) == pytest.approx(min(sizes))
    assert card_ranks_test(bc.deal("live", 5, rng=1, cards=True)).margin[1] == pytest.approx(
        100 * sqrt(12) / 415
    )


def test_full_shoes_in_plenty_are_consistent_with_chance():
    history = bc.deal("live", 400, rng=6, cards=True)
    for test in (card_ranks_test, card_suits_test):
        assert test(history).verdict == "consistent with chance"


# What records leave out


def test_ranks_without_suits_give_the_same(dealt):
    cards = dealt[2].cards
    ranks = np.where(cards < 52, 64 + cards // 4, cards)
    assert card_ranks_test(with_cards(dealt[2], ranks)) == card_ranks_test(dealt[2])
    result = card_suits_test(with_cards(dealt[2], ranks))
    assert result.method == "none"
    assert result.warnings == ("not testable: no card's suit is told",)


def test_values_alone_are_tested_with_four_times_as_many_tens(dealt):
    cards = dealt[2].cards
    values = np.where(cards < 52, 80 + CARD_VALUES[np.minimum(cards, 51)], cards)
    result = card_ranks_test(with_cards(dealt[2], values))
    dealt_cards, shoe = cards_in_order(dealt[2])
    counts = np.bincount(CARD_VALUES[dealt_cards[places_in_shoe(shoe) < 392]], minlength=10)
    shares = np.array([4, *[1] * 9]) / 13
    apart, spread = counts - counts.sum() * shares, SHOES_A_RECORD * 392 * 24 / 415
    assert result.name == "card values"
    assert result.statistic == pytest.approx((apart**2 / shares).sum() / spread)
    assert result.p_value == pytest.approx(chi2.sf(result.statistic, 9))


def test_one_card_told_by_value_makes_it_values(dealt):
    cards = dealt[2].cards.copy()
    cards[0, 0] = 80
    assert card_ranks_test(with_cards(dealt[2], cards)).name == "card values"


def test_untold_cards_are_left_out_and_said(dealt):
    cards = dealt[3].cards.copy()
    cards[:10, 0] = 254
    result = card_ranks_test(with_cards(dealt[3], cards))
    assert result.coups == SHOES_A_RECORD * 392 - 10
    assert result.warnings == ("10 cards of untold rank left out",)


def test_void_coups_and_empty_segments_change_nothing(dealt):
    record = dealt[4]
    empty = np.full((1, 6), 255, dtype=np.uint8)
    void = History([3], cards=empty, table=LIVE)
    nothing = History([], cards=np.zeros((0, 6), dtype=np.uint8), table=LIVE)
    plain = with_cards(record, record.cards)
    assert card_ranks_test(join([nothing, plain, void, nothing])) == card_ranks_test(record)


def test_without_cards_there_is_nothing_to_test():
    for history in (bc.deal("live", 2, rng=1), History([], table=LIVE)):
        result = card_ranks_test(history)
        assert (result.method, result.p_value, result.verdict) == ("none", 1.0, "inconclusive")
    with pytest.raises(ValueError, match="the history holds no cards"):
        cards_in_order(bc.deal("live", 2, rng=1))


def test_without_a_table_it_asks_for_one(dealt):
    bare = with_cards(dealt[0], dealt[0].cards, table=None)
    with pytest.raises(ValueError, match="does not say its table"):
        card_ranks_test(bare)
    assert card_ranks_test(bare, "live") == card_ranks_test(dealt[0])
    other = card_ranks_test(bare, replace(LIVE, cut=100))
    assert other.coups == SHOES_A_RECORD * (392 - 86)
