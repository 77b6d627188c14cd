"""Results made by hand, one for each turn that a sentence can take, and what is said of them."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd

import baccarat as bc
from baccarat.betting.compare import Comparison
from baccarat.evidence.battery.finding import BatteryResult
from baccarat.evidence.followed.hits import HitRate
from baccarat.evidence.followed.luck import Luck
from baccarat.evidence.followed.rates import Followed
from baccarat.evidence.followed.telling import followed_sentence
from baccarat.evidence.making import directed, untestable
from baccarat.evidence.monitor.alerts import alerts
from baccarat.evidence.monitor.arrivals import Update
from baccarat.evidence.monitor.telling import tell
from baccarat.evidence.result import needed_text
from baccarat.evidence.streaks.continuations import Continuation
from baccarat.evidence.streaks.telling import conclude

SHARE = ("share", "independent coups with the table's chances")
MEASURES = "banker's share of decided coups, off its chance"


def continuation(p: float, p_equivalence: float, **others: Any) -> Continuation:
    told = Continuation(
        side="player", k=3, ties="pass", shoes=50, opportunities=1234, hits=600, chance=0.4932,
        rate=0.4862, expected=0.4921, low=0.459, high=0.5154, p_value=p, p_corrected=p,
        p_equivalence=p_equivalence, method="binomial", break_even=(0.486, 0.5001),
        detectable=0.02, shoes_needed=5432.1, shoe_average=0.44, shoe_average_expected=0.45,
    )  # fmt: skip
    return replace(told, **others)


def streaks(p: float, p_equivalence: float, **others: Any) -> str:
    one = continuation(p, p_equivalence, **others)
    return conclude([one, replace(one, side="banker", opportunities=0)])[0]


def result(effect: float, p: float, name: str = "share", **others: Any) -> Any:
    told = directed(
        name, SHARE[1], MEASURES, effect, error=1.0, coups=2500, margin=(-0.6, 0.6),
    )  # fmt: skip
    return replace(told, p_value=p, p_corrected=p, **others)


def battery(*results: Any) -> str:
    return BatteryResult(bc.Plan(), results, bc.History([0])).sentence()


def rate(name: str, p: float, p_equivalence: float = 0.5, hits: int = 51) -> HitRate:
    found = result(1.25, p, name, p_equivalence=p_equivalence)
    return HitRate(name, (60, 40), (60, 40), hits, 0.4972, 12_000, p, found)


def followed(*rates: HitRate) -> str:
    return followed_sentence(Followed(rates, "holm", 4000, 50))


def compared() -> str:
    frame = pd.DataFrame(
        {"system": ["follow last + martingale"], "net_units": [25.0], "sessions": [100],
         "p_corrected": [0.21]}
    )  # fmt: skip
    best: Any = SimpleNamespace(net=-130.0, sessions=100)
    return Comparison(12, frame, best).sentence()


def watched(highest: float, low: float, high: float, tables: int = 1) -> str:
    names = ["live", "six-deck"][:tables]
    frame = pd.DataFrame(
        {"table": names, "hypothesis": "after a run", "e_highest": highest, "shoes": 40,
         "coups": 2712, "low": low, "high": high}
    )  # fmt: skip
    rules = SimpleNamespace(break_even=(-0.6, 0.7))
    settings = SimpleNamespace(level=0.05, tables=dict.fromkeys(names, rules))
    monitor: Any = SimpleNamespace(
        frame=lambda: frame, settings=settings, highest=highest, e_value=highest / 2, names=names,
        deviating=lambda: names[:1],
    )  # fmt: skip
    return tell(monitor)[0]


def night() -> str:
    history = bc.read_history("data/recorded/live-table.txt", table="live")
    monitor = bc.Monitor("live")
    monitor.update(history)
    findings: Any = [
        SimpleNamespace(severity="error", what="a coup that can't be", where="shoe 1, coup 2"),
        SimpleNamespace(severity="error", what="another", where="shoe 1, coup 3"),
        SimpleNamespace(severity="warning", what="a long shoe", where="shoe 1"),
    ]
    same = "shoe 2 of 'live' is the same as shoe 1 of 'live': was it entered twice?"
    return "\n".join(alerts(history, monitor, Update("live", (), (), (), (same,)), findings))


CASES: dict[str, Callable[[], str]] = {
    "streaks, deviation": lambda: streaks(0.001, 0.5),
    "streaks, chance": lambda: streaks(0.5, 0.01, ties="end"),
    "streaks, open": lambda: streaks(0.5, 0.5, k=1),
    "streaks, never": lambda: streaks(1.0, 1.0, opportunities=0, shoes_needed=np.inf),
    "battery, one deviation": lambda: battery(result(4.0, 0.003), result(0.1, 0.9)),
    "battery, two deviations": lambda: battery(
        result(4.0, 0.003, "after 3 in a row"), result(-3.2, 0.04, "serial, 4 coups")
    ),
    "battery, chance": lambda: battery(result(0.1, 0.9, p_equivalence=0.01)),
    "battery, open": lambda: battery(
        result(0.1, 0.9), result(0.1, 0.7, "autocorrelation, 10 lags")
    ),
    "battery, open without end": lambda: battery(result(0.1, 0.9, coups_needed=np.inf)),
    "battery, nothing": lambda: battery(
        untestable(*SHARE, MEASURES, "no decided coup", coups=0, margin=(-0.6, 0.6))
    ),
    "followed, deviation": lambda: followed(
        *[rate(name, 0.01) for name in ("follow last", "player", "follow 3", "coin")]
    ),
    "followed, chance": lambda: followed(rate("time before last", 0.5, 0.01)),
    "followed, open": lambda: followed(rate("my own", 0.5, hits=1), rate("banker", 0.9)),
    "followed, none": lambda: followed(
        replace(rate("player", 1.0), on=(0, 0), decided=(0, 0), net=None)
    ),
    "luck": lambda: Luck(np.arange(200) % 12, 19, 4000, 50, None).sentence(),
    "luck, observed": lambda: Luck(np.arange(200) % 12, 19, 57, 1, 6).sentence(),
    "compared": compared,
    "monitor, empty": lambda: bc.Monitor("live").sentence(),
    "monitor, alarm": lambda: watched(1234.5, -2.0, -0.5),
    "monitor, alarm of two": lambda: watched(2.5e7, -2.0, -0.5, tables=2),
    "monitor, open": lambda: watched(1.25, -2.0, 2.5),
    "monitor, chance": lambda: watched(1.25, -0.5, 0.25, tables=2),
    "alerts": night,
    "needed": lambda: needed_text(result(2.0, 0.5)),
    "needed, without end": lambda: needed_text(result(2.0, 0.5, coups_needed=np.inf)),
}
"""What each is, and how its sentence is made."""
