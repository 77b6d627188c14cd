"""How often tests reject: their size on chance, their power on planted faults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.evidence.battery.plan import DEFAULT_TESTS
from baccarat.evidence.randomness import TESTS, SequenceTest
from baccarat.evidence.result import LEVEL, POWER
from baccarat.evidence.sample import Depth, sample_of
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.deal import as_generator, check_count, deal
from baccarat.history.history import History

USUAL: Final[Mapping[str, SequenceTest]] = {name: TESTS[name] for name in DEFAULT_TESTS}
BLOCK_SHOES: Final = 50_000


class Source(Protocol):
    """What makes histories: a control."""

    def make(
        self,
        shoes: int = 1000,
        *,
        rng: int | np.random.Generator | None = None,
        table: Table | str = "live",
    ) -> History:
        """Make a history of so many shoes."""
        ...


def rejection_rates(
    source: Source | None,
    shoes: int,
    records: int = 400,
    *,
    tests: Mapping[str, SequenceTest] = USUAL,
    table: Table | str = "live",
    rng: int | np.random.Generator | None = None,
) -> pd.DataFrame:
    """Make many records and count how many of them each test rejects at 5%.

    Parameters
    ----------
    source : control or None
        What makes the records, as in `baccarat.CONTROLS`; None deals them at the table.
    shoes : int
        Shoes of a record. P values come from the laws for long records, so 25 or more.
    records : int
        How many to make.
    tests : mapping of str to SequenceTest
        Default: those of the default plan.
    table : Table or str
        Where they are played.
    rng : int or Generator, optional
        Seed or generator.

    Returns
    -------
    DataFrame
        One row a test: test, rate, and its 95% interval low and high (Wilson's); then
        "any, corrected", the share of records in which any test rejects after Holm.

    Raises
    ------
    ValueError
        If a number is out of range, or there is no such table.

    Examples
    --------
    >>> from baccarat.history.controls import Human
    >>> rates = rejection_rates(Human(0.6), 25, 40, rng=1).set_index("test")
    >>> float(rates.loc["runs", "rate"]) > 0.9
    True
    """
    from statsmodels.stats.proportion import proportion_confint

    if isinstance(shoes, bool) or not isinstance(shoes, int | np.integer) or shoes < FEWEST_SHOES:
        raise ValueError(
            f"shoes must be a whole number from {FEWEST_SHOES}, below which p values are "
            f"simulated record by record; got {shoes!r}"
        )
    check_count("records", records)
    p = record_p_values(source, shoes, records, tests=tests, table=table, rng=rng)
    rejected = [int(column.sum()) for column in (p < LEVEL).T]
    rejected.append(int(np.sum(p.min(axis=1) * len(tests) < LEVEL)))  # where Holm begins
    low, high = proportion_confint(rejected, records, alpha=LEVEL, method="wilson")
    names = [*tests, "any, corrected"]
    rates = np.array(rejected) / records
    return pd.DataFrame({"test": names, "rate": rates, "low": low, "high": high})


def power_curve(
    source: Source | None,
    shoes: Sequence[int] = (25, 50, 100, 200, 400, 800),
    records: int = 200,
    *,
    tests: Mapping[str, SequenceTest] = USUAL,
    table: Table | str = "live",
    rng: int | np.random.Generator | None = None,
) -> pd.DataFrame:
    """Give rejection rates for records of several lengths.

    Parameters
    ----------
    shoes : sequence of int
        Shoes of a record, each 25 or more.
    source, records, tests, table, rng
        As for `rejection_rates`.

    Returns
    -------
    DataFrame
        shoes, test, rate, low, high.

    Raises
    ------
    ValueError
        As `rejection_rates`.

    Examples
    --------
    >>> from baccarat.history.controls import Human
    >>> curve = power_curve(Human(0.6), [25, 50], 20, rng=1)
    >>> len(curve), noticed_after(curve)["runs"]
    (16, 25)
    """
    generator = as_generator(rng)
    frames = []
    for number in shoes:
        rates = rejection_rates(source, number, records, tests=tests, table=table, rng=generator)
        rates.insert(0, "shoes", number)
        frames.append(rates)
    return pd.concat(frames, ignore_index=True)


def noticed_after(curve: pd.DataFrame, power: float = POWER) -> dict[str, int | None]:
    """Say after how many shoes each test notices in so many records, at least four of five.

    Parameters
    ----------
    curve : DataFrame
        As `power_curve` gives it.
    power : float
        The share of records.

    Returns
    -------
    dict of str to int or None
        The smallest number of shoes tried; None where none was enough.

    Examples
    --------
    >>> curve = pd.DataFrame({"shoes": [25, 50], "test": "runs", "rate": [0.5, 0.9]})
    >>> noticed_after(curve), noticed_after(curve, 0.95)
    ({'runs': 50}, {'runs': None})
    """
    enough = curve[curve["rate"] >= power].groupby("test")["shoes"].min()
    tests = dict.fromkeys(curve["test"])
    return {test: int(enough[test]) if test in enough else None for test in tests}


FEWEST_SHOES: Final = 25


def record_p_values(
    source: Source | None,
    shoes: int,
    records: int,
    *,
    tests: Mapping[str, SequenceTest] = USUAL,
    table: Table | str = "live",
    rng: int | np.random.Generator | None = None,
) -> NDArray[np.float64]:
    """Give the p value of each test in each of many records.

    Parameters
    ----------
    source, shoes, records, tests, table, rng
        As for `rejection_rates`.

    Returns
    -------
    ndarray of float64, shape (records, tests)
        By the laws for long records.

    Examples
    --------
    >>> record_p_values(None, 30, 8, rng=1).shape
    (8, 7)
    """
    place, generator = as_table(table), as_generator(rng)
    size = max(1, BLOCK_SHOES // shoes)
    rows = []
    for done in range(0, records, size):
        number = min(size, records - done)
        made = (
            deal(place, number * shoes, rng=generator)
            if source is None
            else source.make(number * shoes, rng=generator, table=place)
        )
        rows.append(_p_values(made, place, shoes, list(tests.values())))
    return np.concatenate(rows)


def _p_values(
    history: History, table: Table, shoes: int, tests: Sequence[SequenceTest]
) -> NDArray[np.float64]:
    # Some controls make fewer shoes than asked for: what is left over makes no record.
    cuts = np.arange(0, history.segments + 1, shoes)
    counts = sample_of(history.part(0, int(cuts[-1])), table, records=cuts).counts(
        Depth(
            max(test.depth.lags for test in tests),
            max(test.depth.word for test in tests),
            max(test.depth.longest for test in tests),
        )
    )
    return np.stack([test.measure(counts).p_values for test in tests], axis=1)
