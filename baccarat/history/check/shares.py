"""Shares of a record against the exact law: outcomes, hands and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.game.cards import KNOWN_RANK, KNOWN_VALUE
from baccarat.game.coup import TIE
from baccarat.game.law import coup_law
from baccarat.history.check.findings import Finding, p_text
from baccarat.history.check.fingerprint import add_up, chi_square, explanation
from baccarat.history.check.record import Record
from baccarat.history.check.shoes import shoe_lengths
from baccarat.history.words import many

LEVEL: Final = 0.001
"""Chance of a finding among all the tests of shares together, on a record without fault."""

FEW_COUPS: Final = 200
_OFF: Final = (
    "The record is not what this table deals: wrong rules, a selection of shoes, or mistakes of "
    "recording. Conclusions about systems would rest on that."
)


@dataclass(frozen=True)
class Test:
    """One comparison with the law; what it found is told only if it stands after correction."""

    kind: str
    what: str
    meaning: str
    count: int
    p_value: float


def share_faults(record: Record, fresh: NDArray[np.bool_], windows: bool) -> Iterator[Finding]:
    """Hold shares against the exact law, over the coups that are no copies.

    Parameters
    ----------
    record : Record
    fresh : ndarray of bool, shape (n,)
        Which coups to count.
    windows : bool
        Whether the segments are views of a board; those have no lengths of their own.

    Yields
    ------
    Finding

    Notes
    -----
    Bonferroni's correction over the tests that the record allows keeps the chance that any of
    them is told of a record without fault below `LEVEL`.

    Examples
    --------
    >>> from baccarat import History
    >>> record = Record(History([0, 1] * 200), None)
    >>> for finding in share_faults(record, record.played, False):
    ...     print(finding.kind, finding.what)
    ties left out none of 400 coups is a tie; 38 would be usual (p 6.4e-18)
    """
    kept = fresh & record.played
    n = int(kept.sum())
    if n < FEW_COUPS:
        what = (
            f"{many(n, 'coup')} {'is' if n == 1 else 'are'} too few to compare shares with the law"
        )
        meaning = "Only a wildly wrong record would show so soon; outcomes were read as given."
        yield Finding("note", "too few to tell", "the record as a whole", what, n, meaning)
        if not n:
            return
    tests = [*_outcomes(record, kept), *_hands(record, kept), *_cards(record, kept)]
    tests += [] if windows else _mean_length(record)
    told = [test for test in tests if test.p_value * len(tests) < LEVEL]
    if any(test.kind in ("shares", "tie share", "hands") for test in told):
        yield from explanation(record, kept)
    for test in told:
        what = f"{test.what} ({p_text(test.p_value)})"
        yield Finding(
            "warning",
            test.kind,
            "the record as a whole",
            what,
            test.count,
            test.meaning,
            p_value=test.p_value,
        )


def _outcomes(record: Record, kept: NDArray[np.bool_]) -> Iterator[Test]:
    from scipy.stats import binomtest

    law = coup_law(record.decks)
    counts = np.bincount(record.history.outcomes[kept], minlength=3)[:3]
    shares = np.array([law.player, law.banker, law.tie]) / law.total
    n = int(counts.sum())
    tied = float(binomtest(int(counts[TIE]), n, float(shares[TIE])).pvalue)
    if not counts[TIE]:
        what = f"none of {many(n, 'coup')} is a tie; {n * shares[TIE]:.0f} would be usual"
        meaning = (
            "Ties were not recorded. Runs and bets on player and banker are not touched; bets on "
            "tie, coups a shoe and everything that counts coups are."
        )
        yield Test("ties left out", what, meaning, n, tied)
        counts, shares = counts[:2], shares[:2] / shares[:2].sum()
    else:
        what = f"{counts[TIE] / n:.2%} ties among {many(n, 'coup')}; the law of {record.law_name}"
        yield Test("tie share", f"{what} gives {shares[TIE]:.2%}", _OFF, n, tied)
    names = ("player", "banker", "tie")
    seen = ", ".join(f"{name} {c / n:.2%}" for name, c in zip(names, counts.tolist(), strict=False))
    usual = ", ".join(f"{share:.2%}" for share in shares)
    what = f"{seen} of {many(n, 'coup')}; the law of {record.law_name} gives {usual}"
    yield Test("shares", what, _OFF, n, chi_square(counts, shares))


def _hands(record: Record, kept: NDArray[np.bool_]) -> Iterator[Test]:
    """Compare what is told of every hand: numbers of cards, naturals, totals, pairs."""
    law = coup_law(record.decks)
    weights = law.counts / law.total
    for word, seen, usual in _kinds_of_hands(record, kept, law.codes):
        size = int(max(seen.max(), usual.max())) + 1
        counts = np.bincount(seen, minlength=size)
        shares = add_up(usual, weights, size)
        worst = int(np.argmax(np.abs(counts - shares * seen.size)))
        example = f"{_WORDS[word](worst)} {counts[worst] / seen.size:.2%}, not {shares[worst]:.2%}"
        what = f"{word} of {many(seen.size, 'coup')} are not those of {record.law_name}: {example}"
        meaning = (
            "Outcomes may still look right: the hands were not dealt and drawn by these rules, or "
            "misrecorded. Use nothing of them that depends on cards."
        )
        yield Test("hands", what, meaning, seen.size, chi_square(counts, shares))


_NATURALS: Final = (
    "no natural",
    "player's natural alone",
    "banker's natural alone",
    "two naturals",
)
_PAIRS: Final = ("no pair", "player's pair alone", "banker's pair alone", "two pairs")
_WORDS: Final[Mapping[str, Callable[[int], str]]] = {
    "numbers of cards": lambda k: f"{4 + (k & 1) + (k >> 1)} cards",
    "naturals": lambda k: _NATURALS[k],
    "final totals": lambda k: f"player {k & 15}, banker {k >> 4}",
    "pairs": lambda k: _PAIRS[k],
}

_Kinds = tuple[str, NDArray[np.int64], NDArray[np.int64]]


def _kinds_of_hands(
    record: Record, kept: NDArray[np.bool_], codes: NDArray[np.uint16]
) -> Iterator[_Kinds]:
    """Give kinds of hands, as numbers, of the coups kept and of the law's codes."""
    code = codes.astype(np.int64)
    player, banker = record.hands
    drew = _both(player.best_drew, banker.best_drew, kept, 1)
    totals = _both(player.best_total, banker.best_total, kept, 4)
    pairs = _both(player.best_pair, banker.best_pair, kept, 1)
    if drew is not None:
        yield "numbers of cards", drew, code >> 8 & 3
    if totals is not None:
        yield "final totals", totals, code & 255
    if totals is not None and drew is not None:
        yield "naturals", _naturals(totals, drew), _naturals(code & 255, code >> 8 & 3)
    if pairs is not None:
        yield "pairs", pairs, code >> 10 & 3


def _both(
    player: NDArray[np.int8], banker: NDArray[np.int8], kept: NDArray[np.bool_], shift: int
) -> NDArray[np.int64] | None:
    """Put both sides into a number; None unless they are told of every coup.

    What is noted of some coups only is noted of a selection, and has other shares.
    """
    p, b = player[kept].astype(np.int64), banker[kept].astype(np.int64)
    most = 9 if shift == 4 else 1
    told = min(p.min(), b.min()) >= 0 and max(p.max(), b.max()) <= most
    return p | b << shift if told else None


def _naturals(totals: NDArray[np.int64], drew: NDArray[np.int64]) -> NDArray[np.int64]:
    player = ((totals & 15 >= 8) & (drew & 1 == 0)).astype(np.int64)
    banker = ((totals >> 4 >= 8) & (drew >> 1 == 0)).astype(np.int64)
    kinds: NDArray[np.int64] = player | banker << 1
    return kinds


def _cards(record: Record, kept: NDArray[np.bool_]) -> Iterator[Test]:
    """Compare how often each card comes, by the finest that is told of all that were dealt.

    Cards leave a shoe without coming back, so their counts spread less than this test takes them
    to: it is cautious.
    """
    if record.history.cards is None:
        return
    dealt = record.history.cards[kept]
    dealt = dealt[dealt < 254]
    numbers: NDArray[np.int64]
    for word, told in (("cards", None), ("ranks", KNOWN_RANK), ("values", KNOWN_VALUE)):
        numbers = (dealt if told is None else told[dealt]).astype(np.int64)
        kinds = {"cards": 52, "ranks": 13, "values": 10}[word]
        if dealt.size and numbers.min() >= 0 and numbers.max() < kinds:
            shares = np.ones(kinds) / kinds
            if word == "values":
                shares = np.array([4, *[1] * 9]) / 13
            counts = np.bincount(numbers, minlength=kinds)
            what = f"the {word} of {many(dealt.size, 'card')} don't come equally often"
            meaning = (
                "Cards are missing from the shoe or from the record, or one stands for another (a "
                "ten read as nothing, say)."
            )
            yield Test("cards", what, meaning, dealt.size, chi_square(counts, shares))
            return


def _mean_length(record: Record) -> Iterator[Test]:
    """Compare the mean length of shoes that are not plainly parts or several in one."""
    if record.table is None or record.table.shuffle == "coup":
        return
    from scipy.stats import norm

    usual = shoe_lengths(record.table)
    lengths = record.history.lengths
    whole = lengths[np.abs(lengths - usual.mean) < 4 * usual.sd]
    if whole.size < 5:
        return
    z = (whole.mean() - usual.mean) / (usual.sd * np.sqrt(1 / whole.size + 1 / usual.shoes))
    what = (
        f"shoes have {whole.mean():.1f} coups on average; {record.law_name} makes {usual.mean:.1f}"
    )
    meaning = (
        "Another cut card, burn or number of decks than the table's, or coups are missing. "
        "Outcomes are not touched."
    )
    yield Test("mean length of shoes", what, meaning, whole.size, float(2 * norm.sf(abs(z))))
