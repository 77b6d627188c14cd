"""How many six-card sequences lead to each coup, for many remaining shoes at a time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat import kernels
from baccarat.game.cards import CARD_RANKS, RANK_VALUES, composition_rows
from baccarat.game.coup import PLAYER, TIE, DrawingRule, coup_table, final_hands

_VALUE_OF_RANK: Final[NDArray[np.int64]] = np.eye(10, dtype=np.int64)[RANK_VALUES]
_RANK_OF_CARD: Final[NDArray[np.int64]] = np.eye(13, dtype=np.int64)[CARD_RANKS]
_PAIR_BITS: Final = (0, 0b0001, 0b0101)
"""None, not suited, suited: as bits of player's hand, 10 and 12 of a coup code; banker's is one up.
"""


def outcome_counts(compositions: ArrayLike) -> NDArray[np.int64]:
    """Count the sequences of six cards that player wins, banker wins and that tie.

    Parameters
    ----------
    compositions : array_like, shape (13,), (52,), (m, 13) or (m, 52)
        What is left of each shoe: rank counts, ace first, or card counts. Six to 1,248 cards each.

    Returns
    -------
    ndarray of int64, shape (3,) or (m, 3)
        Player, banker, tie, of all n (n - 1) ... (n - 5) ordered sequences from n cards; exact.

    Raises
    ------
    ValueError
        If a composition is not possible; the row is named, counted from 0.

    See Also
    --------
    coup_law : all else that is to be known of a coup, for one shoe.

    Examples
    --------
    >>> outcome_counts([32] * 13)
    array([2230518282592256, 2292252566437888,  475627426473216])

    Banker's chance as cards leave the shoe:

    >>> left = np.full((3, 13), 32)
    >>> left[1:, 0] -= 1  # an ace
    >>> left[2:, 8] -= 1  # and a nine
    >>> counts = outcome_counts(left)
    >>> (counts[:, 1] / counts.sum(axis=1)).round(6)
    array([0.458597, 0.458613, 0.458577])
    """
    rows = composition_rows(compositions)
    hands, tables = _value_hands(), _outcome_tables()
    counts = np.empty((len(rows), 3), dtype=np.int64)
    kernels.count_outcomes(
        hands, _starts(), by_value(rows), tables.decided, tables.pairs, tables.taken, counts
    )
    return counts[0] if np.ndim(compositions) == 1 else counts


def by_rank(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give rank counts, shape (m, 13), of rank or card counts."""
    return rows if rows.shape[1] == 13 else rows @ _RANK_OF_CARD


def by_value(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give value counts, shape (m, 10), of rank or card counts."""
    return by_rank(rows) @ _VALUE_OF_RANK


def reachable_codes(rule: DrawingRule = final_hands) -> NDArray[np.uint16]:
    """List the coup codes a drawing rule leads to, ascending, with and without pairs."""
    return _code_tables(rule).codes


def code_counts(
    rows: NDArray[np.int64],
    rule: DrawingRule = final_hands,
    groups: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Count the sequences of six cards that lead to each coup.

    Parameters
    ----------
    rows : ndarray of int64, shape (m, 13) or (m, 52)
        Checked compositions. From rank counts all pairs are counted as not suited.
    rule : callable, optional
        The drawing rule.
    groups : ndarray of int64, optional
        For each of `reachable_codes`, the number of the group to count it in; default: each in its
        own.

    Returns
    -------
    ndarray of int64, shape (m, codes) or (m, groups)
    """
    tables, (values, kinds) = _code_tables(rule), _ranked_hands()
    columns = tables.columns if groups is None else groups[tables.columns]
    counts = np.zeros((len(rows), columns.max() + 1), dtype=np.int64)
    kernels.count_codes(
        values, kinds, _together(rows), by_value(rows), tables.coups, tables.read, columns, counts
    )
    return counts


@cache
def _value_hands() -> NDArray[np.int64]:
    """List the two-card hands by value, the lower first, in the order of their totals; (55, 2)."""
    hands = combinations_with_replacement(range(10), 2)
    return np.array(sorted(hands, key=lambda hand: sum(hand) % 10), dtype=np.int64)


@cache
def _starts() -> NDArray[np.int64]:
    return np.searchsorted(_value_hands().sum(axis=1) % 10, np.arange(11)).astype(np.int64)


@dataclass(frozen=True)
class _OutcomeTables:
    """What `kernels.count_outcomes` reads; shapes as there."""

    decided: NDArray[np.int64]
    pairs: NDArray[np.int64]
    taken: NDArray[np.int64]


@cache
def _outcome_tables() -> _OutcomeTables:
    winners = (coup_table() >> 14).astype(np.int64)
    sure = (winners == winners[:, :, :1, :1]).all(axis=(2, 3))
    order = np.array([0, 2, 1])  # by winner: player, banker, tie
    leads = np.stack([winners == PLAYER, winners == TIE], axis=2).astype(np.int64)
    hands = _value_hands()
    totals = hands.sum(axis=1) % 10
    taken = np.zeros((len(hands), len(hands), 2), dtype=np.int64)
    for i, j in np.ndindex(len(hands), len(hands)):
        four = np.concatenate([hands[i], hands[j]])
        taken[i, j] = leads[totals[i], totals[j]][:, four][:, :, four].sum(axis=(1, 2))
    return _OutcomeTables(
        decided=np.where(sure, order[winners[:, :, 0, 0]], -1),
        pairs=leads + leads.swapaxes(3, 4),
        taken=taken,
    )


@cache
def _ranked_hands() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """List the two-card hands by value and pair: values (66, 2) and what they take (66, 10)."""
    pairs = {0: (2, 3, 4)}  # only tens and faces are of one value and different ranks
    hands = [
        (a, b, kind)
        for a, b in combinations_with_replacement(range(10), 2)
        for kind in ((1,) if a != b else pairs.get(a, (3, 4)))
    ]
    kinds = np.zeros((len(hands), 10), dtype=np.int64)
    for row, (a, b, kind) in zip(kinds, hands, strict=True):
        row[[a, b]] = kind
    return np.array([hand[:2] for hand in hands], dtype=np.int64), kinds


@dataclass(frozen=True)
class _CodeTables:
    """What `kernels.count_codes` reads of a rule; shapes as there. codes: what columns point to."""

    codes: NDArray[np.uint16]
    coups: NDArray[np.int64]
    read: NDArray[np.int64]
    columns: NDArray[np.int64]


@cache
def _code_tables(rule: DrawingRule) -> _CodeTables:
    table = coup_table(rule)
    plain, coups = np.unique(table, return_inverse=True)
    pairs = np.array([[p << 10 | b << 11 for b in _PAIR_BITS] for p in _PAIR_BITS])
    coded = plain.astype(np.int64) | pairs[:, :, None]
    codes, columns = np.unique(coded, return_inverse=True)
    read = 1 + (table != table[..., :1]).any(axis=3)
    read[(table == table[:, :, :1, :1]).all(axis=(2, 3))] = 0
    return _CodeTables(
        codes=codes.astype(np.uint16),
        coups=coups.reshape(-1).astype(np.int64),
        read=read.reshape(-1).astype(np.int64),
        columns=columns.reshape(coded.shape).astype(np.int64),
    )


def _together(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the ordered ways for two hands to take cards of one value.

    Shape (m, 10, 5, 5), by what they take: nothing, a card, two cards of different ranks, a pair
    not suited, a suited pair.
    """
    n = by_value(rows)
    more, all_four = n - 2, n * (n - 1) * (n - 2) * (n - 3)
    (plain, suited), (plain_plain, plain_suited, suited_suited) = _pairs(rows)
    mixed = n * (n - 1) - plain - suited
    mixed_plain = plain * more * (n - 3) - plain_plain - plain_suited
    mixed_suited = suited * more * (n - 3) - plain_suited - suited_suited
    some_pair = 2 * (mixed_plain + mixed_suited + plain_suited) + plain_plain + suited_suited
    ways = [
        [np.ones_like(n), n, mixed, plain, suited],
        [n, n * (n - 1), mixed * more, plain * more, suited * more],
        [mixed, mixed * more, all_four - some_pair, mixed_plain, mixed_suited],
        [plain, plain * more, mixed_plain, plain_plain, plain_suited],
        [suited, suited * more, mixed_suited, plain_suited, suited_suited],
    ]
    return np.ascontiguousarray(np.moveaxis(np.array(ways), (0, 1), (2, 3)))


def _pairs(rows: NDArray[np.int64]) -> tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]:
    """Count pairs, plain and suited, and couples of pairs (plain and plain, plain and suited, ...).

    Each has shape (m, 10). Couples that share no card: all couples, less those of one rank (or
    card) counted twice over, x (x - 1) (x - 2) (x - 3) - (x (x - 1))**2 = x (x - 1) (6 - 4 x).
    """
    ranks = by_rank(rows)
    same_rank = ranks * (ranks - 1)
    pairs = same_rank @ _VALUE_OF_RANK
    couples = pairs**2 + (same_rank * (6 - 4 * ranks)) @ _VALUE_OF_RANK
    if rows.shape[1] == 13:
        none = np.zeros_like(pairs)
        return [pairs, none], [couples, none, none]
    same_card = rows * (rows - 1)
    suited_ranks = same_card @ _RANK_OF_CARD
    suited = suited_ranks @ _VALUE_OF_RANK
    any_suited = suited * pairs + (suited_ranks * (6 - 4 * ranks)) @ _VALUE_OF_RANK
    both_suited = suited**2 + (same_card * (6 - 4 * rows)) @ _RANK_OF_CARD @ _VALUE_OF_RANK
    plain_suited = any_suited - both_suited
    return (
        [pairs - suited, suited],
        [couples - any_suited - plain_suited, plain_suited, both_suited],
    )
