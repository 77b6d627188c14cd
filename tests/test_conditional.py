"""Chances given totals or first cards: worked out elsewhere, and by enumeration in plain Python."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import by_hand
import pytest

from baccarat import (
    Coup,
    coup_law,
    given_first_card,
    given_first_cards,
    given_total,
    given_totals,
)

FACTS = by_hand.facts("conditional_8_decks")
NAMES = ["10", "A", "2", "3", "4", "5", "6", "7", "8", "9"]


def every_table(decks):
    return [
        given_total("player", decks),
        given_total("banker", decks),
        given_totals(decks),
        given_first_card("player", decks),
        given_first_card("banker", decks),
        given_first_cards(decks),
    ]


@pytest.mark.parametrize("total", range(10))
def test_given_players_total_to_the_last_digit(total):
    exact = [fraction for fraction, _ in FACTS["given_player_total"][str(total)]]
    assert [*given_total("player")[total]] == [Fraction(fraction) for fraction in exact]
    decimals = [decimal for _, decimal in FACTS["given_player_total"][str(total)]]
    assert given_total("player").frame().loc[total].tolist() == decimals


def test_naturals_to_the_last_digit():
    naturals = {name: Fraction(fraction) for name, (fraction, _) in FACTS["naturals"].items()}
    both = given_totals()
    known = {key: both[key].known for key in both.counts}
    assert given_total("player")[8].known == naturals["player8"]
    assert given_total("banker")[9].known == naturals["player9"]
    assert sum(given_total("banker")[total].known for total in (8, 9)) == naturals["player"]
    assert sum(known[key] for key in known if min(key) >= 8) == naturals["both"]
    assert sum(known[key] for key in known if max(key) >= 8) == naturals["any"]


# a second method: every value of every card, by the printed table


@cache
def winner(p, b, fifth, sixth):
    player, banker = by_hand.play([p, b, 0, 0, fifth, sixth])
    p, b = sum(player) % 10, sum(banker) % 10
    return 0 if p > b else 1 if b > p else 2


@cache
def enumerated(decks):
    """Count sequences by the first two cards of each hand and the winner."""
    counts = Counter()
    for hands in product(range(10), repeat=4):
        left, ways = [16 * decks, *[4 * decks] * 9], 1
        for value in hands:
            ways *= left[value]
            left[value] -= 1
        p, b = (hands[0] + hands[2]) % 10, (hands[1] + hands[3]) % 10
        for fifth, sixth in product(range(10), repeat=2):
            after = left[sixth] - (sixth == fifth)
            counts[hands, winner(p, b, fifth, sixth)] += ways * left[fifth] * after
    return counts


def gathered(decks, key):
    found = {}
    for (hands, won), ways in enumerated(decks).items():
        found.setdefault(key(*hands), [0, 0, 0])[won] += ways
    return {known: tuple(counts) for known, counts in found.items()}


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_all_is_as_enumerated(decks):
    keys = [
        lambda p1, b1, p2, b2: (p1 + p2) % 10,
        lambda p1, b1, p2, b2: (b1 + b2) % 10,
        lambda p1, b1, p2, b2: ((p1 + p2) % 10, (b1 + b2) % 10),
        lambda p1, b1, p2, b2: NAMES[p1],
        lambda p1, b1, p2, b2: NAMES[b1],
        lambda p1, b1, p2, b2: (NAMES[p1], NAMES[b1]),
    ]
    for table, key in zip(every_table(decks), keys, strict=True):
        assert dict(table.counts) == gathered(decks, key), table


# what must hold


@pytest.mark.parametrize("decks", [1, 6, 8, 12])
def test_what_is_known_adds_up_to_the_law(decks):
    law = coup_law(decks=decks)
    chances = [Fraction(n, law.total) for n in (law.player, law.banker, law.tie)]
    for table in every_table(decks):
        rows = [table[known] for known in table.counts]
        assert table.total == law.total
        assert all(row.player + row.banker + row.tie == 1 for row in rows)
        for outcome, chance in enumerate(chances):
            assert sum(row.known * row[outcome] for row in rows) == chance


def test_naturals_are_those_of_the_law():
    law = coup_law(decks=8)
    for side in ("player", "banker"):
        natural = sum(
            ways
            for code, ways in zip(law.codes.tolist(), law.counts.tolist(), strict=True)
            if getattr(Coup.from_code(code), f"{side}_natural")
        )
        table = given_total(side)
        assert table[8].known + table[9].known == Fraction(natural, law.total)


def test_two_naturals_are_decided():
    both = given_totals()
    assert [*both[9, 8]][:3] == [1, 0, 0]
    assert [*both[8, 9]][:3] == [0, 1, 0]
    assert [*both[9, 9]][:3] == [0, 0, 1]


@pytest.mark.parametrize("side", ["player", "banker"])
def test_a_first_card_is_any_card(side):
    table = given_first_card(side, 6)
    assert [table[name].known for name in NAMES] == [Fraction(4, 13), *[Fraction(1, 13)] * 9]


# how it shows, and what is refused


def test_a_table_shows_itself():
    assert repr(given_totals()) == "Given('player total', 'banker total', 100 rows)"
    assert "<table" in given_first_card("banker")._repr_html_()
    frame = given_first_cards().frame()
    assert frame.index.names == ["player first card", "banker first card"]
    assert list(frame.columns) == ["player", "banker", "tie", "known"]
    assert frame.loc[("A", "9"), "tie"] == float(given_first_cards()["A", "9"].tie)


def test_counts_cannot_be_written_to():
    with pytest.raises(TypeError):
        given_total("player").counts[3] = (1, 1, 1)


@pytest.mark.parametrize(
    ("table", "known", "told"),
    [
        (given_total("player"), 10, "no player total 10; there are 0, 1 ... 9"),
        (given_total("player"), (9, 9), r"no player total \(9, 9\); there are"),
        (given_first_card("banker"), "K", "no banker first card 'K'; there are '10', 'A' ... '9'"),
        (given_totals(), 5, r"no player total and banker total 5; there are \(0, 0\), \(0, 1\)"),
    ],
)
def test_what_cannot_be_known(table, known, told):
    with pytest.raises(KeyError, match=f"^{told}"):
        table[known]


@pytest.mark.parametrize("given", [given_total, given_first_card])
def test_sides_are_player_and_banker(given):
    with pytest.raises(ValueError, match='side must be "player" or "banker", got \'tie\''):
        given("tie")


@pytest.mark.parametrize("decks", [0, 13, 8.0, True])
def test_decks_are_checked(decks):
    for given in (given_totals, given_first_cards):
        given(1)
        with pytest.raises(ValueError, match="whole number from 1 to 12"):
            given(decks)
    with pytest.raises(ValueError, match="whole number from 1 to 12"):
        given_total("player", decks)
