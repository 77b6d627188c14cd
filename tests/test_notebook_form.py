"""The form of the committed notebooks: no traces of a run, and what papermill has to find."""

import ast
import json
import re
import sys
from pathlib import Path

import pytest

# Importing nbformat would otherwise build parsers for seconds, for formats that no notebook uses.
sys.modules.setdefault("rfc3987_syntax", None)

import nbformat  # noqa: E402
from nbformat.validator import iter_validate  # noqa: E402

FOLDER = Path(__file__).parents[1] / "notebooks"
LESSONS = sorted((FOLDER / "lessons").glob("*.ipynb"))
NOTEBOOKS = [*sorted(FOLDER.glob("*.ipynb")), *LESSONS]

LONGEST_CELL = 12
PARAMETER = re.compile(r"[a-z]\w*: .+ = .+?  # \S.*")
ABSOLUTE_PATH = re.compile(
    r"(?<![\w.:/])(?:/(?:home|Users|root|tmp|work|mnt|media|var|opt|srv|etc|usr)/|~/|[A-Za-z]:\\)"
)


def faults(notebook: dict, *, lesson: bool = False) -> list[str]:
    """Say everything that keeps a notebook from being committed.

    A lesson may be opened alone, where nothing is installed: there, and only there, a cell tagged
    'install' stands before the parameters.
    """
    cells = notebook["cells"]
    told = [f"cell {i}: {wrong}" for i, cell in enumerate(cells) for wrong in cell_faults(cell)]
    return format_faults(notebook) + prose_faults(cells) + code_faults(cells, lesson=lesson) + told


def cell_faults(cell: dict) -> list[str]:
    told = []
    lines = len(text(cell).splitlines())
    if cell["cell_type"] == "code" and lines > LONGEST_CELL:
        told.append(f"{lines} lines, {LONGEST_CELL} at most")
    if cell.get("outputs"):
        told.append("has outputs; make strip")
    if cell.get("execution_count") is not None:
        told.append("has an execution count; make strip")
    if found := ABSOLUTE_PATH.search(text(cell)):
        told.append(f"an absolute path, {found[0]}...")
    return told


def format_faults(notebook: dict) -> list[str]:
    told = []
    if (notebook["nbformat"], notebook["nbformat_minor"]) != (4, 5):
        told.append("not in notebook format 4.5")
    broken = iter_validate(notebook, version=4, version_minor=5)
    told += [f"not a valid notebook: {error.message}" for error in broken]
    kernel = notebook["metadata"].get("kernelspec", {}).get("name")
    if kernel != "python3":
        told.append(f"the kernel is {kernel}, not python3")
    ids = [cell.get("id") for cell in notebook["cells"]]
    if len(set(ids)) < len(ids):
        told.append("two cells have one id")
    return told


def prose_faults(cells: list[dict]) -> list[str]:
    told = []
    prose = [text(cell) for cell in cells if cell["cell_type"] == "markdown"]
    if cells[0]["cell_type"] != "markdown" or not text(cells[0]).startswith("# "):
        told.append("the first cell is not the question as a title, '# ...'")
    if not any(re.search(r"^#+ What this does not show\s*$", block, re.M) for block in prose):
        told.append("no heading 'What this does not show'")
    return told


def code_faults(cells: list[dict], *, lesson: bool) -> list[str]:
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    installs = tagged(cells, "install")
    if lesson and (len(installs) != 1 or installs != code[:1]):
        return ["the first code cell of a lesson, and it alone, must be tagged 'install'"]
    if installs and not lesson:
        return ["a cell tagged 'install' stands in lessons only"]
    return parameter_faults(cells, code[1:] if lesson else code)


def tagged(cells: list[dict], tag: str) -> list[dict]:
    return [cell for cell in cells if tag in cell["metadata"].get("tags", [])]


def parameter_faults(cells: list[dict], code: list[dict]) -> list[str]:
    """papermill reads a parameter's name, type, default and help from one line of its cell."""
    found = tagged(cells, "parameters")
    if len(found) != 1 or found != code[:1]:
        return ["the first code cell, and it alone, must be tagged 'parameters'"]
    return [
        f"parameter line {line!r}: {wrong}"
        for line in text(found[0]).splitlines()
        if (wrong := wrong_with_parameter(line))
    ]


def wrong_with_parameter(line: str) -> str:
    """Say what is wrong with a line such as `shoes: int = 2000  # shoes dealt`, or nothing."""
    if not PARAMETER.fullmatch(line):
        return "must be `name: type = literal  # comment`"
    try:
        (statement,) = ast.parse(line).body
        value = ast.literal_eval(statement.value)
        again = json.loads(json.dumps(value, allow_nan=False))
    except (SyntaxError, ValueError, TypeError, AttributeError):
        return "the default must be a literal that JSON can hold"
    # A tuple becomes a list in JSON, an int key a string: the notebook would get something else.
    return "" if again == value else "the default changes on its way through JSON"


def text(cell: dict) -> str:
    return "".join(cell["source"])


def load(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def test_there_is_a_suite_of_notebooks():
    assert len(NOTEBOOKS) >= 2
    assert len(LESSONS) >= 8


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_committed_notebook_is_in_form(path):
    told = faults(load(path), lesson=path in LESSONS)
    assert not told, "\n".join(told)


@pytest.fixture
def notebook():
    new = nbformat.v4.new_notebook(metadata={"kernelspec": {"name": "python3", "display_name": ""}})
    parameters = "shoes: int = 2000  # shoes dealt\nbets: list[str] = ['tie']  # from bc.BETS"
    new.cells = [
        nbformat.v4.new_markdown_cell("# Is it chance?\n\nWhy it matters.", id="why"),
        nbformat.v4.new_code_cell(parameters, id="parameters", metadata={"tags": ["parameters"]}),
        nbformat.v4.new_code_cell("history = bc.deal('live', shoes=shoes, rng=1)", id="deal"),
        nbformat.v4.new_markdown_cell("## What this does not show\n\nAnd/or more.", id="limits"),
    ]
    return json.loads(nbformat.writes(new))


def test_a_notebook_in_form_passes(notebook):
    assert faults(notebook) == []


def change(notebook, cell, **fields):
    notebook["cells"][cell].update(fields)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda n: n.update(nbformat_minor=4), "format 4.5"),
        (lambda n: n["cells"][2].pop("id"), "'id' is a required property"),
        (lambda n: n["metadata"]["kernelspec"].update(name="my-env"), "the kernel is my-env"),
        (lambda n: n["metadata"].clear(), "the kernel is None"),
        (lambda n: change(n, 2, id="why"), "two cells have one id"),
        (lambda n: change(n, 2, execution_count=1), "execution count"),
        (
            lambda n: change(
                n, 2, outputs=[{"output_type": "stream", "name": "stdout", "text": ""}]
            ),
            "has outputs",
        ),
        (lambda n: change(n, 2, source="x = 1\n" * 13), "13 lines, 12 at most"),
        (lambda n: change(n, 2, source="open('/home/me/shoes.csv')"), "absolute path, /home/"),
        (lambda n: change(n, 2, source="open('C:\\\\shoes.csv')"), "absolute path, C:"),
        (lambda n: change(n, 0, source="Is it chance?"), "not the question as a title"),
        (lambda n: n["cells"].pop(), "no heading 'What this does not show'"),
        (lambda n: n["cells"].pop(1), "must be tagged 'parameters'"),
        (lambda n: n["cells"].insert(1, n["cells"].pop(2)), "must be tagged 'parameters'"),
        (lambda n: change(n, 1, source="shoes = 2000  # shoes dealt"), "name: type = literal"),
        (lambda n: change(n, 1, source="shoes: int = 2000"), "name: type = literal"),
        (lambda n: change(n, 1, source="import datetime"), "name: type = literal"),
        (lambda n: change(n, 1, source="n: int = 2 * 1000  # shoes"), "a literal that JSON"),
        (lambda n: change(n, 1, source="n: tuple = (1, 2)  # stakes"), "through JSON"),
    ],
)
def test_a_notebook_out_of_form_is_told(notebook, spoil, told):
    spoil(notebook)
    assert any(told in fault for fault in faults(notebook)), faults(notebook)


@pytest.fixture
def lesson(notebook):
    install = nbformat.v4.new_code_cell("import baccarat", id="install")
    notebook["cells"].insert(1, {**install, "metadata": {"tags": ["install"]}})
    return notebook


def test_a_lesson_in_form_passes_as_a_lesson_alone(lesson):
    assert faults(lesson, lesson=True) == []
    assert faults(lesson) == ["a cell tagged 'install' stands in lessons only"]


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda n: n["cells"].pop(1), "must be tagged 'install'"),
        (lambda n: n["cells"].insert(2, n["cells"].pop(1)), "must be tagged 'install'"),
        (lambda n: change(n, 3, metadata={"tags": ["install"]}), "must be tagged 'install'"),
        (lambda n: n["cells"].insert(2, n["cells"].pop(3)), "must be tagged 'parameters'"),
        (lambda n: change(n, 2, source="shoes: int = 2000"), "name: type = literal"),
    ],
)
def test_a_lesson_out_of_form_is_told(lesson, spoil, told):
    spoil(lesson)
    assert any(told in fault for fault in faults(lesson, lesson=True)), faults(lesson, lesson=True)
