"""Tests of randomness: the default battery, and its counting pass, compiled and in plain Python."""

from __future__ import annotations

import baccarat as bc
from baccarat.evidence.sample import Depth, Sample, sample_of
from baccarat.kernels import count_sequences
from benchmarks.timing import Way, machine, print_rates, rates

HISTORY = bc.deal("live", 10_000, rng=1)
FEW = HISTORY.part(0, 30)
DEPTH = Depth(lags=10, word=4, longest=3)


def battery() -> int:
    """Run the seven tests of the default plan, corrected together."""
    bc.run_plan(HISTORY)
    return len(HISTORY)


def counting() -> int:
    """Count everything that they look at."""
    sample_of(HISTORY).counts(DEPTH)
    return len(HISTORY)


def plain_python() -> int:
    """Count the same by the same loop, not compiled."""
    sample: Sample = sample_of(FEW)
    counts = sample.counts(DEPTH)
    filled = (counts.bankers, counts.runs, counts.after, counts.lagged, counts.words, counts.slopes)
    loop = getattr(count_sequences, "py_func", count_sequences)
    loop(sample.sides, sample.starts, sample.records, *filled)
    return len(FEW)


def main() -> None:
    """Measure and print."""
    print(machine())
    ways = [
        Way("counting pass", counting),
        Way("the whole battery", battery),
        Way("counting pass, plain Python", plain_python),
    ]
    print_rates(f"tests over {len(HISTORY):,} dealt coups", "coups", rates(ways, rounds=5))


if __name__ == "__main__":
    main()
