"""Systems played over many shoes, at the speed of their tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.betting.ledger import ledger
from baccarat.betting.machine import ProgressionTable, SelectionTable
from baccarat.betting.settle import paying_codes
from baccarat.betting.system import Session, System
from baccarat.betting.tally import Played, Results, Tally
from baccarat.game.bets import Bet
from baccarat.game.law import coup_law
from baccarat.game.money import UNIT
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.deal import deal_blocks
from baccarat.history.history import History
from baccarat.kernels import sessions as kernels

_OVER = {"stop": 0, "restart": 1, "limit": 2}
_SHORT = {"stop": 0, "rest": 1}
_SIDES = ("player", "banker")


class Player:
    """One system under way: its tables, and the session that a block of shoes may leave open.

    Parameters
    ----------
    system : System
        What to play.
    session : Session
        Under which conditions.
    bets : sequence of Bet
        The player and the banker bet.
    variance : sequence of float
        Variance of a unit's result on each.
    cap : int, optional
        States a table may hold; see `baccarat.betting.machine`.

    Examples
    --------
    >>> from baccarat import BETS, Always, Flat
    >>> bets = [BETS["player"], BETS["banker"]]
    >>> player = Player(System(Always("banker"), Flat()), Session(), bets)
    >>> records, squares = player.block(History([1, 1, 0]))
    >>> records[:, 0] / UNIT
    array([0.9])
    """

    def __init__(
        self,
        system: System,
        session: Session,
        bets: Sequence[Bet],
        variance: Sequence[float] = (1.0, 1.0),
        cap: int | None = None,
    ) -> None:
        caps = {} if cap is None else {"cap": cap}
        self.selection = SelectionTable(system.selection, **caps)
        self.progression = ProgressionTable(
            system.progression, session.limit, session.minimum, **caps
        )
        self._bets, self._variance = bets, np.array(variance, dtype=np.float64)
        self._pays = np.stack([bet.pays for bet in bets])
        self._rules = _rules(session)
        self._shoes = session.shoes
        self._running = np.zeros(kernels.RUNNING, dtype=np.int64)
        self._running[[kernels.BANK, kernels.PEAK]] = self._rules[0]
        self._running[kernels.NEXT] = -1
        self._open = np.zeros(kernels.RECORD, dtype=np.int64), 0.0

    def block(self, history: History) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Play on over some shoes.

        Parameters
        ----------
        history : History
            The next shoes.

        Returns
        -------
        records : ndarray of int64, shape (sessions, 9)
            Of the sessions that ended; see `baccarat.kernels.play_sessions`.
        squares : ndarray of float64, shape (sessions,)
            The variance of each net result, given the stakes, in units.
        """
        codes = paying_codes(history, self._bets)
        room = history.segments // self._shoes + 2
        records = np.zeros((room, kernels.RECORD), dtype=np.int64)
        squares = np.zeros(room, dtype=np.float64)
        records[0], squares[0] = self._open
        self._running[kernels.SESSION] = 0
        while event := self._play(codes, history.starts[1:], records, squares):
            self._work_out(event)
        ended = int(self._running[kernels.SESSION])
        self._open = records[ended].copy(), float(squares[ended])
        return records[:ended], squares[:ended]

    def _play(
        self,
        codes: NDArray[np.uint16],
        ends: NDArray[np.int64],
        records: NDArray[np.int64],
        squares: NDArray[np.float64],
    ) -> int:
        chosen, staked = self.selection, self.progression
        return int(
            kernels.play_sessions(
                codes, ends, self._pays, chosen.side, chosen.after, staked.stake, staked.won,
                staked.lost, self._rules, self._running, records, squares, self._variance,
            )
        )  # fmt: skip

    def _work_out(self, event: int) -> None:
        """Work out the state that the loop has met and its tables do not hold."""
        running = self._running
        if event == kernels.GROW_SELECTION:
            number = int(running[kernels.SELECTION])
            running[kernels.SELECTION] = self.selection.grow(number, int(running[kernels.NEEDED]))
            return
        won = event in (kernels.GROW_WON, kernels.PLACED_WON)
        moving, here = int(running[kernels.MOVING]), int(running[kernels.PROGRESSION])
        if event in (kernels.PLACED_WON, kernels.PLACED_LOST):
            placed = int(running[kernels.NEEDED])
            running[kernels.NEXT] = self.progression.after(moving, won=won, placed=placed)
            return
        state = self.progression.table.states[here]
        self.progression.grow(moving, won=won)
        # The table may have been emptied, and its states numbered anew.
        running[kernels.PROGRESSION] = self.progression.number(state)


def play(
    systems: System | Iterable[System],
    over: Table | str | History,
    shoes: int = 1000,
    *,
    rng: int | np.random.Generator | None = None,
    session: Session | None = None,
    table: Table | str | None = None,
    executor: Executor | None = None,
) -> Results:
    """Play systems over the same shoes, dealt or recorded.

    Parameters
    ----------
    systems : System or iterable of System
        What to play.
    over : Table, str or History
        A table whose shoes to deal, or a history.
    shoes : int
        Shoes to deal; not used with a history.
    rng : int or Generator, optional
        Seed or generator of the deal.
    session : Session, optional
        The conditions; default a shoe a session, without bankroll or limit.
    table : Table or str, optional
        Whose bets count, for a history that does not name its table.
    executor : concurrent.futures.Executor, optional
        Where to play, a system a task; default here. Results do not depend on it.

    Returns
    -------
    Results

    Raises
    ------
    ValueError
        If there is no system, the shoes are not a whole number of sessions, or the history does
        not tell enough to settle the bets.
    ImpossibleResultError
        If dealt shoes give a net result more than five standard errors from what the stakes must
        bring: something looked ahead or paid wrongly.

    Examples
    --------
    >>> from baccarat import Always, FollowLast, Flat, Martingale
    >>> results = play(
    ...     [System(Always("banker"), Flat()), System(FollowLast(), Martingale())],
    ...     "live", shoes=200, rng=1, session=Session(bankroll=100, limit=50),
    ... )
    >>> results.frame()["sessions"].tolist()
    [200, 200]
    """
    tasks = _tasks(systems, over, shoes, rng, session, table)
    if executor is None:
        played = _together(tasks)
    else:
        played = [future.result() for future in [executor.submit(_alone, t) for t in tasks]]
    *_, used, place = tasks[0]
    return Results(tuple(played), place, used, not isinstance(over, History)).checked()


def play_blocks(
    systems: Iterable[System],
    over: Table | str | History,
    shoes: int = 1000,
    *,
    rng: int | np.random.Generator | None = None,
    session: Session | None = None,
    table: Table | str | None = None,
) -> Iterator[list[NDArray[np.int64]]]:
    """Give the net results of sessions, block by block, for each system.

    Parameters
    ----------
    systems, over, shoes, rng, session, table
        As for `play`.

    Yields
    ------
    list of ndarray of int64, shape (sessions,)
        Ten-thousandths, an array a system; the same sessions in each.

    Examples
    --------
    >>> from baccarat import Always, Flat
    >>> flat = System(Always("player"), Flat())
    >>> [len(nets[0]) for nets in play_blocks([flat], "live", 10, rng=1)]
    [10]
    """
    tasks = _tasks(systems, over, shoes, rng, session, table)
    players = _players(tasks)
    for block in _blocks(tasks[0]):
        yield [player.block(block)[0][:, 0] for player in players]


def trajectories(
    system: System,
    over: Table | str | History,
    sessions: int = 25,
    *,
    rng: int | np.random.Generator | None = None,
    session: Session | None = None,
    table: Table | str | None = None,
) -> pd.DataFrame:
    """Follow the bankroll through a sample of sessions, those that `play` meets first.

    Parameters
    ----------
    system : System
        What to play.
    over, rng, session, table
        As for `play`.
    sessions : int
        How many; of a history, as many as it has.

    Returns
    -------
    DataFrame
        One row a bet: session, bet (from 1), and net_units won or lost in the session so far.

    Raises
    ------
    ValueError
        As `play`, or if sessions is below 1.

    Examples
    --------
    >>> from baccarat import Always, Flat
    >>> paths = trajectories(System(Always("player"), Flat()), "live", 2, rng=1)
    >>> paths["session"].unique().tolist()
    [0, 1]
    """
    session = Session() if session is None else session
    shoes = sessions * session.shoes
    if sessions < 1:
        raise ValueError(f"sessions must be a whole number from 1, got {sessions!r}")
    task = _tasks(system, over, shoes, rng, session, table)[0]
    first = next(_blocks(task))
    books = ledger(system, first.part(0, min(shoes, first.segments)), session, task[5])
    bets = books[books["placed"] > 0]
    grouped = bets.groupby("session")["net_units"]
    columns = {
        "session": bets["session"],
        "bet": grouped.cumcount() + 1,
        "net_units": grouped.cumsum(),
    }
    return pd.DataFrame(columns).reset_index(drop=True)


_Task = tuple[System, "Table | str | History", int, "np.random.SeedSequence | None", Session, Table]


def _tasks(
    systems: System | Iterable[System],
    over: Table | str | History,
    shoes: int,
    rng: int | np.random.Generator | None,
    session: Session | None,
    table: Table | str | None,
) -> list[_Task]:
    """Check what is to be played; a task a system."""
    chosen = [systems] if isinstance(systems, System) else list(systems)
    if not chosen:
        raise ValueError("play needs at least one system, such as System(FollowLast(), Flat())")
    session = Session() if session is None else session
    recorded = isinstance(over, History)
    place = over.known_table(table) if isinstance(over, History) else as_table(over)
    count = over.segments if isinstance(over, History) else shoes
    if count % session.shoes:
        raise ValueError(
            f"{count} shoes do not make whole sessions of {session.shoes}; give a multiple of it"
        )
    seed = None if recorded else _one_seed(rng)
    return [(system, over, count, seed, session, place) for system in chosen]


def _one_seed(rng: int | np.random.Generator | None) -> np.random.SeedSequence:
    """Give one seed, so that every system meets the same shoes wherever it is played."""
    if isinstance(rng, np.random.Generator):
        return np.random.SeedSequence(rng.integers(0, 1 << 63, size=2).tolist())
    return np.random.SeedSequence(rng)


def _blocks(task: _Task) -> Iterator[History]:
    _, over, shoes, seed, _, place = task
    if isinstance(over, History):
        return iter([over])
    seeds = None if seed is None else np.random.SeedSequence(seed.entropy, spawn_key=seed.spawn_key)
    return deal_blocks(place, shoes, rng=np.random.default_rng(seeds))


def _alone(task: _Task) -> Played:
    return _together([task])[0]


def _together(tasks: list[_Task]) -> list[Played]:
    """Play systems block by block, each block dealt once for all."""
    players = _players(tasks)
    edges = _side_odds(tasks[0][5])["edge"].to_numpy()
    tallies = [Tally(-edges, tasks[0][4]) for _ in tasks]
    for block in _blocks(tasks[0]):
        for player, tally in zip(players, tallies, strict=True):
            tally.add(*player.block(block))
    return [tally.played(task[0]) for task, tally in zip(tasks, tallies, strict=True)]


def _players(tasks: list[_Task]) -> list[Player]:
    session, place = tasks[0][4:]
    bets = [place.bets[side] for side in _SIDES]
    variance = (_side_odds(place)["sd_units"] ** 2).tolist()
    return [Player(task[0], session, bets, variance) for task in tasks]


def _side_odds(place: Table) -> pd.DataFrame:
    return coup_law(place.decks).frame({side: place.bets[side] for side in _SIDES})


def _rules(session: Session) -> NDArray[np.int64]:
    return np.array(
        [
            (session.bankroll or 0) * UNIT,
            session.limit or 0,
            _OVER[session.over_limit],
            _SHORT[session.short],
            (session.win or 0) * UNIT,
            (session.loss or 0) * UNIT,
            session.coups or 0,
            session.carry,
            session.shoes,
            session.minimum,
        ],
        dtype=np.int64,
    )
