"""How often looking again and again raises a false alarm, on records that are pure chance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from baccarat.evidence.monitor.contexts import context_counts, log_e_values, naive_p_values
from baccarat.evidence.monitor.evalues import PRIOR, log_mean
from baccarat.evidence.result import LEVEL
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.history import History


@dataclass(frozen=True)
class FalseAlarms:
    """Alarms in records that are pure chance.

    Attributes
    ----------
    records : int
        How many there were.
    by_e_value : int
        Those in which the combined e-value ever reached 1 / level at a look.
    by_p_value : int
        Those in which the naive p value of banker's share was ever below level at a look.
    """

    records: int
    by_e_value: int
    by_p_value: int

    def frame(self) -> pd.DataFrame:
        """Table them: alarms, records, and the share of alarms with its 95% (Wilson) interval.

        Examples
        --------
        >>> FalseAlarms(200, 4, 80).frame().round(3)
                        alarms  records  share    low   high
        e-value              4      200   0.02  0.008  0.050
        naive p value       80      200   0.40  0.335  0.469
        """
        from statsmodels.stats.proportion import proportion_confint

        alarms = np.array([self.by_e_value, self.by_p_value])
        low, high = proportion_confint(alarms, self.records, alpha=LEVEL, method="wilson")
        columns = {"alarms": alarms, "records": self.records, "share": alarms / self.records}
        return pd.DataFrame(
            columns | {"low": low, "high": high}, index=["e-value", "naive p value"]
        )


def false_alarms(
    shoes: ArrayLike,
    looks: ArrayLike | None = None,
    table: Table | str = "live",
    *,
    records: int = 200,
    k: int = 3,
    prior: float = PRIOR,
    level: float = LEVEL,
    rng: int | np.random.Generator | None = None,
) -> FalseAlarms:
    """Simulate records of independent coups, look at each as it grows, and count the alarms.

    Parameters
    ----------
    shoes : array_like of int, shape (m,)
        Decided coups of each shoe of a record.
    looks : array_like of int, shape (m,), optional
        The look at which each shoe is new, from 0, never falling; default one look a shoe.
    table : Table or str
        The table whose law the coups follow.
    records : int
        Records to simulate, 1 or more.
    k, prior, level
        As `Monitor` has them.
    rng : int or Generator, optional
        Seed or generator.

    Returns
    -------
    FalseAlarms

    Raises
    ------
    ValueError
        If looks is not one whole number a shoe, from 0 and never falling, or records is below 1.

    Examples
    --------
    >>> false_alarms([75] * 60, records=50, rng=1)
    FalseAlarms(records=50, by_e_value=0, by_p_value=15)
    """
    lengths = np.asarray(shoes, dtype=np.int64)
    look = _checked_looks(np.arange(lengths.size) if looks is None else looks, lengths.size)
    if records < 1:
        raise ValueError(f"records must be 1 or more, got {records}")
    share = float(coup_law(as_table(table).decks).banker_share)
    rng = np.random.default_rng(rng)
    label, starts = np.repeat(look, lengths), np.append(0, np.cumsum(lengths))
    by_e, by_p = 0, 0
    for _ in range(records):
        record = History((rng.random(label.size) < share).astype(np.uint8), starts)
        seen = context_counts(record, k, label, int(look[-1]) + 1).cumsum(axis=0)
        combined = log_mean(log_e_values(seen, share, prior))
        by_e += bool(combined.max() >= -np.log(level))
        by_p += bool(naive_p_values(seen, share).min() < level)
    return FalseAlarms(records, by_e, by_p)


def _checked_looks(looks: ArrayLike, shoes: int) -> NDArray[np.int64]:
    look = np.asarray(looks, dtype=np.int64)
    if look.shape != (shoes,) or not shoes or look[0] < 0 or np.any(np.diff(look) < 0):
        raise ValueError(
            f"looks must be a number from 0 for each of {shoes} shoes, never falling, and there "
            "must be a shoe"
        )
    return look
