"""What is said in French: sentences of every verdict, pages, figures and boards; English stays."""

import json
import re
from pathlib import Path

import numpy as np
import page_checks as check
import pandas as pd
import pytest
from browser import CHROMIUM, Tab, browser
from html_tags import Tags
from matplotlib.figure import Figure
from matplotlib.text import Text
from page_by_hand import FULL, code, page_of, shown
from site_by_hand import write_run, write_site
from test_plots import drawn
from told_by_hand import CASES

import baccarat as bc
from baccarat.explore import risk_of, streaks_of
from baccarat.plots import lessons
from baccarat.plots.drawing import style, svg
from baccarat.report.assets import own_scripts
from baccarat.report.headline import headline, headline_html, headline_text
from baccarat.report.index import write_index
from baccarat.report.parts import VERDICTS
from baccarat.report.tables import table_html
from baccarat.words.language import use_language
from baccarat.words.messages import messages
from baccarat.words.number import THIN

TOLD = json.loads((Path(__file__).parent / "data" / "told.json").read_text(encoding="utf-8"))
"""Each sentence as it was in English before there was French, and the French as it was read."""


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.delenv("BACCARAT_LANG", raising=False)


@pytest.fixture
def french():
    with use_language("fr"):
        yield


# Sentences


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("spoken", ["en", "fr"])
def test_a_sentence_is_told_as_it_was_read(case, spoken):
    with use_language(spoken):
        assert CASES[case]() == TOLD[case][spoken]


def test_every_case_has_been_read():
    assert TOLD.keys() == CASES.keys()


@pytest.mark.parametrize("case", CASES)
def test_a_sentence_tells_the_same_numbers_in_both_languages(case):
    """The French may say once or in another order what the English says, but no other number."""
    numbers = {}
    for spoken, told in TOLD[case].items():
        signs = {"en": {",": "", " ": " "}, "fr": {THIN: "", ",": "."}}[spoken]
        plain = told.translate(str.maketrans(signs))
        numbers[spoken] = {float(each) for each in re.findall(r"\d+(?:\.\d+)?(?:e\+\d+)?", plain)}
    assert numbers["fr"] == numbers["en"]


# Pages


@pytest.fixture(scope="module")
def page():
    with use_language("fr"):
        return page_of(*FULL)


ENGLISH = (
    "Skip", "Contents", "Settings", "Beware", "Alerts", "Warnings", "Made", "With<",
    "Again", "Revision", "Table 1", "November", "Inconclusive", "neither chance",
)  # fmt: skip


def test_the_furniture_of_a_page_is_french_and_its_prose_is_marked_as_english(page):
    tags = Tags(page.html)
    assert tags.named("html") == [{"lang": "fr"}]
    assert [a["lang"] for a in (*tags.named("main"), *tags.named("h1"))] == ["en", "en"]
    plain = re.sub(r"<style>.*?</style>|<script>.*?</script>", "", page.html, flags=re.DOTALL)
    assert [words for words in ENGLISH if words in plain] == []
    for words in ("Aller au texte", "Sommaire", "Réglages de cette exécution", "29 novembre 2026",
                  "Avertissements", "Tableau 1", "en 4,2 s"):  # fmt: skip
        assert words in plain
    assert "<strong>Non concluant</strong><span>\N{NO-BREAK SPACE}: ni le hasard" in page.html


def test_an_english_page_says_nothing_in_french_nor_of_its_language():
    page = page_of(*FULL)
    assert all(words.rstrip("<") in page.html for words in ENGLISH)
    assert page.html.count(' lang="') == 1


def test_a_failed_page_says_so_in_french(french):
    page = page_of(*FULL, failure="ValueError: no shoes")
    assert "<title>Échec\N{NO-BREAK SPACE}: Does it pay $5?</title>" in page.html
    assert f"Cette exécution a échoué{THIN}; rien" in page.html


def test_the_only_script_is_still_our_own(page):
    (text,) = re.findall(r"<script>(.*?)</script>", page.html, flags=re.DOTALL)
    assert text in own_scripts()


@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_headline_keeps_the_verdict_as_a_key_and_shows_it_in_french(french, verdict):
    told = headline("X.", verdict, "50.7%", ("50.3%", 51.25), "part")
    assert told["verdict"] == verdict
    assert told["number"] == f"50,7{THIN}%"
    assert told["interval"] == f"de 50,3{THIN}% à 51,25"
    for text in (headline_html(told), headline_text(told)):
        assert verdict not in text.lower()
        assert messages()["kept"][verdict] in text.lower()


def test_a_table_writes_its_numbers_in_french_and_sorts_by_their_values(french):
    frame = pd.DataFrame({"net": np.arange(13) + 0.5, "share": [0.5] * 13, "n": [12345] * 13})
    html = table_html(frame, "T", formats={"share": ".1%"})
    assert ' data-sort="1.5">1,5</td>' in html
    assert f">50,0{THIN}%</td>" in html
    assert ">12345</td>" in html


def test_the_page_of_all_runs_is_french(french, tmp_path):
    names = write_site(tmp_path, "<p>x</p>")
    write_run(tmp_path, "odds", "interrupted", hours=1.0)
    html = write_index(tmp_path, [*names, "untried"]).read_text(encoding="utf-8")
    assert '<html lang="fr">' in html
    plain = Tags(re.sub(r"<style>.*?</style>|<script>.*?</script>", "", html, flags=re.DOTALL)).text
    for words in ("Baccarat reports", "Skip", "All runs", "The last run", "never", "made", "begun",
                  "interrupted", "November", "Log", " kB"):  # fmt: skip
        assert words not in plain, words
    for words in ("Rapports de baccara", "Toutes les exécutions", "Il n’a jamais été fait.",
                  "29 novembre 2026", "Dernière exécution"):  # fmt: skip
        assert words in plain, words


# Figures


def texts(figure):
    return {text.get_text() for text in figure.findobj(Text)} | {
        text.get_text() for legend in figure.legends for text in legend.get_texts()
    }


def figures():
    history = bc.deal("live", 50, rng=1)
    return drawn(history, bc.continuations(history, range(1, 9))) | of_lessons() | of_views()


def of_lessons():
    shoes = pd.DataFrame({"changes": [0.5, 0.6], "longest": [6, 4]})
    costs = {"cost": 0.02, "low": 0.01, "high": 0.03, "exact": 0.0124}
    nights = {"by_p": 0.05, "by_e": 0.0, "exact": 0.05}
    return {
        "telltale": lessons.telltale_figure(shoes, shoes),
        "scorecards": lessons.scorecards_figure(pd.Series([0.4, 0.6]), 0.45, 0.5, 0.507),
        "cost": lessons.cost_figure(pd.DataFrame([costs], index=["flat"])),
        "lucky": lessons.lucky_figure(np.array([1, 2, 0]), 30, 0.05),
        "alarms": lessons.alarms_figure(pd.DataFrame([nights], index=[1]), 0.05),
    }


def of_views():
    return {
        name: view(decks=8).figure
        for name, view in (("view of streaks", streaks_of), ("view of risk", risk_of))
    }


@pytest.fixture(scope="module")
def both():
    """Draw each figure in both languages, and give its texts."""
    found = {}
    for spoken in ("en", "fr"):
        with use_language(spoken):
            made = figures()
            for name, figure in made.items():
                svg(figure, name)
                found.setdefault(name, {})[spoken] = texts(figure)
    return found


def test_no_words_of_a_figure_stay_english(both):
    """But for what notebooks give it: titles, and names that are the same in both languages."""
    alike = {*messages()["same"], "Invented records are found out", "count", "bold"}
    for name, told in both.items():
        left = {text for text in told["en"] & told["fr"] if re.search("^[^$]*[a-z]{3}", text)}
        assert left <= alike, f"{name}: {sorted(left - alike)}"


def test_figures_have_as_many_words_in_both_languages(both):
    for name, told in both.items():
        assert len(told["en"]) == len(told["fr"]), name


def test_ticks_have_a_decimal_comma_and_a_space_before_percent(both, french):
    with style():
        figure = Figure()
        figure.subplots().plot([0, 0.5], [0, 1.5])
    drawing = svg(figure, "ticks")
    assert ">0,25<" in drawing or ">0,2<" in drawing
    assert not re.search(r">-?\d+\.\d+<", drawing)
    ticks = {text for text in both["continuation"]["fr"] if "%" in text and text[0].isdigit()}
    assert f"50{THIN}%" in ticks
    assert not any(re.search(r"\d%", text) for text in both["continuation"]["fr"])


def test_a_board_is_told_in_french(french):
    board = bc.board_svg(bc.roads("PBBTP"))
    title, description = re.findall(r"<(?:title|desc)>([^<]*)</(?:title|desc)>", board)[:2]
    assert title == "Tableau de marque d’un sabot\xa0: 2 au joueur, 2 à la banque, 1 égalité"
    assert description.startswith("Colonnes de la grande route\xa0: P1 B2 P1.")
    assert "<title>coup 2\xa0: banque</title>" in board
    for words in ("banker", "player", "tie", "big road", "bead"):
        assert words not in re.sub(r"<[^>]*>", " ", board)


# In a browser


@pytest.fixture(scope="module")
def tab():
    with browser() as connection:
        yield Tab(connection)


needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


@needs_chromium
def test_a_long_french_table_is_sorted_by_value(tab, tmp_path):
    numbers = ["1 234,5", "-2,25", "0,5", "12", "1,75", "987", "3", "4", "5", "6", "7", "8", "9,5"]
    rows = "".join(f"<tr><td>{text.replace(' ', THIN)}</td></tr>" for text in numbers)
    table = f"<table><thead><tr><th>n</th></tr></thead><tbody>{rows}</tbody></table>"
    with use_language("fr"):
        html = page_of("# T", code("x", shown({"text/html": table, "text/plain": "t"}))).html
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    check.reach(tab, tmp_path / "page.html")
    assert check.quiet_faults(tab) == []
    tab.ask("document.querySelector('th button').click()")
    column = tab.ask("[...document.querySelectorAll('tbody td')].map(cell => cell.textContent)")
    values = [float(text.replace(THIN, "").replace(",", ".")) for text in column]
    assert values == sorted(values)
    assert check.axe_faults(tab, kinds=("moderate", "serious", "critical")) == []


@needs_chromium
def test_the_search_of_the_french_index_counts_in_french(tab, tmp_path):
    with use_language("fr"):
        write_index(tmp_path, write_site(tmp_path, "<p>x</p>"))
    check.reach(tab, tmp_path / "index.html")
    field = "document.querySelector('#words')"
    tab.ask(f"{field}.value = 'odds'; {field}.dispatchEvent(new Event('input'))")
    told = tab.ask("document.querySelector('output').textContent")
    assert re.fullmatch(r"rapports\xa0: \d+ sur \d+, exécutions\xa0: \d+ sur \d+", told)
    assert check.axe_faults(tab, kinds=("moderate", "serious", "critical")) == []
