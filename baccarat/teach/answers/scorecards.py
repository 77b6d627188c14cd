"""Lesson "scorecards": the selection bias in an average of shoes."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from baccarat.evidence.laws.selection_bias import continuation_law, pooled_continuation
from baccarat.teach.answers.chances import SHOE, banker
from baccarat.teach.question import Question, Slip

RUN: Final = 3
SHOES: Final = 1_000


def average_of_shoes() -> float:
    """Give the mean of a shoe's own share of bankers after three bankers."""
    return continuation_law(SHOE, RUN, float(banker())).shoe_average


def pooled() -> float:
    """Give the mean of that share where the coups of a thousand shoes are counted together."""
    return pooled_continuation([SHOE] * SHOES, RUN, float(banker()))


def three_tosses() -> float:
    """Give the mean share of heads after a head in three tosses of a coin, where there is one."""
    return continuation_law(3, 1, 0.5).shoe_average


ASKED: Final = (
    Question(
        "Each shoe of 73 decided coups gives its own share of bankers after three bankers in a "
        "row. What is the average of these shares?",
        average_of_shoes,
        "share",
        "Five points below banker's chance, in shoes that are nothing but chance.",
        "A shoe with one such coup weighs as much as one with thirty. Which kind has the failures?",
        (
            Slip(banker, "That is banker's chance, and what all shoes together show."),
            Slip(lambda: Fraction(1, 2), "Even a coin's scorecards would not average to a half."),
        ),
        tolerance=0.01,
    ),
    Question(
        "Of all coups after three bankers in a row, in 1,000 such shoes together, what share goes "
        "to banker?",
        pooled,
        "share",
        "Where every coup weighs the same there is next to no bias left.",
        "Every such coup has banker's chance, whatever came before it.",
        (Slip(average_of_shoes, "That is the average of shoes. Here every coup weighs the same."),),
        tolerance=0.004,
    ),
    Question(
        "A coin is tossed three times. Of the tosses after a head, note the share that are heads. "
        "What is the average of that share, over the sequences that have such a toss?",
        three_tosses,
        "share",
        "5/12. List the eight sequences: two have none, the other six average to it.",
        "Write all eight sequences down, and each one's own share beside it.",
        (
            Slip(lambda: Fraction(1, 2), "That counts tosses together. Average the shares."),
            Slip(
                lambda: 0.75 * three_tosses(),
                "Two of the eight sequences have no toss after a head: leave them out, they are "
                "no zeros.",
            ),
        ),
        tolerance=0.01,
    ),
)
"""Its questions, in order."""
