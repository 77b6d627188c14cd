"""What somebody who reads a page every night has to see first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from baccarat.evidence.break_even import break_even_points
from baccarat.evidence.monitor.arrivals import Update
from baccarat.evidence.result import LEVEL, POWER
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.history.check import Finding, Findings
from baccarat.history.history import History
from baccarat.words.messages import say, say_many, translated

if TYPE_CHECKING:
    from baccarat.evidence.monitor.monitor import Monitor


def alerts(
    history: History,
    monitor: Monitor,
    update: Update,
    findings: Findings,
    table: Table | str | None = None,
) -> list[str]:
    """Say what stands out in a record that has grown.

    Parameters
    ----------
    history : History
        The whole record.
    monitor : Monitor
        What watches it, with the update taken in.
    update : Update
        What was new.
    findings : Findings
        What `baccarat.check` says of the record.
    table : Table or str, optional
        Its table, if the history does not name its own.

    Returns
    -------
    list of str
        A sentence each, worst first: an alarm of the monitor, faults in the record, what the
        update warns of, bets that are closed in the shoe being played, too few coups for the
        question. Empty where all is well.

    Examples
    --------
    >>> import baccarat as bc
    >>> history = bc.read_history("data/recorded/live-table.txt", table="live")
    >>> monitor = bc.Monitor("live")
    >>> update = monitor.update(history)
    >>> for alert in alerts(history, monitor, update, bc.check(history)):
    ...     print(alert)
    In the last shoe, at coup 64, these bets are closed: player pair, banker pair, ...
    Too few coups: 57 decided, about 55,000 are needed to see a banker's share that would pay.
    """
    place = history.known_table(table)
    told = [monitor.sentence()] if monitor.verdict == "deviation" else []
    told += _faults(findings)
    told += [_sentence(translated(warning)) for warning in update.warnings]
    told += _closed(history, place)
    return told + _too_few(monitor, place)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text.endswith("?") else ".")


def _faults(findings: Findings) -> list[str]:
    told = []
    for severity, counted in (("error", _fault_count), ("warning", _doubt_count)):
        found = [finding for finding in findings if finding.severity == severity]
        if found:
            told.append(_first_of(found, counted))
    return told


def _first_of(found: list[Finding], counted: Callable[[int], str]) -> str:
    more = say(", and {faults} more", faults=counted(len(found) - 1)) if len(found) > 1 else ""
    return say(
        "The record has {faults}: {what} ({where}){more}.",
        faults=counted(len(found)),
        what=found[0].what,
        where=found[0].where,
        more=more,
    )


def _fault_count(number: int) -> str:
    return say_many(number, "{count:,} fault", "{count:,} faults")


def _doubt_count(number: int) -> str:
    return say_many(number, "{count:,} doubt", "{count:,} doubts")


def _closed(history: History, table: Table) -> list[str]:
    """Name the bets that are closed at the next coup of the shoe being played."""
    if not history.segments:
        return []
    number = int(history.lengths[-1])
    if 6 * number >= table.cards - table.cut:  # the shoe may have been played to its end
        return []
    shut = [name for name, coups in table.closes.items() if 0 < coups <= number]
    if not shut:
        return []
    return [
        say(
            "In the last shoe, at coup {coup}, these bets are closed: {bets}.",
            coup=number,
            bets=", ".join(map(translated, shut)),
        )
    ]


def _too_few(monitor: Monitor, table: Table) -> list[str]:
    from scipy.special import ndtri

    share = float(coup_law(table.decks).banker_share)
    margin = min(map(abs, break_even_points(table)["banker"])) / 100
    reach = float(ndtri(1 - LEVEL / 2) + ndtri(POWER))
    needed = share * (1 - share) * (reach / margin) ** 2
    coups = int(monitor.frame().drop_duplicates("table")["coups"].sum())
    if coups >= needed:
        return []
    rounded = float(np.format_float_positional(needed, 2, fractional=False, trim="k"))
    return [
        say(
            "Too few coups: {count:,} decided, about {needed:,.0f} are needed to see a banker's "
            "share that would pay.",
            count=coups,
            needed=rounded,
        )
    ]
