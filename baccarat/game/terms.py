"""What a house asks of those who bet: its commission and its limits."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from baccarat.game.money import UNIT, Amount, exact, money, plain
from baccarat.game.showing import block_html, fields_of, pairs_html


@dataclass(frozen=True)
class Commission:
    """How the house takes its share of the winnings: rounded to what, at least how much, when.

    A bet such as banker at 19 to 20 pays net of its commission, at the exact rate. This says what
    is taken in fact.

    Parameters
    ----------
    rate : number
        Share of the winnings that the bet's own pays leave out, from 0 to less than 1; a whole
        number of ten-thousandths.
    chip : number, optional
        Smallest coin, in units: what is due is rounded up to it, in the house's favour. Default:
        a ten-thousandth.
    minimum : number
        The least that is due on a win, in units.
    collected : "coup" or "shoe"
        When it is paid: at once, or when the shoe ends or the bettor leaves. It is booked a coup
        at a time either way, and owed whether or not the bettor has anything left.
    on : tuple of str
        The bets that it is taken of, by their names at the table.

    Raises
    ------
    ValueError
        If a value is out of bounds.

    References
    ----------
    GB, Rules of casino games 2007, chapter 6; rule sheets on which commission is marked and paid at
    the end of the shoe.

    Examples
    --------
    A minimum of one unit, on a win of ten:

    >>> Commission(minimum=1).due(np.array([100_000])) / UNIT
    array([1.])
    """

    rate: Amount = Fraction(5, 100)
    chip: Amount = Fraction(1, UNIT)
    minimum: Amount = 0
    collected: Literal["coup", "shoe"] = "coup"
    on: tuple[str, ...] = ("banker",)

    def __post_init__(self) -> None:
        rate = exact(self.rate) * UNIT
        if not 0 <= rate < UNIT or rate.denominator != 1:
            raise ValueError(
                "a commission's rate must be from 0 to less than 1 in whole ten-thousandths, "
                f"got {self.rate}; 5% is 0.05"
            )
        if money(self.chip) < 1 or money(self.minimum) < 0:
            raise ValueError(
                "a commission's chip must be above 0 and its minimum at least 0, "
                f"got {self.chip} and {self.minimum}"
            )
        if self.collected not in ("coup", "shoe"):
            raise ValueError(
                f'a commission is collected by the "coup" or the "shoe", got {self.collected!r}'
            )
        if isinstance(self.on, str):
            raise ValueError(f'on must list bets, as ("banker",); got the text "{self.on}"')
        for name in ("rate", "chip", "minimum"):
            object.__setattr__(self, name, plain(getattr(self, name)))
        object.__setattr__(self, "on", tuple(self.on))

    def gross(self, bet: str, pays: NDArray[np.int64]) -> NDArray[np.int64]:
        """Give what a bet pays before its commission.

        Parameters
        ----------
        bet : str
            Its name, for the message.
        pays : ndarray of int64
            Net pays in ten-thousandths of the stake; losses stay as they are.

        Returns
        -------
        ndarray of int64
            Ten-thousandths of the stake.

        Raises
        ------
        ValueError
            If the pays are not what this rate leaves of whole ten-thousandths.

        Examples
        --------
        >>> Commission(rate=0.05).gross("banker", np.array([-10_000, 0, 9_500]))
        array([-10000,      0,  10000])
        """
        left = 1 - exact(self.rate)
        whole, rest = np.divmod(pays * left.denominator, left.numerator)
        if np.any(rest[pays > 0]):
            pay = Fraction(int(pays[pays > 0].max()), UNIT)
            raise ValueError(
                f"{bet} pays {pay}, which is not what a commission of {self.rate} leaves; give the "
                "rate that its pays leave out"
            )
        return np.where(pays > 0, whole, pays)

    def _repr_html_(self) -> str:
        return block_html("Commission", "amounts in units", pairs_html(fields_of(self)))

    def due(self, winnings: NDArray[np.int64]) -> NDArray[np.int64]:
        """Give what is due on some winnings.

        Parameters
        ----------
        winnings : ndarray of int64
            Winnings before commission, in ten-thousandths; losses owe nothing.

        Returns
        -------
        ndarray of int64
            Ten-thousandths, at most the winnings.

        Examples
        --------
        >>> Commission(chip=1).due(np.array([25, 20, -20]) * UNIT) // UNIT
        array([2, 1, 0])
        """
        rate, chip = exact(self.rate), money(self.chip)
        won = np.maximum(winnings, 0)
        share, rest = np.divmod(won, rate.denominator)
        owed = share * rate.numerator - (-rest * rate.numerator // rate.denominator)
        owed = -(-owed // chip) * chip
        return np.where(won > 0, np.minimum(np.maximum(owed, money(self.minimum)), won), 0)


@dataclass(frozen=True)
class Limits:
    """What stakes a house takes. All amounts are in units.

    Parameters
    ----------
    chip : number
        Stakes are whole multiples of it.
    minimum, maximum : number, optional
        The least and the most on one bet.
    difference : number, optional
        The most that one bettor's stakes on player and on banker may differ by.

    Raises
    ------
    ValueError
        If a value is out of bounds, or the minimum above the maximum.

    Examples
    --------
    >>> Limits(chip=20, maximum=1000).refusal("banker", 50 * UNIT)
    'stakes on banker must be multiples of 20, got 50'
    """

    chip: Amount = Fraction(1, UNIT)
    minimum: Amount = 0
    maximum: Amount | None = None
    difference: Amount | None = None

    def __post_init__(self) -> None:
        if money(self.chip) < 1:
            raise ValueError(f"a chip must be above 0, got {self.chip}")
        for name in ("minimum", "maximum", "difference"):
            value = getattr(self, name)
            if value is not None and money(value) < 0:
                raise ValueError(f"{name} must be at least 0, got {value}")
        if self.maximum is not None and money(self.maximum) < max(money(self.minimum), 1):
            raise ValueError(
                f"the maximum must be above 0 and not below the minimum, got {self.maximum}"
            )
        for name in ("chip", "minimum", "maximum", "difference"):
            value = getattr(self, name)
            object.__setattr__(self, name, None if value is None else plain(value))

    def _repr_html_(self) -> str:
        return block_html("Limits", "amounts in units", pairs_html(fields_of(self)))

    def refusal(self, bet: str, stake: int) -> str:
        """Say why a stake is not taken; the empty text if it is.

        Parameters
        ----------
        bet : str
            The bet's name at the table.
        stake : int
            Ten-thousandths, above 0.

        Returns
        -------
        str

        Examples
        --------
        >>> Limits(minimum=5).refusal("tie", 2 * UNIT)
        'the least on tie is 5, got 2'
        """
        told = shown(stake)
        if stake % money(self.chip):
            return f"stakes on {bet} must be multiples of {shown(money(self.chip))}, got {told}"
        if stake < money(self.minimum):
            return f"the least on {bet} is {shown(money(self.minimum))}, got {told}"
        if self.maximum is not None and stake > money(self.maximum):
            return f"the most on {bet} is {shown(money(self.maximum))}, got {told}"
        return ""

    def apart(self, stakes: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell which differences between player and banker stakes are too large.

        Parameters
        ----------
        stakes : ndarray of int64
            Player's less banker's, in ten-thousandths.

        Returns
        -------
        ndarray of bool

        Examples
        --------
        >>> Limits(difference=10).apart(np.array([-12, 10]) * UNIT)
        array([ True, False])
        """
        if self.difference is None:
            return np.zeros(stakes.shape, dtype=bool)
        return np.abs(stakes) > money(self.difference)


def shown(amount: int) -> str:
    """Write ten-thousandths as units, without trailing zeros.

    Parameters
    ----------
    amount : int
        Ten-thousandths.

    Returns
    -------
    str

    Examples
    --------
    >>> shown(9500), shown(-200_000)
    ('0.95', '-20')
    """
    whole, part = divmod(abs(amount), UNIT)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}" + (f".{part:04d}".rstrip("0") if part else "")
