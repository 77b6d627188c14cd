"""How often each test rejects, on chance and on planted faults: `python -m benchmarks.calibration`.

Writes `docs/tests.md`. Takes some five minutes on one core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

import baccarat as bc
from baccarat.evidence.battery.plan import DEFAULT_TESTS
from baccarat.evidence.battery.power import Source, record_p_values
from baccarat.history.controls import (
    CONTROLS,
    Bias,
    Carried,
    Cut,
    Drift,
    HiddenRegimes,
    Human,
    Momentum,
    Riffle,
    ShoeBias,
    Sticky,
    Strip,
)

SHOES, CARD_SHOES = 200, 20
PAGE = Path("docs/tests.md")
SOURCES: dict[str, Source | None] = {
    "dealt": None,
    "independent": Bias(0),
    "bias +1": Bias(0.01),
    "sticky +3": Sticky(0.03),
    "momentum +3": Momentum(3, 0.03),
    "shoe bias 5": ShoeBias(0.05),
    "regimes 8": HiddenRegimes(0.08, 0.05),
    "drift 5": Drift(0.05),
    "human 60": Human(0.6),
}
CARD_SOURCES: dict[str, Source | None] = {
    "dealt": None,
    "one riffle": Carried((Riffle(1), Cut())),
    "three riffles": Carried((Riffle(3), Cut())),
    "seven riffles": CONTROLS["seven riffles"],
    "strip": Carried((Strip(6), Cut())),
}
BITS: dict[str, Callable[..., bc.TestResult]] = {
    "monobit": bc.monobit,
    "block frequency, 50": lambda bits: bc.block_frequency(bits, 50),
    "runs of bits": bc.bit_runs,
    "serial of bits, 4": lambda bits: bc.serial_bits(bits, 4)[0],
    "approximate entropy, 2": lambda bits: bc.approximate_entropy(bits, 2),
    "cumulative sums": bc.cumulative_sums,
}
CARDS = {
    "card ranks": bc.card_ranks_test,
    "card suits": bc.card_suits_test,
    "neighbours": bc.neighbours_test,
}
INTRODUCTION = f"""# How often each test rejects

Made by `python -m benchmarks.calibration`; not to be edited by hand. Each figure is the share of
records, in percent, that a test rejects at 5%, and its standard error. On chance it ought to be 5;
on a planted fault it is the test's power. A test that is not made for a fault has a power of 5
against it: that is as it should be.

## Decided coups, in records of {SHOES} shoes

`dealt`: card by card at the table `live`. `independent`: coups drawn one by one with the same
chances. The faults are those of `baccarat.CONTROLS`, sizes in points: `bias +1`, banker one point
too often; `sticky +3`, a win repeated three points more often than not; `momentum +3`, runs of
three go on three points more often; `shoe bias 5`, each shoe leans five points one way; `regimes
8`, the lean of eight points comes and goes; `drift 5`, banker rises from five points below to five
above in a shoe; `human 60`, invented records, in which sides alternate in 60%.

*whole plan*: any test of the usual plan after Holm's correction; *minimum p*: the same plan with
its tests of order corrected by permutations within shoes.
"""
BIT_WORDS = f"""
## Bits after SP 800-22, in records of {SHOES} shoes

On the fair bits that von Neumann's extractor makes of each record, some {SHOES * 18:,}. Since that
extractor compares neighbours, faults between shoes are nearly gone from its bits.
"""
CARD_WORDS = f"""
## Cards, in records of {CARD_SHOES} shoes

The same 416 cards from shoe to shoe, shuffled as said and cut; `dealt`: shuffled perfectly. Wins
and losses show none of this.
"""


def main() -> None:
    """Measure, write and print."""
    page = [INTRODUCTION, _table(_order_rates()), BIT_WORDS, _table(_bit_rates())]
    page += [CARD_WORDS, _table(_card_rates())]
    PAGE.write_text("\n".join(page), encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8"))


Rates = dict[str, dict[str, tuple[int, int]]]
"""By row and column: how many of how many were rejected."""


def _order_rates() -> Rates:
    usual = [list(bc.TESTS).index(name) for name in DEFAULT_TESTS]
    rates: Rates = {name: {} for name in (*bc.TESTS, "*whole plan*", "*minimum p*")}
    for column, source in SOURCES.items():
        records = 10_000 if column in ("dealt", "independent") else 1_000
        p = record_p_values(source, SHOES, records, tests=dict(bc.TESTS), rng=1)
        for name, each in zip(bc.TESTS, p.T, strict=True):
            rates[name][column] = int(np.sum(each < 0.05)), records
        whole = np.sum(p[:, usual].min(axis=1) * len(usual) < 0.05)
        rates["*whole plan*"][column] = int(whole), records
        rates["*minimum p*"][column] = _minimum_p(source)
    return rates


def _minimum_p(source: Source | None, records: int = 200) -> tuple[int, int]:
    plan = bc.Plan(correction="minimum p", permutations=199)
    found = (bc.run_plan(each, plan).verdict for each in _records(source, SHOES, records))
    return sum(verdict == "deviation" for verdict in found), records


def _bit_rates() -> Rates:
    return _rates(SOURCES, BITS, SHOES, lambda history: (bc.unbiased_bits(history),), (1_000, 200))


def _card_rates() -> Rates:
    return _rates(CARD_SOURCES, CARDS, CARD_SHOES, lambda history: (history, "live"), (1_000, 100))


def _rates(
    sources: dict[str, Source | None],
    tests: dict[str, Callable[..., bc.TestResult]],
    shoes: int,
    given: Callable[[bc.History], tuple[object, ...]],
    numbers: tuple[int, int],
) -> Rates:
    rates: Rates = {name: {} for name in tests}
    for column, source in sources.items():
        records = numbers[column != "dealt"]
        rejected = dict.fromkeys(tests, 0)
        for history in _records(source, shoes, records):
            arguments = given(history)
            for name, test in tests.items():
                rejected[name] += test(*arguments).p_value < 0.05
        for name, number in rejected.items():
            rates[name][column] = int(number), records
    return rates


def _records(source: Source | None, shoes: int, records: int) -> Iterable[bc.History]:
    rng = np.random.default_rng(2)
    for _ in range(records):
        if source is None:
            yield bc.deal("live", shoes, rng=rng, cards=shoes == CARD_SHOES)
        else:
            yield source.make(shoes, rng=rng, table="live")


def _table(rates: Rates) -> str:
    columns = list(next(iter(rates.values())))
    lines = ["| test | " + " | ".join(columns) + " |", "|---|" + "---:|" * len(columns)]
    for name, row in rates.items():
        lines.append(f"| {name} | " + " | ".join(_told(*row[column]) for column in columns) + " |")
    return "\n".join(lines) + "\n"


def _told(rejected: int, records: int) -> str:
    # Two more of each, after Agresti and Coull, so that no error comes to nothing.
    share = (rejected + 2) / (records + 4)
    error = (share * (1 - share) / (records + 4)) ** 0.5
    return f"{100 * rejected / records:.1f} ± {100 * error:.1f}"


if __name__ == "__main__":
    main()
