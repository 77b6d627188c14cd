"""What a notebook calls to show its answer, its alerts and its tables."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from IPython.display import display

from baccarat.report.headline import (
    Interval,
    Said,
    alerts,
    alerts_html,
    headline,
    headline_html,
    headline_text,
)
from baccarat.report.parts import ALERTS, HEADLINE
from baccarat.report.tables import Format, table_html
from baccarat.words.messages import say


def _show(data: dict[str, Any]) -> None:
    """Display a MIME bundle; outside IPython `display` would print the bundle itself."""
    from IPython.core.getipython import get_ipython

    if get_ipython() is None:
        print(data["text/plain"])
    else:
        display(data, raw=True)  # type: ignore[no-untyped-call]


def show_headline(
    sentence: str,
    verdict: str | None = None,
    number: Said | None = None,
    interval: Interval | None = None,
    label: str | None = None,
) -> None:
    """Show the answer; a report puts it at the top of its page.

    Parameters
    ----------
    sentence
        The answer in one sentence, computed from estimate and interval.
    verdict
        ``"deviation"``, ``"consistent with chance"``, ``"inconclusive"`` or None.
    number
        The one figure that matters, shown large beside the sentence, as a text such as
        ``"50.7%"`` or as a plain number.
    interval
        Its interval, as a text or as its two ends.
    label
        What the number is; needed where there is one.

    Raises
    ------
    ValueError
        For any other verdict, a number without a label, an interval without a number.

    Examples
    --------
    >>> show_headline("Banker costs 1.06% of what is staked.")
    Banker costs 1.06% of what is staked.
    >>> show_headline(
    ...     "Banker wins as often as chance says.", "consistent with chance",
    ...     "50.7%", ("50.3%", "51.1%"), "banker's share of decided coups",
    ... )  # doctest: +NORMALIZE_WHITESPACE
    Banker wins as often as chance says. (50.7% (50.3% to 51.1%): banker's share of decided
    coups.) Verdict: consistent with chance.
    """
    told = headline(sentence, verdict, number, interval, label)
    _show({HEADLINE: told, "text/html": headline_html(told), "text/plain": headline_text(told)})


def show_alerts(texts: Sequence[str]) -> None:
    """Show short warnings; a report puts them at the top of its page, whatever cell made them.

    Parameters
    ----------
    texts
        One sentence each. Nothing is shown for none, so that a cell need not ask.

    Raises
    ------
    ValueError
        For a text that is not in a list, or an empty one.

    Examples
    --------
    >>> show_alerts(["Only 40 shoes: an effect that pays would go unnoticed."])
    Beware: Only 40 shoes: an effect that pays would go unnoticed.
    >>> show_alerts([])
    """
    told = alerts(texts)
    if told:
        plain = "\n".join(say("Beware: {text}", text=text) for text in told)
        _show({ALERTS: {"alerts": told}, "text/html": alerts_html(told), "text/plain": plain})


def show_table(
    frame: pd.DataFrame,
    caption: str,
    *,
    formats: Mapping[Any, Format] | None = None,
    note: str | None = None,
) -> None:
    """Show a frame as a clean table with a caption.

    Parameters
    ----------
    frame
        The table. The index becomes row headers where it has a name or is not the default one.
    caption
        What the table shows.
    formats
        Column -> format specification such as ``".3%"``, or a function of one value.
    note
        A line below the table.

    Raises
    ------
    ValueError
        For a format of a column that the frame has not.

    Examples
    --------
    >>> show_table(pd.DataFrame({"bet": ["banker"], "edge": [0.0106]}), "House edge")
    House edge
          bet    edge
    0  banker  0.0106
    """
    unknown = [name for name in formats or {} if name not in frame.columns]
    if unknown:
        known = ", ".join(map(str, frame.columns))
        raise ValueError(f"formats names {unknown[0]!r}, which is no column; columns: {known}")
    html = table_html(frame, caption, formats=formats, note=note)
    _show({"text/html": html, "text/plain": f"{caption}\n{frame}"})
