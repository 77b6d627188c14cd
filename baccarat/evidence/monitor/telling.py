"""A monitor's answer in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from baccarat.evidence.monitor.settings import Settings
from baccarat.evidence.result import Verdict
from baccarat.history.words import many

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
        return "No decided coup has been recorded yet.", "inconclusive"
    alarm = 1 / monitor.settings.level
    coups = f"{int(last['coups'].sum()):,} decided coups"
    if len(last) > 1:
        coups += f" at {len(last)} tables"
    watched = f"{many(int(last['shoes'].sum()), 'shoe')} ({coups})"
    if monitor.highest >= alarm:
        return _deviation(monitor, frame, watched), "deviation"
    shares = "; ".join(_share(name, row) for name, row in last.iterrows())
    sure = f"{100 * (1 - monitor.settings.level):.4g}% confidence at all looks together"
    calm = f"No alarm in {watched}: the e-value reached {_e(monitor.highest)} at most, the alarm "
    calm += f"is at {alarm:g}. With {sure}, banker's chance lies {shares}"
    if _nothing_pays(last, monitor.settings):
        return f"{calm}: every shift of it large enough to pay is ruled out.", (
            "consistent with chance"
        )
    return f"{calm}: a shift large enough to pay is not ruled out yet.", "inconclusive"


def _deviation(monitor: Monitor, frame: pd.DataFrame, watched: str) -> str:
    top = frame.iloc[int(frame["e_highest"].argmax())]
    picked = monitor.deviating()
    which = (
        f" Tables that deviate: {', '.join(picked)}." if picked and len(monitor.names) > 1 else ""
    )
    return (
        f"Alarm: in {watched} the e-value reached {_e(monitor.highest)}; by chance it reaches "
        f"{1 / monitor.settings.level:g} in {100 * monitor.settings.level:g}% of records at most, "
        f"ever. Now it is {_e(monitor.e_value)}. "
        f"The strongest evidence: {top['hypothesis']}, at {top['table']}.{which} Look for a fault "
        "in the record or the dealing first."
    )


def _share(name: object, row: pd.Series[float]) -> str:
    return f"between {row['low']:+.2f} and {row['high']:+.2f} points off the law of {name}"


def _nothing_pays(last: pd.DataFrame, settings: Settings) -> bool:
    limits = {name: rules.break_even for name, rules in settings.tables.items()}
    return all(
        limits[str(name)][0] < row["low"] and row["high"] < limits[str(name)][1]
        for name, row in last.iterrows()
    )


def _e(value: float) -> str:
    if value >= 1e6:
        return f"{value:.0e}"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2g}"
