"""The catalogue of tables, each with what its rule sheet says."""

from __future__ import annotations

from typing import Final

from baccarat.game.bets import Bet
from baccarat.game.catalogue import Catalogue
from baccarat.game.table import MAIN_BETS, Table, named_bets
from baccarat.game.terms import Commission, Limits

PAIRS: Final = ("player pair", "banker pair")
BIG_SIX: Final[dict[str, Bet | str]] = {
    "player": "player",
    "banker": "banker half on six",
    "tie": "tie",
}
LIVE_CLOSES: Final = {
    **dict.fromkeys(PAIRS, 60),
    **dict.fromkeys(("either pair", "perfect pair", "player natural", "banker natural"), 50),
    **dict.fromkeys(("player bonus", "banker bonus"), 40),
    **dict.fromkeys(("lucky six", "lucky six two cards", "lucky six three cards"), 50),
    **dict.fromkeys(("lucky seven", "lucky seven two cards", "lucky seven three cards"), 50),
    "super lucky seven": 50,
}
"""The side bets of a live table, and the coups of a shoe for which each is open."""

HALF_ON_SIX: Final[dict[str, Bet | str]] = {**BIG_SIX, **{name: name for name in LIVE_CLOSES}}
SUPER_SIX: Final[dict[str, Bet | str]] = {**BIG_SIX, "super 6": "super 6"}
_TABLES: Final = (
    Table(name="classic", bets=named_bets((*MAIN_BETS, *PAIRS))),
    Table(
        name="live",
        after_cut=0,
        bets=named_bets((*MAIN_BETS, *LIVE_CLOSES)),
        closes=LIVE_CLOSES,
    ),
    Table(
        name="live-no-commission",
        after_cut=0,
        bets=named_bets(HALF_ON_SIX),
        closes=LIVE_CLOSES,
    ),
    Table(
        name="six-deck",
        decks=6,
        shuffle="coup",
        coups=60,
        commission=Commission(collected="shoe"),
        seats=15,
    ),
    Table(name="punto-banco", bets=named_bets(BIG_SIX), limits=Limits(chip=20, minimum=20)),
    Table(
        name="ez",
        bets=named_bets(
            {
                "player": "player",
                "banker": "banker ez",
                "tie": "tie",
                "dragon 7": "dragon 7",
                "panda 8": "panda 8",
            }
        ),
    ),
    Table(name="super-6", bets=named_bets(SUPER_SIX)),
    Table(name="las-vegas", cut=16, bets=named_bets((*MAIN_BETS, *PAIRS))),
    Table(name="macau", burn=8, cut=12, after_cut=0, bets=named_bets((*MAIN_BETS, *PAIRS))),
)

TABLES: Final[Catalogue[Table]] = Catalogue("table", {table.name: table for table in _TABLES})
"""The tables by name. Another number of decks, say, is `dataclasses.replace(table, decks=6)`.

classic
    Six to eight decks, here eight; five per cent on banker, one coup after the cut card's.
live
    A live casino's table: eight decks, burn by the first card; the coup in which the cut card
    comes out is the last; side bets close after 40, 50 or 60 coups of the shoe. The difference
    between a bettor's stakes on player and on banker is limited: each house shows its own amount,
    `limits=Limits(difference=...)`.
live-no-commission
    The same without commission; banker's winning six pays a half.
six-deck
    Six decks, shuffled before every coup; sixty coups are called a shoe. Its sheet quotes totals:
    "2 pour 1" is one to one, "9 pour 1" eight to one. The commission is booked a coup at a time
    and collected when the shoe ends or the bettor leaves. Fifteen seats, seven at a mini table;
    the shoe passes from one to the next.
punto-banco
    Eight decks without commission; banker's winning six ("big six") pays a half; stakes in
    multiples of 20.
ez
    No commission; banker's winning three-card seven is a push. Dragon 7 and panda 8.
super-6
    No commission; banker's winning six pays a half, and may be bet on at twelve to one.
las-vegas
    Sixteen cards behind the cut card, one coup after the cut card's.
macau
    Eight cards burned, as many as decks; twelve cards behind the cut card, whose coup is the last.
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
