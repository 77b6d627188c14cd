"""Exact answers about a system that is played until a target is reached or all is lost.

The same state machines that are simulated are followed through every course a session can take.
Coups are taken as independent, each with the exact law of the full shoe: in a shoe the next coup's
chances given the outcomes before it differ from that by some 2e-6. There is no end of a shoe, so
the selection is not started anew.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from baccarat.betting.chain import Chain, grow
from baccarat.betting.steps import OVER, RUINED, SHORT, TARGET, Odds, Steps
from baccarat.betting.system import OverLimit, Session, Short, System
from baccarat.betting.tally import REASONS
from baccarat.game.money import UNIT, Amount, money
from baccarat.game.showing import block_html, pairs_html
from baccarat.game.table import Table
from baccarat.game.tables import as_table


@dataclass(frozen=True)
class Reach:
    """What becomes of a session that is played until a target is reached or no bet can be made.

    Attributes
    ----------
    probability : float
        The chance to reach the target.
    ruin : float
        The chance to end with less than the minimum stake.
    stopped : float
        The chance to end over the limit or short, where either is made an end.
    net : float
        Expected net result in units.
    action : float
        Expected units placed on decided coups; what a tie gives back is not counted again.
    coups : float
        Expected decided coups, those without a bet included.
    tie : float
        The chance that a coup is a tie.
    states : int
        States of the chain.

    Examples
    --------
    >>> from baccarat import Always, Flat
    >>> reached = reach(System(Always("player"), Flat()), "live", bankroll=10, target=20)
    >>> f"{reached.probability:.4f} in {reached.coups:.0f} decided coups of {reached.states} states"
    '0.4322 in 99 decided coups of 21 states'
    """

    probability: float
    ruin: float
    stopped: float
    net: float
    action: float
    coups: float
    tie: float
    states: int

    @property
    def coups_with_ties(self) -> float:
        """Expected coups, ties included."""
        return self.coups / (1 - self.tie)

    @property
    def action_with_ties(self) -> float:
        """Expected units placed when a stake that a tie gave back counts again, as in `play`."""
        return self.action / (1 - self.tie)

    def _repr_html_(self) -> str:
        told = [
            ("reaches the target", f"{self.probability:.4%}"),
            ("is ruined", f"{self.ruin:.4%}"),
            ("stops, over the limit or short", f"{self.stopped:.4%}"),
            ("mean net result", f"{self.net:+,.4g} units"),
            ("mean action", f"{self.action:,.4g} units on decided coups"),
            ("mean length", f"{self.coups:,.4g} decided coups"),
            ("states of the chain", self.states),
        ]
        return block_html("Until a target or ruin", "exact", pairs_html(told))


def reach(
    system: System,
    table: Table | str,
    bankroll: int,
    target: Amount,
    limit: int | None = None,
    *,
    over_limit: OverLimit = "limit",
    short: Short = "rest",
    minimum: int = 1,
) -> Reach:
    """Give the exact chance that a system reaches a target before it is ruined.

    Parameters
    ----------
    system : System
        What to play.
    table : Table or str
        At which table.
    bankroll : int
        Units to begin with.
    target : number
        Units to reach; above the bankroll.
    limit, over_limit, short, minimum
        As in `Session`.

    Returns
    -------
    Reach

    Raises
    ------
    ValueError
        If the target is not above the bankroll, a condition is out of bounds, the chain has more
        than 2,000,000 states, or play may go on for ever.

    Notes
    -----
    The states that can be met are (selection, progression, bankroll), the bankroll in exact
    ten-thousandths. Mean visits v solve (I - Q)' v = e for the chances Q between states; all else
    is a sum over v. Where there is no end of states, as where a cycle goes on while its stakes
    stand at the limit, `final_law` with the same target gives the chance within any number of
    coups, a lower bound.

    References
    ----------
    J. G. Kemeny, J. L. Snell, Finite Markov Chains (1960), chapter 3.

    Examples
    --------
    >>> from baccarat import Always, Martingale
    >>> system = System(Always("player"), Martingale())
    >>> reached = reach(system, "live", bankroll=100, target=110, limit=100)
    >>> round(reached.probability, 6), round(reached.action, 1)
    (0.899294, 79.0)
    """
    session = Session(bankroll, limit, minimum, over_limit, short)
    whole_bankroll(bankroll, minimum)
    steps = Steps(system, as_table(table), session, above(target, bankroll))
    chain = grow(steps.start, steps, advice=steps.advice)
    return summed(chain, [state[2] for state in chain.states], steps.odds)


def summed(chain: Chain, bank: list[int], odds: Odds) -> Reach:
    """Sum up a chain that is played to its end.

    Parameters
    ----------
    chain : Chain
    bank : list of int
        Money in each state.
    odds : Odds
        Of the table.

    Returns
    -------
    Reach
    """
    visits = chain.visits()
    by_reason = np.bincount(chain.ended, visits, minlength=len(REASONS))
    ends = chain.ended > 0
    gain = np.array(bank, dtype=np.int64)[ends] - bank[0]
    return Reach(
        probability=float(by_reason[TARGET]),
        ruin=float(by_reason[RUINED]),
        stopped=float(by_reason[OVER] + by_reason[SHORT]),
        net=float(visits[ends] @ gain) / UNIT,
        action=float(visits @ chain.placed),
        coups=float(by_reason[0]),
        tie=odds.tie,
        states=len(chain.states),
    )


def above(target: Amount, bankroll: int) -> int:
    """Take a target in units as money, or refuse it.

    Examples
    --------
    >>> above(110, bankroll=100)
    1100000
    """
    aim = money(target)
    if aim <= bankroll * UNIT:
        raise ValueError(f"the target must be above the bankroll, {bankroll} units; got {target}")
    return aim


def whole_bankroll(bankroll: int, minimum: int) -> None:
    """Refuse what is no bankroll; None too.

    Examples
    --------
    >>> whole_bankroll(100, minimum=1)
    """
    if bankroll is None:
        raise ValueError(
            f"a target is reached or not from a bankroll: a whole number of units from {minimum}, "
            "got None"
        )
