"""`baccarat doctor`."""

import json
from typing import TYPE_CHECKING

import typer

from baccarat.cli.app import AsJson, app

if TYPE_CHECKING:
    pass


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
