"""Figures: what they hold, and that they fit any page."""

import re
from functools import cache

import pandas as pd
import pytest

import baccarat as bc
from baccarat import plots


@pytest.fixture(scope="module")
def history():
    return bc.deal("live", 50, rng=1)


@pytest.fixture(scope="module")
def tests(history):
    return bc.continuations(history, range(1, 9))


def drawn(history, tests):
    return {
        "edges": plots.edges_figure(bc.observed_edges(history)),
        "continuation": plots.continuation_figure(tests),
        "runs": plots.run_length_figure(bc.run_lengths(history)),
        "needed": plots.shoes_needed_figure(tests, history.segments),
        **of_systems(),
        **of_tests(history),
        "removal": plots.removal_figure(bc.removal_effects({"tie": bc.BETS["tie"]})),
    }


@cache
def played():
    systems = [bc.System(bc.FollowLast(), p, n) for n, p in list(bc.PROGRESSIONS.items())[:5]]
    return bc.play(systems, "live", 100, rng=1, session=bc.Session(bankroll=50, limit=20))


def of_tests(history):
    monitor = bc.Monitor("live")
    monitor.update(history)
    curve = bc.power_curve(bc.CONTROLS["human"], [25, 50], 10, rng=1)
    return {
        "battery": plots.battery_figure(bc.run_plan(history).results),
        "power": plots.power_figure(curve, "Invented records are found out"),
        "monitor": plots.monitor_figure(monitor.path()),
    }


def of_systems():
    results, frame = played(), played().frame()
    paths = bc.trajectories(results.played[0].system, "live", 3, rng=1)
    ways = pd.DataFrame({"per_shoe": [-0.8, 0.001], "error": [0, 0.001]}, index=["flat", "count"])
    chances = pd.DataFrame({"probability": [0.7, 0.8]}, index=["flat", "bold"])
    return {
        "action": plots.action_figure(frame, bc.odds("live")["edge"]),
        "ahead": plots.ahead_figure(frame),
        "outcomes": plots.outcome_figure(results.played[1].tally.nets),
        "paths": plots.paths_figure({"flat": paths}),
        "reach": plots.reach_figure(chances, 0.9, 0.91),
        "earnings": plots.earnings_figure(ways),
    }


def test_every_figure_has_a_title_and_labelled_axes(history, tests):
    for fig in drawn(history, tests).values():
        titles = [fig.get_suptitle(), *(ax.get_title(loc="left") for ax in fig.axes)]
        assert any(titles)
        assert any(ax.get_xlabel() for ax in fig.axes) or fig.get_supxlabel()


def test_svg_takes_its_ink_from_the_page_and_holds_no_date(history, tests):
    again = drawn(history, tests)
    for name, fig in drawn(history, tests).items():
        svg = plots.svg(fig, name)
        assert "currentColor" in svg
        assert "#010203" not in svg
        assert "#000000" not in svg
        assert "<metadata>" not in svg
        assert svg == plots.svg(again[name], name)


def test_svg_keeps_words_as_text(history, tests):
    assert "How often a run goes on" in plots.svg(plots.continuation_figure(tests), "c")


def test_one_shoe_with_lengths_that_never_came_can_be_drawn():
    shoe = bc.History([0, 1, 1, 0, 1], table=bc.TABLES["live"])
    for fig in drawn_without_edges(shoe).values():
        assert re.search(r"<svg", plots.svg(fig, "one"))


def drawn_without_edges(shoe):
    tests = bc.continuations(shoe, range(1, 9))
    return {
        "continuation": plots.continuation_figure(tests),
        "runs": plots.run_length_figure(bc.run_lengths(shoe)),
        "needed": plots.shoes_needed_figure(tests, 1),
    }


def test_show_demands_alternative_text(tests):
    with pytest.raises(ValueError, match="needs alt"):
        plots.show(plots.continuation_figure(tests), alt=" ")


def test_show_hands_over_the_text_with_the_figure(tests, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda data, **rest: shown.append((data, rest)))
    plots.show(plots.continuation_figure(tests), alt="Rates by k.", caption="Dots.", name="rates")
    (data, rest), about = shown[0], shown[0][1]["metadata"]["image/svg+xml"]
    assert data["text/plain"] == about["alt"] == "Rates by k."
    assert about["caption"] == "Dots."
    assert rest["raw"]
