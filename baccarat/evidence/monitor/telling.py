"""A monitor's answer in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from baccarat.evidence.monitor.settings import Settings
from baccarat.evidence.result import Verdict
from baccarat.words.messages import say, say_many, translated
from baccarat.words.number import number

if TYPE_CHECKING:
    import pandas as pd

    from baccarat.evidence.monitor.monitor import Monitor


def tell(monitor: Monitor) -> tuple[str, Verdict]:
    """Give the sentence and the verdict on what a monitor holds.

    Examples
    --------
    >>> import baccarat as bc
    >>> from baccarat.evidence.monitor import Monitor
    >>> monitor = Monitor("live")
    >>> _ = monitor.update(bc.deal("live", 100, rng=1))
    >>> tell(monitor)[1]
    'inconclusive'
    """
    frame = monitor.frame()
    last = frame.drop_duplicates("table").set_index("table")
    if not last["coups"].sum():
        return say("No decided coup has been recorded yet."), "inconclusive"
    watched = _watched(last)
    if monitor.highest >= 1 / monitor.settings.level:
        return _deviation(monitor, frame, watched), "deviation"
    calm = _calm(monitor, last, watched)
    if _nothing_pays(last, monitor.settings):
        told = say("{calm}: every shift of it large enough to pay is ruled out.", calm=calm)
        return told, "consistent with chance"
    told = say("{calm}: a shift large enough to pay is not ruled out yet.", calm=calm)
    return told, "inconclusive"


def _watched(last: pd.DataFrame) -> str:
    """Say how much has been watched."""
    shoes = int(last["shoes"].sum())
    coups = say("{count:,} decided coups", count=int(last["coups"].sum()))
    if len(last) > 1:
        coups = say("{coups} at {count} tables", coups=coups, count=len(last))
    return say_many(shoes, "{count:,} shoe ({coups})", "{count:,} shoes ({coups})", coups=coups)


def _calm(monitor: Monitor, last: pd.DataFrame, watched: str) -> str:
    return say(
        "No alarm in {watched}: the e-value reached {highest} at most, the alarm is at {alarm:g}. "
        "With {sure:.4g}% confidence at all looks together, banker's chance lies {shares}",
        watched=watched,
        highest=_e(monitor.highest),
        alarm=1 / monitor.settings.level,
        sure=100 * (1 - monitor.settings.level),
        shares=say("; ").join(_share(name, row) for name, row in last.iterrows()),
    )


def _deviation(monitor: Monitor, frame: pd.DataFrame, watched: str) -> str:
    top = frame.iloc[int(frame["e_highest"].argmax())]
    picked = monitor.deviating()
    which = ""
    if picked and len(monitor.names) > 1:
        which = say(" Tables that deviate: {tables}.", tables=", ".join(picked))
    return say(
        "Alarm: in {watched} the e-value reached {highest}; by chance it reaches {alarm:g} in "
        "{level:g}% of records at most, ever. Now it is {now}. The strongest evidence: "
        "{hypothesis}, at {table}.{which} Look for a fault in the record or the dealing first.",
        watched=watched,
        highest=_e(monitor.highest),
        alarm=1 / monitor.settings.level,
        level=100 * monitor.settings.level,
        now=_e(monitor.e_value),
        hypothesis=translated(top["hypothesis"]),
        table=top["table"],
        which=which,
    )


def _share(name: object, row: pd.Series[float]) -> str:
    return say(
        "between {low:+.2f} and {high:+.2f} points off the law of {table}",
        low=row["low"],
        high=row["high"],
        table=name,
    )


def _nothing_pays(last: pd.DataFrame, settings: Settings) -> bool:
    limits = {name: rules.break_even for name, rules in settings.tables.items()}
    return all(
        limits[str(name)][0] < row["low"] and row["high"] < limits[str(name)][1]
        for name, row in last.iterrows()
    )


def _e(value: float) -> str:
    if value >= 1e6:
        return number(value, ".0e")
    return number(value, ",.0f" if value >= 100 else ".2g")
