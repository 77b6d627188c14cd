"""Lesson "due": what the law of large numbers says, and what it does not."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Final

from baccarat.teach.answers.chances import any_coup, banker, law, player
from baccarat.teach.question import Question, Slip
from baccarat.teach.walks import mean_distance

LONG: Final = 10_000
SHORT: Final = 100
LEAD: Final = 20
MORE: Final = 1_000


def distance() -> float:
    """Give the mean distance of banker's wins from their expected number after 10,000 coups."""
    return mean_distance(LONG, float(banker()))


def growth() -> float:
    """Give by how much that distance has grown since a hundredth of the coups."""
    return distance() / mean_distance(SHORT, float(banker()))


def spread() -> float:
    """Give the standard deviation of banker's wins in 10,000 coups."""
    return sqrt(LONG * float(banker() * player()))


def drift() -> Fraction:
    """Give what banker's lead gains on average in the coups to come."""
    return MORE * (banker() - player())


def lead() -> Fraction:
    """Give banker's mean lead after them."""
    return LEAD + drift()


ASKED: Final = (
    Question(
        "After 10,000 decided coups, how far from its expected number is banker's count of wins, "
        "on average, in wins?",
        distance,
        "wins",
        "Near the root of 2 n p q over pi: about 0.4 times the root of n.",
        "It is of the order of the root of 10,000, not of 10,000.",
        (
            Slip(spread, "That is the standard deviation; the mean distance is 0.8 of it."),
            Slip(lambda: 0, "The distances up and down cancel; the distance itself does not."),
            Slip(
                lambda: LONG / SHORT * mean_distance(SHORT, float(banker())),
                "That lets the distance grow like n; it grows like the root of n.",
            ),
        ),
        tolerance=0.05,
        digits=3,
    ),
    Question(
        "By what factor is that distance larger after 10,000 coups than after 100?",
        growth,
        "number",
        "A hundred times the coups, ten times the distance, a tenth of the distance of the share.",
        "Think of how the standard deviation of a sum of n independent coups depends on n.",
        (
            Slip(lambda: 100, "That would be growth like n. Luck partly cancels."),
            Slip(lambda: 1, "The distance does not stay where it is: it grows."),
            Slip(lambda: Fraction(1, 10), "That is the share, which settles; the count strays."),
        ),
        tolerance=0.03,
        digits=3,
    ),
    Question(
        "Banker leads player by 20 wins. What is its mean lead after 1,000 more decided coups?",
        lead,
        "wins",
        "The lead there is stays, and banker gains 13.6 wins more on average.",
        "What happened stays. What do 1,000 new coups add on average?",
        (
            Slip(lambda: 0, "That is the law of averages: nothing makes up for what has happened."),
            Slip(lambda: LEAD, "Right for a coin. Banker wins a little more often than player."),
            Slip(drift, "That is what the new coups add. The old lead is still there."),
            Slip(
                lambda: LEAD + drift() / 2,
                "Each win more for banker is one less for player: the lead counts both.",
            ),
        ),
    ),
    Question(
        "Player has won five decided coups in a row. What is banker's chance in the next one?",
        banker,
        "share",
        "The same as ever; in a real shoe it moves by some millionths.",
        "A shoe has no memory: what is banker's chance in any decided coup?",
        (
            Slip(player, "That is player's chance."),
            Slip(lambda: any_coup(law().banker), "That counts ties; the next one is decided."),
            Slip(lambda: Fraction(1, 2), "Nearly: but banker wins a little more than half."),
            Slip(
                lambda: 1 - player() ** 6,
                "That is the chance that six in a row don't all go to player, asked before the "
                "first of them. Five of them are over.",
            ),
        ),
        tolerance=0.002,
    ),
)
"""Its questions, in order."""
