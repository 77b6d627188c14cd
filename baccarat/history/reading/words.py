"""Words and signs for results in the languages records are kept in."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from baccarat.game.coup import BANKER, PLAYER, TIE, VOID

OUTCOME_NAMES: Final = ("player", "banker", "tie", "void")


@dataclass(frozen=True)
class Sign:
    """What a word or sign says of a coup.

    Attributes
    ----------
    outcome : int
        0 player, 1 banker, 2 tie, 3 void.
    marks : tuple of (str, int)
        What else it says, by the names of `MARKS`.
    """

    outcome: int
    marks: tuple[tuple[str, int], ...] = ()


_WORDS: Final = {
    "en": "player players punto | banker bank banco dealer | tie ties egalite standoff draw"
    " | void voided cancelled canceled misdeal",
    "fr": "joueur ponte punto | banque banquier banco | egalite égalité nul"
    " | annulé annule annulée annulee",
    "es": "jugador punto | banca banco banquero | empate igualdad tablas | anulada anulado nula",
    "it": "punto giocatore | banco banca banchiere | pareggio egalité egalite patta"
    " | annullata annullato",
    "de": "spieler punto | bank banker banco | unentschieden gleichstand egalité egalite"
    " | ungültig ungueltig annulliert",
    "pt": "jogador punto | banca banco banqueiro | empate igualdade | anulada anulado",
    "zh": "闲 閒 閑 闲家 閒家 閑家 闲赢 閒贏 | 庄 莊 庄家 莊家 庄赢 莊贏 | 和 合 和局 和牌 平 平局"
    " | 废 廢 作废 作廢 取消",
    "ko": "플레이어 플 | 뱅커 뱅 | 타이 타 무승부 무 | 무효",
    "th": "ผู้เล่น ฝั่งผู้เล่น น้ำเงิน | เจ้ามือ แบงเกอร์ แบงค์เกอร์ แดง | เสมอ | ยกเลิก โมฆะ",
    "ru": "игрок пунто п1 | банкир банк банко п2 | ничья равенство | аннулировано отмена",
    "vi": "con nhà con tay con người chơi | cái nhà cái cai nha cai | hòa hoà hoa huề"
    " | hủy huỷ huy",
    "colours": "blue bleu bleue azul blu blau 蓝 藍 파랑 синий | red rouge rojo rosso rot 红 紅"
    " 빨강 красный vermelho | green vert verde grün gruen 绿 綠 초록 зелёный зеленый",
    "signs": "🔵 🟦 💙 🔷 🅿 | 🔴 🟥 ❤ 🅱 ⭕ | 🟢 🟩 💚 ✅",
}
"""By language: words for player, banker, tie and a void coup."""

_TWO_WORDS: Final = ("nhà con", "tay con", "người chơi", "nhà cái", "nha cai")

BOARD_SIGNS: Final = {
    "装": Sign(BANKER, (("player_pair", 1),)),
    "現": Sign(PLAYER, (("player_pair", 1),)),
    "撞": Sign(BANKER, (("banker_pair", 1),)),
    "壯": Sign(BANKER, (("points", 6),)),
}
"""Signs that boards of one maker show for their sound: an outcome and a pair, or banker's six."""

LETTERS: Final = {
    "en": ("PBTV", ""),
    "fr": ("JBE", "PBE", "JBN", "PBN"),
    "es": ("JBE", "PBE"),
    "it": ("PBE", "GBP", "GBE"),
    "de": ("SBU", "PBE", "SBE"),
    "pt": ("JBE", "PBE"),
    "ru": ("ИБН",),
    "colours": ("BRG",),
}
"""Single letters for player, banker and tie (and void) that are in use."""


def plain(text: str) -> str:
    """Bring a text to one form: compatible signs united, no invisible ones.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str
        The text, in Unicode's form NFKC, without variation selectors and zero-width signs.

    Examples
    --------
    >>> plain("ＰＢ，Ｔ")
    'PB,T'
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text).translate(_INVISIBLE)


_INVISIBLE: Final = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff"))


def _split(words: str) -> list[str]:
    held = [two for two in _TWO_WORDS if f" {two} " in f" {words} "]
    for two in held:
        words = f" {words} ".replace(f" {two} ", " ")
    return words.split() + held


def _vocabulary() -> dict[str, Sign]:
    signs: dict[str, Sign] = {}
    for words in _WORDS.values():
        for outcome, alike in zip((PLAYER, BANKER, TIE, VOID), words.split("|"), strict=False):
            signs |= {plain(word).casefold(): Sign(outcome) for word in _split(alike)}
    for sign, said in BOARD_SIGNS.items():
        signs[plain(sign)] = said
    signs |= {word.replace(" ", ""): said for word, said in signs.items()}
    return signs | {"裝": signs["装"], "现": signs["現"], "壮": signs["壯"]}


VOCABULARY: Final = _vocabulary()
"""What each word says, by its plain form in small letters."""
