"""Bold play, and the best that any system could do.

No system reaches a target more often than the best choice of side and stake at each bankroll: coups
are independent, so nothing that happened before is worth knowing. That best is a Markov decision
problem over bankrolls, and policy iteration solves it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baccarat.betting.chain import Step, grow
from baccarat.betting.exact import Reach, above, summed, whole_bankroll
from baccarat.betting.selections.base import Side
from baccarat.betting.steps import RUINED, SIDES, TARGET, Odds, decided_odds
from baccarat.betting.system import Session
from baccarat.game.money import UNIT, Amount
from baccarat.game.showing import block_html, pairs_html
from baccarat.game.table import Table
from baccarat.game.tables import as_table

MOST_CHOICES: Final = 50_000_000
"""The most choices, bankrolls times stakes times sides, that are weighed."""

BETTER: Final = 1e-13
"""The least gain in probability, at one bet, for which a choice is changed."""

Stakes: TypeAlias = NDArray[np.int64]
Choices: TypeAlias = "Callable[[], Iterator[tuple[int, Stakes]]]"
"""Ways to bet: a side (0 player, 1 banker) and units at each level."""


@dataclass(frozen=True)
class Ceiling:
    """The best that any system can do to reach a target with stakes of whole units.

    Attributes
    ----------
    probability : float
        The highest chance to reach the target before ruin.
    fair : float
        Bankroll over target: what no system could pass even in a game without a house edge.
    side : str
        The side of a best first bet.
    stake : int
        Its units; those of bold play where that is best.
    reach : Reach
        All that becomes of the best play.

    Examples
    --------
    >>> best = ceiling("live", 100, 200, sides=("player",))
    >>> round(best.probability, 6), best.fair, best.stake
    (0.493175, 0.5, 100)
    """

    probability: float
    fair: float
    side: str
    stake: int
    reach: Reach

    def _repr_html_(self) -> str:
        told = [
            ("best chance", f"{self.probability:.4%}"),
            ("in a fair game", f"{self.fair:.4%}"),
            ("a best first bet", f"{self.stake:,} on {self.side}"),
        ]
        return block_html("The best any system can do", "exact", pairs_html(told))


@dataclass(frozen=True, eq=False)
class _Game:
    """Bankrolls as a lattice: level i holds `first + i * step` ten-thousandths.

    The lowest level is ruin and the highest the target; what lies beyond counts as either.
    """

    first: int
    step: int
    levels: int
    target: int
    session: Session
    odds: Odds
    sides: tuple[int, ...]

    def bank(self) -> NDArray[np.int64]:
        return self.first + self.step * np.arange(self.levels, dtype=np.int64)

    def most(self) -> Stakes:
        """Give the most units that may be placed at each level."""
        most: Stakes = np.maximum(self.bank() // UNIT, self.session.minimum)
        return most if self.session.limit is None else most.clip(max=self.session.limit)

    def after(self, stakes: Stakes, pay: int) -> NDArray[np.int64]:
        """Give the level after a bet, for each level."""
        levels: NDArray[np.int64] = np.arange(self.levels) + stakes * pay // self.step
        return levels.clip(0, self.levels - 1)

    def value(self, side: int, stakes: Stakes, chances: NDArray[np.float64]) -> Any:
        """Give the chance to reach the target if one bet is made, and then as `chances` say."""
        return sum(
            chance * chances[self.after(stakes, pay)] for _, pay, chance in self.odds.branches[side]
        )

    def bold(self) -> Iterator[tuple[int, Stakes]]:
        """Give, for each side, the stakes of bold play."""
        for side in self.sides:
            full = max(pay for _, pay, _ in self.odds.branches[side])
            enough = -((self.bank() - self.target) // full)
            yield side, np.clip(enough, self.session.minimum, self.most())

    def every(self) -> Iterator[tuple[int, Stakes]]:
        """Give all bets there are, on each side and of each stake; none twice at one level."""
        most = self.most()
        for side in self.sides:
            for units in range(self.session.minimum, int(most[-2]) + 1):
                yield side, np.minimum(units, most)


@dataclass(frozen=True, eq=False)
class _Policy:
    """The side and the units at each level."""

    game: _Game
    side: NDArray[np.int64]
    stakes: Stakes

    def __call__(self, bank: int) -> Step:
        """Give what a bankroll is and what follows it."""
        game = self.game
        if bank >= game.target:
            return TARGET, 0, ()
        if bank < game.session.minimum * UNIT:
            return RUINED, 0, ()
        level = (bank - game.first) // game.step
        units = int(self.stakes[level])
        branches = game.odds.branches[int(self.side[level])]
        return 0, units, [(chance, bank + units * pay) for _, pay, chance in branches]

    def chances(self) -> NDArray[np.float64]:
        """Give the chance to reach the target from each level."""
        from scipy.sparse import coo_array, eye_array
        from scipy.sparse.linalg import splu

        rows: list[NDArray[np.int64]] = []
        columns, weights = list(rows), list[NDArray[np.float64]]()
        inside = np.arange(1, self.game.levels - 1)
        for side in self.game.sides:
            here = inside[self.side[inside] == side]
            for _, pay, chance in self.game.odds.branches[side]:
                rows.append(here)
                columns.append(self.game.after(self.stakes, pay)[here])
                weights.append(np.full(len(here), chance))
        places = (np.concatenate(rows), np.concatenate(columns))
        onward = coo_array((np.concatenate(weights), places), shape=(self.game.levels,) * 2)
        leaving = (eye_array(self.game.levels) - onward).tocsc()
        reached = np.zeros(self.game.levels)
        reached[-1] = 1.0
        return np.asarray(splu(leaving).solve(reached))

    def improved(self, choices: Choices) -> _Policy | None:
        """Change to the best choice at each level where one gains; None where none does."""
        chances = self.chances()
        best, side, stakes = chances + BETTER, self.side.copy(), self.stakes.copy()
        for on, units in choices():
            value = self.game.value(on, units, chances)
            better = value > best
            better[[0, -1]] = False
            best[better], side[better], stakes[better] = value[better], on, units[better]
        changed = np.any((side != self.side) | (stakes != self.stakes))
        return _Policy(self.game, side, stakes) if changed else None

    def reach(self) -> Reach:
        """Follow it from the start."""
        bankroll = self.game.session.bankroll
        chain = grow((bankroll or 0) * UNIT, self)
        return summed(chain, chain.states, self.game.odds)


def bold_play(
    table: Table | str,
    bankroll: int,
    target: Amount,
    limit: int | None = None,
    sides: Iterable[Side] = ("player",),
    *,
    minimum: int = 1,
) -> Reach:
    """Give the exact chance that bold play reaches a target before ruin.

    Bold play stakes all there is, or what is just enough to reach the target with a full win, and
    never more than the limit. With two sides, each bet is made on the better one.

    Parameters
    ----------
    table : Table or str
        At which table.
    bankroll : int
        Units to begin with.
    target : number
        Units to reach; above the bankroll.
    limit : int, optional
        The most on a bet; default none.
    sides : iterable of {"player", "banker"}
        Which bets may be made.
    minimum : int
        The least on a bet; less money is ruin.

    Returns
    -------
    Reach

    Raises
    ------
    ValueError
        If the target is not above the bankroll, a side is no side, an amount is out of bounds, or
        there are too many bankrolls to weigh.

    References
    ----------
    L. E. Dubins, L. J. Savage, How to Gamble If You Must (1965), chapter 5: at even money and less
    than even chances, no play reaches a target more often.

    Examples
    --------
    >>> round(bold_play("live", bankroll=100, target=110, limit=100).probability, 6)
    0.904283
    """
    game = _game(as_table(table), bankroll, target, limit, sides, minimum, choices=1)
    return _best(game, game.bold).reach()


def ceiling(
    table: Table | str,
    bankroll: int,
    target: Amount,
    limit: int | None = None,
    sides: Iterable[Side] = ("player", "banker"),
    *,
    minimum: int = 1,
) -> Ceiling:
    """Give the highest chance to reach a target before ruin that any system has.

    Every stake of whole units on every side is weighed at every bankroll.

    Parameters
    ----------
    table, bankroll, target, limit, sides, minimum
        As in `bold_play`; by default both sides.

    Returns
    -------
    Ceiling

    Raises
    ------
    ValueError
        As `bold_play`.

    Notes
    -----
    Play is changed until no other bet gains more than 1e-13 at any bankroll.

    References
    ----------
    R. A. Howard, Dynamic Programming and Markov Processes (1960): policy iteration.

    Examples
    --------
    >>> best = ceiling("live", bankroll=20, target=40)
    >>> round(best.probability, 6), best.fair
    (0.493175, 0.5)
    """
    most = min(above(target, 0) // UNIT + 1, limit or MOST_CHOICES)
    game = _game(as_table(table), bankroll, target, limit, sides, minimum, choices=most)
    policy = _best(game, game.every)
    level = (bankroll * UNIT - game.first) // game.step
    reached = policy.reach()
    return Ceiling(
        probability=reached.probability,
        fair=bankroll * UNIT / game.target,
        side=SIDES[int(policy.side[level])],
        stake=int(policy.stakes[level]),
        reach=reached,
    )


def _best(game: _Game, choices: Choices) -> _Policy:
    side, stakes = next(game.bold())
    policy = _Policy(game, np.full(game.levels, side), stakes)
    while better := policy.improved(choices):
        policy = better
    return policy


def _game(
    table: Table,
    bankroll: int,
    target: Amount,
    limit: int | None,
    sides: Iterable[Side],
    minimum: int,
    choices: int,
) -> _Game:
    session = Session(bankroll, limit, minimum)
    whole_bankroll(bankroll, minimum)
    aim, odds, on = above(target, bankroll), decided_odds(table), _numbers(sides)
    step = math.gcd(*(pay for side in on for _, pay, _ in odds.branches[side]))
    first = bankroll * UNIT - step * ((bankroll - minimum) * UNIT // step + 1)
    levels = -(-(aim - first) // step) + 1
    if levels * choices * len(on) > MOST_CHOICES:
        raise ValueError(
            f"{levels:,} bankrolls with {choices:,} stakes on {len(on)} sides are more than "
            f"{MOST_CHOICES:,} choices; a smaller bankroll and target, a lower limit or player "
            "alone would do"
        )
    return _Game(first, step, levels, aim, session, odds, on)


def _numbers(sides: Iterable[Side]) -> tuple[int, ...]:
    chosen = (sides,) if isinstance(sides, str) else tuple(sides)
    if not chosen or any(side not in SIDES for side in chosen):
        raise ValueError(f'sides must be of "player" and "banker", one or both; got {sides!r}')
    return tuple(sorted({SIDES.index(side) for side in chosen}))
