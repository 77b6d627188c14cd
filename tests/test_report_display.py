"""Tables and headlines as a notebook shows them."""

import subprocess
import sys
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from baccarat.report.display import headline_html, show_headline, show_table, table_html

FRAME = pd.DataFrame(
    {"bet": ["banker", "<tie>"], "edge": [0.0106, np.nan], "pays": [0.95, 8.0]},
)


def cells_of(html: str) -> list[tuple[str, dict, str]]:
    found: list[tuple[str, dict, str]] = []

    class Parser(HTMLParser):
        def handle_starttag(self, tag, attrs):
            if tag in ("th", "td", "caption", "table"):
                found.append((tag, dict(attrs), ""))

        def handle_data(self, data):
            if found:
                tag, attrs, text = found[-1]
                found[-1] = (tag, attrs, text + data)

    Parser().feed(html)
    return found


def test_formats_missing_values_and_escapes():
    html = table_html(FRAME, "Edges", formats={"edge": ".2%", "pays": lambda pay: f"{pay} to 1"})
    texts = [text for tag, _, text in cells_of(html) if tag == "td"]
    assert texts == ["banker", "1.06%", "0.95 to 1", "<tie>", "–", "8.0 to 1"]


def test_headers_have_scopes_and_none_is_empty():
    html = table_html(FRAME.set_index("bet"), "Edges")
    heads = [(attrs["scope"], text) for tag, attrs, text in cells_of(html) if tag == "th"]
    assert heads == [
        ("col", "bet"),
        ("col", "edge"),
        ("col", "pays"),
        ("row", "banker"),
        ("row", "<tie>"),
    ]
    assert "border=" not in html


def test_an_unnamed_index_with_meaning_gets_no_empty_header():
    html = table_html(FRAME.set_axis(["x", "y"]), "Edges")
    assert all(text for tag, _, text in cells_of(html) if tag == "th")


def test_the_default_index_is_left_out():
    assert 'scope="row"' not in table_html(FRAME, "Edges")


def test_a_numbered_index_with_a_name_is_kept():
    numbered = FRAME.rename_axis("row")
    assert table_html(numbered, "Edges").count('scope="row"') == 2


def test_integers_stay_integers_beside_floats():
    frame = pd.DataFrame({"n": [1, 2], "x": [0.5, 1.5]})
    texts = [text for tag, _, text in cells_of(table_html(frame, "t")) if tag == "td"]
    assert texts == ["1", "0.5", "2", "1.5"]


def test_two_columns_of_one_name_and_no_rows_do_not_break():
    twins = pd.DataFrame([[1, 2]], columns=["a", "a"])
    assert table_html(twins, "t").count("<td") == 2
    assert "<tbody></tbody>" in table_html(FRAME.iloc[:0], "t")


def test_numbers_are_right_aligned_and_the_caption_names_the_region():
    html = table_html(FRAME, 'Edges & "pays"', note="As of today.")
    assert html.startswith('<div class="table-region" role="region" tabindex="0"')
    assert 'aria-label="Edges &amp; &quot;pays&quot;"' in html
    assert 'class="num" style="text-align:right">0.95' in html
    assert "As of today." in html


def test_a_format_of_no_column_is_refused():
    with pytest.raises(ValueError, match="'edg', which is no column; columns: bet, edge, pays"):
        show_table(FRAME, "Edges", formats={"edg": ".1%"})


def test_a_verdict_outside_the_three_is_refused():
    with pytest.raises(ValueError, match=r"verdict must be one of deviation, .* got 'it works'"):
        show_headline("Sentence.", "it works")


def test_a_headline_is_escaped_and_says_its_verdict():
    html = headline_html("p < 5%", "consistent with chance")
    assert "p &lt; 5%" in html
    assert "Consistent with chance" in html
    assert "verdict" not in headline_html("p", None)


def test_a_notebook_that_shows_things_loads_no_exporter():
    code = (
        "import sys, baccarat.report.display\n"
        "print(sorted({'nbconvert', 'nbformat', 'papermill', 'mistune'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
