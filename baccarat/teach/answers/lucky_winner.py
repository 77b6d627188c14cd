"""Lesson "lucky-winner": what the best of many looks like where none is any good."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log
from typing import Final

from baccarat.teach.question import Question, Slip

TRIED: Final = 30
LEVEL: Final = Fraction(1, 20)
SURE: Final = 0.99


def at_least_one() -> Fraction:
    """Give the chance that at least one of 30 independent tests rejects at 5% by luck."""
    return 1 - (1 - LEVEL) ** TRIED


def mean_number() -> Fraction:
    """Give how many of them do on average."""
    return TRIED * LEVEL


def bonferroni() -> Fraction:
    """Give the level for each that keeps the chance of any to 5%."""
    return LEVEL / TRIED


def to_be_sure(chance: float = SURE) -> int:
    """Give how many to try for at least one with a given chance.

    Examples
    --------
    >>> to_be_sure(0.05), to_be_sure(0.95)
    (1, 59)
    """
    return ceil(log(1 - chance) / log(1 - LEVEL) - 1e-9)


ASKED: Final = (
    Question(
        "Thirty worthless systems are each tested at the 5% level, independently. What is the "
        "chance that at least one test rejects?",
        at_least_one,
        "share",
        "Four times in five somebody has something to sell.",
        "What is the chance that none of the thirty rejects?",
        (
            Slip(lambda: LEVEL, "That is for one of them."),
            Slip(mean_number, "That is how many do on average; a chance is at most 1."),
            Slip(bonferroni, "That is the level for each that would keep the chance to 5%."),
        ),
        tolerance=0.01,
    ),
    Question(
        "How many of the thirty tests reject, on average?",
        mean_number,
        "number",
        "Means add up, whether or not the tests are independent.",
        "Each of thirty rejects with a chance of 5%.",
        (
            Slip(at_least_one, "That is the chance that at least one does."),
            Slip(lambda: 0, "None should, but each does in one case of twenty."),
        ),
        tolerance=0.01,
    ),
    Question(
        "At what level must each of thirty be tested, so that any rejects in at most 5% of cases?",
        bonferroni,
        "share",
        "Bonferroni's correction; it holds however the tests depend on each other.",
        "The chances of thirty rejections add up to 5% at most.",
        (
            Slip(lambda: LEVEL, "That is what all together may have."),
            Slip(mean_number, "You multiplied; the level for each must be smaller."),
        ),
        tolerance=0.03,  # Šidák's 1 - 0.95**(1/30), right for independent tests, is 2.6% more
    ),
    Question(
        "How many worthless systems must be tried for a chance of 99% that at least one test at "
        "the 5% level rejects?",
        to_be_sure,
        "number",
        "Whoever tries ninety is as good as sure to find one, and can leave out the others.",
        "The chance that none of n rejects is 0.95 to the power n.",
        (
            Slip(lambda: 1 / LEVEL, "So many give one rejection on average; often there is none."),
            Slip(lambda: to_be_sure(0.95), "That is for 95%."),
            Slip(lambda: 99, "Chances of independent tests don't add up like that."),
        ),
        tolerance=0.003,
        digits=3,
    ),
)
"""Its questions, in order."""
