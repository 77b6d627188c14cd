"""Dealt shoes against an outside Monte Carlo, the exact law, and a dealer in plain Python."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2_contingency, chisquare

import baccarat as bc
from baccarat import kernels
from baccarat.game.cards import CARD_VALUES
from baccarat.game.coup import Coup, coup_table, final_hands, hand_total
from baccarat.game.table import Table

LENGTHS = json.loads(Path(__file__).with_name("data").joinpath("shoe_lengths.json").read_text())
EIGHT_DECKS = (0.446246609344, 0.458597422633, 0.095155968024)
SIX_DECKS = (0.446278569839, 0.458652718825, 0.095068711336)
"""Shares of player, banker and tie, from two enumerations written apart from this package."""

RARELY = 1e-4
"""How often a sound dealer fails one chi-square test here, were the seed to change."""


@pytest.fixture(scope="module")
def live():
    """Give eight million coups."""
    return bc.deal("live", shoes=100_000, rng=2024)


def fits(observed, expected) -> bool:
    """Test counts against their expectation, cells under five pooled."""
    observed, expected = np.asarray(observed, dtype=float), np.asarray(expected, dtype=float)
    small = expected < 5
    if small.any():
        observed = np.append(observed[~small], observed[small].sum())
        expected = np.append(expected[~small], expected[small].sum())
    return chisquare(observed, expected * observed.sum() / expected.sum()).pvalue > RARELY


def follows_law(codes, decks: int) -> bool:
    law = bc.coup_law(decks=decks)
    place = np.searchsorted(law.codes, codes)
    assert np.array_equal(law.codes[place], codes), "a coup that the law does not know"
    observed = np.bincount(place, minlength=law.codes.size)
    return fits(observed, law.counts / law.total * len(codes))


def assert_shares(outcomes, shares):
    """Hold each share within four standard errors: one sound test in 5,000 fails."""
    observed = np.bincount(outcomes, minlength=4) / outcomes.size
    for seen, share in zip(observed, (*shares, 0), strict=True):
        assert abs(seen - share) <= 4 * np.sqrt(share * (1 - share) / outcomes.size)


# Coups per shoe


def table_of_row(row: str) -> Table:
    decks, burn, cut, more = map(int, re.findall(r"\d+", row))
    return Table(decks=decks, burn="first-card" if burn else None, cut=cut, after_cut=more)


def spread_error(lengths) -> float:
    """Standard error of a sample's standard deviation, from its own fourth moment."""
    around = lengths - lengths.mean()
    variance = np.mean(around**2)
    return np.sqrt((np.mean(around**4) - variance**2) / (4 * variance * lengths.size))


@pytest.mark.parametrize("row", LENGTHS["rows"])
def test_coups_per_shoe(row):
    # Four standard errors of the difference of two samples: one sound test in 16,000 fails.
    reference = LENGTHS["rows"][row]
    blocks = bc.deal_blocks(table_of_row(row), 100_000, rng=7)
    lengths = np.concatenate([block.lengths for block in blocks])
    larger = np.sqrt(1 + lengths.size / reference["shoes"])  # the reference has an error too
    mean_error = reference["sd"] / np.sqrt(lengths.size) * larger
    assert abs(lengths.mean() - reference["mean"]) < 4 * mean_error
    assert abs(lengths.std() - reference["sd"]) < 4 * spread_error(lengths) * larger
    assert reference["min"] - 1 <= lengths.min() <= lengths.max() <= reference["max"] + 1
    for level, quantile in zip((0.01, 0.05, 0.5, 0.95, 0.99), reference["quantiles"], strict=True):
        error = 4 * np.sqrt(level * (1 - level) / lengths.size) * larger
        assert np.mean(lengths < quantile) - error < level < np.mean(lengths <= quantile) + error


def test_without_a_cut_card_a_shoe_ends_with_fewer_than_six_cards():
    history = bc.deal(Table(decks=2, burn=None, cut=0), 500, rng=3, cards=True)
    dealt = np.add.reduceat((history.cards != 255).sum(axis=1), history.starts[:-1])
    assert dealt.min() >= 104 - 5
    assert dealt.max() <= 104


# Coups against the exact law


def test_outcome_shares(live):
    assert_shares(live.outcomes, EIGHT_DECKS)


@pytest.mark.parametrize("number", [0, 1, 40, 70])
def test_a_coup_of_fixed_number_follows_the_law_of_the_full_shoe(live, number):
    assert follows_law(live.coups[live.starts[:-1] + number], decks=8)


def test_first_coup_of_one_deck_follows_its_law():
    history = bc.deal(Table(decks=1, cut=46), 200_000, rng=5)
    assert follows_law(history.coups[history.starts[:-1]], decks=1)


@pytest.mark.parametrize("burn", [None, 7, 100, 410])
def test_first_card_after_any_burn_is_any_card(burn):
    history = bc.deal(Table(burn=burn, cut=410), 20_000, rng=6, cards=True)
    first = history.cards[history.starts[:-1]]
    for place in (0, 1, 3, 4):
        assert fits(np.bincount(first[:, place], minlength=52), np.full(52, 20_000 / 52))


def test_consecutive_shoes_are_independent(live):
    for number in (0, 50):
        coups = live.outcomes[live.starts[:-1] + number]
        together = np.bincount(coups[:-1] * 3 + coups[1:], minlength=9).reshape(3, 3)
        assert chi2_contingency(together).pvalue > RARELY


def test_first_cards_of_consecutive_shoes_are_independent():
    history = bc.deal(Table(burn=None, cut=410), 100_000, rng=8, cards=True)
    ranks = (history.cards[history.starts[:-1], 0] // 4).astype(int)
    together = np.bincount(ranks[:-1] * 13 + ranks[1:], minlength=169).reshape(13, 13)
    assert chi2_contingency(together).pvalue > RARELY


# Cards


def code_of(cards) -> int:
    """Find a coup's code from its cards alone, by the rule as it is written."""
    player, banker = (
        [int(card) for card in hand if card != 255] for hand in (cards[:3], cards[3:])
    )
    totals = [hand_total([int(CARD_VALUES[card]) for card in hand]) for hand in (player, banker)]
    winner = "tie" if totals[0] == totals[1] else ("player", "banker")[totals[1] > totals[0]]
    ranks = [[card // 4 for card in hand] for hand in (player, banker)]
    return Coup(
        *totals,
        len(player) == 3,
        len(banker) == 3,
        *(hand[0] == hand[1] for hand in ranks),
        *(hand[0] == hand[1] for hand in (player, banker)),
        winner,
    ).code


@pytest.mark.parametrize("table", ["live", "six-deck"])
def test_cards_make_the_codes(table):
    history = bc.deal(table, 100, rng=9, cards=True)
    assert [code_of(cards) for cards in history.cards] == history.coups.tolist()


def test_third_cards_are_those_the_rule_draws():
    history = bc.deal("live", 100, rng=10, cards=True)
    for p1, p2, p3, b1, b2, b3 in history.cards.tolist():
        drawn = [card for card in (p3, b3) if card != 255] + [0, 0]
        dealt = [int(CARD_VALUES[card]) for card in (p1, b1, p2, b2, *drawn[:2])]
        player, banker = final_hands(dealt)
        assert (len(player) == 3, len(banker) == 3) == (p3 != 255, b3 != 255)


def test_no_card_comes_more_often_than_the_shoe_holds_it():
    history = bc.deal(Table(decks=2, burn=None, cut=0), 300, rng=11, cards=True)
    for begin, end in pairwise(history.starts.tolist()):
        cards = history.cards[begin:end]
        assert np.bincount(cards[cards != 255], minlength=52).max() <= 2


def test_cards_change_nothing_else():
    with_cards, without = (bc.deal("live", 50, rng=12, cards=kept) for kept in (True, False))
    assert np.array_equal(with_cards.coups, without.coups)
    assert without.cards is None


# The cut card's convention, by a dealer with a real cut card

CUT_CARD = object()


class Dealer:
    """Draws from a shoe that has a cut card in it, and sees it come out."""

    def __init__(self, shoe: list[int], table: Table) -> None:
        behind = len(shoe) - table.cut
        self.stack = [*shoe[:behind], *[CUT_CARD] * (table.cut > 0), *shoe[behind:]]
        self.after_cut = table.after_cut
        self.cut_card_is_out = False
        self.burn(table)

    def draw(self) -> int:
        card = self.stack.pop(0)
        if card is CUT_CARD:
            self.cut_card_is_out = True
            return self.draw()
        return card

    def burn(self, table: Table) -> None:
        if table.burn == "first-card":
            value = int(CARD_VALUES[self.draw()])
            burned = 10 if value == 0 else value
        else:
            burned = table.burn or 0
        for _ in range(burned):
            self.draw()

    def coup(self) -> list[int]:
        """Deal one coup, third cards only as they are needed."""
        p1, b1, p2, b2 = (self.draw() for _ in range(4))
        values = [int(CARD_VALUES[card]) for card in (p1, b1, p2, b2)]
        player_third = banker_third = 255
        # What the rule would do is asked with cards not yet seen; it may look at player's third.
        if len(final_hands([*values, 0, 0])[0]) == 3:
            player_third = self.draw()
            values.append(int(CARD_VALUES[player_third]))
        if len(final_hands([*values, 0, 0])[1]) == 3:
            banker_third = self.draw()
        return [p1, p2, player_third, b1, b2, banker_third]

    def coups(self) -> Iterator[list[int]]:
        more = None
        while more != 0 and sum(card is not CUT_CARD for card in self.stack) >= 6:
            next_is_cut = self.cut_card_is_out or self.stack[0] is CUT_CARD
            yield self.coup()
            if more is not None:
                more -= 1
            elif next_is_cut:  # it came out instead of the first card
                return
            elif self.cut_card_is_out:
                more = self.after_cut


@st.composite
def tables(draw) -> Table:
    decks = draw(st.integers(1, 8))
    most = 52 * decks - 6
    some = st.sampled_from([0, 1, 5, 6, 7, 10, 11, 12, 14, most - 1, most]) | st.integers(0, most)
    burn = draw(st.none() | st.just("first-card") | some)
    return Table(decks=decks, burn=burn, cut=draw(some), after_cut=draw(st.integers(0, 1)))


def one_shoe(table: Table, seed: int):
    """Deal one shoe with the compiled loop; give also its cards as they lay, all well shuffled."""
    random = np.random.default_rng(seed).integers(0, 2**64, 4, dtype=np.uint64)
    shoe = np.repeat(np.arange(52, dtype=np.uint8), table.decks)
    whole = shoe.copy()
    kernels.shuffle(random.copy(), whole, whole.size)
    room = table.cards // 4
    codes, ends = np.empty(room, dtype=np.uint16), np.empty(1, dtype=np.int64)
    cards = np.empty((room, 6), dtype=np.uint8)
    cut = (table.burned(), table.cards - table.cut, table.after_cut)
    reading = (CARD_VALUES, coup_table().reshape(-1))
    n = kernels.deal_shoes(random, shoe, *cut, *reading, codes, ends, cards)
    assert ends.tolist() == [n]
    return shoe.tolist(), whole.tolist(), codes[:n].tolist(), cards[:n].tolist()


@given(tables(), st.integers(0, 2**32))
@settings(max_examples=400, deadline=None)
def test_a_dealer_with_a_cut_card_deals_the_same(table, seed):
    left, whole, codes, cards = one_shoe(table, seed)
    by_hand = list(Dealer(whole, table).coups())
    assert cards == by_hand == list(Dealer(left, table).coups())
    assert codes == [code_of(coup) for coup in by_hand]


# Seeds and executors


def small() -> Table:
    return Table(decks=1, cut=20)


@pytest.fixture(scope="module")
def several_blocks():
    return bc.deal(small(), 9000, rng=13, cards=True)


def test_a_seed_gives_the_same_shoes(several_blocks):
    assert bc.deal(small(), 9000, rng=13, cards=True) == several_blocks
    assert bc.deal(small(), 9000, rng=14).text() != several_blocks.text()


@pytest.mark.parametrize("workers", [1, 3])
def test_threads_deal_the_same_shoes(several_blocks, workers):
    with ThreadPoolExecutor(workers) as pool:
        assert bc.deal(small(), 9000, rng=13, cards=True, executor=pool) == several_blocks


def test_processes_deal_the_same_shoes(several_blocks):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert bc.deal(small(), 9000, rng=13, cards=True, executor=pool) == several_blocks


def test_blocks_differ_from_each_other(several_blocks):
    shoes = several_blocks.text().split("\n")
    assert shoes[:100] != shoes[4096:4196]


def test_blocks_put_together_are_the_whole(several_blocks):
    blocks = list(bc.deal_blocks(small(), 9000, rng=13, cards=True))
    assert len(blocks) > 2
    assert "\n".join(block.text() for block in blocks) == several_blocks.text()
    assert np.array_equal(np.concatenate([block.cards for block in blocks]), several_blocks.cards)


class Patient(Executor):
    """Runs the first task only, and keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[Future] = []

    def submit(self, fn, /, *args, **kwargs):
        future: Future = Future()
        if not self.given:
            future.set_result(fn(*args, **kwargs))
        self.given.append(future)
        return future


def test_blocks_are_dealt_a_few_ahead_and_dropped_when_left():
    executor = Patient()
    blocks = bc.deal_blocks(small(), 1_000_000, rng=1, executor=executor)
    assert executor.given == []
    next(blocks)
    assert 1 < len(executor.given) < 20
    blocks.close()
    del blocks
    assert all(future.cancelled() for future in executor.given[1:])


def test_a_generator_moves_on_and_can_be_made_again():
    def twice(generator):
        return [bc.deal("live", 3, rng=generator).text() for _ in range(2)]

    first, second = twice(np.random.default_rng(15))
    assert first != second
    assert [first, second] == twice(np.random.default_rng(15))


def test_a_fresh_generator_is_its_seed():
    assert (
        bc.deal("live", 3, rng=np.random.default_rng(16)).text()
        == bc.deal("live", 3, rng=np.int64(16)).text()
    )


def test_the_source_tells_table_shoes_and_seed():
    assert bc.deal("live", 1234, rng=5).source == "1,234 shoes dealt at table live, seed 5"
    assert "decks=2" in bc.deal(Table(decks=2), 1).source


# Input that can't be


@pytest.mark.parametrize("rng", [-1, 1.5, "1", True, [1]])
@pytest.mark.parametrize("dealer", [bc.deal, bc.deal_blocks, bc.deal_independent])
def test_a_seed_is_a_whole_number_or_a_generator(dealer, rng):
    with pytest.raises(ValueError, match=r"^rng must be a seed .* or None, got "):
        dealer("live", 1, rng=rng)


@pytest.mark.parametrize("number", [0, -1, 1.0, "10", True, None])
@pytest.mark.parametrize("dealer", [bc.deal, bc.deal_blocks])
def test_shoes_are_a_whole_number_from_1(dealer, number):
    with pytest.raises(ValueError, match=r"^shoes must be a whole number from 1, got "):
        dealer("live", number)


@pytest.mark.parametrize("number", [0, -1, 1.0, "10", True, None])
def test_coups_are_a_whole_number_from_1(number):
    with pytest.raises(ValueError, match=r"^coups must be a whole number from 1, got "):
        bc.deal_independent("live", number)


@pytest.mark.parametrize("dealer", [bc.deal, bc.deal_blocks, bc.deal_independent])
def test_an_unknown_table_is_answered_with_those_there_are(dealer):
    with pytest.raises(ValueError, match=r"^no table 'liv'; did you mean 'live'\? There are: "):
        dealer("liv", 1)
    with pytest.raises(TypeError, match=r"^table must be a Table or one of the names "):
        dealer(3, 1)


# Independent coups, and tables that shuffle before every coup


def test_independent_coups_follow_the_law():
    history = bc.deal_independent("live", 1_500_000, rng=17)
    assert (len(history), history.segments) == (1_500_000, 1)
    assert_shares(history.outcomes, EIGHT_DECKS)
    assert follows_law(history.coups, decks=8)


def test_independent_coups_are_independent():
    outcomes = bc.deal_independent("live", 300_000, rng=18).outcomes.astype(int)
    together = np.bincount(outcomes[:-1] * 3 + outcomes[1:], minlength=9).reshape(3, 3)
    assert chi2_contingency(together).pvalue > RARELY


def test_shuffled_before_every_coup():
    history = bc.deal("six-deck", 20_000, rng=19)
    assert set(history.lengths.tolist()) == {60}
    assert_shares(history.outcomes, SIX_DECKS)
    assert follows_law(history.coups, decks=6)
    outcomes = history.outcomes.astype(int)
    together = np.bincount(outcomes[:-1] * 3 + outcomes[1:], minlength=9).reshape(3, 3)
    assert chi2_contingency(together).pvalue > RARELY


def test_shuffled_before_every_coup_no_two_share_a_shoe():
    # One deck: were it dealt on, no card of the first coup could come again in the second.
    history = bc.deal(Table(decks=1, shuffle="coup", coups=2), 20_000, rng=20, cards=True)
    again = np.mean(history.cards[0::2, 0] == history.cards[1::2, 0])
    assert abs(again - 1 / 52) < 4 * np.sqrt(1 / 52 / 20_000)  # one sound test in 16,000 fails
