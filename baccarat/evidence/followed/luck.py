"""How many selections end ahead by luck alone: records dealt anew, of the same size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from baccarat.betting.selections import SELECTIONS, Selection
from baccarat.betting.sides import Chooser
from baccarat.evidence.followed.hits import checked_selections, followed_rates
from baccarat.evidence.followed.orders import BLOCK_COUPS, MOST_STEPS
from baccarat.evidence.sample import repeated
from baccarat.game.coup import VOID
from baccarat.game.law import coup_law
from baccarat.game.showing import block_html
from baccarat.game.sketches import bars_svg
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.deal import as_generator, check_count
from baccarat.history.history import History
from baccarat.history.words import many
from baccarat.words.messages import say, say_many

REPETITIONS: Final = 2_000
_USUAL_STEPS: Final = 500_000_000
_FEWEST: Final = 100


@dataclass(frozen=True, eq=False)
class Luck:
    """How many selections end ahead on records of one size by luck alone, a unit a bet.

    Attributes
    ----------
    counts : ndarray of int64, shape (r,)
        Selections ahead on each of r dealt records.
    tried : int
        Selections followed.
    coups, shoes : int
        Size of a record.
    observed : int or None
        Selections ahead on the record asked about; None where there is none, or it does not tell.

    Examples
    --------
    >>> luck = profits_by_luck([80] * 50, table="live", rng=1, repetitions=500)
    >>> luck.median, luck.range90, luck.some
    (5.0, (3.0, 8.0), 1.0)
    """

    counts: NDArray[np.int64]
    tried: int
    coups: int
    shoes: int
    observed: int | None

    @property
    def repetitions(self) -> int:
        """How many records were dealt."""
        return self.counts.size

    @property
    def median(self) -> float:
        """Of the selections ahead on a record."""
        return float(np.median(self.counts))

    @property
    def range90(self) -> tuple[float, float]:
        """What nine records in ten lie within: the 5% and the 95% point."""
        low, high = np.quantile(self.counts, [0.05, 0.95])
        return float(low), float(high)

    @property
    def some(self) -> float:
        """Share of records on which at least one selection was ahead."""
        return float((self.counts > 0).mean())

    @property
    def some_error(self) -> float:
        """Standard error of that share by simulation; never 0, as two hits and misses are added.

        References: A. Agresti and B. A. Coull, "Approximate is better than exact for interval
        estimation of binomial proportions", The American Statistician 52 (1998).
        """
        n = self.repetitions + 4
        share = (np.count_nonzero(self.counts) + 2) / n
        return float(sqrt(share * (1 - share) / n))

    @property
    def as_many(self) -> float | None:
        """Chance of at least as many as observed: (1 + records with as many) / (1 + records)."""
        if self.observed is None:
            return None
        seen = np.count_nonzero(self.counts >= self.observed)
        return float((1 + seen) / (1 + self.repetitions))

    def frame(self) -> pd.DataFrame:
        """Table the distribution.

        Returns
        -------
        DataFrame
            One row a number of selections ahead, from 0 to all: records, share of them, and
            observed, whether it is the record's own.

        Examples
        --------
        >>> from baccarat import Always
        >>> luck = profits_by_luck([1], {"player": Always("player")}, "live", rng=1)
        >>> luck.frame()["ahead"].tolist()
        [0, 1]
        """
        records = np.bincount(self.counts, minlength=self.tried + 1)
        ahead = np.arange(self.tried + 1)
        columns = {"ahead": ahead, "records": records, "share": records / self.repetitions}
        return pd.DataFrame({**columns, "observed": ahead == self.observed})

    def sentence(self) -> str:
        """Say it in words.

        Examples
        --------
        >>> print(profits_by_luck([80] * 50, table="live", rng=1, repetitions=500).sentence())
        By luck alone, on records of 50 shoes and 4,000 coups, a median of 5 of 19 selections end
        ahead (3 to 8 in nine of ten); at least one does on 100.0% of 500 such records (standard
        error 0.3%).
        """
        low, high = self.range90
        told = say(
            "By luck alone, on records of {shoes} and {coups}, a median of {median:g} of {tried} "
            "end ahead ({low:g} to {high:g} in nine of ten); at least one does on {some:.1%} of "
            "{records:,} such records (standard error {error:.1%}).",
            shoes=say_many(self.shoes, "{count:,} shoe", "{count:,} shoes"),
            coups=say_many(self.coups, "{count:,} coup", "{count:,} coups"),
            median=self.median,
            tried=say_many(self.tried, "{count:,} selection", "{count:,} selections"),
            low=low,
            high=high,
            some=self.some,
            records=self.repetitions,
            error=self.some_error,
        )
        if self.observed is None or self.as_many is None:
            return told
        observed = say(
            "On this record {count} did; as many or more do on {share:.1%} by luck.",
            count=self.observed,
            share=self.as_many,
        )
        return f"{told} {observed}"

    def _repr_html_(self) -> str:
        picture = bars_svg(
            np.arange(self.tried + 1),
            np.bincount(self.counts, minlength=self.tried + 1),
            alt=f"Records by how many of {self.tried} selections end ahead.",
            split=-1,
            mark=self.observed,
        )
        line = "" if self.observed is None else "; the line is the record's own"
        told = f"<p>Records by the number of selections ahead, 0 to {self.tried}{line}</p>"
        return block_html("Luck alone", self.sentence(), told, picture)

    def __repr__(self) -> str:
        return f"<Luck: {many(self.repetitions, 'record')} of {many(self.coups, 'coup')}>"


def profits_by_luck(
    size: History | ArrayLike,
    selections: Mapping[str, Selection] = SELECTIONS,
    table: Table | str | None = None,
    *,
    rng: int | np.random.Generator | None = None,
    repetitions: int | None = None,
) -> Luck:
    """Count how many selections end ahead on records of one size that chance alone dealt.

    Parameters
    ----------
    size : History or array_like of int, shape (m,)
        A record, or coups of each of its shoes.
    selections : mapping of str to Selection, optional
        By name. Default: the catalogue.
    table : Table or str, optional
        Whose law and whose bets, where the record does not name its own.
    rng : int or Generator, optional
        Seed or generator.
    repetitions : int, optional
        Records to deal. Default: 2,000, or fewer where they are long, as the result tells.

    Returns
    -------
    Luck

    Raises
    ------
    ValueError
        If there is no selection, table or coup, or it would take more than 2,000,000,000 coups
        times selections.

    Notes
    -----
    Coups are independent, by the exact law of a full shoe: the dependence inside an eight-deck
    shoe is of the order of two parts in a million, and a record's shoe may be of any length.

    Examples
    --------
    >>> from baccarat import History
    >>> luck = profits_by_luck(History([1, 1, 0]), table="live", rng=1, repetitions=100)
    >>> luck.observed, luck.repetitions
    (2, 100)
    """
    chosen = checked_selections(selections)
    place = size.known_table(table) if isinstance(size, History) else _given(table)
    lengths = _lengths(size)
    coups = int(lengths.sum())
    times = _times(coups, len(chosen), repetitions)
    counts = _deal_counts(list(chosen.values()), lengths, place, times, as_generator(rng))
    observed = _observed(size, chosen, place) if isinstance(size, History) else None
    return Luck(counts, len(chosen), coups, lengths.size, observed)


def _observed(history: History, selections: Mapping[str, Selection], table: Table) -> int | None:
    ended = [rate.profit for rate in followed_rates(history, selections, table)]
    return None if None in ended else ended.count(True)


def _given(table: Table | str | None) -> Table:
    if table is None:
        raise ValueError('say at which table the shoes are dealt, as table="live"')
    return as_table(table)


def _lengths(size: History | ArrayLike) -> NDArray[np.int64]:
    if isinstance(size, History):
        lengths = size.select(size.outcomes != VOID).lengths
    else:
        given = np.atleast_1d(np.asarray(size))
        if given.ndim != 1 or not np.issubdtype(given.dtype, np.integer) or np.any(given < 0):
            raise ValueError(
                f"size must be a history or coups of each shoe, as [80, 78], got {size!r}"
            )
        lengths = given.astype(np.int64)
    if not lengths.sum():
        raise ValueError("a record of no coups leaves nothing to luck; give one with coups")
    return lengths


def _times(coups: int, selections: int, repetitions: int | None) -> int:
    """Give how many records to deal, within the bounds of what may be gone through."""
    each = coups * selections
    if repetitions is None:
        repetitions = max(_FEWEST, min(REPETITIONS, _USUAL_STEPS // each))
    check_count("repetitions", repetitions)
    if each * repetitions > MOST_STEPS:
        raise ValueError(
            f"{repetitions:,} records of {coups:,} coups for {selections} selections take "
            f"{each * repetitions:,} steps, at most {MOST_STEPS:,} are allowed; ask for fewer, "
            "or about a part of the history"
        )
    return repetitions


def _deal_counts(
    selections: Sequence[Selection],
    lengths: NDArray[np.int64],
    table: Table,
    times: int,
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    kinds, chances = _kinds(table)
    choosers = [Chooser(selection) for selection in selections]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    size = max(1, BLOCK_COUPS // int(starts[-1]))
    counts = []
    for done in range(0, times, size):
        records = min(size, times - done)
        kind = rng.choice(len(kinds), records * int(starts[-1]), p=chances)
        counts.append(_ahead(choosers, kinds, kind, repeated(starts, records), records))
    return np.concatenate(counts)


def _kinds(table: Table) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Give the kinds of coup, who wins and what a unit on player and on banker comes to; (k, 3)."""
    law = coup_law(table.decks)
    pays = [table.bets[side].pays[law.codes] for side in ("player", "banker")]
    rows = np.stack([law.codes.astype(np.int64) >> 14, *pays], axis=1)
    kinds, kind = np.unique(rows, axis=0, return_inverse=True)
    ways = np.bincount(kind.reshape(-1), weights=law.counts.astype(np.float64))
    return kinds, ways / ways.sum()


def _ahead(
    choosers: list[Chooser],
    kinds: NDArray[np.int64],
    kind: NDArray[np.int64],
    starts: NDArray[np.int64],
    records: int,
) -> NDArray[np.int64]:
    """Count, record by record, the selections whose bets come to more than nothing."""
    outcomes = kinds[:, 0].astype(np.uint8)[kind]
    net = np.concatenate([kinds[:, 1:].T.reshape(-1), np.zeros(len(kinds), dtype=np.int64)])
    ahead = np.zeros(records, dtype=np.int64)
    for chooser in choosers:
        column = np.minimum(chooser.over(outcomes, starts), 2).astype(np.int64)
        result = net[column * len(kinds) + kind].reshape(records, -1).sum(axis=1)
        ahead += result > 0
    return ahead
