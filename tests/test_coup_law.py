"""The exact law of a coup: published counts, misreadings of the rules, any remaining shoe."""

import math
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import by_hand
import numpy as np
import pytest
from by_hand import DECK, RANKS, banker_draws, is_natural, player_draws
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat import BETS, Coup, coup_law, final_hands

LAW = by_hand.facts("coup_law")["law"]
MISREADINGS = by_hand.facts("misreadings_8_decks")["misreadings"]
BETS_8_DECKS = by_hand.facts("bets_8_decks")
COUNTED_DECKS = ["1", "2", "4", "8"]

few = settings(max_examples=12, deadline=None, derandomize=True)
many = settings(max_examples=40, deadline=None, derandomize=True)


def outcomes(law):
    return {"player": law.player, "banker": law.banker, "tie": law.tie}


def tally(law, key):
    """Add up sequences by what `key` says of the coup."""
    counts = Counter()
    for code, ways in zip(law.codes.tolist(), law.counts.tolist(), strict=True):
        counts[key(Coup.from_code(code))] += ways
    return counts


def chance(law, event):
    return Fraction(tally(law, event)[True], law.total)


def by_code(law):
    return dict(zip(law.codes.tolist(), law.counts.tolist(), strict=True))


# counts published or computed elsewhere


@pytest.mark.parametrize("decks", COUNTED_DECKS)
def test_outcomes_to_the_last_digit(decks):
    law = coup_law(decks=int(decks))
    assert outcomes(law) == LAW[decks]["outcomes"]
    assert law.total == LAW[decks]["total"]


@pytest.mark.parametrize("decks", COUNTED_DECKS)
def test_numbers_of_cards_to_the_last_digit(decks):
    law = coup_law(decks=int(decks))
    cards = tally(law, lambda coup: str(coup.player_cards + coup.banker_cards))
    hands = tally(law, lambda coup: f"{coup.player_cards}+{coup.banker_cards}")
    assert cards == LAW[decks]["cards"]
    assert hands == LAW[decks]["hands"]


def test_final_totals_to_the_last_digit():
    counts = tally(coup_law(decks=8), lambda coup: (coup.player_total, coup.banker_total))
    table = [[counts[p, b] for b in range(10)] for p in range(10)]
    assert table == LAW["8"]["final_totals"]


@pytest.mark.parametrize(
    ("winner", "of", "expected"),
    [
        ("player", "player_total", "player_win_by_total"),
        ("banker", "banker_total", "banker_win_by_total"),
        ("tie", "player_total", "tie_by_total"),
    ],
)
def test_winning_totals_to_the_last_digit(winner, of, expected):
    counts = tally(coup_law(decks=8), lambda coup: (coup.winner, getattr(coup, of)))
    assert [counts[winner, total] for total in range(10)] == LAW["8"][expected]


def test_chances_of_a_natural():
    law, chances = coup_law(decks=8), LAW["8"]["naturals"]
    both = chance(law, lambda coup: coup.player_natural and coup.banker_natural)
    either = chance(law, lambda coup: coup.player_natural or coup.banker_natural)
    assert chance(law, lambda coup: coup.player_natural) == Fraction(chances["player"])
    assert chance(law, lambda coup: coup.banker_natural) == Fraction(chances["player"])
    assert (both, either) == (Fraction(chances["both"]), Fraction(chances["any"]))


@pytest.mark.parametrize("decks", range(1, 13))
def test_all_sequences_of_six_cards_are_counted(decks):
    assert coup_law(decks=decks).total == math.perm(52 * decks, 6)


# pairs


def test_the_chance_of_a_pair_at_eight_decks():
    law = coup_law(decks=8)
    assert chance(law, lambda coup: coup.player_pair) == Fraction(31, 415)
    assert chance(law, lambda coup: coup.banker_pair) == Fraction(31, 415)


@pytest.mark.parametrize("decks", range(1, 13))
@pytest.mark.parametrize("side", ["player", "banker"])
def test_pairs_by_the_second_card(decks, side):
    """After the first card 52 n - 1 are left: 4 n - 1 of its rank, n - 1 of its suit too."""
    law, left = coup_law(decks=decks), 52 * decks - 1
    pair = chance(law, lambda coup: getattr(coup, f"{side}_pair"))
    suited = chance(law, lambda coup: getattr(coup, f"{side}_pair_suited"))
    assert pair == Fraction(4 * decks - 1, left)
    assert suited == Fraction(decks - 1, left)


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("both hands", lambda coup: coup.player_pair and coup.banker_pair),
        ("either hand", lambda coup: coup.player_pair or coup.banker_pair),
        ("both hands suited", lambda coup: coup.player_pair_suited and coup.banker_pair_suited),
        ("either hand suited", lambda coup: coup.player_pair_suited or coup.banker_pair_suited),
    ],
)
def test_pairs_of_two_hands(name, event):
    assert chance(coup_law(decks=8), event) == Fraction(BETS_8_DECKS["pairs"][name])


# misreadings of the drawing rules


def nobody_has_a_natural(p, b):
    return not is_natural(p) and not is_natural(b)


def right_player(p, b):
    return nobody_has_a_natural(p, b) and player_draws(p)


def right_banker(p, b, third):
    return nobody_has_a_natural(p, b) and banker_draws(b, third)


def goes_by_final_total(p, b, third):
    return nobody_has_a_natural(p, b) and banker_draws(b, (p + (third or 0)) % 10)


def goes_by_two_card_total(p, b, third):
    return nobody_has_a_natural(p, b) and banker_draws(b, p)


def goes_by_final_total_of_a_player_who_drew(p, b, third):
    seen = third if third is None else (p + third) % 10
    return nobody_has_a_natural(p, b) and banker_draws(b, seen)


def player_draws_against_a_natural(p, b):
    return player_draws(p)


def three_to_five_stands_when_player_stood(p, b, third):
    return right_banker(p, b, third) and not (third is None and b in (3, 4, 5))


def six_draws_when_player_stood(p, b, third):
    misread = third is None and b == 6
    return nobody_has_a_natural(p, b) and (misread or banker_draws(b, third))


def banker_draws_against_a_natural(p, b, third):
    return not is_natural(b) and banker_draws(b, third)


def draws_like_player(p, b, third):
    return nobody_has_a_natural(p, b) and player_draws(b)


MISREAD = {
    "banker goes by the final total of player": (right_player, goes_by_final_total),
    "banker goes by the two-card total of player": (right_player, goes_by_two_card_total),
    "banker goes by the final total of a player who drew": (
        right_player,
        goes_by_final_total_of_a_player_who_drew,
    ),
    "player draws against a natural of banker": (player_draws_against_a_natural, right_banker),
    "banker three to five stands when player stood": (
        right_player,
        three_to_five_stands_when_player_stood,
    ),
    "banker six draws when player stood": (right_player, six_draws_when_player_stood),
    "banker draws against a natural of player": (right_player, banker_draws_against_a_natural),
    "nobody heeds naturals": (player_draws_against_a_natural, banker_draws_against_a_natural),
    "banker draws on five or less like player": (right_player, draws_like_player),
}
RIGHT = "the rules as they are"


def rule_of(decisions):
    return lambda values: by_hand.deal(values, *decisions)


def test_every_misreading_has_a_rule_and_counts():
    assert [RIGHT, *MISREAD] == list(MISREADINGS)


def test_the_right_decisions_give_the_right_law():
    law = coup_law(decks=8, rule=rule_of((right_player, right_banker)))
    assert outcomes(law) == MISREADINGS[RIGHT] == outcomes(coup_law(decks=8))
    assert by_code(law) == by_code(coup_law(decks=8))


@pytest.mark.parametrize("name", MISREAD)
def test_a_misreading_gives_the_counts_worked_out_elsewhere(name):
    law = coup_law(decks=8, rule=rule_of(MISREAD[name]))
    assert outcomes(law) == MISREADINGS[name]
    assert law.total == LAW["8"]["total"]


@pytest.mark.parametrize("name", MISREAD)
def test_a_misreading_would_be_noticed(name):
    """By its counts, and by the comparison with the printed table, hand by hand."""
    wrong = rule_of(MISREAD[name])
    assert MISREADINGS[name] != LAW["8"]["outcomes"]
    hands = [(p, b, 0, 0, x, y) for p, b, x, y in product(range(10), repeat=4)]
    assert any(wrong(values) != by_hand.play(values) for values in hands)
    assert all(final_hands(values) == by_hand.play(values) for values in hands)


# what is left of a shoe

few_ranks = st.lists(st.sampled_from(RANKS), min_size=1, max_size=4, unique=True)
few_suits = st.lists(st.sampled_from("SHDC"), min_size=1, max_size=3, unique=True)


@st.composite
def small_shoes(draw):
    """Give 6 to 9 named cards of a few ranks and suits, so that pairs and suited pairs abound."""
    cards = [rank + suit for rank in draw(few_ranks) for suit in draw(few_suits)]
    size = draw(st.integers(6, 9))
    return draw(st.lists(st.sampled_from(cards), min_size=size, max_size=size))


def card_counts(cards):
    return [cards.count(card) for card in DECK]


@given(small_shoes())
@few
def test_a_small_shoe_is_counted_as_by_trying_every_order(cards):
    tried = Counter(map(by_hand.coup_code, permutations(cards, 6)))
    assert by_code(coup_law(composition=card_counts(cards))) == tried


@pytest.mark.parametrize(
    "cards",
    [
        "AS AS AS AS AS AS AS AS",
        "8S 8S 8H 8H KS KS KD 5C",
        "2S 2S 2S 3H 3H 3H KD KD KD",
        "4C 4C 4D 9S 10S JS QS KS",
    ],
)
def test_shoes_of_many_pairs_are_counted_as_by_trying_every_order(cards):
    tried = Counter(map(by_hand.coup_code, permutations(cards.split(), 6)))
    assert by_code(coup_law(composition=card_counts(cards.split()))) == tried


def without_suits(law):
    suited = 0x3000
    merged = Counter()
    for code, ways in by_code(law).items():
        merged[code & ~suited] += ways
    return merged


cards_left = st.lists(st.integers(0, 12), min_size=52, max_size=52).filter(lambda n: sum(n) > 6)


@given(cards_left)
@many
def test_rank_counts_give_the_law_of_card_counts_with_suits_merged(left):
    by_rank = np.reshape(left, (13, 4)).sum(axis=1)
    law = coup_law(composition=left)
    assert without_suits(law) == by_code(coup_law(composition=by_rank))
    assert law.total == math.perm(sum(left), 6)


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_a_full_shoe_may_be_given_either_way(decks):
    expected = coup_law(decks=decks)
    assert by_code(coup_law(composition=[decks] * 52)) == by_code(expected)
    assert by_code(coup_law(composition=[4 * decks] * 13)) == without_suits(expected)


def test_counts_may_be_floats_that_are_whole():
    left = np.full(52, 8.0)
    assert by_code(coup_law(composition=left)) == by_code(coup_law(decks=8))


# extreme shoes


def test_six_cards_left_are_dealt_in_every_order():
    cards = ["9H", "9H", "9S", "AC", "7D", "KD"]
    law = coup_law(composition=card_counts(cards))
    assert by_code(law) == Counter(map(by_hand.coup_code, permutations(cards)))
    assert law.total == 720


def test_six_equal_tens_tie_at_nought():
    card, rank = [0] * 52, [0] * 13
    card[DECK.index("10H")] = rank[RANKS.index("10")] = 6
    assert by_code(coup_law(composition=card)) == {by_hand.coup_code(["10H"] * 6): 720}
    assert coup_law(composition=rank).tie == 720


@pytest.mark.parametrize("rank", RANKS)
def test_a_shoe_of_one_rank_ties(rank):
    left = [0] * 13
    left[RANKS.index(rank)] = 32
    law = coup_law(composition=left)
    assert outcomes(law) == {"player": 0, "banker": 0, "tie": math.perm(32, 6)}
    assert chance(law, lambda coup: coup.player_pair and coup.banker_pair) == 1


@pytest.mark.parametrize("card", ["KC", "AS"])
def test_the_largest_shoe_of_one_card_does_not_overflow(card):
    left = [0] * 52
    left[DECK.index(card)] = 1248
    # Above 3.6e18, of the 9.2e18 that 64 bits hold.
    assert by_code(coup_law(composition=left)) == {
        by_hand.coup_code([card] * 6): math.perm(1248, 6)
    }


def extrapolated(counts, to):
    """Continue a polynomial from its values at 0, 1, 2, ... by Lagrange's formula."""
    points = range(len(counts))
    return sum(
        count * math.prod(Fraction(to - other, at - other) for other in points if other != at)
        for at, count in enumerate(counts)
    )


@pytest.mark.parametrize("decks", [8, 12, 24])
def test_large_shoes_continue_the_counts_of_small_ones(decks):
    """A count of six-card sequences is a polynomial of degree six in the number of decks."""
    small = [Counter(), *(by_code(coup_law(decks=n)) for n in range(1, 7))]
    law = by_code(coup_law(composition=[decks] * 52))
    assert all(
        ways == extrapolated([counts.get(code, 0) for counts in small], decks)
        for code, ways in law.items()
    )
    assert sum(law.values()) == math.perm(52 * decks, 6)


# removing cards

MAIN = ("player", "banker", "tie")


def expectations_without(left, card):
    rest = np.array(left)
    rest[card] -= 1
    law = coup_law(composition=rest)
    return [law.expectation(bet) for bet in MAIN]


@given(st.lists(st.integers(0, 9), min_size=13, max_size=13).filter(lambda n: sum(n) > 6))
@few
def test_a_card_burned_unseen_changes_nothing(left):
    """The mean over the next card of what is expected after it: what is expected before it."""
    law = coup_law(composition=left)
    mean = [Fraction(0)] * len(MAIN)
    for rank, count in enumerate(left):
        if count:
            after = expectations_without(left, rank)
            share = Fraction(count, sum(left))
            mean = [so_far + share * more for so_far, more in zip(mean, after, strict=True)]
    assert mean == [law.expectation(bet) for bet in MAIN]


@given(cards_left)
@few
def test_a_card_burned_unseen_changes_no_coup(left):
    """Six of n cards are in the coup: for each way to deal one, n - 6 ways to burn another."""
    before = Counter(by_code(coup_law(composition=left)))
    after = Counter()
    for card, count in enumerate(left):
        if count:
            rest = np.array(left)
            rest[card] -= 1
            law = by_code(coup_law(composition=rest))
            after.update({code: count * ways for code, ways in law.items()})
    assert after == {code: ways * (sum(left) - 6) for code, ways in before.items()}


@pytest.mark.parametrize("bet", MAIN)
def test_what_one_card_less_does_to_a_bet(bet):
    full = coup_law(decks=8).expectation(bet)
    for value, effect in enumerate(BETS_8_DECKS["removal"][bet]):
        rank = value - 1 if value else RANKS.index("Q")
        after = expectations_without([32] * 13, rank)[MAIN.index(bet)]
        assert after - full == Fraction(effect)


# what is refused


@pytest.mark.parametrize("decks", [0, 13, -1, True, False, 8.0, 7.5, "8", float("nan")])
def test_decks_are_a_whole_number_from_1_to_12(decks):
    coup_law(decks=8), coup_law(decks=1)  # equal numbers that are kept must not let others in
    with pytest.raises(ValueError, match="whole number from 1 to 12") as told:
        coup_law(decks=decks)
    assert str(told.value).endswith(f"got {decks!r}")


@pytest.mark.parametrize("given", [{}, {"decks": 8, "composition": [8] * 52}])
def test_either_decks_or_a_composition(given):
    with pytest.raises(ValueError, match=r"give decks or composition, one of the two: .*decks=8"):
        coup_law(**given)


def with_one(count, others=8):
    return [count] + [others] * 12


@pytest.mark.parametrize(
    ("composition", "given", "allowed"),
    [
        ([5] + [0] * 12, "holds 5 cards", "six or more"),
        ([0] * 52, "holds 0 cards", "six or more"),
        (with_one(-1), "-1", "the least is 0"),
        (with_one(-0.5), "-0.5", "whole numbers"),
        (with_one(1.5), "1.5", "whole numbers"),
        (with_one(math.nan), "nan", "whole numbers"),
        (with_one(math.inf), "inf", "whole numbers"),
        (with_one(1 + 0j), "complex", "whole numbers"),
        (with_one("4"), "got <U", "whole numbers"),
        (with_one(None), "object", "whole numbers"),
        ([True] * 13, "bool", "whole numbers"),
        ([8] * 12, "got 12", "13 rank counts, ace first, or 52 card counts"),
        ([[8] * 4] * 13, "got 13x4", "13 rank counts, ace first, or 52 card counts"),
        ([], "got 0", "13 rank counts, ace first, or 52 card counts"),
        (8, "got 8", "13 rank counts, ace first, or 52 card counts"),
        ("eight decks", "got 'eight decks'", "13 rank counts, ace first, or 52 card counts"),
        ([96] * 12 + [97], "holds 1249 cards", "the most is 1248"),
        ([2**62] * 13, "cards", "the most is 1248"),
    ],
)
def test_a_composition_that_no_shoe_has(composition, given, allowed):
    with pytest.raises(ValueError, match=r"^composition ") as told:
        coup_law(composition=composition)
    text = str(told.value)
    assert given in text
    assert allowed in text
    assert "\n" not in text


def test_a_law_cannot_be_written_to():
    law = coup_law(decks=8)
    for array in (law.codes, law.counts):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_a_law_shows_its_chances():
    assert repr(coup_law(decks=8)) == "CoupLaw(player 44.6247%, banker 45.8597%, tie 9.5156%)"


def test_banker_wins_more_of_the_decided_coups():
    """50.68 per cent: 2,292,252,566,437,888 of 4,522,770,849,030,144."""
    assert coup_law(decks=8).banker_share == Fraction(2292252566437888, 4522770849030144)


def test_every_bet_of_the_catalogue_counts_every_sequence():
    law = coup_law(decks=8)
    assert {sum(law.pays(bet).values()) for bet in BETS} == {law.total}
