"""The catalogue of bets: names, rules and what houses pay."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Final

from baccarat.game.bets.bet import Bet, PayRule
from baccarat.game.bets.main import (
    banker,
    banker_ez,
    banker_on_six,
    egalite,
    player,
    tie,
)
from baccarat.game.bets.side import (
    bad_beat,
    banker_six,
    bonus,
    eights_and_nines,
    either_pair,
    heavenly_nine,
    natural,
    natural_of,
    nine_over_seven,
    number_of_cards,
    pair,
    perfect_pair,
    player_seven,
    super_lucky_seven,
    three_card_win,
    total_shot,
)
from baccarat.game.catalogue import Catalogue

CYPRESS_PAYS: Final = (2, 2, 4, 4, 10, 30)
EGALITE_PAYS: Final = (150, 215, 225, 200, 120, 110, 45, 45, 80, 80)
"""Égalité: to one, by the total of the tie."""

MAIN: Final[dict[str, PayRule]] = {
    "player": player,
    "banker": banker,
    "banker 4%": partial(banker, commission=Fraction(4, 100)),
    "banker 3%": partial(banker, commission=Fraction(3, 100)),
    "banker 2.75%": partial(banker, commission=Fraction(275, 10_000)),
    "banker even money": partial(banker, commission=0),
    "banker half on six": banker_on_six,
    "banker half on three-card six": partial(banker_on_six, cards=(3,)),
    "banker push on six": partial(banker_on_six, pays=0),
    "banker push on three-card six": partial(banker_on_six, pays=0, cards=(3,)),
    "banker ez": banker_ez,
    "tie": tie,
    "tie 9": partial(tie, pays=9),
    "tie 9.5": partial(tie, pays=Fraction(19, 2)),
}
TIES: Final[dict[str, PayRule]] = {
    "tiger tie": partial(egalite, totals=(6,), pays=35),
    **{
        f"egalite {total}": partial(egalite, totals=(total,), pays=pays)
        for total, pays in enumerate(EGALITE_PAYS)
    },
    "egalite 0 at 160": partial(egalite, totals=(0,), pays=160),
    "egalite 1-3": partial(egalite, totals=(1, 2, 3), pays=70),
    "egalite 4-5": partial(egalite, totals=(4, 5), pays=60),
    "egalite 6-7": partial(egalite, totals=(6, 7), pays=22),
    "egalite 8-9": partial(egalite, totals=(8, 9), pays=40),
}
PAIRS: Final[dict[str, PayRule]] = {
    "player pair": partial(pair, side="player"),
    "banker pair": partial(pair, side="banker"),
    "player pair 12": partial(pair, side="player", pays=12),
    "banker pair 12": partial(pair, side="banker", pays=12),
    "either pair": either_pair,
    "either pair, each paid": partial(either_pair, both=10),
    "perfect pair": perfect_pair,
    "perfect pair 26": partial(perfect_pair, pays=26),
    "perfect pair, each paid": partial(perfect_pair, both=50),
    "perfect pair 25/200": partial(perfect_pair, both=200),
    "perfect pair 25/250": partial(perfect_pair, both=250),
}
NATURALS: Final[dict[str, PayRule]] = {
    "player natural": partial(natural, side="player"),
    "banker natural": partial(natural, side="banker"),
    "player natural, must win": partial(natural, side="player", reading="must win"),
    "banker natural, must win": partial(natural, side="banker", reading="must win"),
    "player natural, tie returned": partial(natural, side="player", reading="tie returned"),
    "banker natural, tie returned": partial(natural, side="banker", reading="tie returned"),
    "player natural 8": partial(natural_of, side="player", total=8),
    "banker natural 8": partial(natural_of, side="banker", total=8),
    "player natural 9": partial(natural_of, side="player", total=9),
    "banker natural 9": partial(natural_of, side="banker", total=9),
    "bad beat": bad_beat,
    "nine over seven": nine_over_seven,
    "eights and nines": eights_and_nines,
    "total shot": total_shot,
}
BONUSES: Final[dict[str, PayRule]] = {
    "player bonus": partial(bonus, side="player"),
    "banker bonus": partial(bonus, side="banker"),
    "player bonus 30-10-4-4-2-2": partial(bonus, side="player", pays=CYPRESS_PAYS),
    "banker bonus 30-10-4-4-2-2": partial(bonus, side="banker", pays=CYPRESS_PAYS),
    "player bonus, natural tie loses": partial(bonus, side="player", natural_tie=-1),
    "banker bonus, natural tie loses": partial(bonus, side="banker", natural_tie=-1),
    "player bonus, naturals by margin": partial(bonus, side="player", naturals_by_margin=True),
    "banker bonus, naturals by margin": partial(bonus, side="banker", naturals_by_margin=True),
}
SIXES: Final[dict[str, PayRule]] = {
    "lucky six": partial(banker_six, two=12, three=20),
    "lucky six two cards": partial(banker_six, two=22),
    "lucky six three cards": partial(banker_six, three=50),
    "tiger": partial(banker_six, two=12, three=23),
    "small tiger": partial(banker_six, two=22),
    "big tiger": partial(banker_six, three=50),
    "super 6": partial(banker_six, two=12, three=12),
    **{f"super 6 at {pays}": partial(banker_six, two=pays, three=pays) for pays in range(13, 18)},
}
SEVENS: Final[dict[str, PayRule]] = {
    "lucky seven": partial(player_seven, two=6, three=15),
    "lucky seven two cards": partial(player_seven, two=15),
    "lucky seven three cards": partial(player_seven, three=30),
    "super lucky seven": super_lucky_seven,
    "super lucky seven, player's fifth": partial(super_lucky_seven, five="player's"),
}
CARDS: Final[dict[str, PayRule]] = {
    "dragon 7": partial(three_card_win, side="banker", total=7, pays=40),
    "panda 8": partial(three_card_win, side="player", total=8, pays=25),
    "player three-card win": partial(three_card_win, side="player", pays=4),
    "banker three-card win": partial(three_card_win, side="banker", pays=5),
    "heavenly 9": heavenly_nine,
    "small": partial(number_of_cards, cards=(4,), pays=Fraction(3, 2)),
    "big": partial(number_of_cards, cards=(5, 6), pays=Fraction(54, 100)),
    "four cards": partial(number_of_cards, cards=(4,), pays=Fraction(3, 2)),
    "five cards": partial(number_of_cards, cards=(5,), pays=2),
    "six cards": partial(number_of_cards, cards=(6,), pays=2),
}

BETS: Final[Catalogue[Bet]] = Catalogue(
    "bet",
    {
        name: Bet(name, rule)
        for rules in (MAIN, TIES, PAIRS, NATURALS, BONUSES, SIXES, SEVENS, CARDS)
        for name, rule in rules.items()
    },
)
"""The bets by name. A bare name pays what the `live` table's sheet says, or else what is usual."""
