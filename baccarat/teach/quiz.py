"""A quiz against oneself: which shoes were dealt, and which were invented."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

import numpy as np
import pandas as pd

from baccarat.evidence.streaks.runs import lengths_so_far
from baccarat.game.table import Table
from baccarat.history.controls import Human
from baccarat.history.deal import as_generator, check_count, deal
from baccarat.history.history import History
from baccarat.teach.reply import Mark, Reply


def telltales(history: History) -> pd.DataFrame:
    """Give what tells an invented shoe from a dealt one: how often it changes, and its longest run.

    Parameters
    ----------
    history : History
        Ties and voids are passed over; no run goes from one shoe to the next.

    Returns
    -------
    DataFrame
        One row a shoe with a decided coup, indexed by shoe: decided, its decided coups; runs, how
        many there are of either side; longest, of either side; changes, the share of its coups
        but the first that went to the other side than the one before.

    Examples
    --------
    >>> telltales(History([0, 0, 1, 0]))
          decided  runs  longest   changes
    shoe
    0           4     3        2  0.666667
    """
    decided = history.decided()
    length, shoe = lengths_so_far(decided), decided.shoe()
    coups = pd.DataFrame({"shoe": shoe, "length": length, "begins": length == 1})
    shoes = coups.groupby("shoe").agg(
        decided=("length", "size"), runs=("begins", "sum"), longest=("length", "max")
    )
    follow = shoes["decided"] - 1
    return shoes.assign(changes=(shoes["runs"] - 1) / follow.where(follow > 0))


@dataclass(frozen=True)
class Quiz:
    """Shoes to be told apart: R for really dealt, F for faked.

    Attributes
    ----------
    shoes : tuple of str
        Decided coups of each, as P and B.
    key : str
        The answer, a letter a shoe; not shown.

    Examples
    --------
    >>> quiz = Quiz(("PPPB", "PBPB"), "RF")
    >>> quiz
    1  PPPB
    2  PBPB
    >>> quiz.score("RF").mark
    'right'
    """

    shoes: tuple[str, ...]
    key: str = field(repr=False)

    def score(self, guess: str | None) -> Reply:
        """Mark a guess.

        Parameters
        ----------
        guess : str or None
            A letter a shoe, R or F, in the order shown; None for no guess yet.

        Returns
        -------
        Reply

        Raises
        ------
        TypeError
            If the guess is no text.

        Examples
        --------
        >>> print(Quiz(("PPPB", "PBPB"), "RF").score("RR"))
        Not yet (quiz): 1 of 2 shoes told right, key RF. Tossing a coin does as well in 75% of
        cases.
        """
        from scipy.stats import binom

        if guess is not None and not isinstance(guess, str):
            raise TypeError(f'a guess is a text of R and F, such as "RFFR"; got {guess!r}')
        letters = "".join((guess or "").upper().split())
        asked = f"Type {len(self.key)} letters, R for real or F for faked, then run the cell again."
        if guess is None:
            return Reply("quiz", "not yet", asked)
        if len(letters) != len(self.key) or set(letters) - set("RF"):
            return Reply("quiz", "not yet", f"Got {guess!r}. {asked}")
        hits = sum(one == other for one, other in zip(letters, self.key, strict=True))
        by_luck = float(binom.sf(hits - 1, len(letters), 0.5))
        text = (
            f"{hits} of {len(letters)} shoes told right, key {self.key}. Tossing a coin does as "
            f"well in {by_luck:.0%} of cases."
        )
        mark: Mark = "close" if 2 * hits > len(letters) else "not yet"
        return Reply("quiz", "right" if hits == len(letters) else mark, text)

    def __repr__(self) -> str:
        width = len(str(len(self.shoes)))
        return "\n".join(f"{i:{width}}  {shoe}" for i, shoe in enumerate(self.shoes, start=1))

    def _repr_html_(self) -> str:
        return f'<pre class="text" tabindex="0">{escape(repr(self))}</pre>'


def real_or_faked(
    shoes: int = 8, table: Table | str = "live", *, rng: int | np.random.Generator | None = None
) -> Quiz:
    """Deal some shoes, invent others as people do, and mix them.

    Parameters
    ----------
    shoes : int
        How many in all; which are real is tossed up for each.
    table : Table or str
        At which table they are dealt.
    rng : int or Generator, optional
        Seed or generator.

    Returns
    -------
    Quiz

    Raises
    ------
    ValueError
        If shoes is below 1.

    References
    ----------
    The invented ones change sides six times in ten, as people do who are asked to invent chance:
    M. Bar-Hillel, W. A. Wagenaar, "The perception of randomness", Advances in Applied Mathematics
    12 (1991).

    Examples
    --------
    >>> quiz = real_or_faked(4, rng=1)
    >>> len(quiz.shoes), quiz.score("RRRR").mark
    (4, 'not yet')
    """
    check_count("shoes", shoes)
    generator = as_generator(rng)
    real = deal(table, shoes, rng=generator).decided().text().split("\n")
    faked = Human(0.6).make(shoes, rng=generator, table=table).decided().text().split("\n")
    key = "".join(generator.choice(["R", "F"], shoes))
    chosen = [real[i] if letter == "R" else faked[i] for i, letter in enumerate(key)]
    return Quiz(tuple(chosen), key)
