"""A system played by hand: a plain loop, coup by coup, that writes down all it does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from baccarat.betting.selections.base import Side
from baccarat.betting.settle import paying_codes
from baccarat.betting.system import Session, System
from baccarat.game.bets import Bet
from baccarat.game.coup import WINNERS
from baccarat.game.money import UNIT
from baccarat.game.table import Table
from baccarat.history.history import History


@dataclass
class _Hand:
    """A session under way."""

    system: System
    session: Session
    selected: Any = None
    progressed: Any = None
    money: int = 0
    coups: int = 0
    ended: str = ""
    rows: list[dict[str, Any]] = field(default_factory=list)


def ledger(
    system: System,
    history: History,
    session: Session | None = None,
    table: Table | str | None = None,
) -> pd.DataFrame:
    """Play a system over a history and keep the books.

    Parameters
    ----------
    system : System
        What to play.
    history : History
        What came; sessions of `session.shoes` segments each.
    session : Session, optional
        Default: a shoe, without a bankroll or limit.
    table : Table or str, optional
        Whose bets; default the history's own.

    Returns
    -------
    DataFrame
        One row a bet: session and coup (from 0, of the history), side, asked and placed (units),
        net and bank (units), over (whether the stake was over the limit); and a last row of each
        session that ended early with the reason in `ended`.

    Raises
    ------
    ValueError
        If the history does not tell enough to settle the bets, or names no table.

    Examples
    --------
    >>> from baccarat import Always, Martingale
    >>> books = ledger(System(Always("banker"), Martingale()), History([0, 0, 2, 1]), table="live")
    >>> books[["placed", "net_units"]].to_dict("list")
    {'placed': [1, 2, 4, 4], 'net_units': [-1.0, -2.0, 0.0, 3.8]}
    """
    session = Session() if session is None else session
    place = history.known_table(table)
    bets: dict[Side, Bet] = {"player": place.bets["player"], "banker": place.bets["banker"]}
    codes = paying_codes(history, list(bets.values())).tolist()
    pays = {side: bet.pays for side, bet in bets.items()}
    rows = []
    for number, first in enumerate(range(0, history.segments, session.shoes)):
        hand = _Hand(system, session, progressed=system.progression.start)
        hand.money = (session.bankroll or 0) * UNIT
        for segment in range(first, min(first + session.shoes, history.segments)):
            hand.selected = system.selection.start
            if not session.carry:
                hand.progressed = system.progression.start
            for coup in range(history.starts[segment], history.starts[segment + 1]):
                if not hand.ended:
                    _play(hand, coup, codes[coup], pays)
        rows += [{"session": number, **row} for row in hand.rows]
    columns = ["session", "coup", "side", "asked", "placed", "net_units", "bank_units", "over"]
    return pd.DataFrame(rows, columns=[*columns, "ended"])


def _play(hand: _Hand, coup: int, code: int, pays: dict[Side, Any]) -> None:
    winner = WINNERS[code >> 14]
    side = hand.system.selection.side(hand.selected)
    if side is not None:
        _bet(hand, coup, side, int(pays[side][code]))
        if hand.ended in ("over the limit", "short"):
            return
    if winner in ("player", "banker"):
        hand.selected = hand.system.selection.seen(hand.selected, winner)
    hand.coups += 1
    if not hand.ended and hand.coups == hand.session.coups:
        _end(hand, coup, "coups")


def _bet(hand: _Hand, coup: int, side: Side, pay: int) -> None:
    progression, session = hand.system.progression, hand.session
    asked = placed = progression.stake(hand.progressed)
    over = session.limit is not None and asked > session.limit
    if over and session.over_limit == "stop":
        return _end(hand, coup, "over the limit", over=True)
    if over and session.over_limit == "restart":
        hand.progressed = progression.start
        placed = progression.stake(hand.progressed)
    placed = max(placed, session.minimum)
    placed = placed if session.limit is None else min(placed, session.limit)
    if session.bankroll is not None and placed * UNIT > hand.money:
        placed = hand.money // UNIT
        if session.short == "stop" or placed < session.minimum:
            return _end(hand, coup, "short", over=over)
    gain = placed * pay
    hand.money += gain
    if pay > 0:
        hand.progressed = progression.won(hand.progressed, placed)
    elif pay < 0:
        hand.progressed = progression.lost(hand.progressed, placed)
    hand.rows.append(
        {
            "coup": coup,
            "side": side,
            "asked": asked,
            "placed": placed,
            "net_units": gain / UNIT,
            "bank_units": hand.money / UNIT,
            "over": over,
            "ended": "",
        }
    )
    profit = hand.money - (session.bankroll or 0) * UNIT
    if session.bankroll is not None and hand.money < session.minimum * UNIT:
        hand.rows[-1]["ended"] = hand.ended = "ruined"
    elif session.win is not None and profit >= session.win * UNIT:
        hand.rows[-1]["ended"] = hand.ended = "target"
    elif session.loss is not None and -profit >= session.loss * UNIT:
        hand.rows[-1]["ended"] = hand.ended = "loss"
    return None


def _end(hand: _Hand, coup: int, reason: str, *, over: bool = False) -> None:
    hand.ended = reason
    bank = hand.money / UNIT
    row = {"coup": coup, "side": None, "asked": 0, "placed": 0, "net_units": 0.0}
    hand.rows.append({**row, "bank_units": bank, "over": over, "ended": reason})
