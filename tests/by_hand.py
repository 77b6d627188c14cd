"""Punto banco played by hand: a second implementation, from the printed drawing table.

It shares no line with the package. Cards are names ("10S"), hands are lists of names; the rules are
looked up in data/drawing_table.csv, which was copied out from the table as casinos print it. A row
of it is a hand and its total of two cards, a column is player's third card: none, or its value.
"""

import csv
import json
from pathlib import Path

DATA = Path(__file__).parent / "data"

with (DATA / "drawing_table.csv").open(encoding="utf-8", newline="") as file:
    TABLE = {(row["hand"], int(row["two-card total"])): row for row in csv.DictReader(file)}

VALUES = {"A": 1} | {str(pip): pip for pip in range(2, 10)} | {"10": 0, "J": 0, "Q": 0, "K": 0}
RANKS = list(VALUES)
SUITS = ["S", "H", "D", "C"]
DECK = [rank + suit for rank in RANKS for suit in SUITS]


def facts(name):
    """Read a file of figures that were computed or published elsewhere."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def value(card):
    """Give what a card counts; its suit may be left out."""
    return VALUES[card.rstrip("SHDC")]


def player_draws(total):
    return TABLE["player", total]["none"] == "draws"


def banker_draws(total, third=None):
    """Look up a cell; `third` is the value of player's third card."""
    return TABLE["banker", total]["none" if third is None else str(third)] == "draws"


def is_natural(total):
    return TABLE["player", total]["none"] == TABLE["banker", total]["none"] == "natural"


def deal(values, player_decides, banker_decides):
    """Deal a coup that two decisions steer, of card values.

    `player_decides(p, b)` and `banker_decides(p, b, third)` see the two-card totals, and banker the
    value of player's third card or None.
    """
    cards = list(values)
    player, banker = [cards[0], cards[2]], [cards[1], cards[3]]
    rest = cards[4:]
    p, b = sum(player) % 10, sum(banker) % 10
    third = None
    if player_decides(p, b):
        third = rest.pop(0)
        player.append(third)
    if banker_decides(p, b, third):
        banker.append(rest.pop(0))
    return tuple(player), tuple(banker)


def play(values):
    """Play a coup by the printed table."""
    return deal(
        values,
        lambda p, b: not is_natural(p) and not is_natural(b) and player_draws(p),
        lambda p, b, third: not is_natural(p) and not is_natural(b) and banker_draws(b, third),
    )


def coup_code(cards):
    """Encode the coup that six named cards make, bit by bit as the code is documented."""
    player, banker = play([value(card) for card in cards])
    p, b = sum(player) % 10, sum(banker) % 10
    code = p + 16 * b
    code += 256 * (len(player) == 3) + 512 * (len(banker) == 3)
    code += 1024 * (cards[0][:-1] == cards[2][:-1]) + 2048 * (cards[1][:-1] == cards[3][:-1])
    code += 4096 * (cards[0] == cards[2]) + 8192 * (cards[1] == cards[3])
    return code + 16384 * (0 if p > b else 1 if b > p else 2)
