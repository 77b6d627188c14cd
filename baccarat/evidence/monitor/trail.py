"""What a record showed after each shoe, in the order in which the shoes arrived."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.monitor.arrivals import Arrival
from baccarat.evidence.monitor.contexts import CONTEXTS, context_counts, log_e_values
from baccarat.evidence.monitor.evalues import log_mean
from baccarat.evidence.monitor.settings import Settings
from baccarat.game.coup import BANKER, OUTCOMES, PLAYER
from baccarat.history.history import History


@dataclass(frozen=True)
class Trail:
    """A record after each of its shoes, or pieces of shoes; all arrays have one row a piece.

    Attributes
    ----------
    shoe : list of str, when : list of str or None
        The piece's shoe, and when it arrived.
    update : ndarray of int64, shape (s,)
        The number of the update that brought it, from 1.
    counts : ndarray of int64, shape (s, 5, 2)
        From the first coup on; see `context_counts`.
    log_e : ndarray of float64, shape (s, 4)
        By hypothesis.
    combined : ndarray of float64, shape (s,)
        Log of the mean e-value.
    """

    shoe: list[str]
    when: list[str | None]
    update: NDArray[np.int64]
    counts: NDArray[np.int64]
    log_e: NDArray[np.float64]
    combined: NDArray[np.float64]


def trail(name: str, shoes: Mapping[str, str], arrivals: Iterable[Arrival], by: Settings) -> Trail:
    """Follow a record through its arrivals.

    Parameters
    ----------
    name : str
        The record's name.
    shoes : mapping of str to str
        Its shoes' letters by id.
    arrivals : iterable of Arrival
        Of all records, in order.
    by : Settings

    Returns
    -------
    Trail

    Examples
    --------
    >>> from baccarat.evidence.monitor.settings import Rules
    >>> settings = Settings({"live": Rules.of("live")}, 3, 625.0, 0.05)
    >>> arrivals = [Arrival("live", "Monday", (("1", 2),)), Arrival("live", "Tuesday", (("1", 3),))]
    >>> trail("live", {"1": "BBT"}, arrivals, settings).counts[:, 0].tolist()
    [[2, 2], [2, 2]]
    """
    pieces = [
        (shoe, length, number, arrival.when)
        for number, arrival in enumerate(arrivals, start=1)
        if arrival.name == name
        for shoe, length in arrival.shoes
    ]
    counts = np.zeros((len(pieces), CONTEXTS, 2), dtype=np.int64)
    if pieces:
        history = _as_history(shoes.values())
        label = _labels(list(shoes), [(shoe, length) for shoe, length, *_ in pieces])
        keep = (history.outcomes == PLAYER) | (history.outcomes == BANKER)
        counts = context_counts(history.select(keep), by.k, label[keep], len(pieces)).cumsum(axis=0)
    log_e = log_e_values(counts, by.tables[name].share, by.prior)
    return Trail(
        shoe=[shoe for shoe, *_ in pieces],
        when=[when for *_, when in pieces],
        update=np.array([number for _, _, number, _ in pieces], dtype=np.int64),
        counts=counts,
        log_e=log_e,
        combined=log_mean(log_e),
    )


def _as_history(texts: Iterable[str]) -> History:
    texts = list(texts)
    codes = np.full(256, 255, dtype=np.uint8)
    codes[np.frombuffer(OUTCOMES.encode(), dtype=np.uint8)] = np.arange(len(OUTCOMES))
    outcomes = codes[np.frombuffer("".join(texts).encode(), dtype=np.uint8)]
    return History(outcomes, np.cumsum([0, *map(len, texts)]))


def _labels(shoes: list[str], pieces: list[tuple[str, int]]) -> NDArray[np.int64]:
    """Give each coup, shoe after shoe, the number of the piece that brought it."""
    place = {shoe: number for number, shoe in enumerate(shoes)}
    where = np.array([place[shoe] for shoe, _ in pieces])
    upto = np.array([length for _, length in pieces])
    order = np.lexsort((upto, where))
    before = np.where(np.diff(where[order], prepend=-1) == 0, np.roll(upto[order], 1), 0)
    return np.repeat(order, upto[order] - before)


def together(trails: Sequence[Trail]) -> NDArray[np.float64]:
    """Give the log e-value of all tables together, after each piece of any of them.

    Parameters
    ----------
    trails : sequence of Trail
        One a table; tables are independent.

    Returns
    -------
    ndarray of float64, shape (sum of s,)
        In the order of arrival. The mean of two e-values: the product over tables, strong where
        all deviate a little, and their mean, strong where one of many does. With one table both
        are that table's own.

    Examples
    --------
    >>> none = np.zeros((1, 5, 2), dtype=np.int64)
    >>> one = Trail(["1"], [None], np.array([1]), none, np.zeros((1, 4)), np.log([6.0]))
    >>> two = Trail(["1"], [None], np.array([2]), none, np.zeros((1, 4)), np.log([3.0]))
    >>> np.exp(together([one, two])).round(6).tolist()  # 6 and 1, then 6 and 3
    [4.75, 11.25]
    """
    table = np.repeat(np.arange(len(trails)), [len(t.combined) for t in trails])
    update = np.concatenate([t.update for t in trails])
    table = table[np.argsort(update, kind="stable")]
    logs = np.stack(
        [np.append(0.0, t.combined)[np.cumsum(table == number)] for number, t in enumerate(trails)],
        axis=-1,
    )
    return log_mean(np.stack([logs.sum(axis=-1), log_mean(logs)], axis=-1))
