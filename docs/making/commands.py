"""`{commands}`: every command with its arguments and options, as its own help says."""

import re
from collections.abc import Iterator

import typer.main
from docutils import nodes
from sphinx.application import Sphinx

from baccarat.cli.running import app as cli
from making.markup import Written, code, indented

COMMANDS = typer.main.get_command(cli).commands


def described(name: str) -> Iterator[str]:
    """Write what a command does and takes, as paragraphs and a definition list."""
    command = COMMANDS[name]
    with command.make_context(name, [], resilient_parsing=True) as context:
        pieces = command.collect_usage_pieces(context)
        told = [parameter.get_help_record(context) for parameter in command.get_params(context)]
    yield from [".. code-block:: text", "", f"   {' '.join(['baccarat', name, *pieces])}", ""]
    yield from [escaped(line.strip()) for line in (command.help or "").splitlines()]
    yield ""
    for names, words in filter(None, told):
        yield from [code(plainly(names)), *indented([escaped(plainly(words))]), ""]


def plainly(words: str) -> str:
    """Leave out types and bounds in the notation of a programming language."""
    return " ".join(re.sub(r"<\w+(\[\w+\])?>|\[x>=1\]", "", words).split())


def escaped(words: str) -> str:
    """Keep a help text from being read as markup."""
    return re.sub(r"([\\*`|_])", r"\\\1", words)


class Commands(Written):
    """Write all commands, in the order of `baccarat --help`."""

    def run(self) -> list:
        """Write a section a command."""
        return [self.section(name) for name in COMMANDS]

    def section(self, name: str) -> nodes.section:
        """Write one command's, which text elsewhere may refer to."""
        anchor = f"baccarat-{name}"
        section = nodes.section("", nodes.title("", f"baccarat {name}"), ids=[anchor])
        self.env.get_domain("std").note_object("cli", name, anchor, location=section)
        section += self.parsed(described(name))
        return section


def setup(app: Sphinx) -> dict:
    """Register with Sphinx."""
    app.add_directive("commands", Commands)
    app.add_crossref_type("cli", "cli")
    return {"parallel_read_safe": True}
