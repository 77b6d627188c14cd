"""Tables and headlines as a notebook shows them."""

import subprocess
import sys
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from baccarat.report.display import show_alerts, show_headline, show_table
from baccarat.report.headline import alerts, alerts_html, headline, headline_html, headline_text
from baccarat.report.tables import table_html

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
    html = headline_html(headline("p < 5%", "consistent with chance"))
    assert "p &lt; 5%" in html
    assert "Consistent with chance" in html
    assert "verdict" not in headline_html(headline("p", None))


@pytest.mark.parametrize(
    ("number", "interval", "figure"),
    [
        ("50.7%", "50.3 to 51.1", ("50.7%", "50.3 to 51.1")),
        (0.5068, (0.503, np.float64(0.511)), ("0.5068", "0.503 to 0.511")),
        (0, ("-1", "1"), ("0", "-1 to 1")),
        ("1.06%", None, ("1.06%", None)),
    ],
)
def test_a_number_is_kept_as_text_with_its_interval(number, interval, figure):
    told = headline("S.", None, number, interval, "share")
    assert (told["number"], told["interval"]) == figure
    assert "share" in headline_text(told)
    assert ("(" in headline_html(told)) == (interval is not None)


def test_a_headline_without_a_number_is_kept_as_before():
    assert headline("S.", "deviation") == {"sentence": "S.", "verdict": "deviation"}
    assert headline_text(headline("S.", "deviation")) == "S. Verdict: deviation."


def test_a_number_that_nobody_names_is_refused():
    with pytest.raises(ValueError, match=r"number 50\.7% needs a label"):
        show_headline("S.", None, "50.7%")


def test_an_interval_of_no_number_is_refused():
    with pytest.raises(ValueError, match="needs their number too"):
        show_headline("S.", None, interval=(1, 2))


def test_alerts_are_told_once_each_and_escaped(capsys):
    show_alerts(["Few <shoes>.", " Few <shoes>. ", "Limit met."])
    assert capsys.readouterr().out == "Beware: Few <shoes>.\nBeware: Limit met.\n"
    assert "Few &lt;shoes&gt;." in alerts_html(alerts(["Few <shoes>."]))


def test_no_alerts_show_nothing(capsys):
    show_alerts([])
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("texts", "advice"),
    [("Few shoes.", r"write \['Few shoes\.'\]"), ([" "], "got ' '"), ([3], "got 3")],
)
def test_alerts_that_are_no_list_of_sentences_are_refused(texts, advice):
    with pytest.raises(ValueError, match=advice):
        show_alerts(texts)


def test_only_a_long_table_carries_what_sorting_needs():
    long = pd.DataFrame({"name": list("abcdefghijklm"), "share": np.linspace(0, 0.12, 13)})
    long.loc[3, "share"] = np.nan
    html = table_html(long, "t", formats={"share": "{:.0%}".format})
    assert html.count("data-sort=") == 12
    assert 'data-sort="0.12">12%' in html
    assert "data-sort" not in table_html(long.head(12), "t", formats={"share": ".0%"})


def test_a_notebook_that_shows_things_loads_no_exporter():
    code = (
        "import sys, baccarat.report.display\n"
        "print(sorted({'nbconvert', 'nbformat', 'papermill', 'mistune'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
