"""What kind of file a record is, and its text in whatever encoding."""

from __future__ import annotations

import codecs
import zipfile
from pathlib import Path
from typing import Final

_KINDS: Final = {
    b"SQLite format 3\x00": "database",
    b"PAR1": "parquet",
    b"\xd0\xcf\x11\xe0": "old workbook",
    b"\x89PNG": "picture",
    b"\xff\xd8\xff": "picture",
    b"GIF8": "picture",
    b"BM": "picture",
    b"RIFF": "picture",
    b"%PDF": "page",
    b"\x1f\x8b": "archive",
    b"7z\xbc\xaf": "archive",
    b"Rar!": "archive",
}
_BINARY: Final = frozenset(range(32)) - set(b"\t\n\v\f\r\x1a")

ADVICE: Final = {
    "picture": "is a picture; write its results down as letters P, B, T",
    "page": "is a PDF; copy its results into a text file or a CSV",
    "archive": "is a compressed archive; unpack it and give the file inside",
    "old workbook": "is an Excel workbook of the old form; save it as .xlsx or .csv",
}


def kind_of(path: Path) -> str:
    """Say what a file is, by how it begins.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    str
        "text", "workbook", "database", "parquet", or what can't be read: a key of `ADVICE`.
    """
    with path.open("rb") as file:
        head = file.read(64)
    if head.startswith(b"PK\x03\x04"):
        return "workbook" if _is_workbook(path) else "archive"
    for magic, kind in _KINDS.items():
        if head.startswith(magic) and (len(magic) > 2 or any(byte in _BINARY for byte in head)):
            return kind
    return "text"


def _is_workbook(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except zipfile.BadZipFile:
        return path.suffix in (".xlsx", ".xlsm")


def text_of(data: bytes, name: str, encoding: str | None) -> str:
    """Decode a text: UTF-8 or UTF-16, with or without a mark at its head, else cp1252.

    Parameters
    ----------
    data : bytes
        What the file holds.
    name : str
        Its name, for messages.
    encoding : str or None
        Its encoding, where told.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If it is no text.

    Examples
    --------
    >>> text_of("Égalité".encode("cp1252"), "x", None)
    'Égalité'
    """
    for mark, coding in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if data.startswith(mark) and encoding is None:
            encoding = coding
    odd, even = data[1:4000:2].count(0), data[0:4000:2].count(0)
    if encoding is None and max(odd, even) > len(data[:4000]) // 4 and min(odd, even) == 0:
        encoding = "utf-16-le" if odd else "utf-16-be"
    try:
        return data.decode(encoding or "utf-8-sig").removeprefix("\ufeff")
    except LookupError:
        raise ValueError(
            f"no encoding {encoding!r}; common ones are utf-8, gb18030, big5"
        ) from None
    except UnicodeDecodeError:
        pass
    if encoding is None and not any(byte in _BINARY for byte in data[:100_000]):
        try:
            return data.decode("cp1252")
        except UnicodeDecodeError:
            pass
    raise ValueError(
        f"{name} is not text in {encoding or 'UTF-8, UTF-16 or cp1252'}; if it is text, say its "
        'encoding, such as encoding="gb18030"'
    )
