"""Counting what a sequence of two sides shows, and shuffling it within its segments."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from baccarat.kernels.compiling import compiled


@compiled
def count_sequences(
    sides: NDArray[np.uint8],
    starts: NDArray[np.int64],
    records: NDArray[np.int64],
    bankers: NDArray[np.int64],
    runs: NDArray[np.int64],
    after: NDArray[np.int64],
    lagged: NDArray[np.int64],
    words: NDArray[np.int64],
    slopes: NDArray[np.float64],
) -> None:
    """Count everything the tests of order look at, in one pass; nothing crosses a segment.

    Parameters
    ----------
    sides : ndarray of uint8, shape (n,)
        0 player, 1 banker.
    starts : ndarray of int64, shape (m + 1,)
        Where each segment begins, then n.
    records : ndarray of int64, shape (r + 1,)
        The first segment of each record, then m.
    bankers : ndarray of int64, shape (m,)
        Filled: banker wins of each segment.
    runs : ndarray of int64, shape (r, 2, k)
        Added to: runs by side and length, the last entry for k or more.
    after : ndarray of int64, shape (r, 2, k, 2)
        Added to: coups by the side and length (k or more in the last entry) of the run before
        them, and whether they went on with it.
    lagged : ndarray of int64, shape (r, lags, 4)
        Added to: pairs of coups so far apart, by twice the earlier side and the later.
    words : ndarray of int64, shape (r, 2**(w + 1))
        Added to: windows of 1 to w coups, at 2**length + the sides read as a binary number.
    slopes : ndarray of float64, shape (r, 2)
        Added to: places of the banker wins, from -1 at a segment's first coup to 1 at its last,
        and the squares of the places of all coups.
    """
    longest, lags, width = runs.shape[2], lagged.shape[1], 0
    while 2 ** (width + 1) < words.shape[1]:
        width += 1
    mask = (np.int64(1) << width) - 1
    for record in range(records.size - 1):
        for segment in range(records[record], records[record + 1]):
            begin, end = starts[segment], starts[segment + 1]
            code, run, won = np.int64(0), 0, np.int64(0)
            span = max(end - begin - 1, 1)
            for i in range(begin, end):
                side, place = np.int64(sides[i]), i - begin
                won += side
                if place:
                    before = np.int64(sides[i - 1])
                    on = before == side
                    after[record, before, run - 1, np.int64(on)] += 1
                    if on:
                        run = min(run + 1, longest)
                    else:
                        runs[record, before, run - 1] += 1
                        run = 1
                else:
                    run = 1
                for lag in range(1, min(lags, place) + 1):
                    lagged[record, lag - 1, 2 * np.int64(sides[i - lag]) + side] += 1
                code = (2 * code + side) & mask
                for size in range(1, min(width, place + 1) + 1):
                    word = np.int64(1) << size
                    words[record, word + (code & (word - 1))] += 1
                where = (2 * place - span) / span if end - begin > 1 else 0.0
                slopes[record, 0] += where * side
                slopes[record, 1] += where * where
            if end > begin:
                runs[record, np.int64(sides[end - 1]), run - 1] += 1
            bankers[segment] = won


@compiled
def shuffle_segments(
    sides: NDArray[np.uint8], starts: NDArray[np.int64], random: NDArray[np.float64]
) -> None:
    """Shuffle the coups of each segment, after Fisher and Yates.

    Parameters
    ----------
    sides : ndarray of uint8, shape (n,)
        Shuffled in place.
    starts : ndarray of int64, shape (m + 1,)
        Where each segment begins, then n.
    random : ndarray of float64, shape (n,)
        Uniform from 0 to below 1.
    """
    for segment in range(starts.size - 1):
        begin = starts[segment]
        for i in range(starts[segment + 1] - 1, begin, -1):
            j = begin + np.int64(random[i] * (i - begin + 1))
            side = sides[i]
            sides[i] = sides[j]
            sides[j] = side
