"""Executed notebooks built by hand, and their pages: what a page can hold, without a kernel."""

from datetime import UTC, datetime
from pathlib import Path

import nbformat
import pandas as pd

from baccarat.report.headline import alerts_html, headline, headline_html
from baccarat.report.page import render_page
from baccarat.report.parts import ALERTS, HEADLINE
from baccarat.report.provenance import Facts
from baccarat.report.suite import Setting

ROOT = Path("/srv/project")
FACTS = Facts(
    name="odds-live",
    settings=(Setting("shoes", 20_000, "shoes <dealt>"), Setting("seed", None, "start")),
    command="baccarat report odds-live -p shoes=20000",
    versions={"baccarat": "0.1.0", "numpy": "2.4.0"},
    revision="0123456789ab-dirty",
    made=datetime(2026, 11, 29, 19, 30, tzinfo=UTC),
    seconds=4.2,
)
SVG = """<?xml version="1.0"?><!DOCTYPE svg>
<svg width="100pt" height="50pt" viewBox="0 0 100 50" xmlns="http://www.w3.org/2000/svg"
 xmlns:xlink="http://www.w3.org/1999/xlink"><metadata>2026</metadata>
<defs><style type="text/css">*{stroke-linejoin: round}</style><clipPath id="p"><path id="a"/>
</clipPath></defs><g clip-path="url(#p)"><use xlink:href="#a"/></g></svg>"""
ANSWER = headline(
    "Banker costs <1.06%>.", "inconclusive", "1.06%", ("0.9%", "1.2%"), "edge of <banker>"
)
# Two by two pixels of grey.
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADk"
    "lEQVR4nGMwmMAwwQAABIYBgcMNH+UAAAAASUVORK5CYII="
)


def code(source="pass", *outputs, tags=()):
    return nbformat.v4.new_code_cell(source, outputs=list(outputs), metadata={"tags": list(tags)})


def shown(data, metadata=None, kind="display_data"):
    return nbformat.v4.new_output(kind, data=data, metadata=metadata or {})


def figure(alt="A line.", caption="What it shows."):
    about = {"alt": alt, "caption": caption, "name": "line"}
    return shown({"image/svg+xml": SVG, "text/plain": "x"}, {"image/svg+xml": about})


def alert(*texts):
    told = list(texts)
    return shown({ALERTS: {"alerts": told}, "text/html": alerts_html(told), "text/plain": "x"})


def page_of(*cells, failure=None, facts=FACTS):
    made = [nbformat.v4.new_markdown_cell(c) if isinstance(c, str) else c for c in cells]
    notebook = nbformat.v4.new_notebook(cells=made)
    return render_page(notebook, facts, root=ROOT, failure=failure)


FULL = (
    "# Does it pay \\$5?\n\nThe edge is $\\frac{1}{2}$, for \\$5.",
    code("shoes: int = 3  # x", tags=["parameters"]),
    code("shoes = 20000", tags=["injected-parameters"]),
    code("secret_setup()", tags=["hide"]),
    code(
        "show_headline(...)",
        shown(
            {
                HEADLINE: ANSWER,
                "text/html": headline_html(ANSWER),
                "text/plain": "Banker costs",
            }
        ),
    ),
    "## Runs of $k$\n\n$$\\sum_{i=1}^n p_i$$\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n",
    code("x < 1", figure(), figure("Another.")),
    "# A second title\n\n## Runs of $k$\n\n### Deeper\n\n```python\nx = 1\n```\n",
    code(
        "frame",
        shown(
            {
                "text/html": pd.DataFrame({"bet": ["banker"], "edge": [1.06]}).to_html(),
                "text/plain": "frame",
            },
            kind="execute_result",
        ),
    ),
    code("png", shown({"image/png": PNG}, {"image/png": {"alt": "Dots.", "caption": "D."}})),
    code("7 * 6", shown({"text/plain": "42"}, kind="execute_result")),
    code("latex", shown({"text/latex": "$$x^2$$"})),
    code("show_alerts(...)", alert("Only <3> shoes.", "Limit met.")),
    code("show_alerts(...)", alert("Limit met.")),
    code(
        "warn()",
        nbformat.v4.new_output(
            "stream",
            name="stderr",
            text="/tmp/ipykernel_9/77.py:3: UserWarning: few\n/srv/project/data/x.txt\n",
        ),
        nbformat.v4.new_output("stream", name="stdout", text="\x1b[31mred\x1b[0m & done\n"),
    ),
)
