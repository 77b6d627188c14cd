"""Results written one after the other: words, letters, signs, runs, and marks beside them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from baccarat.history.history import History
from baccarat.history.reading.hints import Hints
from baccarat.history.reading.plate import plate_columns
from baccarat.history.reading.record import Numbers, Record, to_history
from baccarat.history.reading.signs import PLAIN_ADVICE, NotSettledError, legend, settle
from baccarat.history.reading.tokens import COMMENT_LINE, Cutter, Token
from baccarat.history.reading.words import Sign


@dataclass
class Shoes:
    """The tokens of a text, shoe by shoe, each with its line."""

    tokens: list[Token]
    lines: list[int]
    starts: list[int]


def tokens_history(text: str, comments: list[str], name: str, hints: Hints) -> History:
    """Read results written one after the other.

    Parameters
    ----------
    text : str
        The text; comments are taken out, their lines stay.
    comments : list of str
        The comments.
    name : str
        The file's name.
    hints : Hints
        What was told.

    Returns
    -------
    History

    Raises
    ------
    ValueError
        If something is no result, naming its line.

    Examples
    --------
    >>> tokens_history("1B 2P Tie", [], "x", Hints()).text()
    'BPPT'
    """
    hints = replace(hints, symbols={**legend(comments), **hints.symbols})
    shoes = _tokens(text, name, hints)
    used = list(dict.fromkeys(token.sign for token in shoes.tokens))
    try:
        signs = settle(used, hints)
    except NotSettledError as error:
        first = next(n for n, token in enumerate(shoes.tokens) if token.sign == error.sign)
        raise ValueError(f"{name}, line {shoes.lines[first]}: {error}") from None
    try:
        return to_history(_record(shoes, signs, name, hints), name, hints)
    except NotSettledError as error:
        first = next(n for n, token in enumerate(shoes.tokens) if token.marks == error.sign)
        raise ValueError(f"{name}, line {shoes.lines[first]}: {error}") from None


def _tokens(text: str, name: str, hints: Hints) -> Shoes:
    cutter = Cutter(text, hints)
    shoes = Shoes([], [], [0])
    for first, block in _blocks(text):
        try:
            plate = plate_columns([line for line in block if line.strip()], hints)
        except ValueError as error:
            raise ValueError(f"{name}, line {first}: {error}") from None
        lines = [" ".join(plate)] if plate is not None else block
        for number, line in enumerate(lines, first):
            for part, piece in enumerate(line.split("|")):
                _end(shoes, bool(part))
                try:
                    found = list(cutter.tokens(piece))
                except NotSettledError as error:
                    raise ValueError(f"{name}, line {number}: {error}") from None
                shoes.tokens += found
                shoes.lines += [number] * len(found)
        _end(shoes, True)
    if shoes.starts[-1] != len(shoes.tokens):
        shoes.starts.append(len(shoes.tokens))
    return shoes


def _end(shoes: Shoes, ended: bool) -> None:
    if ended and shoes.starts[-1] != len(shoes.tokens):
        shoes.starts.append(len(shoes.tokens))


def _blocks(text: str) -> Iterable[tuple[int, list[str]]]:
    """Give stretches of lines between blank ones or rules, each with its first line's number."""
    block: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip(" \t-=_*") or line.strip() in {"-", "_"}:
            block.append("" if line.strip() == COMMENT_LINE else line)
        elif block:
            yield number - len(block), block
            block = []
    if block:
        yield len(text.splitlines()) + 1 - len(block), block


def _record(shoes: Shoes, signs: dict[str, Sign], name: str, hints: Hints) -> Record:
    runs = _are_runs(shoes.tokens, name, hints)
    counts = [int(token.count or (token.marks if runs else "") or 1) for token in shoes.tokens]
    said = [signs[token.sign] for token in shoes.tokens]
    marks = {} if runs else _marks(shoes.tokens, said)
    ends = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int64)
    return Record(
        np.repeat(np.array([sign.outcome for sign in said], dtype=np.int64), counts),
        ends[shoes.starts],
        said={mark: np.repeat(numbers, counts) for mark, numbers in marks.items()},
        lines=np.repeat(np.array(shoes.lines, dtype=np.int64), counts),
    )


def _are_runs(tokens: list[Token], name: str, hints: Hints) -> bool:
    """Say whether numbers after letters are lengths of runs; points of the winner otherwise."""
    after = [token for token in tokens if token.marks.isdecimal()]
    numbered = sum(any(map(str.isdecimal, token.marks)) for token in tokens)
    if 2 * numbered < len(tokens) and after and hints.runs is None:
        raise NotSettledError(
            after[0].marks,
            f"is no result; {PLAIN_ADVICE}; points stand behind every result or behind none",
        )
    if hints.runs is not None or not after:
        return bool(hints.runs)
    if any(int(token.marks) > 9 for token in after):
        return True
    sides = [token.sign for token in tokens]
    turns = all(one != other for one, other in itertools.pairwise(sides))
    if len(after) == len(tokens) >= 4 and turns:
        raise ValueError(
            f"{name}: numbers such as {tokens[0].sign}{tokens[0].marks} may be lengths of runs or "
            "points of the winner, as winners alternate; say runs=True or runs=False"
        )
    return False


def _marks(tokens: list[Token], said: list[Sign]) -> dict[str, Numbers]:
    """Read what stands beside results; a mark that no coup has says nothing."""
    signs_say = [dict(sign.marks) for sign in said]
    points = [
        int(digits[0]) if (digits := re.findall(r"\d", token.marks)) else other.get("points", -1)
        for token, other in zip(tokens, signs_say, strict=True)
    ]
    marks = {"points": points, "natural": [int("*" in token.marks) for token in tokens]}
    for side, letter in (("player_pair", "p"), ("banker_pair", "b")):
        marks[side] = [
            int(letter in token.marks or side in other)
            for token, other in zip(tokens, signs_say, strict=True)
        ]
    silent = {"points": -1}
    return {
        name: np.array(numbers, dtype=np.int64)
        for name, numbers in marks.items()
        if any(number > silent.get(name, 0) for number in numbers)
    }
