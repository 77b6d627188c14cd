"""The reports of reports/suite.toml, made as `make report` makes them, and every page followed."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import page_checks as check
import pytest
from browser import CHROMIUM, Tab, browser
from html_tags import Tags

from baccarat.report.offline import requests_of
from baccarat.report.suite import read_suite

ROOT = Path(__file__).parent.parent
NAMES = [report.name for report in read_suite(ROOT / "reports/suite.toml").reports]
PAGES = [*NAMES, "index"]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("suite") / "site"
    command = [sys.executable, "-m", "baccarat", "report", "--out", str(folder), "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {report["status"] for report in json.loads(done.stdout)["reports"]} == {"made"}
    return folder


def facts(site, name):
    (path,) = (site / "runs" / name).glob("*/manifest.json")
    return json.loads(path.read_text())


@pytest.mark.parametrize("name", PAGES)
def test_page_is_whole_and_asks_no_network(site, name):
    path = site / f"{name}.html"
    html = path.read_text()
    page = Tags(html)
    assert not [each for each in requests_of(html) if "picture.svg" not in each]
    assert not re.findall(r'(?:src|href|url\()\s*=?\s*["\']?(?:https?:)?//', html)
    assert path.stat().st_size < 1_000_000
    assert len(page.named("h1")) == 1
    ids = Counter(tag["id"] for _, tag in page.tags if "id" in tag)
    assert not [name for name, times in ids.items() if times > 1]
    assert "$" not in page.text


@pytest.fixture(scope="module")
def tab():
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with browser() as connection:
        yield Tab(connection)


@pytest.mark.parametrize("name", PAGES)
def test_page_bears_a_real_browser(site, tab, name):
    check.reach(tab, site / f"{name}.html")
    assert check.quiet_faults(tab) == []
    assert check.link_faults(tab) == []
    assert check.formula_faults(tab) == []
    assert check.axe_faults(tab) == []
    assert check.drawn_text_faults(tab) == []


@pytest.mark.parametrize("name", PAGES)
def test_page_bears_a_phone_the_dark_and_paper(site, tab, name):
    check.reach(tab, site / f"{name}.html", 400, "dark")
    assert check.width_faults(tab) == []
    assert check.axe_faults(tab, rules=["color-contrast", "scrollable-region-focusable"]) == []
    assert check.drawn_text_faults(tab) == []
    assert check.print_faults(tab) == []
    assert check.pages_printed(tab) >= 1


@pytest.mark.parametrize("name", NAMES)
def test_each_figure_says_what_it_shows(site, name):
    page = Tags((site / f"{name}.html").read_text())
    pictures = [tag for _, tag in page.tags if tag.get("role") == "img"]
    assert len(page.named("figure")) >= 1
    assert len(pictures) >= len(page.named("figure"))
    assert all((tag.get("aria-label") or "").strip() for tag in pictures)


def test_index_links_every_page(site):
    links = {tag.get("href") for tag in Tags((site / "index.html").read_text()).named("a")}
    assert {f"{name}.html" for name in NAMES} <= links
    assert all((site / link).exists() for link in links if link and not link.startswith("#"))


def test_one_recorded_shoe_is_inconclusive(site):
    told = facts(site, "streaks-recorded")
    assert told["verdict"] == "inconclusive"
    assert "shoes like these" in told["sentence"]


def test_five_thousand_dealt_shoes_are_consistent_with_chance_after_one(site):
    assert facts(site, "streaks-dealt")["verdict"] == "consistent with chance"


def test_longer_runs_say_how_many_shoes_they_would_need(site):
    text = Tags((site / "streaks-dealt.html").read_text()).text
    assert "shoes needed" in text
    assert "inconclusive" in text


def test_house_edges_stand_in_the_headlines(site):
    assert (
        "between 1.06% on banker and 18.30% on lucky seven" in facts(site, "odds-live")["sentence"]
    )
    assert "1.24% on player and 14.36% on tie" in facts(site, "odds-punto-banco")["sentence"]


def test_perfect_knowledge_of_the_main_bets_earns_less_than_a_thousandth_a_shoe(site):
    assert "less than a thousandth of a unit" in facts(site, "counting")["sentence"]
