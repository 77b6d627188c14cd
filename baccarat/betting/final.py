"""Where a system stands after some coups, exactly; what is assumed is said in `exact`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.betting.chain import Chain, grow
from baccarat.betting.exact import above
from baccarat.betting.steps import Steps
from baccarat.betting.system import OverLimit, Session, Short, System
from baccarat.betting.tally import REASONS
from baccarat.game.money import UNIT, Amount
from baccarat.game.showing import block_html, pairs_html
from baccarat.game.sketches import bars_svg
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.deal import check_count

ENDS: Final = ("ruined", "target", "over the limit", "short")
"""Why play ends, of the reasons in `baccarat.betting.tally.REASONS`."""


@dataclass(frozen=True, eq=False)
class FinalLaw:
    """The exact law of where a session stands after some coups.

    Attributes
    ----------
    bank_units : ndarray of float64, shape (k,)
        What there may be, ascending; the net result where there is no bankroll.
    probability : ndarray of float64, shape (k,)
        The chance of each.
    action : float
        Expected units placed, ties included (none where they are left out).
    ended : mapping of str to float
        The chance to have ended, by reason.

    Examples
    --------
    >>> from baccarat import Always, Flat
    >>> law = final_law(System(Always("player"), Flat()), "live", None, coups=2)
    >>> law.frame().round(4).to_dict("list")["probability"]
    [0.2103, 0.0873, 0.4183, 0.0849, 0.1991]
    """

    bank_units: NDArray[np.float64]
    probability: NDArray[np.float64]
    action: float
    ended: Mapping[str, float]

    @property
    def mean(self) -> float:
        """The expected bankroll, or net result."""
        return float(self.bank_units @ self.probability)

    def frame(self) -> pd.DataFrame:
        """Give one row an amount: bank_units, probability, and at_most, the chance of no more."""
        columns = {"bank_units": self.bank_units, "probability": self.probability}
        return pd.DataFrame({**columns, "at_most": self.probability.cumsum()})

    def __repr__(self) -> str:
        amounts = self.bank_units.size
        return f"<FinalLaw: {amounts:,} amount{'s' * (amounts != 1)}, mean {self.mean:,.4g} units>"

    def _repr_html_(self) -> str:
        low, high = float(self.bank_units[0]), float(self.bank_units[-1])
        told = [
            ("amounts", f"{self.bank_units.size:,}, from {low:,.4g} to {high:,.4g} units"),
            ("mean", f"{self.mean:,.5g} units"),
            ("mean action", f"{self.action:,.4g} units"),
            *((f"ended {why}", f"{chance:.4%}") for why, chance in self.ended.items() if chance),
        ]
        picture = bars_svg(
            self.bank_units,
            self.probability,
            alt=f"Chances of {low:,.4g} to {high:,.4g} units; the line is the mean.",
            split=self.mean,
            mark=self.mean,
        )
        return block_html("After the coups", "exact", pairs_html(told), picture)


def final_law(
    system: System,
    table: Table | str,
    bankroll: int | None,
    coups: int,
    limit: int | None = None,
    *,
    target: Amount | None = None,
    over_limit: OverLimit = "limit",
    short: Short = "rest",
    minimum: int = 1,
    ties: bool = True,
) -> FinalLaw:
    """Give the exact law of the bankroll after some coups.

    Parameters
    ----------
    system : System
        What to play.
    table : Table or str
        At which table.
    bankroll : int, optional
        Units to begin with; None for no end of money, where the net result is told.
    coups : int
        How many coups are played, unless play ends before.
    limit, over_limit, short, minimum
        As in `Session`.
    target : number, optional
        Units to stop at; default none. The net result to stop at where there is no bankroll.
    ties : bool
        Whether ties are among the coups; without them all coups are decided.

    Returns
    -------
    FinalLaw

    Raises
    ------
    ValueError
        As `reach`.

    Examples
    --------
    >>> from baccarat import Always, Martingale
    >>> law = final_law(System(Always("player"), Martingale()), "live", 7, coups=3, ties=False)
    >>> law.bank_units.tolist(), round(law.ended["ruined"], 6)
    ([0.0, 5.0, 7.0, 8.0, 9.0, 10.0], 0.130189)
    """
    session = Session(bankroll, limit, minimum, over_limit, short)
    aim = None if target is None else above(target, bankroll or 0)
    steps = Steps(system, as_table(table), session, aim)
    chain, here, met = _after(steps, coups, ties)
    amounts, places = np.unique([state[2] for state in chain.states], return_inverse=True)
    chances = np.bincount(places, here).astype(np.float64)
    return FinalLaw(
        amounts[chances > 0] / UNIT,
        chances[chances > 0],
        float(met @ chain.placed),
        _ends(chain, here),
    )


def ruin_within(
    system: System,
    table: Table | str,
    bankroll: int | None,
    coups: int,
    limit: int | None = None,
    *,
    over_limit: OverLimit = "limit",
    short: Short = "rest",
    minimum: int = 1,
    ties: bool = True,
) -> float:
    """Give the exact chance that a session has come to its end within some coups.

    That is, ruined; or short, or over the limit, where either is made an end. Without a bankroll
    and with `over_limit="stop"`, it is the chance of the losing run that breaks the system.

    Parameters
    ----------
    system, table, bankroll, coups, limit, over_limit, short, minimum, ties
        As in `final_law`.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        As `final_law`.

    Examples
    --------
    The chance that a martingale meets five losses in a row within 80 coups, ties among them:

    >>> from baccarat import Always, Martingale
    >>> system = System(Always("player"), Martingale())
    >>> round(ruin_within(system, "live", None, 80, limit=16, over_limit="stop"), 6)
    0.716185
    """
    session = Session(bankroll, limit, minimum, over_limit, short)
    steps = Steps(system, as_table(table), session, books=bankroll is not None)
    chain, here, _ = _after(steps, coups, ties)
    return sum(_ends(chain, here).values())


def _after(
    steps: Steps, coups: int, ties: bool
) -> tuple[Chain, NDArray[np.float64], NDArray[np.float64]]:
    """Give the chain, the chance to be in each state after the coups, and mean visits till then."""
    check_count("coups", coups)
    chain = grow(steps.start, steps, coups, advice=steps.advice)
    onward = chain.after.T.tocsr()
    tie = steps.odds.tie if ties else 0.0
    stay = np.where(chain.ended > 0, 1.0, tie)
    here, met = np.zeros(len(chain.states)), np.zeros(len(chain.states))
    here[0] = 1.0
    for _ in range(coups):
        met += here
        here = stay * here + (1 - tie) * (onward @ here)
    return chain, here, met


def _ends(chain: Chain, here: NDArray[np.float64]) -> dict[str, float]:
    by_reason = np.bincount(chain.ended, here, minlength=len(REASONS))
    return {reason: float(by_reason[REASONS.index(reason)]) for reason in ENDS}
