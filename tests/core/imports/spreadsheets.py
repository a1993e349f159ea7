"""Build small spreadsheets in formats that none of our libraries write: xls and ods, byte by byte."""

import io
import struct
import zipfile
from collections.abc import Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape

Rows = Sequence[Sequence[str | float | None]]
_SECTOR: Final = 512
_END: Final = 0xFFFFFFFE
_FREE: Final = 0xFFFFFFFF


def xls_of(sheets: Mapping[str, Rows], *, hidden: Sequence[str] = ()) -> bytes:
    """Return a workbook as written by Excel 97."""
    parts = {title: _biff_sheet(rows) for title, rows in sheets.items()}
    bounds_size = sum(len(_bound_sheet(title, 0, is_hidden=False)) for title in parts)
    start = len(_biff_start(5)) + bounds_size + len(_record(0x0A))
    bounds = b""
    for title, part in parts.items():
        bounds += _bound_sheet(title, start, is_hidden=title in hidden)
        start += len(part)
    return _compound_file(_biff_start(5) + bounds + _record(0x0A) + b"".join(parts.values()))


def _record(kind: int, content: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(content)) + content


def _biff_start(kind: int) -> bytes:
    return _record(0x0809, struct.pack("<HHHHII", 0x0600, kind, 0x0DBB, 1996, 0, 6))


def _bound_sheet(title: str, start: int, *, is_hidden: bool) -> bytes:
    name = title.encode("utf-16-le")
    return _record(0x85, struct.pack("<IBBBB", start, is_hidden, 0, len(title), 1) + name)


def _biff_sheet(rows: Rows) -> bytes:
    cells = b""
    for number, row in enumerate(rows):
        for place, value in enumerate(row):
            if isinstance(value, str):
                text = value.encode("utf-16-le")
                cells += _record(0x0204, struct.pack("<HHHHB", number, place, 0, len(value), 1) + text)
            elif value is not None:
                cells += _record(0x0203, struct.pack("<HHHd", number, place, 0, value))
    return _biff_start(0x10) + cells + _record(0x0A)


def _compound_file(stream: bytes) -> bytes:
    """Return a compound file (OLE2) with a workbook as its only stream: directory, stream, then allocation table."""
    stream = stream.ljust(4096, b"\0")  # shorter streams are stored differently
    stream += b"\0" * (-len(stream) % _SECTOR)
    sectors = len(stream) // _SECTOR
    table_sector = sectors + 1
    chain = [_END, *range(2, sectors + 1), _END, 0xFFFFFFFD]
    table = struct.pack(f"<{len(chain)}I", *chain).ljust(_SECTOR, b"\xff")
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16
    header += struct.pack("<HHHHH6xIIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, 0, 0, 4096, _END, 0, _END, 0, table_sector)
    directory = _entry("Root Entry", 5, _END, 0, child=1) + _entry("Workbook", 2, 1, len(stream))
    return header.ljust(_SECTOR, b"\xff") + directory.ljust(_SECTOR, b"\0") + stream + table


def _entry(name: str, kind: int, start: int, size: int, child: int = _FREE) -> bytes:
    text = f"{name}\0".encode("utf-16-le")
    facts = struct.pack("<HBBIII36xIQ", len(text), kind, 1, _FREE, _FREE, child, start, size)
    return text.ljust(64, b"\0") + facts


def ods_of(sheets: Mapping[str, Rows]) -> bytes:
    """Return a workbook as written by LibreOffice."""
    tables = "".join(
        f'<table:table table:name="{escape(title)}">{"".join(map(_ods_row, rows))}</table:table>'
        for title, rows in sheets.items()
    )
    return ods_with(f"<office:spreadsheet>{tables}</office:spreadsheet>")


def ods_with(body: str, before: str = "") -> bytes:
    """Return an ods file with this body, and with text before the document's first element."""
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    entry = f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
    space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", kind, zipfile.ZIP_STORED)
        archive.writestr(
            "META-INF/manifest.xml", f'<manifest:manifest xmlns:manifest="{space}">{entry}</manifest:manifest>'
        )
        content = f"<office:document-content {spaces}><office:body>{body}</office:body></office:document-content>"
        archive.writestr("content.xml", f'<?xml version="1.0" encoding="UTF-8"?>{before}{content}')
    return file.getvalue()


def _ods_row(row: Sequence[str | float | None]) -> str:
    return f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>"


def _ods_cell(value: str | float | None) -> str:
    if value is None:
        return "<table:table-cell/>"
    kind = "string" if isinstance(value, str) else f'float" office:value="{value}'
    return f'<table:table-cell office:value-type="{kind}"><text:p>{escape(str(value))}</text:p></table:table-cell>'
