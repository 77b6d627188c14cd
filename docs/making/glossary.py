"""`{terms} TOPIC`: the terms of the glossary on one topic, in four languages."""

from collections.abc import Mapping
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from baccarat.words import LANGUAGES, glossary
from making.markup import Written, indented
from making.names import public_names

DOCS = Path(__file__).parents[1]


def where(used: str) -> str:
    """Link to where a term is used: a public name or a page."""
    if used.partition(".")[0] in public_names():
        return f":py:obj:`~baccarat.{used}`"
    if (DOCS / f"{used}.md").is_file():
        return f":doc:`/{used}`"
    raise ValueError(f"the glossary refers to {used!r}, neither a public name nor a page of docs/")


def entry(term: Mapping[str, str]) -> list[str]:
    """Write a term, what it means and what it is called elsewhere."""
    abroad = [f":{code}:`{term[name]}`" for name, code in LANGUAGES.items()]
    line = " · ".join([*abroad, f"see {where(term['used'])}"])
    return [term["term"], *indented([term["meaning"], "", line])]


def foreign(name, rawtext, text, lineno, inliner, options=None, content=()):
    """Write words in another language, so marked that a screen reader reads them in it."""
    language = {code: language for language, code in LANGUAGES.items()}[name].capitalize()
    words = nodes.inline("", text, classes=["abroad", f"language-{name}"])
    return [nodes.Text(f"{language} "), words], []


class Terms(Written):
    """Write the terms on one topic."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list:
        """Write them in the order of the file."""
        terms = glossary()
        chosen = terms[terms["topic"] == self.arguments[0]]
        if chosen.empty:
            topics = ", ".join(terms["topic"].unique())
            raise self.error(f"no term on {self.arguments[0]!r}; topics: {topics}")
        lines = [line for _, term in chosen.iterrows() for line in [*entry(term), ""]]
        return self.parsed([".. glossary::", "", *indented(lines)])


def setup(app: Sphinx) -> dict:
    """Register with Sphinx."""
    app.add_directive("terms", Terms)
    for code in LANGUAGES.values():
        app.add_role(code, foreign)
    return {"parallel_read_safe": True}
