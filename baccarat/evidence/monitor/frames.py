"""A monitor's evidence as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import pandas as pd

from baccarat.evidence.monitor.contexts import HYPOTHESES, naive_p_values
from baccarat.evidence.monitor.evalues import confidence_sequence, from_log
from baccarat.evidence.monitor.settings import Settings
from baccarat.evidence.monitor.trail import Trail

E_COLUMNS: Final = ("e_share", "e_repeats", "e_after_a_run", "e_order")
"""The columns of a path that hold e-values, in the order of `HYPOTHESES`."""

_BEFORE: Final = {"e_combined": 1.0, "coups": 0, "share": np.nan, "low": -np.inf, "high": np.inf}
"""What there is to tell of a table before its first shoe."""


def trail_frame(found: Trail, name: str, by: Settings) -> pd.DataFrame:
    """Table a trail, one row a shoe or piece of one; see `Monitor.path`.

    Examples
    --------
    >>> from baccarat.evidence.monitor.arrivals import Arrival
    >>> from baccarat.evidence.monitor.settings import Rules
    >>> from baccarat.evidence.monitor.trail import trail
    >>> settings = Settings({"live": Rules.of("live")}, 3, 625.0, 0.05)
    >>> shown = trail("live", {"1": "BB"}, [Arrival("live", None, (("1", 2),))], settings)
    >>> trail_frame(shown, "live", settings)[["shoe", "coups", "share"]]
      shoe  coups  share
    0    1      2    1.0
    """
    share = by.tables[name].share
    coups, wins = found.counts[:, 0, 0], found.counts[:, 0, 1]
    low, high = confidence_sequence(wins, coups, share, by.prior, by.level)
    e_values = dict(zip(E_COLUMNS, from_log(found.log_e).T, strict=True))
    observed = np.where(coups > 0, wins / np.maximum(coups, 1), np.nan)
    return pd.DataFrame(
        {
            "update": found.update,
            "when": pd.Series(found.when, dtype=object),
            "shoe": pd.Series(found.shoe, dtype=object),
            "coups": coups,
            **e_values,
            "e_combined": from_log(found.combined),
            "p_naive": naive_p_values(found.counts, share),
            "share": observed,
            "low": 100 * (low - share),
            "high": 100 * (high - share),
        }
    )


def evidence_frame(
    trails: Mapping[str, Trail], shoes: Mapping[str, Mapping[str, str]], by: Settings
) -> pd.DataFrame:
    """Table the evidence as it is now, one row a table and hypothesis; see `Monitor.frame`.

    Examples
    --------
    >>> from baccarat.evidence.monitor.settings import Rules
    >>> from baccarat.evidence.monitor.trail import trail
    >>> settings = Settings({"live": Rules.of("live")}, 3, 625.0, 0.05)
    >>> trails = {"live": trail("live", {}, [], settings)}
    >>> evidence_frame(trails, {"live": {}}, settings)["e_value"].tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    tables = [_table_frame(name, found, by) for name, found in trails.items()]
    frame = pd.concat(tables, ignore_index=True)
    frame.insert(
        6, "shoes", frame["table"].map({name: len(texts) for name, texts in shoes.items()})
    )
    return frame


def _table_frame(name: str, found: Trail, by: Settings) -> pd.DataFrame:
    logs = np.concatenate([np.zeros((1, len(HYPOTHESES))), found.log_e])
    highest = logs.max(axis=0)
    path = trail_frame(found, name, by)
    last = path.iloc[-1].to_dict() if len(path) else _BEFORE
    columns = {
        "table": name,
        "hypothesis": HYPOTHESES,
        "e_value": from_log(logs[-1]),
        "e_highest": from_log(highest),
        "alarm": highest >= -np.log(by.level),
    }
    return pd.DataFrame(columns | {column: last[column] for column in _BEFORE})
