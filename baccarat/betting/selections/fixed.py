"""Selections by a rule on the last coups, or by none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from baccarat.betting.selections.base import LETTERS, OTHER, Selection, Side, positive, sides  # noqa: F401 - sides in examples


@dataclass(frozen=True)
class Always(Selection):
    """Bet on one side, always.

    Examples
    --------
    >>> sides(Always("banker"), "PBP")
    'BBB'
    """

    on: Side
    start = None

    def __post_init__(self) -> None:
        if self.on not in OTHER:
            raise ValueError(f'a side is "player" or "banker", got {self.on!r}')

    def side(self, state: None) -> Side:
        return self.on

    def seen(self, state: None, outcome: Side) -> None:
        return None


@dataclass(frozen=True)
class Back(Selection):
    """Bet on what came so many decided coups ago, or on the other side.

    Examples
    --------
    >>> sides(Back(2), "PBBP")
    '--PB'
    """

    coups: int
    opposite: bool = False
    start = ()

    def __post_init__(self) -> None:
        positive("coups", self.coups)

    def side(self, last: tuple[Side, ...]) -> Side | None:
        if len(last) < self.coups:
            return None
        return OTHER[last[0]] if self.opposite else last[0]

    def seen(self, last: tuple[Side, ...], outcome: Side) -> tuple[Side, ...]:
        return (*last, outcome)[-self.coups :]


def FollowLast() -> Back:
    """Bet on the side that won last. Also known as: follow the shoe, la gagnante, FTL.

    Examples
    --------
    >>> sides(FollowLast(), "PBBP")
    '-PBB'
    """
    return Back(1)


def OppositeLast() -> Back:
    """Bet against the side that won last. Also known as: la perdante, chop, OTL.

    Examples
    --------
    >>> sides(OppositeLast(), "PBBP")
    '-BPP'
    """
    return Back(1, opposite=True)


def TimeBeforeLast() -> Back:
    """Bet on the side that won the time before last. Also known as: avant-dernier, TB4L.

    Examples
    --------
    >>> sides(TimeBeforeLast(), "PBBP")
    '--PB'
    """
    return Back(2)


@dataclass(frozen=True)
class Lookup(Selection):
    """Look the last m decided coups up in a table, such as {"PP": "B", "BB": "P"}; else no bet.

    Examples
    --------
    >>> sides(Lookup((("PB", "P"), ("BP", "B"))), "PBPP")
    '--PB'
    """

    table: tuple[tuple[str, str], ...]
    start = ""

    def __post_init__(self) -> None:
        pairs = self.table.items() if isinstance(self.table, Mapping) else self.table
        object.__setattr__(self, "table", tuple(pairs))
        lengths = {len(seen) for seen, _ in self.table}
        letters = set("".join(f"{seen}{then}" for seen, then in self.table))
        if len(lengths) != 1 or 0 in lengths or not letters <= set("PB"):
            raise ValueError(
                'a table gives P or B for rows of P and B of one length, as {"PP": "B"}; '
                f"got {dict(self.table)}"
            )

    def side(self, last: str) -> Side | None:
        then = dict(self.table).get(last)
        return None if then is None else LETTERS[then]

    def seen(self, last: str, outcome: Side) -> str:
        return (last + outcome[0].upper())[-len(self.table[0][0]) :]


@dataclass(frozen=True)
class Pattern(Selection):
    """Bet a fixed row of sides over and over, such as PBPPBB, one a decided coup.

    It moves on with each decided coup, bet won or lost, and begins anew with each shoe.

    Examples
    --------
    >>> sides(Pattern("PBB"), "PTPPP")
    'PBBBP'
    """

    row: str
    start = 0

    def __post_init__(self) -> None:
        if not self.row or not set(self.row) <= set("PB"):
            raise ValueError(f"a pattern is a row of P and B, such as PBPPBB; got {self.row!r}")

    def side(self, place: int) -> Side:
        return LETTERS[self.row[place]]

    def seen(self, place: int, outcome: Side) -> int:
        return (place + 1) % len(self.row)


@dataclass(frozen=True)
class Coin(Selection):
    """Bet by the toss of a coin, the same tosses in every shoe.

    The tosses are the low bits of a full-period sequence modulo 65,536, drawn on by each decided
    coup. References: D. E. Knuth, The Art of Computer Programming, volume 2, theorem 3.2.1.2A.

    Examples
    --------
    >>> len(sides(Coin(), "PBPB"))
    4
    """

    seed: int = 1

    @property
    def start(self) -> int:
        """The seed, modulo 65,536."""
        return self.seed % 65_536

    def side(self, state: int) -> Side:
        return "banker" if state >> 15 else "player"

    def seen(self, state: int, outcome: Side) -> int:
        return (25_173 * state + 13_849) % 65_536
