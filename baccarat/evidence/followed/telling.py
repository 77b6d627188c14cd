"""What selections followed through a history show, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from baccarat.words.messages import say, say_many, translated

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
        return say("No selection bet on a decided coup of this record, so none can be judged.")
    return f"{_answer(followed, bet)} {_ended(followed)}"


def _answer(followed: Followed, bet: list[HitRate]) -> str:
    tried = len(followed.rates)
    if followed.verdict == "deviation":
        return _deviation(tried, [rate for rate in bet if rate.result.verdict == "deviation"])
    furthest = _told(min(bet, key=_alone))
    if followed.verdict == "consistent with chance":
        return say_many(
            tried,
            "Each of {count:,} selection tried hits as often as the sides it bet on allow, and "
            "every effect large enough to pay is ruled out; furthest out lies {furthest}.",
            "Each of {count:,} selections tried hits as often as the sides it bet on allow, and "
            "every effect large enough to pay is ruled out; furthest out lies {furthest}.",
            furthest=furthest,
        )
    return say(
        "This record can't tell whether a selection hits more or less often than the sides it bet "
        "on allow: of {count} tried, furthest out lies {furthest}.",
        count=tried,
        furthest=furthest,
    )


def _deviation(tried: int, found: list[HitRate]) -> str:
    more = len(found) - _TOLD
    told = say("; ").join(_told(rate) for rate in sorted(found, key=_alone)[:_TOLD])
    rest = say("; and {count} more", count=more) if more > 0 else ""
    return say(
        "Of {tried} tried, {count} hit more or less often than the sides bet on allow: "
        "{told}{rest}. Look for a fault in the record or the dealing first.",
        tried=say_many(tried, "{count:,} selection", "{count:,} selections"),
        count=len(found),
        told=told,
        rest=rest,
    )


def _alone(rate: HitRate) -> tuple[float, float]:
    return rate.result.p_value, -abs(rate.result.statistic)


def _told(rate: HitRate) -> str:
    """Tell one selection's figures in a clause."""
    result, decided = rate.result, sum(rate.decided)
    return say(
        "{selection} with {hits} in {bets}, {rate:.1%} where {expected:.1%} are to be expected "
        "(95% interval of the difference: {low:+.2f} to {high:+.2f} points; p = {p:.2g}, "
        "corrected {corrected:.2g})",
        selection=translated(rate.selection),
        hits=say_many(rate.hits, "{count:,} hit", "{count:,} hits"),
        bets=say_many(decided, "{count:,} decided bet", "{count:,} decided bets"),
        rate=rate.rate,
        expected=rate.expected,
        low=result.low,
        high=result.high,
        p=result.p_value,
        corrected=result.p_corrected,
    )


def _ended(followed: Followed) -> str:
    if followed.profits is None:
        return say("The record does not tell what the bets paid.")
    if not followed.profits:
        return say("At one unit a bet, none ended ahead.")
    return say_many(
        followed.profits,
        "At one unit a bet, {count:,} selection ended ahead.",
        "At one unit a bet, {count:,} selections ended ahead.",
    )
