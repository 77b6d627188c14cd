"""What a reader of a record may be told beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from baccarat.game.table import Table
from baccarat.history.reading.cardmarks import RANK_WORDS
from baccarat.history.reading.words import LETTERS, OUTCOME_NAMES, VOCABULARY, Sign, plain

FIELDS = (
    "outcome",
    "points",
    "player_total",
    "banker_total",
    "natural",
    "player_pair",
    "banker_pair",
    "round",
    "skip",
)
"""What the parts of a code such as 0-9-0-0 may be."""

ROLES = (
    "shoe",
    "round",
    "outcome",
    *(f"{side}_{number}" for side in ("player", "banker") for number in (1, 2, 3)),
    "player_hand",
    "banker_hand",
    "cards",
    "player_total",
    "banker_total",
    "points",
    "natural",
    "player_pair",
    "banker_pair",
    "pairs",
    "event",
)
"""What a column of a record may hold."""


@dataclass(frozen=True)
class Hints:
    """What the reader is told; the meanings are those of `baccarat.read_history`.

    Raises
    ------
    ValueError
        If a hint is none that the reader knows.

    Examples
    --------
    >>> Hints(symbols={"1": "banker"}).signs["1"].outcome
    1
    """

    table: Table | None = None
    symbols: Mapping[str, str] = field(default_factory=dict)
    language: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    fields: Sequence[str] = ()
    cards: str | None = None
    order: str | None = None
    bead: bool | None = None
    rows: int | None = None
    runs: bool | None = None
    sheet: str | None = None
    encoding: str | None = None
    check: bool = True

    def __post_init__(self) -> None:
        languages = [name for name in LETTERS if name != "colours"]
        _among("language", self.language, [*languages, "zh", "ko", "th", "vi"])
        _among("cards", self.cards, ("ranks", "values", "ids"))
        _among("order", self.order, ("deal", "hands"))
        for role in self.columns:
            _among("columns", role, ROLES)
        for part in self.fields:
            _among("fields", part, FIELDS)
        for sign, meaning in self.symbols.items():
            if plain(str(meaning)).casefold() not in VOCABULARY and meaning not in RANK_WORDS:
                raise ValueError(
                    f"symbols[{sign!r}] must be among {', '.join(OUTCOME_NAMES)}, or a rank of a "
                    f"card (A, 2 to 10, J, Q, K); got {meaning!r}"
                )

    @property
    def signs(self) -> dict[str, Sign]:
        """The told symbols that stand for results."""
        told = {plain(str(s)): plain(str(m)).casefold() for s, m in self.symbols.items()}
        return {
            sign: VOCABULARY[meaning] for sign, meaning in told.items() if meaning in VOCABULARY
        }

    @property
    def ranks(self) -> dict[str, str]:
        """The told symbols that stand for ranks of cards."""
        return {
            plain(str(s)).upper(): meaning
            for s, meaning in self.symbols.items()
            if meaning in RANK_WORDS
        }


def _among(name: str, given: str | None, allowed: Sequence[str]) -> None:
    if given is not None and given not in allowed:
        raise ValueError(f"{name} must be among {', '.join(allowed)}; got {given!r}")
