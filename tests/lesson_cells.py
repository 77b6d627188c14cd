"""Runs the code cells of a lesson in this process, as a kernel would, with values filled in.

``python tests/lesson_cells.py house-edge shoes=200`` prints what a lesson shows.
"""

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from unittest.mock import patch

from IPython.core.inputtransformer2 import TransformerManager

FOLDER = Path(__file__).parents[1] / "notebooks/lessons"
LESSONS = sorted(path.stem for path in FOLDER.glob("*.ipynb"))

SMALL = {
    "due": {"walks": 20, "coups": 1000},
    "every-night": {"records": 200},
    "house-edge": {"shoes": 200},
    "lucky-winner": {"shoes": 20, "fresh": 20, "records": 100},
    "progressions": {"shoes": 100},
    "ruin-and-bold-play": {"sessions": 20},
    "scorecards": {"shoes": 200},
    "streaks-of-chance": {"shoes": 60},
}
"""Sizes at which a lesson runs in a second without compiled loops."""


def cells(lesson):
    """Give the cells of a lesson, with their source as one text."""
    found = json.loads((FOLDER / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [{**cell, "source": "".join(cell["source"])} for cell in found]


def run(lesson, given=None, answers=None):
    """Run a lesson; return what its cells end in, its printed text and its figures."""
    namespace, values, figures = {"__name__": "__main__"}, [], []
    printed = io.StringIO()
    with (
        contextlib.redirect_stdout(printed),
        patch("IPython.display.display", lambda data, **rest: figures.append((data, rest))),
    ):
        for cell in cells(lesson):
            if cell["cell_type"] == "code":
                values.append(_value(_filled(cell["source"], answers or {}), namespace))
                if "parameters" in cell["metadata"].get("tags", []):
                    namespace.update(given or {})
    return [value for value in values if value is not None], printed.getvalue(), figures


def _filled(source, answers):
    """Type answers into the cells of the exercises."""
    for name, answer in answers.items():
        source = source.replace(f"{name} = None", f"{name} = {answer!r}")
    return source


def _value(source, namespace):
    """Run a cell and give the value of its last line, as a notebook shows it."""
    tree = ast.parse(TransformerManager().transform_cell(source))
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), namespace)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)


if __name__ == "__main__":
    name, *sizes = sys.argv[1:]
    shown, text, _ = run(name, {key: int(size) for key, size in (s.split("=") for s in sizes)})
    print(text, *shown, sep="\n")
