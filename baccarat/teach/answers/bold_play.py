"""Lesson "ruin-and-bold-play": the chance to reach a target before ruin."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from baccarat.betting import bold
from baccarat.betting.exact import reach
from baccarat.betting.progressions import Flat
from baccarat.betting.selections import Always
from baccarat.betting.system import System
from baccarat.teach.answers.chances import any_coup, law, player
from baccarat.teach.question import Question, Slip

TABLE: Final = "live"


def flat(bankroll: int, target: int) -> float:
    """Give the chance that flat bets of a unit on player reach a target.

    Examples
    --------
    >>> round(flat(10, 20), 4)
    0.4322
    """
    return reach(System(Always("player"), Flat()), TABLE, bankroll, target).probability


def ten_doubled() -> float:
    """Give it for 10 units, to be doubled."""
    return flat(10, 20)


def hundred_doubled() -> float:
    """Give it for 100 units, to be doubled."""
    return flat(100, 200)


def bold_doubled() -> float:
    """Give the chance that bold play doubles 10 units."""
    return bold.bold_play(TABLE, 10, 20).probability


def fair() -> Fraction:
    """Give the most that any play can do for 100 units and a target of 110 in a fair game."""
    return Fraction(100, 110)


ASKED: Final = (
    Question(
        "With 10 units and flat bets of one unit on player, what is the chance to reach 20 before "
        "ruin?",
        ten_doubled,
        "share",
        "A small edge in each of some hundred bets has taken seven points.",
        "In a fair game it is a half; some hundred bets against an edge make it less.",
        (
            Slip(lambda: Fraction(1, 2), "Right in a fair game. Here each bet has an edge."),
            Slip(player, "That is for a single bet of all ten units."),
            Slip(hundred_doubled, "That is for 100 units and 200: here it takes fewer bets."),
        ),
        tolerance=0.01,
    ),
    Question(
        "What is it if all 10 units are bet on player at once, and again after a tie?",
        bold_doubled,
        "share",
        "One decided coup: player's chance in it, and nothing does better on player.",
        "A tie gives the stake back and the bet is made again, until a coup is decided.",
        (
            Slip(lambda: Fraction(1, 2), "Nearly: banker wins a little more than half."),
            Slip(lambda: any_coup(law().player), "That counts a tie as a loss; it is a push."),
            Slip(ten_doubled, "That is one unit at a time."),
        ),
        tolerance=0.003,
    ),
    Question(
        "With 100 units and flat bets of one unit on player, what is the chance to reach 200?",
        hundred_doubled,
        "share",
        "Some 6,400 decided bets give the edge time; the odds are those of ten units to the power "
        "ten.",
        "The odds of reaching 2n from n are (q/p) to the power n to one against, q being the "
        "chance to lose.",
        (
            Slip(ten_doubled, "That is for 10 units and 20; ten times the units take more bets."),
            Slip(lambda: Fraction(1, 2), "Right in a fair game. Here the edge has much time."),
            Slip(bold_doubled, "That is for all units at once."),
        ),
    ),
    Question(
        "In a fair game, what is the best chance of any system to turn 100 units into 110?",
        fair,
        "share",
        "Bankroll over target: the mean of what one leaves with is what one came with.",
        "One leaves with 110 or with 0, and in a fair game with 100 on average.",
        (
            Slip(lambda: Fraction(9, 10), "Nearly; but it is 110 that is won or missed, not 100."),
            Slip(lambda: Fraction(1, 2), "Ten units more are less than twice as much."),
        ),
        tolerance=0.004,
    ),
)
"""Its questions, in order."""
