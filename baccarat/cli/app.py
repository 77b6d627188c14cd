"""The command itself, the options that commands share, and how they print."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from fractions import Fraction

    import pandas as pd

    from baccarat.history.history import History

app = typer.Typer(
    name="baccarat",
    help="Baccarat betting systems, and the habit of following streaks, put to an honest test.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

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


def number(option: str, text: str) -> "Fraction":
    """Read a number as it is written, so that 0.1 is a tenth."""
    from fractions import Fraction

    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(
            f"{option} must be a number, such as 5, 0.5 or 1/2; got {text!r}"
        ) from None


def read_hints(given: list[str] | None) -> dict[str, Any]:
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


def check_free(path: Path | None, force: bool) -> None:
    """Refuse to replace a file, before any work is done."""
    if path is not None and path.exists() and not force:
        raise ValueError(f"{path} is there already; give another name, or --force to replace it")


def print_frame(frame: "pd.DataFrame", as_json: bool, formats: dict[str, str]) -> None:
    """Print a table, or its rows as JSON."""
    if as_json:
        typer.echo(frame.reset_index().to_json(orient="records", indent=1, double_precision=15))
        return
    told = frame.astype(object).where(frame.notna(), "-")
    for name, form in formats.items():
        told[name] = frame[name].map(form.format)
    typer.echo(told.reset_index().to_string(index=False))


def print_history(history: "History", out: Path | None, as_json: bool) -> None:
    """Print a line on a history, or its facts as JSON."""
    if as_json:
        facts = {"coups": len(history), "segments": history.segments, **history.counts()}
        place = {"file": str(out)} if out else {"shoes": history.text().split("\n")}
        typer.echo(json.dumps({**facts, "source": history.source, **place}, indent=1))
    else:
        typer.echo(f"{out}: {str(history)[1:-1]}")
