"""Single tests of order, each with an effect, an interval and what the data could have shown."""

from typing import Final

from baccarat.evidence.randomness.base import SequenceTest
from baccarat.evidence.randomness.lengths import RunLengthsTest
from baccarat.evidence.randomness.order import (
    AfterRunTest,
    AutocorrelationTest,
    MarkovOrderTest,
    RunsTest,
    SerialTest,
)
from baccarat.evidence.randomness.shares import OutcomesTest, ShareTest, TieShareTest
from baccarat.evidence.randomness.shoes import BetweenShoesTest, DriftTest
from baccarat.game.catalogue import Catalogue

__all__ = [
    "TESTS",
    "AfterRunTest",
    "AutocorrelationTest",
    "BetweenShoesTest",
    "DriftTest",
    "MarkovOrderTest",
    "OutcomesTest",
    "RunLengthsTest",
    "RunsTest",
    "SequenceTest",
    "SerialTest",
    "ShareTest",
    "TieShareTest",
]

TESTS: Final[Catalogue[SequenceTest]] = Catalogue(
    "test",
    {
        "share": ShareTest(),
        "tie share": TieShareTest(),
        "outcomes": OutcomesTest(),
        "runs": RunsTest(),
        "after run": AfterRunTest(3),
        "repeats": AfterRunTest(1),
        "run lengths": RunLengthsTest(8),
        "pairs": SerialTest(2),
        "triples": SerialTest(3),
        "quadruples": SerialTest(4),
        "markov order": MarkovOrderTest(1),
        "autocorrelation": AutocorrelationTest(10),
        "between shoes": BetweenShoesTest(),
        "drift": DriftTest(),
    },
)
"""Tests of order by name, each with usual settings; others are made from their classes."""
