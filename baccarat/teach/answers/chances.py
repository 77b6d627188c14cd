"""The chances that the lessons speak of: those of a full shoe of eight decks."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from baccarat.game.law import CoupLaw, coup_law

SHOE: Final = 73
"""Decided coups of the shoe that questions are about: near the mean of dealt ones."""


def law() -> CoupLaw:
    """Give the exact law of a coup."""
    return coup_law(decks=8)


def banker() -> Fraction:
    """Give banker's chance in a decided coup.

    Examples
    --------
    >>> round(float(banker()), 6), round(float(player()), 6)
    (0.506825, 0.493175)
    """
    return law().banker_share


def player() -> Fraction:
    """Give player's chance in a decided coup."""
    return 1 - law().banker_share


def any_coup(ways: int) -> Fraction:
    """Give the chance of so many of all orders of six cards, ties among them.

    Examples
    --------
    >>> round(float(any_coup(law().tie)), 6)
    0.095156
    """
    return Fraction(ways, law().total)


def edge_decided() -> Fraction:
    """Give the house's share of a unit on player that is not pushed.

    Examples
    --------
    >>> round(float(edge_decided()), 6)
    0.01365
    """
    return banker() - player()
