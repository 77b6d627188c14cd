"""Counting: betting when the cards left make a bet good, and what that earns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.game.bets import UNIT, Bet
from baccarat.game.cards import NOT_DEALT, RANKS, full_shoe
from baccarat.game.catalogue import Catalogue
from baccarat.game.counts import outcome_counts
from baccarat.game.odds import expectations
from baccarat.game.showing import block_html, fields_of, pairs_html
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.deal import deal_blocks
from baccarat.history.history import History

_TENS: Final = ("10", "J", "Q", "K")
_PIECE: Final = 256


@dataclass(frozen=True)
class Count:
    """A way to count: what each card adds, and from which true count to bet.

    The running count is the sum of the tags of all cards seen since the shuffle; the true count is
    that divided by the decks not yet seen. The bet is made whenever the true count is at least the
    threshold.

    Parameters
    ----------
    bet : str
        What is bet on, by its name at the table.
    tags : mapping of str to number
        What each rank adds when it is seen: "A", "2" ... "9", "10", "J", "Q", "K"; "10" alone
        stands for the faces too. Ranks left out add nothing.
    threshold : float
        The true count from which to bet.
    name : str
        What the count is called.

    Raises
    ------
    ValueError
        If a tag is for no rank, or all are zero.

    Examples
    --------
    >>> Count("dragon 7", {"4": -1, "5": -1, "6": -1, "7": -1, "8": 2, "9": 2}, threshold=4)
    Count(bet='dragon 7', tags={'4': -1, ... '9': 2}, threshold=4, name='')
    """

    bet: str
    tags: Mapping[str, float]
    threshold: float
    name: str = ""

    def __post_init__(self) -> None:
        strange = [rank for rank in self.tags if rank not in RANKS]
        if strange:
            raise ValueError(f"tags are for ranks {', '.join(RANKS)}, got {strange[0]!r}")
        if not any(self.tags.values()):
            raise ValueError("a count needs a tag that is not zero")

    def _repr_html_(self) -> str:
        told = [pair for pair in fields_of(self) if pair[0] != "name"]
        return block_html("Count", self.name, pairs_html(told))

    @property
    def by_rank(self) -> NDArray[np.float64]:
        """The tag of each rank, ace first; shape (13,)."""
        tens = self.tags.get("10", 0)
        faces = dict.fromkeys(_TENS, tens)
        tags = {**faces, **self.tags} if set(_TENS[1:]) & set(self.tags) else {**self.tags, **faces}
        return np.array([tags.get(rank, 0) for rank in RANKS], dtype=float)


COUNTS: Final[Catalogue[Count]] = Catalogue(
    "count",
    {
        "dragon 7": Count(
            "dragon 7",
            {"4": -1, "5": -1, "6": -1, "7": -1, "8": 2, "9": 2},
            threshold=4,
            name="dragon 7",
        ),
    },
)
"""Counts in print. dragon 7: E. Jacobson, "Card counting the dragon 7 side bet" (2011)."""


@dataclass(frozen=True)
class CountingValue:
    """What betting by the cards seen earns; a unit a bet.

    Attributes
    ----------
    name : str
        Who bets: a count, or perfect knowledge.
    bets : tuple of str
        What is bet on.
    table : Table
    shoes, coups, placed : int
        Shoes and coups dealt, bets made.
    edge, edge_error : float
        The bettor's mean advantage on the bets made, in shares of a unit, and its standard error.
    per_100_coups, per_100_coups_error, per_shoe, per_shoe_error : float
        Units earned, and standard errors over shoes.

    Examples
    --------
    >>> value = counting_value("dragon 7", "ez", shoes=3, rng=1)
    >>> value.name, value.bets, value.shoes
    ('dragon 7', ('dragon 7',), 3)
    """

    name: str
    bets: tuple[str, ...]
    table: Table
    shoes: int
    coups: int
    placed: int
    edge: float
    edge_error: float
    per_100_coups: float
    per_100_coups_error: float
    per_shoe: float
    per_shoe_error: float

    @property
    def frequency(self) -> float:
        """Bets made a coup."""
        return self.placed / self.coups

    def _repr_html_(self) -> str:
        told = [pair for pair in fields_of(self) if pair[0] not in ("name", "table")]
        lead = f"table {self.table.name}" * bool(self.table.name)
        return block_html(self.name, lead, pairs_html(told))


def counting_value(
    count: Count | str,
    table: Table | str,
    shoes: int = 1000,
    *,
    rng: int | np.random.Generator | None = None,
) -> CountingValue:
    """Find what a count earns.

    Shoes are dealt card by card. Each bet that the count makes is valued at its exact expectation
    given all cards seen, not at its outcome, which leaves less to chance.

    Parameters
    ----------
    count : Count or str
        A count or a name in `COUNTS`.
    table : Table or str
        Where. Its cut card is the penetration: `dataclasses.replace(table, cut=26)` shuffles
        earlier. The exposed burn card is not counted.
    shoes : int
        Shoes to deal, 2 or more.
    rng : int or Generator, optional
        Seed or generator.

    Returns
    -------
    CountingValue

    Raises
    ------
    ValueError
        If the table does not offer the bet, or shoes is below 2.

    Examples
    --------
    >>> value = counting_value("dragon 7", "ez", shoes=50, rng=1)
    >>> value.edge > 0, 0 < value.frequency < 0.3
    (True, True)
    """
    count, table = COUNTS[count] if isinstance(count, str) else count, as_table(table)
    bets = {count.bet: table.bets[count.bet]}

    def good(unseen: NDArray[np.int64]) -> NDArray[np.bool_]:
        ranks = unseen.reshape(len(unseen), 13, 4).sum(axis=2)
        running = (full_shoe(table.decks).reshape(13, 4).sum(axis=1) - ranks) @ count.by_rank
        return np.asarray(running / (unseen.sum(axis=1) / 52) >= count.threshold)

    return _value(count.name or f"count on {count.bet}", bets, table, shoes, rng, good)


def perfect_value(
    bets: Iterable[str],
    table: Table | str,
    shoes: int = 1000,
    *,
    rng: int | np.random.Generator | None = None,
) -> CountingValue:
    """Find what perfect knowledge of the cards left earns: no count can do better.

    A unit is staked on each of the bets whenever its exact expectation, given all cards seen, is
    above zero.

    Parameters
    ----------
    bets : iterable of str
        What may be bet on, by names at the table.
    table, shoes, rng
        As for `counting_value`.

    Returns
    -------
    CountingValue

    Raises
    ------
    ValueError
        If the table does not offer a bet, or shoes is below 2.

    Examples
    --------
    >>> perfect_value(["player", "banker"], "classic", shoes=5, rng=1).per_shoe < 0.01
    True
    """
    table = as_table(table)
    offered = {bet: table.bets[bet] for bet in bets}
    if not offered:
        raise ValueError("perfect knowledge needs at least one bet to choose from, got none")
    return _value("perfect knowledge", offered, table, shoes, rng, None)


def _value(
    name: str,
    bets: Mapping[str, Bet],
    table: Table,
    shoes: int,
    rng: int | np.random.Generator | None,
    good: Callable[[NDArray[np.int64]], NDArray[np.bool_]] | None,
) -> CountingValue:
    if isinstance(shoes, bool) or shoes < 2:
        raise ValueError(f"shoes must be a whole number from 2, got {shoes!r}")
    gains, made, coups = [], [], 0
    for history in _pieces(table, shoes, rng):
        unseen, shoe = _unseen(history, table), history.shoe()
        number = np.arange(len(history)) - history.starts[shoe]
        bet_on = np.stack([number < table.closes.get(bet, len(history)) for bet in bets], axis=1)
        if good is not None:
            bet_on &= good(unseen)[:, None]
        looked_at = bet_on.any(axis=1)
        worth = np.zeros(bet_on.shape)
        worth[looked_at] = _worth(unseen[looked_at], bets)
        if good is None:
            bet_on &= worth > 0
        gains.append(np.bincount(shoe, (worth * bet_on).sum(axis=1), history.segments))
        made.append(np.bincount(shoe, bet_on.sum(axis=1), history.segments))
        coups += len(history)
    return _summary(name, tuple(bets), table, coups, np.concatenate(gains), np.concatenate(made))


def _pieces(table: Table, shoes: int, rng: int | np.random.Generator | None) -> Iterator[History]:
    """Deal shoes with their cards, a few hundred at a time, so that all fits in memory."""
    for block in deal_blocks(table, shoes, rng=rng, cards=True):
        for first in range(0, block.segments, _PIECE):
            yield block.part(first, min(first + _PIECE, block.segments))


def _unseen(history: History, table: Table) -> NDArray[np.int64]:
    """Count the cards not yet seen before each coup; shape (n, 52)."""
    full = full_shoe(table.decks)
    if table.shuffle == "coup":
        return np.broadcast_to(full, (len(history), 52))
    assert history.cards is not None
    seen = np.zeros((len(history) + 1, 53), dtype=np.int16)
    rows = np.arange(1, len(history) + 1)
    for cards in history.cards.T:
        np.add.at(seen, (rows, np.where(cards == NOT_DEALT, 52, cards)), 1)
    before = np.cumsum(seen[:-1, :52], axis=0, dtype=np.int64)
    return full - (before - before[history.starts[history.shoe()]])


def _summary(
    name: str,
    bets: tuple[str, ...],
    table: Table,
    coups: int,
    gains: NDArray[np.float64],
    made: NDArray[np.float64],
) -> CountingValue:
    shoes, placed = gains.size, made.sum()
    edge = gains.sum() / placed if placed else float("nan")
    root = np.sqrt(shoes)
    per_shoe, error = gains.mean(), gains.std(ddof=1) / root
    per_coup = shoes / coups
    return CountingValue(
        name=name,
        bets=bets,
        table=table,
        shoes=shoes,
        coups=coups,
        placed=int(placed),
        edge=float(edge),
        # A ratio of means: the error is that of gains - edge * bets made.
        edge_error=float((gains - edge * made).std(ddof=1) / root / made.mean())
        if placed
        else edge,
        per_100_coups=float(100 * per_shoe * per_coup),
        per_100_coups_error=float(100 * error * per_coup),
        per_shoe=float(per_shoe),
        per_shoe_error=float(error),
    )


def _worth(unseen: NDArray[np.int64], bets: Mapping[str, Bet]) -> NDArray[np.float64]:
    """Give what a unit on each bet is worth before each coup; shape (n, bets)."""
    if not len(unseen):
        return np.zeros((0, len(bets)))
    pays = [bet.by_outcome for bet in bets.values()]
    if any(some is None for some in pays):
        return expectations(unseen, bets).to_numpy()
    counts = outcome_counts(unseen)
    shares = counts / counts.sum(axis=1, keepdims=True)
    return np.stack([shares @ some[:3] / UNIT for some in pays if some is not None], axis=1)


def with_cut(table: Table | str, cut: int) -> Table:
    """Give the same table with its cut card elsewhere.

    Parameters
    ----------
    table : Table or str
        A table or a name in `TABLES`.
    cut : int
        Cards behind the cut card.

    Returns
    -------
    Table

    Raises
    ------
    ValueError
        If the cut is out of bounds.

    Examples
    --------
    >>> with_cut("ez", 52).cut
    52
    """
    return replace(as_table(table), cut=cut)


def counting_frame(values: Iterable[CountingValue]) -> pd.DataFrame:
    """Table what counting earns.

    Parameters
    ----------
    values : iterable of CountingValue
        What to table.

    Returns
    -------
    DataFrame
        Indexed by cut, the cards behind the cut card: frequency (bets a coup), edge (of a bet
        made), units per 100 coups and per shoe, with standard errors.

    Examples
    --------
    >>> counting_frame([counting_value("dragon 7", "ez", shoes=3, rng=1)]).index.tolist()
    [14]
    """
    names = ["frequency", "edge", "edge_error", "per_100_coups", "per_100_coups_error"]
    names += ["per_shoe", "per_shoe_error"]
    values = list(values)
    cuts = pd.Index([value.table.cut for value in values], name="cut")
    return pd.DataFrame([{n: getattr(value, n) for n in names} for value in values], index=cuts)
