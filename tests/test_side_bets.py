"""Every bet of the catalogue: its pay lines against facts, and coups worked by hand."""

from collections import defaultdict
from fractions import Fraction

import by_hand
import pytest

from baccarat import BETS, coup_law
from baccarat.game.bets import UNIT

FACTS = by_hand.facts("pay_lines_8_decks")
LINES = {
    bet: {Fraction(pay): count for pay, count in fact["lines"].items()}
    for bet, fact in FACTS["bets"].items()
}
EVENTS = {event: Fraction(chance) for event, chance in FACTS["pair_events"].items()}
LAW = by_hand.facts("coup_law")["law"]["8"]
TOTAL = LAW["total"]
HALF = Fraction(1, 2)


def banker_bonus_naturals_by_margin():
    """Player's natural wins come by the same margins as banker's, so its two readings tell them."""
    by_margin, usual = LINES["player bonus, naturals by margin"], LINES["player bonus"]
    return {
        pay: count + by_margin[pay] - usual[pay] for pay, count in LINES["banker bonus"].items()
    }


LINES["banker bonus, naturals by margin"] = banker_bonus_naturals_by_margin()


def counted(bet):
    """Count the six-card sequences by what a bet pays, with Python integers."""
    law, lines = coup_law(decks=8), defaultdict(int)
    for code, count in zip(law.codes.tolist(), law.counts.tolist(), strict=True):
        lines[Fraction(int(BETS[bet].pays[code]), UNIT)] += count
    return dict(lines)


# pay lines


def test_every_bet_has_its_facts():
    assert set(LINES) == set(BETS)


@pytest.mark.parametrize("bet", BETS)
def test_every_pay_line(bet):
    assert counted(bet) == LINES[bet]


@pytest.mark.parametrize("bet", FACTS["bets"])
def test_every_expectation(bet):
    lines = counted(bet).items()
    expectation = Fraction(FACTS["bets"][bet]["expectation"])
    assert sum(pay * count for pay, count in lines) / TOTAL == expectation
    assert coup_law(decks=8).edge(bet) == -expectation


def rank_pairs(decks, suited):
    """Count by hand: chances of one pair given, and of two, from the first four cards."""
    kinds, copies = (52, decks) if suited else (13, 4 * decks)
    cards = 52 * decks
    one = Fraction(copies - 1, cards - 1)
    same = Fraction((copies - 2) * (copies - 3), (cards - 2) * (cards - 3))
    others = Fraction((kinds - 1) * copies * (copies - 1), (cards - 2) * (cards - 3))
    return one, one * (same + others)


@pytest.mark.parametrize(
    ("suited", "one", "both", "exactly", "either"),
    [
        (False, "pair (one hand)", "both hands pair", "exactly one hand pairs", "either pair"),
        (
            True,
            "suited pair (one hand)",
            "both hands suited pair",
            "exactly one suited pair",
            "either suited pair",
        ),
    ],
)
def test_the_chances_of_pairs(suited, one, both, exactly, either):
    pair, pairs = rank_pairs(8, suited)
    assert [EVENTS[one], EVENTS[both]] == [pair, pairs]
    assert [EVENTS[exactly], EVENTS[either]] == [2 * (pair - pairs), 2 * pair - pairs]


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_pair_bets_by_the_first_four_cards(decks):
    law = coup_law(decks=decks)
    pair, pairs = rank_pairs(decks, suited=False)
    suited, both = rank_pairs(decks, suited=True)
    assert law.edge("either pair") == 1 - 6 * (2 * pair - pairs)
    assert law.edge("either pair, each paid") == 1 - 12 * pair + pairs
    assert law.edge("perfect pair") == 1 - 26 * (2 * suited - both)
    assert law.edge("perfect pair 25/200") == 1 - 26 * 2 * (suited - both) - 201 * both


@pytest.mark.parametrize("total", range(10))
def test_egalite_by_the_ties_of_each_total(total):
    pay = [150, 215, 225, 200, 120, 110, 45, 45, 80, 80][total]
    ties = LAW["tie_by_total"][total]
    assert counted(f"egalite {total}") == {pay: ties, -1: TOTAL - ties}


@pytest.mark.parametrize(
    ("bet", "pays"),
    [
        ("small", {4: "3/2"}),
        ("big", {5: "0.54", 6: "0.54"}),
        ("five cards", {5: "2"}),
        ("six cards", {6: "2"}),
    ],
)
def test_numbers_of_cards_by_their_counts(bet, pays):
    won = sum(LAW["cards"][str(cards)] for cards in pays)
    assert counted(bet) == {Fraction(next(iter(pays.values()))): won, -1: TOTAL - won}


@pytest.mark.parametrize(
    ("bet", "pays"),
    [
        ("total shot", lambda p, b: {17: 20, 18: 40}.get(p + b, -1)),
        ("eights and nines", lambda p, b: 20 if p >= 8 and b >= 8 else -1),
        ("super 6", lambda p, b: 12 if b == 6 and p < 6 else -1),
        ("banker half on six", lambda p, b: (b > p) * (HALF if b == 6 else 1) - (p > b)),
    ],
)
def test_bets_on_totals_by_the_matrix_of_totals(bet, pays):
    lines = defaultdict(int)
    for p, row in enumerate(LAW["final_totals"]):
        for b, count in enumerate(row):
            lines[pays(p, b)] += count
    assert counted(bet) == dict(lines)


# coups worked by hand: cards in the order dealt, player first

HANDS = [
    (
        "player's natural 9 beats nought: one to one, not thirty",
        "9S KS KD QS",
        {
            "player": 1,
            "banker": -1,
            "player bonus": 1,
            "player bonus, natural tie loses": 1,
            "player bonus, naturals by margin": 30,
            "player bonus 30-10-4-4-2-2": 1,
            "banker bonus": -1,
            "player natural": 3.5,
            "player natural, must win": 3.5,
            "player natural, tie returned": 3.5,
            "player natural 9": 9,
            "player natural 8": -1,
            "player three-card win": -1,
            "heavenly 9": -1,
            "bad beat": -1,
            "nine over seven": -1,
            "total shot": -1,
        },
    ),
    (
        "banker's natural 9 beats nought",
        "KS 9S QD KH",
        {
            "banker": 0.95,
            "banker 4%": 0.96,
            "banker 3%": 0.97,
            "banker 2.75%": 0.9725,
            "banker even money": 1,
            "banker half on six": 1,
            "banker push on six": 1,
            "banker push on three-card six": 1,
            "banker ez": 1,
            "player": -1,
            "tie": -1,
            "tie 9": -1,
            "tie 9.5": -1,
            "banker bonus": 1,
            "banker bonus, natural tie loses": 1,
            "banker bonus, naturals by margin": 30,
            "banker bonus 30-10-4-4-2-2": 1,
            "player bonus": -1,
            "banker natural": 3.5,
            "banker natural, must win": 3.5,
            "banker natural, tie returned": 3.5,
            "banker natural 9": 9,
            "banker natural 8": -1,
            "banker three-card win": -1,
            "player natural": -1,
        },
    ),
    (
        "a natural 9 beats a natural 8",
        "8S 9S KS QD",
        {
            "bad beat": 50,
            "eights and nines": 20,
            "total shot": 20,
            "nine over seven": -1,
            "player natural": 3.5,
            "player natural, must win": -1,
            "player natural, tie returned": -1,
            "player natural 8": 9,
            "player natural 9": -1,
            "banker natural, must win": 3.5,
            "banker natural 9": 9,
            "banker bonus": 1,
            "banker bonus, naturals by margin": 1,
            "player bonus": -1,
        },
    ),
    (
        "a natural 9 beats a natural 8, the other way round",
        "9S 8S KS QD",
        {
            "bad beat": 50,
            "banker natural": 3.5,
            "banker natural, must win": -1,
            "banker natural, tie returned": -1,
            "banker natural 8": 9,
            "banker natural 9": -1,
        },
    ),
    (
        "two naturals tie at 8",
        "8S 8D KS QD",
        {
            "player": 0,
            "banker": 0,
            "banker 4%": 0,
            "banker 3%": 0,
            "banker 2.75%": 0,
            "banker even money": 0,
            "banker half on six": 0,
            "tie": 8,
            "tie 9": 9,
            "tie 9.5": 9.5,
            "egalite 8": 80,
            "egalite 9": -1,
            "egalite 8-9": 40,
            "player natural": 3.5,
            "player natural, must win": -1,
            "banker natural, must win": -1,
            "player natural, tie returned": 0,
            "banker natural, tie returned": 0,
            "player bonus": 0,
            "banker bonus": 0,
            "player bonus 30-10-4-4-2-2": 0,
            "banker bonus 30-10-4-4-2-2": 0,
            "player bonus, natural tie loses": -1,
            "banker bonus, natural tie loses": -1,
            "player bonus, naturals by margin": 0,
            "banker bonus, naturals by margin": 0,
            "bad beat": -1,
            "eights and nines": 20,
            "total shot": -1,
            "player pair": -1,
        },
    ),
    ("two naturals tie at 9", "9S 9D KS QD", {"total shot": 40, "egalite 9": 80, "bad beat": -1}),
    (
        "a natural 9 beats a 7 of two cards",
        "9S 7S KS QD",
        {"nine over seven": 50, "player bonus": 1, "player bonus, naturals by margin": 1},
    ),
    ("and the other way round", "7S 9S KS QD", {"nine over seven": 50, "lucky seven": -1}),
    (
        "a 9 of three cards beats a 7",
        "KS 7S QS KD 9S",
        {"nine over seven": -1, "player natural": -1, "player natural 9": -1, "heavenly 9": 10},
    ),
    (
        "a natural 9 beats 5: one to one, not by its margin of 4",
        "9S 2S KS 3D",
        {"player bonus": 1, "player bonus 30-10-4-4-2-2": 1},
    ),
    (
        "player's three-card 8 is no natural",
        "KS 2S QS KD 8S 3D",
        {
            "panda 8": 25,
            "player natural": -1,
            "player natural, must win": -1,
            "player natural, tie returned": -1,
            "player natural 8": -1,
            "player bonus": -1,  # by 3
            "player three-card win": 4,
            "banker three-card win": -1,
            "dragon 7": -1,
        },
    ),
    (
        "player's natural 8 is no panda",
        "8S 2S KS 3D",
        {"panda 8": -1, "player natural 8": 9, "player bonus": 1},
    ),
    (
        "banker's three-card 8",
        "KS KD QS QD 5S 8D",
        {
            "panda 8": -1,
            "banker natural": -1,
            "banker natural, must win": -1,
            "banker natural, tie returned": -1,
            "banker natural 8": -1,
            "banker three-card win": 5,
            "player three-card win": -1,
        },
    ),
    (
        "player stands on 7 and beats 3 without a natural",
        "7S KD KS QD 3S",
        {
            "player bonus": 1,
            "player bonus 30-10-4-4-2-2": 2,
            "player three-card win": -1,
            "lucky seven": 6,
            "lucky seven two cards": 15,
            "lucky seven three cards": -1,
            "super lucky seven": -1,
            "small": -1,
            "big": 0.54,
            "four cards": -1,
            "five cards": 2,
            "six cards": -1,
        },
    ),
    (
        "player makes 7 of three cards against 3",
        "KS KD QS QD 7S 3D",
        {
            "lucky seven": 15,
            "lucky seven two cards": -1,
            "lucky seven three cards": 30,
            "super lucky seven": -1,
            "dragon 7": -1,
            "player three-card win": 4,
            "big": 0.54,
            "five cards": -1,
            "six cards": 2,
        },
    ),
    (
        "banker's 7 of three cards",
        "KS 2S QS KD 5S 5D",
        {
            "dragon 7": 40,
            "banker ez": 0,
            "banker": 0.95,
            "banker half on six": 1,
            "banker three-card win": 5,
            "lucky seven": -1,
            "lucky seven three cards": -1,
        },
    ),
    (
        "banker's 7 of two cards",
        "2S 7S 3S KS 10S",
        {"dragon 7": -1, "banker ez": 1, "banker three-card win": -1, "lucky seven": -1},
    ),
    (
        "banker wins with a 6 of two cards",
        "2S 6S 3S KS 10S",
        {
            "banker": 0.95,
            "banker half on six": HALF,
            "banker half on three-card six": 1,
            "banker push on six": 0,
            "banker push on three-card six": 1,
            "banker ez": 1,
            "lucky six": 12,
            "lucky six two cards": 22,
            "lucky six three cards": -1,
            "tiger": 12,
            "small tiger": 22,
            "big tiger": -1,
            "super 6": 12,
            **{f"super 6 at {pays}": pays for pays in range(13, 18)},
        },
    ),
    (
        "banker wins with a 6 of three cards",
        "KS 2S QS KD 5S 4S",
        {
            "banker": 0.95,
            "banker half on six": HALF,
            "banker half on three-card six": HALF,
            "banker push on six": 0,
            "banker push on three-card six": 0,
            "banker ez": 1,
            "lucky six": 20,
            "lucky six two cards": -1,
            "lucky six three cards": 50,
            "tiger": 23,
            "small tiger": -1,
            "big tiger": 50,
            "super 6": 12,
            **{f"super 6 at {pays}": pays for pays in range(13, 18)},
        },
    ),
    (
        "player wins with 6: no six of banker's",
        "6S KD KS QD 3S",
        {
            "banker half on six": -1,
            "banker half on three-card six": -1,
            "banker push on six": -1,
            "banker push on three-card six": -1,
            "banker ez": -1,
            "banker even money": -1,
            "banker 4%": -1,
            "banker 3%": -1,
            "banker 2.75%": -1,
            "lucky six": -1,
            "tiger": -1,
            "super 6": -1,
            **{f"super 6 at {pays}": -1 for pays in range(13, 18)},
        },
    ),
    (
        "banker's 6 ties",
        "6S 6D KS QD",
        {
            "lucky six": -1,
            "super 6": -1,
            "tiger": -1,
            "tiger tie": 35,
            "egalite 6": 45,
            "egalite 6-7": 22,
            "banker half on six": 0,
            "banker half on three-card six": 0,
            "banker push on six": 0,
            "banker push on three-card six": 0,
            "banker ez": 0,
            "player bonus": -1,  # only natural ties are returned
            "banker bonus": -1,
            "player bonus, natural tie loses": -1,
            "player three-card win": -1,
            "small": 1.5,
            "big": -1,
            "four cards": 1.5,
            "five cards": -1,
            "six cards": -1,
        },
    ),
    (
        "player's 7 beats banker's 6, four cards",
        "7S 6S KS QD",
        {"super lucky seven": 30, "super lucky seven, player's fifth": 30, "lucky seven": 6},
    ),
    (
        "player's 7 beats banker's 6, the fifth card player's",
        "2S 6S 3S KD 2D",
        {"super lucky seven": 40, "super lucky seven, player's fifth": 40, "lucky seven": 15},
    ),
    (
        "player's 7 beats banker's 6, the fifth card banker's",
        "7S KD KS QD 6S",
        {"super lucky seven": 40, "super lucky seven, player's fifth": -1, "lucky seven": 6},
    ),
    (
        "player's 7 beats banker's 6, six cards",
        "KS KD QS QD 7S 6D",
        {"super lucky seven": 100, "super lucky seven, player's fifth": 100, "lucky seven": 15},
    ),
    ("7 and 7 tie", "7S 7D KS QD", {"lucky seven": -1, "super lucky seven": -1, "tiger tie": -1}),
    (
        "9 of three cards and 8 of three cards",
        "KS KD QS QD 9S 8D",
        {
            "heavenly 9": 10,
            "total shot": 20,
            "eights and nines": 20,
            "bad beat": -1,
            "player three-card win": 4,
        },
    ),
    (
        "both make 9 with three cards",
        "KS KD QS QD 9S 9D",
        {
            "heavenly 9": 75,
            "total shot": 40,
            "player three-card win": -1,
            "banker three-card win": -1,
            "player bonus": -1,
            "player natural": -1,
        },
    ),
    ("banker makes 9 with three cards", "KS KD QS QD 8S 9D", {"heavenly 9": 10}),
    ("8 and 7 are not 8s and 9s", "8S 7D KS QD", {"eights and nines": -1, "total shot": -1}),
    (
        "king and queen are no pair",
        "KS 9S QS 4D",
        {
            "player pair": -1,
            "banker pair": -1,
            "player pair 12": -1,
            "banker pair 12": -1,
            "either pair": -1,
            "either pair, each paid": -1,
            "perfect pair": -1,
            "perfect pair 26": -1,
        },
    ),
    (
        "two kings of two suits",
        "KS 9S KC 4D",
        {
            "player pair": 11,
            "player pair 12": 12,
            "banker pair": -1,
            "either pair": 5,
            "either pair, each paid": 5,
            "perfect pair": -1,  # both black, but spades and clubs
            "perfect pair, each paid": -1,
            "perfect pair 25/200": -1,
            "perfect pair 25/250": -1,
        },
    ),
    (
        "each hand has a pair",
        "KS 4S KH 4D",
        {
            "player pair": 11,
            "banker pair": 11,
            "banker pair 12": 12,
            "either pair": 5,
            "either pair, each paid": 10,
            "perfect pair": -1,
        },
    ),
    (
        "one perfect pair beside a pair",
        "KS 4S KS 4D",
        {
            "either pair": 5,
            "either pair, each paid": 10,
            "perfect pair": 25,
            "perfect pair 26": 26,
            "perfect pair, each paid": 25,
            "perfect pair 25/200": 25,
            "perfect pair 25/250": 25,
        },
    ),
    (
        "each hand has a perfect pair",
        "KS 4D KS 4D",
        {
            "either pair": 5,
            "perfect pair": 25,
            "perfect pair 26": 26,
            "perfect pair, each paid": 50,
            "perfect pair 25/200": 200,
            "perfect pair 25/250": 250,
        },
    ),
]


def margin_hand(side, third):
    """Both hands begin with 0; one side makes 9, the other what `third` counts."""
    low = {0: "10", 1: "A"}.get(third, str(third))
    cards = ("9S", f"{low}D") if side == "player" else (f"{low}S", "9D")
    return ["KS", "KD", "QS", "QD", *cards]


def tie_hand(total):
    """Both hands begin with 0 and draw one card of the same value."""
    third = {0: "10", 1: "A"}.get(total, str(total))
    return ["KS", "KD", "QS", "QD", f"{third}S", f"{third}D"]


MARGINS = [
    (side, margin, usual, cypress)
    for side in ("player", "banker")
    for margin, usual, cypress in zip(
        range(9, 1, -1), (30, 10, 6, 4, 2, 1, -1, -1), (30, 10, 4, 4, 2, 2, -1, -1), strict=True
    )
]


TIES = [
    (0, {"egalite 0": 150, "egalite 0 at 160": 160, "egalite 1-3": -1}),
    (1, {"egalite 1": 215, "egalite 1-3": 70, "egalite 0": -1, "egalite 0 at 160": -1}),
    (2, {"egalite 2": 225, "egalite 1-3": 70, "egalite 1": -1}),
    (3, {"egalite 3": 200, "egalite 1-3": 70, "egalite 4-5": -1, "egalite 2": -1}),
    (4, {"egalite 4": 120, "egalite 4-5": 60, "egalite 1-3": -1, "egalite 3": -1}),
    (5, {"egalite 5": 110, "egalite 4-5": 60, "egalite 6-7": -1, "egalite 4": -1}),
    (6, {"egalite 6": 45, "egalite 6-7": 22, "tiger tie": 35, "egalite 5": -1}),
    (7, {"egalite 7": 45, "egalite 6-7": 22, "egalite 8-9": -1, "egalite 6": -1}),
    (8, {"egalite 8": 80, "egalite 8-9": 40, "egalite 6-7": -1, "egalite 7": -1}),
    (9, {"egalite 9": 80, "egalite 8-9": 40, "egalite 8": -1}),
]


def paid(bet, cards):
    return Fraction(int(BETS[bet].pays[by_hand.coup_code(cards)]), UNIT)


def dealt(cards):
    """Take the cards of a coup; what is not drawn does not matter."""
    return [*cards.split(), "5H", "6H"][:6]


@pytest.mark.parametrize(
    ("cards", "pays"),
    [pytest.param(cards, pays, id=text) for text, cards, pays in HANDS],
)
def test_a_hand(cards, pays):
    told = {bet: paid(bet, dealt(cards)) for bet in pays}
    assert told == {bet: Fraction(str(pay)) for bet, pay in pays.items()}


@pytest.mark.parametrize(("side", "margin", "usual", "cypress"), MARGINS)
def test_a_three_card_win_by_a_margin(side, margin, usual, cypress):
    cards = margin_hand(side, 9 - margin)
    other = {"player": "banker", "banker": "player"}[side]
    for reading in ("", ", natural tie loses", ", naturals by margin"):
        assert paid(f"{side} bonus{reading}", cards) == usual
        assert paid(f"{other} bonus{reading}", cards) == -1
    assert paid(f"{side} bonus 30-10-4-4-2-2", cards) == cypress


@pytest.mark.parametrize(("total", "bets"), TIES)
def test_a_tie_of_six_cards(total, bets):
    told = {bet: paid(bet, tie_hand(total)) for bet in bets}
    assert told == bets
    assert paid("tie", tie_hand(total)) == 8


def shown_by_hand():
    """Gather what the hands above show each bet to pay."""
    shown = defaultdict(set)
    for _, cards, pays in HANDS:
        for bet in pays:
            shown[bet].add(paid(bet, dealt(cards)))
    for total, bets in TIES:
        for bet in bets:
            shown[bet].add(paid(bet, tie_hand(total)))
    for side, margin, *_ in MARGINS:
        for bet in filter(lambda bet: "bonus" in bet, BETS):
            shown[bet].add(paid(bet, margin_hand(side, 9 - margin)))
    return shown


@pytest.mark.parametrize("bet", BETS)
def test_every_pay_has_a_hand_of_its_own(bet):
    assert shown_by_hand()[bet] >= set(LINES[bet])


@pytest.mark.parametrize(
    "bets",
    [
        ("either pair", "either pair, each paid"),
        ("perfect pair", "perfect pair, each paid", "perfect pair 25/200", "perfect pair 25/250"),
        ("player natural", "player natural, must win", "player natural, tie returned"),
        ("banker natural", "banker natural, must win", "banker natural, tie returned"),
        ("player bonus", "player bonus, natural tie loses"),
        ("player bonus", "player bonus, naturals by margin"),
        ("banker bonus", "banker bonus, natural tie loses"),
        ("banker bonus", "banker bonus, naturals by margin"),
        ("super lucky seven", "super lucky seven, player's fifth"),
        ("banker half on six", "banker half on three-card six"),
        ("banker push on six", "banker push on three-card six"),
        ("tie", "tie 9"),
    ],
)
def test_a_hand_tells_readings_apart(bets):
    """One hand may tell two readings from a third, so each pair of them needs one."""
    told = [tuple(paid(bet, dealt(cards)) for bet in bets) for _, cards, _ in HANDS]
    for i in range(len(bets)):
        for j in range(i):
            assert any(pays[i] != pays[j] for pays in told)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("small tiger", "lucky six two cards"),
        ("big tiger", "lucky six three cards"),
        ("small", "four cards"),
    ],
)
def test_two_names_of_one_bet(one, other):
    assert BETS[one].pays.tolist() == BETS[other].pays.tolist()
