"""Lesson "progressions": what a martingale of seven steps costs."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from baccarat.teach.answers.chances import any_coup, banker, edge_decided, law, player
from baccarat.teach.answers.house_edge import edge_on_player
from baccarat.teach.question import Question, Slip

STEPS: Final = 7


def all_lost() -> Fraction:
    """Give the chance that a bettor on player loses seven decided coups in a row."""
    return banker() ** STEPS


def staked() -> Fraction:
    """Give what a cycle stakes on average: each step, if it is reached."""
    return sum(((2 * banker()) ** step for step in range(STEPS)), Fraction(0))


def result() -> Fraction:
    """Give what a cycle brings on average: one unit, or the loss of all steps."""
    return 1 - 2**STEPS * all_lost()


ASKED: Final = (
    Question(
        "Of each unit that a martingale on player stakes, ties included, what share is lost?",
        edge_on_player,
        "share",
        "The price of the bet: each unit is staked on one coup, and no coup knows the stake.",
        "Each unit staked is a bet on player like any other. What does such a bet cost?",
        (
            Slip(edge_decided, "That is of each stake that a tie does not push: here all count."),
            Slip(lambda: 0, "It wins most of its cycles; what the others lose is more than that."),
        ),
    ),
    Question(
        "What is the chance that seven decided bets on player are lost in a row?",
        all_lost,
        "share",
        "About one cycle in 116.",
        "Player loses a decided coup where banker wins it; the coups are independent.",
        (
            Slip(lambda: Fraction(1, 2**STEPS), "That is a coin. Banker wins more than half."),
            Slip(lambda: player() ** STEPS, "That is seven wins of player in a row."),
            Slip(lambda: banker() ** (STEPS - 1), "That is six in a row."),
            Slip(
                lambda: any_coup(law().banker) ** STEPS,
                "That counts ties as coups; a tie is a push, and the bet is made again.",
            ),
        ),
    ),
    Question(
        "How many units does a cycle of seven steps (1, 2, 4 ... 64) stake on decided coups, on "
        "average?",
        staked,
        "units",
        "Each step doubles the stake and is reached half as often: about one unit a step.",
        "Multiply each stake by the chance that its step is reached, and add them up.",
        (
            Slip(lambda: 2**STEPS - 1, "That is if all seven are lost. Most cycles end earlier."),
            Slip(lambda: STEPS, "Right for a coin, a unit a step. Banker wins more than half."),
        ),
        tolerance=0.01,
    ),
    Question(
        "What does such a cycle bring on average, in units?",
        result,
        "units",
        "One unit, or now and then minus 127. It is what is staked times the edge.",
        "It wins 1, or loses 127. You know the chance of the loss.",
        (
            Slip(lambda: 1, "That is what a won cycle brings. Now and then one loses 127."),
            Slip(lambda: 0, "Right for a coin. Against an edge it is less than nothing."),
            Slip(
                lambda: 1 - (2**STEPS - 1) * all_lost(),
                "A lost cycle costs 127 and does not bring the 1 either.",
            ),
        ),
        tolerance=0.015,
    ),
)
"""Its questions, in order."""
