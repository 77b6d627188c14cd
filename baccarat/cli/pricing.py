"""`baccarat tables` and `baccarat odds`."""

from typing import TYPE_CHECKING, Annotated

import typer

from baccarat.cli.app import AsJson, app, number, print_frame

if TYPE_CHECKING:
    pass


@app.command()
def tables(as_json: AsJson = False) -> None:
    """List the tables there are, and their rules; 'baccarat odds TABLE' lists a table's bets."""
    import pandas as pd

    from baccarat.game.tables import TABLES

    rules = ["decks", "burn", "cut", "after_cut", "shuffle", "coups"]
    idle = ["burn", "cut", "after_cut"]  # of no effect where every coup is shuffled
    rows = [
        {rule: getattr(table, rule) for rule in rules}
        | (dict.fromkeys(idle) if table.shuffle == "coup" else {})
        | {"banker": table.bets["banker"].name, "bets": len(table.bets)}
        for table in TABLES.values()
    ]
    frame = pd.DataFrame(rows, index=list(TABLES), dtype=object)
    print_frame(frame.rename_axis(index="table"), as_json, {})


@app.command()
def odds(
    table: Annotated[str, typer.Argument(help="A table's name; see 'baccarat tables'.")],
    decks: Annotated[int | None, typer.Option(metavar="N", help="Another number of decks.")] = None,
    seen: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="Cards already out, as 'AS 10H KD'. [none]"),
    ] = None,
    stake: Annotated[
        str, typer.Option(metavar="UNITS", help="Matters where a commission is rounded.")
    ] = "1",
    as_json: AsJson = False,
) -> None:
    """Print the exact odds of a table's bets, from its full shoe or what is left of it."""
    from dataclasses import replace

    from baccarat.game.odds import odds as exact_odds
    from baccarat.game.tables import as_table

    place = as_table(table)
    place = place if decks is None else replace(place, decks=decks)
    shares = dict.fromkeys(["win", "push", "edge", "edge_decided"], "{:.4%}")
    frame = exact_odds(place, seen, stake=number("--stake", stake))
    print_frame(frame, as_json, {**shares, "sd_units": "{:.4f}"})
