"""How much to stake: progressions as small state machines, and their catalogue."""

from typing import Final

from baccarat.betting.progressions.bankroll import BoldPlay, Proportional
from baccarat.betting.progressions.base import Progression, stakes
from baccarat.betting.progressions.cycles import Fitzroy, Hollandish, OscarsGrind, TiersEtTout
from baccarat.betting.progressions.ladders import (
    AntiFibonacci,
    Ascot,
    ContreDAlembert,
    DAlembert,
    Fibonacci,
    Flat,
    GrandeMartingale,
    Guetting,
    Martingale,
    Paroli,
    Piquemouche,
    ThirtyOne,
    WinLadder,
)
from baccarat.betting.progressions.lines import (
    Labouchere,
    MontanteAmericaine,
    MontanteHollandaise,
    ReverseLabouchere,
    Whittacker,
)
from baccarat.game.catalogue import Catalogue

PROGRESSIONS: Final[Catalogue[Progression]] = Catalogue(
    "progression",
    {
        "flat": Flat(),
        "martingale": Martingale(),
        "grande martingale": GrandeMartingale(),
        "piquemouche": Piquemouche(),
        "paroli": Paroli(),
        "d'alembert": DAlembert(),
        "contre-d'alembert": ContreDAlembert(),
        "fibonacci": Fibonacci(),
        "anti-fibonacci": AntiFibonacci(),
        "labouchere": Labouchere(),
        "reverse labouchere": ReverseLabouchere(),
        "oscar's grind": OscarsGrind(),
        "1-3-2-6": WinLadder((1, 3, 2, 6)),
        "1-3-2-4": WinLadder((1, 3, 2, 4)),
        "1-2-4-8": WinLadder((1, 2, 4, 8)),
        "31": ThirtyOne(),
        "hollandish": Hollandish(),
        "ascot": Ascot(),
        "whittacker": Whittacker(),
        "montante americaine": MontanteAmericaine(),
        "montante hollandaise": MontanteHollandaise(),
        "guetting": Guetting(),
        "fitzroy": Fitzroy(),
        "tiers et tout": TiersEtTout(),
    },
)
"""The progressions by name, each with its usual numbers."""

__all__ = [
    "PROGRESSIONS",
    "AntiFibonacci",
    "Ascot",
    "BoldPlay",
    "ContreDAlembert",
    "DAlembert",
    "Fibonacci",
    "Fitzroy",
    "Flat",
    "GrandeMartingale",
    "Guetting",
    "Hollandish",
    "Labouchere",
    "Martingale",
    "MontanteAmericaine",
    "MontanteHollandaise",
    "OscarsGrind",
    "Paroli",
    "Piquemouche",
    "Progression",
    "Proportional",
    "ReverseLabouchere",
    "ThirtyOne",
    "TiersEtTout",
    "Whittacker",
    "WinLadder",
    "stakes",
]
