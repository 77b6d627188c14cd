"""Selections by what the shoe seems to be doing: runs, majorities, drift, derived roads."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

from baccarat.betting.selections.base import OTHER, Selection, Side, positive, sides  # noqa: F401 - sides in examples
from baccarat.game.law import coup_law


@dataclass(frozen=True)
class Streak(Selection):
    """Bet on or against a run once it has k coups.

    Examples
    --------
    >>> sides(Streak(2), "PPPB"), sides(Streak(2, against=True, exactly=True), "PPPB")
    ('--PP', '--B-')
    """

    k: int
    against: bool = False
    exactly: bool = False
    start = (None, 0)

    def __post_init__(self) -> None:
        positive("k", self.k)

    def side(self, run: tuple[Side | None, int]) -> Side | None:
        side, length = run
        if side is None or length < self.k or (self.exactly and length > self.k):
            return None
        return OTHER[side] if self.against else side

    def seen(self, run: tuple[Side | None, int], outcome: Side) -> tuple[Side, int]:
        # Past k + 1 it makes no difference how long the run is.
        return (outcome, min(run[1] + 1, self.k + 1) if outcome == run[0] else 1)


def FollowStreak(k: int, *, exactly: bool = False) -> Streak:
    """Bet that a run of k or more goes on; `exactly`: only once a run. Also: jouer les séries.

    Examples
    --------
    >>> sides(FollowStreak(3), "BBBBP")
    '---BB'
    """
    return Streak(k, exactly=exactly)


def OpposeStreak(k: int, *, exactly: bool = False) -> Streak:
    """Bet that a run of k or more ends; `exactly`: only once a run.

    Examples
    --------
    >>> sides(OpposeStreak(3), "BBBBP")
    '---PP'
    """
    return Streak(k, against=True, exactly=exactly)


@dataclass(frozen=True)
class Majority(Selection):
    """Bet on the side that won more of the last m coups, or of the shoe; none when they are equal.

    With `against`, on the side that won fewer.

    Examples
    --------
    >>> sides(Majority(3), "PBBPP"), sides(Majority(), "PBBB")
    ('---BB', '-P-B')
    """

    last: int | None = None
    against: bool = False

    def __post_init__(self) -> None:
        if self.last is not None:
            positive("last", self.last)

    @property
    def start(self) -> Any:
        """Nothing seen."""
        return 0 if self.last is None else ()

    def side(self, state: Any) -> Side | None:
        if self.last is not None and len(state) < self.last:
            return None
        lead = state if self.last is None else sum(state)
        if lead == 0:
            return None
        ahead: Side = "banker" if lead > 0 else "player"
        return OTHER[ahead] if self.against else ahead

    def seen(self, state: Any, outcome: Side) -> Any:
        step = 1 if outcome == "banker" else -1
        return state + step if self.last is None else (*state, step)[-self.last :]


@dataclass(frozen=True)
class Ecart(Selection):
    """Bet once the sides have drifted apart by c standard deviations: on the one behind, or ahead.

    The drift is (banker wins - n p) / sqrt(n p (1 - p)) over the n decided coups of the shoe, with
    the eight-deck p. On the side behind: "return to equilibrium"; `ahead`: on the dominant side.
    References: Marigny de Grilleau, Le gain scientifique d'une seule unité (1926), who takes p for
    a half.

    Examples
    --------
    >>> sides(Ecart(2), "PPPPPB")
    '----BB'
    """

    deviations: float
    ahead: bool = False
    start = (0, 0)

    def __post_init__(self) -> None:
        if not self.deviations > 0:
            raise ValueError(f"deviations must be above 0, got {self.deviations}")

    def side(self, state: tuple[int, int]) -> Side | None:
        banker, n = state
        p = float(coup_law(decks=8).banker_share)
        drift = (banker - n * p) / sqrt(n * p * (1 - p)) if n else 0.0
        if abs(drift) < self.deviations:
            return None
        behind: Side = "player" if drift > 0 else "banker"
        return OTHER[behind] if self.ahead else behind

    def seen(self, state: tuple[int, int], outcome: Side) -> tuple[int, int]:
        return (state[0] + (outcome == "banker"), state[1] + 1)


@dataclass(frozen=True)
class DerivedRoad(Selection):
    """Bet on the side that would print red, or blue, on a derived road, once the road has begun.

    `offset` 1 is the big eye boy, 2 the small road, 3 the cockroach pig.

    Examples
    --------
    >>> sides(DerivedRoad(1), "BPPP")
    '--BP'
    """

    offset: int = 1
    colour: Literal["R", "B"] = "R"
    start = (None, ())

    def __post_init__(self) -> None:
        if self.offset not in (1, 2, 3) or self.colour not in ("R", "B"):
            raise ValueError(
                "a derived road has an offset of 1, 2 or 3 and a colour R or B, "
                f"got {self.offset!r} and {self.colour!r}"
            )

    def side(self, state: tuple[Side | None, tuple[int, ...]]) -> Side | None:
        last, lengths = state
        if last is None or len(lengths) <= self.offset:
            return None
        # One coup more on the last column prints blue just where the column compared with ends.
        on_is_red = lengths[-1] != lengths[-1 - self.offset]
        return last if on_is_red == (self.colour == "R") else OTHER[last]

    def seen(
        self, state: tuple[Side | None, tuple[int, ...]], outcome: Side
    ) -> tuple[Side, tuple[int, ...]]:
        last, lengths = state
        if outcome == last:
            return (outcome, (*lengths[:-1], lengths[-1] + 1))
        return (outcome, (*lengths, 1)[-1 - self.offset :])
