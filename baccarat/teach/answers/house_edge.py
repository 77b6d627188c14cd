"""Lesson "house-edge": what a bet costs, and of what."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from baccarat.game.bets import BETS
from baccarat.game.bets.bet import Bet
from baccarat.teach.answers.chances import any_coup, edge_decided, law
from baccarat.teach.question import Question, Slip


def edge_on_player() -> Fraction:
    """Give the house edge on player, of every unit staked."""
    return law().edge("player")


def edge_on_banker() -> Fraction:
    """Give the house edge on banker, which pays 19 for every 20 staked."""
    return law().edge("banker")


def tie_at_nine() -> Fraction:
    """Give the house edge on a tie that pays nine to one."""
    return law().edge(Bet("tie at nine", lambda coup: 9 if coup.winner == "tie" else -1))


def ties_lost() -> Fraction:
    """Give what the edge on player would be if a tie lost the stake."""
    return edge_on_player() + any_coup(law().tie)


def banker_decided() -> Fraction:
    """Give the house's share of a unit on banker that is not pushed."""
    return edge_on_banker() / (1 - any_coup(law().tie))


def tie_in_house() -> Fraction:
    """Give the house edge on a tie as this table pays it."""
    return law().edge(BETS["tie"])


ASKED: Final = (
    Question(
        "Of each unit staked on player, ties included, what share does the house keep?",
        edge_on_player,
        "share",
        "It is banker's chance less player's: a tie gives the stake back and costs nothing.",
        "Take banker's chance and player's chance in one coup: what does each bring the house?",
        (
            Slip(edge_decided, "That is of each stake that a tie does not push: here all count."),
            Slip(ties_lost, "That books a tie as a loss. A tie is a push: the stake goes back."),
            Slip(lambda: 0, "The bet pays even money, but banker draws last and wins more often."),
            Slip(edge_on_banker, "That is the price of banker with its commission."),
        ),
    ),
    Question(
        "Of each unit staked on banker at 5% commission, what share does the house keep?",
        edge_on_banker,
        "share",
        "The commission turns an edge of the bettor into one of the house.",
        "A win brings 0.95, a loss costs 1, a tie nothing. Multiply each by its chance.",
        (
            Slip(lambda: -edge_on_player(), "That is without the commission: banker would pay."),
            Slip(
                lambda: Fraction(1, 20) - edge_on_player(),
                "That takes 5% of every stake. The commission is taken from wins alone.",
            ),
            Slip(banker_decided, "That is of each stake that a tie does not push: here all count."),
        ),
    ),
    Question(
        "Of each unit on player that is not pushed, what share does the house keep?",
        edge_decided,
        "share",
        "The same loss over fewer stakes: the edge divided by one less the chance of a tie.",
        "The loss stays the same. By how much does the number of stakes shrink without ties?",
        (
            Slip(edge_on_player, "That is of all stakes. Divide by the share that is decided."),
            Slip(
                lambda: edge_on_player() * (1 - any_coup(law().tie)),
                "Fewer stakes bear the loss, so each bears more: divide where you multiplied.",
            ),
        ),
        tolerance=0.01,
    ),
    Question(
        "What would the house keep of each unit on a tie that it pays nine to one?",
        tie_at_nine,
        "share",
        "One unit more on a win takes the chance of a tie off the price.",
        "A win brings 9, everything else costs 1. The chance of a tie is in the table above.",
        (
            Slip(tie_in_house, "That is at eight to one, or nine for one, the stake among them."),
            Slip(lambda: any_coup(law().tie), "That is the chance of a tie, not its price."),
        ),
        tolerance=0.01,
    ),
)
"""Its questions, in order."""
