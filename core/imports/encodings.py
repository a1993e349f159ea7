"""Decode uploaded text files."""

import codecs
import unicodedata
from typing import Final, NamedTuple

from core.errors import Refused
from core.refusals import FileRefusal

_UTF_16_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_USUAL: Final = "cp1252"
_CANDIDATES: Final = ("mac_roman", "cp850", "cp437", "cp1250", "cp1251", "cp1253", "shift_jis", "euc_kr", "big5")
_MARKS_IN_TEXT: Final = frozenset("’‘“”–—…•·°ªº€£©®™´\N{NO-BREAK SPACE}½¼¾×")
# Common wrong file types: the initial bytes, their offset and a description.
_OTHER_FILES: Final = (
    (b"\xff\xd8\xff", 0, "a photo"),
    (b"\x89PNG", 0, "a picture"),
    (b"GIF8", 0, "a picture"),
    (b"ftypheic", 4, "a photo"),
    (b"%PDF-", 0, "a PDF"),
)


class UndecodableText(Refused):
    """The file isn't text, or its encoding is unknown."""


class DecodedText(NamedTuple):
    """A file's decoded text.

    Attributes:
        guessed: The guessed encoding, or "" if the file specified it.
        other_lines: The line numbers in a UTF-8 file that are encoded in Windows-1252, which happens when text is
            copied from other programs.
    """

    text: str
    guessed: str = ""
    other_lines: tuple[int, ...] = ()


def decode_text(content: bytes) -> DecodedText:
    """Decode UTF-8 or UTF-16, or guess the encoding. Raise UndecodableText if nothing fits."""
    for beginning, offset, kind in _OTHER_FILES:
        if content.startswith(beginning, offset):
            raise UndecodableText(FileRefusal.NO_TEXT_IN_IT, kind=kind)
    if content.startswith(_UTF_16_MARKS):
        try:
            return DecodedText(content.decode("utf-16"))
        except UnicodeDecodeError:
            raise UndecodableText(FileRefusal.NOT_UTF_16) from None
    if b"\x00" in content:
        raise UndecodableText(FileRefusal.NOT_TEXT)
    try:
        return DecodedText(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _decode_mixed(content) or _guess(content)


def _decode_mixed(content: bytes) -> DecodedText | None:
    """Decode a file with both UTF-8 and Windows-1252 lines, or return None if no line is UTF-8."""
    lines: list[str] = []
    other_lines = []
    has_utf_8 = False
    for number, line in enumerate(content.removeprefix(codecs.BOM_UTF8).splitlines(keepends=True), 1):
        try:
            lines.append(line.decode("utf-8"))
            has_utf_8 |= not line.isascii()
        except UnicodeDecodeError:
            lines.append(line.decode(_USUAL, errors="replace"))
            other_lines.append(number)
    return DecodedText("".join(lines), "UTF-8", tuple(other_lines)) if has_utf_8 else None


def _guess(content: bytes) -> DecodedText:
    """Guess Windows-1252, which almost all such spreadsheets use, or else the encoding that best fits the letters."""
    try:
        text = content.decode(_USUAL)
    except UnicodeDecodeError:
        text = ""
    if text and _is_plausible(text):
        return DecodedText(text, "Windows-1252")
    from charset_normalizer import from_bytes  # noqa: PLC0415 - most files don't need it

    matches = [*from_bytes(content, cp_isolation=list(_CANDIDATES))]
    best = next((match for match in matches if _is_plausible(str(match))), None)
    if best is not None:
        return DecodedText(str(best), best.encoding)
    if text:
        return DecodedText(text, "Windows-1252")
    if not matches:
        raise UndecodableText(FileRefusal.UNKNOWN_ENCODING)
    return DecodedText(str(matches[0]), matches[0].encoding)


def _is_plausible(text: str) -> bool:
    """Return whether the non-ASCII characters are where names and sentences have them.

    In a wrong encoding, an accented letter becomes a symbol or a capital letter within a word.
    """
    for before, letter in zip(f" {text}", text, strict=False):
        if letter.isascii() or letter in _MARKS_IN_TEXT:
            continue
        if not unicodedata.category(letter).startswith("L") or (letter.isupper() and before.islower()):
            return False
    return True
