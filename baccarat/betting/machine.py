"""A state machine as transition tables that grow as its states are met."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

import numpy as np

from baccarat.betting.progressions import Progression
from baccarat.betting.selections import Selection

CAP: Final = 1 << 20
"""States a table may hold; then it is emptied and grown again. Results do not change."""

UNKNOWN: Final = -1
_SIDES: Final = {"player": 0, "banker": 1, None: -1}
_MOST: Final = 10**9


class StateTable:
    """Numbers for the hashable states of a machine, in the order they are met.

    Parameters
    ----------
    start : hashable
        The first state; its number is 0.

    Examples
    --------
    >>> table = StateTable("a")
    >>> table.number("b"), table.number("a"), table.states
    (1, 0, ['a', 'b'])
    """

    def __init__(self, start: Hashable) -> None:
        self.states: list[Any] = []
        self._numbers: dict[Hashable, int] = {}
        self.number(start)

    def number(self, state: Hashable) -> int:
        """Give a state's number, a new one if it was not met before."""
        try:
            number = self._numbers.setdefault(state, len(self.states))
        except TypeError:
            raise TypeError(
                f"a state must be hashable, got {state!r}; use a tuple instead of a list"
            ) from None
        if number == len(self.states):
            self.states.append(state)
        return number


class SelectionTable:
    """A selection as arrays: the side by state, and the next state by state and outcome.

    Attributes
    ----------
    side : ndarray of int8, shape (capacity,)
        0 player, 1 banker, -1 no bet.
    after : ndarray of int32, shape (capacity, 2)
        The next state after a player or a banker win; -1 where it was not met yet.

    Examples
    --------
    >>> from baccarat import FollowLast
    >>> table = SelectionTable(FollowLast())
    >>> table.grow(0, 1)
    0
    >>> int(table.side[1]), int(table.after[0, 1])
    (1, 1)
    """

    def __init__(self, selection: Selection, cap: int = CAP) -> None:
        self.selection, self.cap = selection, cap
        self.empty(selection.start)

    def empty(self, state: Hashable) -> None:
        """Forget all states but the start and one more, which gets the last number."""
        self.table = StateTable(self.selection.start)
        self.side = np.full(64, UNKNOWN, dtype=np.int8)
        self.after = np.full((64, 2), UNKNOWN, dtype=np.int32)
        self._settle()
        self.table.number(state)
        self._settle()

    def grow(self, number: int, outcome: int) -> int:
        """Work out what follows a state; give the number the state now has."""
        state = self.table.states[number]
        if len(self.table.states) >= self.cap:
            self.empty(state)
            number = self.table.number(state)
        following = self.selection.seen(state, "banker" if outcome else "player")
        after = self.table.number(following)
        self._settle()
        self.after[number, outcome] = after
        return number

    def _settle(self) -> None:
        while len(self.table.states) > len(self.side):
            self.side = np.append(self.side, np.full_like(self.side, UNKNOWN))
            self.after = np.append(self.after, np.full_like(self.after, UNKNOWN), axis=0)
        number = len(self.table.states) - 1
        side = self.selection.side(self.table.states[number])
        if side not in _SIDES:
            raise ValueError(
                f"{self.selection!r} chose {side!r}; a side is 'player', 'banker' or None"
            )
        self.side[number] = _SIDES[side]


class ProgressionTable:
    """A progression as arrays: the stake by state, and the next state after a win and a loss.

    Attributes
    ----------
    stake : ndarray of int64, shape (capacity,)
        Units asked for.
    won, lost : ndarray of int32, shape (capacity,)
        The next state when all that may be placed is placed; -1 where it was not met yet.

    Examples
    --------
    >>> from baccarat import Martingale
    >>> table = ProgressionTable(Martingale(), limit=3)
    >>> table.grow(0, won=False), table.grow(1, won=False)
    (0, 1)
    >>> table.stake[:3].tolist(), table.lost[:2].tolist()
    ([1, 2, 4], [1, 2])
    """

    def __init__(
        self,
        progression: Progression,
        limit: int | None = None,
        minimum: int = 1,
        cap: int = CAP,
    ) -> None:
        self.progression, self.limit, self.minimum, self.cap = progression, limit, minimum, cap
        self.empty(progression.start)

    def empty(self, state: Hashable) -> None:
        """Forget all states but the start and one more, which gets the last number."""
        self.table = StateTable(self.progression.start)
        self.stake = np.zeros(64, dtype=np.int64)
        self.won = np.full(64, UNKNOWN, dtype=np.int32)
        self.lost = np.full(64, UNKNOWN, dtype=np.int32)
        self._settle()
        self.table.number(state)
        self._settle()

    def grow(self, number: int, *, won: bool) -> int:
        """Work out what follows a state; give the number the state now has."""
        number = self._room(number)
        placed = max(int(self.stake[number]), self.minimum)
        placed = placed if self.limit is None else min(placed, self.limit)
        after = self.after(number, won=won, placed=placed)
        (self.won if won else self.lost)[number] = after
        return number

    def after(self, number: int, *, won: bool, placed: int) -> int:
        """Give the number of what follows a state when so many units were placed."""
        state = self.table.states[number]
        move = self.progression.won if won else self.progression.lost
        return self.number(move(state, placed))

    def number(self, state: Hashable) -> int:
        """Give a state's number, a new one if it was not met before."""
        known = len(self.table.states)
        number = self.table.number(state)
        if number == known:
            self._settle()
        return number

    def _room(self, number: int) -> int:
        if len(self.table.states) < self.cap:
            return number
        state = self.table.states[number]
        self.empty(state)
        return self.table.number(state)

    def _settle(self) -> None:
        while len(self.table.states) > len(self.stake):
            self.stake = np.append(self.stake, np.zeros_like(self.stake))
            self.won = np.append(self.won, np.full_like(self.won, UNKNOWN))
            self.lost = np.append(self.lost, np.full_like(self.lost, UNKNOWN))
        number = len(self.table.states) - 1
        self.stake[number] = self._asked(self.table.states[number])

    def _asked(self, state: Hashable) -> int:
        stake: Any = self.progression.stake(state)
        whole = isinstance(stake, int | np.integer) and not isinstance(stake, bool)
        if not whole or stake < 1:
            raise ValueError(
                f"{self.progression!r} asked for {stake!r} units in state {state!r}; a stake is a "
                "whole number from 1"
            )
        return min(int(stake), _MOST)
