"""Opening a file that somebody sent: an xlsx of bearable size, or one sentence that says what it is instead."""

import zipfile
from typing import BinaryIO, Final

from openpyxl import Workbook, load_workbook

from drafts.card_files.faults import CardFileFaults, Fault

LARGEST_FILE: Final = 3 * 1024 * 1024
LARGEST_UNPACKED: Final = 24 * 1024 * 1024  # the longest legal card set has about a third of it
MOST_PARTS: Final = 200


def open_workbook(file: BinaryIO) -> Workbook:
    """The workbook, to be read row by row. Raises CardFileFaults with one fault."""
    _check_size(file)
    _check_parts(file)
    file.seek(0)
    try:
        return load_workbook(file, read_only=True, data_only=False, keep_links=False)
    except Exception:  # openpyxl lets through whatever its parsers meet in a broken file
        raise _refusal("This file cannot be read as an Excel workbook; save it anew as .xlsx.") from None


def _check_size(file: BinaryIO) -> None:
    size = file.seek(0, 2)
    file.seek(0)
    if size > LARGEST_FILE:
        raise _refusal(f"This file has {_megabytes(size)}; a card set has at most {_megabytes(LARGEST_FILE)}.")


def _check_parts(file: BinaryIO) -> None:
    """Sizes are those the archive declares; more than it declares is never unpacked."""
    try:
        with zipfile.ZipFile(file) as archive:
            parts = archive.infolist()
            unpacked = sum(part.file_size for part in parts)
            if len(parts) > MOST_PARTS or unpacked > LARGEST_UNPACKED:
                raise _refusal(
                    f"This file unpacks to {_megabytes(unpacked)}, which no card set needs; it is not opened."
                )
            if any(_declares_a_document_type(archive.read(part)) for part in parts):
                raise _refusal("This file defines its own document type, which no spreadsheet does; it is not opened.")
    except CardFileFaults:
        raise
    except Exception:  # zipfile lets through whatever it meets in a broken archive, negative places in the file too
        raise _refusal("This is not an Excel workbook (.xlsx). Fill in the template and save it as .xlsx.") from None


def _declares_a_document_type(part: bytes) -> bool:
    """Entities, with which a small file can swell without end, need one."""
    return any("<!DOCTYPE".encode(coding) in part for coding in ("utf-8", "utf-16-le", "utf-16-be"))


def _megabytes(size: int) -> str:
    return f"{size / 1024 / 1024:.1f} MB"


def _refusal(text: str) -> CardFileFaults:
    return CardFileFaults([Fault(text)])
