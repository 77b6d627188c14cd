"""The examples of docs/: commands print what the pages say; their Python runs as doctests do."""

import contextlib
import doctest
import io
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import baccarat as bc
from baccarat import cli

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS))

import pages  # noqa: E402 - docs/ is no package

sys.path.pop(0)

PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)
WITH_COMMANDS = [page for page in PAGES if pages.commands(page)]
OWN_TEST = {"scheduling.md", "tests.md"}
"""Pages held by tests of their own: test_scheduling.py, and benchmarks/calibration.py makes one."""


def names(page):
    return str(page.relative_to(DOCS))


def ran(words):
    """Run a command; give its status and what a reader would see of it."""
    if words[:2] != ("baccarat", "report") and words[0] == "baccarat":
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = cli.run(words[1:])
        return status, out.getvalue() + err.getvalue()
    # A report needs a kernel and handles signals; a script is a program of its own.
    start = {"baccarat": [sys.executable, "-m", "baccarat"], "python": [sys.executable]}[words[0]]
    done = subprocess.run([*start, *words[1:]], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr * bool(done.returncode)


def awaited_status(command):
    """Say with which status a command ends, by what is shown of it."""
    if command.output.startswith("baccarat: "):
        return 2
    return 1 if command.words[1] == "check" and "\nerror " in command.output else 0


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=names)
def test_commands_print_what_the_page_says(page, tmp_path, monkeypatch):
    pages.copy_of_project(tmp_path)
    pages.lay_out(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    checker = doctest.OutputChecker()
    for command in pages.commands(page):
        status, told = ran(command.words)
        assert status == awaited_status(command), told
        same = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        assert checker.check_output(command.output, told, same), f"{command.words}\n{told}"


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_no_example_is_shown_that_nothing_runs(page):
    """Python has prompts, or is a file or a cell that a command on the page runs."""
    run = " ".join(" ".join(command.words) for command in pages.commands(page))
    for kind, text in pages.blocks(page, "python", "toml", "bash"):
        if page.name in OWN_TEST or ">>>" in text:
            continue
        named = pages.NAMED.match(text)
        assert named[1] in run if named else pages.blocks(page, "markdown"), f"{kind}:\n{text}"


def test_what_sets_things_up_are_targets_of_the_makefile():
    shown = [
        text for page in PAGES if page.name not in OWN_TEST for _, text in pages.blocks(page, "sh")
    ]
    lines = " ".join(shown).split("\n")
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert shown
    assert [
        line for line in lines if line and f"\n{line.strip().removeprefix('make ')}:" not in targets
    ] == []


def test_pages_are_read_as_they_show(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "```text\n# a/mine.txt\nPB\n```\n```markdown\n# Why\n```\n```python\nk: int = 1  # k\n```\n"
        "```console\n$ baccarat check \\\n    'a b'\nfine\n$ baccarat doctor\n```\n"
        "Save it as `n.ipynb`."
    )
    pages.lay_out(page, tmp_path)
    assert (tmp_path / "a/mine.txt").read_text() == "# a/mine.txt\nPB\n"
    assert '"tags": ["parameters"]' in (tmp_path / "n.ipynb").read_text()
    assert [(command.words, command.output) for command in pages.commands(page)] == [
        (("baccarat", "check", "a b"), "fine\n"),
        (("baccarat", "doctor"), ""),
    ]


# what the page on the null states


def first_coups(decks):
    """Count first coups by their winner and by the values of the cards they take."""
    left = [16 * decks] + [4 * decks] * 9
    found = Counter()
    for four in product(range(10), repeat=4):
        for last in product(range(10), repeat=2):
            values, ways, kept = (*four, *last), 1, left.copy()
            for value in values:
                ways *= kept[value]
                kept[value] -= 1
            player, banker = bc.final_hands(values)
            points = sum(player) % 10, sum(banker) % 10
            winner = 0 if points[0] > points[1] else 1 if points[1] > points[0] else 2
            taken = tuple(sorted(values[: len(player) + len(banker)]))
            found[winner, taken] += ways
    return found


def remaining(taken, decks):
    """Give the rank counts of a shoe from which cards of some values are gone."""
    counts = [4 * decks] * 13
    for value in taken:
        counts[value - 1 if value else int(np.argmax(counts[9:])) + 9] -= 1
    return counts


def test_the_dependence_inside_a_shoe_is_what_the_page_on_the_null_says():
    """Every first coup, and the exact law of the shoe it leaves."""
    coups = first_coups(8)
    counts = bc.outcome_counts([remaining(taken, 8) for _, taken in coups]).tolist()
    joint = np.zeros((2, 2), dtype=object)
    for ((winner, _), ways), after in zip(coups.items(), counts, strict=True):
        if winner < 2:
            joint[winner] += [Fraction(ways * after[side], sum(after)) for side in (0, 1)]
    joint /= joint.sum()
    share = bc.coup_law(decks=8).banker_share
    first, second = joint[1].sum(), joint[:, 1].sum()
    spread = float(first * (1 - first) * second * (1 - second)) ** 0.5
    assert float(joint[1, 1] - first * second) / spread == pytest.approx(-2.13e-6, abs=0.005e-6)
    after = [float(joint[side, 1] / joint[side].sum() - share) for side in (0, 1)]
    assert after == pytest.approx([1.49e-6, -0.645e-6], abs=0.005e-6)
    margin = float(bc.coup_law(decks=8).break_even("banker") - share)
    assert margin / max(map(abs, after)) == pytest.approx(4000, rel=0.02)
    needed = 8 / 2.13e-6**2
    assert needed == pytest.approx(1.8e12, rel=0.03)
    assert needed / (200 * 50 * 24 * 365) == pytest.approx(20_000, rel=0.05)
