"""What a column holds, by its name."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from baccarat.history.reading.words import plain

_PLAYER: Final = (
    "player|punto|joueur|jugador|giocatore|spieler|jogador|ponte|闲家?|閒家?|閑家?|플레이어|ผู้เล่น"
    "|игрок|p"
)
_BANKER: Final = (
    "banker|bank|banque|banquier|banco|banca|banquero|庄家?|莊家?|뱅커|เจ้ามือ|банкир|банк|b"
)
_CARD: Final = "card|carte|carta|karte|牌|카드|ไพ่|карта|c"
_HAND: Final = "handcards|hand|cards|cartes|cartas|karten|main|mano|手牌|cardslist|牌"
_TOTAL: Final = (
    "total|score|points?|pts|sum|puntos|pontos|punti|punkte|点数?|點數?|점수|แต้ม|очки|handvalue|value"
    "|handscore|handtotal|final|finalscore"
)
_PAIR: Final = "pair|paire|par|pareja|coppia|paar|对子?|對子?|페어|คู่|пара"
_KINDS: Final = {"total": _TOTAL, "pair": _PAIR, "drew": "drew", "pair_suited": "pairsuited"}

_OUTCOME: Final = (
    "outcomes?|winner|winners|results?|resultats?|risultat[oi]|resultados?|ergebnis(?:se)?|win"
    "|wintype|r|res|side|winningside|gagnant|ganador|vincitore|vencedor|sieger|gewinner"
    "|结果|結果|赢家|贏家|결과|승자|ผล|ผลลัพธ์|результат|победитель|ketqua|sequence|sequences"
    "|shoeresults?|history|esito|esiti|issue"
)
_ROUND: Final = (
    "rounds?|roundno|roundnumber|roundnum|roundid|coups?|coupno|coupnumber|hands?|handno|handnumber"
    "|game|gameno|gamenumber|no|nr|num|number|index|idx|main|mano|ronda|ronde|rodada|runde|colpo"
    "|局|局号|局號|局数|局數|手|手数|回合|판|라운드|ตา|раунд|van|n|rn"
)
_SHOE: Final = (
    "shoe|shoeid|shoeno|shoenumber|shoenum|sabot|zapato|sabotno|scarpa|schlitten|sapato|靴|靴号|靴號"
    "|牌靴|슈|ขอน|башмак|шуз"
)

_OTHER: Final = {
    "outcome": _OUTCOME,
    "shoe": _SHOE,
    "round": _ROUND,
    "cards": "cards|cartes|cartas|karten|carte|牌|hands?cards|allcards|pk|deal",
    "pairs": f"{_PAIR}|pairs|paires|pares|pairtype",
    "natural": "naturals?|naturel|naturale|natuerlich|例牌|天牌|내추럴",
    "points": "winningscore|winningtotal|winningpoints|points?|winnerscore|winnerpoints",
    "event": "event|eventtype",
}
_BY_NUMBER: Final = [
    re.compile(rf"(?:(?P<player>{_PLAYER})|(?P<banker>{_BANKER}))(?:{_CARD})?(?P<n>[123])"),
    re.compile(rf"(?:{_CARD})(?:(?P<player>{_PLAYER})|(?P<banker>{_BANKER}))(?P<n>[123])"),
    re.compile(rf"(?:(?P<player>{_PLAYER})|(?P<banker>{_BANKER}))(?P<n>[123])(?:{_CARD})"),
]


def role_of(header: str) -> str | None:
    """Say what a column holds, by its name.

    Parameters
    ----------
    header : str
        The name, in any case and spacing.

    Returns
    -------
    str or None
        One of `ROLES` or `FLAGS`; "player" or "banker" where the name is no more than that, which
        its cells have to tell; None for a column that says nothing of use.

    Examples
    --------
    >>> role_of("Player card 1"), role_of("bankerScore"), role_of("Résultat"), role_of("B")
    ('player_1', 'banker_total', 'outcome', 'banker')
    """
    name = _joined(header)
    for pattern in _BY_NUMBER:
        if found := pattern.fullmatch(name):
            return f"{'player' if found['player'] else 'banker'}_{found['n']}"
    for side, words in (("player", _PLAYER), ("banker", _BANKER)):
        if re.fullmatch(words, name):
            return side
        for kind, kinds in _KINDS.items():
            if re.fullmatch(rf"(?:{words})(?:{kinds})|(?:{kinds})(?:{words})", name):
                return f"{side}_{kind}"
        if re.fullmatch(rf"(?:{words})(?:{_HAND})|(?:{_HAND})(?:{words})", name):
            return f"{side}_hand"
    return next((role for role, words in _OTHER.items() if re.fullmatch(words, name)), None)


def _joined(header: str) -> str:
    form = unicodedata.normalize("NFKD", plain(header)).casefold()
    bare = "".join(c for c in form if not "\u0300" <= c <= "\u036f").replace("đ", "d")
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", bare))
