"""What many sessions came to, added up as they end, so that memory does not grow with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.betting.system import Session, System
from baccarat.game.money import UNIT
from baccarat.game.table import Table

REASONS: Final = ("end", "ruined", "target", "loss", "coups", "over the limit", "short")
"""Why sessions end, in the order of their numbers."""

FARTHEST: Final = 5.0
ENOUGH_BETS: Final = 1000
Z95: Final = 1.959963984540054


class ImpossibleResultError(RuntimeError):
    """A result that chance cannot give: something looked ahead or paid wrongly."""


@dataclass
class Tally:
    """Sums over sessions.

    Parameters
    ----------
    means : ndarray of float64, shape (2,)
        Exact mean result of a unit on player and on banker.
    session : Session
        The conditions.

    Examples
    --------
    >>> tally = Tally(np.array([-0.01, -0.01]), Session())
    >>> tally.add(np.array([[10_000, 1, 0, 1, 5, 0, 0, 0, 0]]), np.array([0.9]))
    >>> tally.sessions, tally.nets
    (1, {10000: 1})
    """

    means: NDArray[np.float64]
    session: Session
    sessions: int = 0
    nets: dict[int, int] = field(default_factory=dict)
    reasons: NDArray[np.int64] = field(default_factory=lambda: np.zeros(7, dtype=np.int64))
    sums: NDArray[np.float64] = field(default_factory=lambda: np.zeros(8))
    products: NDArray[np.float64] = field(default_factory=lambda: np.zeros((5, 5)))
    variance: float = 0.0
    drawdown: int = 0
    longest_losing: int = 0

    def add(self, records: NDArray[np.int64], squares: NDArray[np.float64]) -> None:
        """Add sessions that ended; as `baccarat.kernels.play_sessions` records them."""
        if not len(records):
            return
        self.sessions += len(records)
        values, times = np.unique(records[:, 0], return_counts=True)
        for value, count in zip(values.tolist(), times.tolist(), strict=True):
            self.nets[value] = self.nets.get(value, 0) + count
        self.reasons += np.bincount(records[:, 8], minlength=7)
        self.sums += records[:, :8].sum(axis=0)
        net, action = records[:, 0] / UNIT, records[:, 1:3].sum(axis=1).astype(float)
        luck = net - records[:, 1:3] @ self.means
        columns = np.stack([net, luck, action, records[:, 5] / UNIT, records[:, 4]], axis=1)
        self.products += columns.T @ columns
        self.variance += float(squares.sum())
        self.drawdown = max(self.drawdown, int(records[:, 5].max()))
        self.longest_losing = max(self.longest_losing, int(records[:, 6].max()))

    def played(self, system: System) -> Played:
        """Give the results of a system."""
        return Played(system, self)


@dataclass(frozen=True)
class Played:
    """What a system came to. Amounts are in units.

    Attributes
    ----------
    system : System
        What was played.
    tally : Tally
        The sums.

    Examples
    --------
    >>> from baccarat import Flat, Always, play
    >>> played = play(System(Always("player"), Flat()), "live", shoes=100, rng=1).played[0]
    >>> played.sessions, played.action == played.bets
    (100, True)
    """

    system: System
    tally: Tally

    @property
    def sessions(self) -> int:
        """Sessions that ended."""
        return self.tally.sessions

    @property
    def action(self) -> float:
        """All that was staked."""
        return float(self.tally.sums[1] + self.tally.sums[2])

    @property
    def bets(self) -> int:
        """Bets made."""
        return int(self.tally.sums[3])

    @property
    def coups(self) -> int:
        """Coups sat through."""
        return int(self.tally.sums[4])

    @property
    def net(self) -> float:
        """What was won or lost in all."""
        return float(self.tally.sums[0]) / UNIT

    @property
    def expected(self) -> float:
        """What the stakes made must bring on average, by the exact edges."""
        return float(self.tally.sums[1:3] @ self.tally.means)

    @property
    def z(self) -> float:
        """How many standard errors the net result lies from what the stakes must bring."""
        spread = np.sqrt(self.tally.variance)
        return (self.net - self.expected) / spread if spread else 0.0

    def mean_net(self) -> tuple[float, float]:
        """Give the mean net result of a session, and its standard error.

        The part of each session's result that is plain luck, the net less what its stakes must
        bring, has mean zero and is taken out by regression: a control variate.

        Returns
        -------
        mean, error : float
        """
        n = self.sessions
        net, luck = self.net / n, (self.net - self.expected) / n
        spread = self.tally.products[:2, :2] / n - np.outer([net, luck], [net, luck])
        if spread[1, 1] <= 0:
            return net, float(np.sqrt(max(spread[0, 0], 0) / n))
        slope = spread[0, 1] / spread[1, 1]
        left = max(spread[0, 0] - slope * spread[0, 1], 0)
        return float(net - slope * luck), float(np.sqrt(left / n))

    def mean_drawdown(self) -> tuple[float, float]:
        """Give the mean of the sessions' largest drawdowns, and its standard error; in units."""
        return self._mean(float(self.tally.sums[5]) / UNIT, 3)

    def mean_coups(self) -> tuple[float, float]:
        """Give the mean number of coups to the end of a session, and its standard error."""
        return self._mean(float(self.tally.sums[4]), 4)

    def _mean(self, total: float, column: int) -> tuple[float, float]:
        n = self.sessions
        mean = total / n
        square = float(self.tally.products[column, column]) / n - mean * mean
        return mean, float(np.sqrt(max(square, 0) / n))

    def chance(self, ended: str) -> tuple[float, float, float]:
        """Give the share of sessions that ended so, with its 95% interval (Wilson).

        Parameters
        ----------
        ended : str
            One of `REASONS`, or "ahead".

        Returns
        -------
        share, low, high : float
        """
        from statsmodels.stats.proportion import proportion_confint

        count = (
            sum(times for value, times in self.tally.nets.items() if value > 0)
            if ended == "ahead"
            else int(self.tally.reasons[REASONS.index(ended)])
        )
        low, high = proportion_confint(count, self.sessions, method="wilson")
        return count / self.sessions, float(low), float(high)

    def quantile(self, share: float) -> float:
        """Give the net result that so large a share of sessions does not pass.

        Parameters
        ----------
        share : float
            Between 0 and 1.

        Returns
        -------
        float
        """
        return self._ranked(share * self.sessions)

    def quantile_interval(self, share: float) -> tuple[float, float]:
        """Give the 95% interval of a quantile, from ranks: it holds for any law of the results.

        Parameters
        ----------
        share : float
            Between 0 and 1.

        Returns
        -------
        low, high : float
        """
        reach = Z95 * np.sqrt(share * (1 - share) * self.sessions)
        rank = share * self.sessions
        return self._ranked(max(rank - reach, 0)), self._ranked(rank + reach + 1)

    def _ranked(self, rank: float) -> float:
        values = sorted(self.tally.nets)
        below = np.cumsum([self.tally.nets[value] for value in values])
        place = int(np.searchsorted(below, rank))
        return values[min(place, len(values) - 1)] / UNIT

    def row(self) -> dict[str, float | str]:
        """Give the results as a row of `Results.frame`."""
        mean, error = self.mean_net()
        ahead, ruined, target = (self.chance(end) for end in ("ahead", "ruined", "target"))
        return {
            "system": str(self.system),
            "sessions": self.sessions,
            "bets": self.bets,
            "coups": self.coups,
            "action_units": self.action,
            "net_units": self.net,
            "mean_net_units": mean,
            "mean_net_low": mean - Z95 * error,
            "mean_net_high": mean + Z95 * error,
            "net_per_unit": self.net / self.action if self.action else float("nan"),
            "exact_per_unit": self.expected / self.action if self.action else float("nan"),
            "z": self.z,
            "ahead": ahead[0],
            "ahead_low": ahead[1],
            "ahead_high": ahead[2],
            "ruined": ruined[0],
            "ruined_low": ruined[1],
            "ruined_high": ruined[2],
            "at_target": target[0],
            "at_target_low": target[1],
            "at_target_high": target[2],
            **self._quantiles(),
            **self._interval("mean_drawdown_units", *self.mean_drawdown()),
            **self._interval("mean_coups", *self.mean_coups()),
            "worst_drawdown_units": self.tally.drawdown / UNIT,
            "longest_losing_run": self.tally.longest_losing,
            "over_limit": int(self.tally.sums[7]),
        }

    def __repr__(self) -> str:
        told = f"net {self.net:+,.5g} of {self.action:,.5g} units staked"
        return f"<Played: {self.system}; {self.sessions:,} sessions, {told}>"

    def _repr_html_(self) -> str:
        from baccarat.betting.telling import played_html

        return played_html(self)

    def _quantiles(self) -> dict[str, float]:
        row: dict[str, float] = {}
        for name, share in (("net_5%", 0.05), ("net_median", 0.5), ("net_95%", 0.95)):
            low, high = self.quantile_interval(share)
            row |= {name: self.quantile(share), f"{name}_low": low, f"{name}_high": high}
        return row

    @staticmethod
    def _interval(name: str, mean: float, error: float) -> dict[str, float]:
        return {name: mean, f"{name}_low": mean - Z95 * error, f"{name}_high": mean + Z95 * error}


@dataclass(frozen=True)
class Results:
    """What some systems came to over the same shoes.

    Attributes
    ----------
    played : tuple of Played
        One a system.
    table : Table
    session : Session
    dealt : bool
        Whether the shoes were dealt by this package.

    Examples
    --------
    >>> from baccarat import Flat, Always, play
    >>> results = play(System(Always("player"), Flat()), "live", shoes=100, rng=1)
    >>> bool(abs(results.frame()["z"][0]) < 5)
    True
    """

    played: tuple[Played, ...]
    table: Table
    session: Session
    dealt: bool

    def frame(self) -> pd.DataFrame:
        """Give one row a system.

        Returns
        -------
        DataFrame
            Sessions, bets, coups, action and net; the mean net of a session with its 95% interval
            (control variate); net per unit staked beside the exact expectation of those stakes, and
            z, how many standard errors lie between; shares of sessions ahead, ruined and at the
            target; quantiles of the net; mean drawdown and coups to the end; each with its 95%
            interval. Worst drawdown, longest losing run, stakes over the limit.
        """
        return pd.DataFrame([played.row() for played in self.played])

    def __repr__(self) -> str:
        names = f"{len(self.played)} system{'s' * (len(self.played) != 1)}"
        return f"<Results: {names}, {self.played[0].sessions:,} sessions each>"

    def _repr_html_(self) -> str:
        from baccarat.betting.telling import results_html

        return results_html(self)

    def checked(self) -> Results:
        """Give the results, or raise if dealt shoes gave what chance cannot."""
        for played in self.played:
            if self.dealt and played.bets >= ENOUGH_BETS and abs(played.z) > FARTHEST:
                raise ImpossibleResultError(
                    f"{played.system} came {played.z:.1f} standard errors from what its stakes "
                    "must bring: it looked ahead, or was paid wrongly"
                )
        return self
