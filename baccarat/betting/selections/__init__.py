"""Which side to bet on: selections as small state machines, and their catalogue."""

from typing import Final

from baccarat.betting.selections.base import Selection, sides
from baccarat.betting.selections.fixed import (
    Always,
    Back,
    Coin,
    FollowLast,
    Lookup,
    OppositeLast,
    Pattern,
    TimeBeforeLast,
)
from baccarat.betting.selections.trends import (
    DerivedRoad,
    Ecart,
    FollowStreak,
    Majority,
    OpposeStreak,
    Streak,
)
from baccarat.game.catalogue import Catalogue

SELECTIONS: Final[Catalogue[Selection]] = Catalogue(
    "selection",
    {
        "player": Always("player"),
        "banker": Always("banker"),
        "follow last": FollowLast(),
        "opposite last": OppositeLast(),
        "time before last": TimeBeforeLast(),
        "follow 3": FollowStreak(3),
        "oppose 3": OpposeStreak(3),
        "follow 7": FollowStreak(7),
        "oppose 7": OpposeStreak(7),
        "majority of 5": Majority(5),
        "majority of shoe": Majority(),
        "minority of shoe": Majority(against=True),
        "pattern PBPPBB": Pattern("PBPPBB"),
        "ecart 2, behind": Ecart(2),
        "ecart 2, ahead": Ecart(2, ahead=True),
        "big eye red": DerivedRoad(1),
        "small red": DerivedRoad(2),
        "cockroach red": DerivedRoad(3),
        "coin": Coin(),
    },
)
"""The selections by name."""

__all__ = [
    "SELECTIONS",
    "Always",
    "Back",
    "Coin",
    "DerivedRoad",
    "Ecart",
    "FollowLast",
    "FollowStreak",
    "Lookup",
    "Majority",
    "OpposeStreak",
    "OppositeLast",
    "Pattern",
    "Selection",
    "Streak",
    "TimeBeforeLast",
    "sides",
]
