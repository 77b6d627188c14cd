"""Pages of every kind in a real browser: what it loads, says, measures, and lets a reader do.

The pages are made from notebooks built by hand; those of the suite are looked at in the same way
by test_suite_pages.py.
"""

import re

import numpy as np
import page_checks as check
import pandas as pd
import pytest
from browser import CHROMIUM, Tab, browser
from matplotlib.figure import Figure
from page_by_hand import FULL, code, page_of, shown
from site_by_hand import NEWEST, write_run, write_site

from baccarat.history.boards import board_svg
from baccarat.history.roads import roads
from baccarat.plots.drawing import COLOURS, QUIET, style, svg
from baccarat.report.index import write_index
from baccarat.report.tables import table_html

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

KINDS = ["full", "wide", "failed", "bare", "index", "index-empty"]


def drawing(text, alt):
    return shown({"image/svg+xml": text, "text/plain": alt}, {"image/svg+xml": {"alt": alt}})


def plotted():
    """Draw a figure with words in every colour that figures of ours use for words."""
    with style():
        fig = Figure(figsize=(7, 3.5))
        ax = fig.subplots()
        ax.plot([1, 2, 4], label="a line")
        ax.set_title("What a line shows")
        for place, colour in enumerate([*COLOURS.values(), QUIET]):
            ax.text(0.2, 1 + place, colour, color=colour)
        return svg(fig, "line")


def tables():
    """Return a table with more rows than one sees at once and one with too many columns."""
    rng = np.random.default_rng(1)
    long = pd.DataFrame(
        {
            "system": [f"system {n}" for n in range(20)],
            "net": rng.normal(0, 900, 20),
            "words": [["b", "a", "ä", "c"][n % 4] for n in range(20)],
        }
    )
    long.loc[5, "net"] = np.nan
    wide = pd.DataFrame([[f"{n:,}" for n in range(10**6, 10**6 + 25)]], columns=list(range(25)))
    formats = {"net": "{:,.0f} units".format}
    return [table_html(long, "Twenty systems", formats=formats), table_html(wide, "Wide")]


def wide_page():
    """Return a page of all that is wider than a phone, or higher than paper."""
    formula = r"$$" + " + ".join(rf"\frac{{p_{{{n}}}}}{{q}}" for n in range(30)) + "$$"
    html = [shown({"text/html": table, "text/plain": "t"}) for table in tables()]
    board = board_svg(roads("PBBTP" * 14))
    tall = svg(Figure(figsize=(6, 20)), "tall")
    return page_of(
        "# A title with avery" + "long" * 20 + "word\n\n" + formula,
        "## First\n\nWith `" + "x" * 90 + "` in it.",
        code("f(" + "a, " * 60 + ")", *html),
        "## Second",
        code("plot()", drawing(plotted(), "A line."), drawing(board, "A board.")),
        code("plot()", drawing(tall, "Nothing, high.")),
    ).html


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    full = page_of(*FULL).html
    made = {
        "full": full,
        "wide": wide_page(),
        "failed": page_of(*FULL, failure="cell 7: ValueError: <no> shoes; deal one or more").html,
        "bare": page_of("# Only a title").html,
    }
    for name, html in made.items():
        (folder / f"{name}.html").write_text(html)
    sites = {"index": folder / "site", "index-empty": folder / "empty"}
    for site in sites.values():
        site.mkdir()
    write_index(sites["index"], write_site(sites["index"], full))
    write_index(sites["index-empty"], ["odds"])
    paths = {name: folder / f"{name}.html" for name in made}
    return paths | {name: site / "index.html" for name, site in sites.items()}


@pytest.fixture(scope="module")
def tab():
    with browser() as connection:
        yield Tab(connection)


@pytest.mark.parametrize("name", KINDS)
def test_a_page_loads_alone_in_silence_and_its_links_lead_somewhere(tab, pages, name):
    check.reach(tab, pages[name])
    assert check.quiet_faults(tab) == []
    assert check.link_faults(tab) == []
    assert check.formula_faults(tab) == []
    assert tab.ask("[...document.images].filter(image => !image.naturalWidth).length") == 0


@pytest.mark.parametrize("name", KINDS)
def test_a_page_fits_a_phone_and_axe_finds_nothing(tab, pages, name):
    check.reach(tab, pages[name], 400)
    assert check.width_faults(tab) == []
    assert check.axe_faults(tab, kinds=("moderate", "serious", "critical")) == []


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_in_the_light_and_in_the_dark(tab, pages, name, scheme):
    check.reach(tab, pages[name], scheme=scheme)
    paper = {"light": "rgb(253, 252, 249)", "dark": "rgb(20, 23, 26)"}[scheme]
    assert tab.ask("getComputedStyle(document.body).backgroundColor") == paper
    assert check.axe_faults(tab, rules=["color-contrast"]) == []
    assert check.drawn_text_faults(tab) == []


@pytest.mark.parametrize("name", KINDS)
def test_paper_cuts_nothing(tab, pages, name):
    check.reach(tab, pages[name])
    assert check.print_faults(tab) == []
    assert check.pages_printed(tab) >= 1


def test_the_checks_see_what_is_wrong(tab, tmp_path):
    """Hold each check against a page with the very fault it is there for."""
    path = tmp_path / "wrong.html"
    path.write_text(
        """<!doctype html><html lang="en"><title>t</title>
        <style>body { background: #fff } figure { margin: 0 } main { width: 1500px }</style>
        <h1>t</h1><p style="color: #999">pale</p>
        <main><a href="#gone">to nowhere</a><img src="http://example.org/a.png">
        <span class="maths">x</span><figure><svg viewBox="0 0 9 9" width="1400" height="1400">
        <text y="5" fill="#999" font-size="1">pale</text></svg></figure></main>
        <script>nonsense()</script>"""
    )
    check.reach(tab, path, 400)
    asked, *told = check.quiet_faults(tab)
    assert asked == "asked for http://example.org/a.png"
    assert any("nonsense is not defined" in text for text in told)
    assert check.width_faults(tab)[:1] == ["1108 px wider than the screen when folded"]
    assert check.link_faults(tab) == ["#gone"]
    assert check.formula_faults(tab) == ["None is not heard"]
    # By hand: #999 has luminance 0.319, and (1 + 0.05) / (0.319 + 0.05) = 2.85.
    assert check.drawn_text_faults(tab) == ["pale: rgb(153, 153, 153) has 2.85"]
    assert {text.split(":")[0] for text in check.axe_faults(tab)} == {"color-contrast", "image-alt"}
    printed = " ".join(check.print_faults(tab))
    for fault in ("px wide", "px high", "may be split"):
        assert fault in printed


def test_the_page_itself_forbids_a_script_that_is_not_ours(tab, tmp_path):
    path = tmp_path / "smuggled.html"
    html = page_of("# T").html
    path.write_text(html.replace("</main>", "<script>window.caught = 1</script></main>"))
    check.reach(tab, path)
    assert tab.ask("window.caught === undefined")
    assert any("Content Security Policy" in text for text in check.quiet_faults(tab))


# tables that can be sorted

LONG = "document.querySelector('table:has(th button)')"


def column(tab, number):
    return tab.ask(f"[...{LONG}.tBodies[0].rows].map(row => row.cells[{number}].textContent)")


def click(tab, number):
    tab.ask(f"{LONG}.tHead.rows[0].cells[{number}].querySelector('button').click()")
    return tab.ask(f"[...{LONG}.tHead.rows[0].cells].map(head => head.ariaSort)")


def test_only_a_long_table_can_be_sorted(tab, pages):
    check.reach(tab, pages["wide"])
    assert tab.ask("document.querySelectorAll('table').length") == 2
    assert tab.ask("document.querySelectorAll('th button').length") == 3


def test_a_click_sorts_numbers_by_value_again_turns_a_third_time_undoes(tab, pages):
    check.reach(tab, pages["wide"])
    before = column(tab, 1)
    values = [float(text.split()[0].replace(",", "")) for text in before if text != "–"]
    assert click(tab, 1) == [None, "ascending", None]
    *sorted_up, last = column(tab, 1)
    assert [float(text.split()[0].replace(",", "")) for text in sorted_up] == sorted(values)
    assert last == "–"
    assert click(tab, 1) == [None, "descending", None]
    assert column(tab, 1) == [*reversed(sorted_up), "–"]
    assert click(tab, 1) == [None, None, None]
    assert column(tab, 1) == before


def test_words_are_sorted_as_people_do_and_numbers_in_them_by_value(tab, pages):
    check.reach(tab, pages["wide"])
    assert click(tab, 2) == [None, None, "ascending"]
    assert "".join(column(tab, 2)) == "a" * 5 + "ä" * 5 + "b" * 5 + "c" * 5
    assert click(tab, 0) == ["ascending", None, None]
    assert column(tab, 0) == [f"system {n}" for n in range(20)]


def test_the_keyboard_sorts_too(tab, pages):
    check.reach(tab, pages["wide"])
    tab.ask(f"{LONG}.tHead.querySelector('button').focus()")
    tab.press("Tab")
    assert tab.ask("document.activeElement.textContent") == "net"
    assert tab.ask("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    tab.press("Enter")
    assert tab.ask("document.activeElement.closest('th').ariaSort") == "ascending"


# the keyboard


def test_the_first_stop_is_a_visible_way_past_the_header(tab, pages):
    check.reach(tab, pages["full"])
    tab.press("Tab")
    assert tab.ask("document.activeElement.className") == "skip"
    assert tab.ask("document.activeElement.getBoundingClientRect().left") > 0
    tab.press("Enter")
    assert tab.ask("document.activeElement.id") == "main"


def test_all_that_scrolls_can_be_reached_and_has_a_name(tab, pages):
    check.reach(tab, pages["wide"], 400)
    scrolling = tab.ask(
        "[...document.querySelectorAll('main *')]"
        ".filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth"
        " && /auto|scroll/.test(getComputedStyle(e).overflowX))"
        ".map(e => [e.tabIndex, e.ariaLabel || e.textContent.trim()])"
    )
    assert len(scrolling) >= 3  # the formula, the wide table, a figure
    assert all(stop == 0 and name for stop, name in scrolling)


# the page of all runs


def told_of(tab):
    """Return the entries and rows that are to be seen, and what the count says."""
    seen = "[...document.querySelectorAll('[data-found={}]')].filter(e => e.offsetParent).length"
    count = tab.ask("document.querySelector('output').textContent")
    return tab.ask(seen.format("reports")), tab.ask(seen.format("runs")), count


def find(tab, words):
    tab.ask("document.getElementById('words').select()")
    tab.call("Input.insertText", text=words)


def test_the_search_leaves_what_holds_every_word(tab, pages):
    check.reach(tab, pages["index"])
    assert told_of(tab) == (4, 7, "")
    find(tab, "failed ODDS")
    assert told_of(tab) == (1, 1, "1 of 4 reports, 1 of 7 runs")
    find(tab, "2026-11-29 19:15")
    assert told_of(tab)[1] == 1
    find(tab, "nothing of the kind")
    assert told_of(tab) == (0, 0, "0 of 4 reports, 0 of 7 runs")


def test_without_script_all_is_shown_and_no_field_that_does_nothing(tab, pages):
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        check.reach(tab, pages["index"])
        assert told_of(tab) == (4, 7, "")
        assert tab.ask("document.getElementById('finding').offsetParent === null")
    finally:
        tab.call("Emulation.setScriptExecutionDisabled", value=False)


def test_five_hundred_runs_can_be_searched_and_sorted(tab, tmp_path):
    for number in range(500):
        status = "failed" if number % 50 == 3 else "made"
        error = {"kind": "cell", "text": "few"} if status == "failed" else None
        write_run(tmp_path, f"report-{number % 12}", status, number, error=error)
    check.reach(tab, write_index(tmp_path, []), 400)
    assert check.quiet_faults(tab) + check.width_faults(tab) == []
    find(tab, "failed few")
    assert told_of(tab)[1] == 10
    find(tab, "")
    oldest = click(tab, 0) and column(tab, 0)[0]
    assert oldest < f"{NEWEST:%Y-%m-%d}"
    assert re.fullmatch(r"2026-11-\d\d \d\d:15", oldest)
