"""Compiled loops: tables in, arrays out. The only import of numba.

Where numba is missing (Pyodide), the same functions run as plain Python and give the same arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])

try:
    from numba import njit
except ModuleNotFoundError:  # pragma: no cover - depends on the installation
    njit = None  # type: ignore[assignment]


def compiled(function: F) -> F:
    """Compile a loop, and keep the machine code beside this file where that can be written."""
    if njit is None:
        return _wrapping(function)
    try:
        return cast(F, njit(cache=True)(function))
    except RuntimeError:  # no folder to keep it in
        return cast(F, njit(function))


def _wrapping(function: F) -> F:
    """Let 64-bit arithmetic wrap silently, as it does when compiled."""

    @wraps(function)
    def run(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return cast(F, run)


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


# What a running session keeps between calls, by place in an array.
POSITION, SEGMENT, SHOES, SELECTION, PROGRESSION, OVER, SESSION = 0, 1, 2, 3, 4, 5, 6
BANK, PEAK, DRAWDOWN, RUN, LONGEST, COUPS, BETS, HITS, NEXT = 7, 8, 9, 10, 11, 12, 13, 14, 15
ACTION_PLAYER, ACTION_BANKER, NEEDED, MOVING = 16, 17, 18, 19
RUNNING = 20

# What the loop asks of its caller: nothing, or a state it has not met.
DONE, GROW_SELECTION, GROW_WON, GROW_LOST, PLACED_WON, PLACED_LOST = 0, 1, 2, 3, 4, 5

# Why a session ended, and the columns of its record.
ENDED, RUINED, AT_TARGET, AT_LOSS, OUT_OF_COUPS, OVER_LIMIT, TOO_SHORT = 0, 1, 2, 3, 4, 5, 6
RECORD = 9


@compiled
def play_sessions(
    codes: NDArray[np.uint16],
    ends: NDArray[np.int64],
    pays: NDArray[np.int64],
    side: NDArray[np.int8],
    after: NDArray[np.int32],
    stake: NDArray[np.int64],
    won: NDArray[np.int32],
    lost: NDArray[np.int32],
    rules: NDArray[np.int64],
    running: NDArray[np.int64],
    records: NDArray[np.int64],
    squares: NDArray[np.float64],
    variance: NDArray[np.float64],
) -> int:
    """Play one system over the shoes of a block, until it meets a state that is not in its tables.

    Parameters
    ----------
    codes : ndarray of uint16, shape (n,)
        Coup codes of the block.
    ends : ndarray of int64, shape (m,)
        Where each shoe ends.
    pays : ndarray of int64, shape (2, 65536)
        Net pay of player and of banker by coup code, in ten-thousandths of a unit a unit.
    side, after, stake, won, lost : ndarray
        The tables of the selection and the progression; -1 for what is not known yet.
    rules : ndarray of int64, shape (10,)
        Bankroll (0 none), limit (0 none), what to do over it (0 stop, 1 restart, 2 stake it), what
        to do when the bankroll is short (0 stop, 1 stake the rest), profit and loss to stop at (0
        none), most coups (0 none), whether the progression carries over a shoe, shoes a session,
        least stake; money in ten-thousandths, stakes in units.
    running : ndarray of int64, shape (20,)
        The session under way; moved on. A second call goes on where the first stopped.
    records : ndarray of int64, shape (sessions, 9)
        Filled for each session that ends: net, action on player, action on banker, bets, coups,
        drawdown, longest losing run, times over the limit, reason.
    squares : ndarray of float64, shape (sessions,)
        Filled with the variance of the net result, given the stakes.
    variance : ndarray of float64, shape (2,)
        Variance of a unit's result on player and on banker.

    Returns
    -------
    int
        DONE, or what is to be worked out before going on.
    """
    unit = 10_000
    bankroll, limit, over_limit, short = rules[0], rules[1], rules[2], rules[3]
    target, worst, most_coups, carry = rules[4], rules[5], rules[6], rules[7]
    shoes_wanted, least = rules[8], rules[9]
    i, segment = running[0], running[1]
    s, p, over = running[3], running[4], running[5]
    while segment < ends.size:
        reason = -1
        if over or i == ends[segment]:
            i = ends[segment]
            segment += 1
            running[2] += 1
            s = 0
            if not carry:
                p = 0
            if running[2] == shoes_wanted:
                if not over:
                    reason = 0
                over = 2  # the session's shoes are over too
        else:
            code = codes[i]
            outcome = code >> 14
            chosen = side[s]
            following_s = s
            if outcome < 2:
                following_s = after[s, outcome]
                if following_s < 0:
                    running[0], running[1], running[3], running[4] = i, segment, s, p
                    running[5], running[18] = over, outcome
                    return 1
            if chosen >= 0:
                q, hit = p, 0
                units = max(stake[p], least)
                if limit and units > limit:
                    hit = 1
                    if over_limit == 0:
                        reason = 5
                    elif over_limit == 1:
                        units = min(max(stake[0], least), limit)
                        q = 0
                    else:
                        units = limit
                if reason < 0 and bankroll and units * unit > running[7]:
                    units = running[7] // unit
                    if short == 0 or units < least:
                        reason = 6
                if reason >= 0:
                    running[14] += hit
                else:
                    pay = pays[chosen, code]
                    following_p = q
                    if pay != 0:
                        usual = max(stake[q], least)
                        if limit:
                            usual = min(usual, limit)
                        ask = 0
                        if running[15] >= 0:
                            following_p = running[15]
                        elif units != usual:
                            running[18] = units
                            ask = 4 if pay > 0 else 5
                        else:
                            following_p = won[q] if pay > 0 else lost[q]
                            if following_p < 0:
                                ask = 2 if pay > 0 else 3
                        if ask:
                            running[0], running[1], running[3], running[4] = i, segment, s, p
                            running[5], running[19] = over, q
                            return ask
                    running[15] = -1
                    gain = units * pay
                    running[14] += hit
                    running[7] += gain
                    running[8] = max(running[8], running[7])
                    running[9] = max(running[9], running[8] - running[7])
                    running[10] = running[10] + 1 if pay < 0 else (running[10] if pay == 0 else 0)
                    running[11] = max(running[11], running[10])
                    running[13] += 1
                    running[16 + chosen] += units
                    squares[running[6]] += float(units) * float(units) * variance[chosen]
                    p = following_p
                    profit = running[7] - bankroll
                    if bankroll and running[7] < least * unit:
                        reason = 1
                    elif target and profit >= target:
                        reason = 2
                    elif worst and -profit >= worst:
                        reason = 3
            if reason < 0 or reason == 1 or reason == 2 or reason == 3:
                s = following_s
                i += 1
                running[12] += 1
                if reason < 0 and most_coups and running[12] == most_coups:
                    reason = 4
        if reason >= 0:
            row = records[running[6]]
            row[0] = running[7] - bankroll
            row[1], row[2], row[3], row[4] = running[16], running[17], running[13], running[12]
            row[5], row[6], row[7], row[8] = running[9], running[11], running[14], reason
            over = max(over, 1)
        if over == 2:
            running[6] += 1
            running[2], running[7], running[8], running[15] = 0, bankroll, bankroll, -1
            for place in (9, 10, 11, 12, 13, 14, 16, 17):
                running[place] = 0
            over, s, p = 0, 0, 0
    running[0], running[1], running[3], running[4], running[5] = 0, 0, s, p, over
    return 0
