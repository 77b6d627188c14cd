"""A bet: what one coup pays, in plain Python, tabulated over the coup codes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Final, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.game.coup import Coup, finished_codes
from baccarat.game.money import NUMBERS, UNIT, Amount
from baccarat.game.showing import block_html, frame_html, value_text

MOST_PAID: Final = 1_000_000
"""The most a bet may pay to one, so that sums of money stay within 64 bits."""

_DECKS_SHOWN: Final = 8

Pay: TypeAlias = Amount
PayRule: TypeAlias = Callable[[Coup], Pay]


@dataclass(frozen=True, eq=False)
class Bet:
    """A bet: a name and what one coup pays.

    Two bets are equal when they have one name and pay the same on every coup.

    Parameters
    ----------
    name : str
        What the bet is called.
    rule : callable
        Takes a `Coup`, gives the net pay for one unit staked: -1 for a loss, 0 for a push, the
        odds "to one" for a win. A void coup never reaches it; all stakes go back.

    Raises
    ------
    ValueError
        If the rule gives something else than a number from -1 to 1,000,000 that is a whole number
        of ten-thousandths.

    Examples
    --------
    A new bet is one line, and has its exact edge at once:

    >>> import baccarat as bc
    >>> nine = bc.Bet("tie of nines", lambda coup: 79 if coup.winner == "tie" and
    ...               coup.player_total == 9 else -1)
    >>> f"{float(bc.coup_law(decks=8).edge(nine)):.2%}"
    '11.74%'
    """

    name: str
    rule: PayRule

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise ValueError(f"a bet needs a name, got {self.name!r}")
        if not callable(self.rule):
            raise ValueError(f"bet {self.name!r} needs a rule that takes a coup, got {self.rule!r}")

    @cached_property
    def pays(self) -> NDArray[np.int64]:
        """Net pay by coup code, in ten-thousandths of the stake; shape (65536,), read-only.

        Void coups pay 0, and so do codes whose winner contradicts their totals.
        """
        pays = np.zeros(1 << 16, dtype=np.int64)
        exact: dict[Pay, int] = {}  # a rule pays few amounts; each is checked once
        for code, coup in zip(finished_codes().tolist(), _finished_coups(), strict=True):
            pay = self.rule(coup)
            if type(pay) is bool or not isinstance(pay, Hashable) or pay not in exact:
                exact[pay] = self._exact_pay(pay, coup)
            pays[code] = exact[pay]
        pays.flags.writeable = False
        return pays

    @cached_property
    def by_outcome(self) -> NDArray[np.int64] | None:
        """Net pay by outcome, shape (4,), or None if it takes more than the outcome to settle."""
        codes = finished_codes()
        pays = [np.unique(self.pays[codes[codes >> 14 == outcome]]) for outcome in range(3)]
        if any(some.size > 1 for some in pays):
            return None
        return np.array([*(some[0] for some in pays), 0], dtype=np.int64)

    @cached_property
    def reads_suits(self) -> bool:
        """Whether it matters to the bet that a pair is suited."""
        codes = finished_codes()
        unsuited = codes & np.uint16(0xFFFF ^ 0b11 << 12)
        return bool(np.any(self.pays[codes] != self.pays[unsuited]))

    def _exact_pay(self, pay: Pay, coup: Coup) -> int:
        if isinstance(pay, bool) or not isinstance(pay, NUMBERS):
            raise ValueError(
                f"bet {self.name!r} must pay a number, such as 8, -1 or Fraction(1, 2); "
                f"it paid {pay!r} for {coup}"
            )
        try:
            exact = Fraction(str(pay)) * UNIT  # 0.95 means 95/100, not the float nearest to it
        except ValueError:
            raise ValueError(f"bet {self.name!r} must pay a finite number, got {pay!r}") from None
        if exact < -UNIT:
            raise ValueError(f"bet {self.name!r} cannot lose more than its stake, it paid {pay}")
        if exact > MOST_PAID * UNIT:
            raise ValueError(f"bet {self.name!r} may pay {MOST_PAID} to one at most, it paid {pay}")
        if exact.denominator != 1:
            raise ValueError(
                f"bet {self.name!r} must pay a whole number of ten-thousandths, it paid {pay}"
            )
        return int(exact)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bet):
            return NotImplemented
        same_rule = self.rule is other.rule
        return self.name == other.name and (same_rule or np.array_equal(self.pays, other.pays))

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[type[Bet], tuple[str, PayRule]]:
        return type(self), (self.name, self.rule)  # pays are tabulated anew, read-only

    def __repr__(self) -> str:
        return f"Bet({self.name!r})"

    def _brief(self) -> dict[str, object]:
        """Tell it in a row of a catalogue: what it pays, and its edge."""
        from baccarat.game.law import coup_law

        paid = [Fraction(pay, UNIT) for pay in np.unique(self.pays).tolist() if pay > 0]
        edge = float(coup_law(decks=_DECKS_SHOWN).edge(self))
        return {"pays to one": value_text(tuple(paid)), "house edge, 8 decks": f"{edge:.2%}"}

    def _repr_html_(self) -> str:
        from baccarat.game.law import coup_law

        law = coup_law(decks=_DECKS_SHOWN)
        rows = [(float(pay), ways / law.total) for pay, ways in law.pays(self).items()]
        return block_html(
            self.name,
            _told(self.rule),
            frame_html(
                pd.DataFrame(rows, columns=["net pay to one", "chance"]),
                {"chance": ".4%"},
                caption=f"Full shoe of 8 decks; house edge {float(law.edge(self)):.4%}",
            ),
        )


def _told(rule: PayRule) -> str:
    """Give the first line of what a rule's author says about it; a partial one is the whole's."""
    whole = rule.func if isinstance(rule, partial) else rule
    return (whole.__doc__ or "").strip().split("\n")[0]


@cache
def _finished_coups() -> tuple[Coup, ...]:
    return tuple(map(Coup.from_code, finished_codes().tolist()))
