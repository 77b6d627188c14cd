"""Timing by turns: each way once a round, so that a slow spell of the machine hits them all."""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version


@dataclass(frozen=True)
class Way:
    """One way to do a job: a call that does it once and returns how many things it did."""

    name: str
    run: Callable[[], int]


def rates(ways: list[Way], rounds: int = 7) -> Mapping[str, float]:
    """Give the median rate of each way, in things a second, after one round to warm up."""
    seen: dict[str, list[float]] = {way.name: [] for way in ways}
    for number in range(rounds + 1):
        for way in ways:
            began = time.perf_counter()
            done = way.run()
            taken = time.perf_counter() - began
            if number:
                seen[way.name].append(done / taken)
    return {name: statistics.median(values) for name, values in seen.items()}


def machine() -> str:
    """Say what was measured on."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    return f"{platform.machine()}, Python {platform.python_version()}, {packages}, one core"


def print_rates(title: str, things: str, measured: Mapping[str, float]) -> None:
    """Print the rates, and how many times as fast the first way is as each."""
    first = next(iter(measured.values()))
    print(title)
    for name, rate in measured.items():
        print(f"  {name:<44} {rate / 1e6:>10.3f} million {things}/s  {first / rate:>8.1f} x")
