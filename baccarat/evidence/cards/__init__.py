"""Tests of the cards themselves, for records that tell them."""

from baccarat.evidence.cards.neighbours import kept_by_riffles, neighbours_test
from baccarat.evidence.cards.ranks import card_ranks_test, card_suits_test
from baccarat.evidence.cards.rising import rising_sequences_law, rising_sequences_test

__all__ = [
    "card_ranks_test",
    "card_suits_test",
    "kept_by_riffles",
    "neighbours_test",
    "rising_sequences_law",
    "rising_sequences_test",
]
