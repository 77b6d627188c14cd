"""The small picture of a page's first figure, as a file of its own."""

import re
from xml.etree import ElementTree

import nbformat
import pytest
from matplotlib.figure import Figure
from page_by_hand import PNG, SVG, code, figure, shown

from baccarat.history.boards import board_svg
from baccarat.history.roads import roads
from baccarat.plots import svg
from baccarat.report.picture import WIDTH, first_picture


def notebook(*cells):
    return nbformat.v4.new_notebook(cells=list(cells))


def drawn(text, alt="What it shows."):
    about = {"image/svg+xml": {"alt": alt}}
    return notebook(code("x", shown({"image/svg+xml": text, "text/plain": "x"}, about)))


def plotted():
    fig = Figure(figsize=(6, 3))
    fig.subplots().plot([1, 2])
    return svg(fig, "line")


@pytest.mark.parametrize(
    ("drawing", "shape"),
    [(plotted(), 2), (board_svg(roads("PBBTP" * 8)), 862 / 312), (SVG, 2)],
    ids=["plot", "board", "bare"],
)
def test_a_drawing_stands_alone_with_its_shape_and_both_colours(drawing, shape):
    small = first_picture(drawn(drawing, "Runs < chance & more"))
    root = ElementTree.fromstring(small)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root[0].text == "Runs < chance & more"
    assert int(root.get("width")) == WIDTH
    assert int(root.get("height")) == pytest.approx(WIDTH / shape, abs=0.5)
    width, height = map(float, root.get("viewBox").split()[2:])
    assert width / height == pytest.approx(shape)
    assert len(re.findall(r"svg:root\{color:#\w{6};background:#\w{6}\}", small)) == 2


def test_the_first_figure_is_taken():
    both = notebook(code("x", figure("First."), figure("Second.")), code("y", figure("Third.")))
    assert "<title>First.</title>" in first_picture(both)


def test_a_size_without_a_view_box_makes_one():
    small = first_picture(drawn('<svg width="90pt" height="30px"><path d="M0 0"/></svg>'))
    assert ElementTree.fromstring(small).get("viewBox") == "0 0 90 30"


@pytest.mark.parametrize(
    "drawing",
    [
        '<svg width="100%" height="auto"></svg>',
        '<svg viewBox="0 0 0 9"></svg>',
        '<svg viewBox="0 0 9 9"><path></svg>',
        "no drawing",
    ],
)
def test_what_has_no_size_or_does_not_stand_alone_gives_no_picture(drawing):
    assert first_picture(drawn(drawing)) is None


def test_the_next_figure_stands_in_for_one_that_cannot():
    cells = code("x", *drawn("<svg></svg>").cells[0].outputs, figure("Second."))
    assert "<title>Second.</title>" in first_picture(notebook(cells))


def test_a_notebook_that_draws_nothing_gives_none():
    words = nbformat.v4.new_markdown_cell("# T")
    png = code("x", shown({"image/png": PNG}, {"image/png": {"alt": "a"}}))
    assert first_picture(notebook(words, png)) is None
