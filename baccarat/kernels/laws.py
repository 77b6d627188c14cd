"""Counting the sequences of a remaining shoe."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from baccarat.kernels.compiling import compiled


@compiled
def count_codes(
    values: NDArray[np.int64],
    kinds: NDArray[np.int64],
    together: NDArray[np.int64],
    left: NDArray[np.int64],
    coups: NDArray[np.int64],
    read: NDArray[np.int64],
    columns: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Add up, for each of many shoes, the six-card sequences that lead to each kind of coup.

    Parameters
    ----------
    values : ndarray of int64, shape (h, 2)
        The values of two-card hands, the lower first.
    kinds : ndarray of int64, shape (h, 10)
        What each hand takes of a value: 0 nothing, 1 a card, 2 two cards of different ranks, 3 a
        pair not suited, 4 a suited pair.
    together : ndarray of int64, shape (m, 10, 5, 5)
        Ways to deal two hands what they take of each value.
    left : ndarray of int64, shape (m, 10)
        Cards of each value before the coup.
    coups : ndarray of int64, shape (10000,)
        A number for the coup, pairs left open, by two totals and the next two cards.
    read : ndarray of int64, shape (1000,)
        How many of the next two cards matter to it, by two totals and the first of the two; 0 only
        where neither matters, whatever they are.
    columns : ndarray of int64, shape (3, 3, c)
        Where to count a coup, by the pair of player and of banker (none, not suited, suited) and
        its number.
    counts : ndarray of int64, shape (m, columns)
        Added to.
    """
    hands = values.shape[0]
    for row in range(left.shape[0]):
        rest, ways_of, count = left[row].copy(), together[row], counts[row]
        n = rest.sum()
        last = n - 5
        for i in range(hands):
            a, b = values[i, 0], values[i, 1]
            first = ways_of[a, kinds[i, a], 0]
            if a != b:
                first = 2 * first * ways_of[b, kinds[i, b], 0]
            if first == 0:
                continue
            rest[a] -= 1
            rest[b] -= 1
            for j in range(hands):
                c, d = values[j, 0], values[j, 1]
                ways = ways_of[a, kinds[i, a], kinds[j, a]]
                if b != a:
                    ways *= 2 * ways_of[b, kinds[i, b], kinds[j, b]]
                if kinds[i, c] == 0:
                    ways *= ways_of[c, 0, kinds[j, c]]
                if d != c:
                    ways *= 2
                    if kinds[i, d] == 0:
                        ways *= ways_of[d, 0, kinds[j, d]]
                if ways == 0:
                    continue
                column = columns[max(kinds[i, a] - 2, 0), max(kinds[j, c] - 2, 0)]
                totals = (a + b) % 10 * 10 + (c + d) % 10
                if read[totals * 10] == 0:
                    count[column[coups[totals * 100]]] += ways * (last + 1) * last
                    continue
                rest[c] -= 1
                rest[d] -= 1
                for fifth in range(10):
                    both = ways * rest[fifth]
                    index = (totals * 10 + fifth) * 10
                    if read[totals * 10 + fifth] == 1:
                        count[column[coups[index]]] += both * last
                        continue
                    rest[fifth] -= 1
                    for sixth in range(10):
                        count[column[coups[index + sixth]]] += both * rest[sixth]
                    rest[fifth] += 1
                rest[c] += 1
                rest[d] += 1
            rest[a] += 1
            rest[b] += 1


@compiled
def count_outcomes(
    values: NDArray[np.int64],
    starts: NDArray[np.int64],
    left: NDArray[np.int64],
    decided: NDArray[np.int64],
    pairs: NDArray[np.int64],
    taken: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Add up, for each of many shoes, the six-card sequences that player wins and that tie.

    The next two cards, of values x and y, lead to an outcome where f(x, y) = 1. Of the cards r that
    two hands d leave of the shoe c, r = c - d, they can be drawn in sum f(x, y) r(x) r(y) -
    sum f(x, x) r(x) ways. Multiplied out, only a constant, a sum over the cards of d and a constant
    of the two hands are left, so no cards are tried inside the loop over hands.

    Parameters
    ----------
    values : ndarray of int64, shape (h, 2)
        The values of two-card hands, the lower first, by their total.
    starts : ndarray of int64, shape (11,)
        Where the hands of each total begin.
    left : ndarray of int64, shape (m, 10)
        Cards of each value before the coup.
    decided : ndarray of int64, shape (10, 10)
        By the two totals: 0 or 1 where player wins or the coup ties without a look at the next two
        cards, 2 for banker, -1 where the cards matter.
    pairs : ndarray of int64, shape (10, 10, 2, 10, 10)
        f(x, y) + f(y, x), by the two totals, for player and tie.
    taken : ndarray of int64, shape (h, h, 2)
        The sum of f over all ordered pairs of the four cards in two hands, a card with itself too.
    counts : ndarray of int64, shape (m, 3)
        Filled: player, banker, tie.
    """
    slope = np.empty((2, 10), dtype=np.int64)
    base = np.empty(2, dtype=np.int64)
    for row in range(left.shape[0]):
        rest = left[row].copy()
        n = rest.sum()
        player = tie = np.int64(0)
        for totals in range(100):
            p, b = totals // 10, totals % 10
            sure = decided[p, b]
            if sure == 2:
                continue
            if sure < 0:
                for outcome in range(2):
                    base[outcome] = 0
                    for x in range(10):
                        along = np.int64(0)
                        for y in range(10):
                            along += pairs[p, b, outcome, x, y] * left[row, y]
                        double = pairs[p, b, outcome, x, x]
                        slope[outcome, x] = along - double // 2
                        base[outcome] += left[row, x] * (along - double)
                    base[outcome] //= 2
            ways_all = np.int64(0)
            for i in range(starts[p], starts[p + 1]):
                a1, a2 = values[i, 0], values[i, 1]
                hand = rest[a1] * (rest[a2] - (a1 == a2)) * (1 + (a1 != a2))
                if hand == 0:
                    continue
                rest[a1] -= 1
                rest[a2] -= 1
                player_i = base[0] - slope[0, a1] - slope[0, a2]
                tie_i = base[1] - slope[1, a1] - slope[1, a2]
                for j in range(starts[b], starts[b + 1]):
                    b1, b2 = values[j, 0], values[j, 1]
                    ways = hand * rest[b1] * (rest[b2] - (b1 == b2)) * (1 + (b1 != b2))
                    ways_all += ways
                    if sure < 0:
                        player += ways * (player_i - slope[0, b1] - slope[0, b2] + taken[i, j, 0])
                        tie += ways * (tie_i - slope[1, b1] - slope[1, b2] + taken[i, j, 1])
                rest[a1] += 1
                rest[a2] += 1
            if sure == 0:
                player += ways_all * (n - 4) * (n - 5)
            if sure == 1:
                tie += ways_all * (n - 4) * (n - 5)
        counts[row, 0], counts[row, 2] = player, tie
        counts[row, 1] = n * (n - 1) * (n - 2) * (n - 3) * (n - 4) * (n - 5) - player - tie
