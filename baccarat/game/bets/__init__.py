"""Bets and their pays: the type, the rules, the catalogue."""

from baccarat.game.bets.bet import Bet, Pay, PayRule
from baccarat.game.bets.catalogue import BETS
from baccarat.game.money import UNIT

__all__ = ["BETS", "UNIT", "Bet", "Pay", "PayRule"]
