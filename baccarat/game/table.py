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

MAIN_BETS: Final = ("player", "banker", "tie")


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
    bets: Mapping[str, Bet] = field(default_factory=lambda: _named_bets(MAIN_BETS))
    name: str = ""

    def __post_init__(self) -> None:
        full_shoe(self.decks)
        self._check_burn()
        self._check_cut()
        self._check_shuffle()
        object.__setattr__(self, "bets", Catalogue("bet", _named_bets(self.bets)))

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

    def __hash__(self) -> int:
        rules = (self.decks, self.burn, self.cut, self.after_cut, self.shuffle, self.coups)
        return hash((self.name, *rules, frozenset(self.bets)))  # in any order, as in ==

    def __repr__(self) -> str:
        rules = [f"decks={self.decks}", f"burn={self.burn!r}", f"cut={self.cut}"]
        rules += [f"after_cut={self.after_cut}", f"shuffle={self.shuffle!r}"]
        rules += [f"coups={self.coups}"] * (self.coups is not None)
        rules += [f"bets={list(self.bets)}"] + [f"name={self.name!r}"] * bool(self.name)
        return f"Table({', '.join(rules)})"


def _is_whole(number: object) -> bool:
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def _decks(decks: int) -> str:
    return f"{decks} deck{'s' * (decks > 1)}"


def _named_bets(bets: Mapping[str, Bet | str] | Iterable[Bet | str]) -> dict[str, Bet]:
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


PAIRS: Final = ("player pair", "banker pair")
COMMISSION: Final = (*MAIN_BETS, *PAIRS)
BIG_SIX: Final = {"player": "player", "banker": "banker half on six", "tie": "tie"}
HALF_ON_SIX: Final = {**BIG_SIX, **dict(zip(PAIRS, PAIRS, strict=True))}

TABLES: Final[Catalogue[Table]] = Catalogue(
    "table",
    {
        table.name: table
        for table in (
            Table(name="classic", bets=_named_bets(COMMISSION)),
            Table(name="live", after_cut=0, bets=_named_bets(COMMISSION)),
            Table(name="live-no-commission", after_cut=0, bets=_named_bets(HALF_ON_SIX)),
            Table(name="six-deck", decks=6, shuffle="coup", coups=60),
            Table(name="punto-banco", bets=_named_bets(BIG_SIX)),
        )
    },
)
"""The tables by name.

classic
    Eight decks, five per cent on banker, one coup after the cut card's.
live
    A live casino's table: as classic, but the cut card's coup is the last.
live-no-commission
    The same without commission; banker's winning six pays a half.
six-deck
    Six decks, shuffled before every coup; sixty coups are called a shoe.
punto-banco
    Eight decks without commission; banker's winning six ("big six") pays a half.
"""


def as_table(table: Table | str) -> Table:
    """Take a table, or look one up by name.

    Parameters
    ----------
    table : Table or str
        A table or a name in `TABLES`.

    Returns
    -------
    Table

    Raises
    ------
    UnknownNameError
        If there is no table of that name; it says which there are.
    TypeError
        If it is neither a table nor a name.

    Examples
    --------
    >>> as_table("six-deck").decks
    6
    """
    if isinstance(table, Table):
        return table
    if isinstance(table, str):
        return TABLES[table]
    raise TypeError(f"table must be a Table or one of the names {', '.join(TABLES)}, got {table!r}")
