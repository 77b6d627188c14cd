"""What a system can do next in any state, with exact chances: the ledger's rules for a chain."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

import numpy as np

from baccarat.betting.chain import Step
from baccarat.betting.machine import ProgressionTable, SelectionTable
from baccarat.betting.system import Session, System
from baccarat.betting.tally import REASONS
from baccarat.game.coup import BANKER, PLAYER, TIE
from baccarat.game.law import coup_law
from baccarat.game.money import UNIT
from baccarat.game.table import Table

SIDES: Final = ("player", "banker")
RUINED, TARGET, OVER, SHORT = (
    REASONS.index(reason) for reason in ("ruined", "target", "over the limit", "short")
)
_ENDLESS: Final = 1 << 62

Branch: TypeAlias = tuple[int, int, float]
"""Who wins (0 player, 1 banker), what a unit comes to, and the chance of both together."""


@dataclass(frozen=True)
class Odds:
    """The exact law of a decided coup at a table, as the two bets see it.

    Attributes
    ----------
    tie : float
        The chance that a coup is a tie.
    shares : tuple of float
        The chances of a decided coup to be player's and banker's.
    branches : tuple of tuple of (winner, pay, chance)
        For a bet on player and one on banker: who wins, the net pay of a unit in ten-thousandths,
        and the chance of both, given a decided coup.

    Examples
    --------
    >>> from baccarat import TABLES
    >>> odds = decided_odds(TABLES["live"])
    >>> [(winner, pay, round(chance, 6)) for winner, pay, chance in odds.branches[1]]
    [(0, -10000, 0.493175), (1, 9500, 0.506825)]
    """

    tie: float
    shares: tuple[float, float]
    branches: tuple[tuple[Branch, ...], tuple[Branch, ...]]


def decided_odds(table: Table) -> Odds:
    """Give the exact law of a decided coup of a table's full shoe.

    Parameters
    ----------
    table : Table
        Whose decks and bets.

    Returns
    -------
    Odds

    Raises
    ------
    ValueError
        If player or banker does not push on a tie: such a bet is not settled by decided coups.

    Examples
    --------
    A table that pays a half on banker's six:

    >>> from baccarat import TABLES
    >>> odds = decided_odds(TABLES["punto-banco"])
    >>> [(pay, round(chance, 4)) for winner, pay, chance in odds.branches[1]]
    [(-10000, 0.4932), (5000, 0.0595), (10000, 0.4473)]
    """
    law = coup_law(table.decks)
    winners, decided = law.codes >> 14, law.player + law.banker
    sides = []
    for side in SIDES:
        pays = table.bets[side].pays[law.codes]
        if np.any(pays[winners == TIE]):
            raise ValueError(f"the {side} bet of this table must push on a tie, and does not")
        sides.append(
            tuple(
                (who, pay, float(Fraction(int(law.counts[here & (pays == pay)].sum()), decided)))
                for who, here in enumerate((winners == PLAYER, winners == BANKER))
                for pay in np.unique(pays[here]).tolist()
            )
        )
    shares = (float(1 - law.banker_share), float(law.banker_share))
    return Odds(law.tie / law.total, shares, (sides[0], sides[1]))


class Steps:
    """What a system does in a state: the rules of `baccarat.betting.ledger` as a chain's step.

    A state is (selection, progression, money): two numbers of the machines' tables, and the
    bankroll in ten-thousandths; the net result where there is no bankroll.

    Parameters
    ----------
    system : System
        What is played.
    table : Table
        At which table.
    session : Session
        Bankroll, limit, minimum, and what is done about them.
    target : int, optional
        Money to end at, in ten-thousandths.
    books : bool
        Whether money is kept; without it only the machines move.

    Examples
    --------
    >>> from baccarat import TABLES, Always, Martingale
    >>> steps = Steps(System(Always("player"), Martingale()), TABLES["live"], Session(bankroll=3))
    >>> ended, placed, following = steps(steps.start)
    >>> placed, [state for _, state in following]
    (1, [(0, 0, 40000), (0, 1, 20000)])
    """

    def __init__(
        self,
        system: System,
        table: Table,
        session: Session,
        target: int | None = None,
        books: bool = True,
    ) -> None:
        self.session, self.target, self.books = session, target, books
        self.odds = decided_odds(table)
        self.selection = SelectionTable(system.selection, _ENDLESS)
        self.progression = ProgressionTable(
            system.progression, session.limit, session.minimum, _ENDLESS
        )
        # What the tables tell is kept in dictionaries: a chain asks for it one by one.
        self._stakes: dict[int, int] = {}
        self._moves: dict[tuple[int, bool, int], int] = {}
        self._sights: dict[tuple[int, int], int] = {}
        self.start = (0, 0, (session.bankroll or 0) * UNIT)

    def __call__(self, state: tuple[int, int, int]) -> Step:
        """Give what a state is and what follows it."""
        selected, progressed, money = state
        ended = self._ended(money)
        if ended:
            return ended, 0, ()
        side = int(self.selection.side[selected])
        if side < 0:
            waiting = [(self._seen(selected, who), progressed, money) for who in (0, 1)]
            return 0, 0, zip(self.odds.shares, waiting, strict=True)
        ended, placed, moving = self._bet(progressed, money)
        return (
            ended,
            placed,
            () if ended else self._following(selected, side, placed, moving, money),
        )

    def advice(self, states: list[tuple[int, int, int]]) -> str:
        """Say what made a chain of so many states, and what would make it fit."""
        met = [len(set(part)) for part in zip(*states, strict=True)]
        remedy = (
            "a selection that remembers less",
            "a lower limit, a smaller bankroll or a progression that remembers less",
            "a smaller bankroll or a nearer target, fewer coups, or bets that pay whole units,",
        )[met.index(max(met))]
        return (
            f"so far {met[0]:,} of the selection, {met[1]:,} of the progression and {met[2]:,} "
            f"amounts of money were met; {remedy} would do"
        )

    def _ended(self, money: int) -> int:
        if self.target is not None and money >= self.target:
            return TARGET
        poor = self.session.bankroll is not None and money < self.session.minimum * UNIT
        return RUINED if poor and self.books else 0

    def _bet(self, progressed: int, money: int) -> tuple[int, int, int]:
        session, placed = self.session, self._asked(progressed)
        if session.limit is not None and placed > session.limit:
            if session.over_limit == "stop":
                return OVER, 0, progressed
            if session.over_limit == "restart":
                progressed, placed = 0, self._asked(0)
        placed = max(placed, session.minimum)
        placed = placed if session.limit is None else min(placed, session.limit)
        if self.books and session.bankroll is not None and placed * UNIT > money:
            placed = money // UNIT
            if session.short == "stop":
                return SHORT, 0, progressed
        return 0, placed, progressed

    def _following(
        self, selected: int, side: int, placed: int, moving: int, money: int
    ) -> Iterable[tuple[float, Hashable]]:
        for winner, pay, chance in self.odds.branches[side]:
            after = self._moved(moving, pay > 0, placed) if pay else moving
            left = money + placed * pay if self.books else money
            yield chance, (self._seen(selected, winner), after, left)

    def _asked(self, number: int) -> int:
        if number not in self._stakes:
            self._stakes[number] = int(self.progression.stake[number])
        return self._stakes[number]

    def _moved(self, number: int, won: bool, placed: int) -> int:
        move = (number, won, placed)
        if move not in self._moves:
            self._moves[move] = self.progression.after(number, won=won, placed=placed)
        return self._moves[move]

    def _seen(self, number: int, winner: int) -> int:
        sight = (number, winner)
        if sight not in self._sights:
            self.selection.grow(number, winner)
            self._sights[sight] = int(self.selection.after[number, winner])
        return self._sights[sight]
