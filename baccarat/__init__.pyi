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
from .betting.sides import sides_over
from .betting.system import Session, System
from .betting.tally import Played, Results
from .evidence.battery.finding import BatteryResult, battery, run_plan
from .evidence.battery.plan import CARD_TESTS, Plan, read_plan
from .evidence.battery.power import noticed_after, power_curve, rejection_rates
from .evidence.bits import (
    approximate_entropy,
    bit_runs,
    block_frequency,
    cumulative_sums,
    monobit,
    serial_bits,
    unbiased_bits,
)
from .evidence.cards import (
    card_ranks_test,
    card_suits_test,
    neighbours_test,
    rising_sequences_test,
)
from .evidence.edges import observed_edges
from .evidence.followed.hits import HitRate
from .evidence.followed.luck import Luck, profits_by_luck
from .evidence.followed.rates import Followed, hit_rates
from .evidence.laws.run_numbers import run_counts, run_number_law, run_number_moments
from .evidence.laws.runs import (
    either_run_chance,
    first_run_law,
    longest_run_law,
    mean_longest_run,
    mean_wait,
    run_chance,
)
from .evidence.laws.selection_bias import continuation_law, pooled_continuation
from .evidence.monitor import Monitor, alerts, confidence_sequence, false_alarms
from .evidence.randomness import (
    TESTS,
    AfterRunTest,
    AutocorrelationTest,
    BetweenShoesTest,
    DriftTest,
    MarkovOrderTest,
    OutcomesTest,
    RunLengthsTest,
    RunsTest,
    SerialTest,
    ShareTest,
    TieShareTest,
)
from .evidence.result import TestResult, results_frame
from .evidence.streaks.continuations import Continuation, continuations
from .evidence.streaks.roads_seen import roads_seen
from .evidence.streaks.run_bets import run_bets
from .evidence.streaks.runs import run_lengths
from .evidence.streaks.shoe_average import shoe_average_test
from .evidence.streaks.telling import conclude, continuation_frame
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
from .words.language import language, use_language

__version__: str

__all__ = [
    "BETS",
    "CARD_TESTS",
    "CONTROLS",
    "COUNTS",
    "PROGRESSIONS",
    "SELECTIONS",
    "TABLES",
    "TESTS",
    "AfterRunTest",
    "Always",
    "AntiFibonacci",
    "Ascot",
    "AutocorrelationTest",
    "Back",
    "BatteryResult",
    "Bet",
    "BetweenShoesTest",
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
    "DriftTest",
    "Ecart",
    "Fibonacci",
    "FinalLaw",
    "Finding",
    "Findings",
    "Fitzroy",
    "Flat",
    "FollowLast",
    "FollowStreak",
    "Followed",
    "GrandeMartingale",
    "Guetting",
    "History",
    "HitRate",
    "Hollandish",
    "Labouchere",
    "Limits",
    "Lookup",
    "Luck",
    "Majority",
    "MarkovOrderTest",
    "Martingale",
    "Monitor",
    "MontanteAmericaine",
    "MontanteHollandaise",
    "OpposeStreak",
    "OppositeLast",
    "OscarsGrind",
    "OutcomesTest",
    "Paroli",
    "Pattern",
    "Piquemouche",
    "Plan",
    "Played",
    "Progression",
    "Proportional",
    "Reach",
    "Results",
    "ReverseLabouchere",
    "Roads",
    "RunLengthsTest",
    "RunsTest",
    "Selection",
    "SerialTest",
    "Session",
    "Settlement",
    "ShareTest",
    "Streak",
    "System",
    "Table",
    "TestResult",
    "ThirtyOne",
    "TieShareTest",
    "TiersEtTout",
    "TimeBeforeLast",
    "Whittacker",
    "WinLadder",
    "alerts",
    "approximate_entropy",
    "battery",
    "bit_runs",
    "block_frequency",
    "board_svg",
    "bold_play",
    "card_ranks_test",
    "card_suits_test",
    "ceiling",
    "check",
    "compare",
    "conclude",
    "confidence_sequence",
    "continuation_frame",
    "continuation_law",
    "continuations",
    "counting_frame",
    "counting_value",
    "coup_law",
    "cumulative_sums",
    "deal",
    "deal_blocks",
    "deal_independent",
    "difference",
    "either_run_chance",
    "expectations",
    "false_alarms",
    "final_hands",
    "final_law",
    "first_run_law",
    "given_first_card",
    "given_first_cards",
    "given_total",
    "given_totals",
    "good_roads",
    "hit_rates",
    "language",
    "ledger",
    "longest_run_law",
    "mean_longest_run",
    "mean_wait",
    "monobit",
    "neighbours_test",
    "noticed_after",
    "observed_edges",
    "odds",
    "outcome_counts",
    "perfect_value",
    "play",
    "pooled_continuation",
    "power_curve",
    "profits_by_luck",
    "reach",
    "read_history",
    "read_plan",
    "rejection_rates",
    "removal_effect",
    "removal_effects",
    "results_frame",
    "rising_sequences_test",
    "roads",
    "roads_seen",
    "ruin_within",
    "run_bets",
    "run_chance",
    "run_counts",
    "run_lengths",
    "run_number_law",
    "run_number_moments",
    "run_plan",
    "serial_bits",
    "settle",
    "shoe_average_test",
    "shoe_holders",
    "sides",
    "sides_over",
    "split_at_gaps",
    "stakes",
    "trajectories",
    "unbiased_bits",
    "use_language",
    "with_cut",
    "write_history",
]
