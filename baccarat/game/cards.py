"""The 52 cards, what they count, and what is left in a shoe.

A card is a number from 0 to 51, ``4 * rank + suit``; rank 0 is the ace. 255 stands for a card
that was not dealt.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = ("S", "H", "D", "C")
NOT_DEALT: Final = 255
MOST_CARDS: Final = 24 * 52
"""The largest shoe taken: the number of its six-card sequences still fits 64 bits."""

CARD_RANKS: Final[NDArray[np.uint8]] = np.repeat(np.arange(13, dtype=np.uint8), 4)
"""The rank of each card, 0 to 12."""

RANK_VALUES: Final[NDArray[np.uint8]] = np.array([*range(1, 10), 0, 0, 0, 0], dtype=np.uint8)
"""What each rank counts: the ace 1, tens and faces 0."""

CARD_VALUES: Final[NDArray[np.uint8]] = RANK_VALUES[CARD_RANKS]
"""What each card counts, 0 to 9."""


def card_name(card: int) -> str:
    """Name a card by rank and suit.

    Parameters
    ----------
    card : int
        0 to 51.

    Returns
    -------
    str
        Rank (A, 2 to 10, J, Q, K) and suit (S, H, D, C).

    Raises
    ------
    ValueError
        If there is no such card.

    Examples
    --------
    >>> card_name(0), card_name(39), card_name(51)
    ('AS', '10C', 'KC')
    """
    if not 0 <= card < 52:
        raise ValueError(f"a card is a number from 0 to 51, got {card}")
    return RANKS[card // 4] + SUITS[card % 4]


def full_shoe(decks: int) -> NDArray[np.int64]:
    """Count the cards of a full shoe.

    Parameters
    ----------
    decks : int
        1 to 12 decks of 52 cards.

    Returns
    -------
    ndarray of int64, shape (52,)
        How many of each card.

    Raises
    ------
    ValueError
        If the number of decks is not between 1 and 12.

    Examples
    --------
    >>> int(full_shoe(8).sum())
    416
    """
    if isinstance(decks, bool) or not isinstance(decks, int | np.integer) or not 1 <= decks <= 12:
        raise ValueError(f"decks must be a whole number from 1 to 12, got {decks!r}")
    return np.full(52, decks, dtype=np.int64)


def composition_counts(composition: ArrayLike) -> NDArray[np.int64]:
    """Check the counts of a remaining shoe.

    Parameters
    ----------
    composition : array_like, shape (13,) or (52,)
        Cards left by rank, ace first, or by card (``4 * rank + suit``).

    Returns
    -------
    ndarray of int64
        The same counts.

    Raises
    ------
    ValueError
        If the shape is another, a count is negative or not whole, fewer than six cards are left
        (a coup may need six) or more than 1,248.

    Examples
    --------
    >>> composition_counts([0] * 9 + [6, 0, 0, 0])
    array([0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0])
    """
    given = np.asarray(composition)
    if given.shape not in ((13,), (52,)):
        raise ValueError(
            "composition must be 13 rank counts, ace first, or 52 card counts, "
            f"got {'x'.join(map(str, given.shape)) or repr(composition)}"
        )
    if given.dtype.kind not in "iuf":
        raise ValueError(f"composition must hold whole numbers, got {given.dtype} values")
    fractional = given[~np.isfinite(given) | (given != given.round())]
    if fractional.size:
        raise ValueError(f"composition must hold whole numbers of cards, got {fractional[0]}")
    if np.any(given < 0):
        raise ValueError(f"composition holds a negative count, {given.min()}; the least is 0")
    left = float(np.sum(given, dtype=float))
    if left < 6:
        raise ValueError(
            f"composition holds {left:.0f} cards; a coup may need six, so give six or more"
        )
    if left > MOST_CARDS:
        raise ValueError(f"composition holds {left:.0f} cards; the most is {MOST_CARDS} (24 decks)")
    return given.astype(np.int64)
