"""A view: what one setting of the controls shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

import pandas as pd

from baccarat.game.showing import Formats, frame_html
from baccarat.plots import svg


@dataclass(frozen=True, eq=False)
class View:
    """A table, a figure and a sentence; in two variables, ``frame, figure = view``.

    Attributes
    ----------
    name : str
        What is viewed, in a word.
    sentence : str
        What the figures say.
    frame : DataFrame
        The figures.
    figure : matplotlib.figure.Figure
        The same drawn.
    alt : str
        What the figure shows, for those who can't see it.
    caption : str
        What the table shows.
    formats : mapping of str to str
        How its columns are written.

    Examples
    --------
    >>> from baccarat import explore
    >>> frame, figure = explore.odds_of("live", decks=6)
    >>> f"{frame.loc['banker', 'edge']:.4%}", len(figure.axes)
    ('1.0558%', 1)
    """

    name: str
    sentence: str
    frame: pd.DataFrame
    figure: Any
    alt: str
    caption: str
    formats: Formats = field(default_factory=dict)

    def __iter__(self) -> Iterator[Any]:
        yield self.frame
        yield self.figure

    def table_html(self) -> str:
        """Give the table as HTML.

        Examples
        --------
        >>> from baccarat import explore
        >>> explore.odds_of("live").table_html()[:6]
        '<table'
        """
        shown = _with_intervals(self.frame, self.formats)
        formats = {
            name: self.formats[name]
            for name in self.formats
            if name in shown and shown[name].dtype != object
        }
        return frame_html(shown, formats, caption=self.caption, index=True)

    def __repr__(self) -> str:
        return f"<View {self.name}: {self.sentence}>"

    def _repr_html_(self) -> str:
        drawn = svg(self.figure, f"explore-{self.name}")
        drawn = drawn.replace("<svg", '<svg style="max-width:100%;height:auto"', 1)
        return (
            f"<div><p>{escape(self.sentence)}</p>"
            f'<div role="img" aria-label="{escape(self.alt)}">{drawn}</div>'
            f'<div style="overflow-x:auto">{self.table_html()}</div></div>'
        )


def _with_intervals(frame: pd.DataFrame, formats: Formats) -> pd.DataFrame:
    """Put the ends of an interval beside the figure itself, so that a table stays narrow."""
    shown = frame.copy()
    for name in frame.columns:
        ends = [f"{str(name).removesuffix('_units')}_{end}" for end in ("low", "high")]
        if not set(ends) <= set(frame.columns):
            continue
        told = [[format(v, formats.get(each, "")) for v in frame[each]] for each in (name, *ends)]
        texts = [f"{v} ({low} to {high})" for v, low, high in zip(*told, strict=True)]
        shown[name] = pd.Series(texts, frame.index, dtype=object)
        shown = shown.drop(columns=ends)
    return shown
