"""Compiled loops: tables in, arrays out. The only import of numba.

Where numba is missing (Pyodide), the same functions run as plain Python and give the same arrays.
"""

from baccarat.kernels.dealing import (
    deal_coup,
    deal_fresh_coups,
    deal_order,
    deal_shoes,
    record_cards,
    shuffle,
)
from baccarat.kernels.laws import count_codes, count_outcomes
from baccarat.kernels.sequences import count_sequences, shuffle_segments
from baccarat.kernels.sessions import choose_sides, play_sessions

__all__ = [
    "choose_sides",
    "count_codes",
    "count_outcomes",
    "count_sequences",
    "deal_coup",
    "deal_fresh_coups",
    "deal_order",
    "deal_shoes",
    "play_sessions",
    "record_cards",
    "shuffle",
    "shuffle_segments",
]
