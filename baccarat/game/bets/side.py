"""Rules of the side bets: pairs, naturals, margins, sixes, sevens and numbers of cards.

A rule takes a coup and gives the net pay to one: -1 for a loss, 0 for a push. What a house may
choose is a keyword with its usual value. Where rule sheets can be read two ways, a keyword tells
them apart and the docstring says which reading is the default and why.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from baccarat.game.bets.bet import Pay
from baccarat.game.coup import Coup

Side: TypeAlias = Literal["player", "banker"]

SEVEN_TO_TWO = Fraction(7, 2)
DRAGON_PAYS = (1, 2, 4, 6, 10, 30)
"""Dragon bonus: to one, by a margin of 4, 5, 6, 7, 8, 9."""


def pair(coup: Coup, side: Side, pays: Pay = 11) -> Pay:
    """Pay when a hand's first two cards have one rank; king and queen are no pair.

    References: Macao, Despacho 55/2004.
    """
    return pays if _pair(coup, side) else -1


def either_pair(coup: Coup, pays: Pay = 5, both: Pay | None = None) -> Pay:
    """Pay when either hand's first two cards are a pair.

    Two pairs pay once: that is what "paie une fois" on a live table's sheet says. `both` is what
    two pairs are paid where a house reads it otherwise: ten, where each is paid.
    """
    return _by_pairs(coup.player_pair + coup.banker_pair, pays, both)


def perfect_pair(coup: Coup, pays: Pay = 25, both: Pay | None = None) -> Pay:
    """Pay when either hand's first two cards have one rank and one suit.

    Suit is meant where a sheet says "couleur": with red and black alone the bet would give its
    player an edge of 85%. Two perfect pairs pay once by default, as the sheet says; `both` is what
    they are paid elsewhere: 50 where each is paid, commonly 200.
    """
    return _by_pairs(coup.player_pair_suited + coup.banker_pair_suited, pays, both)


def natural(
    coup: Coup,
    side: Side,
    pays: Pay = SEVEN_TO_TWO,
    reading: Literal["any", "must win", "tie returned"] = "any",
) -> Pay:
    """Pay when a hand has two cards and 8 or 9.

    By default whatever the other hand does: a live table's sheet asks for nothing more ("a deux
    cartes et un total de 8 ou 9"). "must win": only if the natural wins. "tie returned": the same,
    but the stake comes back when two naturals tie.
    """
    has_it = coup.player_natural if side == "player" else coup.banker_natural
    if not has_it:
        return -1
    if reading == "any" or coup.winner == side:
        return pays
    return 0 if reading == "tie returned" and coup.winner == "tie" else -1


def bonus(
    coup: Coup,
    side: Side,
    pays: tuple[Pay, ...] = DRAGON_PAYS,
    natural_tie: Pay = 0,
    naturals_by_margin: bool = False,
) -> Pay:
    """Pay when a side wins with a natural or by four points or more.

    A natural win pays one to one and two tied naturals return the stake; other wins pay by margin.
    Those two lines are on the sheets; `natural_tie` = -1 and `naturals_by_margin` are the common
    misreadings, kept for comparison. Also known as: dragon bonus.
    """
    is_natural = coup.player_natural if side == "player" else coup.banker_natural
    if is_natural and coup.winner == "tie":
        return natural_tie
    if coup.winner != side:
        return -1
    margin = abs(coup.player_total - coup.banker_total)
    by_margin = pays[margin - 4] if margin >= 4 else -1
    if is_natural:
        return by_margin if naturals_by_margin and margin >= 4 else 1
    return by_margin


def banker_six(coup: Coup, two: Pay = -1, three: Pay = -1) -> Pay:
    """Pay when banker wins with six, by its number of cards.

    Also known as: lucky six, tiger (any), small tiger (two cards), big tiger (three), super 6.
    """
    if coup.winner != "banker" or coup.banker_total != 6:
        return -1
    return two if coup.banker_cards == 2 else three


def player_seven(coup: Coup, two: Pay = -1, three: Pay = -1) -> Pay:
    """Pay when player wins with seven, by its number of cards. Also known as: lucky seven."""
    if coup.winner != "player" or coup.player_total != 7:
        return -1
    return two if coup.player_cards == 2 else three


def super_lucky_seven(
    coup: Coup,
    pays: tuple[Pay, Pay, Pay] = (30, 40, 100),
    five: Literal["either hand", "player's"] = "either hand",
) -> Pay:
    """Pay when player's seven beats banker's six, by the cards in both hands together.

    Five cards are five cards whichever hand has three: the sheet speaks of both hands' total
    ("les deux mains totalisent 5 cartes"). "player's" is the narrower reading, in which the third
    card must be player's.
    """
    if coup.winner != "player" or (coup.player_total, coup.banker_total) != (7, 6):
        return -1
    cards = coup.player_cards + coup.banker_cards
    if cards == 5 and five == "player's" and coup.player_cards == 2:
        return -1
    return pays[cards - 4]


def three_card_win(coup: Coup, side: Side, total: int | None = None, pays: Pay = 4) -> Pay:
    """Pay when a side wins with three cards, with a given total or any.

    Also known as: dragon 7 (banker's seven), panda 8 (player's eight).
    """
    points = coup.player_total if side == "player" else coup.banker_total
    cards = coup.player_cards if side == "player" else coup.banker_cards
    won = coup.winner == side and cards == 3 and total in (None, points)
    return pays if won else -1


def heavenly_nine(coup: Coup, one: Pay = 10, both: Pay = 75) -> Pay:
    """Pay when one hand, or both, makes nine with three cards."""
    hands = (coup.player_total, coup.player_cards), (coup.banker_total, coup.banker_cards)
    return (-1, one, both)[hands.count((9, 3))]


def number_of_cards(coup: Coup, cards: tuple[int, ...], pays: Pay) -> Pay:
    """Pay by the cards dealt to both hands together.

    Also known as: small (four cards), big (five or six), 4-5-6.
    """
    return pays if coup.player_cards + coup.banker_cards in cards else -1


def natural_of(coup: Coup, side: Side, total: int, pays: Pay = 9) -> Pay:
    """Pay when a hand's first two cards make a given natural, whatever the other hand does.

    References: E. O. Thorp, W. E. Walden, "A favorable side bet in Nevada baccarat", Journal of the
    American Statistical Association 61 (1966).
    """
    has_it = coup.player_natural if side == "player" else coup.banker_natural
    points = coup.player_total if side == "player" else coup.banker_total
    return pays if has_it and points == total else -1


def bad_beat(coup: Coup, pays: Pay = 50) -> Pay:
    """Pay when a natural nine beats a natural eight, on either side."""
    naturals = coup.player_natural and coup.banker_natural
    return pays if naturals and coup.winner != "tie" else -1


def nine_over_seven(coup: Coup, pays: Pay = 50) -> Pay:
    """Pay when a natural nine beats a seven of two cards, on either side."""
    totals = {coup.player_total, coup.banker_total}
    two_cards = coup.player_cards == coup.banker_cards == 2
    return pays if two_cards and totals == {9, 7} else -1


def eights_and_nines(coup: Coup, pays: Pay = 20) -> Pay:
    """Pay when both totals are 8 or 9, with any number of cards. Also known as: 88 89 98 99."""
    return pays if coup.player_total >= 8 and coup.banker_total >= 8 else -1


def total_shot(coup: Coup, seventeen: Pay = 20, eighteen: Pay = 40) -> Pay:
    """Pay when both totals together make 17 or 18, with any number of cards."""
    return {17: seventeen, 18: eighteen}.get(coup.player_total + coup.banker_total, -1)


def _pair(coup: Coup, side: Side) -> bool:
    return coup.player_pair if side == "player" else coup.banker_pair


def _by_pairs(pairs: int, pays: Pay, both: Pay | None) -> Pay:
    return (-1, pays, pays if both is None else both)[pairs]
