"""The exact law of any remaining shoe: the package, and plain Python that counts the same way."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

import baccarat as bc
from baccarat.game.cards import RANK_VALUES
from baccarat.game.coup import BANKER_DRAWS_ON
from benchmarks.timing import Way, machine, rates

LIVE = bc.TABLES["live"].bets
FIVE = {name: bc.BETS[name] for name in ("player", "banker", "tie", "player pair", "banker pair")}
HANDS = list(combinations_with_replacement(range(10), 2))


def shoes(many: int, seed: int) -> np.ndarray:
    """Deal away a random part of eight decks: card counts, a row a shoe."""
    dice = np.random.default_rng(seed)
    left = [dice.multivariate_hypergeometric([8] * 52, dice.integers(6, 417)) for _ in range(many)]
    return np.array(left)


def plain_outcomes(ranks: list[int]) -> list[int]:
    """Count player, banker, tie: unordered hands of values, then third cards where they matter."""
    left = [0] * 10
    for rank, count in enumerate(ranks):
        left[RANK_VALUES[rank]] += count
    n, counts = sum(left), [0, 0, 0]
    for a, b in HANDS:
        first = left[a] * (left[b] - (a == b)) * (1 + (a != b))
        if not first:
            continue
        left[a] -= 1
        left[b] -= 1
        p = (a + b) % 10
        for c, d in HANDS:
            ways = first * left[c] * (left[d] - (c == d)) * (1 + (c != d))
            if ways:
                left[c] -= 1
                left[d] -= 1
                _third_cards(p, (c + d) % 10, left, ways, n, counts)
                left[c] += 1
                left[d] += 1
        left[a] += 1
        left[b] += 1
    return counts


def _third_cards(p: int, b: int, left: list[int], ways: int, n: int, counts: list[int]) -> None:
    if p >= 8 or b >= 8 or (p >= 6 and b >= 6):
        counts[0 if p > b else 1 if b > p else 2] += ways * (n - 4) * (n - 5)
    elif p >= 6:
        for third in range(10):
            final = (b + third) % 10
            counts[0 if p > final else 1 if final > p else 2] += ways * left[third] * (n - 5)
    else:
        for third in range(10):
            some, final = ways * left[third], (p + third) % 10
            if not some:
                continue
            if third not in BANKER_DRAWS_ON[b]:
                counts[0 if final > b else 1 if b > final else 2] += some * (n - 5)
                continue
            left[third] -= 1
            for sixth in range(10):
                other = (b + sixth) % 10
                counts[0 if final > other else 1 if other > final else 2] += some * left[sixth]
            left[third] += 1


def plain_expectations(ranks: list[int]) -> dict[str, Fraction]:
    """Price five bets as fractions; pairs by their formula."""
    player, banker, tie = plain_outcomes(ranks)
    total, n = player + banker + tie, sum(ranks)
    pair = Fraction(sum(count * (count - 1) for count in ranks), n * (n - 1))
    return {
        "player": Fraction(player - banker, total),
        "banker": Fraction(95 * banker - 100 * player, 100 * total),
        "tie": Fraction(8 * tie - player - banker, total),
        "player pair": 12 * pair - 1,
        "banker pair": 12 * pair - 1,
    }


def check(left: np.ndarray) -> None:
    """See that both ways give the same, to the last digit."""
    ranks = left.reshape(-1, 13, 4).sum(axis=2)
    assert bc.outcome_counts(left).tolist() == [plain_outcomes(row) for row in ranks.tolist()]
    for (_, row), plain in zip(
        bc.expectations(left, FIVE).iterrows(), map(plain_expectations, ranks.tolist()), strict=True
    ):
        assert row.to_dict() == {name: float(plain[name]) for name in FIVE}


def table(title: str, measured: Mapping[str, float]) -> None:
    """Print the time of each way for one shoe, and how many times that of the first it is."""
    first = next(iter(measured.values()))
    print(title)
    for name, rate in measured.items():
        print(f"  {name:<52} {1e6 / rate:>10.1f} µs a shoe  {first / rate:>8.1f} x")


def main() -> None:
    """Measure and print."""
    print(machine())
    left = shoes(2_000, 1)
    few = left[:10]
    ranks = few.reshape(-1, 13, 4).sum(axis=2).tolist()
    check(few)

    def each(function, rows) -> int:
        return len([function(row) for row in rows])

    outcomes = [
        Way("outcome_counts, 2,000 shoes in a call", lambda: len(bc.outcome_counts(left))),
        Way("outcome_counts, a call a shoe", lambda: each(bc.outcome_counts, left[:200])),
        Way("plain Python", lambda: each(plain_outcomes, ranks)),
    ]
    table("player, banker, tie of a remaining shoe", rates(outcomes))
    bets = [
        Way("expectations, 2,000 shoes in a call", lambda: len(bc.expectations(left, FIVE))),
        Way(
            "expectations, a call a shoe",
            lambda: each(lambda row: bc.expectations(row, FIVE), left[:200]),
        ),
        Way(
            f"expectations, a call a shoe, all {len(LIVE)} bets of live",
            lambda: each(lambda row: bc.expectations(row, LIVE), left[:200]),
        ),
        Way(
            "coup_law, every coup code, a call a shoe",
            lambda: each(lambda row: bc.coup_law(composition=row), left[:200]),
        ),
        Way("plain Python, fractions", lambda: each(plain_expectations, ranks)),
    ]
    table("player, banker, tie and both pairs, priced from a remaining shoe", rates(bets))
