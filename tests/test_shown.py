"""How objects show themselves: in a notebook as small, escaped HTML, elsewhere in a line."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import baccarat as bc
from baccarat.evidence.battery.plan import Plan
from baccarat.game.catalogue import Catalogue
from baccarat.game.showing import (
    MOST_ROWS,
    block_html,
    fields_of,
    first_line,
    frame_html,
    pairs_html,
    value_text,
)
from baccarat.game.sketches import bars_svg, interval_svg

EVIL = "<b>&\"'</b>"
MOST_BYTES = 20_000
BOARD_BYTES = 60_000  # five boards of a long shoe, each mark with its words


@cache
def history():
    return bc.deal("live", 50, rng=1, cards=True)


@cache
def martingale():
    return bc.System(bc.FollowLast(), bc.Martingale(), EVIL)


@cache
def results():
    session = bc.Session(bankroll=100, limit=50)
    return bc.play([martingale(), flat()], "live", 300, rng=1, session=session)


def flat():
    return bc.System(bc.Always("player"), bc.Flat())


@cache
def battery():
    return bc.run_plan(history())


def monitor():
    watch = bc.Monitor({EVIL: "live"})
    watch.update(history())
    return watch


OBJECTS = {
    "BatteryResult": battery,
    "Bet": lambda: bc.Bet(EVIL, lambda coup: 1 if coup.winner == "tie" else -1),
    "Catalogue": lambda: Catalogue(EVIL, {EVIL: EVIL, "table": bc.TABLES["live"], "n": 3}),
    "Ceiling": lambda: bc.ceiling("live", 10, 20),
    "Commission": bc.Commission,
    "Comparison": lambda: bc.compare([martingale(), flat()], "live", 100, rng=1),
    "Continuation": lambda: bc.continuations(history(), [2])[0],
    "Count": lambda: replace(bc.COUNTS["dragon 7"], name=EVIL),
    "CountingValue": lambda: bc.counting_value("dragon 7", "ez", shoes=3, rng=1),
    "Coup": lambda: bc.Coup.from_code(0b01_0000_10_1001_0110),
    "CoupLaw": lambda: bc.coup_law(decks=8),
    "Difference": lambda: bc.difference(martingale(), flat(), "live", 100, rng=1),
    "FinalLaw": lambda: bc.final_law(martingale(), "live", 100, 40),
    "Finding": lambda: bc.check(bc.History([0, 3, 1]))[1],
    "Findings": lambda: bc.check(bc.History([0, 3, 1])),
    "Followed": lambda: bc.hit_rates(history(), {EVIL: bc.FollowLast(), **bc.SELECTIONS}),
    "HitRate": lambda: bc.hit_rates(history(), {EVIL: bc.FollowLast()}).rates[0],
    "History": lambda: bc.History(
        history().outcomes, history().starts, history().coups, source=EVIL
    ),
    "Limits": bc.Limits,
    "Luck": lambda: bc.profits_by_luck(history(), rng=1, repetitions=100),
    "Monitor": monitor,
    "Plan": lambda: Plan(["share", "runs"], correction="minimum p"),
    "Played": lambda: results().played[0],
    "Reach": lambda: bc.reach(martingale(), "live", 10, 12),
    "Results": results,
    "Roads": lambda: bc.roads(history(), segment=0),
    "Session": bc.Session,
    "Settlement": lambda: bc.settle("live", {"player": 1, "tie": 2}, history()),
    "System": martingale,
    "Table": lambda: bc.Table(name=EVIL, limits=bc.Limits(maximum=5), closes={"tie": 60}),
    "TestResult": lambda: replace(battery().results[0], name=EVIL, warnings=(EVIL,)),
}
"""Every public kind of object but selections, progressions and tests, with names that bite."""

FAMILIES = (bc.Selection, bc.Progression)


def kinds():
    named = {name: getattr(bc, name) for name in bc.__all__}
    # A class by a small name is a verb, as use_language is: nothing to look at.
    return {n: kind for n, kind in named.items() if isinstance(kind, type) and n[0].isupper()}


def test_every_public_kind_of_object_is_tested_here():
    tested = {*OBJECTS, *(each.__name__ for each in FAMILIES)}
    entries = [*bc.SELECTIONS.values(), *bc.PROGRESSIONS.values(), *bc.TESTS.values()]
    # An entry may be made by a function (FollowLast gives a Back): its kind is public as well.
    tested |= {type(entry).__name__ for entry in entries}
    untested = {
        name
        for name, kind in kinds().items()
        if name not in tested and not issubclass(kind, FAMILIES)
    }
    assert not untested


def catalogues():
    named = {name: getattr(bc, name) for name in bc.__all__}
    return {name: each for name, each in named.items() if isinstance(each, Catalogue)}


def entries():
    return {
        f"{name}: {key}": entry
        for name, catalogue in catalogues().items()
        for key, entry in catalogue.items()
        if name != "CONTROLS"  # a control is shown by its name and settings alone
    }


def test_there_are_catalogues():
    assert {"BETS", "TABLES", "SELECTIONS", "PROGRESSIONS", "TESTS", "CONTROLS"} <= {*catalogues()}
    assert len(entries()) > 150


def shown(thing, most=MOST_BYTES):
    """Parse what a notebook would show, and give its words."""
    html = thing._repr_html_()
    assert len(html.encode()) < most
    assert "<script" not in html
    root = ElementTree.fromstring(html)  # as XML: what is well-formed here is so anywhere
    return root, " ".join("".join(root.itertext()).split())


@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_shows_itself_small_and_well_formed(name):
    root, words = shown(OBJECTS[name](), BOARD_BYTES if name == "Roads" else MOST_BYTES)
    assert root.tag == ("{http://www.w3.org/2000/svg}svg" if name == "Roads" else "div")
    assert words
    assert not [node for node in root.iter() if node.tag in ("b", "i")]


@pytest.mark.parametrize(
    "name",
    [
        "Bet",
        "Catalogue",
        "Comparison",
        "Count",
        "Difference",
        "Followed",
        "HitRate",
        "History",
        "Monitor",
        "Played",
        "Results",
        "System",
        "Table",
        "TestResult",
    ],
)
def test_a_name_that_bites_is_escaped(name):
    assert EVIL in shown(OBJECTS[name]())[1]


@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_is_a_line_elsewhere(name):
    if name == "Findings":  # a list, one finding a paragraph, for those who print it
        pytest.skip("a list")
    assert "\n" not in repr(OBJECTS[name]())
    assert len(repr(OBJECTS[name]())) < 1000


@pytest.mark.parametrize("name", catalogues())
def test_a_catalogue_is_a_table_of_all_its_entries(name):
    catalogue = catalogues()[name]
    root, words = shown(catalogue)
    assert len(root.findall(".//tbody/tr")) == len(catalogue)
    assert words.startswith(f"{len(catalogue)} ")
    assert catalogue.frame().index.tolist() == list(catalogue)
    assert "\n" not in repr(catalogue)


@pytest.mark.parametrize("name", entries())
def test_an_entry_of_a_catalogue_shows_itself(name):
    root, _ = shown(entries()[name])
    assert root.tag == "div"
    assert "\n" not in repr(entries()[name])


def test_an_empty_catalogue_is_no_table():
    assert shown(Catalogue("bet", {}))[1] == "0 bets"


# What is shown is what is so


def cells(thing):
    return [["".join(cell.itertext()) for cell in row] for row in shown(thing)[0].findall(".//tr")]


def test_a_law_shows_the_published_shares():
    """Player 44.62, banker 45.86, tie 9.52: any source on eight decks."""
    assert ["banker", "2,292,252,566,437,888", "45.8597%"] in cells(bc.coup_law(decks=8))


def test_a_bet_shows_its_pays_and_its_edge():
    words = shown(bc.BETS["tie"])[1]
    assert "house edge 14.3596%" in words  # the published figure for 8 to 1 on eight decks
    assert ["8", "9.5156%"] in cells(bc.BETS["tie"])


def test_a_table_shows_its_rules_and_odds():
    rows = cells(bc.TABLES["live"])
    assert ["decks", "8"] in rows
    assert ["player pair", "7.470%", "0.000%", "10.361%", "3.155", "60"] in rows


def test_a_progression_shows_its_stakes():
    assert ["stakes over LLLLLL", "1, 2, 4, 8, 16, 32"] in cells(bc.Martingale())


def test_a_selection_shows_its_bets():
    assert ["bets before each", "-PBBPBBBBBBPPPPB"] in cells(bc.FollowLast())


def test_results_show_each_system_as_their_frame_has_it():
    row, frame = cells(results())[1], results().frame().iloc[0]
    assert row[0] == frame["system"] == EVIL
    assert row[3] == f"{frame['mean_net_units']:+.3f}"


def test_sessions_that_never_ended_are_told():
    never = bc.play(flat(), bc.History([], starts=[0]), session=bc.Session(), table="live")
    assert "no session has ended" in shown(never)[1]
    assert "no session has ended" in shown(never.played[0])[1]


def test_a_history_draws_the_first_shoe_that_has_coups():
    svg = "{http://www.w3.org/2000/svg}"
    root, words = shown(bc.History([0, 1, 1], starts=[0, 0, 3]))
    assert "Big road of shoe 2" in words
    rings = [ring for ring in root.iter(f"{svg}circle") if ring.get("fill") == "none"]
    assert len(rings) == 3


@pytest.mark.parametrize("coups", [[2], [3], [2, 2, 3]])
def test_a_history_without_a_decided_coup_is_shown(coups):
    assert "History" in shown(bc.History(coups))[1]


def test_a_history_of_one_endless_shoe_stays_small():
    shown(bc.History(np.arange(100_000) % 2))


def test_a_whole_shoe_of_pairs_stays_small_enough():
    marks = {"player_pair": [1] * 90, "banker_pair": [1] * 90, "natural": [1] * 90}
    shown(bc.History([0, 1, 2] * 30, marks=marks), 30_000)


# The pieces


@given(st.text(), st.text())
def test_any_text_is_escaped(title, text):
    block = block_html(title, text, pairs_html([(text, title)]))
    block = "".join(letter for letter in block if letter.isprintable())  # XML has no controls
    assert ElementTree.fromstring(block).tag == "div"


@given(st.lists(st.tuples(st.text("ab<&>"), st.floats(), st.integers(), st.booleans()), max_size=5))
def test_any_frame_becomes_a_table(rows):
    frame = pd.DataFrame(rows, columns=["<text>", "number", "count", "so"])
    root = ElementTree.fromstring(f"<div>{frame_html(frame, {'number': '.2%'})}</div>")
    assert len(root.findall(".//tbody/tr")) == len(rows)
    assert [cell.text for cell in root.findall(".//thead//th")] == list(frame)


def test_a_long_frame_is_cut_and_says_so():
    html = frame_html(pd.DataFrame({"n": np.arange(MOST_ROWS + 1)}))
    assert html.endswith("<p>… and 1 more row</p>")


def test_numbers_stand_right_and_words_left():
    html = frame_html(pd.DataFrame({"word": ["a"], "n": [1]}))
    assert '<td style="text-align:left">a</td><td style="text-align:right">1</td>' in html


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (math.nan, "–"),
        (pd.NA, "–"),
        (pd.NaT, "–"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (np.int64(12345), "12,345"),
        (np.float64(0.05), "0.05"),
        (np.bool_(True), "yes"),
        (False, "no"),
        (Fraction(19, 20), "0.95"),
        (123456.7, "123,457"),
        ([1, "b"], "1, b"),
        ("x" * 900, "x" * 499 + "…"),
    ],
)
def test_a_value_is_said_plainly(value, text):
    assert value_text(value) == text


def test_only_a_described_kind_has_a_first_line():
    assert first_line(bc.Flat()).startswith("Stake one unit")
    assert first_line("a text") == first_line(3) == first_line(np.arange(3)[:0].tolist()) == ""
    assert ("over limit", "limit") in fields_of(bc.Session())


def heights(svg):
    root = ElementTree.fromstring(svg)
    return [float(bar.get("height")) for bar in root.iter("{http://www.w3.org/2000/svg}rect")]


@given(st.dictionaries(st.integers(-30, 30), st.integers(1, 1000), min_size=1))
def test_bars_are_as_high_as_what_they_weigh(law):
    """By hand: each value a bar, its height in proportion; to a tenth of a pixel, as printed."""
    places = sorted(law)
    drawn = heights(bars_svg(places, [law[place] for place in places], alt="A law."))
    most = max(law.values())
    assert drawn == pytest.approx([84 * law[place] / most for place in places], abs=0.051)


def test_many_values_are_put_together_and_keep_their_weight():
    values = np.linspace(0, 10, 5000)
    drawn = heights(bars_svg(values, np.ones(5000), alt="Even."))
    assert len(drawn) == 61  # the last value alone lies on the end
    assert np.ptp(drawn[:-1]) < 84 / 40


def test_a_law_without_weight_is_refused():
    with pytest.raises(ValueError, match="needs a value that weighs something"):
        bars_svg([], [], alt="nothing")


def test_an_interval_lies_where_it_should():
    root = ElementTree.fromstring(interval_svg(0, -1, 1, alt="None.", band=(-2, 2)))
    svg = "{http://www.w3.org/2000/svg}"
    dot, box = root.find(f"{svg}circle"), root.find(f"{svg}rect")
    middle = float(box.get("x")) + float(box.get("width")) / 2
    assert float(dot.get("cx")) == pytest.approx(middle, abs=0.11)
    assert interval_svg(0, math.nan, 1, alt="None.") == ""


def test_a_picture_says_what_it_shows():
    svg = ElementTree.fromstring(bars_svg([1, 2], [1, 1], alt=EVIL))
    assert svg.get("aria-label") == svg.find("{http://www.w3.org/2000/svg}title").text == EVIL


# Names


def test_tab_completion_offers_the_public_names_alone():
    assert dir(bc) == sorted(bc.__all__)
    assert all(hasattr(bc, name) for name in dir(bc))


@pytest.mark.parametrize("name", ["TABLES", "BETS"])
def test_a_catalogue_completes_its_keys(name):
    assert list(getattr(bc, name)._ipython_key_completions_()) == list(getattr(bc, name))
