"""Histories with a planted fault, for power and for teaching: what is true of each is known."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np

from baccarat.game.catalogue import Catalogue
from baccarat.game.table import Table
from baccarat.history.controls.carried import Carried, Trace
from baccarat.history.controls.chain import Truth
from baccarat.history.controls.dealers import DealerErrors, DealerTruth
from baccarat.history.controls.dealing import deal_order
from baccarat.history.controls.followers import Human, Markov, Momentum, Sticky
from baccarat.history.controls.leanings import Bias, Drift, HiddenRegimes, ShoeBias
from baccarat.history.controls.piles import rising_sequences, turns
from baccarat.history.controls.records import (
    Planted,
    double_coups,
    drop_coups,
    flip_sides,
)
from baccarat.history.controls.reporting import BestShoes, keep_shoes, longest_runs
from baccarat.history.controls.shuffles import (
    Cut,
    Riffle,
    Shelf,
    Shuffle,
    ShuffleTruth,
    Strip,
    Wash,
)
from baccarat.history.controls.sizes import SIZES, sized_control
from baccarat.history.controls.steps import Steps
from baccarat.history.history import History

__all__ = [
    "CONTROLS",
    "SIZES",
    "BestShoes",
    "Bias",
    "Carried",
    "Control",
    "Cut",
    "DealerErrors",
    "DealerTruth",
    "Drift",
    "HiddenRegimes",
    "Human",
    "Markov",
    "Momentum",
    "Planted",
    "Riffle",
    "Shelf",
    "ShoeBias",
    "Shuffle",
    "ShuffleTruth",
    "Steps",
    "Sticky",
    "Strip",
    "Trace",
    "Truth",
    "Wash",
    "deal_order",
    "double_coups",
    "drop_coups",
    "flip_sides",
    "keep_shoes",
    "longest_runs",
    "rising_sequences",
    "sized_control",
    "turns",
]


class Control(Protocol):
    """What makes histories and knows the truth about them."""

    def make(
        self,
        shoes: int = 1000,
        *,
        rng: int | np.random.Generator | None = None,
        table: Table | str = "live",
    ) -> History:
        """Make a history of so many shoes."""
        ...

    def truth(self, table: Table | str = "live") -> Truth | ShuffleTruth | DealerTruth:
        """Say what is true of the histories made."""
        ...


CONTROLS: Final[Catalogue[Control]] = Catalogue(
    "control",
    {
        "chance": Bias(0),
        "bias": Bias(0.01),
        "sticky": Sticky(0.03),
        "markov": Markov({"BB": 0.53, "BP": 0.5, "PB": 0.51, "PP": 0.48}),
        "momentum": Momentum(3, 0.03),
        "shoe bias": ShoeBias(0.05),
        "hidden regimes": HiddenRegimes(0.08, 0.05),
        "drift": Drift(0.05),
        "human": Human(0.6),
        "best shoes": BestShoes(8),
        "cut only": Carried(Cut()),
        "one riffle": Carried((Riffle(1), Cut())),
        "seven riffles": Carried((Riffle(7), Cut())),
        "strip": Carried((Strip(6), Cut())),
        "wash": Carried((Wash(10), Cut())),
        "shelf": Carried(Shelf(10)),
        "dealer errors": DealerErrors(0.01),
    },
)
"""An example of each control by name.

``CONTROLS["sticky"].make(200, rng=1)`` is a history, ``CONTROLS["sticky"].truth()`` what is true of
it. Another strength is another instance: ``Sticky(0.1)``, from `baccarat.history.controls`.
Recording errors are put into any history by `flip_sides`, `drop_coups` and `double_coups`.
"""
