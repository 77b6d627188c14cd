"""Bet selections as hypotheses: whether any hits more often than the sides it bets on allow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import nan
from typing import Final, Literal, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.betting.selections import SELECTIONS, Selection
from baccarat.evidence.battery.corrections import benjamini_hochberg, holm
from baccarat.evidence.break_even import side_odds
from baccarat.evidence.followed.hits import HitRate, checked_selections, followed_rates
from baccarat.evidence.followed.orders import order_p_values, order_scores
from baccarat.evidence.making import simulated
from baccarat.evidence.result import Verdict
from baccarat.game.coup import VOID
from baccarat.game.showing import block_html, frame_html
from baccarat.game.table import Table
from baccarat.history.deal import as_generator, check_count
from baccarat.history.history import History
from baccarat.history.words import many

Correction: TypeAlias = Literal["holm", "minimum p"]

_ORDER: Final = "the decided coups of a shoe are as likely in any order"
_SEED: Final = 20_000


@dataclass(frozen=True)
class Followed:
    """Selections followed through a history, each held to the sides it bet on.

    Attributes
    ----------
    rates : tuple of HitRate
        One a selection, in the order given.
    correction : {"holm", "minimum p"}
        How the p values were corrected for the number of selections.
    coups, shoes : int
        Coups of the history, void ones left out, and its segments.

    Examples
    --------
    >>> import baccarat as bc
    >>> followed = hit_rates(bc.deal("live", 50, rng=1))
    >>> followed.verdict, followed.profits, len(followed.rates)
    ('inconclusive', 6, 19)
    """

    rates: tuple[HitRate, ...]
    correction: Correction
    coups: int
    shoes: int

    @property
    def verdict(self) -> Verdict:
        """A deviation if any selection is one; consistent with chance if all are."""
        found = {rate.result.verdict for rate in self.rates}
        if "deviation" in found:
            return "deviation"
        return "consistent with chance" if found == {"consistent with chance"} else "inconclusive"

    @property
    def profits(self) -> int | None:
        """How many selections ended ahead; None where the record does not tell."""
        ended = [rate.profit for rate in self.rates if rate.profit is not None]
        return sum(ended) if len(ended) == len(self.rates) else None

    def frame(self) -> pd.DataFrame:
        """Table the selections.

        Returns
        -------
        DataFrame
            One row a selection: bets, on_player, on_banker; decided bets and hits among them; rate
            and expected as shares; effect, low, high, break_even, break_even_against and
            detectable in points; z, p_value, p_corrected, p_bh, p_equivalence, verdict; net_units,
            net_per_unit staked and profit.

        Examples
        --------
        >>> from baccarat import FollowLast
        >>> frame = hit_rates(History([0, 0, 1]), {"follow": FollowLast()}, "live").frame()
        >>> frame[["selection", "bets", "hits", "rate", "profit"]]
          selection  bets  hits  rate  profit
        0    follow     2     1   0.5   False
        """
        return pd.DataFrame([_row(rate) for rate in self.rates])

    def sentence(self) -> str:
        """Say it in words.

        Examples
        --------
        >>> import baccarat as bc
        >>> hit_rates(bc.deal("live", 50, rng=1)).sentence()[-44:]
        'At one unit a bet, 6 selections ended ahead.'
        """
        from baccarat.evidence.followed.telling import followed_sentence

        return followed_sentence(self)

    def __repr__(self) -> str:
        return f"<Followed: {many(len(self.rates), 'selection')}, {self.verdict}>"

    def _repr_html_(self) -> str:
        columns = ["selection", "bets", "rate", "expected", "effect", "low", "high"]
        formats = dict.fromkeys(("rate", "expected"), ".2%") | {"p_corrected": ".3g"}
        formats |= dict.fromkeys(("effect", "low", "high", "net_units"), "+.2f")
        told = self.frame()[[*columns, "p_corrected", "net_units", "verdict"]]
        return block_html(self.verdict, self.sentence(), frame_html(told, formats))


def hit_rates(
    history: History,
    selections: Mapping[str, Selection] = SELECTIONS,
    table: Table | str | None = None,
    *,
    correction: Correction = "holm",
    permutations: int = 999,
    rng: int | np.random.Generator | None = _SEED,
) -> Followed:
    """Test whether selections hit more or less often than the sides they bet on allow.

    Each begins anew with every shoe and bets one unit; a tie pushes the bet, a void coup has none.

    Parameters
    ----------
    history : History
        What came.
    selections : mapping of str to Selection, optional
        By name; all are corrected together. Default: the catalogue.
    table : Table or str, optional
        Whose law is the null and whose bets pay, if the history does not name its own.
    correction : {"holm", "minimum p"}
        Holm's needs no assumption. The minimum p, stepped down over shuffles of every shoe's
        decided coups, heeds how selections depend on one another and is less strict; it goes by
        the order of coups alone, so that a selection that is on one side always has p = 1.
    permutations : int
        Shuffles for the minimum p.
    rng : int or Generator, optional
        Their seed or generator.

    Returns
    -------
    Followed

    Raises
    ------
    ValueError
        If there is no selection, no table or no such correction, or the shuffles would take more
        than 2,000,000,000 steps.

    Notes
    -----
    p values by Holm's way are those of two binomial laws for as many bets on each side as were
    made. A bet's chance does not depend on what came before, so the hits less their mean keep mean
    zero and this spread, though the number of bets may depend on what came. On records of a few
    shoes, dealt by chance, a selection that bets seldom (after runs of 7) is rejected more rarely
    than its level says, and the others about as often.

    References
    ----------
    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
    Statistics 6 (1979), and Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate",
    Journal of the Royal Statistical Society B 57 (1995), by statsmodels.
    P. H. Westfall and S. S. Young, Resampling-Based Multiple Testing (1993), for the minimum p.

    Examples
    --------
    >>> import baccarat as bc
    >>> followed = hit_rates(bc.CONTROLS["sticky"].make(1000, rng=1))
    >>> followed.verdict
    'deviation'
    """
    chosen = checked_selections(selections)
    if correction not in ("holm", "minimum p"):
        raise ValueError(f'correction must be "holm" or "minimum p", got {correction!r}')
    place = history.known_table(table)
    scores = None
    if correction == "minimum p":
        check_count("permutations", permutations)
        order = list(chosen.values()), side_odds(place).chance, permutations, as_generator(rng)
        scores = order_scores(history, *order)
    rates = followed_rates(history, chosen, place)
    rates = _by_holm(rates) if scores is None else _by_order(rates, scores)
    coups = int(np.count_nonzero(history.outcomes != VOID))
    return Followed(tuple(_with_bh(rates)), correction, coups, history.segments)


def _by_holm(rates: list[HitRate]) -> list[HitRate]:
    corrected = holm([rate.result.p_value for rate in rates]).tolist()
    return [
        replace(rate, result=replace(rate.result, p_corrected=p))
        for rate, p in zip(rates, corrected, strict=True)
    ]


def _by_order(rates: list[HitRate], scores: NDArray[np.float64]) -> list[HitRate]:
    """Put p values among shuffles in place of those by the sides' chances."""
    permutations, shuffled = len(scores) - 1, []
    alone, corrected = order_p_values(scores)
    for rate, p, both in zip(rates, alone.tolist(), corrected.tolist(), strict=True):
        result = rate.result
        if any(rate.decided):
            as_far = round(p * (permutations + 1)) - 1
            result = simulated(result, as_far, permutations, "permutation")
        shuffled.append(replace(rate, result=replace(result, null=_ORDER, p_corrected=both)))
    return shuffled


def _with_bh(rates: list[HitRate]) -> list[HitRate]:
    corrected = benjamini_hochberg([rate.result.p_value for rate in rates]).tolist()
    return [replace(rate, p_bh=p) for rate, p in zip(rates, corrected, strict=True)]


def _row(rate: HitRate) -> dict[str, object]:
    result = rate.result
    return {
        "selection": rate.selection,
        "bets": rate.bets,
        "on_player": rate.on[0],
        "on_banker": rate.on[1],
        "decided": sum(rate.decided),
        "hits": rate.hits,
        "rate": rate.rate,
        "expected": rate.expected,
        "effect": result.effect,
        "low": result.low,
        "high": result.high,
        "z": result.statistic,
        "p_value": result.p_value,
        "p_corrected": result.p_corrected,
        "p_bh": rate.p_bh,
        "break_even": result.margin[1],
        "break_even_against": result.margin[0],
        "detectable": result.detectable,
        "p_equivalence": result.p_equivalence,
        "verdict": result.verdict,
        "net_units": rate.net_units,
        "net_per_unit": rate.net_units / rate.bets if rate.bets else nan,
        "profit": rate.profit,
    }
