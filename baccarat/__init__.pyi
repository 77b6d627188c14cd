# The public names and where they live; __init__.py fetches each when it is first used.

from .betting.bold import Ceiling, bold_play, ceiling
from .betting.compare import Comparison, Difference, compare, difference
from .betting.counting import (
    COUNTS,
    Count,
    CountingValue,
    counting_frame,
    counting_value,
    perfect_value,
    with_cut,
)
from .betting.exact import Reach, reach
from .betting.final import FinalLaw, final_law, ruin_within
from .betting.ledger import ledger
from .betting.play import play, trajectories
from .betting.progressions import (
    PROGRESSIONS,
    AntiFibonacci,
    Ascot,
    BoldPlay,
    ContreDAlembert,
    DAlembert,
    Fibonacci,
    Fitzroy,
    Flat,
    GrandeMartingale,
    Guetting,
    Hollandish,
    Labouchere,
    Martingale,
    MontanteAmericaine,
    MontanteHollandaise,
    OscarsGrind,
    Paroli,
    Piquemouche,
    Progression,
    Proportional,
    ReverseLabouchere,
    ThirtyOne,
    TiersEtTout,
    Whittacker,
    WinLadder,
    stakes,
)
from .betting.seats import shoe_holders
from .betting.selections import (
    SELECTIONS,
    Always,
    Back,
    Coin,
    DerivedRoad,
    Ecart,
    FollowLast,
    FollowStreak,
    Lookup,
    Majority,
    OpposeStreak,
    OppositeLast,
    Pattern,
    Selection,
    Streak,
    TimeBeforeLast,
    sides,
)
from .betting.settle import Settlement, settle
from .betting.system import Session, System
from .betting.tally import Played, Results
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
from .history.boards import board_svg
from .history.check import Finding, Findings, check, split_at_gaps
from .history.controls import CONTROLS
from .history.deal import deal, deal_blocks, deal_independent
from .history.history import History
from .history.notation import read_history, write_history
from .history.patterns import good_roads
from .history.roads import Roads, roads

__version__: str

__all__ = [
    "BETS",
    "CONTROLS",
    "COUNTS",
    "PROGRESSIONS",
    "SELECTIONS",
    "TABLES",
    "Always",
    "AntiFibonacci",
    "Ascot",
    "Back",
    "Bet",
    "BoldPlay",
    "Ceiling",
    "Coin",
    "Commission",
    "Comparison",
    "Continuation",
    "ContreDAlembert",
    "Count",
    "CountingValue",
    "Coup",
    "CoupLaw",
    "DAlembert",
    "DerivedRoad",
    "Difference",
    "Ecart",
    "Fibonacci",
    "FinalLaw",
    "Finding",
    "Findings",
    "Fitzroy",
    "Flat",
    "FollowLast",
    "FollowStreak",
    "GrandeMartingale",
    "Guetting",
    "History",
    "Hollandish",
    "Labouchere",
    "Limits",
    "Lookup",
    "Majority",
    "Martingale",
    "MontanteAmericaine",
    "MontanteHollandaise",
    "OpposeStreak",
    "OppositeLast",
    "OscarsGrind",
    "Paroli",
    "Pattern",
    "Piquemouche",
    "Played",
    "Progression",
    "Proportional",
    "Reach",
    "Results",
    "ReverseLabouchere",
    "Roads",
    "Selection",
    "Session",
    "Settlement",
    "Streak",
    "System",
    "Table",
    "ThirtyOne",
    "TiersEtTout",
    "TimeBeforeLast",
    "Whittacker",
    "WinLadder",
    "board_svg",
    "bold_play",
    "ceiling",
    "check",
    "compare",
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
    "difference",
    "either_run_chance",
    "expectations",
    "final_hands",
    "final_law",
    "given_first_card",
    "given_first_cards",
    "given_total",
    "given_totals",
    "good_roads",
    "ledger",
    "mean_longest_run",
    "mean_wait",
    "observed_edges",
    "odds",
    "outcome_counts",
    "perfect_value",
    "play",
    "pooled_continuation",
    "reach",
    "read_history",
    "removal_effect",
    "removal_effects",
    "roads",
    "ruin_within",
    "run_chance",
    "run_counts",
    "run_lengths",
    "settle",
    "shoe_holders",
    "sides",
    "split_at_gaps",
    "stakes",
    "trajectories",
    "with_cut",
    "write_history",
]
