"""`{catalogue} KIND`: every entry of a catalogue, said in a sentence by its own docstring."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import partial

from sphinx.application import Sphinx

import baccarat as bc
from making.markup import Written, code, table
from making.names import summary
from making.reference import constant_text


def tables() -> tuple[list[str], list[list[str]]]:
    """Say what each table is, and what its banker bet costs."""
    told = definitions(constant_text("TABLES"))
    rows = [
        [code(name), told[name], str(house.decks), share(bc.odds(house)["edge"]["banker"])]
        for name, house in bc.TABLES.items()
    ]
    return ["table", "what it is", "decks", "banker's edge"], rows


def definitions(lines: list[str]) -> dict[str, str]:
    """Read a list of names, each with indented lines below it."""
    found: dict[str, str] = {}
    name = ""
    for line in lines:
        if line.startswith(" "):
            found[name] = f"{found.get(name, '')} {line.strip()}".strip()
        else:
            name = line.strip()
    return found


def bets() -> tuple[list[str], list[list[str]]]:
    """Say what each bet pays, with its exact chances and edge from eight decks."""
    exact = bc.coup_law(decks=8).frame(bc.BETS)
    rows = [
        [code(name), paying(bet.rule), *map(share, exact.loc[name, ["win", "push", "edge"]])]
        for name, bet in bc.BETS.items()
    ]
    return ["bet", "what it pays", "a win", "a push", "house edge"], rows


def paying(rule: Callable) -> str:
    """Say what a bet pays: its rule's first line, and what the house chose."""
    if not isinstance(rule, partial):
        return summary(rule)
    chosen = ", ".join(f"{name} {plainly(value)}" for name, value in rule.keywords.items())
    return f"{summary(rule.func)} Here: {chosen}."


def plainly(value: object) -> str:
    """Write a setting as people would."""
    if isinstance(value, tuple):
        return " ".join(map(plainly, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def share(value: float) -> str:
    """Write a share in percent."""
    return f"{value:.4%}"


def made(catalogue: dict[str, object]) -> tuple[list[str], list[list[str]]]:
    """Say what each entry does, in its class's words, and how to make one."""
    rows = [
        [code(name), " ".join(sayings(entry)), code(entry)] for name, entry in catalogue.items()
    ]
    return ["name", "what it does", "made as"], rows


def sayings(entry: object) -> Iterator[str]:
    """Give the first lines of an entry and of the parts that it is made of."""
    yield summary(PARTS.get(repr(entry), type(entry)))
    for field in fields(entry):
        value = getattr(entry, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if is_dataclass(part):
                yield from sayings(part)


PARTS = {
    repr(test): getattr(bc, f"{name.replace(' ', '_')}_test")
    for name, test in bc.CARD_TESTS.items()
}
"""Whose docstring speaks for an entry, where its class is that of several."""

KINDS = {
    "tables": tables,
    "bets": bets,
    "selections": lambda: made(bc.SELECTIONS),
    "progressions": lambda: made(bc.PROGRESSIONS),
    "tests": lambda: made({**bc.TESTS, **bc.CARD_TESTS}),
    "controls": lambda: made(bc.CONTROLS),
    "counts": lambda: made(bc.COUNTS),
}


class Catalogue(Written):
    """Write the entries of one kind."""

    required_arguments = 1

    def run(self) -> list:
        """Write them as a table, in the catalogue's order."""
        if self.arguments[0] not in KINDS:
            raise self.error(
                f"no catalogue of {self.arguments[0]!r}; there are: {', '.join(KINDS)}"
            )
        heads, rows = KINDS[self.arguments[0]]()
        return self.parsed(table(heads, rows))


def setup(app: Sphinx) -> dict:
    """Register with Sphinx."""
    app.add_directive("catalogue", Catalogue)
    return {"parallel_read_safe": True}
