"""Cards seen: read as people write them, and odds of the shoe without them."""

import numpy as np
import pytest
from by_hand import DECK, RANKS
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat import Bet, Table, coup_law, deal, odds
from baccarat.game.cards import card_name, count_cards, parse_cards

quick = settings(deadline=None, derandomize=True)
SUITED = Bet("perfect", lambda coup: 25 if coup.player_pair_suited else -1)


def names(text):
    ranks, suits = parse_cards(text)
    return " ".join(card_name(card) for card in (4 * ranks + suits).tolist())


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("AS 10h, Kd", "AS 10H KD"),
        ("as;10H;kD", "AS 10H KD"),
        ("AS\n10H\n\tKD\n", "AS 10H KD"),
        ("AS,TH , KD;", "AS 10H KD"),
        ("A♠ T♥ K♦ 2♣", "AS 10H KD 2C"),
        ("A♠️ 10♥️ ♦️K", "AS 10H KD"),
        ("♤A ♡10 ♢K ♧2", "AS 10H KD 2C"),
        ("SA HT DK c2", "AS 10H KD 2C"),
        ("AS10HKD", "AS 10H KD"),
        ("SAH10DK", "AS 10H KD"),
    ],
)
def test_cards_in_usual_notations(text, cards):
    assert names(text) == cards


@pytest.mark.parametrize("text", ["A 10 K K 9", "a t k k 9", "A,T;K\nK 9", "A10KK9", "ATKK9"])
def test_ranks_alone(text):
    ranks, suits = parse_cards(text)
    assert suits is None
    assert [RANKS[rank] for rank in ranks] == ["A", "10", "K", "K", "9"]


@given(st.lists(st.sampled_from(DECK), min_size=1), st.sampled_from([" ", ",", "; ", "\n", ""]))
@quick
def test_what_is_written_is_read(cards, separator):
    assert names(separator.join(cards)) == " ".join(cards)


@pytest.mark.parametrize("text", ["", " ", ",\n;"])
def test_no_cards(text):
    assert count_cards(text).tolist() == [0] * 52
    assert odds("live", text).equals(odds("live"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A 0 K", "can't read card '0'; a ten is written 10 or T, an ace A; e.g."),
        ("0S KH", "can't read card '0S'; a ten is written 10 or T"),
        ("1 2", "can't read card '1'; a ten is written 10 or T, an ace A"),
        ("11", "can't read card '11'; a ten"),
        ("AS JOKER", "can't read card 'JOKER'; e.g."),
        ("AX", "can't read card 'AX'; e.g."),
        ("AS S", "can't read card 'S'; e.g."),
        ("ASH", "can't read card 'ASH'; e.g."),
        ("AS|KD", "can't read card 'AS|KD'; e.g."),
        ("AS 10 KD", "card '10' has no suit and others have; give all suits or none"),
        ("A 10S", "card 'A' has no suit"),
    ],
)
def test_what_is_no_card(text, told):
    with pytest.raises(ValueError, match="card") as error:
        parse_cards(text)
    assert str(error.value).startswith(told)
    assert "\n" not in str(error.value)


def test_cards_as_numbers_and_as_texts():
    assert np.flatnonzero(count_cards(np.array([0, 51, 255], dtype=np.uint8))).tolist() == [0, 51]
    assert count_cards([]).tolist() == [0] * 52
    assert count_cards(["AS", "ks", "AS"]).tolist() == count_cards("AS KS AS").tolist()
    assert count_cards([[3, 3], [3, 255]])[3] == 3


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ([52], "0 to 51, or 255 for none, got 52"),
        ([0, -1], "got -1"),
        ([256], "got 256"),
        ([1.0], "text or whole numbers 0 to 51, got float64"),
        ([True], "got bool"),
        ([None], "got object"),
    ],
)
def test_numbers_that_are_no_card(cards, told):
    with pytest.raises(ValueError, match=told):
        count_cards(cards)


# odds of what is left


def test_odds_without_the_cards_seen():
    left = [8] * 52
    for card in ("AS", "AS", "10H", "KD"):
        left[DECK.index(card)] -= 1
    table = Table(bets=["player", "banker", "tie", "player pair", SUITED])
    expected = coup_law(composition=left).frame(table.bets)
    assert odds(table, seen="AS 10h, Kd; AS").equals(expected)
    assert odds(table, seen=[0, 0, DECK.index("10H"), 255, DECK.index("KD")]).equals(expected)


def test_odds_without_the_ranks_seen():
    left = [24] * 13
    left[0], left[8], left[9] = 22, 23, 22
    table = Table(decks=6, bets=["banker", "player pair"])
    expected = coup_law(composition=left).frame(table.bets)
    assert odds(table, seen="A A 9 10 T").equals(expected)


def test_odds_after_coups_of_a_history():
    coups = deal("live", shoes=1, rng=5, cards=True).cards
    left = np.full(52, 8) - np.bincount(coups[coups != 255], minlength=52)
    expected = coup_law(composition=left).frame()
    assert odds("live", seen=coups).loc["banker", "edge"] == expected.loc["banker", "edge"]


def test_bets_on_suits_need_suits_seen():
    table = Table(bets=["tie", SUITED])
    with pytest.raises(ValueError, match=r"^bet 'perfect' depends on suits.*the suits too"):
        odds(table, seen="A K")
    assert list(odds(table, seen="AS KS").index) == ["tie", "perfect"]


@pytest.mark.parametrize(
    ("decks", "seen", "told"),
    [
        (1, "AS KD AS", "seen holds AS 2 times; a shoe of 52 cards has only 1"),
        (1, "K K K K K", "seen holds K 5 times; a shoe of 52 cards has only 4"),
        (8, [51] * 9, "seen holds KC 9 times; a shoe of 416 cards has only 8"),
        (1, list(range(47)), "seen holds 47 of 52 cards and leaves 5; a coup may need six"),
        (1, [*range(52)], "seen holds 52 of 52 cards and leaves 0"),
    ],
)
def test_more_than_the_shoe_can_give(decks, seen, told):
    with pytest.raises(ValueError, match=r"^seen holds") as error:
        odds(Table(decks=decks, burn=None, bets=["tie"]), seen=seen)
    assert str(error.value).startswith(told)


def test_the_last_six_cards_have_odds():
    table = Table(decks=1, bets=["tie"])
    assert odds(table, seen=list(range(46))).loc["tie", "win"] == pytest.approx(
        coup_law(composition=[0] * 46 + [1] * 6).tie / 720
    )
