"""Many systems compared, two on the same shoes, and systems by name."""

import numpy as np
import pytest

import baccarat as bc
from baccarat.betting.naming import system_named
from baccarat.cli import run

ALL = [bc.System(bc.FollowLast(), p, name) for name, p in bc.PROGRESSIONS.items()]
LIMITED = bc.Session(bankroll=100, limit=50)


def test_the_best_of_many_is_shown_on_shoes_it_was_not_chosen_by():
    comparison = bc.compare(ALL, "live", 2000, rng=3, session=LIMITED)
    assert comparison.tried == len(ALL)
    assert comparison.best.sessions == 1000
    shoes = bc.deal("live", 2000, rng=3)
    best = next(s for s in ALL if str(s) == comparison.frame["system"][0])
    held_back = bc.play(best, shoes.part(1000, 2000), session=LIMITED).played[0]
    assert comparison.best.net == held_back.net
    means = comparison.frame["net_units"] / comparison.frame["sessions"]
    assert means.is_monotonic_decreasing
    assert f"Of {len(ALL)} systems tried" in comparison.sentence()


@pytest.mark.usefixtures("quick_corrections")
def test_pure_chance_passes_the_correction_as_often_as_it_should():
    # 60 comparisons at 5%: more than 9 with a corrected p below 0.05 comes by chance once in 1,000.
    found = 0
    some = ALL[:6]
    for seed in range(60):
        comparison = bc.compare(some, "live", 60, rng=seed, session=LIMITED)
        found += (comparison.frame["p_corrected"] < 0.05).any()
    assert found <= 9


def test_corrected_values_are_never_below_the_plain_ones():
    frame = bc.compare(ALL, "live", 400, rng=1, session=LIMITED).frame
    assert (frame["p_corrected"] >= frame["p_value"]).all()


def test_a_difference_is_that_of_the_ledgers():
    one, other = ALL[1], ALL[5]
    history = bc.deal("live", 30, rng=2)
    nets = []
    for system in (one, other):
        books = bc.ledger(system, history, LIMITED)
        nets.append(books.groupby("session")["net_units"].sum().reindex(range(30), fill_value=0))
    apart = (nets[0] - nets[1]).to_numpy()
    found = bc.difference(one, other, history, session=LIMITED)
    assert found.sessions == 30
    assert found.mean == pytest.approx(apart.mean())
    assert found.error == pytest.approx(apart.std() / np.sqrt(30))
    low, high = found.interval
    assert low < found.mean < high


def test_pairing_tells_apart_what_separate_intervals_do_not():
    # The same bets at one and two units: the dearer costs more in each set of shoes.
    flat, double = (bc.System(bc.FollowLast(), bc.WinLadder((n,))) for n in (1, 2))
    found = bc.difference(flat, double, "live", 20_000, rng=5)
    assert found.p_value < 1e-6
    assert found.mean > 0


@pytest.mark.parametrize(
    ("text", "selection", "progression"),
    [
        ("follow last + martingale", bc.FollowLast(), bc.Martingale()),
        ("follow-streak(3) + martingale(steps=6)", bc.FollowStreak(3), bc.Martingale(6)),
        ("Always(banker) + D'Alembert", bc.Always("banker"), bc.DAlembert()),
        ("pattern('PBB') + labouchere((1, 2))", bc.Pattern("PBB"), bc.Labouchere((1, 2))),
        (
            "OpposeStreak(2, exactly=True) + 1-3-2-6",
            bc.OpposeStreak(2, exactly=True),
            bc.WinLadder(),
        ),
        ("coin + oscars-grind", bc.Coin(), bc.OscarsGrind()),
        ("banker + proportional(0.1, 100)", bc.Always("banker"), bc.Proportional(0.1, 100)),
        ("player + bold-play(100, 200)", bc.Always("player"), bc.BoldPlay(100, 200)),
    ],
)
def test_systems_by_name(text, selection, progression):
    assert system_named(text) == bc.System(selection, progression, text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("follow last", "a selection \\+ a progression"),
        ("follow lst + flat", "did you mean 'follow last'"),
        ("follow last + martingal", "did you mean 'martingale'"),
        ("follow last + martingale(steps=0)", "steps must be a whole number from 1"),
        ("follow last + martingale(step=2)", "can't make the progression"),
        ("follow last + martingale(__import__('os'))", "plain values"),
        ("follow last + progression", "can't make the progression"),
        ("+ flat", "a selection \\+ a progression"),
    ],
)
def test_bad_names_are_refused(text, says):
    with pytest.raises(ValueError, match=says):
        system_named(text)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: bc.compare(ALL[:1], "live"), "two systems or more"),
        (lambda: bc.compare(ALL, "live", 1), "too few to hold half"),
        (lambda: bc.compare(ALL, "live", 10, session=bc.Session(shoes=20)), "too few"),
        (lambda: bc.Proportional(0, 100), "fraction must be above 0"),
        (lambda: bc.BoldPlay(100, 100), "the target must be above the bankroll"),
        (lambda: bc.BoldPlay(0, 100), "bankroll must be a whole number"),
    ],
)
def test_bad_input_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_play_on_the_command_line(capsys):
    command = "play live --shoes 50 --seed 1 --bankroll 100 --limit 50 --json"
    assert run([*command.split(), "-s", "follow last + flat", "-s", "coin + martingale"]) == 0
    frame = bc.play(
        [system_named("follow last + flat"), system_named("coin + martingale")],
        "live", 50, rng=1, session=LIMITED,
    ).frame()  # fmt: skip
    import json

    rows = json.loads(capsys.readouterr().out)
    assert [row["net_units"] for row in rows] == frame["net_units"].tolist()


def test_play_on_a_record(capsys):
    assert run(["play", "data/recorded/live-table.txt", "-s", "follow last + flat"]) == 0
    assert "follow last + flat" in capsys.readouterr().out


def test_check_on_the_command_line(capsys):
    assert run(["check", "data/recorded/live-table.txt"]) == 0
    assert "64 coups" in capsys.readouterr().out
