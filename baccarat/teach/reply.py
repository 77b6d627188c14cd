"""What a student is told about an answer."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final, Literal, TypeAlias

Mark: TypeAlias = Literal["right", "close", "not yet"]

_COLOURS: Final = {"right": "#0b6b53", "close": "#b3541e", "not yet": "#6b6f76"}


@dataclass(frozen=True)
class Reply:
    """The reply to an answer; it shows itself as text and, in a notebook, as a marked line.

    Attributes
    ----------
    question : str
        What was asked, such as "house-edge/1".
    mark : {"right", "close", "not yet"}
        How the answer stands.
    text : str
        Why, and what to look at next.

    Examples
    --------
    >>> Reply("house-edge/1", "close", "The sign is the wrong way round.")
    Close (house-edge/1): The sign is the wrong way round.
    """

    question: str
    mark: Mark
    text: str

    def __str__(self) -> str:
        return f"{self.mark.capitalize()} ({self.question}): {self.text}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return (
            f'<p class="reply" style="border-left:4px solid {_COLOURS[self.mark]};'
            f'padding-left:1em"><strong>{self.mark.capitalize()}.</strong> {escape(self.text)} '
            f"<small>({escape(self.question)})</small></p>"
        )
