"""The `baccarat` command. Commands import what they need when they run, so that help is quick."""

from baccarat.cli.running import main, run

__all__ = ["main", "run"]
