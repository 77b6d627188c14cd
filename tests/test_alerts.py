"""What stands at the top of a nightly page, and that a growing record is counted once."""

import dataclasses

import numpy as np
import pytest

import baccarat as bc
from baccarat.history.controls import Bias

LIVE = bc.TABLES["live"]


def told(history, monitor=None, table=None):
    monitor = bc.Monitor({"live": "live"}) if monitor is None else monitor
    update = monitor.update(history)
    return bc.alerts(history, monitor, update, bc.check(history, table), table)


def test_a_sound_long_record_has_nothing_to_tell():
    assert told(bc.deal("live", 900, rng=1)) == []


def test_an_alarm_of_the_monitor_comes_first():
    first = told(Bias(0.05).make(300, rng=1))[0]
    assert first.startswith("Alarm: in 300 shoes")


def test_faults_and_doubts_in_the_record_are_told_with_their_number():
    shoe = bc.deal("live", 1, rng=1)
    twice = bc.History(
        np.tile(shoe.outcomes, 2), [0, len(shoe), 2 * len(shoe)], table=LIVE
    )  # without coups
    alerts = told(twice)
    assert any(alert.startswith("The record has 1 doubt") or "fault" in alert for alert in alerts)
    assert any("same" in alert for alert in alerts)


@pytest.mark.parametrize(
    ("coups", "shut"), [(20, False), (60, True), (64, True), (66, True), (81, False)]
)
def test_bets_closed_in_the_shoe_being_played(coups, shut):
    history = bc.deal("live", 2, rng=2)
    keep = np.arange(len(history)) < history.starts[1] + coups
    alerts = told(history.select(keep))
    assert any(f"at coup {coups}, these bets are closed: player pair" in a for a in alerts) is shut


def test_a_table_that_closes_nothing_says_nothing_of_it():
    classic = bc.read_history("data/recorded/live-table.txt", table="classic")
    monitor = bc.Monitor({"classic": "classic"})
    alerts = bc.alerts(classic, monitor, monitor.update(classic), bc.check(classic))
    assert [alert.split(":")[0] for alert in alerts] == ["Too few coups"]


def test_as_many_coups_as_are_needed_end_the_warning():
    # (1.96 + 0.84)**2 pq / 0.5996**2 points: 54,574 decided coups, some 749 shoes.
    for shoes, few in ((740, True), (760, False)):
        alerts = told(bc.deal("live", shoes, rng=3))
        assert any(alert.startswith("Too few coups") for alert in alerts) is few


def test_a_record_without_a_table_is_refused():
    bare = dataclasses.replace(bc.deal("live", 1, rng=1), table=None)
    monitor = bc.Monitor({"live": "live"})
    update = monitor.update(bare)
    with pytest.raises(ValueError, match="does not say its table"):
        bc.alerts(bare, monitor, update, bc.check(bare, "live"))
    assert bc.alerts(bare, monitor, update, bc.check(bare, "live"), "live")
