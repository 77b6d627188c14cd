"""What a bet selection is: a start, and pure functions of a hashable state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final, Literal, TypeAlias

from baccarat.game.showing import block_html, first_line, pairs_html

Side: TypeAlias = Literal["player", "banker"]
State: TypeAlias = Any
"""Whatever a selection remembers; hashable."""

OTHER: Final[dict[Side, Side]] = {"player": "banker", "banker": "player"}
_TRACED: Final = "PBBPBBBTBBPPPPBP"
LETTERS: Final[dict[str, Side]] = {"P": "player", "B": "banker"}


class Selection(ABC):
    """Which side to bet on next, from the decided coups of the shoe so far.

    A selection is a frozen dataclass with a start state and two pure functions of a state. It
    begins anew with each shoe. Ties and voids never reach it: the state stays, and so does the
    side.

    Attributes
    ----------
    start : hashable
        The state at the beginning of a shoe.

    Examples
    --------
    A selection of one's own:

    >>> class Hop(Selection):
    ...     start = None
    ...     def side(self, state):
    ...         return None if state is None else {"player": "banker", "banker": "player"}[state]
    ...     def seen(self, state, outcome):
    ...         return outcome
    >>> sides(Hop(), "PBTB")
    '-BPP'
    """

    start: Any

    @abstractmethod
    def side(self, state: State) -> Side | None:
        """Give the side to bet on; None for no bet."""

    @abstractmethod
    def seen(self, state: State, outcome: Side) -> State:
        """Give the state after a decided coup."""

    def _repr_html_(self) -> str:
        traced = [("outcomes", _TRACED), ("bets before each", sides(self, _TRACED))]
        return block_html(str(self), first_line(self), pairs_html(traced))


def sides(selection: Selection, outcomes: str) -> str:
    """Trace a selection by hand over one shoe.

    Parameters
    ----------
    selection : Selection
        What to trace.
    outcomes : str
        P player, B banker, T tie, V void; spaces don't matter.

    Returns
    -------
    str
        For each coup the side bet on before it came: P, B, or - for no bet.

    Raises
    ------
    ValueError
        If there is another letter.

    Examples
    --------
    >>> from baccarat import FollowLast
    >>> sides(FollowLast(), "PBTBP")
    '-PBBB'
    """
    state, chosen = selection.start, []
    for letter in "".join(outcomes.split()).upper():
        if letter not in "PBTV":
            raise ValueError(f"outcomes are P, B, T and V (void), got {letter!r}")
        side = selection.side(state)
        chosen.append("-" if side is None else side[0].upper())
        if letter in LETTERS:
            state = selection.seen(state, LETTERS[letter])
    return "".join(chosen)


def positive(name: str, number: int) -> None:
    """Refuse what is no whole number from 1.

    Examples
    --------
    >>> positive("k", 3)
    """
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise ValueError(f"{name} must be a whole number from 1, got {number!r}")
