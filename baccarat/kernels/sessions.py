"""Playing a system by its tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from baccarat.kernels.compiling import compiled

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
    i, segment = running[POSITION], running[SEGMENT]
    s, p, over = running[SELECTION], running[PROGRESSION], running[OVER]
    while segment < ends.size:
        reason = -1
        if over or i == ends[segment]:
            i = ends[segment]
            segment += 1
            running[SHOES] += 1
            s = 0
            if not carry:
                p = 0
            if running[SHOES] == shoes_wanted:
                if not over:
                    reason = ENDED
                over = 2  # and so are the session's shoes
        else:
            code = codes[i]
            outcome = code >> 14
            chosen = side[s]
            following_s = s
            if outcome < 2:
                following_s = after[s, outcome]
                if following_s < 0:
                    running[POSITION], running[SEGMENT], running[OVER] = i, segment, over
                    running[SELECTION], running[PROGRESSION], running[NEEDED] = s, p, outcome
                    return GROW_SELECTION
            if chosen >= 0:
                q, hit = p, 0
                units = max(stake[p], least)
                if limit and units > limit:
                    hit = 1
                    if over_limit == 0:
                        reason = OVER_LIMIT
                    elif over_limit == 1:
                        units = min(max(stake[0], least), limit)
                        q = 0
                    else:
                        units = limit
                if reason < 0 and bankroll and units * unit > running[BANK]:
                    units = running[BANK] // unit
                    if short == 0 or units < least:
                        reason = TOO_SHORT
                if reason >= 0:
                    running[HITS] += hit
                else:
                    pay = pays[chosen, code]
                    following_p = q
                    if pay != 0:
                        usual = max(stake[q], least)
                        if limit:
                            usual = min(usual, limit)
                        ask = 0
                        if running[NEXT] >= 0:
                            following_p = running[NEXT]
                        elif units != usual:
                            running[NEEDED] = units
                            ask = PLACED_WON if pay > 0 else PLACED_LOST
                        else:
                            following_p = won[q] if pay > 0 else lost[q]
                            if following_p < 0:
                                ask = GROW_WON if pay > 0 else GROW_LOST
                        if ask:
                            running[POSITION], running[SEGMENT], running[OVER] = i, segment, over
                            running[SELECTION], running[PROGRESSION], running[MOVING] = s, p, q
                            return ask
                    running[NEXT] = -1
                    gain = units * pay
                    running[HITS] += hit
                    running[BANK] += gain
                    running[PEAK] = max(running[PEAK], running[BANK])
                    running[DRAWDOWN] = max(running[DRAWDOWN], running[PEAK] - running[BANK])
                    if pay != 0:
                        running[RUN] = running[RUN] + 1 if pay < 0 else 0
                    running[LONGEST] = max(running[LONGEST], running[RUN])
                    running[BETS] += 1
                    running[ACTION_PLAYER + chosen] += units
                    squares[running[SESSION]] += float(units) * float(units) * variance[chosen]
                    p = following_p
                    profit = running[BANK] - bankroll
                    if bankroll and running[BANK] < least * unit:
                        reason = RUINED
                    elif target and profit >= target:
                        reason = AT_TARGET
                    elif worst and -profit >= worst:
                        reason = AT_LOSS
            if reason < 0 or RUINED <= reason <= AT_LOSS:
                s = following_s
                i += 1
                running[COUPS] += 1
                if reason < 0 and most_coups and running[COUPS] == most_coups:
                    reason = OUT_OF_COUPS
        if reason >= 0:
            row = records[running[SESSION]]
            row[0] = running[BANK] - bankroll
            row[1], row[2] = running[ACTION_PLAYER], running[ACTION_BANKER]
            row[3], row[4], row[5] = running[BETS], running[COUPS], running[DRAWDOWN]
            row[6], row[7], row[8] = running[LONGEST], running[HITS], reason
            over = max(over, 1)
        if over == 2:
            running[SESSION] += 1
            running[SHOES], running[BANK], running[PEAK], running[NEXT] = 0, bankroll, bankroll, -1
            for place in (DRAWDOWN, RUN, LONGEST, COUPS, BETS, HITS, ACTION_PLAYER, ACTION_BANKER):
                running[place] = 0
            over, s, p = 0, 0, 0
    running[POSITION], running[SEGMENT], running[OVER] = 0, 0, over
    running[SELECTION], running[PROGRESSION] = s, p
    return DONE


@compiled
def choose_sides(
    outcomes: NDArray[np.uint8],
    ends: NDArray[np.int64],
    side: NDArray[np.int8],
    after: NDArray[np.int32],
    running: NDArray[np.int64],
    chosen: NDArray[np.int8],
) -> int:
    """Say which side a selection is on, coup by coup, until it meets a state not in its table.

    Parameters
    ----------
    outcomes : ndarray of uint8, shape (n,)
        0 player, 1 banker; what is above leaves the state as it is.
    ends : ndarray of int64, shape (m,)
        Where each shoe ends; the selection begins anew with each.
    side, after : ndarray
        The selection's tables; -1 for what is not known yet.
    running : ndarray of int64, shape (20,)
        Where the loop stands; moved on. A second call goes on where the first stopped.
    chosen : ndarray of int8, shape (n,)
        Filled: 0 player, 1 banker, -1 no bet.

    Returns
    -------
    int
        DONE, or GROW_SELECTION.
    """
    i, segment, s = running[POSITION], running[SEGMENT], running[SELECTION]
    while segment < ends.size:
        while i < ends[segment]:
            outcome = outcomes[i]
            following = s
            if outcome < 2:
                following = after[s, outcome]
                if following < 0:
                    running[POSITION], running[SEGMENT] = i, segment
                    running[SELECTION], running[NEEDED] = s, outcome
                    return GROW_SELECTION
            chosen[i] = side[s]
            s = following
            i += 1
        segment += 1
        s = 0
    return DONE
