"""`baccarat deal`, `convert`, `roads` and `check`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from baccarat.cli.app import (
    AsJson,
    Force,
    Hints,
    app,
    check_free,
    print_frame,
    print_history,
    read_hints,
)

if TYPE_CHECKING:
    import pandas as pd

    from baccarat.game.table import Table
    from baccarat.history.history import History
    from baccarat.history.roads import Roads


@app.command()
def deal(
    table: Annotated[str, typer.Argument(help="A table's name; see 'baccarat tables'.")],
    shoes: Annotated[int, typer.Option(metavar="N", help="Shoes to deal.")] = 1,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Seed. [another each time]")] = None,
    cards: Annotated[bool, typer.Option("--cards", help="Keep the cards (.parquet only).")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A .txt or .parquet file. [the terminal]")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Deal shoes card by card, to the terminal or into a file."""
    from baccarat.game.tables import as_table
    from baccarat.history.history import join

    check_free(out, force)
    if cards and (out is None or out.suffix != ".parquet"):
        raise ValueError("--cards needs --out with a name that ends in .parquet")
    blocks = list(_dealt(as_table(table), shoes, seed, cards))
    history = join(blocks)
    if out is None and not as_json:
        typer.echo("\n\n".join(history.text().split("\n")))
        return
    if out is not None:
        from baccarat.history.notation import write_history

        write_history(history, out)
    print_history(history, out, as_json)


@app.command()
def convert(
    record: Annotated[Path, typer.Argument(help="What to read: letters P, B, T or .parquet.")],
    out: Annotated[Path, typer.Argument(help="What to write: .txt or .parquet.")],
    table: Annotated[str | None, typer.Option(metavar="NAME", help="Its table.")] = None,
    hint: Hints = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Read a history and write it in another form."""
    from baccarat.history.notation import read_history, write_history

    check_free(out, force)
    history = read_history(record, table=table, **read_hints(hint))
    write_history(history, out)
    print_history(history, out, as_json)


@app.command()
def roads(
    record: Annotated[Path, typer.Argument(metavar="FILE", help="A history, as for 'convert'.")],
    segment: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Which shoe of several, from 1.")
    ] = None,
    rows: Annotated[int, typer.Option(metavar="N", min=1, help="Rows of the boards.")] = 6,
    table: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Its table, for the chances. [the record's, or live]"),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Draw into an .svg file.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Draw the scoreboards of a shoe, and say how common its good roads are by chance."""
    from baccarat.history.boards import board_svg
    from baccarat.history.notation import read_history
    from baccarat.history.patterns import good_roads
    from baccarat.history.roads import roads as draw

    check_free(out, force)
    if out is not None and out.suffix != ".svg":
        raise ValueError(f"can't draw into {out.name}: the name must end in .svg")
    shoe = _one_shoe(read_history(record, table=table), segment)
    drawn = draw(shoe, rows=rows)
    good = good_roads(shoe, table or shoe.table or "live")
    if out is not None:
        out.write_text(board_svg(drawn) + "\n", encoding="utf-8")
    _print_roads(drawn, good, out, as_json)


@app.command()
def check(
    record: Annotated[Path, typer.Argument(help="A recorded history.")],
    table: Annotated[str | None, typer.Option(metavar="NAME", help="Its table. [live]")] = None,
    hint: Hints = None,
    as_json: AsJson = False,
) -> None:
    """Say what is wrong with a recorded history. Exit status 1 if there are errors."""
    from baccarat.history.check import check as examine
    from baccarat.history.notation import read_history

    history = read_history(record, table=table, **read_hints(hint))
    findings = examine(history, None if history.table else "live")
    if as_json:
        typer.echo(findings.frame().to_json(orient="records", indent=1))
    else:
        typer.echo(f"{record}: {str(history)[1:-1]}")
        for finding in findings:
            typer.echo(f"{finding.severity:<8} {finding.what} ({finding.where})")
            typer.echo(f"{'':<8} {finding.meaning}")
        if not len(findings):
            typer.echo("nothing found")
    if not findings.ok:
        raise typer.Exit(1)


def _dealt(table: "Table", shoes: int, seed: int | None, cards: bool) -> "Iterator[History]":
    """Deal block by block, with a bar on a terminal while it takes long."""
    from rich.console import Console
    from rich.progress import Progress

    from baccarat.history.deal import deal_blocks

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("dealing", total=shoes)
        for block in deal_blocks(table, shoes, rng=seed, cards=cards):
            yield block
            bar.advance(task, block.segments)


def _one_shoe(history: "History", segment: int | None) -> "History":
    """Choose the shoe that a board shows, numbered from 1 as in a history's table."""
    if segment is None and history.segments > 1:
        raise ValueError(
            f"a board shows one shoe and the record has {history.segments}; "
            f"say which with --segment 1 to {history.segments}"
        )
    number = segment or 1
    if number > history.segments:
        raise ValueError(f"--segment must be from 1 to {history.segments}, got {number}")
    return history.part(number - 1, number)


def _print_roads(roads: "Roads", good: "pd.DataFrame", out: Path | None, as_json: bool) -> None:
    if as_json:
        place = {"file": str(out)} if out else {}
        told = {**roads.document(), "good_roads": good.to_dict(orient="records"), **place}
        typer.echo(json.dumps(told, indent=1))
        return
    from baccarat.history.grid import ROADS

    for road, words in ROADS.items():
        typer.echo(f"{words}\n{roads.text(road)}\n")
    typer.echo("what the next coup would print")
    for side, marks in roads.ask().items():
        printed = (f"{ROADS[road]} {mark or '-'}" for road, mark in marks.items())
        typer.echo(f"  {side}: {', '.join(printed)}")
    typer.echo("\ngood roads, and the share of dealt shoes that show each")
    shares = {"chance_per_shoe": "{:.1%}", "se": "{:.2%}"}
    print_frame(good.drop(columns="definition").set_index("pattern"), False, shares)
    if out is not None:
        typer.echo(f"\n{out}: the boards as a drawing")
