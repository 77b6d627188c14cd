"""The `baccarat` command. Commands import what they need when they run, so that help is quick."""

import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from fractions import Fraction

    import pandas as pd

    from baccarat.game.table import Table
    from baccarat.history.history import History
    from baccarat.history.roads import Roads

app = typer.Typer(
    name="baccarat",
    help="Baccarat betting systems, and the habit of following streaks, put to an honest test.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

# What bad input raises; BACCARAT_TRACEBACK=1 shows where. Anything else is a fault of ours and
# keeps its traceback.
BAD_INPUT = (
    ValueError,
    FileExistsError,
    FileNotFoundError,
    IsADirectoryError,
    NotADirectoryError,
    PermissionError,
)
BAD_INPUT_STATUS = 2
INTERRUPTED = 130


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"baccarat {version('baccarat-lab')}")
        raise typer.Exit


@app.callback()
def _baccarat(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    pass


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


@contextmanager
def _terminable() -> Iterator[None]:
    """Let a scheduler's SIGTERM clean up as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@app.command()
def report(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Reports to make. [all]")
    ] = None,
    parameters: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--parameter",
            metavar="NAME=VALUE",
            help="A parameter, for every chosen report that has it; may be repeated.",
        ),
    ] = None,
    suite: Annotated[Path, typer.Option(metavar="FILE", help="The suite file.")] = Path(
        "reports/suite.toml"
    ),
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder for the pages; failed runs go to DIR/failed. "
            "[reports/site; failed runs: reports/failed]",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", metavar="N", min=1, help="Made at a time. [processors]"),
    ] = None,
    timeout: Annotated[
        int, typer.Option(metavar="S", min=1, help="Seconds allowed to one cell.")
    ] = 600,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Run notebooks and publish them as pages.

    Exit status: 0 all made, 1 some failed (the others are made), 2 bad input, 130 interrupted.
    """
    from baccarat.report.suite import plan, read_suite

    chosen = read_suite(suite)
    planned = plan(chosen, names or (), parameters or ())

    # Only from here on is it worth loading papermill and nbconvert.
    from baccarat.report import console
    from baccarat.report.index import write_index
    from baccarat.report.run import Folders, make

    folders = Folders.of(chosen, out)
    with _terminable(), console.progress([job.name for job in planned]) as on_event:
        results = make(
            planned, folders, root=chosen.root, workers=jobs, timeout=timeout, on_event=on_event
        )
    index = write_index(chosen, folders)
    typer.echo((console.document if as_json else console.summary)(results, index))
    if any(result.status == "failed" for result in results):
        raise typer.Exit(1)


Hints = Annotated[
    list[str] | None,
    typer.Option(
        "--hint",
        metavar="NAME=VALUE",
        help="How to read it, as 'language=it' or 'symbols={\"1\": \"banker\"}'; may be repeated.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that is there already.")]


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
    _print_frame(frame.rename_axis(index="table"), as_json, {})


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
    frame = exact_odds(place, seen, stake=_number("--stake", stake))
    _print_frame(frame, as_json, {**shares, "sd_units": "{:.4f}"})


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

    _check_free(out, force)
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
    _print_history(history, out, as_json)


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

    _check_free(out, force)
    history = read_history(record, table=table, **_hints(hint))
    write_history(history, out)
    _print_history(history, out, as_json)


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

    _check_free(out, force)
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

    history = read_history(record, table=table, **_hints(hint))
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
    _print_frame(frame.set_index("system"), as_json, {**shares, "z": "{:+.2f}"})


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Look for what is wrong with the installation. Exit status 1 if anything is."""
    from dataclasses import asdict

    from baccarat.doctor import examine

    findings = examine()
    if as_json:
        typer.echo(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        for finding in findings:
            mark = ("ok" if not finding.advice else "note") if finding.ok else "WRONG"
            typer.echo(f"{mark:<6} {finding.name:<26} {finding.value}")
            if finding.advice:
                typer.echo(f"{'':<6} {finding.advice}")
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


def _number(option: str, text: str) -> "Fraction":
    """Read a number as it is written, so that 0.1 is a tenth."""
    from fractions import Fraction

    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(
            f"{option} must be a number, such as 5, 0.5 or 1/2; got {text!r}"
        ) from None


def _hints(given: list[str] | None) -> dict[str, Any]:
    """Read hints for `read_history`: a value is JSON, or else a text."""
    from inspect import signature

    from baccarat.history.notation import read_history

    names = [name for name in signature(read_history).parameters if name not in ("path", "table")]
    hints: dict[str, Any] = {}
    for text in given or ():
        name, sign, value = text.partition("=")
        if not sign or name not in names:
            raise ValueError(
                f"--hint is NAME=VALUE, as 'language=it', with a name among {', '.join(names)}; "
                f"got {text!r}"
            )
        try:
            hints[name] = json.loads(value)
        except json.JSONDecodeError:
            hints[name] = value
    return hints


def _check_free(path: Path | None, force: bool) -> None:
    """Refuse to replace a file, before any work is done."""
    if path is not None and path.exists() and not force:
        raise ValueError(f"{path} is there already; give another name, or --force to replace it")


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


def _print_frame(frame: "pd.DataFrame", as_json: bool, formats: dict[str, str]) -> None:
    if as_json:
        typer.echo(frame.reset_index().to_json(orient="records", indent=1, double_precision=15))
        return
    told = frame.astype(object).where(frame.notna(), "-")
    for name, form in formats.items():
        told[name] = frame[name].map(form.format)
    typer.echo(told.reset_index().to_string(index=False))


def _print_history(history: "History", out: Path | None, as_json: bool) -> None:
    if as_json:
        facts = {"coups": len(history), "segments": history.segments, **history.counts()}
        place = {"file": str(out)} if out else {"shoes": history.text().split("\n")}
        typer.echo(json.dumps({**facts, "source": history.source, **place}, indent=1))
    else:
        typer.echo(f"{out}: {str(history)[1:-1]}")


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
    _print_frame(good.drop(columns="definition").set_index("pattern"), False, shares)
    if out is not None:
        typer.echo(f"\n{out}: the boards as a drawing")


def _say(message: str) -> None:
    print(f"baccarat: {message}", file=sys.stderr)


def _one_line(error: BaseException) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {(error.strerror or str(error)).lower()}"
    return " ".join(str(error).split())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; the one place where errors become words.

    Parameters
    ----------
    arguments
        Those of the command line where None.

    Returns
    -------
    int
        0 for success, 2 for bad input, 130 for an interrupt, or what the command says.
    """
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        status = app(given or ["--help"], prog_name="baccarat", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone; python must not try to flush the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except typer.TyperException as error:
        _say(f"{' '.join(error.format_message().split())} (see 'baccarat --help')")
        return error.exit_code
    except BAD_INPUT as error:
        if os.environ.get("BACCARAT_TRACEBACK"):
            raise
        _say(_one_line(error))
        return BAD_INPUT_STATUS
    if status == INTERRUPTED:
        _say("interrupted; nothing unfinished was kept")
    return int(status or 0)


def main() -> None:
    """Entry point of the `baccarat` command."""
    # jsonschema's checker of web addresses takes seconds to import and is of no use here.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    sys.exit(run())


if __name__ == "__main__":
    main()
