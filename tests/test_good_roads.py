"""Good roads: a second detector, and chances against exact laws and every short shoe."""

import re
from itertools import groupby, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import baccarat as bc
from baccarat.history.patterns import PATTERNS

REGEXES = {
    "long player": "s",
    "long banker": "e",
    "single hops": "[pb]{4}",
    "double hops": "[qc]{4}",
    "player hops": "(p[bcde]){2}p",
    "banker hops": "(b[pqrs]){2}b",
    "one hall two rooms, player": "(pc){2}|(cp){2}",
    "one hall two rooms, banker": "(qb){2}|(bq){2}",
    "player follows": "([qrs][bcde]){2}[qrs]",
    "banker follows": "([cde][pqrs]){2}[cde]",
    "pai pai lian": "[qrscde]{3}",
}
"""Patterns over columns written as letters: p, q, r, s for one, two, three, more players."""


def shown(shoe: str) -> set[str]:
    """Say which patterns a shoe shows, by regular expressions."""
    runs = [(side, len(list(run))) for side, run in groupby(shoe.replace("T", ""))]
    columns = "".join({"P": "pqrs", "B": "bcde"}[side][min(n, 4) - 1] for side, n in runs)
    return {name for name, regex in REGEXES.items() if re.search(regex, columns)}


def found(shoe: str) -> dict[str, str]:
    table = bc.good_roads(shoe, "live", shoes=10)
    return {row.pattern: row.coups for row in table.itertuples() if row.found}


def test_every_pattern_has_a_second_detector():
    assert REGEXES.keys() == PATTERNS.keys()


@given(st.text("PBT", max_size=40))
def test_patterns_agree_with_regular_expressions(shoe):
    assert found(shoe).keys() == shown(shoe)


@pytest.mark.parametrize(
    ("shoe", "pattern", "coups"),
    [
        ("PPPBBBBBP", "long banker", "4-8"),
        ("PPTPP", "long player", "1-5"),
        ("BPBPPPPPBPTBPB", "single hops", "9-14"),
        ("BBPPBBPPB", "double hops", "1-8"),
        ("PBBBPBPBB", "player hops", "1-7"),
        ("PPBPPPBPBPP", "banker hops", "3-9"),
        ("PBBPBB", "one hall two rooms, player", "1-6"),
        ("BPPBPP", "one hall two rooms, banker", "1-6"),
        ("PPBPPBPPPB", "player follows", "1-9"),
        ("PPBBBPPB", "pai pai lian", "1-7"),
        ("BBBBPPPPBBBB", "long banker", "1-4, 9-12"),
    ],
)
def test_patterns_by_hand(shoe, pattern, coups):
    assert found(shoe)[pattern] == coups


def test_runs_of_three_and_three_hops_are_no_good_road():
    assert not found("PPPB").keys() & {"long player", "single hops"}


def test_an_empty_shoe_shows_nothing():
    assert found("") == found("TT") == {}


def test_chances_of_long_runs_are_the_exact_ones():
    law = bc.coup_law(8)
    tie = law.tie / law.total
    table = bc.good_roads("P", "live", coups=60).set_index("pattern")
    for side in ("player", "banker"):
        exact = bc.run_chance(60, 4, getattr(law, side) / law.total, passed=tie)
        told = table.loc[f"long {side}"]
        assert abs(told["chance_per_shoe"] - exact) < 4 * told["se"]
        assert told["se"] < 0.0025


def test_chances_of_whole_shoes_are_the_exact_ones():
    law = bc.coup_law(8)
    tie, share = law.tie / law.total, law.player / law.total
    lengths, times = np.unique(bc.deal("live", 20_000, rng=1).lengths, return_counts=True)
    chances = [bc.run_chance(int(n), 4, share, passed=tie) for n in lengths]
    told = bc.good_roads("P", "live").set_index("pattern").loc["long player"]
    exact = float(times @ chances / times.sum())
    assert abs(told["chance_per_shoe"] - exact) < 4 * told["se"]


def test_chances_of_all_patterns_agree_with_every_short_shoe():
    law, coups = bc.coup_law(8), 12
    player, banker, tie = (n / law.total for n in (law.player, law.banker, law.tie))
    exact = dict.fromkeys(PATTERNS, 0.0)
    for decided in range(coups + 1):
        passed = comb(coups, decided) * tie ** (coups - decided)
        for letters in product("PB", repeat=decided):
            players = letters.count("P")
            for name in shown("".join(letters)):
                exact[name] += passed * player**players * banker ** (decided - players)
    for row in bc.good_roads("P", "live", coups=coups).itertuples():
        assert abs(row.chance_per_shoe - exact[row.pattern]) < 4.5 * row.se, row.pattern


def test_the_table_is_the_historys_own_or_must_be_said():
    history = bc.deal("six-deck", 1, rng=1)
    own, said = bc.good_roads(history, shoes=500), bc.good_roads(history, "six-deck", shoes=500)
    assert own.equals(said)
    with pytest.raises(ValueError, match="does not say its table"):
        bc.good_roads("PB")


def test_chances_are_the_same_every_time():
    assert bc.good_roads("P", "live", shoes=300).equals(bc.good_roads("P", "live", shoes=300))


def test_one_shoe_at_a_time():
    with pytest.raises(ValueError, match="2 segments"):
        bc.good_roads(bc.deal("live", 2, rng=1))
    assert len(bc.good_roads(bc.deal("live", 2, rng=1), segment=1, shoes=10)) == len(PATTERNS)
