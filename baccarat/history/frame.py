"""A history as a tidy table."""

from __future__ import annotations

import numpy as np
import pandas as pd

from baccarat.game.cards import NOT_DEALT, recorded_name
from baccarat.game.coup import OUTCOMES
from baccarat.history.history import CARD_COLUMNS, History

_CODE_COLUMNS = {
    "player_total": (0, 15),
    "banker_total": (4, 15),
    "player_drew": (8, 1),
    "banker_drew": (9, 1),
    "player_pair": (10, 1),
    "banker_pair": (11, 1),
    "player_pair_suited": (12, 1),
    "banker_pair_suited": (13, 1),
}


def tidy_frame(history: History) -> pd.DataFrame:
    """Give a history as a table; see `History.frame`.

    Parameters
    ----------
    history : History
        What to table.

    Returns
    -------
    DataFrame
        One row a coup.

    Examples
    --------
    >>> tidy_frame(History([0], marks={"round": [7]}))
       shoe  coup outcome  round
    0     1     1       P      7
    """
    shoe = history.shoe()
    columns: dict[str, object] = {
        "shoe": shoe + 1,
        "coup": np.arange(len(history)) - history.starts[shoe] + 1,
        "outcome": pd.Categorical.from_codes(
            history.outcomes.astype(np.int8), pd.Index(list(OUTCOMES))
        ),
    }
    return pd.DataFrame(columns | _code_columns(history) | _marks(history) | _cards(history))


def _code_columns(history: History) -> dict[str, object]:
    if history.coups is None:
        return {}
    columns: dict[str, object] = {}
    for name, (bit, mask) in _CODE_COLUMNS.items():
        if history.known >> bit & mask == mask:
            part = history.coups >> np.uint16(bit) & np.uint16(mask)
            columns[name] = part.astype(np.uint8 if mask > 1 else bool)
    return columns


def _marks(history: History) -> dict[str, object]:
    return {
        name: pd.array(np.where(mark < 0, 0, mark), dtype="Int64") if np.all(mark >= 0)
        else pd.Series(mark, dtype="Int64").where(mark >= 0)
        for name, mark in history.marks.items()
    }  # fmt: skip


def _cards(history: History) -> dict[str, object]:
    if history.cards is None:
        return {}
    seen = np.unique(history.cards[history.cards != NOT_DEALT])
    known = np.union1d(np.arange(52), seen) if seen.size and seen.min() < 52 else seen
    names = pd.Index([recorded_name(int(card)) for card in known])
    place = np.full(256, -1, dtype=np.int16)
    place[known] = np.arange(known.size)
    return {
        name: pd.Categorical.from_codes(place[cards], names)
        for name, cards in zip(CARD_COLUMNS, history.cards.T, strict=True)
    }
