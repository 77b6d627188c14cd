"""Laws of runs against outside figures, published values, and every short sequence there is."""

import json
from fractions import Fraction
from itertools import groupby, product
from math import comb, prod
from pathlib import Path

import numpy as np
import pytest

import baccarat as bc
from baccarat.evidence.laws import selection_bias
from baccarat.evidence.laws.run_numbers import run_number_law, run_number_moments
from baccarat.evidence.laws.runs import first_run_law, longest_run_law
from baccarat.evidence.laws.selection_bias import mean_opportunities

DATA = Path(__file__).with_name("data")
STREAKS = json.loads(DATA.joinpath("streaks.json").read_text())
LONGEST = json.loads(DATA.joinpath("longest_runs.json").read_text())
PLAYER, BANKER, TIE = 0.446246609344, 0.458597422633, 0.095155968024
"""To twelve digits; where nine are asked for, the law's own are taken."""

RESOLVED = {side: float(Fraction(share)) for side, share in STREAKS["resolved"].items()}


def shares() -> dict[str, float]:
    law = bc.coup_law(decks=8)
    return {"P": law.player / law.total, "B": law.banker / law.total, "T": law.tie / law.total}


def close(value):
    return pytest.approx(value, rel=1e-9, abs=0)


def test_shares_are_the_published_ones():
    assert list(shares().values()) == pytest.approx([PLAYER, BANKER, TIE], abs=1e-12)


# Every sequence


def sequences(n: int, chances: dict[str, float]):
    """Give each sequence of n letters with its chance."""
    for letters in product(chances, repeat=n):
        yield "".join(letters), prod(chances[letter] for letter in letters)


def runs(sequence: str) -> list[tuple[str, int]]:
    return [(letter, len(list(run))) for letter, run in groupby(sequence)]


def longest(sequence: str, letters: str) -> int:
    return max((length for letter, length in runs(sequence) if letter in letters), default=0)


def continuation(sequence: str, k: int) -> tuple[int, int]:
    """Count opportunities and hits of letter P after k of it; a tie is no opportunity."""
    after = [sequence[i] for i in range(k, len(sequence)) if sequence[i - k : i] == "P" * k]
    return len(after) - after.count("T"), after.count("P")


# Runs of a length


@pytest.mark.parametrize("n", STREAKS["chances"])
@pytest.mark.parametrize("k", range(2, 16))
def test_run_chance_of_outside_figures(n, k):
    share, expected = shares(), STREAKS["chances"][n][str(k)]
    for side in "PB":
        ignored = bc.run_chance(int(n), k, share[side], passed=share["T"])
        assert ignored == close(expected[f"{side}_ties_ignored"])
        assert bc.run_chance(int(n), k, share[side]) == close(expected[f"{side}_ties_break"])
    assert bc.run_chance(int(n), k, share["T"]) == close(expected["T"])
    either = bc.either_run_chance(int(n), k, share["P"], passed=share["T"])
    assert either == close(expected["either_ties_ignored"])


@pytest.mark.parametrize(
    ("coups", "length", "share", "chance"),
    [(200, 6, 0.5, 0.965313), (73, 7, RESOLVED["B"], 0.42917), (73, 12, RESOLVED["B"], 0.01546)],
)
def test_either_run_chance_of_published_figures(coups, length, share, chance):
    assert bc.either_run_chance(coups, length, share) == pytest.approx(chance, abs=6e-6)


@pytest.mark.parametrize("n", range(8))
def test_run_chances_of_every_sequence(n):
    chances = {"P": 0.5, "B": 0.3, "T": 0.2}
    every = [(text.replace("T", ""), text, chance) for text, chance in sequences(n, chances)]
    for k in range(1, 5):
        ignored = sum(c for decided, _, c in every if longest(decided, "P") >= k)
        broken = sum(c for _, text, c in every if longest(text, "P") >= k)
        either = sum(c for decided, _, c in every if longest(decided, "PB") >= k)
        assert bc.run_chance(n, k, 0.5, passed=0.2) == pytest.approx(ignored, abs=1e-12)
        assert bc.run_chance(n, k, 0.5) == pytest.approx(broken, abs=1e-12)
        assert bc.either_run_chance(n, k, 0.5, passed=0.2) == pytest.approx(either, abs=1e-12)


@pytest.mark.parametrize("n", range(8))
@pytest.mark.parametrize("letters", ["P", "PB"])
def test_longest_run_of_every_sequence(n, letters):
    ignored, broken = np.zeros(n + 1), np.zeros(n + 1)
    for text, chance in sequences(n, {"P": 0.5, "B": 0.3, "T": 0.2}):
        ignored[longest(text.replace("T", ""), letters)] += chance
        broken[longest(text, "P")] += chance
    either = letters == "PB"
    law = longest_run_law(n, 0.5, passed=0.2, either=either)
    assert law == pytest.approx(ignored, abs=1e-14)
    mean = bc.mean_longest_run(n, 0.5, passed=0.2, either=either)
    assert mean == pytest.approx(ignored @ np.arange(n + 1), abs=1e-13)
    assert longest_run_law(n, 0.5) == pytest.approx(broken, abs=1e-14)


@pytest.mark.parametrize("n", [60, 72, 80, 81])
def test_mean_longest_run_of_outside_figures(n):
    share, expected = shares(), STREAKS["expected_longest"]
    for side in "PB":
        mean = bc.mean_longest_run(n, share[side], passed=share["T"])
        assert mean == close(expected[f"{side}_{n}"])
    either = bc.mean_longest_run(n, share["P"], passed=share["T"], either=True)
    assert either == close(expected[f"either_{n}"])


@pytest.mark.parametrize("n", STREAKS["chances"])
def test_longest_run_of_outside_figures(n):
    # As likely as at least k is what the law holds from k on; ties break a run where none passes.
    share = shares()
    above = {
        name: longest_run_law(int(n), chance, passed=passed, either=either)[::-1].cumsum()[::-1]
        for name, chance, passed, either in (
            ("P_ties_ignored", share["P"], share["T"], False),
            ("B_ties_ignored", share["B"], share["T"], False),
            ("P_ties_break", share["P"], 0.0, False),
            ("B_ties_break", share["B"], 0.0, False),
            ("T", share["T"], 0.0, False),
            ("either_ties_ignored", share["P"], share["T"], True),
        )
    }
    for k, chances in STREAKS["chances"][n].items():
        for name, chance in chances.items():
            assert above[name][int(k)] == pytest.approx(chance, rel=1e-9, abs=1e-14), (name, k)


@pytest.mark.parametrize("case", LONGEST["longest_run"], ids=str)
def test_longest_run_of_published_figures(case):
    law = longest_run_law(case["coups"], case["share"], either=case["either"])
    places = len(str(case["chance"])) - 2
    assert law[case["length"] :].sum() == pytest.approx(case["chance"], abs=0.6 * 10**-places)


@pytest.mark.parametrize(("n", "share", "passed"), [(300, 0.5, 0.0), (1000, 0.446, 0.095)])
def test_longest_run_by_the_chain(n, share, passed):
    # The law comes from where runs begin, these chances from a chain on the current run.
    one = longest_run_law(n, share, passed=passed)
    either = longest_run_law(n, share, passed=passed, either=True)
    for k in (1, 4, 9, 30):
        assert one[k:].sum() == pytest.approx(
            bc.run_chance(n, k, share, passed=passed), rel=1e-10, abs=1e-13
        )
        assert either[k:].sum() == pytest.approx(
            bc.either_run_chance(n, k, share, passed=passed), rel=1e-10, abs=1e-13
        )


@pytest.mark.parametrize(("share", "passed"), [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.3, 0.7)])
def test_longest_run_where_nothing_is_left_to_chance(share, passed):
    n = 6
    law = longest_run_law(n, share, passed=passed)
    assert law.sum() == pytest.approx(1, abs=1e-14)
    assert law[0] == pytest.approx((1 - share) ** n if passed == 0 else passed**n, abs=1e-14)
    assert (law >= 0).all()


@pytest.mark.parametrize("k", range(1, 13))
def test_mean_wait_of_outside_figures(k):
    expected, share = STREAKS["waiting"][str(k)], shares()
    for side in "PB":
        assert bc.mean_wait(k, RESOLVED[side]) == close(expected[f"{side}_resolved"])
    assert bc.mean_wait(k, share["P"], passed=share["T"]) == close(expected["P_coups"])


def test_mean_wait_adds_up_the_chances_of_waiting_on():
    # The mean of a waiting time is the sum over n of the chance that it is above n.
    waiting = sum(1 - bc.run_chance(n, 3, 0.5, passed=0.1) for n in range(600))
    assert bc.mean_wait(3, 0.5, passed=0.1) == pytest.approx(waiting, rel=1e-9)


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("passed", [0.0, 0.2])
def test_first_run_of_every_sequence(k, passed):
    n, law = 8, np.zeros(9)
    for text, chance in sequences(n, {"P": 0.5, "B": 0.5 - passed, "T": passed}):
        shown = (t for t in range(n + 1) if longest(text[:t].replace("T", ""), "P") >= k)
        if (first := next(shown, None)) is not None:
            law[first] += chance
    assert first_run_law(k, 0.5, n, passed=passed) == pytest.approx(law, abs=1e-12)


@pytest.mark.parametrize(("k", "passed"), [(1, 0.0), (3, 0.1), (4, 0.095)])
def test_first_run_is_certain_in_the_end_and_waits_as_long_as_it_must(k, passed):
    law = first_run_law(k, 0.45, 3000, passed=passed)
    assert law.sum() == pytest.approx(1, abs=1e-12)
    mean = law @ np.arange(law.size)
    assert mean == pytest.approx(bc.mean_wait(k, 0.45, passed=passed), rel=1e-10)


@pytest.mark.parametrize("r", range(1, 21))
def test_run_then_broken_of_published_figures(r):
    # A loss and then r wins, read from either end: the first run of r is complete at r + 1.
    law = bc.coup_law(decks=6)
    banker, player = LONGEST["then_broken_6_decks"][str(r)]
    share = float(law.banker_share)
    assert first_run_law(r, share, r + 1)[r + 1] == close(banker)
    assert first_run_law(r, 1 - share, r + 1)[r + 1] == close(player)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: first_run_law(0, 0.5, 3), r"^a run length must be a whole number from 1, got 0$"),
        (lambda: longest_run_law(-1, 0.5), r"^coups must be a whole number from 0, got -1$"),
        (lambda: longest_run_law(3, 0.7, passed=0.5), "add up to 1 at most, got 0.7 and 0.5$"),
        (lambda: bc.run_chance(3, 2, 1.5), "must be chances that add up to 1 at most, got 1.5"),
        (lambda: run_number_law(-1, 4), r"^wins must be whole numbers from 0, got -1 and 4$"),
    ],
)
def test_numbers_that_no_sequence_has(ask, told):
    with pytest.raises(ValueError, match=told):
        ask()


# Numbers of runs


def test_run_counts_by_the_published_formula():
    # Runs of exactly r in n: p^r q (2 + (n - r - 1) q) for r < n, and p^n for r = n.
    for n, p in product((5, 12, 73), (0.3, RESOLVED["B"])):
        q = 1 - p
        exactly = [p**r * q * (2 + (n - r - 1) * q) for r in range(1, n)] + [p**n]
        law = bc.run_counts([n], p, longest=5)
        assert law.lengths.tolist() == [1, 2, 3, 4, 5]
        assert law.mean == pytest.approx([*exactly[:4], sum(exactly[4:])], rel=1e-9)
        # And of at least r: one may begin at the first coup, or after a loss.
        at_least = [p**r * (1 + (n - r) * q) for r in range(1, 6)]
        assert law.at_least == pytest.approx(at_least, rel=1e-9)


@pytest.mark.parametrize("n", range(9))
def test_number_of_runs_of_every_order(n):
    for bankers in range(n + 1):
        counts = np.zeros(n + 1)
        for text, _ in sequences(n, {"P": 0.5, "B": 0.5}):
            if text.count("B") == bankers:
                counts[len(runs(text))] += 1
        law = run_number_law(bankers, n - bankers)
        assert law == pytest.approx(counts / counts.sum(), abs=1e-13)


@pytest.mark.parametrize(("bankers", "players"), [(37, 36), (80, 3), (1, 1), (1, 40), (900, 800)])
def test_number_of_runs_has_the_moments_of_wald_and_wolfowitz(bankers, players):
    law = run_number_law(bankers, players)
    r = np.arange(law.size)
    mean, variance = run_number_moments(bankers, players)
    assert law.sum() == pytest.approx(1, abs=1e-10)
    assert mean == pytest.approx(law @ r, rel=1e-10)
    assert variance == pytest.approx(law @ (r - mean) ** 2, rel=1e-8, abs=1e-12)


def test_number_of_runs_by_whole_numbers():
    # 2j runs: each side in j, either first. 2j + 1: one of them in one more, and first and last.
    b, p = 41, 33
    ways = [0] * (b + p + 1)
    for r in range(2, b + p + 1):
        j, odd = divmod(r, 2)
        of_b, of_p = comb(b - 1, j - 1), comb(p - 1, j - 1)
        ways[r] = comb(b - 1, j) * of_p + of_b * comb(p - 1, j) if odd else 2 * of_b * of_p
    assert sum(ways) == comb(b + p, b)
    exact = [float(Fraction(way, comb(b + p, b))) for way in ways]
    assert run_number_law(b, p) == pytest.approx(exact, rel=1e-11, abs=0)


def test_moments_of_many_shoes_at_once():
    bankers, players = np.array([[0, 1, 0], [2, 40, 5]]), np.array([[0, 0, 6], [2, 33, 5]])
    mean, variance = run_number_moments(bankers, players)
    assert mean.shape == variance.shape == (2, 3)
    assert mean[0].tolist() == [0, 1, 1]
    assert variance[0].tolist() == [0, 0, 0]
    assert mean[1, 2] == 6
    assert variance[1, 2] == pytest.approx(20 / 9, rel=1e-12)


@pytest.mark.parametrize("n", range(11))
def test_run_counts_of_every_sequence(n):
    chances = {"P": 0.6, "B": 0.4}
    counts, weights = [], []
    for text, chance in sequences(n, chances):
        lengths = [min(length, 4) for letter, length in runs(text) if letter == "P"]
        counts.append([lengths.count(r) for r in range(1, 5)])
        weights.append(chance)
    counts, weights = np.array(counts), np.array(weights)
    mean = weights @ counts
    law = bc.run_counts([n], 0.6, longest=4)
    assert law.mean == pytest.approx(mean, abs=1e-12)
    assert law.sd == pytest.approx(np.sqrt(weights @ (counts - mean) ** 2), abs=1e-7)


def test_run_counts_add_up_over_shoes():
    separate = [bc.run_counts([n], 0.45, longest=6) for n in (70, 75, 0, 75)]
    together = bc.run_counts([70, 75, 0, 75], 0.45, longest=6)
    assert together.mean == pytest.approx(sum(law.mean for law in separate))
    assert together.sd**2 == pytest.approx(sum(law.sd**2 for law in separate))


# After k in a row


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 6, 10])
def test_continuation_law_of_every_sequence(n, k):
    chance, hits = np.zeros(n + 1), np.zeros(n + 1)
    average = mean = 0.0
    for text, weight in sequences(n, {"P": 0.55, "B": 0.45}):
        tried, on = continuation(text, k)
        chance[tried] += weight
        hits[tried] += weight * on
        mean += weight * tried
        average += weight * on / tried if tried else 0.0
    law = bc.continuation_law(n, k, 0.55)
    assert law.chance == pytest.approx(chance, abs=1e-12)
    assert law.hits == pytest.approx(hits, abs=1e-12)
    assert law.defined == pytest.approx(1 - chance[0], abs=1e-12)
    assert law.opportunities == pytest.approx(mean, abs=1e-12)
    if n > k:
        assert law.shoe_average == pytest.approx(average / (1 - chance[0]), abs=1e-12)
    else:
        assert np.isnan(law.shoe_average)


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("n", [0, 1, 3, 8])
def test_continuation_law_of_every_sequence_with_ties_that_end_a_run(monkeypatch, n, k):
    chance, hits = np.zeros(n + 1), np.zeros(n + 1)
    for text, weight in sequences(n, {"P": 0.48, "B": 0.32, "T": 0.2}):
        tried, on = continuation(text, k)
        chance[tried] += weight
        hits[tried] += weight * on
    law = bc.continuation_law(n, k, 0.6, ended=0.2)
    assert law.chance == pytest.approx(chance, abs=1e-12)
    assert law.hits == pytest.approx(hits, abs=1e-12)
    tries = np.arange(n + 1)
    assert mean_opportunities([n], k, 0.6, 0.2) == pytest.approx(chance @ tries, abs=1e-12)
    # Of all opportunities together a share of 0.6 goes on: hits less that have mean zero.
    assert hits.sum() == pytest.approx(0.6 * (chance @ tries), abs=1e-12)
    if n > k:
        average = (hits[1:] / tries[1:]).sum() / (1 - chance[0])
        assert law.shoe_average == pytest.approx(average, abs=1e-12)
        assert bc.pooled_continuation([n], k, 0.6, 0.2) == pytest.approx(average, abs=1e-8)
        monkeypatch.setattr(selection_bias, "_LONG", 0)  # long shoes are worked out another way
        assert bc.pooled_continuation([n], k, 0.6, 0.2) == pytest.approx(average, abs=1e-8)


def test_a_law_that_is_kept_can_not_be_written_to():
    law = bc.continuation_law(20, 2, 0.5)
    with pytest.raises(ValueError, match="read-only"):
        law.chance[0] = 1


def test_miller_and_sanjurjo_2018():
    assert bc.continuation_law(3, 1, 0.5).shoe_average == pytest.approx(5 / 12, abs=1e-14)
    assert bc.continuation_law(100, 3, 0.5).shoe_average == pytest.approx(0.460323, abs=5e-7)


# From a dynamic program written apart from this package, at p = 0.5068 for banker.
AVERAGES = {
    (80, "B"): (0.50058, 0.48745, 0.45771, 0.40584, 0.36239, 0.33862, 0.32705, 0.32154),
    (80, "P"): (0.48676, 0.47287, 0.44058, 0.38707, 0.34590, 0.32455, 0.31450, 0.30985),
    (72, "B"): (0.49988, 0.48515, 0.45170, 0.39833, 0.35772, 0.33639, 0.32618, 0.32137),
}
DEFINED = (1, 1, 0.9988, 0.9486, 0.7487, 0.4845, 0.2764, 0.1475)
OPPORTUNITIES = (40.0, 20.0, 10.0, 5.0, 2.5, 1.25, 0.63, 0.31)


@pytest.mark.parametrize(("n", "side"), AVERAGES)
def test_shoe_averages_of_outside_figures(n, side):
    found = [bc.continuation_law(n, k, RESOLVED[side]).shoe_average for k in range(1, 9)]
    assert found == pytest.approx(AVERAGES[n, side], abs=6e-6)


def test_shoes_without_an_opportunity_of_outside_figures():
    found = [bc.continuation_law(80, k, RESOLVED["B"]).defined for k in range(1, 9)]
    assert found == pytest.approx(DEFINED, abs=6e-5)


def test_mean_opportunities():
    # Each place from the (k + 1)-th on is one with chance p^k.
    for k in range(1, 9):
        expected = sum(max(n - k, 0) for n in (80, 3, 0, 72, 72)) * 0.45**k
        assert mean_opportunities([80, 3, 0, 72, 72], k, 0.45) == pytest.approx(expected)
        rounded = mean_opportunities([80], k, RESOLVED["B"])
        assert rounded == pytest.approx(OPPORTUNITIES[k - 1], rel=0.02)  # two figures are given
    assert mean_opportunities([], 1, 0.5) == 0


# Hits over opportunities, all shoes together


def pooled_by_enumeration(lengths, k: int, p: float, ended: float = 0.0) -> float:
    """Weigh every record of such shoes; each shoe's sequences are first gathered by its counts."""
    laws = []
    for n in lengths:
        law: dict[tuple[int, int], float] = {}
        chances = {"P": (1 - ended) * p, "B": (1 - ended) * (1 - p)}
        if ended:
            chances["T"] = ended
        for text, weight in sequences(n, chances):
            counts = continuation(text, k)
            law[counts] = law.get(counts, 0) + weight
        laws.append(law)
    rate = defined = 0.0
    for record in product(*(law.items() for law in laws)):
        weight = prod(chance for _, chance in record)
        tried, on = (sum(counts[i] for counts, _ in record) for i in (0, 1))
        if tried:
            rate += weight * on / tried
            defined += weight
    return rate / defined


@pytest.mark.parametrize("long", [1000, 5, 0])
@pytest.mark.parametrize("lengths", [[2], [3], [9], [4, 7], [0, 3], [6, 6, 5], [1, 2, 9]])
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("p", [0.3, 0.5])
def test_pooled_continuation_of_every_record(monkeypatch, lengths, k, p, long):
    monkeypatch.setattr(selection_bias, "_LONG", long)  # long shoes are worked out another way
    if max(lengths) <= k:
        assert np.isnan(bc.pooled_continuation(lengths, k, p))
    else:
        expected = pooled_by_enumeration(lengths, k, p)
        assert bc.pooled_continuation(lengths, k, p) == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("long", [1000, 0])
@pytest.mark.parametrize(("lengths", "k"), [([3, 6], 1), ([7, 5, 2], 2)])
def test_pooled_continuation_of_every_record_with_ties_that_end_a_run(
    monkeypatch, lengths, k, long
):
    monkeypatch.setattr(selection_bias, "_LONG", long)
    expected = pooled_by_enumeration(lengths, k, 0.45, 0.2)
    assert bc.pooled_continuation(lengths, k, 0.45, 0.2) == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("k", range(1, 9))
def test_pooled_continuation_of_one_shoe_is_its_average(k):
    average = bc.continuation_law(73, k, RESOLVED["P"]).shoe_average
    assert bc.pooled_continuation([73], k, RESOLVED["P"]) == pytest.approx(average, abs=1e-8)
    assert bc.pooled_continuation([73, 0, k], k, RESOLVED["P"]) == pytest.approx(average, abs=1e-8)


@pytest.mark.parametrize("k", [1, 3, 8])
def test_a_long_shoe_by_either_way(monkeypatch, k):
    average = bc.continuation_law(1500, k, 0.45).shoe_average
    assert selection_bias.mean_shoe_average(1500, k, 0.45) == pytest.approx(average, abs=1e-8)
    monkeypatch.setattr(selection_bias, "_LONG", 2000)
    assert bc.pooled_continuation([1500], k, 0.45) == pytest.approx(average, abs=1e-8)


def test_a_record_in_one_piece_is_as_good_as_many_shoes():
    # A million coups: the bias is of the order of one over the opportunities.
    assert 0 < 0.5 - bc.pooled_continuation([10**6], 3, 0.5) < 1e-4


def simulated_rates(lengths, k: int, p: float, records: int) -> np.ndarray:
    """Simulate records of independent coups, one row each; their pooled rates."""
    rng = np.random.default_rng(31)
    tried, on = np.zeros(records), np.zeros(records)
    for n in lengths:
        wins = rng.random((records, n)) < p
        ready = np.lib.stride_tricks.sliding_window_view(wins, k, axis=1).all(axis=2)[:, :-1]
        tried += ready.sum(axis=1)
        on += (ready & wins[:, k:]).sum(axis=1)
    return on[tried > 0] / tried[tried > 0]


@pytest.mark.parametrize(("lengths", "k"), [([70, 75, 73], 3), ([72] * 10, 5), ([20, 90] * 4, 1)])
def test_pooled_continuation_of_simulated_records(lengths, k):
    rates = simulated_rates(lengths, k, RESOLVED["P"], records=20_000)
    error = rates.std() / np.sqrt(rates.size)
    expected = bc.pooled_continuation(lengths, k, RESOLVED["P"])
    assert abs(rates.mean() - expected) < 4 * error  # one sound law in 16,000 fails


@pytest.mark.parametrize("k", [1, 3, 8])
def test_pooled_continuation_of_many_shoes_nears_the_share(k):
    share = RESOLVED["B"]
    few, many, most = (bc.pooled_continuation([73] * m, k, share) for m in (100, 5000, 10**6))
    assert few < many < most < share
    # The bias falls as one over the number of shoes: fifty times as many, a fiftieth.
    assert (share - few) / (share - many) == pytest.approx(50, rel=0.15)
    assert most == pytest.approx(share, abs=1e-6 * 2**k)
