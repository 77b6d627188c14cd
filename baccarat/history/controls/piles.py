"""Piles of cards, and how much of an old order is left in one.

A pile is an array; its first entry is the top card, the next to be dealt.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Pile = NDArray[np.int64]


def rising_sequences(order: ArrayLike, before: ArrayLike) -> int:
    """Count the rising sequences of a pile.

    Parameters
    ----------
    order : array_like, shape (n,)
        The pile after a shuffle; its cards all differ.
    before : array_like, shape (n,)
        The same cards before it.

    Returns
    -------
    int
        Into how many sequences, each of cards that followed one another before, the pile can be
        taken apart: 1 where nothing was moved, about n / 2 where all is lost.

    Raises
    ------
    ValueError
        If the two are not the same cards, all different.

    Examples
    --------
    >>> rising_sequences([1, 4, 2, 5, 3], [1, 2, 3, 4, 5])
    2
    """
    places = np.argsort(_ranks(order, before))
    return 1 + int(np.sum(places[1:] < places[:-1])) if places.size else 0


def turns(order: ArrayLike, before: ArrayLike) -> int:
    """Count where a pile, its cards numbered by the order before, turns from rise to fall or back.

    Parameters
    ----------
    order, before : array_like, shape (n,)
        As for `rising_sequences`.

    Returns
    -------
    int
        About 2n / 3 where all is lost.

    Raises
    ------
    ValueError
        If the two are not the same cards, all different.

    Examples
    --------
    >>> turns([3, 1, 2, 4, 5], [1, 2, 3, 4, 5])
    1
    """
    ways = np.sign(np.diff(_ranks(order, before)))
    return int(np.sum(ways[1:] != ways[:-1]))


def _ranks(order: ArrayLike, before: ArrayLike) -> Pile:
    """Give for each card of a pile its place before."""
    now, then = np.asarray(order), np.asarray(before)
    names, places = np.unique(then, return_index=True)
    if names.size < then.size or not np.array_equal(np.sort(now, axis=None), names):
        raise ValueError("order and before must hold the same cards, each once")
    return np.asarray(places[np.searchsorted(names, now)], dtype=np.int64)
