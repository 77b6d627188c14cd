"""Settlement: several bets of one bettor booked over the coups of a history, in exact integers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.game.bets import UNIT, Bet
from baccarat.game.coup import VOID, finished_codes
from baccarat.game.money import money, moneys
from baccarat.game.showing import block_html, frame_html
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.game.terms import shown
from baccarat.history.history import History

_NOTHING: Final = np.zeros((), dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Settlement:
    """What some stakes came to. Money is in ten-thousandths of a unit.

    Attributes
    ----------
    bets : tuple of str
        The bets, in the order of the columns.
    stakes : ndarray of int64, shape (n, b)
        What was booked; 0 where nothing was asked or the stake was refused.
    net : ndarray of int64, shape (n, b)
        What each stake came to, its commission taken off.
    commission : ndarray of int64, shape (n, b)
        Commission booked on each win; a part of `net` already.
    collected : ndarray of int64, shape (n,)
        Commission paid at each coup: at once, or all that is owed at the last coup of each shoe
        and of the history, when the bettor leaves.
    refused : DataFrame
        One row a refused stake: coup (from 0 in the history), bet, stake_units, reason.

    Examples
    --------
    >>> from baccarat import History
    >>> booked = settle("classic", {"banker": 10, "tie": 1}, History([1, 2, 0]))
    >>> (booked.net / UNIT).tolist()
    [[9.5, -1.0], [0.0, 8.0], [-10.0, -1.0]]
    """

    bets: tuple[str, ...]
    stakes: NDArray[np.int64]
    net: NDArray[np.int64]
    commission: NDArray[np.int64]
    collected: NDArray[np.int64]
    refused: pd.DataFrame

    def __repr__(self) -> str:
        return f"<Settlement: {', '.join(self.bets)} over {len(self.net):,} coups>"

    def _repr_html_(self) -> str:
        refused = f"{len(self.refused):,} stakes refused" if len(self.refused) else ""
        formats = {"edge": "+.3%"}
        return block_html("Settlement", refused, frame_html(self.totals(), formats, index=True))

    @property
    def owed(self) -> NDArray[np.int64]:
        """Commission booked but not yet paid after each coup; shape (n,)."""
        return np.cumsum(self.commission.sum(axis=1)) - np.cumsum(self.collected)

    @property
    def cash(self) -> NDArray[np.int64]:
        """What changed hands at each coup: net, but commission when it is collected; (n,)."""
        return np.asarray((self.net + self.commission).sum(axis=1) - self.collected)

    def totals(self) -> pd.DataFrame:
        """Sum up each bet.

        Returns
        -------
        DataFrame
            Indexed by bet: coups bet on, stakes_units, net_units, commission_units, and edge, the
            house's share of what was staked.

        Examples
        --------
        >>> from baccarat import History
        >>> settle("classic", {"player": 2}, History([0, 1, 0])).totals().loc["player"].tolist()
        [3.0, 6.0, 2.0, 0.0, -0.3333333333333333]
        """
        stakes, net = self.stakes.sum(axis=0), self.net.sum(axis=0)
        with np.errstate(invalid="ignore"):
            edge = -net / stakes
        columns = {
            "coups": (self.stakes > 0).sum(axis=0),
            "stakes_units": stakes / UNIT,
            "net_units": net / UNIT,
            "commission_units": self.commission.sum(axis=0) / UNIT,
            "edge": edge,
        }
        return pd.DataFrame(columns, index=pd.Index(self.bets, name="bet"))

    def frame(self) -> pd.DataFrame:
        """Give the books as a tidy table.

        Returns
        -------
        DataFrame
            One row a coup and booked bet: coup (from 0 in the history), bet, stake_units,
            net_units, commission_units.

        Examples
        --------
        >>> from baccarat import History
        >>> settle("classic", {"player": [0, 5]}, History([0, 0])).frame()
           coup     bet  stake_units  net_units  commission_units
        0     1  player          5.0        5.0               0.0
        """
        coup, bet = np.nonzero(self.stakes)
        return pd.DataFrame(
            {
                "coup": coup,
                "bet": np.array(self.bets)[bet],
                "stake_units": self.stakes[coup, bet] / UNIT,
                "net_units": self.net[coup, bet] / UNIT,
                "commission_units": self.commission[coup, bet] / UNIT,
            }
        )


def settle(table: Table | str, stakes: Mapping[str, Any], history: History) -> Settlement:
    """Book stakes on several bets over the coups of a history.

    A tie pushes player and banker; a void coup returns every stake, side bets too. A stake that
    the house would not take is refused with the reason and not booked: a bet that is closed by
    then, a stake off the chip or the limits, player and banker stakes that, as far as they were
    taken, differ too much.

    Parameters
    ----------
    table : Table or str
        Whose bets, limits and commission count.
    stakes : mapping of str to number or array_like, shape (n,)
        For each bet, units staked on every coup, or coup by coup; 0 is no bet.
    history : History
        What came. A history of outcomes alone will do for bets that need no more.

    Returns
    -------
    Settlement

    Raises
    ------
    ValueError
        If a bet is not offered, a stake negative or no amount, an array of another length, or a
        bet needs more than the history tells.

    References
    ----------
    Collection at the end: the commission is marked coup by coup and paid when the shoe ends or the
    bettor leaves. The end of the history counts as leaving, and what is owed is then collected in
    any case, also of a bettor who has nothing left.

    Examples
    --------
    >>> booked = settle("punto-banco", {"player": 30}, History([1]))
    >>> booked.refused["reason"].item()
    'stakes on player must be multiples of 20, got 30'
    """
    table = as_table(table)
    asked = _asked(table, stakes, len(history))
    refusals = _refusals(table, asked, history)
    placed, net, commission = {}, {}, {}
    for bet, amounts in asked.items():
        placed[bet] = refusals[bet].left(amounts)
        codes = paying_codes(history, [table.bets[bet]])
        net[bet], commission[bet] = table.booked(bet, placed[bet], codes)
    _check_countable([*placed.values(), *net.values(), *commission.values()])
    owed = np.asarray(np.sum([*commission.values()], axis=0, dtype=np.int64))
    return Settlement(
        tuple(asked),
        _columns(placed, len(history)),
        _columns(net, len(history)),
        _columns(commission, len(history)),
        _collected(table, owed, history),
        _refused(asked, refusals),
    )


def _asked(table: Table, stakes: Mapping[str, Any], n: int) -> dict[str, NDArray[np.int64]]:
    if not isinstance(stakes, Mapping) or not stakes:
        raise ValueError(
            f"stakes must say how much on which bet, as {{'banker': 5}}; got {stakes!r}"
        )
    asked = {}
    for bet, units in stakes.items():
        table.bets[bet]
        amounts = moneys(units)
        if amounts.shape not in ((), (n,)):
            raise ValueError(
                f"stakes on {bet} must be one number or {n}, one a coup; got {amounts.shape}"
            )
        if amounts.size and amounts.min() < 0:
            raise ValueError(f"stakes on {bet} must be at least 0, got {shown(int(amounts.min()))}")
        asked[bet] = amounts
    return asked


_TAKEN, _CLOSED, _APART = range(3)


@dataclass(frozen=True)
class _Refusals:
    """Why the stakes on one bet are refused: coup by coup a place in `texts`; 0 where taken."""

    why: NDArray[np.int64]
    texts: list[str]

    def left(self, amounts: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.where(self.why == _TAKEN, amounts, 0)

    def rows(self, bet: str, amounts: NDArray[np.int64]) -> pd.DataFrame:
        coups = np.flatnonzero(self.why)
        return pd.DataFrame(
            {
                "coup": coups,
                "bet": bet,
                "stake_units": np.broadcast_to(amounts, self.why.shape)[coups] / UNIT,
                "reason": [self.texts[place] for place in self.why[coups].tolist()],
            }
        )


def _refusals(
    table: Table, asked: Mapping[str, NDArray[np.int64]], history: History
) -> dict[str, _Refusals]:
    """Refuse stakes one by one, then those on player and banker that are left too far apart."""
    number = np.arange(len(history)) - history.starts[history.shoe()]
    refusals = {bet: _own_refusals(table, bet, asked[bet], number) for bet in asked}
    sides = [bet for bet in ("player", "banker") if bet in asked]
    left = {bet: refusals[bet].left(asked[bet]) for bet in sides}
    apart = table.limits.apart(left.get("player", _NOTHING) - left.get("banker", _NOTHING))
    for bet in sides:
        refusals[bet].why[apart & (left[bet] > 0)] = _APART
    return refusals


def _own_refusals(
    table: Table, bet: str, amounts: NDArray[np.int64], number: NDArray[np.int64]
) -> _Refusals:
    stakes, places = np.unique(amounts, return_inverse=True)
    limits = [table.limits.refusal(bet, stake) if stake else "" for stake in stakes.tolist()]
    open_for, difference = table.closes.get(bet), table.limits.difference
    texts = [
        "",
        f"{bet} closes after {open_for} coups of the shoe",
        f"stakes on player and banker may differ by {shown(money(difference or 0))} at most",
        *limits,
    ]
    offence = np.array([_APART + 1 + i if text else _TAKEN for i, text in enumerate(limits)])
    why = np.broadcast_to(offence[places.reshape(amounts.shape)], number.shape).copy()
    if open_for is not None:
        why[(number >= open_for) & (amounts > 0)] = _CLOSED
    return _Refusals(why, texts)


def paying_codes(history: History, bets: Iterable[Bet]) -> NDArray[np.uint16]:
    """Give codes that settle some bets: the coups' own, or finished ones that stand for them.

    Parameters
    ----------
    history : History
        What came.
    bets : iterable of Bet
        What is to be settled.

    Returns
    -------
    ndarray of uint16, shape (n,)

    Raises
    ------
    ValueError
        If a bet needs more than the history tells, or a coup's winner contradicts its totals.

    Examples
    --------
    >>> from baccarat import BETS
    >>> paying_codes(History([1]), [BETS["banker"]]) >> 14
    array([1], dtype=uint16)
    """
    codes = finished_codes()
    kept, first, group = np.unique(codes & history.known, return_index=True, return_inverse=True)
    for bet in bets:
        if np.any(bet.pays[codes] != bet.pays[codes[first]][group]):
            raise ValueError(f"{bet.name} needs more than the history tells of its coups")
    standing_for = np.zeros(1 << 16, dtype=np.uint16)
    standing_for[VOID << 14 :] = VOID << 14
    standing_for[kept] = codes[first]
    found = standing_for[history.codes]
    if np.any(found == 0):
        number = int(np.argmax(found == 0))
        raise ValueError(
            f"coup {number} (from 0) gives its winner against its totals; mend the history first"
        )
    return found


def _check_countable(amounts: list[NDArray[np.int64]]) -> None:
    if sum(float(np.abs(each).sum(dtype=np.float64)) for each in amounts) >= 1 << 62:
        raise ValueError(
            f"the stakes come to more than can be counted, some {(1 << 62) // UNIT:,} units in "
            "all; take larger units"
        )


def _columns(arrays: Mapping[str, NDArray[np.int64]], n: int) -> NDArray[np.int64]:
    return np.stack([*arrays.values()], axis=1).reshape(n, len(arrays))


def _collected(table: Table, owed: NDArray[np.int64], history: History) -> NDArray[np.int64]:
    if table.commission is None or table.commission.collected == "coup":
        return owed
    collected = np.zeros_like(owed)
    filled = history.lengths > 0
    ends = history.starts[1:][filled]
    collected[ends - 1] = np.add.reduceat(owed, history.starts[:-1][filled]) if len(owed) else 0
    return collected


def _refused(
    asked: Mapping[str, NDArray[np.int64]], refusals: Mapping[str, _Refusals]
) -> pd.DataFrame:
    rows = [refusals[bet].rows(bet, asked[bet]) for bet in asked]
    some = [frame for frame in rows if len(frame)] or rows[:1]
    return pd.concat(some, ignore_index=True).sort_values("coup", kind="stable", ignore_index=True)
