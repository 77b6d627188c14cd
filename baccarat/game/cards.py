"""The 52 cards, what they count, and what is left in a shoe.

A card is a number from 0 to 51, ``4 * rank + suit``; rank 0 is the ace. 255 stands for a card
that was not dealt. Records tell less: 64 + rank is a card of unknown suit, 80 + value one of which
only the value is known, 254 one that was dealt and is not known at all.
"""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = ("S", "H", "D", "C")
NOT_DEALT: Final = 255
UNKNOWN: Final = 254
RANK_ONLY: Final = 64
VALUE_ONLY: Final = 80
MOST_CARDS: Final = 24 * 52
"""The largest shoe taken: the number of its six-card sequences still fits 64 bits."""

CARD_RANKS: Final[NDArray[np.uint8]] = np.repeat(np.arange(13, dtype=np.uint8), 4)
"""The rank of each card, 0 to 12."""

RANK_VALUES: Final[NDArray[np.uint8]] = np.array([*range(1, 10), 0, 0, 0, 0], dtype=np.uint8)
"""What each rank counts: the ace 1, tens and faces 0."""

CARD_VALUES: Final[NDArray[np.uint8]] = RANK_VALUES[CARD_RANKS]
"""What each card counts, 0 to 9."""


def _by_byte(cards: list[int], ranks: list[int], values: list[int]) -> NDArray[np.int8]:
    table = np.full(256, -1, dtype=np.int8)
    for first, known in ((0, cards), (RANK_ONLY, ranks), (VALUE_ONLY, values)):
        table[first : first + len(known)] = known
    table.flags.writeable = False
    return table


KNOWN_RANK: Final[NDArray[np.int8]] = _by_byte(CARD_RANKS.tolist(), list(range(13)), [])
"""The rank of what a record gives as a card, shape (256,); -1 where that is not known."""

KNOWN_VALUE: Final[NDArray[np.int8]] = _by_byte(
    CARD_VALUES.tolist(), RANK_VALUES.tolist(), list(range(10))
)
"""The value of what a record gives as a card, shape (256,); -1 where that is not known."""

VALUE_NAMES: Final = ("10", *RANKS[:9])
"""A name for each value, 0 to 9: that of its rank, and "10" for tens and faces."""

_RANK_NUMBERS: Final = {rank: number for number, rank in enumerate(RANKS)} | {"T": 9}
_SUIT_NUMBERS: Final = {s: n for n, each in enumerate(("S♠♤", "H♥♡", "D♦♢", "C♣♧")) for s in each}
_SEPARATORS: Final = re.compile(r"[\s,;]+")
_VARIATIONS: Final = str.maketrans(
    "", "", "\ufe0e\ufe0f"
)  # signs to show a symbol plain or in colour
_RANK: Final = r"(?P<rank>10|[A2-9TJQK])"
_SUIT: Final = rf"(?P<suit>[{''.join(_SUIT_NUMBERS)}])"
_CARDS: Final = [re.compile(card) for card in (_RANK + _SUIT, _SUIT + _RANK, _RANK)]


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


def parse_cards(text: str) -> tuple[NDArray[np.int64], NDArray[np.int64] | None]:
    """Read cards as people write them.

    Parameters
    ----------
    text : str
        Cards, with spaces, commas, semicolons or new lines between them or none: ranks A, 2 to 10,
        J, Q, K (T is 10 too) and suits S, H, D, C or their symbols, after the rank or before it, in
        capitals or not. Either every card has its suit or none has.

    Returns
    -------
    ranks : ndarray of int64, shape (n,)
        0 to 12, ace first.
    suits : ndarray of int64, shape (n,), or None
        0 to 3: spade, heart, diamond, club; None where none are given.

    Raises
    ------
    ValueError
        If something is no card, or some cards have suits and others none.

    Examples
    --------
    >>> parse_cards("AS 10h, ♦K")
    (array([ 0,  9, 12]), array([0, 1, 2]))
    >>> parse_cards("A T K K 9")
    (array([ 0,  9, 12, 12,  8]), None)
    >>> parse_cards("A 0 K")
    Traceback (most recent call last):
    ...
    ValueError: can't read card '0'; a ten is written 10 or T, an ace A; e.g. "AS 10H KD" or, ...
    """
    words = _SEPARATORS.split(text.translate(_VARIATIONS).upper())
    cards = [card for word in words if word for card in _cards_of(word)]
    ranks = np.array([_RANK_NUMBERS[rank] for rank, _ in cards], dtype=np.int64)
    with_suit = [suit for _, suit in cards if suit]
    if not with_suit and cards:
        return ranks, None
    if len(with_suit) < len(cards):
        bare = next(rank for rank, suit in cards if not suit)
        raise ValueError(f"card {bare!r} has no suit and others have; give all suits or none")
    return ranks, np.array([_SUIT_NUMBERS[suit] for suit in with_suit], dtype=np.int64)


def _cards_of(word: str) -> list[tuple[str, str]]:
    """Split a word into ranks and suits; an empty suit where there is none."""
    for card in _CARDS:
        if not card.sub("", word):
            return [
                (each["rank"], each.groupdict("").get("suit", "")) for each in card.finditer(word)
            ]
    advice = "a ten is written 10 or T, an ace A; " if set(word) & set("01") else ""
    raise ValueError(
        f'can\'t read card {word!r}; {advice}e.g. "AS 10H KD" or, without suits, "A 10 K"'
    )


def count_cards(cards: str | ArrayLike) -> NDArray[np.int64]:
    """Count cards, given as text or as numbers.

    Parameters
    ----------
    cards : str or array_like
        Text as for `parse_cards`, or a list of such texts; or an array of any shape of cards 0 to
        51, in which 255 is no card.

    Returns
    -------
    ndarray of int64, shape (52,) or (13,)
        How many of each card; of each rank, where the text gives no suits.

    Raises
    ------
    ValueError
        If something is no card.

    Examples
    --------
    >>> count_cards("A A 5")
    array([2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
    >>> int(count_cards([[0, 51, 255], [0, 255, 255]])[0])
    2
    """
    given = np.asarray(cards)
    if given.dtype.kind == "U":
        ranks, suits = parse_cards(" ".join(map(str, given.reshape(-1))))
        if suits is None:
            return np.bincount(ranks, minlength=13).astype(np.int64)
        return np.bincount(4 * ranks + suits, minlength=52).astype(np.int64)
    if given.size and given.dtype.kind not in "iu":
        raise ValueError(f"cards must be text or whole numbers 0 to 51, got {given.dtype} values")
    dealt = given[given != NOT_DEALT].astype(np.int64)
    strange = dealt[(dealt < 0) | (dealt > 51)]
    if strange.size:
        raise ValueError(
            f"a card is a number from 0 to 51, or {NOT_DEALT} for none, got {strange[0]}"
        )
    return np.bincount(dealt, minlength=52).astype(np.int64)


def recorded_name(card: int) -> str:
    """Name what a record gives as a card.

    Parameters
    ----------
    card : int
        0 to 255; see the head of this module.

    Returns
    -------
    str
        As `card_name`; the rank alone; "=" and the value; "?" for an unknown card; "" for none.

    Raises
    ------
    ValueError
        If the number stands for nothing.

    Examples
    --------
    >>> [recorded_name(card) for card in (0, 64 + 9, 80 + 5, 254, 255)]
    ['AS', '10', '=5', '?', '']
    """
    if card in (UNKNOWN, NOT_DEALT):
        return "?" if card == UNKNOWN else ""
    if RANK_ONLY <= card < RANK_ONLY + 13:
        return RANKS[card - RANK_ONLY]
    if VALUE_ONLY <= card < VALUE_ONLY + 10:
        return f"={card - VALUE_ONLY}"
    return card_name(card)


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
    counts: NDArray[np.int64] = composition_rows(given)[0]
    return counts


def composition_rows(compositions: ArrayLike) -> NDArray[np.int64]:
    """Check the counts of many remaining shoes.

    Parameters
    ----------
    compositions : array_like, shape (13,), (52,), (m, 13) or (m, 52)
        Cards left by rank, ace first, or by card, a row a shoe; or one shoe.

    Returns
    -------
    ndarray of int64, shape (m, 13) or (m, 52)
        The same counts; one row for one shoe.

    Raises
    ------
    ValueError
        As `composition_counts`; it names the first row that is not possible, counted from 0.

    Examples
    --------
    >>> composition_rows([[1] * 13, [0] * 13])
    Traceback (most recent call last):
    ...
    ValueError: composition in row 1 holds 0 cards; a coup may need six, so give six or more
    """
    given = np.asarray(compositions)
    if given.ndim not in (1, 2) or given.shape[-1] not in (13, 52):
        raise ValueError(
            "compositions must be rows of 13 rank counts, ace first, or of 52 card counts, "
            f"got {'x'.join(map(str, given.shape)) or repr(compositions)}"
        )
    if given.dtype.kind not in "iuf":
        raise ValueError(f"composition must hold whole numbers, got {given.dtype} values")
    rows = np.atleast_2d(given)
    left = rows.sum(axis=1, dtype=float)
    whole = np.isfinite(rows) & (rows == np.round(rows))
    possible = (whole & (rows >= 0)).all(axis=1) & (left >= 6) & (left <= MOST_CARDS)
    if not possible.all():
        row = int(np.argmin(possible))
        where = "composition" if given.ndim == 1 else f"composition in row {row}"
        raise ValueError(f"{where} {_what_is_wrong(rows[row])}")
    counts: NDArray[np.int64] = np.ascontiguousarray(rows, dtype=np.int64)
    return counts


def _what_is_wrong(row: NDArray[Any]) -> str:
    fractional = row[~np.isfinite(row) | (row != np.round(row))]
    left = float(np.sum(row, dtype=float))
    if fractional.size:
        return f"must hold whole numbers of cards, got {fractional[0]}"
    if np.any(row < 0):
        return f"holds a negative count, {row.min()}; the least is 0"
    if left < 6:
        return f"holds {left:.0f} cards; a coup may need six, so give six or more"
    return f"holds {left:.0f} cards; the most is {MOST_CARDS} (24 decks)"
