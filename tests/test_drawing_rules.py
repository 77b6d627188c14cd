"""The drawing rules, held against a printed table, hands from other programs' faults, and cards."""

from collections import Counter
from itertools import product

import by_hand
import numpy as np
import pytest
from by_hand import DECK, banker_draws, play, value
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat import Coup, final_hands, kernels
from baccarat.game.cards import CARD_VALUES, card_name
from baccarat.game.coup import coup_table, finished_codes, hand_total

TOTALS = range(10)
STANDING_OR_DRAWN = (None, *range(10))


def finish(player, banker, rest=""):
    """Finish a coup of named cards; `rest` is what the shoe holds next."""
    p, b, rest = ([value(card) for card in hand.split()] for hand in (player, banker, rest))
    # The nines are there because six cards must be; a right program leaves them.
    return final_hands([p[0], b[0], p[1], b[1], *rest, *[9] * (2 - len(rest))])


def totals(hands):
    return tuple(sum(hand) % 10 for hand in hands)


def third_cards(hands):
    return tuple(len(hand) - 2 for hand in hands)


def deal(cards):
    """Deal a coup of six named cards as shoes are dealt."""
    shoe = np.array([DECK.index(card) for card in cards.split()], dtype=np.uint8)
    return Coup.from_code(int(kernels.deal_coup(shoe, 0, CARD_VALUES, coup_table().reshape(-1))))


def banker_drew(total, third):
    """Tell whether banker, on a two-card total, draws on player's third card; None: it stood."""
    player = (6, 0) if third is None else (0, 0)
    values = [player[0], total, player[1], 0, *([9, 9] if third is None else [third, 9])]
    return len(final_hands(values)[1]) == 3


# the printed table


def test_the_printed_table_has_every_cell():
    assert list(by_hand.TABLE) == [*product(["player"], TOTALS), *product(["banker"], TOTALS)]
    for (hand, total), row in by_hand.TABLE.items():
        natural = total >= 8
        filled = 1 if hand == "player" or natural else 11
        cells = [cell for cell in list(row.values())[2:] if cell]
        assert len(cells) == filled
        assert set(cells) <= ({"natural"} if natural else {"draws", "stands"})


def test_final_hands_follow_the_printed_table_whatever_the_cards():
    """All million sequences of six card values."""
    differing = [v for v in product(TOTALS, repeat=6) if final_hands(v) != play(v)]
    assert differing == []


def test_the_law_with_replacement_is_the_published_one():
    """Thirteen ranks drawn with replacement, four of which count nothing: 13**6 sequences."""
    weight = np.array([4, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    pairs = [weight[(total - np.arange(10)) % 10] @ weight for total in TOTALS]
    counts = np.einsum("p,b,x,y->pbxy", pairs, pairs, weight, weight)
    winner = coup_table() >> 14
    expected = by_hand.facts("coup_law")["law"]["with_replacement"]["outcomes"]
    assert [int(counts[winner == k].sum()) for k in range(3)] == list(expected.values())


# rule by rule


@pytest.mark.parametrize("third", TOTALS)
def test_banker_zero_to_two_always_draws(third):
    assert all(banker_drew(total, third) for total in (0, 1, 2))


def test_banker_three_stands_on_an_eight():
    assert not banker_drew(3, 8)


def test_banker_three_draws_on_anything_but_an_eight():
    assert all(banker_drew(3, third) for third in (0, 1, 2, 3, 4, 5, 6, 7, 9))


def test_banker_four_draws_on_two_to_seven():
    assert [third for third in TOTALS if banker_drew(4, third)] == [2, 3, 4, 5, 6, 7]


def test_banker_five_draws_on_four_to_seven():
    assert [third for third in TOTALS if banker_drew(5, third)] == [4, 5, 6, 7]


def test_banker_six_draws_on_six_and_seven():
    assert [third for third in TOTALS if banker_drew(6, third)] == [6, 7]


@pytest.mark.parametrize("third", STANDING_OR_DRAWN)
def test_banker_seven_stands(third):
    assert not banker_drew(7, third)


def test_banker_draws_on_five_or_less_where_player_stood():
    assert [total for total in range(8) if banker_drew(total, None)] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("total", range(8))
def test_player_draws_on_five_or_less(total):
    player, _ = final_hands([total, 7, 0, 0, 1, 1])
    assert (len(player) == 3) == (total <= 5)


@pytest.mark.parametrize(("natural", "other"), [*product([8, 9], TOTALS)])
def test_a_natural_of_player_ends_the_coup(natural, other):
    assert final_hands([natural, other, 0, 0, 5, 5]) == ((natural, 0), (other, 0))


@pytest.mark.parametrize(("natural", "other"), [*product([8, 9], TOTALS)])
def test_a_natural_of_banker_ends_the_coup(natural, other):
    assert final_hands([other, natural, 0, 0, 5, 5]) == ((other, 0), (natural, 0))


@pytest.mark.parametrize("third", STANDING_OR_DRAWN)
@pytest.mark.parametrize("total", range(8))
def test_each_cell_of_banker(total, third):
    assert banker_drew(total, third) == banker_draws(total, third)


@pytest.mark.parametrize(("hand", "total"), [((), 0), ((9, 9), 8), ((5, 5), 0), ((7, 8, 9), 4)])
def test_a_total_is_the_last_digit_of_the_sum(hand, total):
    assert hand_total(hand) == total


# hands that programs have got wrong; expected: the totals, and how many third cards each side took


@pytest.mark.parametrize(
    ("fault", "player", "banker", "rest", "expected", "thirds"),
    [
        ("banker draws against a natural", "4 4", "2 3", "4", (8, 5), (0, 0)),
        ("cards are drawn after a natural", "K 8", "3 A", "5 5", (8, 4), (0, 0)),
        ("player draws against a natural", "2 3", "5 3", "4", (5, 8), (0, 0)),
        ("banker looks past both naturals", "Q 8", "9 K", "A A", (8, 9), (0, 0)),
        ("banker draws twice", "10 6", "A A", "A 9", (6, 3), (0, 1)),
        ("banker four stands when player stood", "K 6", "2 2", "5", (6, 9), (0, 1)),
        ("banker nought does not draw", "4 2", "K 10", "9", (6, 9), (0, 1)),
        ("banker five stands when player stood", "7 K", "5 Q", "3", (7, 8), (0, 1)),
        ("banker six draws when player stood", "6 J", "6 Q", "3", (6, 6), (0, 0)),
        ("a total over nine never draws", "7 8", "K 7", "4", (9, 7), (1, 0)),
        ("a third ten counts ten", "2 3", "A 3", "K", (5, 4), (1, 0)),
        ("banker goes by player's final total", "5 K", "K 3", "3 4", (8, 7), (1, 1)),
        ("banker goes by player's two-card total", "2 K", "6 K", "6 A", (8, 7), (1, 1)),
        ("banker five draws on six and seven only", "2 K", "5 K", "4 3", (6, 8), (1, 1)),
        ("banker five draws on four only", "2 K", "K 5", "7 A", (9, 6), (1, 1)),
        ("a nine of three cards is a natural", "A 4", "3 Q", "4 5", (9, 8), (1, 1)),
        ("an eight of three cards is a natural", "A 4", "3 Q", "3 6", (8, 9), (1, 1)),
        ("banker three draws on an eight", "K Q", "3 J", "8 6", (8, 3), (1, 0)),
        ("banker three stands on a nine", "K Q", "3 J", "9 5", (9, 8), (1, 1)),
        ("banker takes the card that player left", "K 7", "K 5", "4 9", (7, 9), (0, 1)),
    ],
)
def test_hands_that_programs_get_wrong(fault, player, banker, rest, expected, thirds):
    hands = finish(player, banker, rest)
    assert totals(hands) == expected, fault
    assert third_cards(hands) == thirds, fault


def test_a_nine_of_three_cards_is_no_natural():
    coup = deal("AS 3S 4S 3H 4D 5S")
    assert (coup.player_total, coup.player_cards, coup.player_natural) == (9, 3, False)


@pytest.mark.parametrize("total", TOTALS)
def test_a_natural_is_eight_or_nine_in_two_cards(total):
    for drew in (False, True):
        ours = Coup(total, total, drew, drew, False, False, False, False, "tie")
        natural = total in (8, 9) and not drew
        assert ours.player_natural == ours.banker_natural == natural


# the code of a coup


def test_the_finished_codes_are_all_in_which_the_higher_total_wins():
    hands = product(range(10), [False, True], ["", "pair", "suited"])
    expected = set()
    for (p, p_drew, p_pair), (b, b_drew, b_pair) in product(list(hands), repeat=2):
        code = p | b << 4 | p_drew << 8 | b_drew << 9 | bool(p_pair) << 10 | bool(b_pair) << 11
        code |= (p_pair == "suited") << 12 | (b_pair == "suited") << 13
        expected.add(code | (0x0000 if p > b else 0x4000 if b > p else 0x8000))
    assert expected == {*finished_codes().tolist()}


def test_every_code_the_printed_table_leads_to_is_a_finished_one():
    plain = {
        by_hand.coup_code([f"{a}S", f"{b}H", "10D", "JC", f"{x}S", f"{y}H"])
        for a, b, x, y in product(["K", "A", *range(2, 10)], repeat=4)
    }
    assert plain <= {*finished_codes().tolist()}


def test_every_code_makes_a_coup_that_makes_the_code():
    assert [Coup.from_code(code).code for code in finished_codes().tolist()] == [
        *finished_codes().tolist()
    ]


def test_a_void_coup_has_a_code():
    assert Coup.from_code(0xC000).winner == "void"
    assert Coup.from_code(0xC000).code == 0xC000


@pytest.mark.parametrize(
    ("field", "bits"),
    [
        ("player_total", 0b1001),
        ("banker_total", 0b1001 << 4),
        ("player_drew", 1 << 8),
        ("banker_drew", 1 << 9),
        ("player_pair", 1 << 10),
        ("banker_pair", 1 << 11),
        ("player_pair_suited", 1 << 12),
        ("banker_pair_suited", 1 << 13),
    ],
)
def test_each_field_has_its_bits(field, bits):
    nothing, something = Coup.from_code(0), Coup.from_code(bits)
    fields = Coup.__slots__
    changed = [name for name in fields if getattr(nothing, name) != getattr(something, name)]
    assert changed == [field]
    assert getattr(something, field) == (9 if field.endswith("total") else True)
    assert something.code == bits


@pytest.mark.parametrize(
    ("winner", "bits"), [("player", 0), ("banker", 1), ("tie", 2), ("void", 3)]
)
def test_the_winner_is_in_the_two_highest_bits(winner, bits):
    assert Coup.from_code(bits << 14).winner == winner


def test_the_higher_total_wins_and_cards_are_counted():
    for coup in map(Coup.from_code, finished_codes().tolist()):
        p, b = coup.player_total, coup.banker_total
        assert coup.winner == ("tie" if p == b else "player" if p > b else "banker")
        assert coup.player_cards == (3 if coup.player_drew else 2)
        assert coup.banker_cards == (3 if coup.banker_drew else 2)


# cards


def test_cards_are_named_and_counted_as_on_their_faces():
    assert [card_name(card) for card in range(52)] == DECK
    assert CARD_VALUES.tolist() == [value(card) for card in DECK]


@pytest.mark.parametrize("card", [-1, 52, 255])
def test_other_numbers_are_no_cards(card):
    with pytest.raises(ValueError, match=f"a card is a number from 0 to 51, got {card}"):
        card_name(card)


@given(st.lists(st.sampled_from(range(52)), min_size=6, max_size=6))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_the_coup_table_deals_cards_as_played_by_hand(cards):
    p, b = (CARD_VALUES[cards[0:4:2]].sum() % 10, CARD_VALUES[cards[1:4:2]].sum() % 10)
    unpaired = 0xFFFF ^ 0x3C00
    expected = by_hand.coup_code([DECK[card] for card in cards])
    assert coup_table()[p, b, value(DECK[cards[4]]), value(DECK[cards[5]])] == expected & unpaired
    shoe = np.array([51, *cards], dtype=np.uint8)
    assert kernels.deal_coup(shoe, 1, CARD_VALUES, coup_table().reshape(-1)) == expected


@given(st.lists(st.sampled_from(range(52)), min_size=6, max_size=6))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_the_cards_of_a_coup_are_recorded_hand_by_hand(cards):
    row = np.zeros(6, dtype=np.uint8)
    shoe = np.array(cards, dtype=np.uint8)
    code = np.int64(by_hand.coup_code([DECK[card] for card in cards]))
    kernels.record_cards(shoe, 0, code, row)
    hands = play([value(DECK[card]) for card in cards])
    for part, hand in zip((row[:3], row[3:]), hands, strict=True):
        dealt = [value(DECK[card]) for card in part if card != 255]
        assert tuple(dealt) == hand
    dealt = Counter(row[row != 255].tolist())
    assert dealt == Counter(cards[: dealt.total()])


@pytest.mark.parametrize(
    ("cards", "player_pair", "banker_pair"),
    [
        ("2S 6S 2H AH 5D 3S", True, False),  # whatever the third card is
        ("2S 6S 5H AH 2D 3S", False, False),
        ("KS 9S KH 9H AD AD", True, True),
        ("10S JS KS QS 5D 3S", False, False),  # tens and faces count alike and are no pair
    ],
)
def test_a_pair_is_two_first_cards_of_one_rank(cards, player_pair, banker_pair):
    coup = deal(cards)
    assert (coup.player_pair, coup.banker_pair) == (player_pair, banker_pair)
    assert not coup.player_pair_suited
    assert not coup.banker_pair_suited


def test_a_suited_pair_is_a_pair_too():
    coup = deal("2S 6S 2S 6H 5D 3S")
    assert (coup.player_pair, coup.player_pair_suited) == (True, True)
    assert (coup.banker_pair, coup.banker_pair_suited) == (True, False)


def test_the_tables_cannot_be_written_to():
    for table in (coup_table(), finished_codes()):
        with pytest.raises(ValueError, match="read-only"):
            table[:] = 0
