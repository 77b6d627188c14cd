# The public names and where they live; __init__.py fetches each when it is first used.

from .betting.counting import (
    COUNTS,
    Count,
    CountingValue,
    counting_frame,
    counting_value,
    perfect_value,
    with_cut,
)
from .betting.seats import shoe_holders
from .betting.settle import Settlement, settle
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
)
from .evidence.runs import run_lengths
from .game.bets import BETS, Bet
from .game.conditional import (
    given_first_card,
    given_first_cards,
    given_total,
    given_totals,
)
from .game.counts import outcome_counts
from .game.coup import Coup, final_hands
from .game.law import CoupLaw, coup_law
from .game.odds import expectations, odds
from .game.removal import removal_effect, removal_effects
from .game.table import Table
from .game.tables import TABLES
from .game.terms import Commission, Limits
from .history.deal import deal, deal_blocks, deal_independent
from .history.history import History
from .history.notation import read_history, write_history

__version__: str

__all__ = [
    "BETS",
    "COUNTS",
    "TABLES",
    "Bet",
    "Commission",
    "Continuation",
    "Count",
    "CountingValue",
    "Coup",
    "CoupLaw",
    "History",
    "Limits",
    "Settlement",
    "Table",
    "conclude",
    "continuation_frame",
    "continuation_law",
    "continuations",
    "counting_frame",
    "counting_value",
    "coup_law",
    "deal",
    "deal_blocks",
    "deal_independent",
    "either_run_chance",
    "expectations",
    "final_hands",
    "given_first_card",
    "given_first_cards",
    "given_total",
    "given_totals",
    "mean_longest_run",
    "mean_wait",
    "observed_edges",
    "odds",
    "outcome_counts",
    "perfect_value",
    "pooled_continuation",
    "read_history",
    "removal_effect",
    "removal_effects",
    "run_chance",
    "run_counts",
    "run_lengths",
    "settle",
    "shoe_holders",
    "with_cut",
    "write_history",
]
