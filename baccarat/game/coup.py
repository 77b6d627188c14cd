"""The drawing rules, written once, and the 16-bit code that a coup is kept as."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baccarat.game.showing import block_html, fields_of, pairs_html

Winner: TypeAlias = Literal["player", "banker", "tie", "void"]
Hand: TypeAlias = tuple[int, ...]
DrawingRule: TypeAlias = Callable[[Sequence[int]], tuple[Hand, Hand]]

PLAYER: Final = 0
BANKER: Final = 1
TIE: Final = 2
VOID: Final = 3
OUTCOMES: Final = "PBTV"
"""The letter of each outcome: player, banker, tie, void."""

WINNERS: Final[tuple[Winner, ...]] = ("player", "banker", "tie", "void")

BANKER_DRAWS_ON: Final[tuple[frozenset[int], ...]] = (
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)) - {8},
    frozenset({2, 3, 4, 5, 6, 7}),
    frozenset({4, 5, 6, 7}),
    frozenset({6, 7}),
    frozenset(),
)
"""By banker's total of two cards: the values of player's third card on which banker draws."""


def hand_total(hand: Sequence[int]) -> int:
    """Add up a hand: the last digit of the sum of its card values.

    Parameters
    ----------
    hand : sequence of int
        Card values, 0 to 9.

    Returns
    -------
    int
        0 to 9.

    Examples
    --------
    >>> hand_total([8, 9])
    7
    """
    return sum(hand) % 10


def final_hands(values: Sequence[int]) -> tuple[Hand, Hand]:
    """Play one coup of punto banco by its fixed drawing rules.

    Player takes the first and third card, banker the second and fourth. A natural, 8 or 9 in two
    cards on either side, ends the coup. Otherwise player draws on 5 or less and stands on 6 or 7.
    Banker, where player stood, does the same; where player drew, banker goes by its own total and
    the value of player's third card.

    Parameters
    ----------
    values : sequence of int
        Values, 0 to 9, of the next six cards of the shoe. The last one or two may not be needed.

    Returns
    -------
    player, banker : tuple of int
        The card values of the two hands at the end of the coup.

    References
    ----------
    Macao, Despacho do Secretário para a Economia e Finanças 55/2004, rules of baccarat.
    E. O. Thorp, W. E. Walden, "A favorable side bet in Nevada baccarat", Journal of the American
    Statistical Association 61 (1966), table 1.

    Examples
    --------
    Player's 5 draws an ace; banker's 4 would draw on 2 to 7, so it stands and loses:

    >>> final_hands([2, 4, 3, 0, 1, 9])
    ((2, 3, 1), (4, 0))

    Player stands on 6, so banker's 5 draws the next card:

    >>> final_hands([6, 5, 0, 0, 3, 9])
    ((6, 0), (5, 0, 3))
    """
    player, banker = (values[0], values[2]), (values[1], values[3])
    if hand_total(player) >= 8 or hand_total(banker) >= 8:
        return player, banker
    if hand_total(player) >= 6:
        return player, (*banker, values[4]) if hand_total(banker) <= 5 else banker
    third = values[4]
    draws = third in BANKER_DRAWS_ON[hand_total(banker)]
    return (*player, third), (*banker, values[5]) if draws else banker


@dataclass(frozen=True, slots=True)
class Coup:
    """One coup as its scoreboard could show it.

    Attributes
    ----------
    player_total, banker_total : int
        Final totals, 0 to 9.
    player_drew, banker_drew : bool
        Whether the hand has a third card.
    player_pair, banker_pair : bool
        Whether the hand's first two cards have one rank.
    player_pair_suited, banker_pair_suited : bool
        Whether they have one suit too (a "perfect" pair).
    winner : {"player", "banker", "tie", "void"}
        A void coup is one the house called off.

    Examples
    --------
    >>> coup = Coup.from_code(0b01_0000_10_1001_0110)
    >>> coup.winner, coup.player_total, coup.banker_total, coup.banker_cards
    ('banker', 6, 9, 3)
    >>> f"{coup.code:016b}"
    '0100001010010110'
    """

    player_total: int
    banker_total: int
    player_drew: bool
    banker_drew: bool
    player_pair: bool
    banker_pair: bool
    player_pair_suited: bool
    banker_pair_suited: bool
    winner: Winner

    def _repr_html_(self) -> str:
        return block_html("Coup", "", pairs_html(fields_of(self)))

    @classmethod
    def from_code(cls, code: int) -> Coup:
        """Read a coup code: bits 0-3 player's total, 4-7 banker's, 8-13 flags, 14-15 winner."""
        drew1, drew2, pair1, pair2, suited1, suited2 = (
            code >> bit & 1 == 1 for bit in range(8, 14)
        )
        return cls(
            player_total=code & 15,
            banker_total=code >> 4 & 15,
            player_drew=drew1,
            banker_drew=drew2,
            player_pair=pair1,
            banker_pair=pair2,
            player_pair_suited=suited1,
            banker_pair_suited=suited2,
            winner=WINNERS[code >> 14],
        )

    @property
    def code(self) -> int:
        """The coup as 16 bits."""
        flags = (
            self.player_drew,
            self.banker_drew,
            self.player_pair,
            self.banker_pair,
            self.player_pair_suited,
            self.banker_pair_suited,
        )
        code = self.player_total | self.banker_total << 4 | WINNERS.index(self.winner) << 14
        return code | sum(flag << 8 + bit for bit, flag in enumerate(flags))

    @property
    def player_cards(self) -> int:
        """How many cards player's hand has: 2 or 3."""
        return 2 + self.player_drew

    @property
    def banker_cards(self) -> int:
        """How many cards banker's hand has: 2 or 3."""
        return 2 + self.banker_drew

    @property
    def player_natural(self) -> bool:
        """Whether player's hand is two cards that make 8 or 9."""
        return self.player_total >= 8 and not self.player_drew

    @property
    def banker_natural(self) -> bool:
        """Whether banker's hand is two cards that make 8 or 9."""
        return self.banker_total >= 8 and not self.banker_drew


def _code(player: Hand, banker: Hand) -> int:
    totals = hand_total(player), hand_total(banker)
    winner = PLAYER if totals[0] > totals[1] else BANKER if totals[1] > totals[0] else TIE
    drew = (len(player) == 3) << 8 | (len(banker) == 3) << 9
    return totals[0] | totals[1] << 4 | drew | winner << 14


@cache
def coup_table(rule: DrawingRule = final_hands) -> NDArray[np.uint16]:
    """Tabulate a drawing rule.

    Parameters
    ----------
    rule : callable, optional
        What turns the values of the next six cards into the two final hands. It may look at the
        two-card totals and at the cards after them, not at how a two-card total came about.

    Returns
    -------
    ndarray of uint16, shape (10, 10, 10, 10)
        The coup code, pairs left open, by player's and banker's total of two cards and the values
        of the next two cards. Read-only.

    Examples
    --------
    >>> Coup.from_code(int(coup_table()[5, 4, 1, 9])).winner
    'player'
    """
    table = np.empty((10, 10, 10, 10), dtype=np.uint16)
    for p, b, fifth, sixth in product(range(10), repeat=4):
        table[p, b, fifth, sixth] = _code(*rule((p, b, 0, 0, fifth, sixth)))
    table.flags.writeable = False
    return table


@cache
def finished_codes() -> NDArray[np.uint16]:
    """List the codes of finished coups: those in which the higher total wins.

    Returns
    -------
    ndarray of uint16, shape (3600,)
        Ascending, read-only: all totals, draws and pairs, whether or not the drawing rules lead
        there, so that a coup recorded or dealt wrongly is still paid as it was. Void coups are not
        among them.

    Examples
    --------
    >>> len(finished_codes())
    3600
    """
    pairs = [p | b << 1 for p in (0, 0b0001, 0b0101) for b in (0, 0b0001, 0b0101)]
    codes = np.array(
        [
            p
            | b << 4
            | drew << 8
            | pair << 10
            | (PLAYER if p > b else BANKER if b > p else TIE) << 14
            for p, b, drew, pair in product(range(10), range(10), range(4), pairs)
        ],
        dtype=np.uint16,
    )
    codes.sort()
    codes.flags.writeable = False
    return codes
