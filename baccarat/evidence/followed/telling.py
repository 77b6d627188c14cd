"""What selections followed through a history show, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from baccarat.history.words import many

if TYPE_CHECKING:
    from baccarat.evidence.followed.hits import HitRate
    from baccarat.evidence.followed.rates import Followed


_TOLD: Final = 3
"""Selections told with their figures; the others are in the table."""


def followed_sentence(followed: Followed) -> str:
    """Say what `baccarat.hit_rates` found.

    Parameters
    ----------
    followed : Followed

    Returns
    -------
    str
        The answer, the selections that carry it with their figures, and how many ended ahead.

    Examples
    --------
    >>> import baccarat as bc
    >>> from baccarat.evidence.followed.rates import hit_rates
    >>> history = bc.History([2, 2], table=bc.TABLES["live"])
    >>> followed_sentence(hit_rates(history))
    'No selection bet on a decided coup of this record, so none can be judged.'
    """
    bet = [rate for rate in followed.rates if any(rate.decided)]
    if not bet:
        return "No selection bet on a decided coup of this record, so none can be judged."
    return f"{_answer(followed, bet)} {_ended(followed)}"


def _answer(followed: Followed, bet: list[HitRate]) -> str:
    verdict, tried = followed.verdict, len(followed.rates)
    if verdict == "deviation":
        found = [rate for rate in bet if rate.result.verdict == "deviation"]
        told = "; ".join(_told(rate) for rate in sorted(found, key=_alone)[:_TOLD])
        rest = f"; and {len(found) - _TOLD} more" if len(found) > _TOLD else ""
        return (
            f"Of {many(tried, 'selection')} tried, {len(found)} hit more or less often than the "
            f"sides bet on allow: {told}{rest}. Look for a fault in the record or the dealing "
            "first."
        )
    furthest = min(bet, key=_alone)
    if verdict == "consistent with chance":
        return (
            f"Each of {many(tried, 'selection')} tried hits as often as the sides it bet on allow, "
            f"and every effect large enough to pay is ruled out; furthest out lies "
            f"{_told(furthest)}."
        )
    return (
        "This record can't tell whether a selection hits more or less often than the sides it bet "
        f"on allow: of {tried} tried, furthest out lies {_told(furthest)}."
    )


def _alone(rate: HitRate) -> tuple[float, float]:
    return rate.result.p_value, -abs(rate.result.statistic)


def _told(rate: HitRate) -> str:
    """Tell one selection's figures in a clause."""
    result, decided = rate.result, sum(rate.decided)
    return (
        f"{rate.selection} with {many(rate.hits, 'hit')} in {many(decided, 'decided bet')}, "
        f"{rate.rate:.1%} where {rate.expected:.1%} are to be expected (95% interval of the "
        f"difference: {result.low:+.2f} to {result.high:+.2f} points; p = {result.p_value:.2g}, "
        f"corrected {result.p_corrected:.2g})"
    )


def _ended(followed: Followed) -> str:
    if followed.profits is None:
        return "The record does not tell what the bets paid."
    ahead = many(followed.profits, "selection") if followed.profits else "none"
    return f"At one unit a bet, {ahead} ended ahead."
