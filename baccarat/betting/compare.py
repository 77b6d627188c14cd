"""Many systems compared without fooling oneself, and two compared on the same shoes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from baccarat.betting.play import play, play_blocks
from baccarat.betting.system import Session, System
from baccarat.betting.tally import Played
from baccarat.game.money import UNIT
from baccarat.game.showing import block_html, frame_html, pairs_html
from baccarat.game.sketches import interval_svg
from baccarat.game.table import Table
from baccarat.history.history import History
from baccarat.words.messages import say, translated


@dataclass(frozen=True)
class Comparison:
    """What trying many systems shows.

    Attributes
    ----------
    tried : int
        How many systems were tried.
    frame : DataFrame
        One row a system, best mean net first: the results on the first half of the shoes; p_value,
        one-sided, that luck alone brings so much more than the stakes must; and p_corrected, after
        Holm over all that were tried.
    best : Played
        The system that looked best, on the other half of the shoes, which it was not chosen by.

    Examples
    --------
    >>> from baccarat import Always, Flat, Martingale
    >>> systems = [System(Always("player"), p) for p in (Flat(), Martingale())]
    >>> comparison = compare(systems, "live", shoes=200, rng=1)
    >>> comparison.tried, comparison.best.sessions
    (2, 100)
    """

    tried: int
    frame: pd.DataFrame
    best: Played

    def sentence(self) -> str:
        """Say it in words.

        Returns
        -------
        str
        """
        first, mean = self.frame.iloc[0], self.best.net / self.best.sessions
        return say(
            "Of {tried} systems tried, {system} looked best with {seen:+.2f} units a session; on "
            "shoes held back it came to {mean:+.2f}. Corrected for the number tried, its luck has "
            "p = {p:.2g}.",
            tried=self.tried,
            system=translated(first["system"]),
            seen=first["net_units"] / first["sessions"],
            mean=mean,
            p=first["p_corrected"],
        )

    def __repr__(self) -> str:
        return f"<Comparison: {self.tried} systems tried, {self.best.system} looked best>"

    def _repr_html_(self) -> str:
        columns = ["system", "sessions", "mean_net_units", "z", "p_value", "p_corrected"]
        formats = {"mean_net_units": "+.3f", "z": "+.2f", "p_value": ".3g", "p_corrected": ".3g"}
        return block_html("Comparison", self.sentence(), frame_html(self.frame[columns], formats))


def compare(
    systems: Iterable[System],
    over: Table | str | History,
    shoes: int = 2000,
    *,
    rng: int | np.random.Generator | None = None,
    session: Session | None = None,
    table: Table | str | None = None,
) -> Comparison:
    """Try many systems on one half of the shoes, and the best of them on the other.

    Parameters
    ----------
    systems : iterable of System
        What to try; two or more.
    over, rng, session, table
        As for `play`.
    shoes : int
        Shoes to deal in all, half of them held back; not used with a history.

    Returns
    -------
    Comparison

    Raises
    ------
    ValueError
        If there are fewer than two systems, or too few shoes for two halves.

    References
    ----------
    S. Holm, "A simple sequentially rejective multiple test procedure" (1979), by statsmodels.

    Examples
    --------
    >>> from baccarat import Always, Flat, Martingale
    >>> systems = [System(Always("player"), p) for p in (Flat(), Martingale())]
    >>> compare(systems, "live", shoes=200, rng=1).tried
    2
    """
    from scipy.special import ndtr
    from statsmodels.stats.multitest import multipletests

    tried = list(systems)
    if len(tried) < 2:
        raise ValueError(f"a comparison needs two systems or more, got {len(tried)}")
    session = Session() if session is None else session
    first, held_back = _halves(over, shoes, session, rng)
    results = play(tried, *first, session=session, table=table)
    frame = results.frame()
    frame["p_value"] = 1 - ndtr(frame["z"].to_numpy())
    frame["p_corrected"] = multipletests(frame["p_value"], method="holm")[1]
    order = (frame["net_units"] / frame["sessions"]).sort_values(ascending=False).index
    best = play(tried[int(order[0])], *held_back, session=session, table=table).played[0]
    return Comparison(len(tried), frame.loc[order].reset_index(drop=True), best)


_Shoes = tuple["Table | str | History", int]


def _halves(
    over: Table | str | History,
    shoes: int,
    session: Session,
    rng: int | np.random.Generator | None,
) -> tuple[_Shoes, _Shoes]:
    from baccarat.history.deal import deal

    history = over if isinstance(over, History) else deal(over, shoes, rng=rng)
    half = history.segments // 2 // session.shoes * session.shoes
    if half < session.shoes:
        raise ValueError(
            f"{history.segments} shoes are too few to hold half of them back in sessions of "
            f"{session.shoes}"
        )
    return (history.part(0, half), 0), (history.part(half, 2 * half), 0)


@dataclass(frozen=True)
class Difference:
    """How two systems differ on the same shoes, in units a session.

    Attributes
    ----------
    one, other : System
    sessions : int
    mean, error : float
        Mean of one's net less the other's, and its standard error.

    Examples
    --------
    >>> from baccarat import Always, Flat
    >>> flat = System(Always("player"), Flat())
    >>> difference(flat, flat, "live", 50, rng=1).mean
    0.0
    """

    one: System
    other: System
    sessions: int
    mean: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the mean."""
        return self.mean - 1.959964 * self.error, self.mean + 1.959964 * self.error

    @property
    def p_value(self) -> float:
        """Two-sided, that they cost the same."""
        from scipy.special import ndtr

        return float(2 * ndtr(-abs(self.mean / self.error))) if self.error else 1.0

    def _repr_html_(self) -> str:
        low, high = self.interval
        told = [
            ("one", str(self.one)),
            ("other", str(self.other)),
            ("sessions", self.sessions),
            ("one less the other", f"{self.mean:+.4g} units a session ({low:+.4g} to {high:+.4g})"),
            ("p value", f"{self.p_value:.3g}"),
        ]
        words = f"The difference is {self.mean:+.3g}, its interval {low:+.3g} to {high:+.3g}."
        return block_html(
            "Difference",
            "on the same shoes, interval at 95%",
            pairs_html(told),
            interval_svg(self.mean, low, high, alt=words),
        )


def difference(
    one: System,
    other: System,
    over: Table | str | History,
    shoes: int = 1000,
    *,
    rng: int | np.random.Generator | None = None,
    session: Session | None = None,
    table: Table | str | None = None,
) -> Difference:
    """Compare two systems session by session on the same shoes.

    Parameters
    ----------
    one, other : System
        What to compare.
    over, shoes, rng, session, table
        As for `play`.

    Returns
    -------
    Difference

    Raises
    ------
    ValueError
        As `play`.

    Examples
    --------
    >>> from baccarat import Always, Flat, Martingale
    >>> flat, double = (System(Always("player"), p) for p in (Flat(), Martingale()))
    >>> difference(flat, double, "live", 2000, rng=1, session=Session(200, 100)).mean > 0
    True
    """
    sums, n = np.zeros(2), 0
    for nets in play_blocks([one, other], over, shoes, rng=rng, session=session, table=table):
        apart = (nets[0] - nets[1]) / UNIT
        sums += apart.sum(), (apart**2).sum()
        n += apart.size
    mean = sums[0] / n
    error = np.sqrt(max(sums[1] / n - mean**2, 0) / n)
    return Difference(one, other, n, float(mean), float(error))
