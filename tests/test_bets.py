"""Bets: exact edges against published fractions, and what a bet of one's own may do."""

import math
import pickle
from decimal import Decimal
from fractions import Fraction

import by_hand
import numpy as np
import pytest

from baccarat import BETS, Bet, Coup, coup_law
from baccarat.game.bets import UNIT
from baccarat.game.coup import finished_codes

FACTS = by_hand.facts("bets_8_decks")
LAW = by_hand.facts("coup_law")["law"]
MAIN = list(FACTS["bets"])


COUPS = [Coup.from_code(code) for code in finished_codes().tolist()]


def pay(bet, code):
    """Look up what a bet pays to one."""
    return Fraction(int(BETS[bet].pays[code]), UNIT)


def pays(bet, coups):
    """Give all that a bet pays on some coups."""
    return {pay(bet, coup.code) for coup in coups}


# exact edges of a full eight-deck shoe


@pytest.mark.parametrize(
    ("bet", "edge"),
    [
        ("player", Fraction(241149546272, 19524993263685)),  # 1.2351 %
        ("banker", Fraction(114753351728, 10847218479825)),  # 1.0579 %
        ("banker half on six", Fraction(284694798368, 19524993263685)),  # 1.4581 %
        ("tie", Fraction(103841353768, 723147898655)),  # 14.3596 %
        ("player pair", Fraction(43, 415)),  # 10.3614 %
        ("banker pair", Fraction(43, 415)),
    ],
)
def test_edge_at_eight_decks(bet, edge):
    law = coup_law(decks=8)
    assert law.edge(bet) == edge
    assert law.expectation(bet) == -edge


@pytest.mark.parametrize("bet", MAIN)
def test_every_pay_line_at_eight_decks(bet):
    lines = {Fraction(pay): count for pay, count in FACTS["bets"][bet]["lines"].items()}
    assert coup_law(decks=8).pays(bet) == lines
    assert coup_law(decks=8).expectation(bet) == Fraction(FACTS["bets"][bet]["expectation"])


def edges_by_outcomes(player, banker, tie):
    """Work out the edges from three counts alone: a tie gives player and banker their stake."""
    total = player + banker + tie
    return {
        "player": Fraction(banker - player, total),
        "banker": Fraction(20 * player - 19 * banker, 20 * total),
        "tie": Fraction(player + banker - 8 * tie, total),
    }


@pytest.mark.parametrize("decks", ["1", "2", "4", "8"])
def test_edges_from_published_outcome_counts(decks):
    edges = edges_by_outcomes(**LAW[decks]["outcomes"])
    assert {bet: coup_law(decks=int(decks)).edge(bet) for bet in edges} == edges


def test_edges_at_six_decks():
    """Published to four digits: 1.056, 1.237 and 14.44 per cent."""
    law = coup_law(decks=6)
    edges = edges_by_outcomes(law.player, law.banker, law.tie)
    assert {bet: law.edge(bet) for bet in edges} == edges
    assert [f"{float(edges[bet]):.2%}" for bet in edges] == ["1.24%", "1.06%", "14.44%"]


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_the_edge_of_a_pair_by_the_second_card(decks):
    pair = Fraction(4 * decks - 1, 52 * decks - 1)
    for bet in ("player pair", "banker pair"):
        assert coup_law(decks=decks).edge(bet) == 1 - 12 * pair


@pytest.mark.parametrize("bet", BETS)
def test_pay_lines_add_up_to_all_sequences_most_losing_first(bet):
    law = coup_law(decks=6)
    lines = law.pays(bet)
    assert sum(lines.values()) == law.total
    assert list(lines) == sorted(lines)


# hands


@pytest.mark.parametrize(
    ("bet", "player_wins", "banker_wins", "tie"),
    [
        ("player", 1, -1, 0),
        ("banker", -1, Fraction(19, 20), 0),
        ("tie", -1, -1, 8),
    ],
)
def test_what_an_outcome_pays(bet, player_wins, banker_wins, tie):
    """A tie gives player and banker their stake, whatever its total."""
    assert pays(bet, [coup for coup in COUPS if coup.winner == "player"]) == {player_wins}
    assert pays(bet, [coup for coup in COUPS if coup.winner == "banker"]) == {banker_wins}
    assert pays(bet, [coup for coup in COUPS if coup.winner == "tie"]) == {tie}


def test_banker_half_on_six_pays_a_half_on_any_winning_six():
    bet = "banker half on six"
    won = [coup for coup in COUPS if coup.winner == "banker"]
    six = [coup for coup in won if coup.banker_total == 6]
    assert {coup.banker_cards for coup in six} == {2, 3}
    assert pays(bet, six) == {Fraction(1, 2)}
    assert pays(bet, [coup for coup in won if coup.banker_total != 6]) == {1}
    assert pays(bet, [coup for coup in COUPS if coup.winner == "player"]) == {-1}
    assert pays(bet, [coup for coup in COUPS if coup.winner == "tie"]) == {0}


@pytest.mark.parametrize(
    ("cards", "player_pair", "banker_pair"),
    [
        ("KS 9S KH 9D AS AS", 11, 11),  # each hand's pair is paid by its own bet
        ("2S 6S 2H AH 5D 3S", 11, -1),  # whatever the third card
        ("2S 3S 2S AH 5D 3S", 11, -1),  # a suited pair is a pair
        ("8S 3S AS 3H 8D 3D", -1, 11),
        ("10S JS KS QS 5D 3S", -1, -1),  # tens and faces count alike and are no pair
    ],
)
def test_a_pair_bet_goes_by_the_ranks_of_the_first_two_cards(cards, player_pair, banker_pair):
    code = by_hand.coup_code(cards.split())
    assert pay("player pair", code) == player_pair
    assert pay("banker pair", code) == banker_pair


@pytest.mark.parametrize("bet", BETS)
def test_a_void_coup_pays_nothing(bet):
    for code in (0xC000, 0xC000 | int(finished_codes()[-1])):
        assert BETS[bet].pays[code] == 0


# shares and spread


def test_break_even():
    law = coup_law(decks=8)
    assert law.break_even("player") == Fraction(1, 2)
    assert law.break_even("banker") == Fraction(20, 39)
    assert law.break_even("tie") == Fraction(1, 9)
    assert law.break_even("player pair") == Fraction(1, 12)


def test_break_even_where_wins_pay_differently():
    """2,023,020,261,982,208 wins pay one, 269,232,304,455,680 a half."""
    wins = {1: 2023020261982208, Fraction(1, 2): 269232304455680}
    mean = sum(pay * ways for pay, ways in wins.items()) / sum(wins.values())
    assert coup_law(decks=8).break_even("banker half on six") == 1 / (1 + mean)


@pytest.mark.parametrize("pay", [-1, 0, 1])
def test_no_break_even_without_both_a_win_and_a_loss(pay):
    with pytest.raises(ValueError, match="can't both win and lose"):
        coup_law(decks=8).break_even(Bet("one way", lambda coup: pay))


@pytest.mark.parametrize("bet", MAIN)
def test_a_row_of_the_odds(bet):
    row, facts = coup_law(decks=8).frame().loc[bet], FACTS["bets"][bet]
    lines = {
        float(Fraction(pay)): count / LAW["8"]["total"] for pay, count in facts["lines"].items()
    }
    assert row["win"] == pytest.approx(sum(p for pay, p in lines.items() if pay > 0), rel=1e-12)
    assert row["push"] == pytest.approx(lines.get(0.0, 0), rel=1e-12)
    assert row["edge"] == pytest.approx(-float(Fraction(facts["expectation"])), rel=1e-12)
    decided = -float(Fraction(facts["expectation_decided"]))
    assert row["edge_decided"] == pytest.approx(decided, rel=1e-12)
    assert row["sd_units"] == pytest.approx(facts["sd"], rel=1e-12)


def test_the_odds_of_the_catalogue():
    frame = coup_law(decks=8).frame()
    assert list(frame.index) == list(BETS)
    assert list(frame.columns) == ["win", "push", "edge", "edge_decided", "sd_units"]
    assert (frame["win"] + frame["push"] <= 1).all()
    assert (frame["edge_decided"].abs() >= frame["edge"].abs()).all()
    assert not frame.isna().any(axis=None)


def test_the_spread_against_a_plain_computation():
    """Every six-card sequence of the law as a value with a weight."""
    law = coup_law(decks=6)
    for bet in BETS.values():
        values, weights = bet.pays[law.codes] / UNIT, law.counts / law.total
        mean = np.average(values, weights=weights)
        sd = math.sqrt(np.average((values - mean) ** 2, weights=weights))
        assert law.frame({bet.name: bet})["sd_units"].item() == pytest.approx(sd, rel=1e-9)


def test_a_bet_that_always_pushes_has_no_edge_to_speak_of():
    row = coup_law(decks=8).frame({"idle": Bet("idle", lambda coup: 0)}).loc["idle"]
    assert (row["win"], row["push"], row["edge"], row["sd_units"]) == (0, 1, 0, 0)
    assert math.isnan(row["edge_decided"])


# a bet of one's own


def test_a_bet_of_ones_own_has_its_edge_at_once():
    """Banker wins with a three-card seven at forty to one, "dragon 7": edge 7.6113 per cent."""
    dragon = Bet(
        "dragon 7",
        lambda coup: (
            40
            if coup.winner == "banker" and coup.banker_total == 7 and coup.banker_cards == 3
            else -1
        ),
    )
    lost = 4885765264174336  # of 4,998,398,275,503,360, published
    total = LAW["8"]["total"]
    assert coup_law(decks=8).edge(dragon) == 1 - 41 * Fraction(total - lost, total)
    assert f"{float(coup_law(decks=8).edge(dragon)):.4%}" == "7.6113%"


def test_a_bet_on_naturals():
    """1,022 of 5,395 coups give player a natural, so seven to two keeps 14.75 per cent."""
    natural = Bet("natural", lambda coup: Fraction(7, 2) if coup.player_natural else -1)
    edge = 1 - Fraction(9, 2) * Fraction(1022, 5395)
    assert coup_law(decks=8).edge(natural) == edge


@pytest.mark.parametrize(
    "pay",
    [0.95, Fraction(19, 20), Decimal("0.95"), np.float64(0.95), np.float32(0.95)],
    ids=lambda pay: type(pay).__name__,
)
def test_a_pay_means_what_it_says(pay):
    """0.95 is 19/20, not the binary fraction nearest to it."""
    bet = Bet("mine", lambda coup: pay if coup.winner == "banker" else -1)
    assert list(coup_law(decks=8).pays(bet)) == [-1, Fraction(19, 20)]


def test_a_pay_may_be_an_integer_of_numpy():
    bet = Bet("mine", lambda coup: np.int64(3) if coup.winner == "tie" else np.int8(-1))
    assert list(coup_law(decks=8).pays(bet)) == [-1, 3]


@pytest.mark.parametrize("pay", [-1, 1_000_000, "0.0001"])
def test_the_bounds_of_a_pay(pay):
    exact = Fraction(pay)
    bet = Bet("mine", lambda coup: exact)
    assert bet.pays[finished_codes()].tolist() == [exact * UNIT] * len(finished_codes())


@pytest.mark.parametrize(
    ("paid", "allowed", "told"),
    [
        (True, "must pay a number", "paid True for"),
        (np.True_, "must pay a number", "paid np.True_ for"),
        (None, "must pay a number", "paid None for"),
        ("8", "must pay a number", "paid '8' for"),
        ("8 to 1", "must pay a number", "paid '8 to 1' for"),
        (1 + 0j, "must pay a number", "paid (1+0j) for"),
        ((8, 1), "must pay a number", "paid (8, 1) for"),
        (math.nan, "must pay a finite number", "got nan"),
        (math.inf, "must pay a finite number", "got inf"),
        (-math.inf, "must pay a finite number", "got -inf"),
        (Decimal("NaN"), "must pay a finite number", "got Decimal('NaN')"),
        (-2, "cannot lose more than its stake", "paid -2"),
        (-1.0001, "cannot lose more than its stake", "paid -1.0001"),
        (1 / 3, "whole number of ten-thousandths", "paid 0.3333"),
        (Fraction(1, 3), "whole number of ten-thousandths", "paid 1/3"),
        (0.00005, "whole number of ten-thousandths", "paid 5e-05"),
        (1_000_001, "may pay 1000000 to one at most", "paid 1000001"),
        (1e300, "may pay 1000000 to one at most", "paid 1e+300"),
    ],
)
def test_a_pay_that_no_house_could_pay(paid, allowed, told):
    with pytest.raises(ValueError, match=r"^bet 'mine' ") as raised:
        coup_law(decks=8).edge(Bet("mine", lambda coup: paid))
    text = str(raised.value)
    assert allowed in text
    assert told in text
    assert "\n" not in text


@pytest.mark.parametrize("name", ["", " ", None, 3])
def test_a_bet_needs_a_name(name):
    with pytest.raises(ValueError, match="a bet needs a name, got") as told:
        Bet(name, lambda coup: 1)
    assert repr(name) in str(told.value)


@pytest.mark.parametrize("rule", [None, 8, "tie"])
def test_a_bet_needs_a_rule(rule):
    with pytest.raises(ValueError, match="needs a rule that takes a coup, got") as told:
        Bet("mine", rule)
    assert repr(rule) in str(told.value)


def test_a_bet_on_suits_needs_a_law_that_knows_suits():
    perfect = Bet("perfect", lambda coup: 25 if coup.player_pair_suited else -1)
    assert coup_law(composition=[8] * 52).edge(perfect) == 1 - 26 * Fraction(7, 415)
    with pytest.raises(ValueError, match=r"bet 'perfect' depends on suits.*give 52 card counts"):
        coup_law(composition=[32] * 13).edge(perfect)


def test_a_bet_on_pairs_needs_no_suits():
    assert coup_law(composition=[32] * 13).edge("player pair") == Fraction(43, 415)


def test_the_odds_that_need_no_suits_are_the_same_from_rank_counts():
    rest = {name: bet for name, bet in BETS.items() if not bet.reads_suits}
    full, ranks = coup_law(decks=8), coup_law(composition=[32] * 13)
    assert full.frame(rest).equals(ranks.frame(rest))


def test_only_perfect_pairs_go_by_suits():
    suited = {name for name, bet in BETS.items() if bet.reads_suits}
    assert suited == {name for name in BETS if name.startswith("perfect pair")}


# bets as values


def test_the_catalogue():
    assert list(BETS)[:4] == ["player", "banker", "banker 4%", "banker 3%"]
    assert all(BETS[name].name == name for name in BETS)
    assert {"tie", "player pair", "dragon 7", "egalite 0", "super lucky seven"} <= set(BETS)
    assert len(BETS) == 90


def test_names_of_bets_are_plain():
    assert all(name == name.strip().lower() and name.isascii() for name in BETS)


@pytest.mark.parametrize(
    ("name", "guess"), [("ties", "tie"), ("Banker", "banker"), ("players pair", "player pair")]
)
def test_an_unknown_bet_suggests_the_nearest(name, guess):
    with pytest.raises(ValueError, match=rf"no bet '{name}'; did you mean '{guess}'\?") as told:
        coup_law(decks=8).edge(name)
    assert all(bet in str(told.value) for bet in BETS)


def test_bets_are_equal_when_they_pay_the_same_under_one_name():
    nine = Bet("tie", lambda coup: 9 if coup.winner == "tie" else -1)
    eight = Bet("tie", lambda coup: 8 if coup.winner == "tie" else -1)
    other = Bet("égalité", lambda coup: 8 if coup.winner == "tie" else -1)
    assert eight == BETS["tie"]
    assert hash(eight) == hash(BETS["tie"])
    assert nine != BETS["tie"]
    assert other != BETS["tie"]
    assert BETS["tie"] != "tie"


@pytest.mark.parametrize("name", BETS)
def test_a_bet_survives_pickling(name):
    pays = BETS[name].pays
    copy = pickle.loads(pickle.dumps(BETS[name]))
    assert copy == BETS[name]
    assert hash(copy) == hash(BETS[name])
    assert np.array_equal(copy.pays, pays)
    assert not copy.pays.flags.writeable


def test_a_pickled_bet_leaves_its_table_behind():
    """Half a million bytes that its rule makes anew."""
    assert BETS["tie"].pays.nbytes > 500_000
    assert len(pickle.dumps(BETS["tie"])) < 1_000


def test_pays_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        BETS["tie"].pays[0] = 9


def test_a_bet_shows_its_name():
    assert repr(BETS["tie"]) == "Bet('tie')"
