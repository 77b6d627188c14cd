"""The site of docs/: it builds without a warning, asks no network, and leaves nothing out."""

import os
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import page_checks as check
import pytest
import typer.main
from browser import CHROMIUM, Tab, browser
from html_tags import Tags

import baccarat as bc
from baccarat.cli.running import app
from baccarat.history.controls import Carried, Cut, Riffle, Shelf, Steps, Strip, Wash
from baccarat.words import LANGUAGES, glossary

pytest.importorskip("sphinx")
pytest.importorskip("myst_parser")
pytest.importorskip("furo")

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SOURCES = sorted(
    path.relative_to(DOCS) for path in DOCS.rglob("*.md") if "_build" not in path.parts
)


def build(source, target, *options):
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-b", "html", *options]
    # Two workers of pytest may build at once; neither needs more than one thread.
    settings = os.environ | {"OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [*command, "-d", str(target.parent / "doctrees"), str(source), str(target)],
        env=settings,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    target = tmp_path_factory.mktemp("docs") / "html"
    done = build(DOCS, target, "-W", "--keep-going")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return target


@cache
def page(path):
    return Tags(path.read_text(encoding="utf-8"))


def ids(path):
    return [attributes["id"] for _, attributes in page(path).tags if "id" in attributes]


def test_every_source_is_a_page(site):
    assert [str(path) for path in SOURCES if not (site / path.with_suffix(".html")).is_file()] == []


# links and the network

ASKED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}


def network_faults(html):
    """Say what a page would ask of a network to be shown; links to follow are no such thing."""
    tags = Tags(html).tags
    asked = [attributes.get(ASKED[tag]) for tag, attributes in tags if tag in ASKED]
    styled = re.findall(r"(?:url\(|@import )[\"']?((?:https?:)?//[^\"')]+)", html)
    return [url for url in asked if url and re.match(r"(?:https?:)?//", url)] + styled


def test_no_page_asks_a_network(site):
    pages = [*site.rglob("*.html"), *site.rglob("*.css")]
    found = {path.name: network_faults(path.read_text(encoding="utf-8")) for path in pages}
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize(
    ("html", "faults"),
    [
        ('<a href="https://x.org">x</a><img src="a.png"><script src="b.js"></script>', []),
        ('<script src="https://x.org/a.js"></script>', ["https://x.org/a.js"]),
        ('<link href="//fonts.org/f">', ["//fonts.org/f"]),
        ('<style>a {background: url("https://x.org/i.png")}</style>', ["https://x.org/i.png"]),
    ],
)
def test_the_checker_of_requests_itself(html, faults):
    assert network_faults(html) == faults


def link_faults(path):
    """Say which links of a page lead to no file, or to no place in it."""
    told = []
    for attributes in page(path).named("a"):
        url = urlsplit(attributes.get("href") or "")
        target = path.parent / unquote(url.path) if url.path else path
        if url.scheme in ("http", "https", "mailto"):
            continue
        if not target.is_file():
            told.append(f"{url.geturl()} is no file")
        elif url.fragment and unquote(url.fragment) not in ids(target):
            told.append(f"{url.geturl()} is no place in {target.name}")
    return told


def test_every_link_leads_somewhere(site):
    found = {str(path.relative_to(site)): link_faults(path) for path in site.rglob("*.html")}
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_the_checker_of_links_itself(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(
        '<p id="a"></p><a href="#a">1</a><a href="page.html#a">2</a><a href="https://x.org">3</a>'
        '<a href="#b">4</a><a href="gone.html">5</a>'
    )
    assert link_faults(path) == ["#b is no place in page.html", "gone.html is no file"]


def test_no_id_is_there_twice(site):
    for path in site.rglob("*.html"):
        assert [name for name, times in Counter(ids(path)).items() if times > 1] == [], path.name


# the reference


def test_every_public_name_has_its_entry(site):
    entries = {name for path in (site / "reference").glob("*.html") for name in ids(path)}
    assert [name for name in bc.__all__ if f"baccarat.{name}" not in entries] == []


def test_a_public_name_without_an_entry_fails_the_build(tmp_path):
    (tmp_path / "docs").mkdir()
    for name in ("conf.py", "making", "_static"):
        (tmp_path / "docs" / name).symlink_to(DOCS / name)
    (tmp_path / "docs/index.md").write_text(
        "# x\n\n```{public-names}\ngame.money game.counts\n```\n"
    )
    done = build(tmp_path / "docs", tmp_path / "html", "-W", "--keep-going")
    assert done.returncode != 0
    told = "hit_rates (baccarat.evidence.followed.rates) is on no page of docs/reference"
    assert told in done.stderr


def test_every_command_and_option_is_told(site):
    text = page(site / "reference/commands.html").text
    for name, command in typer.main.get_command(app).commands.items():
        assert f"baccarat-{name}" in ids(site / "reference/commands.html")
        options = {option for parameter in command.params for option in parameter.opts}
        assert [option for option in options if option.startswith("-") and option not in text] == []


def test_code_in_the_text_is_a_link_to_what_is_said_of_it(site):
    links = page(site / "tutorial/own-scorecard.html").named("a")
    hrefs = {attributes.get("href") for attributes in links}
    assert "../reference/commands.html#baccarat-roads" in hrefs
    links = page(site / "how-to/reading.html").named("a")
    hrefs = {attributes.get("href") for attributes in links}
    assert "../reference/histories.html#baccarat.read_history" in hrefs


# the catalogue


def rows(site):
    """Give the rows of the catalogue's tables, by their first cell."""
    html = (site / "catalogue.html").read_text(encoding="utf-8")
    found = {}
    for row in re.findall(r"<tr.*?</tr>", html, re.DOTALL):
        cells = [Tags(cell).text for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        if cells:
            found.setdefault(cells[0], []).append(cells[1:])
    return found


@pytest.mark.parametrize(
    "catalogue",
    ["TABLES", "BETS", "SELECTIONS", "PROGRESSIONS", "TESTS", "CARD_TESTS", "CONTROLS", "COUNTS"],
)
def test_the_catalogue_lists_every_entry_and_says_what_it_is(site, catalogue):
    found = rows(site)
    for name in getattr(bc, catalogue):
        assert any(len(cells[0].split()) > 2 for cells in found[name]), name


def test_the_catalogues_edges_are_exact(site):
    found, law = rows(site), bc.coup_law(decks=8)
    for name, bet in bc.BETS.items():
        (cells,) = (cells for cells in found[name] if len(cells) == 4)
        shown = Fraction(cells[3].removesuffix("%")) / 100
        assert abs(shown - law.edge(bet)) <= Fraction(1, 2 * 10**6), name


@pytest.mark.parametrize("catalogue", ["SELECTIONS", "PROGRESSIONS", "TESTS", "CONTROLS", "COUNTS"])
def test_what_an_entry_is_made_as_makes_it(site, catalogue):
    parts = (Carried, Cut, Riffle, Shelf, Steps, Strip, Wash)
    known = {name: getattr(bc, name) for name in bc.__all__} | {it.__name__: it for it in parts}
    known |= {type(each).__name__: type(each) for each in bc.CONTROLS.values()}
    for name, entry in getattr(bc, catalogue).items():
        made = [eval(cells[-1], {}, known) for cells in rows(site)[name] if len(cells) == 2]
        assert entry in made, name


# the glossary


def test_every_term_stands_in_the_glossary_in_four_languages(site):
    path = site / "glossary.html"
    text = page(path).text
    terms = glossary()
    for _, term in terms.iterrows():
        assert term["term"] in text
        assert " ".join(term["meaning"].split()) in text
        assert all(term[language] in text for language in LANGUAGES)
    spans = page(path).named("span")
    marked = Counter(span["lang"] for span in spans if "lang" in span)
    assert marked == dict.fromkeys(LANGUAGES.values(), len(terms))


# in a browser


@pytest.fixture(scope="module")
def tab():
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with browser() as connection:
        yield Tab(connection)


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_a_page_fits_a_phone_and_loads_in_silence(site, tab, source):
    for width in (1280, 400):
        check.reach(tab, site / source.with_suffix(".html"), width)
        assert check.quiet_faults(tab) == []
        assert check.width_faults(tab) == []
        assert check.formula_faults(tab) == []


@pytest.mark.parametrize(
    "name", ["catalogue", "glossary", "explanation/verdicts", "reference/bets"]
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(site, tab, name, scheme):
    check.reach(tab, site / f"{name}.html", 400, scheme)
    # Whatever the button that leads back to the top floats over has an unknown background.
    assert [fault for fault in check.axe_faults(tab) if "obscured" not in fault] == []
