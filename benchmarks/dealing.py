"""Dealing eight-deck shoes card by card: the package, a plain-Python dealer, NumPy's shuffle."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np

import baccarat as bc
from baccarat.game.cards import CARD_VALUES
from baccarat.game.coup import final_hands, hand_total
from benchmarks.timing import Way, machine, print_rates, rates

TABLE = "classic"
VALUES = CARD_VALUES.tolist()
LARGE = 10_000_000


def package(shoes: int, seed: int) -> int:
    """Count coups dealt block by block."""
    return sum(len(block) for block in bc.deal_blocks(TABLE, shoes, rng=seed))


def plain_python(shoes: int, seed: int) -> int:
    """Deal by the plain rules, with the standard library's shuffle."""
    table, dice, coups = bc.TABLES[TABLE], random.Random(seed), 0
    cards, burned = list(range(52)) * table.decks, table.burned().tolist()
    for _ in range(shoes):
        dice.shuffle(cards)
        position, left = burned[cards[0]], table.after_cut
        while position + 6 <= len(cards):
            player, banker = final_hands([VALUES[card] for card in cards[position : position + 6]])
            _winner = hand_total(player) - hand_total(banker)
            coups += 1
            began = position
            position += len(player) + len(banker)
            if position > table.cards - table.cut:
                if began >= table.cards - table.cut or left == 0:
                    break
                left -= 1
    return coups


def numpy_shuffle(shoes: int, seed: int) -> int:
    """Only shuffle, with NumPy; counted as 81 coups a shoe, none of them dealt."""
    cards = np.tile(np.repeat(np.arange(52, dtype=np.uint8), 8), (shoes, 1))
    np.random.default_rng(seed).permuted(cards, axis=1, out=cards)
    return 81 * shoes


def outcome_check(shoes: int = 1_000_000, seed: int = 3) -> None:
    """Print the outcome shares of many shoes beside the exact law, in standard errors."""
    law = bc.coup_law(bc.TABLES[TABLE].decks)
    seen = sum(np.bincount(b.outcomes, minlength=3) for b in bc.deal_blocks(TABLE, shoes, rng=seed))
    n = int(np.sum(seen))
    print(f"outcomes of {n:,} coups dealt, against the exact law")
    for name, count in zip(("player", "banker", "tie"), seen, strict=True):
        p = getattr(law, name) / law.total
        z = (count - n * p) / np.sqrt(n * p * (1 - p))
        print(f"  {name:<8} {count / n:.6%}   exact {p:.6%}   {z:+.2f} standard errors")


def memory() -> None:
    """Print the peak memory of a process that counts ten million shoes block by block."""
    code = f"""
import resource, time
import baccarat as bc
began = time.perf_counter()
n = sum(len(block) for block in bc.deal_blocks({TABLE!r}, {LARGE}, rng=1))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{LARGE:,} shoes, {{n:,}} coups, block by block: {{time.perf_counter() - began:.1f}} s, "
      f"peak {{peak:.0f}} MB")
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def main() -> None:
    """Measure and print."""
    print(machine())
    ways = [
        Way("baccarat.deal_blocks", lambda: package(20_000, 1)),
        Way("NumPy's shuffle alone (Generator.permuted)", lambda: numpy_shuffle(2_000, 1)),
        Way("plain Python dealer, random.shuffle", lambda: plain_python(60, 1)),
    ]
    print_rates("dealing eight-deck shoes", "coups", rates(ways))
    outcome_check()
    memory()
