"""Counting: against a plain loop, and what must come out of it."""

from dataclasses import replace

import numpy as np
import pytest

import baccarat as bc
from baccarat.betting.counting import COUNTS, Count


def by_hand(count, table, shoes, seed):
    """Count, bet and value each bet, card by card; give each shoe's gain and bets."""
    table = bc.TABLES[table]
    history = bc.deal(table, shoes, rng=seed, cards=True)
    books = []
    for first, stop in zip(history.starts[:-1], history.starts[1:], strict=True):
        left, running, gain, bets = np.full(52, table.decks), 0.0, 0.0, 0
        for number, cards in enumerate(history.cards[first:stop]):
            open_for = table.closes.get(count.bet, 10**9)
            if number < open_for and running / (left.sum() / 52) >= count.threshold:
                law = bc.coup_law(composition=left)
                gain += float(law.expectation(table.bets[count.bet]))
                bets += 1
            for card in cards[cards < 52]:
                left[card] -= 1
                rank = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][card // 4]
                running += count.tags.get("10" if rank in "JQK" else rank, 0)
        books.append((gain, bets))
    return np.array(books).T


def test_a_count_is_worth_what_a_plain_loop_finds():
    gains, bets = by_hand(COUNTS["dragon 7"], "ez", 12, 5)
    value = bc.counting_value("dragon 7", "ez", 12, rng=5)
    assert value.placed == bets.sum()
    assert value.edge == pytest.approx(gains.sum() / bets.sum(), rel=1e-12)
    assert value.per_shoe == pytest.approx(gains.mean(), rel=1e-12)
    assert value.per_shoe_error == pytest.approx(gains.std(ddof=1) / 12**0.5, rel=1e-12)
    assert value.per_100_coups == pytest.approx(100 * gains.sum() / value.coups, rel=1e-12)


def test_a_bet_that_closes_is_counted_only_while_it_is_open():
    table = "live"
    count = Count("lucky six", {"6": -1, "10": 1}, threshold=0)
    gains, bets = by_hand(count, table, 6, 2)
    value = bc.counting_value(count, table, 6, rng=2)
    assert value.placed == bets.sum() <= 6 * 50
    assert value.per_shoe == pytest.approx(gains.mean(), rel=1e-12)


def test_the_count_in_print_earns_what_is_said_of_it():
    # Print says a bet in some eleven hands and an edge of 8% on it, at fourteen cards cut off.
    value = bc.counting_value("dragon 7", "ez", 1500, rng=3)
    assert abs(value.edge - 0.08) < 5 * value.edge_error
    assert 0.08 < value.frequency < 0.10


def test_perfect_knowledge_bounds_every_count():
    count = bc.counting_value("dragon 7", "ez", 150, rng=4)
    perfect = bc.perfect_value(["dragon 7"], "ez", 150, rng=4)  # of the same shoes
    assert perfect.per_shoe > count.per_shoe
    assert perfect.placed > count.placed


def test_perfect_knowledge_of_the_main_bets_is_worth_less_than_a_thousandth_of_a_unit_a_shoe():
    # One-sided at three standard errors: a true value of a thousandth would pass one seed in 700.
    value = bc.perfect_value(["player", "banker"], "live", 6000, rng=8)
    assert value.per_shoe > 0
    assert value.per_shoe + 3 * value.per_shoe_error < 0.001


def test_perfect_knowledge_takes_each_bet_that_is_good():
    both = bc.perfect_value(["player", "banker"], "classic", 200, rng=6)
    alone = [bc.perfect_value([side], "classic", 200, rng=6) for side in ("player", "banker")]
    assert both.placed == sum(value.placed for value in alone)
    assert both.per_shoe == pytest.approx(sum(value.per_shoe for value in alone), rel=1e-12)


def test_a_shuffle_before_every_coup_leaves_nothing_to_count():
    table = replace(bc.TABLES["ez"], shuffle="coup", coups=60)
    assert bc.counting_value(COUNTS["dragon 7"], table, 5, rng=1).placed == 0
    assert bc.perfect_value(["player", "banker"], table, 5, rng=1).per_shoe == 0


def test_an_earlier_shuffle_is_worth_less():
    values = [
        bc.counting_value("dragon 7", bc.with_cut("ez", cut), 300, rng=9) for cut in (14, 104)
    ]
    frame = bc.counting_frame(values)
    assert frame.index.tolist() == [14, 104]
    assert frame["per_shoe"][104] < frame["per_shoe"][14]


def test_tags_of_tens_stand_for_faces_too_unless_these_have_their_own():
    assert Count("tie", {"10": -2, "A": 1}, 0).by_rank.tolist() == [1, *[0] * 8, -2, -2, -2, -2]
    assert Count("tie", {"10": -2, "K": 1}, 0).by_rank.tolist() == [*[0] * 9, -2, -2, -2, 1]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: Count("tie", {"11": 1}, 0), "got '11'"),
        (lambda: Count("tie", {"A": 0}, 0), "not zero"),
        (lambda: bc.counting_value("dragon 8", "ez"), "did you mean 'dragon 7'"),
        (lambda: bc.counting_value("dragon 7", "live"), "no bet 'dragon 7'"),
        (lambda: bc.counting_value("dragon 7", "ez", 1), "shoes must be a whole number from 2"),
        (lambda: bc.perfect_value(["plaier"], "ez"), "did you mean 'player'"),
        (lambda: bc.perfect_value([], "ez"), "at least one bet"),
        (lambda: bc.with_cut("ez", 411), "cut must be between"),
    ],
)
def test_bad_input_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()
