"""Compiled loops against their references, and against themselves uncompiled."""

import subprocess
import sys
from itertools import permutations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from baccarat import kernels
from baccarat.game.cards import CARD_VALUES
from baccarat.game.counts import outcome_counts
from baccarat.game.coup import coup_table
from baccarat.game.law import coup_law
from baccarat.game.odds import expectations
from baccarat.game.table import Table
from baccarat.game.tables import TABLES
from baccarat.kernels import compiling

MASK = 2**64 - 1


def rotated(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) & MASK


def words(s: list[int]):
    """Step xoshiro256++ as Blackman and Vigna's C code does, on whole numbers."""
    while True:
        yield (rotated((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        carry = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= carry
        s[3] = rotated(s[3], 45)


def shuffled(state: list[int], cards: list[int], reach: int) -> list[int]:
    """Shuffle by Fisher and Yates, each index drawn by Lemire's method from 32 bits."""
    cards, halves = list(cards), half_words(state)
    for i in range(reach):
        span = len(cards) - i
        scaled = next(halves) * span
        while scaled % 2**32 < 2**32 % span:
            scaled = next(halves) * span
        j = i + scaled // 2**32
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def half_words(state: list[int]):
    for word in words(state):
        yield word % 2**32
        yield word // 2**32


def test_xoshiro_reference_gives_the_published_words():
    # The test vector of the rand_xoshiro crate, made with the authors' C code.
    published = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]
    source = words([1, 2, 3, 4])
    assert [next(source) for _ in published] == published


state_words = st.lists(st.integers(0, MASK), min_size=4, max_size=4).filter(any)


@given(state_words, st.integers(1, 60), st.integers(0, 60))
@example([0, 5, 9, 0], 7, 7)  # the first word is 0, and its two halves are refused
@example([0, 5, 9, 0], 8, 8)  # a power of two refuses nothing
@settings(deadline=None)
def test_shuffle_is_fisher_yates_on_xoshiro(state, size, reach):
    reach = min(reach, size)
    random, cards = np.array(state, dtype=np.uint64), np.arange(size, dtype=np.uint8)
    kernels.shuffle(random, cards, reach)
    assert cards.tolist() == shuffled(list(state), list(range(size)), reach)


def test_every_order_of_a_small_shoe_is_equally_likely():
    random = np.random.default_rng(1).integers(0, 2**64, 4, dtype=np.uint64)
    counts = dict.fromkeys(permutations(range(5)), 0)
    for _ in range(24_000):
        cards = np.arange(5, dtype=np.uint8)
        kernels.shuffle(random, cards, 5)
        counts[tuple(cards.tolist())] += 1
    assert chisquare(list(counts.values())).pvalue > 1e-4  # as rarely a sound shuffle fails


def test_every_card_is_equally_likely_at_each_place_reached():
    random = np.random.default_rng(2).integers(0, 2**64, 4, dtype=np.uint64)
    cards = np.arange(20, dtype=np.uint8)
    counts = np.zeros((6, 20))
    for _ in range(20_000):
        kernels.shuffle(random, cards, 6)
        counts[np.arange(6), cards[:6]] += 1
    assert sorted(cards.tolist()) == list(range(20))
    assert min(chisquare(row).pvalue for row in counts) > 1e-5  # 6 tests: one in 16,000 fails


def everything() -> dict[str, np.ndarray]:
    """Run each loop a little."""
    random = np.arange(1, 5, dtype=np.uint64)
    shoe = np.repeat(np.arange(52, dtype=np.uint8), 2)
    kernels.shuffle(random, shoe, 104)
    made = {"shuffled": shoe.copy()}
    reading = (CARD_VALUES, coup_table().reshape(-1))
    codes, cards = np.zeros(80, dtype=np.uint16), np.zeros((80, 6), dtype=np.uint8)
    ends, table = np.zeros(3, dtype=np.int64), Table(decks=2)
    kernels.deal_shoes(random, shoe, table.burned(), 90, 1, *reading, codes, ends, cards)
    made |= {"codes": codes.copy(), "cards": cards.copy(), "ends": ends}
    by_rule = (coup_table().reshape(1, -1), np.zeros(80, dtype=np.uint8))
    kernels.deal_order(shoe, table.burned(), 90, 1, CARD_VALUES, *by_rule, codes)
    made["ordered codes"] = codes.copy()
    kernels.deal_fresh_coups(random, shoe, *reading, codes, cards)
    made |= {"fresh codes": codes, "fresh cards": cards, "random": random}
    law = coup_law(decks=1)
    made |= {"law codes": law.codes, "law counts": law.counts}
    left = np.array([[1] * 13, [3, *[0] * 8, 1, 1, 2, 0]])
    return made | {
        "outcomes": outcome_counts(left),
        "means": expectations(left, TABLES["six-deck"].bets).to_numpy(),
    }


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
sys.path.insert(0, sys.argv[1])
import numpy as np
import test_kernels
assert test_kernels.compiling.njit is None
np.savez(sys.argv[2], **test_kernels.everything())
"""


def test_without_numba_the_loops_give_the_same_arrays(tmp_path, request):
    if compiling.njit is None:
        pytest.skip("numba is not installed")
    path = tmp_path / "made.npz"
    folder = str(request.path.parent)
    command = [sys.executable, "-W", "error", "-c", WITHOUT_NUMBA, folder, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    compiled, plain = everything(), np.load(path)
    assert set(plain) == set(compiled)
    for name, array in compiled.items():
        assert plain[name].dtype == array.dtype, name
        assert np.array_equal(plain[name], array), name
