"""Shuffles carried from shoe to shoe, and dealers who err, against hand-played shoes.

A mean is held within five standard errors: a sound one fails once in 1.7 million, were the seed to
change.
"""

import math
from collections import deque
from itertools import permutations, product

import by_hand
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency, chisquare

import baccarat as bc
from baccarat import kernels
from baccarat.game.cards import CARD_VALUES
from baccarat.game.coup import coup_table
from baccarat.game.table import Table
from baccarat.history.controls import (
    CONTROLS,
    Carried,
    Cut,
    DealerErrors,
    Riffle,
    Shelf,
    Steps,
    Strip,
    Wash,
    deal_order,
    rising_sequences,
    turns,
)

RARELY = 1e-4
"""How often a sound shuffle fails one chi-square test here, were the seed to change."""

SHUFFLES = [Riffle(1), Riffle(3), Strip(4), Cut(), Wash(3), Shelf(2)]
SEQUENCES = [
    *SHUFFLES,
    *(Steps([shuffle, Cut()]) for shuffle in SHUFFLES),
    Steps([Riffle(1), Riffle(2)]),
    Steps([Riffle(1), Riffle(1), Cut()]),
]


def shuffled(shuffle, cards, times, seed=0):
    """Shuffle the same pile many times."""
    rng = np.random.default_rng(seed)
    return [tuple(shuffle.apply(np.arange(cards), rng).tolist()) for _ in range(times)]


def counts(piles, cards):
    number = {order: place for place, order in enumerate(permutations(range(cards)))}
    return np.bincount([number[pile] for pile in piles], minlength=len(number))


def fits(observed, expected):
    expected = np.asarray(expected) * np.sum(observed)
    assert not np.asarray(observed)[expected == 0].any()
    possible = expected > 0
    return chisquare(np.asarray(observed)[possible], expected[possible]).pvalue > RARELY


def same_law(one, other):
    table = np.array([one, other])
    return chi2_contingency(table[:, table.sum(axis=0) > 0]).pvalue > RARELY


# Laws of single shuffles


@pytest.mark.parametrize("cards", [4, 5])
@pytest.mark.parametrize("shuffle", [Riffle(1), Riffle(2), Riffle(3), Steps([Riffle(1)] * 2)])
def test_bayer_and_diaconis_theorem_one(cards, shuffle):
    times = shuffle.times if isinstance(shuffle, Riffle) else 2
    a = 2**times
    expected = [
        math.comb(a + cards - rising_sequences(order, range(cards)), cards) / a**cards
        for order in permutations(range(cards))
    ]
    assert sum(expected) == pytest.approx(1)
    assert fits(counts(shuffled(shuffle, cards, 20_000), cards), expected)


def test_a_riffle_of_six_cards_leaves_one_or_two_rising_sequences():
    piles = set(shuffled(Riffle(1), 6, 5000))
    assert len(piles) == 2**6 - 6
    assert {rising_sequences(pile, range(6)) for pile in piles} == {1, 2}


def dropped(rng, cards):
    """Riffle by hand: cut by coins, then drop from the packets in proportion to their sizes."""
    cut = sum(rng.random() < 0.5 for _ in range(cards))
    left, right, pile = deque(range(cut)), deque(range(cut, cards)), []
    while left or right:
        packet = left if rng.random() * (len(left) + len(right)) < len(left) else right
        pile.append(packet.popleft())
    return tuple(pile)


def test_riffle_is_cut_and_drop():
    rng = np.random.default_rng(1)
    by_dropping = [dropped(rng, 5) for _ in range(10_000)]
    assert same_law(counts(by_dropping, 5), counts(shuffled(Riffle(1), 5, 10_000), 5))


def shelved(rng, cards, shelves):
    """Put cards on shelves by hand."""
    machine = [deque() for _ in range(shelves)]
    for card in range(cards):
        shelf = machine[rng.integers(shelves)]
        (shelf.appendleft if rng.random() < 0.5 else shelf.append)(card)
    return tuple(card for shelf in machine for card in shelf)


@pytest.mark.parametrize("shelves", [1, 3])
def test_shelf_is_on_top_or_at_the_bottom_of_a_shelf(shelves):
    rng = np.random.default_rng(2)
    by_hand_ = [shelved(rng, 4, shelves) for _ in range(10_000)]
    assert same_law(counts(by_hand_, 4), counts(shuffled(Shelf(shelves), 4, 10_000), 4))


def test_strip_lays_packets_down_in_reverse():
    piles = shuffled(Strip(3), 5, 6000)
    expected = {}
    for a, b in [(a, b) for a, b in product(range(1, 5), repeat=2) if a < b]:
        expected[(*range(b, 5), *range(a, b), *range(a))] = 1 / 6
    observed = [piles.count(pile) for pile in expected]
    assert sum(observed) == 6000
    assert fits(observed, list(expected.values()))


def test_cut_is_anywhere_with_equal_chance():
    piles = shuffled(Cut(), 4, 3000)
    observed = [piles.count((*range(c, 4), *range(c))) for c in (1, 2, 3)]
    assert sum(observed) == 3000
    assert fits(observed, [1 / 3] * 3)


def test_wash_strays_by_sigma():
    assert shuffled(Wash(0), 52, 1) == [tuple(range(52))]
    strayed = [np.argsort(pile)[200] - 200 for pile in shuffled(Wash(10), 400, 2000)]
    assert abs(np.mean(strayed)) < 5 * np.std(strayed) / math.sqrt(2000)
    # The card's own number, and the noise of counting the others that come before it.
    assert 9.5 < np.std(strayed) < 11


@pytest.mark.parametrize("cards", [6, 52])
@pytest.mark.parametrize("shuffle", SEQUENCES, ids=repr)
def test_rising_sequences_are_the_truth(shuffle, cards):
    truth = shuffle.truth(cards)
    numbers = [rising_sequences(pile, range(cards)) for pile in shuffled(shuffle, cards, 1500, 3)]
    error = np.std(numbers) / math.sqrt(1500)
    assert abs(np.mean(numbers) - truth.rising_sequences) <= 5 * error + 0.02
    assert max(numbers) <= truth.most <= cards


@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_riffles_of_a_shoe_leave_two_to_the_power(times):
    assert Riffle(times).truth(416).rising_sequences == pytest.approx(2**times, abs=1e-6)


def test_eighteen_riffles_leave_nothing():
    for cut in ([], [Cut()]):
        mean = Steps([Riffle(18), *cut]).truth(416).rising_sequences
        assert mean == pytest.approx(208.5, abs=0.06)


def test_riffle_means_are_those_of_all_orders():
    for times, cards in product((1, 2, 3), (3, 5)):
        a, mean = 2**times, 0.0
        for order in permutations(range(cards)):
            r = rising_sequences(order, range(cards))
            mean += r * math.comb(a + cards - r, cards) / a**cards
        assert Riffle(times).truth(cards).rising_sequences == pytest.approx(mean)


def test_no_mean_is_claimed_where_none_is_known():
    assert Steps([Riffle(1), Strip(3)]).truth().rising_sequences is None
    assert Steps([Cut(), Riffle(1), Cut()]).truth().rising_sequences is None
    assert Steps([Riffle(20), Riffle(1)]).truth().rising_sequences is None


def test_a_shelf_machine_gives_itself_away_by_few_turns():
    numbers = [turns(pile, range(416)) for pile in shuffled(Shelf(10), 416, 50)]
    assert max(numbers) <= 2 * 20 - 1
    perfect = np.random.default_rng(4).permutation(416)
    assert turns(perfect, range(416)) > 240


@given(st.permutations(range(12)))
def test_rising_sequences_by_taking_the_pile_apart(order):
    pile, number = list(order), 0
    while pile:
        number, wanted = number + 1, min(pile)
        for card in list(pile):
            if card == wanted:
                pile.remove(card)
                wanted += 1
    assert rising_sequences(order, range(12)) == number
    names = [f"card {card:02}" for card in order]
    assert rising_sequences(names, sorted(names)) == number


@pytest.mark.parametrize("shuffle", [*SEQUENCES, Riffle(20), Shelf(10), Wash(50)], ids=repr)
def test_every_shuffle_keeps_the_cards(shuffle):
    for pile in shuffled(shuffle, 416, 5):
        assert sorted(pile) == list(range(416))


# Carried from shoe to shoe


TABLES = [Table(decks=2, burn=3, cut=10, after_cut=1), bc.TABLES["live"], bc.TABLES["macau"]]
CARRIED = [control for control in CONTROLS.values() if isinstance(control, Carried)]


def rows_of(history, shoe):
    return history.cards[history.starts[shoe] : history.starts[shoe + 1]].tolist()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name or "two decks")
@pytest.mark.parametrize("control", CARRIED, ids=repr)
def test_the_next_pile_is_discards_and_what_was_left(control, table):
    history, before, orders = control.trace(4, rng=1, table=table)
    assert history == control.make(4, rng=1, table=table)
    assert np.array_equal(np.sort(orders, axis=1), np.tile(np.arange(table.cards), (4, 1)))
    for shoe in range(3):
        order = orders[shoe].tolist()
        first = by_hand.value(by_hand.DECK[order[0] % 52]) or 10
        burned = {"first-card": 1 + first, None: 0}.get(table.burn, table.burn)
        pile, rest = order[:burned], order[burned:]
        for row in rows_of(history, shoe):
            dealt = [card for card in row if card != 255]
            drew = row[2] != 255
            places = [0, 2, *[4] * drew, 1, 3, *[4 + drew] * (row[5] != 255)]
            taken = [rest[place] for place in places]
            assert [card % 52 for card in taken] == dealt
            pile, rest = pile + taken, rest[len(taken) :]
        assert pile + rest == before[shoe + 1].tolist()


@pytest.mark.parametrize("control", CARRIED, ids=repr)
def test_carried_hands_obey_the_printed_table(control):
    history = control.make(3, rng=2)
    for row, code in zip(history.cards.tolist(), history.coups.tolist(), strict=True):
        p1, p2, p3, b1, b2, b3 = row
        thirds = [card for card in (p3, b3) if card != 255]
        unseen = [0] * (2 - len(thirds))
        names = [by_hand.DECK[card] for card in (p1, b1, p2, b2, *thirds, *unseen)]
        assert by_hand.coup_code(names) == code


@pytest.mark.parametrize("shuffle", [Cut(), Riffle(1), Riffle(4)], ids=repr)
def test_carried_shoes_show_the_shuffle(shuffle):
    trace = Carried(shuffle).trace(200, rng=3)
    seen = [
        rising_sequences(order, before)
        for order, before in zip(trace.orders[1:], trace.before[1:], strict=True)
    ]
    assert np.mean(seen) == pytest.approx(shuffle.truth().rising_sequences, abs=0.01)


def test_a_list_of_shuffles_is_steps():
    assert Carried([Riffle(2), Cut()]) == Carried(Steps((Riffle(2), Cut())))
    assert hash(Carried([Riffle(2), Cut()])) == hash(Carried((Riffle(2), Cut())))


# Dealing in a given order


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name or "two decks")
def test_a_given_order_is_dealt_as_a_shuffled_one(table):
    shoe = np.repeat(np.arange(52, dtype=np.uint8), table.decks)
    rules = (table.burned(), table.cards - table.cut, table.after_cut)
    reading = (CARD_VALUES, coup_table().reshape(-1))
    for seed in range(20):
        words = np.random.SeedSequence(seed).generate_state(4, np.uint64)
        order, codes = shoe.copy(), np.empty(200, dtype=np.uint16)
        ends, cards = np.zeros(1, dtype=np.int64), np.empty((200, 6), dtype=np.uint8)
        n = kernels.deal_shoes(words.copy(), order, *rules, *reading, codes, ends, cards)
        history = deal_order(order, table)
        assert np.array_equal(history.coups, codes[:n])
        assert np.array_equal(history.cards, cards[:n])


def test_an_order_must_be_one_shoe_of_cards_each():
    with pytest.raises(ValueError, match="orders must hold 416 cards a shoe"):
        deal_order(np.zeros(52, dtype=np.uint8))
    with pytest.raises(ValueError, match="whole numbers from 0 to 51"):
        deal_order(np.full(416, 52))
    with pytest.raises(ValueError, match="whole numbers from 0 to 51"):
        deal_order(np.full(416, 1.0))
    with pytest.raises(ValueError, match="shuffles before every coup"):
        deal_order(np.zeros(312, dtype=np.uint8), "six-deck")
    assert deal_order(np.zeros((3, 416), dtype=np.uint8)).segments == 3


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Riffle(0), "times must be a whole number from 1 to 20, got 0"),
        (lambda: Riffle(2.0), "times must be a whole number"),
        (lambda: Strip(1), "packets must be a whole number from 2 to 52, got 1"),
        (lambda: Wash(-1), "sigma must be from 0"),
        (lambda: Shelf(0), "shelves must be a whole number from 1"),
        (lambda: Steps([]), "steps must be shuffles, at least one"),
        (lambda: Steps(3), "steps must be shuffles, at least one"),
        (lambda: Carried("riffle"), "steps must be shuffles"),
        (lambda: Carried().make(0), "shoes must be a whole number from 1"),
        (lambda: Carried().make(5, table="six-deck"), "shuffles before every coup"),
        (lambda: DealerErrors(1.1), "chance must be from 0 to 1, got 1.1"),
        (lambda: DealerErrors().make(5, table="six-deck"), "shuffles before every coup"),
        (lambda: rising_sequences([0, 0], [0, 0]), "the same cards, each once"),
        (lambda: rising_sequences([0, 1], [0, 2]), "the same cards, each once"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(make, message):
    with pytest.raises(ValueError, match=message) as error:
        make()
    assert "\n" not in str(error.value)


# Dealers who err


def broken(row) -> bool:
    """Tell by the printed table whether a hand was drawn to, or stood on, against the rules."""
    p1, p2, p3, b1, b2, b3 = (
        None if card == 255 else by_hand.value(by_hand.DECK[card]) for card in row
    )
    player, banker = (p1 + p2) % 10, (b1 + b2) % 10
    if by_hand.is_natural(player) or by_hand.is_natural(banker):
        return p3 is not None or b3 is not None
    wrong = (p3 is not None) != by_hand.player_draws(player)
    return wrong or (b3 is not None) != by_hand.banker_draws(banker, p3)


@pytest.mark.parametrize("chance", [0, 0.02, 0.5, 1])
def test_errors_are_where_they_are_said_to_be_and_nowhere_else(chance):
    history, places = DealerErrors(chance).plant(60, rng=1)
    wrong = [number for number, row in enumerate(history.cards.tolist()) if broken(row)]
    assert places.tolist() == wrong
    assert history == DealerErrors(chance).make(60, rng=1)
    assert (places.size > 0) == (chance > 0)


def test_totals_and_winners_are_those_of_the_cards_played():
    history = DealerErrors(0.3).make(100, rng=2)
    values = np.append(np.array([by_hand.value(card) for card in by_hand.DECK]), [0] * 204)
    totals = values[history.cards.astype(int)].reshape(-1, 2, 3).sum(axis=2) % 10
    assert np.array_equal(history.coups & 15, totals[:, 0])
    assert np.array_equal(history.coups >> 4 & 15, totals[:, 1])
    higher = np.sign(totals[:, 1].astype(int) - totals[:, 0])
    assert np.array_equal(history.outcomes, np.choose(higher + 1, [0, 2, 1]))


@pytest.mark.parametrize("chance", [0, 0.01, 0.2, 1])
def test_errors_and_outcomes_come_as_often_as_the_truth_says(chance):
    history, places = DealerErrors(chance).plant(2500, rng=3)
    truth = DealerErrors(chance).truth()
    assert truth.player + truth.banker + truth.tie == pytest.approx(1)
    shares = [
        *np.bincount(history.outcomes, minlength=3) / len(history),
        places.size / len(history),
    ]
    for seen, share in zip(
        shares, (truth.player, truth.banker, truth.tie, truth.misplayed), strict=True
    ):
        assert abs(seen - share) <= 5 * math.sqrt(share * (1 - share) / len(history)) + 1e-12


def test_a_dealer_who_does_not_err_deals_by_the_law():
    history = DealerErrors(0).make(2500, rng=4)
    law = bc.coup_law(8)
    observed = np.bincount(np.searchsorted(law.codes, history.coups), minlength=law.codes.size)
    often = law.counts / law.total * len(history) >= 5
    assert np.all(np.isin(history.coups, law.codes))
    pooled = np.append(observed[often], observed[~often].sum())
    shares = law.counts / law.total
    assert fits(pooled, np.append(shares[often], shares[~often].sum()))
    truth = DealerErrors(0).truth()
    assert (truth.misplayed, truth.tie) == (0, law.tie / law.total)


def test_many_shoes_are_dealt_block_by_block():
    history, places = DealerErrors(0.01).plant(2100, rng=5)
    assert history.segments == 2100
    assert places.max() > history.starts[2050]
