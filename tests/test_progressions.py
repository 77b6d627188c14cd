"""Staking progressions: traces worked out elsewhere, and what every progression must keep."""

import json
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bc
from baccarat import PROGRESSIONS, stakes

FACTS = json.loads((Path(__file__).parent / "data/progressions.json").read_text())
results = st.text("WLT", min_size=1, max_size=60)
decided = st.text("WL", min_size=1, max_size=60)
every = pytest.mark.parametrize("name", list(PROGRESSIONS))
quick = settings(max_examples=60, deadline=None, derandomize=True)


def states(progression, letters):
    """Walk through some results; give the states and what was staked."""
    state, walk = progression.start, []
    for letter in letters:
        staked = progression.stake(state)
        walk.append((state, staked))
        if letter != "T":
            state = (progression.won if letter == "W" else progression.lost)(state, staked)
    return [*walk, (state, progression.stake(state))]


def net(letters, staked):
    return sum({"W": 1, "L": -1, "T": 0}[x] * s for x, s in zip(letters, staked, strict=True))


@pytest.mark.parametrize(("name", "expected"), FACTS["stakes"].items())
def test_stakes_on_a_row_of_results(name, expected):
    assert stakes(PROGRESSIONS[name], FACTS["results"])[: len(expected)] == expected


@pytest.mark.parametrize(
    "example", FACTS["examples"], ids=lambda e: f"{e['system']} {e['results']}"
)
def test_examples_in_print(example):
    staked = stakes(PROGRESSIONS[example["system"]], example["results"])
    assert staked == example["stakes"]
    if "net" in example:
        assert net(example["results"], staked) == example["net"]


@every
@quick
@given(letters=results)
def test_a_state_is_hashable_and_asks_for_a_whole_stake(name, letters):
    for state, staked in states(PROGRESSIONS[name], letters):
        hash(state)
        assert type(staked) is int
        assert staked >= 1


@every
@quick
@given(letters=decided, place=st.integers(0, 60))
def test_a_tie_moves_nothing(name, letters, place):
    place = min(place, len(letters))
    with_tie = stakes(PROGRESSIONS[name], letters[:place] + "T" + letters[place:])
    del with_tie[place]
    assert with_tie == stakes(PROGRESSIONS[name], letters)


@every
@quick
@given(letters=decided, limit=st.integers(1, 20))
def test_a_limit_is_never_passed_and_the_walk_goes_on(name, letters, limit):
    staked = stakes(PROGRESSIONS[name], letters, limit)
    assert len(staked) == len(letters)
    assert max(staked) <= limit


@every
def test_a_progression_cannot_be_changed(name):
    with pytest.raises(FrozenInstanceError):
        PROGRESSIONS[name].start = 5


@quick
@given(losses=st.integers(0, 20))
def test_a_martingale_ends_every_cycle_one_unit_ahead(losses):
    letters = "L" * losses + "W"
    assert net(letters, stakes(bc.Martingale(), letters)) == 1
    assert net(letters, stakes(bc.GrandeMartingale(), letters)) == losses + 1


@quick
@given(letters=decided)
def test_a_labouchere_line_and_the_profit_add_up(letters):
    line = bc.Labouchere((2, 1, 3))
    state, profit = line.start, 0
    for letter in letters:
        staked = line.stake(state)
        finished = letter == "W" and len(state) <= 2
        profit += staked if letter == "W" else -staked
        state = (line.won if letter == "W" else line.lost)(state, staked)
        if finished:  # a line that is struck out has won its sum
            assert profit == 6
            profit = 0
        assert profit + sum(state) == 6


@quick
@given(letters=decided)
def test_oscar_ends_every_cycle_one_unit_ahead_and_never_more(letters):
    grind, profit = bc.OscarsGrind(), 0
    state = grind.start
    for letter in letters:
        staked = grind.stake(state)
        profit += staked if letter == "W" else -staked
        state = (grind.won if letter == "W" else grind.lost)(state, staked)
        assert profit <= 1
        if state == grind.start and profit == 1:
            profit = 0
        assert state[0] == profit


@quick
@given(letters=decided)
def test_a_montante_of_open_losses_holds_what_is_still_to_be_won(letters):
    for progression in (bc.MontanteHollandaise(), bc.Whittacker(), bc.MontanteAmericaine()):
        for state, _ in states(progression, letters):
            assert isinstance(state, tuple)
            assert all(loss >= 1 for loss in state)
        assert list(states(bc.MontanteHollandaise(), letters)[-1][0]) == sorted(
            states(bc.MontanteHollandaise(), letters)[-1][0]
        )


def test_a_limit_is_what_a_line_remembers():
    # Labouchere from 5: lost 5, asked 1 + 5 = 6 but placed 5, so the line ends in 5, not 6.
    assert stakes(bc.Labouchere((1, 4)), "LLL", limit=5) == [5, 5, 5]
    line = bc.Labouchere((1, 4))
    assert line.lost((1, 4, 5), 5) == (1, 4, 5, 5)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: stakes(bc.Flat(), "LX"), "got 'X'"),
        (lambda: stakes(bc.Flat(), "L", limit=0), "limit must be at least 1 unit, got 0"),
        (lambda: bc.Martingale(steps=0), "steps must be a whole number from 1, got 0"),
        (lambda: bc.Paroli(0), "steps must be a whole number from 1, got 0"),
        (lambda: bc.Labouchere(()), "a line must hold whole numbers from 1"),
        (lambda: bc.Labouchere((1, 0)), "a line must hold whole numbers from 1"),
        (lambda: bc.ReverseLabouchere((1.5,)), "a line must hold whole numbers from 1"),
        (lambda: bc.WinLadder(()), "numbers must be stakes of 1 unit or more"),
        (lambda: PROGRESSIONS["martingal"], "did you mean 'martingale'"),
    ],
)
def test_bad_input_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()
