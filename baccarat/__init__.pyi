# The public names and where they live; __init__.py fetches each when it is first used.

from .evidence.edges import observed_edges
from .evidence.laws import (
    continuation_law,
    either_run_chance,
    mean_longest_run,
    mean_wait,
    pooled_continuation,
    run_chance,
    run_counts,
)
from .evidence.randomness import (
    Continuation,
    conclude,
    continuation_frame,
    continuations,
    run_lengths,
)
from .game.bets import BETS, Bet
from .game.coup import Coup, final_hands
from .game.odds import CoupLaw, coup_law, odds
from .game.table import TABLES, Table
from .history.deal import deal, deal_blocks, deal_independent
from .history.history import History
from .history.notation import read_history, write_history

__version__: str

__all__ = [
    "BETS",
    "TABLES",
    "Bet",
    "Continuation",
    "Coup",
    "CoupLaw",
    "History",
    "Table",
    "conclude",
    "continuation_frame",
    "continuation_law",
    "continuations",
    "coup_law",
    "deal",
    "deal_blocks",
    "deal_independent",
    "either_run_chance",
    "final_hands",
    "mean_longest_run",
    "mean_wait",
    "observed_edges",
    "odds",
    "pooled_continuation",
    "read_history",
    "run_chance",
    "run_counts",
    "run_lengths",
    "write_history",
]
