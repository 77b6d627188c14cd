"""What a staking progression is: a start, and pure functions of a hashable state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from baccarat.game.showing import block_html, first_line, pairs_html

State = Any
"""Whatever a progression remembers; hashable."""


class Progression(ABC):
    """How much to stake next, from what was won and lost before.

    A progression is a frozen dataclass with a start state and three pure functions of a state. It
    moves on what was placed, which a limit or a short bankroll can make less than it asked for. A
    push reaches neither `won` nor `lost`: the state stays.

    Attributes
    ----------
    start : hashable
        The state before the first bet.

    Examples
    --------
    A progression of one's own:

    >>> class Stairs(Progression):
    ...     start = 1
    ...     def stake(self, state):
    ...         return state
    ...     def won(self, state, placed):
    ...         return 1
    ...     def lost(self, state, placed):
    ...         return state + 1
    >>> stakes(Stairs(), "LLWL")
    [1, 2, 3, 1]
    """

    start: Any

    @abstractmethod
    def stake(self, state: State) -> int:
        """Give the units to stake; 1 or more."""

    @abstractmethod
    def won(self, state: State, placed: int) -> State:
        """Give the state after a win of `placed` units."""

    @abstractmethod
    def lost(self, state: State, placed: int) -> State:
        """Give the state after a loss of `placed` units."""

    def _traces(self) -> list[tuple[str, object]]:
        """Trace the stakes, for a notebook."""
        return [(results, stakes(self, results)) for results in ("LLLLLL", "WWWWWW", "LLWLWW")]

    def _repr_html_(self) -> str:
        traced = [(f"stakes over {results}", placed) for results, placed in self._traces()]
        return block_html(str(self), first_line(self), pairs_html(traced))


def stakes(progression: Progression, results: str, limit: int | None = None) -> list[int]:
    """Trace a progression by hand.

    Parameters
    ----------
    progression : Progression
        What to trace.
    results : str
        W won, L lost, T tie (a push); spaces don't matter.
    limit : int, optional
        The most that is placed; default none.

    Returns
    -------
    list of int
        Units placed on each result.

    Raises
    ------
    ValueError
        If there is another letter, the limit is below 1, or the progression asks for no stake.

    Examples
    --------
    >>> from baccarat import Martingale
    >>> stakes(Martingale(), "LLTW")
    [1, 2, 4, 4]
    >>> stakes(Martingale(), "LLLL", limit=5)
    [1, 2, 4, 5]
    """
    if limit is not None and limit < 1:
        raise ValueError(f"limit must be at least 1 unit, got {limit}")
    state, placed = progression.start, []
    for letter in "".join(results.split()).upper():
        if letter not in "WLT":
            raise ValueError(f"results are W (won), L (lost) and T (tie), got {letter!r}")
        asked = progression.stake(state)
        if asked < 1:
            raise ValueError(f"{progression!r} asked for {asked} units; a stake is 1 or more")
        placed.append(asked if limit is None else min(asked, limit))
        if letter != "T":
            move = progression.won if letter == "W" else progression.lost
            state = move(state, placed[-1])
    return placed
