"""Bet selections: against the rule said over the whole shoe so far, and what each must keep."""

from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bc
from baccarat import SELECTIONS, sides

shoes = st.text("PB", max_size=50)
with_ties = st.text("PBTV", max_size=50)
every = pytest.mark.parametrize("name", list(SELECTIONS))
quick = settings(max_examples=80, deadline=None, derandomize=True)
OTHER = {"P": "B", "B": "P"}


def run(seen):
    """Length of the run that ends now."""
    return len(seen) - len(seen.rstrip(seen[-1])) if seen else 0


def majority(seen):
    banker, player = seen.count("B"), seen.count("P")
    return "-" if banker == player else "B" if banker > player else "P"


def drift(seen):
    p, n = 0.506824829944554, len(seen)
    return (seen.count("B") - n * p) / sqrt(n * p * (1 - p)) if n else 0


def by_drift(seen, if_banker, if_player):
    return "-" if abs(drift(seen)) < 2 else if_banker if drift(seen) > 0 else if_player


def columns(seen):
    lengths = []
    for place, letter in enumerate(seen):
        if place and letter == seen[place - 1]:
            lengths[-1] += 1
        else:
            lengths.append(1)
    return lengths


def prints_red(seen, then, offset):
    """Colour of the next cell by comparing columns; None while the road has not begun."""
    lengths = columns(seen + then)
    if len(lengths) - offset < 1:
        return None
    row, compared = lengths[-1], lengths[-1 - offset]
    if row >= 2:
        return row != compared + 1
    return lengths[-2] == lengths[-2 - offset] if len(lengths) > offset + 1 else None


def by_road(offset):
    def rule(seen):
        if not seen or len(columns(seen)) <= offset:
            return "-"
        return next(then for then in "PB" if prints_red(seen, then, offset))

    return rule


# Each rule over the decided coups of the shoe so far.
RULES = {
    "player": lambda seen: "P",
    "banker": lambda seen: "B",
    "follow last": lambda seen: seen[-1] if seen else "-",
    "opposite last": lambda seen: OTHER[seen[-1]] if seen else "-",
    "time before last": lambda seen: seen[-2] if len(seen) > 1 else "-",
    "follow 3": lambda seen: seen[-1] if run(seen) >= 3 else "-",
    "oppose 3": lambda seen: OTHER[seen[-1]] if run(seen) >= 3 else "-",
    "follow 7": lambda seen: seen[-1] if run(seen) >= 7 else "-",
    "oppose 7": lambda seen: OTHER[seen[-1]] if run(seen) >= 7 else "-",
    "majority of 5": lambda seen: majority(seen[-5:]) if len(seen) >= 5 else "-",
    "majority of shoe": majority,
    "minority of shoe": lambda seen: {"-": "-", **OTHER}[majority(seen)],
    "pattern PBPPBB": lambda seen: "PBPPBB"[len(seen) % 6],
    "ecart 2, behind": lambda seen: (
        "-" if abs(drift(seen)) < 2 else "P" if drift(seen) > 0 else "B"
    ),
    "ecart 2, ahead": lambda seen: "-" if abs(drift(seen)) < 2 else "B" if drift(seen) > 0 else "P",
    "big eye red": by_road(1),
    "small red": by_road(2),
    "cockroach red": by_road(3),
}


@pytest.mark.parametrize("name", RULES)
@quick
@given(shoe=shoes)
def test_a_selection_is_its_rule_over_the_shoe_so_far(name, shoe):
    expected = "".join(RULES[name](shoe[:place]) for place in range(len(shoe)))
    assert sides(SELECTIONS[name], shoe) == expected


def test_every_selection_has_a_rule_to_be_held_to_but_the_coin():
    assert set(SELECTIONS) - set(RULES) == {"coin"}


@every
@quick
@given(shoe=with_ties)
def test_ties_and_voids_are_passed_over(name, shoe):
    bet = sides(SELECTIONS[name], shoe)
    decided = "".join(b for b, outcome in zip(bet, shoe, strict=True) if outcome in "PB")
    assert decided == sides(SELECTIONS[name], shoe.replace("T", "").replace("V", ""))


@every
@quick
@given(shoe=with_ties, later=with_ties)
def test_no_selection_looks_ahead(name, shoe, later):
    assert sides(SELECTIONS[name], shoe + later).startswith(sides(SELECTIONS[name], shoe))


@every
@quick
@given(shoe=shoes)
def test_states_are_hashable(name, shoe):
    selection = SELECTIONS[name]
    state = selection.start
    for letter in shoe:
        hash(state)
        state = selection.seen(state, {"P": "player", "B": "banker"}[letter])


@quick
@given(shoe=shoes.filter(bool), offset=st.sampled_from([1, 2, 3]))
def test_a_derived_road_is_bet_on_as_the_scoreboard_answers(shoe, offset):
    road = {1: "big_eye", 2: "small", 3: "cockroach"}[offset]
    answers = bc.roads(shoe).ask()
    red = [side[0].upper() for side in ("player", "banker") if answers[side][road] == "R"]
    bet = sides(bc.DerivedRoad(offset), shoe + "P")[-1]
    assert bet == (red[0] if red else "-")
    blue = sides(bc.DerivedRoad(offset, "B"), shoe + "P")[-1]
    assert blue == (OTHER[bet] if bet != "-" else "-")


@pytest.mark.parametrize("k", [1, 2, 3])
@quick
@given(shoe=shoes)
def test_exactly_k_bets_once_a_run(k, shoe):
    expected = "".join(
        shoe[place - 1] if run(shoe[:place]) == k else "-" for place in range(len(shoe))
    )
    assert sides(bc.FollowStreak(k, exactly=True), shoe) == expected


@quick
@given(shoe=st.text("PB", min_size=3, max_size=40))
def test_a_table_over_the_last_coups(shoe):
    table = {"PPP": "B", "PBP": "P", "BBB": "B"}
    expected = "---" + "".join(
        table.get(shoe[place - 3 : place], "-") for place in range(3, len(shoe))
    )
    assert sides(bc.Lookup(table), shoe) == expected


def test_a_coin_is_even_and_depends_on_nothing_seen():
    # The sequence has full period: exactly half of its 65,536 tosses are banker.
    coin, state, banker = bc.Coin(7), bc.Coin(7).start, 0
    for _ in range(65_536):
        banker += coin.side(state) == "banker"
        assert coin.seen(state, "player") == coin.seen(state, "banker")
        state = coin.seen(state, "player")
    assert banker == 32_768
    assert state == coin.start


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: sides(bc.FollowLast(), "PX"), "got 'X'"),
        (lambda: bc.Always("tie"), 'a side is "player" or "banker", got \'tie\''),
        (lambda: bc.Back(0), "coups must be a whole number from 1"),
        (lambda: bc.FollowStreak(0), "k must be a whole number from 1"),
        (lambda: bc.Majority(0), "last must be a whole number from 1"),
        (lambda: bc.Lookup({}), "a table gives P or B"),
        (lambda: bc.Lookup({"PB": "P", "P": "B"}), "of one length"),
        (lambda: bc.Lookup({"PB": "T"}), "a table gives P or B"),
        (lambda: bc.Pattern("PBT"), "a pattern is a row of P and B"),
        (lambda: bc.Ecart(0), "deviations must be above 0"),
        (lambda: bc.DerivedRoad(4), "offset of 1, 2 or 3"),
        (lambda: SELECTIONS["follow lost"], "did you mean 'follow last'"),
    ],
)
def test_bad_input_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()
