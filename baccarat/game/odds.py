"""Exact odds of a table's bets, and of any bets over many remaining shoes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from baccarat.game.bets import BETS, UNIT, Bet
from baccarat.game.cards import RANKS, card_name, composition_rows, count_cards, full_shoe
from baccarat.game.counts import code_counts, reachable_codes
from baccarat.game.law import CoupLaw, coup_law, odds_frame
from baccarat.game.money import Amount, money
from baccarat.game.table import Table
from baccarat.game.tables import as_table

_ROWS_AT_A_TIME = 4096


def odds(
    table: Table | str, seen: str | ArrayLike | None = None, *, stake: Amount = 1
) -> pd.DataFrame:
    """Give the exact odds of a table's bets.

    Parameters
    ----------
    table : Table or str
        A table or a name in `TABLES`.
    seen : str or array_like, optional
        Cards that have left the shoe: as text, with suits ("AS 10h, Kd") or all without
        ("A 10 K"), or as numbers 0 to 51, as in `History.cards`, where 255 is no card. Default:
        none, a full shoe.

    stake : number, optional
        Units on each bet; it matters where a commission is rounded or has a minimum.

    Returns
    -------
    DataFrame
        One row a bet, as `CoupLaw.frame`; all shares are of the stake.

    Raises
    ------
    ValueError
        If seen can't be read, holds more of a card than the shoe does or leaves fewer than six
        cards, or if it names no suits and a bet of the table depends on them.

    Examples
    --------
    >>> odds("punto-banco")["edge"].round(6).to_dict()
    {'player': 0.012351, 'banker': 0.014581, 'tie': 0.143596}
    >>> odds("punto-banco", seen="6 6 6 7 7 Q Q K 10 10")["edge"].round(6).to_dict()
    {'player': 0.011916, 'banker': 0.014627, 'tie': 0.146602}

    A commission of five per cent, but at least a unit, on a stake of ten:

    >>> from baccarat import Commission
    >>> table = Table(commission=Commission(minimum=1))
    >>> float(odds(table, stake=10).loc["banker", "edge"].round(4))
    0.0335
    """
    table = as_table(table)
    law = coup_law(table.decks) if seen is None else _law_without(table, count_cards(seen))
    nets = {bet: table.net(bet, stake) for bet in table.bets}
    return odds_frame({bet: law.counted(net, money(stake)) for bet, net in nets.items()})


def expectations(compositions: ArrayLike, bets: Mapping[str, Bet] = BETS) -> pd.DataFrame:
    """Give what a unit on each bet is worth, for one remaining shoe or many.

    Parameters
    ----------
    compositions : array_like, shape (13,), (52,), (m, 13) or (m, 52)
        What is left of each shoe: rank counts, ace first, or card counts. Six to 1,248 cards each.
    bets : mapping of str to Bet, optional
        Default: the catalogue. A table's are ``TABLES["live"].bets``.

    Returns
    -------
    DataFrame
        A row a shoe, numbered from 0, a column a bet: the mean net pay of a unit staked, in units.

    Raises
    ------
    ValueError
        If a composition is not possible, or a bet depends on suits and there are rank counts only.

    Notes
    -----
    Pays and sequences are counted and multiplied as whole numbers. The one division at the end
    rounds correctly, so each figure is the float nearest to the exact fraction, which
    `CoupLaw.expectation` gives.

    Examples
    --------
    A shoe of tens and sixes alone, then one more six:

    >>> left = np.zeros((2, 13), dtype=int)
    >>> left[:, 9], left[:, 5] = 20, (20, 21)
    >>> expectations(left, {"tie": BETS["tie"]}).round(4)
    bet     tie
    0    2.7199
    1    2.6842
    """
    rows = composition_rows(compositions)
    if rows.shape[1] == 13:
        _refuse_suits(bets, "give 52 card counts, or other bets")
    groups, pays = _groups(tuple(bets.values()))
    means = np.empty((len(rows), len(bets)))
    for start in range(0, len(rows), _ROWS_AT_A_TIME):
        block = slice(start, start + _ROWS_AT_A_TIME)
        counts = code_counts(rows[block], groups=groups)
        means[block] = _means(counts, pays)
    return pd.DataFrame(means, columns=pd.Index(bets, name="bet"))


@lru_cache(maxsize=64)
def _groups(bets: tuple[Bet, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Gather the reachable codes on which every bet pays the same.

    Returns the group of each code, shape (codes,), and what each bet pays in it, (groups, bets).
    """
    if not bets:
        raise ValueError("bets must hold at least one bet, got none")
    pays = np.stack([bet.pays[reachable_codes()] for bet in bets], axis=1)
    merged, groups = np.unique(pays, axis=0, return_inverse=True)
    return groups.reshape(-1).astype(np.int64), merged


def _means(counts: NDArray[np.int64], pays: NDArray[np.int64]) -> NDArray[np.float64]:
    """Give the mean pay in units, shape (m, bets), of counts (m, groups) and pays (groups, bets).

    Counts times pays may pass 64 bits. So the counts are cut into pieces of so many bits that sums
    of their products do not, and Python's integers take over where the pieces are put together.
    """
    bits = 62 - int(np.abs(pays).max()).bit_length() - len(pays).bit_length()
    paid = np.zeros((len(counts), pays.shape[1]), dtype=object)
    for shift in range(0, 63, bits):
        piece = counts >> shift & (1 << bits) - 1
        paid += (piece @ pays).astype(object) << shift
    totals = counts.sum(axis=1).astype(object)[:, None] * UNIT
    return np.asarray(paid / totals, dtype=np.float64)


def _refuse_suits(bets: Mapping[str, Bet], advice: str) -> None:
    names = [repr(name) for name, bet in bets.items() if bet.reads_suits]
    if names:
        what = f"bet {names[0]} depends" if len(names) == 1 else f"bets {', '.join(names)} depend"
        raise ValueError(f"{what} on suits, and cards by rank alone do not tell them; {advice}")


def _law_without(table: Table, out: NDArray[np.int64]) -> CoupLaw:
    left = _what_is_left(table.decks, out)
    if left.size == 13:
        _refuse_suits(table.bets, "give the suits too (AS 10H), or a Table with other bets")
    return coup_law(composition=left)


def _what_is_left(decks: int, out: NDArray[np.int64]) -> NDArray[np.int64]:
    left = full_shoe(decks) if out.size == 52 else np.full(13, 4 * decks, dtype=np.int64)
    held = int(left[0])
    if np.any(out > left):
        kind = int(np.argmax(out > left))
        name = card_name(kind) if out.size == 52 else RANKS[kind]
        raise ValueError(
            f"seen holds {name} {out[kind]} times; a shoe of {52 * decks} cards has only {held}"
        )
    if left.sum() - out.sum() < 6:
        raise ValueError(
            f"seen holds {out.sum()} of {52 * decks} cards and leaves {left.sum() - out.sum()}; "
            "a coup may need six"
        )
    rest: NDArray[np.int64] = left - out
    return rest
