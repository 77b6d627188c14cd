"""Running the command: the one place where errors become words and exit statuses."""

import os
import sys
from collections.abc import Sequence

import typer

from baccarat.cli import evidence, health, histories, making, pricing, systems  # noqa: F401 - commands
from baccarat.cli.app import app

_ORDER = (
    *("report", "reproduce", "tables", "odds", "deal", "check", "convert", "roads", "play"),
    *("test", "doctor"),
)
app.registered_commands.sort(
    key=lambda each: _ORDER.index(each.name or getattr(each.callback, "__name__", ""))
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
        _say("interrupted; nothing unfinished was published")
    return int(status or 0)


def main() -> None:
    """Entry point of the `baccarat` command."""
    # jsonschema's checker of web addresses takes seconds to import and is of no use here.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    sys.exit(run())
