"""A system, which side and how much; and a session, the conditions it is played under."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from baccarat.betting.progressions import Progression, stakes
from baccarat.betting.selections import Selection
from baccarat.game.showing import block_html, fields_of, first_line, pairs_html

OverLimit: TypeAlias = Literal["stop", "restart", "limit"]
Short: TypeAlias = Literal["stop", "rest"]


@dataclass(frozen=True)
class System:
    """A selection and a progression played together.

    The progression moves only on bets that are won or lost; where the selection has no bet, it
    waits.

    Parameters
    ----------
    selection : Selection
        Which side.
    progression : Progression
        How much.
    name : str
        Default: both in words.

    Raises
    ------
    TypeError
        If either is something else.

    Examples
    --------
    >>> from baccarat import FollowLast, Martingale
    >>> str(System(FollowLast(), Martingale()))
    'Back(coups=1, opposite=False) + Martingale(steps=None)'
    """

    selection: Selection
    progression: Progression
    name: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.selection, Selection):
            raise TypeError(
                f"a system needs a Selection such as FollowLast(), got {self.selection!r}"
            )
        if not isinstance(self.progression, Progression):
            raise TypeError(
                f"a system needs a Progression such as Martingale(), got {self.progression!r}"
            )

    def __str__(self) -> str:
        return self.name or f"{self.selection} + {self.progression}"

    def _repr_html_(self) -> str:
        told = [
            ("which side", f"{self.selection}: {first_line(self.selection)}"),
            ("how much", f"{self.progression}: {first_line(self.progression)}"),
            ("stakes while it loses", stakes(self.progression, "LLLLLL")),
            ("stakes while it wins", stakes(self.progression, "WWWWWW")),
        ]
        return block_html(str(self), "", pairs_html(told))


@dataclass(frozen=True)
class Session:
    """The conditions a system is played under. All amounts are in units.

    A session begins with a shoe, takes `shoes` shoes at most, and sits out the rest of them if it
    ends earlier, so that every system meets the same shoes. The selection begins anew with each
    shoe; the progression does so with each session, and with each shoe unless it carries over.

    Parameters
    ----------
    bankroll : int, optional
        What there is to lose; default no end.
    limit : int, optional
        The most the table takes on a bet; default none.
    minimum : int
        The least; a smaller stake is raised to it. A session ends ruined when less is left.
    over_limit : {"limit", "restart", "stop"}
        What a stake over the limit does: the limit is placed; the progression restarts, and its
        first stake is placed; or the session ends.
    short : {"rest", "stop"}
        What a stake over the bankroll does: what is left is placed, in whole units; or the session
        ends.
    win, loss : int, optional
        A profit and a loss to stop at.
    coups : int, optional
        The most coups, those without a bet included.
    shoes : int
        Shoes a session has.
    carry : bool
        Whether the progression carries over from shoe to shoe.

    Raises
    ------
    ValueError
        If an amount is out of bounds, or amounts contradict each other.

    Examples
    --------
    >>> Session(bankroll=100, limit=50).over_limit
    'limit'
    >>> Session(limit=5, minimum=10)
    Traceback (most recent call last):
    ...
    ValueError: the limit must not be below the minimum, 10; got 5
    """

    bankroll: int | None = None
    limit: int | None = None
    minimum: int = 1
    over_limit: OverLimit = "limit"
    short: Short = "rest"
    win: int | None = None
    loss: int | None = None
    coups: int | None = None
    shoes: int = 1
    carry: bool = True

    def __post_init__(self) -> None:
        for name in ("bankroll", "limit", "minimum", "win", "loss", "coups", "shoes"):
            value = getattr(self, name)
            whole = isinstance(value, int) and not isinstance(value, bool)
            if value is None and name not in ("minimum", "shoes"):
                continue
            if not whole or not 1 <= value <= 10**9:
                raise ValueError(
                    f"{name} must be a whole number from 1 to 1,000,000,000, got {value!r}"
                )
        if self.limit is not None and self.limit < self.minimum:
            raise ValueError(
                f"the limit must not be below the minimum, {self.minimum}; got {self.limit}"
            )
        if self.bankroll is not None and self.bankroll < self.minimum:
            raise ValueError(
                f"the bankroll must not be below the minimum, {self.minimum}; got {self.bankroll}"
            )
        if self.over_limit not in ("limit", "restart", "stop"):
            raise ValueError(
                f'over_limit must be "limit", "restart" or "stop", got {self.over_limit!r}'
            )
        if self.short not in ("rest", "stop"):
            raise ValueError(f'short must be "rest" or "stop", got {self.short!r}')

    def _repr_html_(self) -> str:
        return block_html("Session", "amounts in units", pairs_html(fields_of(self)))
