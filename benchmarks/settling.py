"""Settlement: a unit on five bets over dealt coups, beside the plain rules asked one by one."""

from __future__ import annotations

from fractions import Fraction

import baccarat as bc
from benchmarks.timing import Way, machine, print_rates, rates

TABLE = bc.TABLES["classic"]
HISTORY = bc.deal(TABLE, shoes=2_000, rng=1)
FEW = bc.deal(TABLE, shoes=20, rng=1)


def package() -> int:
    """Settle with arrays; count coups times bets."""
    booked = bc.settle(TABLE, dict.fromkeys(TABLE.bets, 1), HISTORY)
    return int(booked.net.size)


def plain_python() -> int:
    """Ask each bet's rule about each coup, and add up fractions."""
    net = dict.fromkeys(TABLE.bets, Fraction(0))
    for code in FEW.coups.tolist():
        coup = bc.Coup.from_code(code)
        for name, bet in TABLE.bets.items():
            net[name] += bet.rule(coup)
    return len(FEW) * len(net)


def main() -> None:
    """Measure and print."""
    print(machine())
    ways = [
        Way("baccarat.settle", package),
        Way("plain Python, the rules one by one", plain_python),
    ]
    print_rates("settling five bets", "stakes", rates(ways))


if __name__ == "__main__":
    main()
