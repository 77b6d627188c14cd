"""Effects of removal, against figures worked out elsewhere and against what must hold of them."""

from fractions import Fraction

import by_hand
import pytest

from baccarat import BETS, Bet, coup_law, outcome_counts, removal_effect, removal_effects

FACTS = by_hand.facts("removal_8_decks")
VALUES = ["10", "A", "2", "3", "4", "5", "6", "7", "8", "9"]
CARDS_OF = [4, *[1] * 9]


def lucky_six(coup):
    if coup.winner != "banker" or coup.banker_total != 6:
        return -1
    return 12 if coup.banker_cards == 2 else 20


def dragon_seven(coup):
    return 40 if (coup.winner, coup.banker_total, coup.banker_cards) == ("banker", 7, 3) else -1


NAMED = {
    "player 1:1": BETS["player"],
    "banker 5% commission": BETS["banker"],
    "tie 8:1": BETS["tie"],
    "lucky six 12/20": Bet("lucky six", lucky_six),
    "dragon 7 40:1": Bet("dragon 7", dragon_seven),
}
SUITED = Bet("perfect", lambda coup: 25 if coup.player_pair_suited else -1)
ANY = [*NAMED.values(), SUITED, BETS["player pair"], BETS["banker half on six"]]


def test_every_bet_with_figures_is_tried():
    assert list(NAMED) == list(FACTS["effects"])


@pytest.mark.parametrize("name", NAMED)
def test_effects_to_the_last_digit(name):
    effects = removal_effect(NAMED[name])
    assert list(effects) == VALUES
    assert list(effects.values()) == [Fraction(effect) for effect in FACTS["effects"][name]]


def test_effects_on_the_chances():
    full = outcome_counts([32] * 13)
    for value in range(10):
        left = [32] * 13
        left[value - 1] -= 1  # -1 is the king
        less = outcome_counts(left)
        for outcome, letter in enumerate("PBT"):
            change = less[outcome] / less.sum() - full[outcome] / full.sum()
            assert change == pytest.approx(FACTS["on_probabilities"][letter][value], abs=1e-15)


@pytest.mark.parametrize("decks", [1, 6, 8])
@pytest.mark.parametrize("bet", ["player pair", "banker pair", SUITED], ids=str)
def test_pairs_know_no_effect(bet, decks):
    assert set(removal_effect(bet, decks).values()) == {0}


@pytest.mark.parametrize("decks", [1, 2, 6, 8, 12])
@pytest.mark.parametrize("bet", ANY, ids=str)
def test_effects_weighted_by_the_cards_sum_to_nought(bet, decks):
    """At eight decks 128 tens and faces, 32 cards of each other value."""
    effects = removal_effect(bet, decks).values()
    assert sum(4 * decks * cards * e for cards, e in zip(CARDS_OF, effects, strict=True)) == 0


@pytest.mark.parametrize("suit", range(4))
@pytest.mark.parametrize("rank", range(13))
def test_cards_of_one_value_are_alike(rank, suit):
    """Whatever the suit, and ten, jack, queen and king."""
    left = [6] * 52
    left[4 * rank + suit] -= 1
    value = VALUES[(rank + 1) % 10] if rank < 9 else "10"
    for bet in (BETS["banker"], SUITED):
        change = coup_law(composition=left).expectation(bet) - coup_law(decks=6).expectation(bet)
        assert removal_effect(bet, 6)[value] == change


def test_the_frame_holds_the_same_as_floats():
    frame = removal_effects(decks=6)
    assert (list(frame.index), list(frame.columns)) == (list(BETS), VALUES)
    assert frame.index.name == "bet"
    for name in BETS:
        assert frame.loc[name].tolist() == [float(e) for e in removal_effect(name, 6).values()]


@pytest.mark.parametrize("decks", [0, 13, 8.0, True])
def test_decks_are_checked(decks):
    removal_effect("tie", 1)  # kept, and equal to True
    with pytest.raises(ValueError, match="whole number from 1 to 12"):
        removal_effect("tie", decks)
    with pytest.raises(ValueError, match="whole number from 1 to 12"):
        removal_effects(decks=decks)


def test_an_unknown_bet_is_named():
    with pytest.raises(ValueError, match="no bet 'tei'; did you mean 'tie'"):
        removal_effect("tei")
