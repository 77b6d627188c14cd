"""What is wrong with a recorded history."""

from __future__ import annotations

from collections.abc import Iterator

from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.check.coups import coup_faults
from baccarat.history.check.findings import Finding, Findings
from baccarat.history.check.record import Record
from baccarat.history.check.repeats import repeats
from baccarat.history.check.rounds import round_faults, split_at_gaps
from baccarat.history.check.shares import share_faults
from baccarat.history.check.shoes import shoe_faults
from baccarat.history.history import History
from baccarat.history.words import many

__all__ = ["Finding", "Findings", "check", "split_at_gaps"]


def check(history: History, table: Table | str | None = None) -> Findings:
    """Find what is wrong with a record, as far as it tells.

    Coup by coup: the winner against totals and cards, totals and pairs against cards, third cards
    against the drawing rules. Shoe by shoe: more cards than the decks hold, lengths, the same
    shoe, stretch or hands twice, numbers of rounds, views of one board that slide. As a whole:
    shares of outcomes, hands and cards against the exact law and, where they are off, the known
    misreading of the drawing rules that makes just such shares.

    Parameters
    ----------
    history : History
        Outcomes alone will do; the more it tells, the more is checked.
    table : Table or str, optional
        The table to judge by; default the history's own. Where neither is known eight decks are
        taken, and lengths are not judged.

    Returns
    -------
    Findings
        Worst first.

    Raises
    ------
    ValueError
        If there is no such table.

    Notes
    -----
    Rules are certain. What rests on chance is told only below p = 0.001: shares after correction
    for the number of tests, hands in a row and lengths of shoes apart. Of 4,000 records of 200
    shoes dealt without fault 4 with all cards showed a finding; 9 with codes and no cards;
    4 with outcomes alone.

    Examples
    --------
    Player's 3 has to draw:

    >>> history = History([0], cards=[[3, 4, 255, 20, 20, 255]])
    >>> check(history)
    <Findings: 1 error, 1 note in 1 coup>
    error: third card missing: player stands on 3, though player draws on 0 to 5: 1 coup
        shoe 1 coup 1. No hand of the record has a third card: only the first two were recorded,
        or drawing was left out. Totals and cards are unusable; outcomes may be right.
    note: too few to tell: 1 coup is too few to compare shares with the law
        the record as a whole. Only a wildly wrong record would show so soon; outcomes were read
        as given.
    """
    chosen = history.table if table is None else as_table(table)
    return Findings(_all(Record(history, chosen)), len(history))


def _all(record: Record) -> Iterator[Finding]:
    twice = repeats(record)
    yield from coup_faults(record)
    yield from _void(record)
    yield from shoe_faults(record, twice.windows)
    yield from round_faults(record)
    yield from twice.findings
    yield from share_faults(record, ~twice.copies, twice.windows)


def _void(record: Record) -> Iterator[Finding]:
    void = ~record.played
    number = int(void.sum())
    meaning = "They count neither for shares nor for runs; the cards they took are gone."
    unusual = number >= 10 and number > len(record.history) / 20
    if unusual:
        meaning = f"Houses call off fewer: the sign for void may stand for a result. {meaning}"
    if number:
        what = f"{many(number, 'coup')} of {len(record.history):,} called off"
        yield record.finding("warning" if unusual else "note", "void coups", void, what, meaning)
