"""Reads what these pages show: files to type, notebooks, and commands with what they print."""

import json
import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"# ([\w./-]+\.\w+)\n")
SAVED = re.compile(r"Save it as `([\w./-]+\.ipynb)`")


@dataclass(frozen=True)
class Command:
    """A command that a page shows, and what it shows below it."""

    words: tuple[str, ...]
    output: str


def blocks(page: Path, *kinds: str) -> list[tuple[str, str]]:
    """Give the fenced blocks of some kinds that a page has, each with its kind, in their order."""
    found = FENCE.findall(page.read_text(encoding="utf-8"))
    return [(kind, text) for kind, text in found if kind in kinds]


def files(page: Path) -> dict[str, str]:
    """Give the files that a page shows: blocks whose first line is a comment with a name."""
    shown = blocks(page, "text", "toml", "python")
    return {found[1]: text for _, text in shown if (found := NAMED.match(text))}


def notebook(page: Path) -> str:
    """Put the cells that a page shows together; the first one of code holds the parameters."""
    cells = [
        {"cell_type": "markdown" if kind == "markdown" else "code", "source": text.rstrip()}
        for kind, text in blocks(page, "markdown", "python")
        if ">>>" not in text and not NAMED.match(text)
    ]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells):
        tags = {"tags": ["parameters"]} if cell is code[0] else {}
        cell |= {"id": f"cell-{number}", "metadata": tags}
        cell |= {"outputs": [], "execution_count": None} if cell in code else {}
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    return json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


def lay_out(page: Path, folder: Path) -> None:
    """Write what a page shows into a folder, as a reader would have it there."""
    shown = files(page)
    if found := SAVED.search(page.read_text(encoding="utf-8")):
        shown[found[1]] = notebook(page)
    for name, text in shown.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def copy_of_project(folder: Path) -> None:
    """Copy what the examples read of the project into a folder."""
    root = Path(__file__).parents[1]
    for name in ("data", "notebooks"):
        shutil.copytree(root / name, folder / name)
    (folder / "reports").mkdir()
    shutil.copy(root / "reports/suite.toml", folder / "reports")


def commands(page: Path) -> list[Command]:
    """Give the commands that a page shows with a prompt, in their order."""
    found = []
    for _, text in blocks(page, "console"):
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            line, _, output = part.replace("\\\n", "").partition("\n")
            found.append(Command(tuple(shlex.split(line)), output))
    return found
