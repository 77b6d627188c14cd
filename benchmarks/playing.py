"""Systems over dealt coups: the package's tables, a loop for martingale alone, plain Python."""

from __future__ import annotations

import numpy as np
from numba import njit

import baccarat as bc
from baccarat.betting.play import Player
from benchmarks.timing import Way, machine, print_rates, rates

SHOES = 250_000
HISTORY = bc.deal("live", SHOES, rng=1)
FEW = HISTORY.part(0, 150)
BETS = [bc.TABLES["live"].bets[side] for side in ("player", "banker")]
SESSION = bc.Session(limit=500)
SYSTEMS = {
    "martingale": bc.System(bc.FollowLast(), bc.Martingale()),
    "d'Alembert": bc.System(bc.FollowLast(), bc.DAlembert()),
    "Oscar's grind": bc.System(bc.FollowLast(), bc.OscarsGrind()),
    "Labouchere": bc.System(bc.FollowLast(), bc.Labouchere()),
}


@njit
def martingale_alone(outcomes: np.ndarray, starts: np.ndarray) -> float:
    """Follow the last with a martingale, limit 500, and nothing else: no books but the net."""
    net = 0.0
    for shoe in range(starts.size - 1):
        last, stake = -1, 1
        for i in range(starts[shoe], starts[shoe + 1]):
            outcome = outcomes[i]
            if outcome < 2:
                if last >= 0:
                    placed = min(stake, 500)
                    if outcome == last:
                        net += placed * (1.0 if last == 0 else 0.95)
                        stake = 1
                    else:
                        net -= placed
                        stake *= 2
                last = outcome
    return net


def tables(name: str) -> int:
    """Play with the package's tables."""
    Player(SYSTEMS[name], SESSION, BETS).block(HISTORY)
    return len(HISTORY)


def alone() -> int:
    """Play with the loop for martingale alone."""
    martingale_alone(HISTORY.outcomes, HISTORY.starts)
    return len(HISTORY)


def plain_python() -> int:
    """Play with the plain ledger."""
    bc.ledger(SYSTEMS["martingale"], FEW, SESSION)
    return len(FEW)


def main() -> None:
    """Measure and print."""
    print(machine())
    ways = [Way(f"follow the last, {name}", lambda name=name: tables(name)) for name in SYSTEMS]
    ways += [
        Way("compiled for martingale alone", alone),
        Way("plain Python ledger, martingale", plain_python),
    ]
    print_rates(f"one system over {len(HISTORY):,} dealt coups", "coups", rates(ways, rounds=5))


if __name__ == "__main__":
    main()
