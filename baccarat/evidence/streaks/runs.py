"""The runs of a history, side by side with their exact law."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.evidence.laws.run_numbers import run_counts
from baccarat.game.coup import BANKER, PLAYER
from baccarat.game.law import CoupLaw, coup_law
from baccarat.game.table import Table
from baccarat.history.history import History

Side: TypeAlias = Literal["player", "banker"]

SIDES: Final[dict[Side, int]] = {"player": PLAYER, "banker": BANKER}


def run_lengths(
    history: History, longest: int = 10, table: Table | str | None = None
) -> pd.DataFrame:
    """Count the runs of each side by length, beside their exact law.

    Parameters
    ----------
    history : History
        Ties and voids are passed over; no run goes from one shoe to the next.
    longest : int
        Runs of this length or more are counted together.
    table : Table or str, optional
        The table whose law is the null, if the history does not name its own.

    Returns
    -------
    DataFrame
        One row a side and length: observed, expected and its standard deviation sd, and
        z = (observed - expected) / sd.

    Examples
    --------
    >>> import baccarat as bc
    >>> frame = run_lengths(bc.History([0, 0, 1, 0]), longest=2, table="live")
    >>> frame[["side", "length", "observed"]]
         side  length  observed
    0  player       1         1
    1  player       2         1
    2  banker       1         1
    3  banker       2         0
    """
    table = history.known_table(table)
    decided = history.decided()
    ends, length = _run_ends(decided)
    rows = []
    for side, share in side_shares(coup_law(table.decks)).items():
        law = run_counts(decided.lengths, share, checked_length(longest))
        runs = np.minimum(length[ends & (decided.outcomes == SIDES[side])], longest)
        observed = np.bincount(runs, minlength=longest + 1)[1:]
        with np.errstate(invalid="ignore", divide="ignore"):
            z = (observed - law.mean) / law.sd
        columns = {"observed": observed, "expected": law.mean, "sd": law.sd, "z": z}
        rows.append(pd.DataFrame({"side": side, "length": law.lengths, **columns}))
    return pd.concat(rows, ignore_index=True)


def side_shares(law: CoupLaw) -> dict[Side, float]:
    """Give each side's chance in a decided coup.

    Examples
    --------
    >>> round(side_shares(coup_law(decks=8))["banker"], 6)
    0.506825
    """
    return {"player": float(1 - law.banker_share), "banker": float(law.banker_share)}


def checked_length(k: int) -> int:
    """Take a run length, a whole number from 1.

    Examples
    --------
    >>> checked_length(3)
    3
    """
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
        raise ValueError(f"a run length must be a whole number from 1, got {k!r}")
    return int(k)


def lengths_so_far(decided: History) -> NDArray[np.int64]:
    """Give, for each coup, how many in a row of its outcome ended with it; shape (n,).

    Examples
    --------
    >>> lengths_so_far(History([1, 1, 0, 0], starts=[0, 3, 4])).tolist()
    [1, 2, 1, 1]
    """
    n = len(decided)
    place = np.arange(n)
    begins = np.ones(n, dtype=bool)
    begins[1:] = decided.outcomes[1:] != decided.outcomes[:-1]
    begins[decided.starts[decided.starts < n]] = True
    return place - np.maximum.accumulate(np.where(begins, place, 0)) + 1


def _run_ends(decided: History) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    length = lengths_so_far(decided)
    ends = np.append(length[1:] == 1, True)[: len(decided)]
    return ends, length
