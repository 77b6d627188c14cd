"""Lesson "every-night": the price of looking again and again."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from baccarat.teach.looks import alarm_chance
from baccarat.teach.question import Question, Slip

NIGHTS: Final = 100
LEVEL: Final = Fraction(1, 20)
RARE: Final = Fraction(1, 100)


def by_looks(looks: int) -> float:
    """Give the chance that a test at 5% raises a false alarm at one of so many looks.

    Examples
    --------
    >>> round(by_looks(1), 6)
    0.05
    """
    return float(alarm_chance(looks, float(LEVEL))[-1])


def if_independent(looks: int) -> Fraction:
    """Give what it would be if each look were at new data alone.

    Examples
    --------
    >>> float(if_independent(2))
    0.0975
    """
    return 1 - (1 - LEVEL) ** looks


def hundred_looks() -> float:
    """Give the chance of a false alarm in a hundred nights."""
    return by_looks(NIGHTS)


def two_looks() -> float:
    """Give it for two looks."""
    return by_looks(2)


def at_most() -> Fraction:
    """Give Ville's bound: the most with which an e-value ever reaches 20."""
    return 1 / Fraction(20)


def alarm_at() -> Fraction:
    """Give the e-value to raise the alarm at, for one false alarm in a hundred records."""
    return 1 / RARE


ASKED: Final = (
    Question(
        "A record of pure chance grows night by night, and each night all of it is tested at the "
        "5% level. What is the chance of a false alarm within 100 nights?",
        hundred_looks,
        "share",
        "Published in 1969, and still the usual way to find something.",
        "More than at one look; less than at a hundred records, as the looks share their data.",
        (
            Slip(lambda: LEVEL, "That is at one look, fixed beforehand."),
            Slip(
                lambda: if_independent(NIGHTS),
                "That is for a hundred separate records. These looks share most of their data.",
            ),
            Slip(lambda: NIGHTS * LEVEL, "That is the mean number of looks with an alarm."),
        ),
        tolerance=0.03,
        digits=3,
    ),
    Question(
        "If the alarm is an e-value of 20 instead, what share of records of pure chance raises it "
        "at most, ever?",
        at_most,
        "share",
        "Ville's inequality: fair bets turn one unit into twenty in one case of twenty at most.",
        "An e-value is the capital of a bettor at fair odds, who began with 1. How often is it 20?",
        (Slip(hundred_looks, "That is by p value. An e-value may be watched."),),
        tolerance=0.001,
        digits=2,
    ),
    Question(
        "What is the chance of a false alarm where a record is tested twice: half-way and at its "
        "end, each time at 5%?",
        two_looks,
        "share",
        "Less than 9.75%, because the second look shares half of its data with the first.",
        "Between 5%, if both looks saw the same, and 9.75%, if they saw different data.",
        (
            Slip(lambda: if_independent(2), "That is for two separate records."),
            Slip(lambda: LEVEL, "That is at one look."),
            Slip(lambda: 2 * LEVEL, "That is a bound; both looks often raise it together."),
        ),
    ),
    Question(
        "At what e-value is the alarm raised, if false alarms are to come up in one record of a "
        "hundred at most, however often one looks?",
        alarm_at,
        "number",
        "One over the level, whatever the number of looks.",
        "It was 20 for one record in twenty.",
        (
            Slip(lambda: 20, "That is for one record in twenty."),
            Slip(lambda: RARE, "That is the level; the alarm is at one over it."),
        ),
        tolerance=0.001,
        digits=3,
    ),
)
"""Its questions, in order."""
