"""Systems at the speed of tables, held to a plain loop and to what stakes must bring."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bc
from baccarat.betting.play import Player
from baccarat.betting.progressions import Progression
from baccarat.betting.selections import Selection
from baccarat.betting.tally import REASONS, ImpossibleResultError
from baccarat.game.money import UNIT
from baccarat.kernels import sessions as sessions_kernel

LIVE = bc.TABLES["live"]
ENDED = {"over the limit": 5, "short": 6, "coups": 4, "ruined": 1, "target": 2, "loss": 3, "": 0}


def by_hand(system, history, session, table="live"):
    """Sum up the ledger of each session as the compiled loop records it."""
    books = bc.ledger(system, history, session, table)
    records = []
    for number in range(history.segments // session.shoes):
        rows = books[books["session"] == number]
        bets = rows[rows["placed"] > 0]
        bank = [(session.bankroll or 0), *rows["bank_units"]]
        peak = np.maximum.accumulate(bank)
        ended = next((reason for reason in rows["ended"] if reason), "")
        runs, run = [0], 0
        for net in bets["net_units"]:
            run = run + 1 if net < 0 else run if net == 0 else 0
            runs.append(run)
        records.append(
            [
                round(bets["net_units"].sum() * UNIT),
                bets.loc[bets["side"] == "player", "placed"].sum(),
                bets.loc[bets["side"] == "banker", "placed"].sum(),
                len(bets),
                round((peak - bank).max() * UNIT),
                max(runs),
                int(rows["over"].astype(bool).sum()),
                ENDED[ended],
            ]
        )
    return np.array(records).reshape(-1, 8)


def by_tables(system, history, session, table=LIVE, cap=None):
    bets = [table.bets["player"], table.bets["banker"]]
    records, _ = Player(system, session, bets, cap=cap).block(history)
    return np.delete(records, 4, axis=1)  # coups are tested on their own


letters = st.text("PBTV", min_size=1, max_size=25)
shoes = st.lists(letters, min_size=1, max_size=6)
amounts = st.one_of(st.none(), st.integers(1, 60))
systems = st.builds(
    bc.System,
    st.sampled_from(list(bc.SELECTIONS.values())),
    st.sampled_from(list(bc.PROGRESSIONS.values())),
)


@st.composite
def sessions(draw, count):
    minimum = draw(st.integers(1, 3))
    at_least = st.one_of(st.none(), st.integers(minimum, 40))
    return bc.Session(
        bankroll=draw(at_least),
        limit=draw(at_least),
        minimum=minimum,
        over_limit=draw(st.sampled_from(["stop", "restart", "limit"])),
        short=draw(st.sampled_from(["stop", "rest"])),
        win=draw(amounts),
        loss=draw(amounts),
        coups=draw(amounts),
        shoes=draw(st.sampled_from([n for n in (1, 2, 3) if count % n == 0])),
        carry=draw(st.booleans()),
    )


def history_of(parts):
    outcomes = ["PBTV".index(letter) for letter in "".join(parts)]
    return bc.History(outcomes, np.cumsum([0, *map(len, parts)]), table=LIVE)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(parts=shoes, system=systems, data=st.data())
def test_tables_do_what_a_plain_loop_does(parts, system, data):
    history, session = history_of(parts), data.draw(sessions(len(parts)))
    np.testing.assert_array_equal(
        by_tables(system, history, session), by_hand(system, history, session)
    )


@settings(max_examples=150, deadline=None, derandomize=True)
@given(parts=shoes, system=systems, data=st.data())
def test_tables_that_are_emptied_again_and_again_do_the_same(parts, system, data):
    history, session = history_of(parts), data.draw(sessions(len(parts)))
    np.testing.assert_array_equal(
        by_tables(system, history, session, cap=4), by_tables(system, history, session)
    )


@dataclass(frozen=True)
class Made(Progression):
    """A progression made at random: a table from state and result to state."""

    stakes: tuple[int, ...]
    after_win: tuple[int, ...]
    after_loss: tuple[int, ...]
    start = 0

    def stake(self, state):
        return self.stakes[state]

    def won(self, state, placed):
        return (self.after_win[state] + placed) % len(self.stakes)

    def lost(self, state, placed):
        return (self.after_loss[state] + placed) % len(self.stakes)


@dataclass(frozen=True)
class Chosen(Selection):
    """A selection made at random."""

    sides: tuple[str | None, ...]
    after: tuple[tuple[int, int], ...]
    start = 0

    def side(self, state):
        return self.sides[state]

    def seen(self, state, outcome):
        return self.after[state][outcome == "banker"] % len(self.sides)


made = st.integers(1, 6).flatmap(
    lambda n: st.builds(
        Made,
        *(st.tuples(*[st.integers(low, 9)] * n) for low in (1, 0, 0)),
    )
)
chosen = st.integers(1, 5).flatmap(
    lambda n: st.builds(
        Chosen,
        st.tuples(*[st.sampled_from(["player", "banker", None])] * n),
        st.tuples(*[st.tuples(st.integers(0, 9), st.integers(0, 9))] * n),
    )
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(parts=shoes, selection=chosen, progression=made, data=st.data())
def test_machines_made_at_random_do_what_a_plain_loop_does(parts, selection, progression, data):
    history, session = history_of(parts), data.draw(sessions(len(parts)))
    system = bc.System(selection, progression)
    np.testing.assert_array_equal(
        by_tables(system, history, session), by_hand(system, history, session)
    )


def test_the_loop_does_the_same_uncompiled(monkeypatch):
    history = bc.deal("live", 12, rng=4)
    systems = [bc.System(bc.FollowLast(), p) for p in bc.PROGRESSIONS.values()]
    session = bc.Session(bankroll=40, limit=15, shoes=2, over_limit="restart")
    compiled = [by_tables(system, history, session) for system in systems]
    loop = sessions_kernel.play_sessions
    monkeypatch.setattr(sessions_kernel, "play_sessions", getattr(loop, "py_func", loop))
    for system, records in zip(systems, compiled, strict=True):
        np.testing.assert_array_equal(by_tables(system, history, session), records)


# worked by hand


BANKER = bc.System(bc.Always("banker"), bc.Martingale())


@pytest.mark.parametrize(
    ("over_limit", "net"), [("limit", -15.5), ("restart", -14.1), ("stop", -15.0)]
)
def test_banker_martingale_at_a_limit_of_ten(over_limit, net):
    # Lost 1, 2, 4, 8; then 10 and -25 + 9.5, or 1 again and -16 + 1.9, or no more.
    history = bc.History([0, 0, 0, 0, 0, 1], table=LIVE)
    session = bc.Session(limit=10, over_limit=over_limit)
    assert by_tables(BANKER, history, session)[0, 0] == round(net * UNIT)


def test_a_tie_pushes_and_moves_nothing():
    # Player 1 lost on, tie at 2, player lost again, banker wins 4 less five per cent.
    history = bc.History([0, 2, 0, 1], table=LIVE)
    assert by_tables(BANKER, history, bc.Session())[0, 0] == round(0.8 * UNIT)


def test_from_the_sixth_step_of_a_banker_martingale_a_win_loses_money():
    nets = [
        by_tables(BANKER, bc.History([0] * losses + [1], table=LIVE), bc.Session())[0, 0]
        for losses in range(8)
    ]
    assert [net > 0 for net in nets] == [True] * 5 + [False] * 3
    assert nets[5] == round((32 * 0.95 - 31) * UNIT)


def test_drawdown_counts_from_the_bankroll_at_the_start():
    flat = bc.System(bc.Always("banker"), bc.Flat())
    record = by_tables(flat, bc.History([0, 0, 1, 0], table=LIVE), bc.Session(bankroll=10))[0]
    assert record[4] == round(2.05 * UNIT)


def test_a_big_six_is_paid_by_half():
    table = bc.TABLES["punto-banco"]
    six = 1 << 14 | 1 << 8 | 6 << 4 | 4
    flat = bc.System(bc.Always("banker"), bc.Flat())
    history = bc.History([1], coups=[six], table=table)
    assert by_tables(flat, history, bc.Session(), table)[0, 0] == UNIT // 2


# over many shoes


SOME = [
    bc.System(bc.FollowLast(), bc.Martingale(), "follow, martingale"),
    bc.System(bc.Always("player"), bc.DAlembert(), "player, d'Alembert"),
    bc.System(bc.OpposeStreak(3), bc.Labouchere(), "oppose 3, Labouchere"),
    bc.System(bc.TimeBeforeLast(), bc.OscarsGrind(), "avant-dernier, Oscar"),
]
LIMITED = bc.Session(bankroll=200, limit=100)


def test_every_progression_brings_what_its_stakes_must():
    # |z| above 5 raises; 23 systems pass by chance in all but one seed in 75,000.
    many = [bc.System(bc.FollowLast(), p, name) for name, p in bc.PROGRESSIONS.items()]
    frame = bc.play(many, "live", 4000, rng=5, session=LIMITED).frame()
    assert (frame["z"].abs() < 5).all()
    assert (frame["mean_net_units"] < 0).all()
    assert (frame["mean_net_high"] < 0).all()


def test_a_session_that_spans_blocks_is_one_session():
    history = bc.deal("live", 60, rng=3)
    session = bc.Session(shoes=5, bankroll=50, limit=30)
    for system in SOME:
        whole = Player(system, session, [LIVE.bets["player"], LIVE.bets["banker"]])
        parts = Player(system, session, [LIVE.bets["player"], LIVE.bets["banker"]])
        records, squares = whole.block(history)
        pieces = [parts.block(history.part(n, n + 3)) for n in range(0, 60, 3)]
        np.testing.assert_array_equal(records, np.concatenate([r for r, _ in pieces]))
        np.testing.assert_allclose(squares, np.concatenate([s for _, s in pieces]))


def test_results_do_not_depend_on_the_executor():
    alone = bc.play(SOME, "live", 5000, rng=1, session=LIMITED).frame()
    with ThreadPoolExecutor(2) as executor:
        together = bc.play(SOME, "live", 5000, rng=1, session=LIMITED, executor=executor).frame()
    assert together.equals(alone)


def test_processes_give_the_same_bytes():
    alone = bc.play(SOME, "live", 5000, rng=1, session=LIMITED).frame()
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        processes = bc.play(SOME, "live", 5000, rng=1, session=LIMITED, executor=executor).frame()
    assert processes.equals(alone)


def test_a_dask_cluster_gives_the_same_bytes():
    distributed = pytest.importorskip("distributed")
    alone = bc.play(SOME, "live", 300, rng=1, session=LIMITED).frame()
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        executor = client.get_executor(pure=False)
        spread = bc.play(SOME, "live", 300, rng=1, session=LIMITED, executor=executor).frame()
    assert spread.equals(alone)


def test_every_system_meets_the_same_shoes():
    pair = [bc.System(bc.Always("player"), bc.Flat(), name) for name in ("one", "two")]
    frame = bc.play(pair, "live", 100, rng=1).frame()
    assert frame.loc[0, "net_units"] == frame.loc[1, "net_units"]
    alone = bc.play(pair[1], "live", 100, rng=1).frame()
    assert alone.loc[0, "net_units"] == frame.loc[1, "net_units"]


def test_the_control_variate_narrows_the_interval_and_keeps_the_mean():
    played = bc.play(SOME[1], "live", 20_000, rng=2, session=LIMITED).played[0]
    mean, error = played.mean_net()
    plain = played.net / played.sessions
    nets = np.repeat(list(played.tally.nets), list(played.tally.nets.values())) / UNIT
    plain_error = nets.std() / np.sqrt(played.sessions)
    assert abs(mean - plain) < 5 * plain_error  # one seed in 1.7 million
    assert (plain_error / error) ** 2 > 80


def test_trajectories_end_where_the_sessions_of_play_end():
    paths = bc.trajectories(SOME[0], "live", 20, rng=4, session=LIMITED)
    history = bc.deal("live", 20, rng=np.random.default_rng(np.random.SeedSequence(4)))
    nets = by_tables(SOME[0], history, LIMITED)[:, 0] / UNIT
    assert paths.groupby("session")["net_units"].last().to_numpy() == pytest.approx(nets)
    assert paths.groupby("session")["bet"].last().sum() == len(paths)


def test_quantiles_and_shares_are_those_of_the_sessions():
    played = bc.play(SOME[0], "live", 500, rng=4, session=LIMITED).played[0]
    history = bc.deal("live", 500, rng=np.random.default_rng(np.random.SeedSequence(4)))
    nets = by_tables(SOME[0], history, LIMITED)[:, 0] / UNIT
    assert played.net == pytest.approx(nets.sum())
    assert played.chance("ahead")[0] == (nets > 0).mean()
    assert played.quantile(0.5) == np.quantile(nets, 0.5, method="inverted_cdf")
    records = by_tables(SOME[0], history, LIMITED)
    assert played.mean_drawdown()[0] == pytest.approx(records[:, 4].mean() / UNIT)
    assert played.mean_drawdown()[1] == pytest.approx(records[:, 4].std() / UNIT / np.sqrt(500))
    low, high = played.quantile_interval(0.5)
    assert low <= played.quantile(0.5) <= high
    # About 500 / 2 -+ 22 of the sorted results: by hand, the 228th and the 273rd.
    assert (low, high) == (np.sort(nets)[228], np.sort(nets)[272])
    ruined = by_tables(SOME[0], history, LIMITED)[:, -1] == REASONS.index("ruined")
    assert played.chance("ruined")[0] == ruined.mean()


@dataclass(frozen=True)
class Cheat(Selection):
    """A selection that knows what comes: for each coup the side that wins."""

    winners: str
    start = 0

    def side(self, place):
        return {"P": "player", "B": "banker"}[self.winners[place % len(self.winners)]]

    def seen(self, place, outcome):
        return place + 1


def test_a_system_that_looks_ahead_is_caught():
    shoes = bc.deal("live", 25, rng=np.random.default_rng(np.random.SeedSequence(1)))
    cheat = Cheat(shoes.decided().part(0, 1).text())
    seen = bc.play(bc.System(cheat, bc.Flat()), shoes.part(0, 1)).played[0]
    assert seen.z > 5
    with pytest.raises(ImpossibleResultError, match="looked ahead"):
        replace_dealt(shoes, cheat)


def replace_dealt(shoes, cheat):
    played = bc.play(bc.System(cheat, bc.Flat()), shoes.part(0, 1))
    tally = played.played[0].tally
    tally.sums *= 20  # as twenty such shoes
    tally.variance *= 20
    return replace(played, dealt=True).checked()


def test_a_planted_habit_is_reported_not_raised():
    rng = np.random.default_rng(8)
    outcomes = [0]
    for _ in range(20_000):
        outcomes.append(outcomes[-1] if rng.random() < 0.6 else 1 - outcomes[-1])
    history = bc.History(outcomes, table=LIVE)
    assert bc.play(bc.System(bc.FollowLast(), bc.Flat()), history).played[0].z > 5


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: bc.play([], "live"), ValueError, "at least one system"),
        (lambda: bc.play(SOME, "lvie"), ValueError, "did you mean 'live'"),
        (lambda: bc.play(SOME, "live", 0), ValueError, "shoes must be a whole number from 1"),
        (lambda: bc.play(SOME, bc.History([0])), ValueError, "does not say its table"),
        (
            lambda: bc.play(SOME, "live", 7, session=bc.Session(shoes=2)),
            ValueError,
            "whole sessions of 2",
        ),
        (lambda: bc.System(bc.Flat(), bc.Flat()), TypeError, "needs a Selection"),
        (lambda: bc.System(bc.FollowLast(), "martingale"), TypeError, "needs a Progression"),
        (lambda: bc.Session(limit=5, minimum=10), ValueError, "must not be below the minimum"),
        (lambda: bc.Session(bankroll=0), ValueError, "bankroll must be a whole number from 1"),
        (lambda: bc.Session(bankroll=2, minimum=5), ValueError, "must not be below the minimum"),
        (lambda: bc.Session(over_limit="go on"), ValueError, "over_limit must be"),
        (lambda: bc.Session(short="borrow"), ValueError, "short must be"),
        (lambda: bc.Session(coups=2.5), ValueError, "coups must be a whole number"),
    ],
)
def test_bad_input_is_refused(call, error, says):
    with pytest.raises(error, match=says):
        call()


@dataclass(frozen=True)
class Broken(Progression):
    """A progression with one thing wrong."""

    asks: object = 1
    then: object = 0
    start = 0

    def stake(self, state):
        return self.asks

    def won(self, state, placed):
        return self.then

    def lost(self, state, placed):
        return self.then


@pytest.mark.parametrize(
    ("broken", "error", "says"),
    [
        (Broken(asks=0), ValueError, "asked for 0 units"),
        (Broken(asks=1.5), ValueError, "asked for 1.5 units"),
        (Broken(asks=None), ValueError, "asked for None units"),
        (Broken(then=(0, [])), TypeError, "a state must be hashable"),
    ],
)
def test_a_broken_progression_is_told_what_is_wrong(broken, error, says):
    with pytest.raises(error, match=says):
        bc.play(bc.System(bc.Always("player"), broken), "live", 5, rng=1)


def test_a_selection_that_bets_on_nothing_known_is_refused():
    with pytest.raises(ValueError, match="a side is 'player', 'banker' or None"):
        bc.play(bc.System(Chosen(("tie",), ((0, 0),)), bc.Flat()), "live", 5, rng=1)
