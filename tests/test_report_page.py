"""Pages made of executed notebooks built by hand: no kernel runs here."""

import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import nbformat
import pytest
from html_tags import Tags
from page_by_hand import FACTS, FULL, code, figure, page_of, shown

from baccarat.report.assets import own_scripts
from baccarat.report.headline import headline
from baccarat.report.offline import requests_of
from baccarat.report.parts import HEADLINE
from baccarat.report.prose import PageError
from baccarat.report.suite import Setting


@pytest.fixture(scope="module")
def full():
    return page_of(*FULL)


@pytest.fixture(scope="module")
def tags(full):
    return Tags(full.html)


def test_nothing_is_asked_of_any_network(full, tags):
    assert requests_of(full.html) == []
    assert "//" not in re.sub(r"<script>.*</script>", "", full.html, flags=re.DOTALL).replace(
        "http://www.w3.org/", ""
    )
    (rule,) = [a["content"] for a in tags.named("meta") if "http-equiv" in a]
    assert rule.startswith("default-src 'none';")
    assert "unsafe" not in rule.replace("style-src 'unsafe-inline'", "")


def test_the_only_script_is_our_own(full):
    (text,) = re.findall(r"<script>(.*?)</script>", full.html, flags=re.DOTALL)
    assert text in own_scripts()


def test_one_h1_and_it_is_the_title(full, tags):
    assert len(tags.named("h1")) == 1
    assert full.title == "Does it pay $5?"
    assert "<title>Does it pay $5?</title>" in full.html


def test_ids_are_unique_and_references_meet_them(full, tags):
    ids = Counter(attrs["id"] for _, attrs in tags.tags if "id" in attrs)
    assert max(ids.values()) == 1
    for target in re.findall(r'(?:href="|url\()#([^")]+)', full.html):
        assert target in ids


def test_every_figure_has_alternative_text(tags):
    images = [a for a in tags.named("div") if a.get("role") == "img"]
    assert [a["aria-label"] for a in images] == ["A line.", "Another."]
    assert [a["alt"] for a in tags.named("img")] == ["Dots."]
    assert len(tags.named("figure")) == 3


def test_formulas_are_drawn_and_labelled_and_money_is_plain(tags):
    labels = [a["aria-label"] for a in tags.named("span") if a.get("role") == "img"]
    assert labels == [r"\frac{1}{2}", "k", r"\sum_{i=1}^n p_i", "k", "x^2"]
    assert re.findall(r"\$.{0,2}", tags.text) == ["$5?", "$5."]


def test_a_bare_frame_appears(tags):
    assert "banker" in tags.text
    assert "42" in tags.text


def test_tables_scroll_alone_and_have_headers_that_say_something(full, tags):
    assert len(tags.named("table")) == 2
    regions = [a["aria-label"] for a in tags.named("div") if a.get("role") == "region"]
    assert regions == ["Table 1", "Table 2"]
    assert all("scope" in attrs for attrs in tags.named("th"))
    assert not re.search(r"<th[^>]*>\s*</th>", full.html)
    assert "border=" not in full.html


def test_code_is_folded_and_setup_is_left_out(full, tags):
    assert full.html.count('<details class="src"><summary>Code</summary>') == 9
    assert "open" not in [key for a in tags.named("details") for key in a]
    for hidden in ("secret_setup", "shoes: int", "shoes = 20000"):
        assert hidden not in tags.text


def test_the_headline_stands_at_the_top_and_only_there(full):
    assert full.html.count("Banker costs &lt;1.06%&gt;.") == 1
    assert full.html.index("Banker costs") < full.html.index("<main")
    assert (full.sentence, full.verdict) == ("Banker costs <1.06%>.", "inconclusive")


def test_the_number_stands_before_the_sentence_with_interval_and_label(full, tags):
    assert "1.06% (0.9% to 1.2%) edge of <banker> Banker costs <1.06%>." in tags.text
    assert full.html.index('class="number"') < full.html.index("<main")


def test_a_headline_without_a_number_has_no_place_for_one():
    told = headline("Nothing found.", None)
    page = page_of("# T", code("x", shown({HEADLINE: told, "text/plain": "x"})))
    assert 'class="number"' not in page.html
    assert "Nothing found." in page.html


def test_alerts_of_all_cells_stand_once_at_the_top(full):
    assert full.alerts == ("Only <3> shoes.", "Limit met.")
    for text in ("Only &lt;3&gt; shoes.", "Limit met."):
        assert full.html.count(text) == 1
        assert full.html.index(text) < full.html.index("<main")


def test_a_page_without_alerts_shows_no_box_for_them():
    page = page_of("# T")
    assert page.alerts == ()
    assert 'class="alerts"' not in page.html


def test_table_record_seed_and_version_stand_under_the_title():
    settings = [("seed", 0), ("k", 3), ("record", "data/x.txt"), ("table", "live")]
    facts = replace(FACTS, settings=tuple(Setting(n, v, "") for n, v in settings))
    text = Tags(page_of("# T", facts=facts).html).text
    assert "T table live record data/x.txt seed 0 version 0.1.0" in text


def test_a_setting_that_is_not_given_is_no_news(tags):
    assert "Does it pay $5? version 0.1.0" in tags.text


def test_settings_are_shown_with_their_comments(tags):
    assert "shoes20000shoes <dealt>" in tags.text
    assert "seednonestart" in tags.text


def test_contents_list_the_second_level_with_formulas_as_words(full, tags):
    links = re.findall(r'<li><a href="#([^"]+)">([^<]+)</a>', full.html)
    # A later first-level heading is a second-level one: the page has one title.
    wanted = [("runs-of-k", "Runs of k"), ("a-second-title", "A second title")]
    assert links[:3] == [*wanted, ("runs-of-k-2", "Runs of k")]
    assert [a["aria-label"] for a in tags.named("nav")] == ["Contents", "Contents"]


def test_landmarks_and_a_way_past_them(tags):
    for landmark in ("header", "main", "footer"):
        assert len(tags.named(landmark)) == 1
    assert {"class": "skip", "href": "#main"} in tags.named("a")
    assert tags.named("html") == [{"lang": "en"}]


def test_the_machine_does_not_show(full, tags):
    assert "cell:3: UserWarning: few" in tags.text
    for trace in ("ipykernel", "/srv/project", "/tmp", str(Path.home()) + "/"):
        assert trace not in full.html
    assert "red & done" in tags.text


def test_style_rules_of_a_figure_stay_in_the_figure(full):
    assert "<metadata>" not in full.html
    assert "*{stroke-linejoin" not in full.html.replace("#figure-1 *{", "").replace(
        "#figure-2 *{", ""
    )


def test_the_page_is_small_and_says_how_it_was_made(full, tags):
    assert len(full.html.encode()) < 200_000
    for fact in ("0123456789ab-dirty", FACTS.command, "numpy 2.4.0", "2026-11-29 19:30 UTC"):
        assert fact in tags.text


def without_circumstances(html: str) -> str:
    return re.sub(r"<footer>.*</footer>|<time.*?</time>", "", html, flags=re.DOTALL)


def test_only_footer_and_time_tell_two_runs_apart(full):
    later = replace(FACTS, revision=None, made=datetime(2027, 1, 1, tzinfo=UTC), seconds=99.0)
    again = page_of(*FULL, facts=later)
    assert again.html != full.html
    assert without_circumstances(again.html) == without_circumstances(full.html)


def test_a_figure_without_alternative_text_is_refused():
    with pytest.raises(PageError, match=r"cell 2 \(plot\(\)\): a figure without alternative text"):
        page_of("# T", code("plot()", figure(alt=" ")))


def test_an_image_without_alternative_text_is_refused():
    with pytest.raises(PageError, match="no alternative text"):
        page_of("# T\n\n![](data:image/png;base64,AA)")


@pytest.mark.parametrize(
    "html",
    [
        '<img src="https://example.org/a.png">',
        "<script>1</script>",
        "<style>@import 'a.css'</style>",
        '<p style="background: url(//example.org/a.png)">',
        '<link rel="stylesheet" href="a.css">',
    ],
)
def test_what_would_load_something_is_refused(html):
    with pytest.raises(PageError, match="the page of odds-live would load"):
        page_of("# T", code("x", shown({"text/html": html})))


def test_an_altered_copy_of_our_script_is_refused():
    (first, *_) = own_scripts()
    html = f"<script>{first};alert(1)</script>"
    assert requests_of(f"<script>{first}</script>") == []
    assert requests_of(html) == ["<script>"]
    assert requests_of("<script>alert(1)") == ["<script>"]


def test_a_link_to_follow_is_allowed():
    assert "example.org" in page_of("# T\n\n[a source](https://example.org)").html


def test_a_formula_that_cannot_be_set_names_its_cell():
    with pytest.raises(PageError, match=r"cell 1 \(# T\): cannot set the formula"):
        page_of("# T\n\n$\\frac{1$")


def test_a_failed_page_says_so_and_shows_what_there_is():
    error = nbformat.v4.new_output(
        "error", ename="E", evalue="v", traceback=["\x1b[0;31mE\x1b[0m: <v> in /srv/project/a.py"]
    )
    page = page_of("# T", code("x", figure(alt=""), error), failure="E: <v>")
    assert "This run failed" in page.html
    assert "<title>Failed: T</title>" in page.html
    assert "E: &lt;v&gt; in a.py" in page.html


def test_a_notebook_without_a_title_is_named_after_its_report():
    page = page_of("Just words.")
    assert page.title == "odds-live"
    assert page.html.count("<h1") == 1


def test_raw_html_in_prose_stays():
    assert "<kbd>x</kbd>" in page_of("# T\n\nPress <kbd>x</kbd>.").html
