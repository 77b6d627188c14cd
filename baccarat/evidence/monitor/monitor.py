"""A watch over records that grow: look after every night, and be right however often one looks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pandas as pd

from baccarat.evidence.monitor.arrivals import Arrival, Update, compare, named_shoes, twins
from baccarat.evidence.monitor.evalues import PRIOR, discoveries, from_log
from baccarat.evidence.monitor.files import as_json, from_json, write_whole
from baccarat.evidence.monitor.frames import evidence_frame, trail_frame
from baccarat.evidence.monitor.settings import Rules, Settings
from baccarat.evidence.monitor.telling import tell
from baccarat.evidence.monitor.trail import Trail, together, trail
from baccarat.evidence.result import LEVEL, Verdict
from baccarat.game.showing import block_html, frame_html
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.history import History


class Monitor:
    """Shoes of one or more tables as they arrive, and the evidence in them against chance.

    Parameters
    ----------
    tables : Table, str, or mapping of str to Table or str
        The tables watched, by the name of their records; all of them, before the first look. A
        single table's record has the table's name.
    k : int
        How many wins in a row make a run, 2 or more.
    prior : float
        Coups the prior is worth. It spreads banker's share under the alternative about the
        table's own, by sqrt(p (1 - p) / (prior + 1)): 2 points for 625.
    level : float
        The chance, at most, that pure chance ever raises the alarm.

    Raises
    ------
    ValueError
        If there is no table, or a setting is out of bounds.

    Notes
    -----
    Each table has four e-values (`HYPOTHESES`); as they depend on each other they are combined by
    their mean. They depend on counts alone: neither the order of shoes nor how they were handed
    over changes them. The alarm is raised when the e-value of all tables together reaches
    1 / level after any shoe, in the order in which shoes arrived, and is not taken back.

    References
    ----------
    J. Ville, Étude critique de la notion de collectif (1939), for the bound of the alarm.
    A. Ramdas, P. Grünwald, V. Vovk and G. Shafer, "Game-theoretic statistics and safe anytime-valid
    inference", Statistical Science 38 (2023).

    Examples
    --------
    >>> import baccarat as bc
    >>> monitor = Monitor("live")
    >>> record = bc.deal("live", 20, rng=1)
    >>> print(monitor.update(record.part(0, 10), when="2026-01-01"))
    live: 10 shoes added, 0 extended, 0 unchanged
    >>> print(monitor.update(record, when="2026-01-02"))
    live: 10 shoes added, 0 extended, 10 unchanged
    >>> monitor.frame()[["hypothesis", "e_value", "alarm"]].round(2)
                 hypothesis  e_value  alarm
    0                 share     0.75  False
    1               repeats     0.58  False
    2           after a run     1.12  False
    3  order, share unknown     0.00  False
    """

    def __init__(
        self,
        tables: Mapping[str, Table | str] | Table | str,
        *,
        k: int = 3,
        prior: float = PRIOR,
        level: float = LEVEL,
    ) -> None:
        if not isinstance(tables, Mapping):
            tables = {as_table(tables).name or "table": tables}
        rules = {name: Rules.of(table) for name, table in tables.items()}
        self._settings = Settings(rules, k, float(prior), float(level))
        self._hold({name: {} for name in rules}, [])

    def _hold(self, shoes: dict[str, dict[str, str]], arrivals: list[Arrival]) -> None:
        self._shoes, self._arrivals = shoes, arrivals
        self._trails: dict[str, Trail] = {}  # anew, as what they follow has changed

    def _trail(self, name: str) -> Trail:
        if name not in self._trails:
            found = trail(name, self._shoes[name], self._arrivals, self._settings)
            self._trails[name] = found
        return self._trails[name]

    @property
    def settings(self) -> Settings:
        """What the monitor was set to before the first look."""
        return self._settings

    @property
    def names(self) -> tuple[str, ...]:
        """The records watched."""
        return tuple(self._settings.tables)

    def shoes(self, name: str | None = None) -> dict[str, str]:
        """Give a record's shoes, as letters P, B, T, V by id, in the order of arrival.

        Examples
        --------
        >>> monitor = Monitor("live")
        >>> _ = monitor.update(History([0, 1, 2]))
        >>> monitor.shoes()
        {'1': 'PBT'}
        """
        return dict(self._shoes[self._named(name)])

    def update(
        self,
        history: History,
        name: str | None = None,
        *,
        ids: Iterable[object] | None = None,
        when: date | str | None = None,
    ) -> Update:
        """Take in what is new in a record; the same record again changes nothing.

        Parameters
        ----------
        history : History
            The record as it is now, or a part of it with ids; a shoe a segment.
        name : str, optional
            The record's name; may be left out where only one is watched.
        ids : iterable, optional
            An id for each shoe, that it keeps; default its place in the record, "1", "2", ...
        when : date or str, optional
            A note for the path.

        Returns
        -------
        Update
            Shoes added, extended (the last one was unfinished and went on) and unchanged, and a
            warning where a shoe of 20 coups or more is the same as another one.

        Raises
        ------
        ValueError
            If there is no such record, a shoe is not what it was, the history's own table has
            other decks, or ids are wrong. Nothing is changed then.

        Examples
        --------
        >>> monitor = Monitor("live")
        >>> _ = monitor.update(History([0, 1, 1]))
        >>> monitor.update(History([0, 1, 1, 0])).extended
        ('1',)
        >>> monitor.update(History([1, 1, 1, 0]))
        Traceback (most recent call last):
        ...
        ValueError: shoe 1 of 'live' had P and now has B as coup 1; a shoe may only go on: ...
        """
        name = self._named(name)
        self._check_decks(history, name)
        given = named_shoes(history, ids)
        new = compare(name, self._shoes[name], given)
        same = set(new.unchanged)
        changed = [shoe for shoe in given if shoe not in same]
        if not changed:
            return new
        shoes = self._shoes | {name: self._shoes[name] | given}
        pieces = tuple((shoe, len(given[shoe])) for shoe in changed)
        arrival = Arrival(name, None if when is None else str(when), pieces)
        self._hold(shoes, [*self._arrivals, arrival])
        return replace(new, warnings=twins(shoes, new))

    def _named(self, name: str | None) -> str:
        if name is None and len(self.names) == 1:
            return self.names[0]
        if name is None or name not in self._settings.tables:
            raise ValueError(f"name must be one of {', '.join(self.names)}; got {name!r}")
        return name

    def _check_decks(self, history: History, name: str) -> None:
        decks = self._settings.tables[name].decks
        if history.table is not None and history.table.decks != decks:
            raise ValueError(
                f"the history was played with {history.table.decks} decks, {name!r} is watched as "
                f"a table of {decks}; watch it under a name of its own"
            )

    @property
    def e_value(self) -> float:
        """The e-value of all tables together, now; see `together`."""
        return float(from_log(self._together()[-1])) if self._arrivals else 1.0

    @property
    def highest(self) -> float:
        """The largest it has been, from 1 on, after any shoe in the order of arrival."""
        return float(from_log(np.max(self._together(), initial=0.0)))

    def _together(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        return together([self._trail(name) for name in self.names])

    def deviating(self) -> tuple[str, ...]:
        """Say which tables deviate now: of those named, a share of `level` at most is chance.

        Examples
        --------
        >>> Monitor({"a": "live", "b": "live"}).deviating()
        ()
        """
        now = [self._trail(name).combined[-1:].sum() for name in self.names]  # 0 before any shoe
        picked = discoveries(from_log(now), self._settings.level)
        return tuple(name for name, deviates in zip(self.names, picked, strict=True) if deviates)

    @property
    def verdict(self) -> Verdict:
        """Say what the records show.

        *deviation*: the alarm was raised. *consistent with chance*: it was not, and at every
        table the confidence sequence leaves out each shift of banker's share that would pay.
        *inconclusive*: neither.
        """
        return tell(self)[1]

    def sentence(self) -> str:
        """Give the answer in a sentence.

        Examples
        --------
        >>> Monitor("live").sentence()
        'No decided coup has been recorded yet.'
        """
        return tell(self)[0]

    def frame(self) -> pd.DataFrame:
        """Table the evidence as it is now, one row a table and hypothesis.

        Returns
        -------
        DataFrame
            table, hypothesis, e_value, e_highest (after any shoe) and alarm (whether that reached
            1 / level: by itself, so that one of several alarms here may be chance); e_combined,
            the table's mean; shoes, coups (decided) and banker's share; low and high, limits for
            banker's chance that hold at all times together, in points off the table's law.

        Examples
        --------
        >>> Monitor({"a": "live", "b": "six-deck"}).frame().shape
        (8, 11)
        """
        found = {name: self._trail(name) for name in self.names}
        return evidence_frame(found, self._shoes, self._settings)

    def path(self, name: str | None = None) -> pd.DataFrame:
        """Table a record after each shoe, in the order of arrival.

        Parameters
        ----------
        name : str, optional
            The record's name; may be left out where only one is watched.

        Returns
        -------
        DataFrame
            update (its number, from 1), when and shoe; coups, decided ones so far; the e-values
            e_share, e_repeats, e_after_a_run and e_order, and their mean e_combined; p_naive, the
            two-sided p value of banker's share that pretends to a single look; share; low and
            high, in points off the table's law. A shoe that went on has a row for each piece.

        Examples
        --------
        >>> import baccarat as bc
        >>> monitor = Monitor("live")
        >>> _ = monitor.update(bc.deal("live", 2, rng=1))
        >>> monitor.path()[["shoe", "coups", "e_combined", "p_naive"]].round(3)
          shoe  coups  e_combined  p_naive
        0    1     76       0.771    0.563
        1    2    146       0.954    0.740
        """
        name = self._named(name)
        return trail_frame(self._trail(name), name, self._settings)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the monitor to a JSON file, whole or not at all.

        Examples
        --------
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Monitor("live").save(Path(folder) / "monitor.json")
        ...     Monitor.load(Path(folder) / "monitor.json")
        <Monitor: live; 0 shoes>
        """
        write_whole(Path(path), as_json(self._settings, self._shoes, self._arrivals))

    @classmethod
    def load(cls, path: str | os.PathLike[str], like: Monitor | None = None) -> Monitor:
        """Read a monitor from its file.

        Parameters
        ----------
        path : str or path
            The file.
        like : Monitor, optional
            A monitor with the settings that the file must have.

        Returns
        -------
        Monitor

        Raises
        ------
        ValueError
            If the file is no monitor's, is damaged, or has other settings.
        OSError
            If it can't be read.

        Examples
        --------
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Monitor("live", k=3).save(f"{folder}/monitor.json")
        ...     again = Monitor.load(f"{folder}/monitor.json", like=Monitor("live", k=3))
        >>> again == Monitor("live", k=3)
        True
        """
        try:
            settings, shoes, arrivals = from_json(Path(path).read_text(encoding="utf-8"))
            if like is not None and like.settings != settings:
                raise ValueError(
                    "its settings are not those asked for, and can't change after the first look; "
                    "ask for its own, or begin a new file with new shoes"
                )
        except ValueError as error:
            raise ValueError(f"{path} can't be used: {error}") from None
        monitor = cls.__new__(cls)
        monitor._settings = settings
        monitor._hold(shoes, arrivals)
        return monitor

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Monitor):
            return NotImplemented
        mine, theirs = ((one._settings, one._shoes, one._arrivals) for one in (self, other))
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shoes = sum(map(len, self._shoes.values()))
        return f"<Monitor: {', '.join(self.names)}; {shoes:,} shoe{'s' * (shoes != 1)}>"

    def _repr_html_(self) -> str:
        columns = ["table", "hypothesis", "e_value", "e_highest", "alarm", "shoes", "coups"]
        formats = {"share": ".2%", "low": "+.2f", "high": "+.2f"}
        told = frame_html(self.frame()[[*columns, "share", "low", "high"]], formats)
        return block_html(self.verdict, self.sentence(), told)
