"""What a check tells: findings, worst first."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, overload

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.game.showing import block_html, fields_of, frame_html, pairs_html
from baccarat.history.history import History
from baccarat.history.words import many

Severity: TypeAlias = Literal["error", "warning", "note"]

SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "note")
"""Error: the record contradicts itself or the rules. Warning: it is not what chance or the table
would make it. Note: nothing wrong, but good to know."""

_SHOWN_PLACES: Final = 3
_COLUMNS: Final = ("severity", "kind", "what", "where", "count", "meaning", "p_value")


def _no_coups() -> NDArray[np.int64]:
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Finding:
    """One thing to know about a record.

    Attributes
    ----------
    severity : {"error", "warning", "note"}
    kind : str
        Which check found it, as "third card missing".
    where : str
        The first places in words, shoes and coups counted from 1.
    what : str
        What was found, in a line.
    count : int
        How many coups, cards, shoes or the like; `what` says which.
    meaning : str
        What that means for using the record.
    coups : ndarray of int64
        All the coups it is about, counted from 0 through the whole record; empty where it is
        about the record as a whole.
    p_value : float or None
        For findings of chance: how often chance alone would go so far.

    Examples
    --------
    >>> from baccarat import History, check
    >>> finding = check(History([0, 3, 1]))[1]
    >>> finding.severity, finding.kind, finding.where, finding.count
    ('note', 'void coups', 'shoe 1 coup 2', 1)
    """

    severity: Severity
    kind: str
    where: str
    what: str
    count: int
    meaning: str
    coups: NDArray[np.int64] = field(default_factory=_no_coups)
    p_value: float | None = None

    def __repr__(self) -> str:
        return f"<{self.severity}: {self.kind}: {self.what} ({self.where})>"

    def _repr_html_(self) -> str:
        told = [pair for pair in fields_of(self) if pair[0] not in ("severity", "kind", "coups")]
        return block_html(f"{self.severity}: {self.kind}", "", pairs_html(told))


class Findings(Sequence[Finding]):
    """Findings, worst first; of one severity those of the most coups first.

    Parameters
    ----------
    findings : iterable of Finding
        In any order.
    coups : int
        How many coups were looked at.

    Examples
    --------
    >>> from baccarat import check, deal
    >>> check(deal("live", shoes=20, rng=1))
    <Findings: nothing wrong in 1,611 coups>
    """

    def __init__(self, findings: Iterable[Finding], coups: int) -> None:
        self._findings = sorted(findings, key=lambda f: (SEVERITIES.index(f.severity), -f.count))
        self._coups = coups

    @property
    def ok(self) -> bool:
        """Whether there are neither errors nor warnings."""
        return all(finding.severity == "note" for finding in self)

    def frame(self) -> pd.DataFrame:
        """Give the findings as a table.

        Returns
        -------
        DataFrame
            One row a finding: severity, kind, what, where, count, meaning, p_value.

        Examples
        --------
        >>> from baccarat import History, check
        >>> check(History([0, 3, 1])).frame()[["severity", "kind", "count"]]
          severity             kind  count
        0     note  too few to tell      2
        1     note       void coups      1
        """
        rows = [[getattr(finding, name) for name in _COLUMNS] for finding in self]
        return pd.DataFrame(rows, columns=list(_COLUMNS)).astype({"p_value": float})

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> list[Finding]: ...
    def __getitem__(self, index: int | slice) -> Finding | list[Finding]:
        return self._findings[index]

    def __len__(self) -> int:
        return len(self._findings)

    def _summary(self) -> str:
        numbers = [(sum(f.severity == name for f in self), name) for name in SEVERITIES]
        told = ", ".join(many(number, name) for number, name in numbers if number)
        return f"{told or 'nothing wrong'} in {many(self._coups, 'coup')}"

    def __repr__(self) -> str:
        lines = [f"<Findings: {self._summary()}>"]
        for finding in self:
            lines.append(f"{finding.severity}: {finding.kind}: {finding.what}")
            lines += textwrap.wrap(
                f"{finding.where}. {finding.meaning}",
                width=92,
                initial_indent="    ",
                subsequent_indent="    ",
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        told = self.frame()[["severity", "kind", "what", "where", "meaning"]]
        return block_html("Findings", self._summary(), frame_html(told) * bool(len(self)))


def p_text(p: float) -> str:
    """Say a p value, however small.

    Examples
    --------
    >>> p_text(0.00034), p_text(0.0)
    ('p 0.00034', 'p below 1e-300')
    """
    return f"p {p:.2g}" if p > 1e-300 else "p below 1e-300"


def places(history: History, coups: NDArray[np.int64]) -> str:
    """Say in words where coups are, the first few by shoe and coup, from 1.

    Examples
    --------
    >>> places(History([0, 1, 2], starts=[0, 2, 3]), np.array([1, 2]))
    'shoe 1 coup 2, shoe 2 coup 1'
    """
    if not coups.size:
        return "the record as a whole"
    shown = coups[:_SHOWN_PLACES]
    shoes = np.searchsorted(history.starts, shown, side="right") - 1
    words = [
        f"shoe {shoe + 1} coup {coup - history.starts[shoe] + 1}"
        for shoe, coup in zip(shoes.tolist(), shown.tolist(), strict=True)
    ]
    return ", ".join(words) + _and_more(coups.size - shown.size)


def shoe_places(history: History, shoes: NDArray[np.int64]) -> str:
    """Say in words which shoes, the first few by number, from 1.

    Examples
    --------
    >>> shoe_places(History([0, 1], starts=[0, 1, 2]), np.array([0, 1]))
    'shoe 1, shoe 2'
    """
    shown = [f"shoe {shoe + 1}" for shoe in shoes[:_SHOWN_PLACES].tolist()]
    return ", ".join(shown) + _and_more(shoes.size - len(shown))


def coups_of(history: History, shoes: NDArray[np.int64]) -> NDArray[np.int64]:
    """List the coups of some shoes, from 0.

    Examples
    --------
    >>> coups_of(History([0, 1, 2], starts=[0, 2, 3]), np.array([1]))
    array([2])
    """
    cuts = list(itertools.pairwise(history.starts.tolist()))
    ranges = [np.arange(*cuts[shoe], dtype=np.int64) for shoe in shoes.tolist()]
    return np.concatenate([_no_coups(), *ranges])


def _and_more(rest: int) -> str:
    return f" and {rest:,} more" if rest else ""
