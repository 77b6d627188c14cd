"""`baccarat test`."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from baccarat.cli.app import AsJson, Hints, app, print_frame, read_hints

if TYPE_CHECKING:
    from baccarat.evidence.battery.finding import BatteryResult


@app.command("test")
def test_record(
    record: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded history.")],
    plan: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Which tests, in TOML. [seven chosen for power]"),
    ] = None,
    table: Annotated[str | None, typer.Option(metavar="NAME", help="Its table. [live]")] = None,
    hint: Hints = None,
    as_json: AsJson = False,
) -> None:
    """Test whether a recorded history is chance, all tests corrected together."""
    from baccarat.evidence.battery.finding import run_plan
    from baccarat.evidence.battery.plan import Plan, read_plan
    from baccarat.history.notation import read_history

    chosen = Plan() if plan is None else read_plan(plan)
    history = read_history(record, table=table, **read_hints(hint))
    found = run_plan(history, chosen, None if history.table else "live")
    if as_json:
        typer.echo(json.dumps(_document(found), indent=1))
        return
    typer.echo(f"{record}: {str(history)[1:-1]}")
    typer.echo(f"{found.verdict}: {found.sentence()}\n")
    forms = {"p": "{:.3g}", "corrected": "{:.3g}", "80% power at": "{:.2f}"}
    forms |= dict.fromkeys(["effect", "low", "high"], "{:+.2f}")
    names = {"p_value": "p", "p_corrected": "corrected", "detectable": "80% power at"}
    frame = found.frame().rename(columns=names).set_index("test")
    print_frame(frame[[*forms, "verdict"]], False, forms)
    typer.echo("\neffects in points; corrected together " + _how(found))


def _how(found: "BatteryResult") -> str:
    plan = found.plan
    how = "after Holm" if plan.correction == "holm" else f"by {plan.permutations:,} permutations"
    return f"{how}; plan {plan.hash}"


def _document(found: "BatteryResult") -> dict[str, Any]:
    """Say all that was found; what is no number is null, as JSON has no word for it."""
    frame = found.frame()
    rows = json.loads(frame.to_json(orient="records", double_precision=15))
    for row, result in zip(rows, found.results, strict=True):
        row |= {"measures": result.measures, "null": result.null, "warnings": result.warnings}
    return {
        "verdict": found.verdict,
        "sentence": found.sentence(),
        "plan": json.loads(found.plan.text()),
        "hash": found.plan.hash,
        "tests": rows,
    }
