"""What a bet selection came to on a history: its bets, its hits, and what chance gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import nan, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.betting.selections import SELECTIONS, Selection  # noqa: F401 - catalogue in examples
from baccarat.betting.settle import paying_codes
from baccarat.betting.sides import sides_over
from baccarat.evidence.break_even import Mix, SideOdds, side_odds
from baccarat.evidence.followed.mix import EXACT_BETS, mix_p_value, score_interval
from baccarat.evidence.making import directed, untestable
from baccarat.evidence.result import TestResult
from baccarat.game.coup import BANKER, PLAYER, VOID
from baccarat.game.money import UNIT
from baccarat.game.showing import block_html, pairs_html
from baccarat.game.table import Table
from baccarat.history.history import History

_NULL: Final = "each bet hits with the chance of its side, whatever came before"
_MEASURES: Final = "hits beyond what the sides bet on allow"


@dataclass(frozen=True)
class HitRate:
    """What one selection came to on a history, a unit a bet.

    Attributes
    ----------
    selection : str
        Its name.
    on : tuple of int
        Bets on player and on banker, pushed ones too.
    decided : tuple of int
        Bets on each that were decided.
    hits : int
        Bets that hit.
    expected : float
        Their mean chance, a share of decided bets; NaN without any.
    net : int or None
        What they came to, commission paid, in ten-thousandths of a unit; None where the record
        does not tell.
    p_bh : float
        After Benjamini and Hochberg, over all selections.
    result : TestResult
        Effect, interval, p values, margin; all in points.

    Examples
    --------
    >>> from baccarat import FollowLast
    >>> rate = followed_rates(History([0, 0, 2, 1]), {"follow": FollowLast()}, "live")[0]
    >>> rate.bets, rate.on, rate.decided, rate.hits, rate.net_units, rate.profit
    (3, (3, 0), (2, 0), 1, 0.0, False)
    """

    selection: str
    on: Mix
    decided: Mix
    hits: int
    expected: float
    net: int | None
    p_bh: float
    result: TestResult

    @property
    def bets(self) -> int:
        """All bets, pushed ones too."""
        return sum(self.on)

    @property
    def rate(self) -> float:
        """Hits as a share of decided bets; NaN without any."""
        return self.hits / sum(self.decided) if any(self.decided) else nan

    @property
    def net_units(self) -> float:
        """What a unit a bet came to, in units; NaN where the record does not tell."""
        return nan if self.net is None else self.net / UNIT

    @property
    def profit(self) -> bool | None:
        """Whether a bettor of one unit a bet ended ahead; None where the record does not tell."""
        return None if self.net is None else self.net > 0

    def _repr_html_(self) -> str:
        told = [
            ("bets on player, on banker", self.on),
            ("hits", f"{self.hits:,} of {sum(self.decided):,} decided bets, {self.rate:.2%}"),
            ("by chance", f"{self.expected:.2%}"),
            ("net, a unit a bet", f"{self.net_units:+,.2f} units"),
        ]
        return block_html(self.selection, "", pairs_html(told), self.result._repr_html_())


def checked_selections(selections: Mapping[str, Selection]) -> dict[str, Selection]:
    """Take selections by name, at least one.

    Examples
    --------
    >>> len(checked_selections(SELECTIONS))
    19
    """
    if not isinstance(selections, Mapping) or not selections:
        raise ValueError(
            f'selections must go by name, as {{"follow last": FollowLast()}}; got {selections!r}'
        )
    for name, selection in selections.items():
        if not isinstance(selection, Selection):
            raise ValueError(
                f"{name!r} must be a selection, such as FollowLast(), got {selection!r}"
            )
    return dict(selections)


def followed_rates(
    history: History, selections: Mapping[str, Selection], table: Table | str | None = None
) -> list[HitRate]:
    """Follow each selection through a history; nothing is corrected for their number yet.

    Parameters
    ----------
    history, selections, table
        As `baccarat.hit_rates` takes them.

    Returns
    -------
    list of HitRate

    Examples
    --------
    >>> [rate.hits for rate in followed_rates(History([0, 1]), SELECTIONS, "live")][:3]
    [1, 1, 0]
    """
    place = history.known_table(table)
    odds, pays = side_odds(place), _net_pays(history, place)
    return [_rate(name, each, history, odds, pays) for name, each in selections.items()]


def _net_pays(history: History, table: Table) -> NDArray[np.int64] | None:
    """Give what a unit on player and on banker comes to at every coup, if the history tells."""
    bets = [table.bets[side] for side in ("player", "banker")]
    plain = [bet.by_outcome for bet in bets]
    if plain[0] is not None and plain[1] is not None:
        return np.stack(plain)[:, history.outcomes]  # type: ignore[arg-type]
    try:
        codes = paying_codes(history, bets)
    except ValueError:
        return None
    return np.stack([bet.pays[codes] for bet in bets])


def _rate(
    name: str,
    selection: Selection,
    history: History,
    odds: SideOdds,
    pays: NDArray[np.int64] | None,
) -> HitRate:
    sides, outcomes = sides_over(selection, history), history.outcomes
    on = [(sides == side) & (outcomes != VOID) for side in (PLAYER, BANKER)]
    final = (outcomes == PLAYER) | (outcomes == BANKER)
    decided = int(np.count_nonzero(on[0] & final)), int(np.count_nonzero(on[1] & final))
    hits = int(np.count_nonzero((sides == outcomes) & final))
    net = None if pays is None else int(pays[0, on[0]].sum() + pays[1, on[1]].sum())
    bets = int(on[0].sum()), int(on[1].sum())
    expected = odds.expected(decided) if any(decided) else nan
    result = _tested(name, hits, decided, odds)
    return HitRate(name, bets, decided, hits, expected, net, result.p_value, result)


def _tested(name: str, hits: int, decided: Mix, odds: SideOdds) -> TestResult:
    m = sum(decided)
    if not m:
        why, margin = "it never bet on a decided coup", odds.margin((1, 1))
        return untestable(
            name, _NULL, _MEASURES, why, coups=0, margin=margin, counted="decided bets"
        )
    chance = odds.expected(decided)
    spread = odds.chance[0] * odds.chance[1]  # the same for a bet on either side
    return directed(
        name,
        _NULL,
        _MEASURES,
        100 * (hits / m - chance),
        error=100 * sqrt(spread / m),
        coups=m,
        margin=odds.margin(decided),
        p_value=mix_p_value(hits, decided, odds.chance),
        method="exact" if m <= EXACT_BETS else "asymptotic",
        interval=score_interval(hits, decided, odds.chance),
        counted="decided bets",
    )
