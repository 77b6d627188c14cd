"""How cards are written: ranks, suits, values, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from baccarat.game.cards import NOT_DEALT, RANK_ONLY, RANK_VALUES, RANKS, UNKNOWN, VALUE_ONLY

RANK_WORDS: Final = {rank: number for number, rank in enumerate(RANKS)}
MISSING: Final = frozenset({"", "-", "–", "—", "na", "n/a", "nan", "none", "null", "nil", "<na>"})
"""What stands for nothing, in small letters."""

_SUITS: Final = {sign: n for n, signs in enumerate(("S♠♤", "H♥♡", "D♦♢", "C♣♧")) for sign in signs}
_RANKS: Final = RANK_WORDS | {"T": 9, "X": 9, "1": 0, "11": 10, "12": 11, "13": 12}
_FRENCH: Final = {"V": 10, "D": 11, "R": 12}
_SUIT: Final = f"[{''.join(_SUITS)}]"
_RANK: Final = r"1[0-3]|[0-9AJQKTXVDR]"
_ONE: Final = re.compile(
    rf"(?P<first>{_SUIT})?[.:]?(?P<rank>{_RANK})(?:\.0+)?(?P<last>{_SUIT})?|=(?P<value>[0-9])|\?"
)
_MANY: Final = re.compile(rf"{_SUIT}\.?(?:10|[0-9AJQKTX])|(?:10|[0-9AJQKTXVDR]){_SUIT}?|=[0-9]|\?")
_BETWEEN: Final = re.compile(r"[\s,;/|_+'\"\[\](){}–—-]+")
_SYMBOLS: Final = str.maketrans(
    {
        0x1F0A0 + 16 * suit + place: RANKS[rank] + "SHDC"[suit]
        for suit in range(4)
        for rank, place in enumerate((*range(1, 12), 13, 14))
    }
    | dict.fromkeys((0xFE0E, 0xFE0F))
)


def card_texts(cell: str) -> list[str]:
    """Cut a hand into its cards.

    Parameters
    ----------
    cell : str
        Cards with or without separators.

    Returns
    -------
    list of str
        Each card, in capitals.

    Raises
    ------
    ValueError
        If something in it is no card.

    Examples
    --------
    >>> card_texts("K-4-9"), card_texts("10♠5♠"), card_texts("ts")
    (['K', '4', '9'], ['10♠', '5♠'], ['TS'])
    """
    cards: list[str] = []
    for chunk in _BETWEEN.split(cell.translate(_SYMBOLS).upper()):
        if not chunk or (chunk.isdecimal() and len(chunk) <= 2 and int(chunk) <= 52):
            cards += [chunk] if chunk else []
        elif _ONE.fullmatch(chunk):
            cards.append(chunk)
        elif _MANY.sub("", chunk):
            raise ValueError(f"{cell!r} is no card or hand of cards")
        else:
            cards += _MANY.findall(chunk)
    return cards


@dataclass(frozen=True)
class CardScript:
    """How one record writes its cards.

    Parameters
    ----------
    kind : {"ranks", "values", "ids"}
        What a number stands for.
    ranks : mapping of str to int
        Letters and numbers for ranks, 0 to 12.
    """

    kind: str
    ranks: Mapping[str, int]

    def read(self, text: str) -> int:
        """Read one card.

        Parameters
        ----------
        text : str
            As `card_texts` gives it.

        Returns
        -------
        int
            A card as records keep it; see `baccarat.game.cards`.

        Raises
        ------
        ValueError
            If it is no card.
        """
        if text.casefold() in MISSING:
            return NOT_DEALT
        if self.kind == "ids" and text.isdecimal() and 1 <= int(text) <= 52:
            suit, rank = divmod(int(text) - 1, 13)
            return 4 * rank + (0, 1, 3, 2)[suit]
        found = _ONE.fullmatch(text)
        if found is None or self.kind == "ids":
            raise ValueError(f"{text!r} is no card")
        if found["rank"] is None:
            return VALUE_ONLY + int(found["value"]) if found["value"] else UNKNOWN
        return self._ranked(text, found["rank"], found["first"] or found["last"])

    def _ranked(self, text: str, rank: str, suit: str | None) -> int:
        if rank not in self.ranks:
            raise ValueError(f"{text!r} is no card")
        number = self.ranks[rank]
        if suit:
            return 4 * number + _SUITS[suit]
        if self.kind == "values":
            return VALUE_ONLY + int(RANK_VALUES[number])
        return RANK_ONLY + number


def card_script(texts: Iterable[str], kind: str | None, told: Mapping[str, str]) -> CardScript:
    """Find out how a record writes its cards.

    Without a court card anywhere, numbers are values: a 0 or a 10 may then be a court card.

    Parameters
    ----------
    texts : iterable of str
        All cards of the record.
    kind : {"ranks", "values", "ids"} or None
        What was told of numbers.
    told : mapping of str to str
        Symbols told to be ranks.

    Returns
    -------
    CardScript

    Raises
    ------
    ValueError
        If the cards can be read in two ways.

    Examples
    --------
    >>> card_script(["7", "0", "10"], None, {}).kind
    'values'
    >>> card_script(["7", "0", "K"], None, {}).read("0") == 64 + 9
    True
    """
    used = {text for text in texts if text.casefold() not in MISSING}
    if kind == "ids":
        return CardScript("ids", {})
    if any(text.isdecimal() and int(text) > 13 for text in used):
        most = max(int(text) for text in used if text.isdecimal())
        raise ValueError(
            f"card {most} is more than a rank; if cards are numbered 1 to 52 (spades, hearts, "
            'clubs, diamonds, each from the ace) say cards="ids"'
        )
    bare = {match["rank"] for text in used if (match := _ONE.fullmatch(text)) and match["rank"]}
    suited = any(set(text) & set(_SUITS) and len(text) > 1 for text in used)
    court = bare & {"J", "Q", "K", "11", "12", "13", "V", "R", *told}
    ranks: dict[str, int] = {**_RANKS, "0": 9, **_french(bare)}
    ranks |= {sign: RANK_WORDS[rank] for sign, rank in told.items()}
    return CardScript(kind or ("ranks" if court or suited else "values"), ranks)


def _french(bare: set[str]) -> dict[str, int]:
    french = bare & set(_FRENCH)
    if french and bare & set("JQ"):
        raise ValueError(
            f"cards {', '.join(sorted(french))} are French (V, D, R) and J, Q are English; say "
            'what they are: symbols={"D": "Q"}'
        )
    return _FRENCH if french else {}
