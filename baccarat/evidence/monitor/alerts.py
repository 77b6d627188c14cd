"""What somebody who reads a page every night has to see first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from baccarat.evidence.break_even import break_even_points
from baccarat.evidence.monitor.arrivals import Update
from baccarat.evidence.result import LEVEL, POWER
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.history.check import Findings
from baccarat.history.history import History
from baccarat.history.words import many

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
    told += [f"{warning[0].upper()}{warning[1:]}." for warning in update.warnings]
    told += _closed(history, place)
    return told + _too_few(monitor, place)


def _faults(findings: Findings) -> list[str]:
    errors = [finding for finding in findings if finding.severity == "error"]
    warnings = [finding for finding in findings if finding.severity == "warning"]
    told = []
    for kind, found in (("fault", errors), ("doubt", warnings)):
        if found:
            more = f", and {many(len(found) - 1, kind)} more" if len(found) > 1 else ""
            what = f"{found[0].what} ({found[0].where})"
            told.append(f"The record has {many(len(found), kind)}: {what}{more}.")
    return told


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
    return [f"In the last shoe, at coup {number}, these bets are closed: {', '.join(shut)}."]


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
        f"Too few coups: {coups:,} decided, about {rounded:,.0f} are needed to see a banker's "
        "share that would pay."
    ]
