"""The words of the field, each in a sentence and in four languages."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pandas as pd

LANGUAGES: Final = {"french": "fr", "italian": "it", "spanish": "es"}
"""The languages beside English, by their columns, with the codes that web pages mark them by."""


def glossary() -> pd.DataFrame:
    """Table the terms of the field that this project uses.

    Returns
    -------
    DataFrame
        One row a term, in the order they are best read: topic; term, its English name; meaning, in
        one sentence; french, italian, spanish, what it is called there, several names parted by
        commas; used, where to go on: a public name or a page of the documentation.

    Examples
    --------
    >>> terms = glossary().set_index("term")
    >>> terms.loc["house edge", ["meaning", "french"]].to_list()
    ['The share of a stake that a bet loses on average.', 'avantage de la maison']
    """
    import pandas as pd

    text = resources.files(__name__).joinpath("glossary.toml").read_text(encoding="utf-8")
    terms = pd.DataFrame(tomllib.loads(text)["term"])
    for language in LANGUAGES:
        terms[language] = terms[language].str.join(", ")
    return terms[["topic", "term", "meaning", *LANGUAGES, "used"]]
