"""How a history shows itself in a notebook."""

from __future__ import annotations

from typing import Final
from zlib import crc32

import numpy as np

from baccarat.game.showing import block_html
from baccarat.history.boards import board_svg
from baccarat.history.history import History
from baccarat.history.roads import roads
from baccarat.history.words import many

_SHOWN_COUPS: Final = 300
_DRAWN_COUPS: Final = 80


def history_html(history: History) -> str:
    """Show a history: its counts, the big road of its first shoe, and its first 300 coups.

    Examples
    --------
    >>> history_html(History([0, 1]))[:37]
    '<div><p><strong>History</strong> 2 co'
    """
    early = np.arange(len(history)) < _SHOWN_COUPS
    few = history if early.all() else history.select(early)
    rest = len(history) - len(few)
    return block_html(
        "History",
        f"{history.summary()}{'; ' * bool(history.source)}{history.source}",
        _first_board(history),
        f'<pre style="white-space: pre-wrap">{few.text().strip()}</pre>',
        f"<p>… and {many(rest, 'coup')} more</p>" if rest else "",
    )


def _first_board(history: History) -> str:
    """Draw the big road of the first shoe that has coups, or of its beginning."""
    if not len(history):
        return ""
    first = int(np.argmax(history.lengths > 0))
    shoe = history.part(first, first + 1)
    shoe = shoe.select(np.arange(len(shoe)) < _DRAWN_COUPS)
    # A name of its own, as a notebook may show many histories on one page.
    name = f"history-{crc32(history.outcomes[:_SHOWN_COUPS].tobytes()):08x}"
    words = f"<p>Big road of shoe {first + 1}</p>" if history.segments > 1 else ""
    board = board_svg(roads(shoe), "big", name=name)
    # On a narrow screen it scrolls; no board is narrower than this.
    wide = board.replace('style="', 'style="min-width:530px;', 1)
    return f'{words}<div tabindex="0" style="overflow-x:auto">{wide}</div>'
