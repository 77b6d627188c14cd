"""Rules of the main bets: player, banker and tie, and what houses do to them.

A rule takes a coup and gives the net pay to one: -1 for a loss, 0 for a push. What a house may
choose is a keyword with its usual value.
"""

from __future__ import annotations

from fractions import Fraction

from baccarat.game.bets.bet import Pay
from baccarat.game.coup import Coup
from baccarat.game.money import exact

HALF = Fraction(1, 2)
FIVE_PER_CENT = Fraction(5, 100)


def player(coup: Coup) -> int:
    """Pay one to one when player wins; a tie is a push. Also known as: punto, ponte, joueur."""
    if coup.winner == "player":
        return 1
    return -1 if coup.winner == "banker" else 0


def banker(coup: Coup, commission: Pay = FIVE_PER_CENT) -> Pay:
    """Pay one to one less a commission when banker wins; a tie is a push.

    The commission is taken of the winnings, not of the stake. Also known as: banco, banque.
    References: GB, Rules of casino games 2007, chapter 6 (19 to 20).
    """
    if coup.winner == "banker":
        return 1 - exact(commission)
    return -1 if coup.winner == "player" else 0


def banker_on_six(coup: Coup, pays: Pay = HALF, cards: tuple[int, ...] = (2, 3)) -> Pay:
    """Pay one to one when banker wins, but less when it wins with six; a tie is a push.

    `cards` are the numbers of cards with which banker's six counts: by default any, as on the
    Macau and punto banco tables where a "big six" is announced; (3,) where only a six of three
    cards is paid short. Also known as: no commission, super 6, commission free. References: Macao,
    Despacho 73/2005.
    """
    if coup.winner == "banker":
        return pays if coup.banker_total == 6 and coup.banker_cards in cards else 1
    return -1 if coup.winner == "player" else 0


def banker_ez(coup: Coup) -> int:
    """Pay one to one when banker wins, but return the stake when it wins with a three-card seven.

    A tie is a push. Also known as: EZ baccarat, dragon baccarat. References: Nevada Gaming Control
    Board, rules of EZ Baccarat.
    """
    if coup.winner == "banker":
        return 0 if coup.banker_total == 7 and coup.banker_cards == 3 else 1
    return -1 if coup.winner == "player" else 0


def tie(coup: Coup, pays: Pay = 8) -> Pay:
    """Pay when the totals are equal.

    Eight to one, that is nine for one: "9 pour 1" on a rule sheet counts the stake that comes back.
    Some houses pay nine, or nine and a half. Also known as: égalité, standoff.
    """
    return pays if coup.winner == "tie" else -1


def egalite(coup: Coup, totals: tuple[int, ...], pays: Pay) -> Pay:
    """Pay when the coup ties at one of some totals. Also known as: tiger tie, at six alone."""
    return pays if coup.winner == "tie" and coup.player_total in totals else -1
