"""Third cards against the drawing rules: which rule, which side, and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.game.coup import BANKER_DRAWS_ON
from baccarat.history.check.findings import Finding
from baccarat.history.check.record import SIDES, Record
from baccarat.history.words import many

DRAWN_WRONGLY: Final = (
    "No table plays so: the coups are misread, misrecorded or made up by a program that has the "
    "rules wrong. Use nothing of them that depends on cards."
)


@dataclass(frozen=True)
class _Broken:
    """One rule, the side that broke it, and where."""

    side: int
    drew: bool
    on: NDArray[np.int8]
    rule: str
    coups: NDArray[np.bool_]


def draw_faults(record: Record) -> Iterator[Finding]:
    """Find third cards that are missing, or drawn against the rules.

    Parameters
    ----------
    record : Record

    Yields
    ------
    Finding
        One a rule and side.

    Examples
    --------
    >>> from baccarat import History
    >>> history = History([0], cards=[[20, 40, 4, 20, 40, 255]])  # 6 10 2 against 6 10
    >>> [finding.what for finding in draw_faults(Record(history, None))]
    ['player draws on 6, though player stands on 6 and 7: 1 coup']
    """
    for broken in [*_broken_by_player(record), *_broken_by_banker(record)]:
        number = int(broken.coups.sum())
        if number:
            side, totals = SIDES[broken.side], np.unique(broken.on[broken.coups])
            on = " or ".join(map(str, totals[totals >= 0].tolist()))
            what = f"{side} {'draws' if broken.drew else 'stands'}{' on ' * bool(on)}{on}"
            yield record.finding(
                "error",
                "third card against the rules" if broken.drew else "third card missing",
                broken.coups,
                f"{what}, though {broken.rule}: {many(number, 'coup')}",
                _missing_meaning(record, broken),
            )


def _missing_meaning(record: Record, broken: _Broken) -> str:
    drew = [hand.best_drew for hand in record.hands]
    if not broken.drew and not any(np.any(each == 1) for each in drew):
        return (
            "No hand of the record has a third card: only the first two were recorded, or drawing "
            "was left out. Totals and cards are unusable; outcomes may be right."
        )
    return DRAWN_WRONGLY


def _broken_by_player(record: Record) -> Iterator[_Broken]:
    player, banker = record.hands
    drew, stood = player.best_drew == 1, player.best_drew == 0
    ended = (player.two >= 8) | (banker.two >= 8)
    open_ = (banker.two >= 0) & ~ended
    yield _Broken(0, True, player.two, "a natural ends the coup", drew & ended)
    yield _Broken(
        0, False, player.two, "player draws on 0 to 5", stood & open_ & _among(player.two, 0, 5)
    )
    yield _Broken(
        0, True, player.two, "player stands on 6 and 7", drew & ~ended & _among(player.two, 6, 7)
    )


def _broken_by_banker(record: Record) -> Iterator[_Broken]:
    player, banker = record.hands
    two, drew, stood = banker.two, banker.best_drew == 1, banker.best_drew == 0
    ended = (player.two >= 8) | (two >= 8)
    yield _Broken(1, True, two, "a natural ends the coup", drew & ended)
    alone = ~ended & (player.best_drew == 0) & _among(player.two, 6, 7)
    low, high = _among(two, 0, 5), _among(two, 6, 7)
    yield _Broken(1, False, two, "banker draws on 0 to 5 where player stood", stood & alone & low)
    yield _Broken(1, True, two, "banker stands on 6 and 7 where player stood", drew & alone & high)
    after = ~ended & (player.best_drew == 1) & ~_among(player.two, 6, 7)
    for total, draws_on in enumerate(BANKER_DRAWS_ON):
        yield from _broken_after_a_draw(total, draws_on, after & (two == total), record)


def _broken_after_a_draw(
    total: int, draws_on: frozenset[int], here: NDArray[np.bool_], record: Record
) -> Iterator[_Broken]:
    """Hold banker's total against player's third card; where that is not told, what is sure."""
    player, banker = record.hands
    should = np.isin(player.third, list(draws_on)) & (player.third >= 0)
    should_not = ~should & (player.third >= 0)
    if len(draws_on) in (0, 10):
        should, should_not = np.full_like(here, bool(draws_on)), np.full_like(here, not draws_on)
    drew, stood = banker.best_drew == 1, banker.best_drew == 0
    rule = _rule(total, draws_on)
    yield _Broken(1, False, banker.two, rule, here & should & stood)
    yield _Broken(1, True, banker.two, rule, here & should_not & drew)


def _rule(total: int, draws_on: frozenset[int]) -> str:
    """Say banker's rule for a total as rule cards do."""
    if len(draws_on) in (0, 10):
        return "banker draws on 0 to 2" if draws_on else f"banker stands on {total}"
    values = sorted(draws_on)
    if len(values) == 9:
        (but,) = set(range(10)) - draws_on
        return f"banker {total} draws on any card of player's but {but}"
    joint = "to" if len(values) > 2 else "and"
    return f"banker {total} draws on player's {values[0]} {joint} {values[-1]}"


def _among(total: NDArray[np.int8], low: int, high: int) -> NDArray[np.bool_]:
    return (total >= low) & (total <= high)
