"""Turn the bytes of an uploaded text file into text."""

import codecs
from typing import Final, NamedTuple

from core.errors import Refused
from core.refusals import FileRefusal

_UTF_16_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class UndecodableText(Refused):
    """A file isn't text, or its encoding is unknown."""


class DecodedText(NamedTuple):
    """A file's text. `guessed` is the encoding if the file didn't say it, or "" otherwise."""

    text: str
    guessed: str = ""


def decode_text(content: bytes) -> DecodedText:
    """Decode UTF-8 or UTF-16, or guess the encoding. Raises UndecodableText."""
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
        return _guess(content)


def _guess(content: bytes) -> DecodedText:
    """Guess Windows-1252, which almost all such spreadsheets use, or else what the letters fit best."""
    try:
        return DecodedText(content.decode("cp1252"), "Windows-1252")
    except UnicodeDecodeError:
        from charset_normalizer import from_bytes  # noqa: PLC0415 - most files don't need it
    best = from_bytes(content).best()
    if best is None:
        raise UndecodableText(FileRefusal.UNKNOWN_ENCODING)
    return DecodedText(str(best), best.encoding)
