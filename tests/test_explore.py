"""Exploring: views against other ways to the same figures, panels with and without sliders."""

import json
import re
import sys
from html import escape
from itertools import product
from math import sqrt
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure

import baccarat as bc
from baccarat import explore
from baccarat.explore.panels import HOW, with_controls
from baccarat.explore.price import with_decks

ROOT = Path(__file__).parents[1]
VIEWS = (explore.odds_of, explore.streaks_of, explore.outcomes_of, explore.risk_of)
NOTEBOOKS = ("start", "explore")


def by_name(view_of):
    return view_of.__name__


# Views against a second method


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [
        # Combinations as printed at casinoexploit.com/baccarat.html, for six decks and for eight.
        (6, 403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
        (8, 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
    ],
)
def test_edges_move_with_the_decks_as_published(decks, banker, player, tie):
    edges, ways = explore.odds_of("live", decks).frame["edge"], banker + player + tie
    assert edges["player"] == pytest.approx((banker - player) / ways, abs=1e-15)
    assert edges["banker"] == pytest.approx((player - 0.95 * banker) / ways, abs=1e-15)
    assert edges["tie"] == pytest.approx((player + banker - 8 * tie) / ways, abs=1e-15)


def pair_edge(decks):
    """Two cards of one rank out of a full shoe, paid eleven to one."""
    chance = (4 * decks - 1) / (52 * decks - 1)
    return 1 - 12 * chance


@pytest.mark.parametrize("decks", [1, 2, 6, 12])
def test_pair_bets_cost_what_two_cards_say(decks):
    edges = explore.odds_of("live", decks).frame["edge"]
    assert edges["player pair"] == pytest.approx(pair_edge(decks), abs=1e-12)


def with_a_run(length, coups, player, tie):
    """Add up the chances of all sequences of coups that hold a run of player wins, ties passed."""
    chance = {"P": player, "B": 1 - player - tie, "T": tie}
    run = re.compile("P" * length)
    return sum(
        np.prod([chance[letter] for letter in letters])
        for letters in product("PBT", repeat=coups)
        if run.search("".join(letters).replace("T", ""))
    )


@pytest.mark.parametrize("length", [1, 2, 4])
def test_streaks_come_as_often_as_all_sequences_say(length):
    law = bc.coup_law(decks=6)
    frame = explore.streaks_of("live", 6, length, coups=7).frame
    expected = with_a_run(length, 7, law.player / law.total, law.tie / law.total)
    mine = frame[frame["side"] == "player"]
    assert mine.loc[length, "comes"] == pytest.approx(expected, abs=1e-12)


def test_streaks_go_on_as_they_do_in_dealt_shoes():
    """Five standard errors: a right program fails for one seed in 1.7 million."""
    frame, side = explore.streaks_of("live", 8, 3).frame, "banker"
    test = next(t for t in bc.continuations(bc.deal("live", 4000, rng=3), [3]) if t.side == side)
    chance = frame[frame["side"] == side].loc[3, "goes_on"]
    error = sqrt(chance * (1 - chance) / test.opportunities)
    assert abs(test.rate - chance) < 5 * error
    assert len(set(frame[frame["side"] == side]["goes_on"])) == 1


@pytest.mark.parametrize("progression", ["flat", "martingale", "paroli"])
def test_outcomes_are_those_of_the_exact_chain(progression):
    """A shoe has a few coups more or fewer; the chain after the fewest and the most bounds it.

    Five standard errors beyond: of the share, and of the mean as the view tells its own.
    """
    frame = explore.outcomes_of(progression=progression, bankroll=20, limit=50, seed=5).frame
    system = bc.System(bc.FollowLast(), bc.PROGRESSIONS[progression])
    lengths = bc.deal("live", explore.play.SESSIONS, rng=5).lengths
    shortest, longest = (
        bc.final_law(system, "live", 20, int(coups), limit=50)
        for coups in (lengths.min(), lengths.max())
    )
    low, high = (100 * law.ended["ruined"] for law in (shortest, longest))
    share = frame.loc["sessions ruined (%)", "value"]
    error = 100 * sqrt(0.25 / explore.play.SESSIONS)
    assert low - 5 * error < share < high + 5 * error
    mean = frame.loc["mean net of a session (units)"]
    spread = 5 * (mean["high"] - mean["low"]) / (2 * 1.959964)
    dearest, cheapest = sorted(law.mean - 20 for law in (shortest, longest))
    assert dearest - spread < mean["value"] < cheapest + spread


def test_risk_at_each_bankroll_is_that_of_a_session_with_it():
    frame = explore.risk_of(progression="flat", bankroll=40, limit=5, shoes=2, seed=2).frame
    system = bc.System(bc.FollowLast(), bc.Flat())
    history = bc.deal("live", 2 * explore.play.RISKED, rng=2)
    for units in (10, 20, 40, 80, 160):
        session = bc.Session(units, 5, shoes=2)
        alone = bc.play(system, history, session=session).frame().iloc[0]
        assert frame.loc[units].tolist() == alone[list(frame)].tolist()


def test_more_money_is_ruined_less_often_over_the_same_shoes():
    """Not by chance: with flat bets who is ruined with more is ruined with less, shoe by shoe."""
    ruined = explore.risk_of(progression="flat", bankroll=40, limit=5).frame["ruined"]
    assert ruined.is_monotonic_decreasing
    assert ruined.iloc[0] > ruined.iloc[-1]


def test_fewer_decks_leave_a_cut_that_fits():
    assert with_decks(bc.Table(cut=400), 1).cut == 46
    assert with_decks("live", 8) == bc.TABLES["live"]


# Views as such


@pytest.mark.parametrize("view_of", VIEWS, ids=by_name)
def test_a_view_is_a_frame_and_a_figure(view_of):
    view = view_of()
    frame, figure = view
    assert len(frame)
    assert isinstance(figure, Figure)
    assert view.alt
    assert "\n" not in repr(view)
    assert set(view.formats) <= set(frame)


@pytest.mark.parametrize("view_of", VIEWS, ids=by_name)
def test_a_view_is_the_same_for_the_same_settings(view_of):
    assert view_of()._repr_html_() == view_of()._repr_html_()


@pytest.mark.parametrize("view_of", VIEWS, ids=by_name)
@pytest.mark.parametrize("end", ["low", "high"])
def test_a_view_can_be_had_at_the_bounds_of_every_control(view_of, end):
    for name, control in explore.controls_of(view_of).items():
        if isinstance(control, explore.Whole):
            assert len(view_of(**{name: getattr(control, end)}).frame)


@pytest.mark.parametrize("table", bc.TABLES)
def test_odds_and_streaks_can_be_had_at_every_table(table):
    assert len(explore.odds_of(table, 1).frame) == len(bc.TABLES[table].bets)
    assert "go on" in explore.streaks_of(table, 1).sentence


@pytest.mark.parametrize("progression", bc.PROGRESSIONS)
def test_outcomes_can_be_had_of_every_progression(progression):
    assert progression in explore.outcomes_of(progression=progression).sentence


@pytest.mark.parametrize("selection", bc.SELECTIONS)
def test_outcomes_can_be_had_of_every_selection(selection):
    assert selection in explore.outcomes_of(selection=selection, progression="flat").sentence


@pytest.mark.parametrize(
    ("view_of", "settings", "told"),
    [
        (explore.odds_of, {"table": "liv"}, "did you mean 'live'"),
        (explore.odds_of, {"decks": 0}, "decks must be"),
        (explore.streaks_of, {"length": 0}, "length must be"),
        (explore.outcomes_of, {"progression": "martingal"}, "did you mean 'martingale'"),
        (explore.outcomes_of, {"bankroll": 0}, "bankroll must be"),
        (explore.risk_of, {"shoes": 0}, "shoes must be"),
        (explore.risk_of, {"limit": 1.5}, "limit must be"),
    ],
)
def test_a_setting_that_cannot_be_is_told_in_a_line(view_of, settings, told):
    with pytest.raises(ValueError, match=told) as error:
        view_of(**settings)
    assert "\n" not in str(error.value)


# Panels


@pytest.fixture
def displayed(monkeypatch):
    """Collect what is displayed, as a notebook would."""
    parts = []

    def display(thing, **rest):
        parts.append(thing)

    monkeypatch.setattr("baccarat.explore.panels.display", display)
    monkeypatch.setattr("IPython.display.display", display)
    return parts


@pytest.mark.parametrize("view_of", VIEWS, ids=by_name)
def test_a_panel_without_widgets_shows_sentence_figure_and_table(view_of, displayed):
    explore.panel(view_of, widgets=False)
    view = view_of()
    said, drawn, tabled = displayed
    assert said.data == f"<p>{escape(view.sentence)}</p>"
    assert drawn["text/plain"] == view.alt
    assert tabled.data == view.table_html()


def test_settings_reach_the_view(displayed):
    explore.panel(explore.odds_of, widgets=False, decks=1)
    assert "With 1 deck " in displayed[0].data


@pytest.mark.parametrize("view_of", VIEWS, ids=by_name)
def test_without_ipywidgets_the_same_is_shown_and_said_how_to_get_them(
    view_of, displayed, capsys, monkeypatch
):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    explore.panel(view_of)
    assert capsys.readouterr().out == HOW + "\n"
    asked = list(displayed)
    displayed.clear()
    explore.panel(view_of, widgets=False)
    assert [str(part) for part in asked[1:2]] == [str(part) for part in displayed[1:2]]
    assert [asked[i].data for i in (0, 2)] == [displayed[i].data for i in (0, 2)]


def test_a_line_says_how():
    assert "\n" not in HOW
    assert "pip install" in HOW


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"decks": 13}, "decks must be a whole number from 1 to 12, got 13"),
        ({"decks": True}, "got True"),
        ({"table": "liv"}, "no table 'liv'; did you mean 'live'"),
        ({"deck": 8}, "there is no setting 'deck' here; there are table, decks"),
    ],
)
def test_a_panel_refuses_what_no_control_could_be_set_to(settings, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        explore.panel(explore.odds_of, widgets=False, **settings)


def test_a_view_of_ones_own_needs_known_settings():
    with pytest.raises(ValueError, match="no setting 'colour'"):
        explore.panel(lambda colour="red": None)


class Plain:
    """What stands for a widget where there is no ipywidgets: it holds values and tells of moves."""

    def __init__(self, *args, **fields):
        self.value, self.watchers, self.args = "", [], args
        vars(self).update(fields)

    def observe(self, watcher, names):
        assert names == "value"
        self.watchers.append(watcher)

    def move(self, value):
        self.value = value
        for watcher in self.watchers:
            watcher({"new": value})


class Toolkit:
    HTML = Dropdown = IntSlider = BoundedIntText = Box = VBox = Layout = Plain


@pytest.mark.parametrize("view_of", VIEWS, ids=by_name)
def test_a_panel_with_widgets_shows_what_the_view_shows(view_of):
    settings = explore.controls.checked(view_of, {})
    panel = with_controls(view_of, settings, Toolkit)
    controls, drawn = panel.args[0]
    assert drawn.value == view_of()._repr_html_()
    assert [control.description for control in controls.args[0]] == list(settings)
    assert [control.value for control in controls.args[0]] == list(settings.values())


def test_a_moved_control_draws_the_view_anew():
    panel = with_controls(explore.odds_of, {"table": "live", "decks": 8}, Toolkit)
    (_, decks), drawn = panel.args[0][0].args[0], panel.args[0][1]
    decks.move(1)
    assert drawn.value == explore.odds_of("live", 1)._repr_html_()


def test_a_setting_that_cannot_be_is_said_in_place_of_the_view():
    panel = with_controls(explore.odds_of, {"table": "live", "decks": 8}, Toolkit)
    (_, decks), drawn = panel.args[0][0].args[0], panel.args[0][1]
    decks.move(99)
    assert "Not possible" in drawn.value
    assert "99" in "".join(ElementTree.fromstring(drawn.value).itertext())


def test_the_real_widgets_take_every_control():
    toolkit = pytest.importorskip("ipywidgets")
    settings = explore.controls.checked(explore.outcomes_of, {})
    panel = with_controls(explore.outcomes_of, settings, toolkit)
    controls, drawn = panel.children
    assert [control.value for control in controls.children] == list(settings.values())
    sliders = [each for each in controls.children if hasattr(each, "continuous_update")]
    assert sliders
    assert not any(each.continuous_update for each in sliders)
    controls.children[4].value = 50
    assert drawn.value == explore.outcomes_of(bankroll=50)._repr_html_()


# Notebooks


def cells(name, kind):
    notebook = json.loads((ROOT / f"notebooks/{name}.ipynb").read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("name", NOTEBOOKS)
@pytest.mark.parametrize("folder", [".", "notebooks"])
def test_a_notebook_runs_from_the_project_and_from_its_own_folder(
    name, folder, displayed, monkeypatch, capsys
):
    monkeypatch.chdir(ROOT / folder)
    scope = {}
    for code in cells(name, "code"):
        exec(compile(code, f"{name}.ipynb", "exec"), scope)
    assert scope["table"] == "live"


def test_the_start_names_every_notebook_and_no_other():
    named = set(re.findall(r"\]\(([\w-]+)\.ipynb\)", "\n".join(cells("start", "markdown"))))
    there = {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert named == there - {"start"}


def test_the_start_asks_the_questions_that_the_notebooks_ask():
    table = dict(
        re.findall(r"\| \[([\w-]+)\]\(.*?\) \| (.*?\?)", "\n".join(cells("start", "markdown")))
    )
    titles = {name: cells(name, "markdown")[0].splitlines()[0].removeprefix("# ") for name in table}
    assert table == titles


def test_the_start_names_a_report_that_there_is():
    (report,) = re.findall(r"baccarat report ([\w-]+) -p", "\n".join(cells("start", "markdown")))
    assert f'name = "{report}"' in (ROOT / "reports/suite.toml").read_text(encoding="utf-8")
