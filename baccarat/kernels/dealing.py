"""Shuffling and dealing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from baccarat.kernels.compiling import compiled


@compiled
def shuffle(random: NDArray[np.uint64], cards: NDArray[np.uint8], reach: int) -> None:
    """Shuffle the front of a shoe, after Fisher and Yates.

    Parameters
    ----------
    random : ndarray of uint64, shape (4,)
        State of the xoshiro256++ generator; moved on.
    cards : ndarray of uint8, shape (n,)
        The shoe, in any order; its first `reach` cards become a random draw without replacement.
    reach : int
        How many cards will be needed at most.

    References
    ----------
    D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021).
    D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019): the high half
    of a product, redrawn in the rare case that would favour some indices.
    """
    s0, s1, s2, s3 = random[0], random[1], random[2], random[3]
    low = np.uint64(0xFFFFFFFF)
    i = 0
    while i < reach:
        word = s0 + s3
        word = ((word << np.uint64(23)) | (word >> np.uint64(41))) + s0
        carry = s1 << np.uint64(17)
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= carry
        s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
        for part in (word & low, word >> np.uint64(32)):  # one word serves two cards
            if i < reach:
                span = np.uint64(cards.size - i)
                scaled = part * span
                if (scaled & low) < span and (scaled & low) < (low + np.uint64(1) - span) % span:
                    continue
                j = i + np.int64(scaled >> np.uint64(32))
                card = cards[j]
                cards[j] = cards[i]
                cards[i] = card
                i += 1
    random[0], random[1], random[2], random[3] = s0, s1, s2, s3


@compiled
def deal_coup(
    shoe: NDArray[np.uint8],
    position: int,
    values: NDArray[np.uint8],
    coup_table: NDArray[np.uint16],
) -> np.int64:
    """Deal one coup and give its code; six cards must be left from `position` on."""
    p1, b1, p2, b2 = shoe[position], shoe[position + 1], shoe[position + 2], shoe[position + 3]
    player = np.int64(values[p1]) + np.int64(values[p2])
    banker = np.int64(values[b1]) + np.int64(values[b2])
    if player > 9:
        player -= 10
    if banker > 9:
        banker -= 10
    fifth, sixth = values[shoe[position + 4]], values[shoe[position + 5]]
    code = np.int64(coup_table[((player * 10 + banker) * 10 + fifth) * 10 + sixth])
    pairs = np.int64(p1 >> 2 == p2 >> 2) << 10 | np.int64(b1 >> 2 == b2 >> 2) << 11
    return code | pairs | np.int64(p1 == p2) << 12 | np.int64(b1 == b2) << 13


@compiled
def record_cards(
    shoe: NDArray[np.uint8], position: int, code: np.int64, row: NDArray[np.uint8]
) -> None:
    """Write the cards of the coup dealt at `position`: player's three, banker's three, or 255."""
    player_drew, banker_drew = code >> 8 & 1, code >> 9 & 1
    row[0], row[1] = shoe[position], shoe[position + 2]
    row[2] = shoe[position + 4] if player_drew else 255
    row[3], row[4] = shoe[position + 1], shoe[position + 3]
    row[5] = shoe[position + 4 + player_drew] if banker_drew else 255


@compiled
def deal_shoes(
    random: NDArray[np.uint64],
    shoe: NDArray[np.uint8],
    burned: NDArray[np.int64],
    cut_at: int,
    after_cut: int,
    values: NDArray[np.uint8],
    coup_table: NDArray[np.uint16],
    codes: NDArray[np.uint16],
    ends: NDArray[np.int64],
    cards: NDArray[np.uint8],
) -> int:
    """Shuffle and deal whole shoes, each until its cut card ends it.

    Parameters
    ----------
    random : ndarray of uint64, shape (4,)
        State of the generator; moved on.
    shoe : ndarray of uint8, shape (cards,)
        The cards in any order; left in another.
    burned : ndarray of int64, shape (52,)
        Cards gone before the first coup, by the first card.
    cut_at : int
        Cards before the cut card.
    after_cut : int
        Coups played after the cut card's.
    values : ndarray of uint8, shape (52,)
        Card values.
    coup_table : ndarray of uint16, shape (10000,)
        Coup code by two totals and the next two cards.
    codes : ndarray of uint16
        Filled with coup codes; a quarter of the cards a shoe is room enough.
    ends : ndarray of int64, shape (shoes,)
        Filled with the number of coups dealt by the end of each shoe.
    cards : ndarray of uint8, shape (n, 6) or (0, 6)
        Filled with the cards of each coup, unless it has no rows.

    Returns
    -------
    int
        Coups dealt.
    """
    # Five cards of the cut card's coup and six of one more may lie behind the cut card; a burn may
    # go past it.
    reach = min(shoe.size, max(cut_at, int(burned.max())) + 11)
    dealt = 0
    for number in range(ends.size):
        shuffle(random, shoe, reach)
        position, left = burned[shoe[0]], after_cut
        while position + 6 <= shoe.size:
            code = deal_coup(shoe, position, values, coup_table)
            codes[dealt] = code
            if cards.shape[0]:
                record_cards(shoe, position, code, cards[dealt])
            dealt += 1
            began = position
            position += 4 + (code >> 8 & 1) + (code >> 9 & 1)
            if position > cut_at:
                if began >= cut_at or left == 0:  # >=: it came out instead of the first card
                    break
                left -= 1
        ends[number] = dealt
    return dealt


@compiled
def deal_fresh_coups(
    random: NDArray[np.uint64],
    shoe: NDArray[np.uint8],
    values: NDArray[np.uint8],
    coup_table: NDArray[np.uint16],
    codes: NDArray[np.uint16],
    cards: NDArray[np.uint8],
) -> None:
    """Deal coups that are each shuffled afresh; parameters as for `deal_shoes`."""
    for number in range(codes.size):
        shuffle(random, shoe, 6)
        codes[number] = deal_coup(shoe, 0, values, coup_table)
        if cards.shape[0]:
            record_cards(shoe, 0, np.int64(codes[number]), cards[number])


@compiled
def deal_order(
    shoe: NDArray[np.uint8],
    burned: NDArray[np.int64],
    cut_at: int,
    after_cut: int,
    values: NDArray[np.uint8],
    coup_tables: NDArray[np.uint16],
    played_by: NDArray[np.uint8],
    codes: NDArray[np.uint16],
) -> int:
    """Deal one shoe in the order it lies in; parameters as for `deal_shoes`, without a shuffle.

    Parameters
    ----------
    coup_tables : ndarray of uint16, shape (k, 10000)
        Ways to play a coup, right or wrong.
    played_by : ndarray of uint8, shape (n,)
        Which of them each coup is played by; a quarter of the cards is room enough.
    codes : ndarray of uint16, shape (n,)
        Filled from the front.

    Returns
    -------
    int
        Coups dealt.
    """
    position, left, dealt = burned[shoe[0]], after_cut, 0
    while position + 6 <= shoe.size:
        code = deal_coup(shoe, position, values, coup_tables[played_by[dealt]])
        codes[dealt] = code
        dealt += 1
        began = position
        position += 4 + (code >> 8 & 1) + (code >> 9 & 1)
        if position > cut_at:
            if began >= cut_at or left == 0:  # as in deal_shoes
                break
            left -= 1
    return dealt
