"""Lesson "streaks-of-chance": how long the runs are that chance makes."""

from __future__ import annotations

from typing import Final

from baccarat.evidence.laws.runs import either_run_chance, mean_longest_run, run_chance
from baccarat.history.controls import Human
from baccarat.teach.answers.chances import SHOE, banker, player
from baccarat.teach.question import Question, Slip

LENGTH: Final = 6


def a_run_of_six() -> float:
    """Give the chance of six or more in a row, of either side, in a shoe."""
    return either_run_chance(SHOE, LENGTH, float(banker()))


def longest() -> float:
    """Give the mean length of a shoe's longest run, of either side."""
    return mean_longest_run(SHOE, float(banker()), either=True)


def runs() -> float:
    """Give the mean number of runs in a shoe: one, and one more at each change of sides."""
    return 1 + changes()


def changes() -> float:
    """Give the mean number of coups that went to the other side than the one before."""
    return float((SHOE - 1) * 2 * banker() * player())


def invented_runs() -> float:
    """Give the mean number of runs in a shoe that changes sides six times in ten."""
    return 1 + (SHOE - 1) * Human().alternate


ASKED: Final = (
    Question(
        "What is the chance that a shoe of 73 decided coups shows six or more in a row?",
        a_run_of_six,
        "share",
        "Two shoes in three: a shoe without such a run is the rarer one.",
        "Six given coups alike are rare, but a shoe has 68 places at which six could begin.",
        (
            Slip(
                lambda: float(banker() ** LENGTH + player() ** LENGTH),
                "That is for six given coups. A shoe has 68 places at which six could begin.",
            ),
            Slip(
                lambda: run_chance(SHOE, LENGTH, float(banker())),
                "That is for runs of banker alone; player has runs too.",
            ),
            Slip(
                lambda: run_chance(SHOE, LENGTH, float(player())),
                "That is for runs of player alone; banker has runs too.",
            ),
            Slip(
                lambda: either_run_chance(SHOE, LENGTH + 1, float(banker())),
                "That is for seven or more.",
            ),
        ),
        tolerance=0.03,
        digits=3,
    ),
    Question(
        "How long is the longest run of a shoe of 73 decided coups, on average?",
        longest,
        "coups",
        "It grows by about one coup each time that the shoe doubles.",
        "A run of k needs about 2 to the power k places to begin; a shoe has some seventy.",
        (
            Slip(
                lambda: mean_longest_run(SHOE, float(banker())),
                "That is banker's longest run; the longest of either side is longer.",
            ),
        ),
        tolerance=0.03,
        digits=3,
    ),
    Question(
        "How many runs, of one coup and more, has a shoe of 73 decided coups on average?",
        runs,
        "number",
        "One to begin with, and a new one at nearly every second coup.",
        "A new run begins where a coup goes to the other side than the one before. How often?",
        (
            Slip(changes, "Those are the changes of sides. The first run needs none: add one."),
            Slip(invented_runs, "So many has a shoe that people invent, at 60% changes."),
        ),
        tolerance=0.01,
        digits=3,
    ),
)
"""Its questions, in order."""
