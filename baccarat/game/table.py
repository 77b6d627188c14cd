"""A house's table: how its shoe is made up, dealt and ended, and which bets it offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from baccarat.game.bets import BETS, Bet
from baccarat.game.cards import CARD_VALUES, full_shoe
from baccarat.game.catalogue import Catalogue
from baccarat.game.money import UNIT, Amount, money
from baccarat.game.showing import block_html, fields_of, frame_html, pairs_html
from baccarat.game.terms import Commission, Limits

MAIN_BETS: Final = ("player", "banker", "tie")
NO_LIMITS: Final = Limits()


@dataclass(frozen=True)
class Table:
    """The rules of one table.

    Parameters
    ----------
    decks : int
        1 to 12 decks of 52 cards.
    burn : None, int or "first-card"
        Cards burned before the first coup: none; a number; or by the first card, which is exposed,
        and as many more as its value (ace 1, tens and faces 10).
    cut : int
        Cards behind the cut card; 0 is no cut card. No coup begins with fewer than six cards left.
    after_cut : 0 or 1
        Coups played after the one in which the cut card comes out. Where it comes out instead of
        a coup's first card, that coup is the last in any case.
    shuffle : "shoe" or "coup"
        Whether the cards are shuffled once a shoe or before every coup. Where every coup is
        shuffled, `burn`, `cut` and `after_cut` change nothing.
    coups : int, optional
        How many coups a shoe has where every coup is shuffled; needed there, refused elsewhere.
    bets : mapping of str to Bet or str, or iterable of Bet or str
        The bets on offer, by the name they have at this table. A str is looked up in `BETS`.
    closes : mapping of str to int
        Bets that close: the number of coups of a shoe for which each is open.
    limits : Limits
        What stakes are taken.
    commission : Commission, optional
        How the commission is taken that a bet's pays leave out, where that matters: rounded, with
        a minimum, or collected at the end of the shoe.
    seats : int, optional
        How many may sit at it; where the shoe passes from seat to seat.
    name : str
        What the table is called.

    Raises
    ------
    ValueError
        If a rule is not one of those above.

    References
    ----------
    Macao, Despacho do Secretário para a Economia e Finanças 55/2004 and 73/2005 (burn by the first
    card or by a number, cut card, the last coup or one more).

    Examples
    --------
    >>> table = Table(decks=6, burn=None, cut=16)
    >>> sorted(table.bets)
    ['banker', 'player', 'tie']
    >>> Table(cut=416)
    Traceback (most recent call last):
    ...
    ValueError: cut must be between 0 and 410 cards for 8 decks, got 416; it is the number of ...
    """

    decks: int = 8
    burn: int | Literal["first-card"] | None = "first-card"
    cut: int = 14
    after_cut: int = 1
    shuffle: Literal["shoe", "coup"] = "shoe"
    coups: int | None = None
    bets: Mapping[str, Bet] = field(default_factory=lambda: named_bets(MAIN_BETS))
    closes: Mapping[str, int] = field(default_factory=dict)
    limits: Limits = NO_LIMITS
    commission: Commission | None = None
    seats: int | None = None
    name: str = ""

    def __post_init__(self) -> None:
        full_shoe(self.decks)
        self._check_burn()
        self._check_cut()
        self._check_shuffle()
        object.__setattr__(self, "bets", Catalogue("bet", named_bets(self.bets)))
        self._check_terms()
        closes = {name: int(coups) for name, coups in self.closes.items()}
        object.__setattr__(self, "closes", Catalogue("closing bet", closes))

    @property
    def cards(self) -> int:
        """Cards in the full shoe."""
        return 52 * self.decks

    def burned(self) -> NDArray[np.int64]:
        """Cards gone before the first coup, by the first card of the shoe; shape (52,)."""
        if self.burn is None:
            return np.zeros(52, dtype=np.int64)
        if self.burn == "first-card":
            return 1 + np.where(CARD_VALUES == 0, 10, CARD_VALUES).astype(np.int64)
        return np.full(52, self.burn, dtype=np.int64)

    def _check_burn(self) -> None:
        most = self.cards - 6
        whole = _is_whole(self.burn) and 0 <= int(self.burn or 0) <= most
        if self.burn is not None and self.burn != "first-card" and not whole:
            raise ValueError(
                f'burn must be None, "first-card" or a number from 0 to {most} cards for '
                f"{_decks(self.decks)}, got {self.burn!r}"
            )

    def _check_cut(self) -> None:
        most = self.cards - 6
        if not _is_whole(self.cut) or not 0 <= self.cut <= most:
            raise ValueError(
                f"cut must be between 0 and {most} cards for {_decks(self.decks)}, got "
                f"{self.cut!r}; it is the number of cards behind the cut card"
            )
        if self.after_cut not in (0, 1) or not _is_whole(self.after_cut):
            raise ValueError(
                f"after_cut must be 0 or 1, got {self.after_cut!r}; it is the number of coups "
                "played after the cut card's coup"
            )

    def _check_shuffle(self) -> None:
        if self.shuffle not in ("shoe", "coup"):
            raise ValueError(f'shuffle must be "shoe" or "coup", got {self.shuffle!r}')
        if self.shuffle == "shoe" and self.coups is not None:
            raise ValueError(
                f"coups is for tables that shuffle before every coup, got {self.coups!r}; "
                "leave it out"
            )
        if self.shuffle == "coup" and (not _is_whole(self.coups) or int(self.coups or 0) < 1):
            raise ValueError(
                "a table that shuffles before every coup needs coups, how many make up a shoe, "
                f"1 or more; got {self.coups!r}"
            )

    def _check_terms(self) -> None:
        if not isinstance(self.closes, Mapping):
            raise ValueError(
                f"closes must say after how many coups, as {{'tie': 60}}; got {self.closes!r}"
            )
        if not isinstance(self.limits, Limits):
            raise ValueError(f"limits must be Limits(...), got {self.limits!r}")
        if not isinstance(self.commission, Commission | None):
            raise ValueError(f"commission must be None or Commission(...), got {self.commission!r}")
        for name, coups in self.closes.items():
            self.bets[name]
            if not _is_whole(coups) or coups < 0:
                raise ValueError(
                    f"closes must give a number of coups from 0 for each bet, got {name}: {coups!r}"
                )
        if self.commission:
            for name in self.commission.on:
                self.commission.gross(name, self.bets[name].pays)
        if self.seats is not None and (not _is_whole(self.seats) or self.seats < 1):
            raise ValueError(f"seats must be a whole number from 1, got {self.seats!r}")

    def net(self, bet: str, stake: Amount = 1) -> NDArray[np.int64]:
        """Give what a stake on a bet comes to, its commission taken off, by coup code.

        Parameters
        ----------
        bet : str
            A bet of this table.
        stake : number
            Units; above 0.

        Returns
        -------
        ndarray of int64, shape (65536,)
            Ten-thousandths; a part of one is the house's.

        Raises
        ------
        ValueError
            If there is no such bet, or the stake is no amount above 0 or too large for its pays.

        Examples
        --------
        Five per cent of ten units, but at least one:

        >>> table = Table(commission=Commission(minimum=1))
        >>> int(table.net("banker", 10).max()) / UNIT
        9.0
        """
        placed = money(stake)
        if placed <= 0:
            raise ValueError(f"a stake must be above 0, got {stake}")
        return self.booked(bet, np.int64(placed), np.arange(1 << 16, dtype=np.uint16))[0]

    def booked(
        self, bet: str, stakes: NDArray[np.int64] | np.int64, codes: NDArray[np.uint16]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Book stakes over coups: what they come to, and the commission in it.

        Parameters
        ----------
        bet : str
            A bet of this table.
        stakes : int64 or ndarray of int64, shape (n,)
            Ten-thousandths, at least 0.
        codes : ndarray of uint16, shape (n,)
            Coup codes.

        Returns
        -------
        net, commission : ndarray of int64, shape (n,)
            Ten-thousandths; a part of one is the house's. Net has the commission taken off.

        Raises
        ------
        ValueError
            If there is no such bet, or a stake is too large for its pays.

        Examples
        --------
        >>> banker_wins_seven_to_six = np.array([0b01_000000_0111_0110], dtype=np.uint16)
        >>> from baccarat import TABLES
        >>> TABLES["six-deck"].booked("banker", np.array([20_000]), banker_wins_seven_to_six)
        (array([19000]), array([1000]))
        """
        pays, taker = self.bets[bet].pays, self.commission
        if taker and bet in taker.on:
            pays = taker.gross(bet, pays)
        if int(np.max(stakes, initial=0)) * max(int(pays.max()), UNIT) >= 1 << 62:
            raise ValueError(f"a stake on {bet} could win more than can be counted")
        won = pays[codes] * stakes // UNIT
        due = taker.due(won) if taker and bet in taker.on else np.zeros_like(won)
        return won - due, due

    def __hash__(self) -> int:
        rules = (self.decks, self.burn, self.cut, self.after_cut, self.shuffle, self.coups)
        return hash((self.name, *rules, frozenset(self.bets)))  # in any order, as in ==

    def _brief(self) -> dict[str, object]:
        """Tell it in a row of a catalogue."""
        fields = ("decks", "burn", "cut", "after_cut", "shuffle")
        return {name.replace("_", " "): getattr(self, name) for name in fields} | {
            "bets": len(self.bets),
            "closing": len(self.closes),
        }

    def _repr_html_(self) -> str:
        from baccarat.game.odds import odds

        rules = [
            pair for pair in fields_of(self)
            if pair[0] not in ("bets", "closes", "name") and pair[1] not in (None, NO_LIMITS)
        ]  # fmt: skip
        bets = odds(self)[["win", "push", "edge", "sd_units"]]
        if self.closes:
            bets["open for coups"] = [self.closes.get(bet) for bet in bets.index]
        formats = dict.fromkeys(("win", "push", "edge"), ".3%") | {"sd_units": ".3f"}
        return block_html(
            "Table",
            self.name,
            pairs_html(rules),
            frame_html(bets, formats, caption="Exact odds of a full shoe", index=True),
        )

    def __repr__(self) -> str:
        rules = [f"decks={self.decks}", f"burn={self.burn!r}", f"cut={self.cut}"]
        rules += [f"after_cut={self.after_cut}", f"shuffle={self.shuffle!r}"]
        rules += [f"coups={self.coups}"] * (self.coups is not None)
        rules += [f"bets={list(self.bets)}"]
        rules += [f"closes={dict(self.closes)}"] * bool(self.closes)
        rules += [f"limits={self.limits}"] * (self.limits != NO_LIMITS)
        rules += [f"commission={self.commission}"] * (self.commission is not None)
        rules += [f"seats={self.seats}"] * (self.seats is not None)
        rules += [f"name={self.name!r}"] * bool(self.name)
        return f"Table({', '.join(rules)})"


def _is_whole(number: object) -> bool:
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def _decks(decks: int) -> str:
    return f"{decks} deck{'s' * (decks > 1)}"


def named_bets(bets: Mapping[str, Bet | str] | Iterable[Bet | str]) -> dict[str, Bet]:
    """Look up bets that are given by name.

    Parameters
    ----------
    bets : mapping of str to Bet or str, or iterable of Bet or str
        By the name at the table, or with the names they have.

    Returns
    -------
    dict of str to Bet

    Raises
    ------
    ValueError
        If there are none, two have one name, or one is not in the catalogue.

    Examples
    --------
    >>> named_bets({"banker": "banker half on six"})
    {'banker': Bet('banker half on six')}
    """
    if isinstance(bets, str):
        raise ValueError(f'bets must be a list of bets or a mapping, got the text "{bets}"')
    if not isinstance(bets, Iterable):
        raise ValueError(f"bets must be a list of bets or a mapping, got {bets!r}")
    if isinstance(bets, Mapping):
        pairs = [(str(name), bet) for name, bet in bets.items()]
    else:
        pairs = [(bet.name if isinstance(bet, Bet) else str(bet), bet) for bet in bets]
    named = {name: bet if isinstance(bet, Bet) else BETS[bet] for name, bet in pairs}
    if not named:
        raise ValueError("a table needs at least one bet, got none")
    if len(named) < len(pairs):
        raise ValueError(f"bets need different names, got {', '.join(name for name, _ in pairs)}")
    return named
