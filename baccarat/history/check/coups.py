"""What is wrong with single coups: winners, totals and cards that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.game.cards import NOT_DEALT
from baccarat.game.counts import reachable_codes
from baccarat.game.coup import BANKER, PLAYER, TIE
from baccarat.history.check.draws import DRAWN_WRONGLY, draw_faults
from baccarat.history.check.findings import Finding
from baccarat.history.check.record import SIDES, Record
from baccarat.history.words import many

_MISCOPIED: Final = (
    "One of the two is wrong; leave these coups out, or look them up in the source. "
    "Many of them: columns are swapped or misread."
)
_PAIR_BITS: Final = 0b1111 << 10


def coup_faults(record: Record) -> Iterator[Finding]:
    """Find what is wrong with single coups.

    Parameters
    ----------
    record : Record

    Yields
    ------
    Finding

    Examples
    --------
    >>> from baccarat import History
    >>> history = History([0], cards=[[3, 4, 255, 20, 20, 255]])  # A 2 against 6 6
    >>> [finding.what for finding in coup_faults(Record(history, None))]
    ['player stands on 3, though player draws on 0 to 5: 1 coup']
    """
    checks = (_incomplete, _winners, _hands_against_cards, _marks, draw_faults)
    found = [finding for each in checks for finding in each(record)]
    yield from found
    yield from _unreachable(record, found)
    yield from _suited_without_a_pair(record)


def _incomplete(record: Record) -> Iterator[Finding]:
    if record.history.cards is None:
        return
    dealt = (record.history.cards != NOT_DEALT).reshape(-1, 2, 3)
    given = dealt.any(axis=(0, 2))  # a side of which no card is told anywhere was not recorded
    some = record.played & dealt.any(axis=(1, 2))
    broken = some & (given & ~dealt[:, :, :2].all(axis=2)).any(axis=1)
    if broken.any():
        yield record.finding(
            "error",
            "hand incomplete",
            broken,
            f"a hand has fewer than two cards: {many(int(broken.sum()), 'coup')}",
            "A card was lost or put into the wrong column; these hands were not looked at further.",
        )
    without = record.played & ~some
    if without.any() and some.any():
        yield record.finding(
            "note",
            "cards missing",
            without,
            f"no cards are given for {many(int(without.sum()), 'coup')}",
            "Cards of these shoes are not all known: don't count what is left of them.",
        )


def _winners(record: Record) -> Iterator[Finding]:
    player, banker = record.hands
    by_total = _contradicts(record, player.total, banker.total)
    if by_total.any():
        yield record.finding(
            "error",
            "winner against totals",
            by_total,
            f"the winner does not have the higher total: {many(int(by_total.sum()), 'coup')}",
            _MISCOPIED,
        )
    by_cards = _contradicts(record, player.cards_total, banker.cards_total) & ~by_total
    if by_cards.any():
        yield record.finding(
            "error",
            "winner against cards",
            by_cards,
            f"the winner's cards don't make the higher total: {many(int(by_cards.sum()), 'coup')}",
            _MISCOPIED,
        )


def _contradicts(
    record: Record, player: NDArray[np.int8], banker: NDArray[np.int8]
) -> NDArray[np.bool_]:
    winner = np.select([player > banker, player < banker], [PLAYER, BANKER], TIE)
    told = (player >= 0) & (banker >= 0)
    differs: NDArray[np.bool_] = told & (winner != record.history.outcomes)
    return differs


def _hands_against_cards(record: Record) -> Iterator[Finding]:
    parts = {
        "total": "total",
        "drew": "third card",
        "pair": "pair",
        "suited": "suited pair",
    }
    for side, hand in zip(SIDES, record.hands, strict=True):
        for name, word in parts.items():
            said, shown = getattr(hand, name), getattr(hand, f"cards_{name}")
            differ = (said >= 0) & (shown >= 0) & (said != shown)
            if name == "suited":
                differ &= hand.pair == hand.cards_pair
            if differ.any():
                yield record.finding(
                    "error",
                    f"{word} against cards",
                    differ,
                    f"{side}'s {word} is not what the cards make it: "
                    f"{many(int(differ.sum()), 'coup')}",
                    _MISCOPIED,
                )


def _marks(record: Record) -> Iterator[Finding]:
    yield from _impossible_marks(record)
    player, banker = record.hands
    won = np.select(
        [record.history.outcomes == PLAYER, record.history.outcomes == BANKER],
        [player.best_total, banker.best_total],
        np.where(player.best_total >= 0, player.best_total, banker.best_total),
    )
    points, natural = record.mark("points"), record.mark("natural")
    wrong = (points >= 0) & (won >= 0) & (points != won)
    naturals = [_natural(hand.two, hand.best_drew) for hand in record.hands]
    none = (naturals[0] == 0) & (naturals[1] == 0) & (natural == 1)
    outcomes = record.history.outcomes
    some = (outcomes != BANKER) & (naturals[0] == 1)  # in a tie both are or neither is
    some |= (outcomes == BANKER) & (naturals[1] == 1)
    for name, coups in (("points", wrong), ("natural", none | (some & (natural == 0)))):
        if coups.any():
            yield record.finding(
                "error",
                f"{name} against totals",
                coups,
                f"the marked {name} is not what the hands make it: "
                f"{many(int(coups.sum()), 'coup')}",
                _MISCOPIED,
            )


def _impossible_marks(record: Record) -> Iterator[Finding]:
    points = record.mark("points")
    wrong = (points > 9) | ((points == 0) & (record.history.outcomes != TIE))
    for hand in record.hands:
        wrong |= hand.total > 9
    if wrong.any():
        yield record.finding(
            "error",
            "impossible total",
            wrong,
            f"a total above 9, or a win with 0: {many(int(wrong.sum()), 'coup')}",
            "Totals run from 0 to 9 and a winner's from 1; the column may hold something else.",
        )


def _natural(two: NDArray[np.int8], drew: NDArray[np.int8]) -> NDArray[np.int8]:
    told = np.where(two >= 0, (two >= 8) & (drew != 1), -1)
    return np.where((two < 0) & (drew == 1), 0, told).astype(np.int8)


def _unreachable(record: Record, found: list[Finding]) -> Iterator[Finding]:
    """Find codes that no cards lead to, where nothing above has told it already."""
    history = record.history
    told = np.uint16(history.known & ~_PAIR_BITS)
    possible = np.zeros(1 << 16, dtype=bool)
    possible[reachable_codes() & told] = True
    wrong = record.played & ~possible[history.codes & told]
    for finding in found:
        wrong[finding.coups] = False
    if wrong.any():
        yield record.finding(
            "error",
            "impossible hands",
            wrong,
            f"no cards lead to these totals and draws: {many(int(wrong.sum()), 'coup')}",
            DRAWN_WRONGLY,
        )


def _suited_without_a_pair(record: Record) -> Iterator[Finding]:
    wrong = np.zeros(len(record.history), dtype=bool)
    for hand in record.hands:
        wrong |= (hand.suited == 1) & (hand.pair == 0)
    if wrong.any():
        yield record.finding(
            "error",
            "suited pair without a pair",
            wrong,
            f"a suited pair that is no pair: {many(int(wrong.sum()), 'coup')}",
            _MISCOPIED,
        )
