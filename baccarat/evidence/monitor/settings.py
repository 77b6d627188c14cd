"""What a monitor is set to before the first look, and may not change afterwards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from baccarat.evidence.break_even import break_even_points
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.game.tables import as_table


@dataclass(frozen=True)
class Rules:
    """What a monitor has to know of a table.

    Attributes
    ----------
    table : str
        Its name in `TABLES`, or "" for a table of one's own.
    decks : int
        Decks in its shoe.
    break_even : tuple of float
        How far banker's share must move for a bet to pay, downwards and upwards, in points.
    """

    table: str
    decks: int
    break_even: tuple[float, float]

    @classmethod
    def of(cls, table: Table | str) -> Rules:
        """Take them from a table or the name of one."""
        table = as_table(table)
        return cls(table.name, table.decks, break_even_points(table)["banker"])

    @property
    def share(self) -> float:
        """Banker's share of decided coups."""
        return float(coup_law(self.decks).banker_share)


@dataclass(frozen=True)
class Settings:
    """The settings of a monitor; see `Monitor`.

    Attributes
    ----------
    tables : mapping of str to Rules
        By the name of the record.
    k : int
        Wins in a row that make a run, 2 or more.
    prior : float
        Coups the prior is worth, above 0.
    level : float
        Chance of a false alarm, ever.

    Examples
    --------
    >>> settings = Settings({"mine": Rules.of("live")}, 3, 625.0, 0.05)
    >>> Settings.from_json(settings.as_json()) == settings
    True
    """

    tables: Mapping[str, Rules]
    k: int
    prior: float
    level: float

    def __post_init__(self) -> None:
        if not self.tables or not all(isinstance(name, str) and name for name in self.tables):
            raise ValueError(
                f"a monitor needs at least one table, by name, got {list(self.tables)}; "
                'give them as {"table 1": "live"}'
            )
        if isinstance(self.k, bool) or not isinstance(self.k, int | np.integer) or self.k < 2:
            raise ValueError(f"k, the wins in a row that make a run, must be 2 or more: {self.k!r}")
        if not 1 <= self.prior <= 1e9:
            raise ValueError(f"prior must be from 1 to 1e9 coups, got {self.prior}; 625 is usual")
        if not 1e-9 <= self.level <= 0.5:
            raise ValueError(f"level must be from 1e-9 to 0.5, got {self.level}; 0.05 is usual")

    def as_json(self) -> dict[str, Any]:
        """Give them as JSON can hold them."""
        tables = {
            name: {**vars(r), "break_even": list(r.break_even)} for name, r in self.tables.items()
        }
        return {
            "tables": tables,
            "k": int(self.k),
            "prior": float(self.prior),
            "level": float(self.level),
        }

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Settings:
        """Take them from what `as_json` gave."""
        tables = {
            name: Rules(str(r["table"]), int(r["decks"]), (r["break_even"][0], r["break_even"][1]))
            for name, r in found["tables"].items()
        }
        return cls(tables, found["k"], found["prior"], found["level"])

    def digest(self) -> str:
        """Give the SHA-256 of the settings, in hexadecimal."""
        return hashlib.sha256(json.dumps(self.as_json(), sort_keys=True).encode()).hexdigest()
