"""The "good roads" that players look for, and how often shoes show them by chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.game.coup import BANKER, PLAYER
from baccarat.game.table import Table
from baccarat.history.deal import deal_blocks
from baccarat.history.history import History
from baccarat.history.marks import one_shoe

SEED: Final = 20
ANY: Final = 1 << 30
_NONE: Final = (1, 0)


@dataclass(frozen=True)
class Pattern:
    """Columns of the big road, next to each other, whose lengths all lie within bounds.

    Attributes
    ----------
    player, banker : (int, int)
        Least and greatest length of a player and of a banker column; (1, 0) allows none.
    columns : int
        How many there must be.
    counted : tuple of int
        The sides whose columns count towards that: 0 player, 1 banker.
    definition : str
        The same in words.
    """

    player: tuple[int, int]
    banker: tuple[int, int]
    columns: int
    counted: tuple[int, ...]
    definition: str


_BOTH: Final = (PLAYER, BANKER)
PATTERNS: Final[dict[str, Pattern]] = {
    "long player": Pattern((4, ANY), _NONE, 1, _BOTH, "4 or more players in a row"),
    "long banker": Pattern(_NONE, (4, ANY), 1, _BOTH, "4 or more bankers in a row"),
    "single hops": Pattern((1, 1), (1, 1), 4, _BOTH, "4 or more columns in a row of one each"),
    "double hops": Pattern((2, 2), (2, 2), 4, _BOTH, "4 or more columns in a row of two each"),
    "player hops": Pattern(
        (1, 1), (1, ANY), 3, (PLAYER,), "3 or more player columns one after another of one each, "
        "whatever banker does between",
    ),
    "banker hops": Pattern(
        (1, ANY), (1, 1), 3, (BANKER,), "3 or more banker columns one after another of one each, "
        "whatever player does between",
    ),
    "one hall two rooms, player": Pattern(
        (1, 1), (2, 2), 4, _BOTH, "one player and two bankers, twice or more, from either"
    ),
    "one hall two rooms, banker": Pattern(
        (2, 2), (1, 1), 4, _BOTH, "one banker and two players, twice or more, from either"
    ),
    "player follows": Pattern(
        (2, ANY), (1, ANY), 3, (PLAYER,), "3 or more player columns one after another of two or "
        "more, whatever banker does between",
    ),
    "banker follows": Pattern(
        (1, ANY), (2, ANY), 3, (BANKER,), "3 or more banker columns one after another of two or "
        "more, whatever player does between",
    ),
    "pai pai lian": Pattern(
        (2, ANY), (2, ANY), 3, _BOTH, "3 or more columns in a row of two or more each"
    ),
}  # fmt: skip
"""What boards call good roads, over the columns of the big road as they stand; ties break none."""


def good_roads(
    history: History | str,
    table: Table | str | None = None,
    *,
    segment: int | None = None,
    coups: int | None = None,
    shoes: int = 50_000,
) -> pd.DataFrame:
    """Look for the patterns that players call good roads, and say how common they are by chance.

    Parameters
    ----------
    history : History or str
        One shoe, as for `roads`.
    table : Table or str, optional
        The table whose shoes give the chances; default the history's own.
    segment : int, optional
        Which segment of a history of several, from 0.
    coups : int, optional
        Look at the first so many coups of each dealt shoe, as where the shoe at hand is not over;
        default at whole shoes.
    shoes : int
        How many shoes are dealt for the chances; they are kept for the next call.

    Returns
    -------
    DataFrame
        One row a pattern: pattern; found, how many times the shoe shows it; coups, where, numbered
        from 1; chance_per_shoe, the share of dealt shoes that show it at least once; se, its
        standard error; definition. A pattern is found as long as it goes on, and counts once; the
        shoe's last column counts as it stands. These patterns are common, and none of them changes
        the chances of the next coup.

    Raises
    ------
    ValueError
        If there is more than one shoe, or no table.

    References
    ----------
    Names and bounds (four for long runs and hops, three where one side hops, two for one hall two
    rooms; ties don't count) are those that casinos of Macao and Taiwan explain to players: 長莊,
    長閒, 大路單跳, 大路雙跳, 逢莊跳, 逢閒跳, 一廳兩房, 逢莊連, 逢閒連, 拍拍黐. For the last three
    sources differ; here three columns are asked for.

    Examples
    --------
    >>> table = good_roads("PBPBTPBBBBB", "live", shoes=1000).set_index("pattern")
    >>> table.loc[["long banker", "single hops"], ["found", "coups"]]
                 found coups
    pattern
    long banker      1  7-11
    single hops      1   1-6
    """
    shoe = one_shoe(history, segment)
    place = shoe.known_table(table)
    columns = Columns.of(shoe)
    chances = _chances(_rules(place), coups, shoes)
    rows = [
        {
            "pattern": name,
            "found": len(spans := list(_spans(columns, pattern))),
            "coups": ", ".join(f"{first}-{last}" for first, last in spans),
            "chance_per_shoe": chance,
            "se": float(np.sqrt(chance * (1 - chance) / shoes)),
            "definition": pattern.definition,
        }
        for (name, pattern), chance in zip(PATTERNS.items(), chances, strict=True)
    ]
    return pd.DataFrame(rows)


@dataclass(frozen=True)
class Columns:
    """The big road's columns of any number of shoes, end to end; one entry a column.

    Attributes
    ----------
    side, length, shoe : ndarray of int64, shape (c,)
        0 player, 1 banker; decided coups; which shoe.
    first, last : ndarray of int64, shape (c,)
        Numbers of its first and last decided coup in its shoe, from 1.
    """

    side: NDArray[np.int64]
    length: NDArray[np.int64]
    shoe: NDArray[np.int64]
    first: NDArray[np.int64]
    last: NDArray[np.int64]

    @classmethod
    def of(cls, history: History) -> Columns:
        """Cut a history into columns."""
        (at,) = np.nonzero(history.outcomes <= BANKER)
        side, shoe = history.outcomes[at].astype(np.int64), history.shoe()[at]
        begins = _changes(side, shoe)
        ends = np.append(begins[1:], at.size)[: begins.size]
        number = at - history.starts[shoe] + 1
        return cls(
            side[begins], ends - begins, shoe[begins], number[begins], number[ends - 1]
        )  # fmt: skip


def shoes_showing(columns: Columns, pattern: Pattern) -> NDArray[np.int64]:
    """Give the numbers of the shoes that show a pattern at least once.

    Examples
    --------
    >>> columns = Columns.of(History([1, 1, 1, 1, 0, 1], starts=[0, 4, 6]))
    >>> shoes_showing(columns, PATTERNS["long banker"])
    array([0])
    """
    firsts, _ = _groups(columns, pattern)
    return np.unique(columns.shoe[firsts])


def _changes(*keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give where any of some arrays takes another value, the beginning too."""
    changed = np.zeros(keys[0].size, dtype=bool)
    changed[:1] = True
    for key in keys:
        changed[1:] |= key[1:] != key[:-1]
    return np.flatnonzero(changed)


def _groups(columns: Columns, pattern: Pattern) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give the first and last column of each place where a pattern shows."""
    bounds = np.array([pattern.player, pattern.banker])[columns.side]
    fits = (columns.length >= bounds[:, 0]) & (columns.length <= bounds[:, 1])
    counts = fits & np.isin(columns.side, pattern.counted)
    begins = _changes(fits.astype(np.int64), columns.shoe)
    ends = np.append(begins[1:], fits.size)[: begins.size]
    total = np.concatenate([[0], np.cumsum(counts)])
    shows = fits[begins] & (total[ends] - total[begins] >= pattern.columns)
    # From the first column that counts to the last: what one side does around them is no part.
    which = np.flatnonzero(counts)
    firsts = which[total[begins[shows]]]
    return firsts, which[total[ends[shows]] - 1]


def _spans(columns: Columns, pattern: Pattern) -> Iterator[tuple[int, int]]:
    for first, last in zip(*_groups(columns, pattern), strict=True):
        yield int(columns.first[first]), int(columns.last[last])


_Rules = tuple[tuple[str, object], ...]


def _rules(table: Table) -> _Rules:
    """Give what dealing needs of a table, fit to remember shoes by."""
    names = ("decks", "burn", "cut", "after_cut", "shuffle", "coups")
    return tuple((name, getattr(table, name)) for name in names)


@cache
def _chances(rules: _Rules, coups: int | None, shoes: int) -> tuple[float, ...]:
    """Give the share of dealt shoes that show each pattern."""
    seen = np.zeros(len(PATTERNS), dtype=np.int64)
    for block in deal_blocks(Table(**dict(rules)), shoes, rng=SEED):  # type: ignore[arg-type]
        number = np.arange(len(block)) - block.starts[block.shoe()]
        early = block if coups is None else block.select(number < coups)
        columns = Columns.of(early)
        seen += [shoes_showing(columns, pattern).size for pattern in PATTERNS.values()]
    return tuple((seen / shoes).tolist())
