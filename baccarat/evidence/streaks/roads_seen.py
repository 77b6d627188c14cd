"""How many shoes of a history show each "good road", beside how many would by chance."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.game.coup import VOID
from baccarat.game.law import CoupLaw, coup_law
from baccarat.game.table import Table
from baccarat.history.history import History
from baccarat.history.patterns import PATTERNS, Columns, shoes_showing

SHOES: Final = 20_000
_SEED: Final = 20_000


def roads_seen(
    history: History, table: Table | str | None = None, *, shoes: int = SHOES
) -> pd.DataFrame:
    """Count the shoes that show each pattern which players call a good road, beside chance.

    Parameters
    ----------
    history : History
        Any number of shoes. Ties and voids break no pattern; voids are no coups.
    table : Table or str, optional
        The table whose law is the null, if the history does not name its own.
    shoes : int
        At least so many shoes of independent coups are drawn for the chances, with a fixed seed:
        the history's own lengths over and over, so that a shoe which was left early is compared
        with shoes left as early.

    Returns
    -------
    DataFrame
        One row a pattern: pattern; seen, shoes that show it at least once; share, of all shoes;
        by_chance, the share of drawn shoes that do; se, the standard error of share - by_chance;
        definition.

    Raises
    ------
    ValueError
        If there is no shoe with a coup, no table, or no shoe to draw.

    Examples
    --------
    >>> import baccarat as bc
    >>> seen = roads_seen(bc.deal("live", 100, rng=1), shoes=2000).set_index("pattern")
    >>> seen.loc[["long banker", "single hops"], ["seen", "by_chance"]].round(2)
                 seen  by_chance
    pattern
    long banker    97       0.94
    single hops    76       0.71
    """
    place = history.known_table(table)
    played = history.select(history.outcomes != VOID)
    lengths = played.lengths[played.lengths > 0]
    if not lengths.size or shoes < 1:
        raise ValueError("roads need a shoe with a coup in it, and a shoe or more to draw")
    copies = -(-shoes // lengths.size)
    seen = _seen(played)
    drawn = _seen(_drawn(coup_law(place.decks), np.tile(lengths, copies)))
    by_chance = drawn / (copies * lengths.size)
    error = np.sqrt(by_chance * (1 - by_chance) / lengths.size * (1 + 1 / copies))
    columns = {
        "pattern": list(PATTERNS),
        "seen": seen,
        "share": seen / lengths.size,
        "by_chance": by_chance,
        "se": error,
        "definition": [pattern.definition for pattern in PATTERNS.values()],
    }
    return pd.DataFrame(columns)


def _seen(history: History) -> NDArray[np.int64]:
    columns = Columns.of(history)
    return np.array([shoes_showing(columns, pattern).size for pattern in PATTERNS.values()])


def _drawn(law: CoupLaw, lengths: NDArray[np.int64]) -> History:
    """Draw shoes of independent coups of these lengths."""
    rng = np.random.default_rng(_SEED)
    limits = np.array([law.player, law.player + law.banker]) / law.total
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return History(np.searchsorted(limits, rng.random(starts[-1]), side="right"), starts)
