"""How results of play show themselves in a notebook."""

from __future__ import annotations

from typing import Final

import numpy as np

from baccarat.betting.tally import Z95, Played, Results
from baccarat.game.money import UNIT
from baccarat.game.showing import block_html, frame_html, pairs_html, value_text
from baccarat.game.sketches import bars_svg

_SHOWN: Final = {
    "system": "system",
    "sessions": "sessions",
    "staked a session": "staked",
    "mean_net_units": "mean net",
    "mean_net_low": "low",
    "mean_net_high": "high",
    "z": "z",
    "ahead": "ahead",
    "ruined": "ruined",
}
"""What is shown of `Results.frame`, by the names it has there."""

_FORMATS: Final = {
    "staked": ",.1f",
    "mean net": "+.3f",
    "low": "+.3f",
    "high": "+.3f",
    "z": "+.2f",
    "ahead": ".1%",
    "ruined": ".1%",
}


def played_html(played: Played) -> str:
    """Show what a system came to: figures, and its sessions by their net result.

    Examples
    --------
    >>> import baccarat as bc
    >>> system = bc.System(bc.Always("player"), bc.Flat(), "flat")
    >>> played = bc.play(system, "live", shoes=10, rng=1).played[0]
    >>> played_html(played)[:45]
    '<div><p><strong>flat</strong> 10 sessions</p>'
    """
    title = str(played.system)
    if not played.sessions:
        return block_html(title, "no session has ended")
    nets = np.array(list(played.tally.nets)) / UNIT
    picture = bars_svg(
        nets,
        list(played.tally.nets.values()),
        alt=f"Sessions by their net result, from {nets.min():,.4g} to {nets.max():,.4g} units.",
        mark=played.mean_net()[0],
    )
    return block_html(title, f"{played.sessions:,} sessions", pairs_html(_figures(played)), picture)


def _figures(played: Played) -> list[tuple[str, object]]:
    mean, error = played.mean_net()
    low, high = mean - Z95 * error, mean + Z95 * error
    shares = {end: played.chance(end) for end in ("ahead", "ruined", "target")}
    return [
        ("bets, coups", (played.bets, played.coups)),
        ("staked", f"{value_text(played.action)} units"),
        ("net", f"{played.net:+,.5g} units, by the exact edge {played.expected:+,.5g}"),
        ("standard errors between them", f"{played.z:+.2f}"),
        ("mean net of a session", f"{mean:+.4g} units ({low:+.4g} to {high:+.4g})"),
        *((end, f"{s:.2%} ({low:.2%} to {high:.2%})") for end, (s, low, high) in shares.items()),
    ]


def results_html(results: Results) -> str:
    """Show what some systems came to, a row a system.

    Examples
    --------
    >>> import baccarat as bc
    >>> system = bc.System(bc.Always("player"), bc.Flat(), "flat")
    >>> results_html(bc.play(system, "live", shoes=10, rng=1))[:35]
    '<div><p><strong>Results</strong> un'
    """
    if not all(played.sessions for played in results.played):
        return block_html("Results", "no session has ended")
    frame = results.frame()
    frame["staked a session"] = frame["action_units"] / frame["sessions"]
    told = frame[list(_SHOWN)].rename(columns=_SHOWN)
    lead = "units a session, intervals at 95%"
    return block_html("Results", lead, frame_html(told, _FORMATS))
