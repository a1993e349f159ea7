"""Convert the rating notations of different sheets to the form that `sheet_cells` parses."""

import re
from typing import Final

_DASHES: Final = str.maketrans(
    dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}", "-")
)
_POSITION: Final = r"(?<![\w-])(p|c|[123]b|ss|[lcr]f)"
_LABELS: Final = {
    "bunting": r"bunt(?:ing)?|bnt",
    "hit_and_run": r"hit\s*(?:&|and)\s*run|h\s*&\s*r|h/r|hr",
    "running": r"run(?:ning)?|speed|spd",
    "stealing": r"steal(?:ing)?|stl",
}


def plain_cell(text: str) -> str:
    """Return a cell with plain hyphens instead of the dashes from word processors and web pages."""
    return text.translate(_DASHES).replace("\N{NO-BREAK SPACE}", " ").strip()


def without_label(name: str, text: str) -> str:
    """Return a rating without its label: "bunting-B" becomes "B", and "stl-(AA)" becomes "AA"."""
    plain = re.sub(rf"^(?:{_LABELS[name]})\s*[-:]?\s*(?=\W*\w)", "", plain_cell(text), flags=re.IGNORECASE)
    bracketed = re.fullmatch(r"\(([A-Za-z]+)\)", plain)
    return bracketed[1] if bracketed else plain


def plain_fielding(text: str) -> str:
    """Return fielding with a hyphen after each position and errors at the end, such as "SS-2e17" for "SS 2e17"."""
    plain = re.sub(r"\bdh\b", " ", plain_cell(text), flags=re.IGNORECASE).replace("&", " ")
    plain = re.sub(r"\(\s*(T[^()]*)\)", r" \1 ", plain, flags=re.IGNORECASE)
    plain = re.sub(r"\bT\s+(?=\d)", "T-", plain, flags=re.IGNORECASE)
    plain = re.sub(r"\bpb\s+(?=\d)", "pb-", plain, flags=re.IGNORECASE)
    plain = re.sub(_POSITION + r"\s*:?\s*(?=[1-5](?![\db]))", r"\1-", plain, flags=re.IGNORECASE)
    plain = re.sub(_POSITION + r"\(([1-5])\)", r"\1-\2", plain, flags=re.IGNORECASE)
    plain = re.sub(r"\s*,\s*(?=e\d)", "", plain, flags=re.IGNORECASE)
    return re.sub(r"(?<=[1-5])(e\d{1,2})\s*(\([+-]?\d\))", r"\2\1", plain, flags=re.IGNORECASE).strip()


def plain_pitching(text: str) -> str:
    """Return a pitcher's ratings without parentheses around any single rating, and with "bk" for balks."""
    plain = re.sub(r"\(\s*(#[^()]*|(?:hold|hld)[^()]*)\)", r" \1 ", plain_cell(text), flags=re.IGNORECASE)
    plain = re.sub(r"\bbalks?\b", "bk", plain, flags=re.IGNORECASE)
    plain = re.sub(r"(?<![#\w])(?=[1-8][NW][LR]\b)", "#", plain, flags=re.IGNORECASE)
    return plain_endurance(plain)


def plain_endurance(text: str) -> str:
    """Return endurance with parentheses, such as "S(6)*/R(2)/5" for "S6*/R2/5"."""
    return re.sub(r"(?<![\w])([sr])-?(\d{1,2})(?![\w)])", r"\1(\2)", plain_cell(text), flags=re.IGNORECASE)
