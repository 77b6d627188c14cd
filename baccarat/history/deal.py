"""Dealing: shoes card by card, and independent coups from the exact law."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat import kernels
from baccarat.game.cards import CARD_VALUES
from baccarat.game.coup import coup_table
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.history import History, join
from baccarat.history.words import many

BLOCK_SHOES = 4096
BLOCK_COUPS = 1 << 19
_QUEUED = 8


def deal(
    table: Table | str,
    shoes: int = 1000,
    *,
    rng: int | np.random.Generator | None = None,
    cards: bool = False,
    executor: Executor | None = None,
) -> History:
    """Deal shoes card by card.

    Each shoe is shuffled, burned and dealt, player, banker, player, banker and then the third
    cards, until the cut card ends it. No coup is cut by a shuffle.

    Parameters
    ----------
    table : Table or str
        A table or a name in `TABLES`.
    shoes : int
        Shoes to deal, 1 or more.
    rng : int or Generator, optional
        Seed or generator. Its seed sequence gives every block of shoes a stream of its own, so the
        history does not depend on the executor.
    cards : bool
        Keep the cards too.
    executor : concurrent.futures.Executor, optional
        Where to deal; default here.

    Returns
    -------
    History
        One segment a shoe.

    Raises
    ------
    ValueError
        If there is no such table, or shoes is below 1.

    References
    ----------
    The cut card's convention: a coup in which the cut card comes out is finished and `after_cut`
    more are played; where it comes out instead of a coup's first card, that coup is the last.

    Examples
    --------
    >>> history = deal("live", shoes=2, rng=1)
    >>> history.segments, history == deal("live", shoes=2, rng=1)
    (2, True)
    """
    blocks = deal_blocks(table, shoes, rng=rng, cards=cards, executor=executor)
    return join(list(blocks))


def deal_blocks(
    table: Table | str,
    shoes: int = 1000,
    *,
    rng: int | np.random.Generator | None = None,
    cards: bool = False,
    executor: Executor | None = None,
) -> Iterator[History]:
    """Deal the same shoes as `deal`, block by block, so that memory does not grow with them.

    Parameters
    ----------
    table, shoes, rng, cards, executor
        As for `deal`.

    Yields
    ------
    History
        The next shoes, some four thousand at a time.

    Examples
    --------
    >>> sum(len(block) for block in deal_blocks("live", 10, rng=1)) == len(deal("live", 10, rng=1))
    True
    """
    table = as_table(table)
    check_count("shoes", shoes)
    most = table.coups or table.cards // 4
    size = max(1, min(BLOCK_SHOES, BLOCK_COUPS // most))
    plans = _plans(_Rules.of(table), shoes, size, _seeds(rng), cards)
    source = f"{many(shoes, 'shoe')} dealt at table {table.name or repr(table)}" + seed_text(rng)
    results = map(_deal_block, plans) if executor is None else _in_order(executor, plans)
    return (
        History(codes >> np.uint16(14), starts, codes, dealt if cards else None, table, source)
        for codes, starts, dealt in results
    )


def deal_independent(
    table: Table | str,
    coups: int = 1000,
    *,
    rng: int | np.random.Generator | None = None,
) -> History:
    """Draw independent coups from the exact law of the table's full shoe.

    Parameters
    ----------
    table : Table or str
        A table or a name in `TABLES`.
    coups : int
        Coups to draw, 1 or more.
    rng : int or Generator, optional
        Seed or generator.

    Returns
    -------
    History
        One segment, with coup codes.

    Raises
    ------
    ValueError
        If there is no such table, or coups is below 1.

    Examples
    --------
    >>> len(deal_independent("live", coups=100, rng=1))
    100
    """
    table = as_table(table)
    check_count("coups", coups)
    law = coup_law(table.decks)
    generator = as_generator(rng)
    codes = np.concatenate(
        [
            generator.choice(
                law.codes, size=min(BLOCK_COUPS, coups - done), p=law.counts / law.total
            )
            for done in range(0, coups, BLOCK_COUPS)
        ]
    )
    name = table.name or repr(table)
    source = f"{coups:,} independent coups by the law of table {name}" + seed_text(rng)
    return History(codes >> np.uint16(14), None, codes, None, table, source)


@dataclass(frozen=True)
class _Rules:
    """What dealing needs of a table, free of its bets so that it travels to other processes."""

    decks: int
    burned: NDArray[np.int64]
    cut_at: int
    after_cut: int
    coups: int

    @classmethod
    def of(cls, table: Table) -> _Rules:
        cut_at = table.cards - table.cut
        return cls(table.decks, table.burned(), cut_at, table.after_cut, table.coups or 0)

    @property
    def most_coups(self) -> int:
        return self.coups or 13 * self.decks


@dataclass(frozen=True)
class _Plan:
    rules: _Rules
    shoes: int
    seed: np.random.SeedSequence
    cards: bool


_Dealt = tuple[NDArray[np.uint16], NDArray[np.int64], NDArray[np.uint8]]


def _deal_block(plan: _Plan) -> _Dealt:
    rules, room = plan.rules, plan.shoes * plan.rules.most_coups
    random = plan.seed.generate_state(4, np.uint64).astype(np.uint64, copy=False)
    shoe = np.repeat(np.arange(52, dtype=np.uint8), rules.decks)
    reading = (CARD_VALUES, coup_table().reshape(-1))
    codes = np.empty(room, dtype=np.uint16)
    cards = np.empty((room * plan.cards, 6), dtype=np.uint8)
    if rules.coups:
        kernels.deal_fresh_coups(random, shoe, *reading, codes, cards)
        return codes, np.arange(plan.shoes + 1) * rules.coups, cards
    starts = np.zeros(plan.shoes + 1, dtype=np.int64)
    cut = (rules.burned, rules.cut_at, rules.after_cut)
    n = kernels.deal_shoes(random, shoe, *cut, *reading, codes, starts[1:], cards)
    return codes[:n].copy(), starts, cards[:n].copy()


def _plans(
    rules: _Rules, shoes: int, size: int, seeds: np.random.SeedSequence, cards: bool
) -> Iterator[_Plan]:
    for done in range(0, shoes, size):
        yield _Plan(rules, min(size, shoes - done), seeds.spawn(1)[0], cards)


def _in_order(executor: Executor, plans: Iterator[_Plan]) -> Iterator[_Dealt]:
    """Run the plans ahead of the reader, but only a few, and hand them over in order."""
    running = [
        executor.submit(_deal_block, plan) for _, plan in zip(range(_QUEUED), plans, strict=False)
    ]
    try:
        while running:
            yield running.pop(0).result()
            running += [executor.submit(_deal_block, plan) for plan in [next(plans, None)] if plan]
    finally:
        for future in running:
            future.cancel()


def as_generator(rng: int | np.random.Generator | None) -> np.random.Generator:
    """Take a generator, or make one from a seed."""
    whole = isinstance(rng, int | np.integer) and not isinstance(rng, bool) and rng >= 0
    if rng is not None and not whole and not isinstance(rng, np.random.Generator):
        raise ValueError(
            f"rng must be a seed (a whole number from 0), a numpy Generator or None, got {rng!r}"
        )
    return np.random.default_rng(rng)


def _seeds(rng: int | np.random.Generator | None) -> np.random.SeedSequence:
    seeds = as_generator(rng).bit_generator.seed_seq
    if not isinstance(seeds, np.random.SeedSequence):
        raise ValueError("rng must be a Generator made from a seed, as numpy.random.default_rng(1)")
    return seeds


def seed_text(rng: int | np.random.Generator | None) -> str:
    """Name the seed for a history's source; a generator has none to name."""
    return f", seed {int(rng)}" if isinstance(rng, int | np.integer) else ""


def check_count(name: str, number: int) -> None:
    """Refuse what is no whole number from 1."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 1:
        raise ValueError(f"{name} must be a whole number from 1, got {number!r}")
