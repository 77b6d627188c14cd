"""The lessons: their form beyond that of all notebooks, and that each runs, however it is met."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from lesson_cells import LESSONS, SMALL, cells, run

from baccarat.teach import Reply
from baccarat.teach.answers import LESSONS as ASKED
from baccarat.teach.answers import QUESTIONS

WORDS_PER_LINE = 12
PLAN = re.compile(r"^For the teacher: \d+ minutes; needs .+ before\.", re.M)
WITHOUT = """
import sys
for missing in ("numba", "ipywidgets", "jupyterlab"):
    sys.modules[missing] = None
sys.argv = sys.argv[1:]
import runpy
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def prose(lesson):
    return [cell["source"] for cell in cells(lesson) if cell["cell_type"] == "markdown"]


def code(lesson):
    return [cell["source"] for cell in cells(lesson) if cell["cell_type"] == "code"]


def names(lesson):
    """Give the variable that each question of a lesson is checked with."""
    found = re.findall(r'check\("([^"]+)", (\w+)\)', "\n".join(code(lesson)))
    return dict(found)


def filled(lesson, value_of):
    """Sort values for the questions of a lesson into predictions and answers to exercises."""
    values = {name: value_of(QUESTIONS[asked]) for asked, name in names(lesson).items()}
    predictions = {name: value for name, value in values.items() if name.startswith("prediction")}
    return predictions, {name: value for name, value in values.items() if name not in predictions}


def replies(shown):
    return [value for value in shown if isinstance(value, Reply) and value.question != "quiz"]


def test_there_are_eight_lessons_and_each_has_its_questions():
    assert sorted(ASKED) == LESSONS
    assert len(LESSONS) == 8


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_question_is_asked_once_and_in_order(lesson):
    asked = [name for name in QUESTIONS if name.startswith(f"{lesson}/")]
    assert list(names(lesson)) == asked
    assert 2 <= len(asked) <= 4


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_a_plan_and_more_words_than_code(lesson):
    first, *_, last = prose(lesson)
    assert PLAN.search(first)
    assert "## What to remember" in last
    assert "## What this does not show" in last
    words = len(" ".join(prose(lesson)).split())
    lines = sum(bool(line.strip()) for source in code(lesson) for line in source.splitlines())
    assert words >= WORDS_PER_LINE * lines


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_asks_before_it_tells_and_shows_no_answer(lesson):
    install, parameters, *rest = code(lesson)
    assert "%pip install -q baccarat-lab" in install
    assert "://" not in install
    assert (
        len(re.findall(r"^prediction_\d: float \| None = None  # your guess: ", parameters, re.M))
        == 2
    )
    assert any("show(" in source for source in rest)
    assert any("assert " in source for source in rest)
    assert "answer_key" not in "".join(rest)
    assert "teach.answers" not in "".join(rest)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_runs_as_it_is_and_asks_for_guesses(lesson):
    shown, printed, figures = run(lesson)
    assert {reply.mark for reply in replies(shown)} == {"not yet"}
    assert all("Type your guess above" in reply.text for reply in replies(shown))
    assert len(figures) >= 1
    assert all(len(rest["metadata"]["image/svg+xml"]["alt"]) > 40 for _, rest in figures)
    assert "nan" not in printed


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_with_right_guesses_says_so(lesson):
    predictions, answers = filled(lesson, lambda question: question.value())
    shown, _, _ = run(lesson, SMALL[lesson] | predictions, answers)
    assert [reply.mark for reply in replies(shown)] == ["right"] * len(names(lesson))


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_with_wrong_guesses_runs_to_its_end_with_hints(lesson):
    predictions, answers = filled(lesson, lambda question: -question.value())
    shown, printed, _ = run(lesson, SMALL[lesson] | predictions, answers)
    told = replies(shown)
    assert len(told) == len(names(lesson))
    assert {reply.mark for reply in told} == {"close"}
    assert all("sign" in reply.text for reply in told)
    assert printed


def test_the_quiz_takes_a_guess():
    shown, _, _ = run("streaks-of-chance", SMALL["streaks-of-chance"] | {"guess": "RRRR RRRR"})
    (told,) = (value for value in shown if isinstance(value, Reply) and value.question == "quiz")
    assert "of 8 shoes told right" in told.text


def lesson_alone(lesson, start, **environment):
    sizes = [f"{name}={size}" for name, size in SMALL[lesson].items()]
    script = str(Path(__file__).with_name("lesson_cells.py"))
    return subprocess.run(
        [sys.executable, *start, script, lesson, *sizes],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )


@pytest.mark.parametrize(
    ("lesson", "start", "environment"),
    [
        ("house-edge", [], {"NUMBA_DISABLE_JIT": "1"}),
        ("ruin-and-bold-play", ["-c", WITHOUT], {}),
    ],
    ids=["uncompiled", "without numba, ipywidgets and jupyterlab"],
)
def test_a_lesson_runs_uncompiled(lesson, start, environment):
    done = lesson_alone(lesson, start, **environment)
    assert done.returncode == 0, done.stderr
    assert "Not yet" in done.stdout
