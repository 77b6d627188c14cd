"""A student's answer, checked against the exact one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pandas as pd

from baccarat.teach.answers import QUESTIONS
from baccarat.teach.question import Question, worked
from baccarat.teach.reading import FORMS, Answer, number_in
from baccarat.teach.reply import Mark, Reply
from baccarat.teach.slips import distance, general_slips, matches

NONE_YET: Final = "Type your guess above, then run the cell again."
ROUNDED: Final = 0.015
"""How far off, relative to it, a slip may be typed: two significant digits, near enough."""


def check(question: str, answer: Answer) -> Reply:
    """Check an answer to a question of a lesson.

    Parameters
    ----------
    question : str
        Lesson and number, such as "house-edge/1"; `answer_key` lists them.
    answer : number, str or None
        A number, or a text such as "1.06%", "20/39" or "1 in 95". None for no answer yet.

    Returns
    -------
    Reply
        "right", with the exact answer; "close", with what is off; "not yet", with a hint. A wrong
        answer raises nothing, so that a page with guesses on it can be made.

    Raises
    ------
    ValueError
        If there is no such question; the nearest one is named.
    TypeError
        If the answer is neither a number nor a text.

    Examples
    --------
    >>> check("house-edge/1", None)
    Not yet (house-edge/1): Type your guess above, then run the cell again.
    >>> check("house-edge/1", 0.01235).mark
    'right'
    >>> check("house-edge/1", "-1.235%")
    Close (house-edge/1): The size is right, the sign is the wrong way round: look at what is asked.
    """
    asked = QUESTIONS[question]
    if answer is None:
        return Reply(question, "not yet", NONE_YET)
    given = number_in(answer)
    if given is None:
        return Reply(question, "not yet", f"Can't read {answer!r} as a number; write {FORMS}.")
    return Reply(question, *_judged(asked, given))


def _judged(asked: Question, given: float) -> tuple[Mark, str]:
    if matches(given, asked.value(), asked.tolerance):
        return "right", f"{asked.shown()}. {asked.why}"
    own = ((worked(slip.value), slip.hint) for slip in asked.slips)
    for slips in (own, general_slips(asked)):
        if hint := _nearest(given, slips):
            return "close", hint
    near = distance(given, asked)
    return ("close", f"{near} {asked.hint}") if near else ("not yet", asked.hint)


def _nearest(given: float, slips: Iterable[tuple[float, str]]) -> str | None:
    """Give the hint of the slip nearest to an answer, where one is as near as rounding allows."""
    near = [(abs(given - value), hint) for value, hint in slips if matches(given, value, ROUNDED)]
    return min(near)[1] if near else None


def answer_key(lesson: str | None = None) -> pd.DataFrame:
    """Table the questions and their exact answers: for the teacher.

    Parameters
    ----------
    lesson : str, optional
        One lesson, such as "house-edge"; default all.

    Returns
    -------
    DataFrame
        One row a question, indexed by its name: asks, answer, in words.

    Raises
    ------
    ValueError
        If there is no such lesson.

    Examples
    --------
    >>> answer_key("house-edge")["answer"].tolist()
    ['1.235%', '1.058%', '1.365%', '4.844%']
    """
    lessons = list(dict.fromkeys(name.split("/")[0] for name in QUESTIONS))
    if lesson is not None and lesson not in lessons:
        raise ValueError(f"no lesson {lesson!r}; there are: {', '.join(lessons)}")
    chosen = {
        name: (asked.asks, asked.shown())
        for name, asked in QUESTIONS.items()
        if lesson in (None, name.split("/")[0])
    }
    frame = pd.DataFrame.from_dict(chosen, orient="index", columns=["asks", "answer"])
    return frame.rename_axis(index="question")
