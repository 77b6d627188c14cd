"""`baccarat play`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from baccarat.cli.app import AsJson, app, print_frame

if TYPE_CHECKING:
    pass


@app.command()
def play(
    systems: Annotated[
        list[str],
        typer.Option(
            "--system",
            "-s",
            metavar="'SELECTION + PROGRESSION'",
            help="As 'follow last + martingale', 'follow-streak(3) + martingale(steps=6)'; "
            "may be repeated.",
        ),
    ],
    over: Annotated[str, typer.Argument(help="A table's name, or a recorded history.")] = "live",
    shoes: Annotated[int, typer.Option(metavar="N", help="Shoes to deal.")] = 10_000,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Seed. [another each time]")] = None,
    bankroll: Annotated[int | None, typer.Option(metavar="UNITS", help="[no end]")] = None,
    limit: Annotated[int | None, typer.Option(metavar="UNITS", help="Most on a bet.")] = None,
    win: Annotated[int | None, typer.Option(metavar="UNITS", help="Profit to stop at.")] = None,
    loss: Annotated[int | None, typer.Option(metavar="UNITS", help="Loss to stop at.")] = None,
    length: Annotated[int, typer.Option(metavar="N", help="Shoes a session has.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Play systems over dealt shoes or a record, all over the same."""
    from baccarat.betting.naming import system_named
    from baccarat.betting.play import play as run_systems
    from baccarat.betting.system import Session
    from baccarat.game.tables import TABLES
    from baccarat.history.notation import read_history

    session = Session(bankroll=bankroll, limit=limit, win=win, loss=loss, shoes=length)
    chosen = [system_named(text) for text in systems]
    recorded = over not in TABLES and Path(over).exists()
    place = read_history(over, table="live") if recorded else over
    results = run_systems(chosen, place, shoes, rng=seed, session=session)
    shares = dict.fromkeys(["net_per_unit", "exact_per_unit", "ahead", "ruined"], "{:.2%}")
    frame = results.frame()
    if not as_json:
        shown = ["system", "sessions", "action_units", "mean_net_units", "mean_net_low"]
        frame = frame[[*shown, "mean_net_high", *shares, "z"]]
    print_frame(frame.set_index("system"), as_json, {**shares, "z": "{:+.2f}"})
