"""Tests of bits after NIST SP 800-22, and fair bits from a history."""

from baccarat.evidence.bits.nist import bit_runs, block_frequency, cumulative_sums, monobit
from baccarat.evidence.bits.patterns import approximate_entropy, serial_bits
from baccarat.evidence.bits.unbiased import unbiased_bits

__all__ = [
    "approximate_entropy",
    "bit_runs",
    "block_frequency",
    "cumulative_sums",
    "monobit",
    "serial_bits",
    "unbiased_bits",
]
