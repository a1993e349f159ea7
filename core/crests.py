"""Team crests, with two or three letters on two colors. They appear next to a team's name.

The colors are stylesheet tokens (`.c-navy` in static/css/tokens.css). Printouts show only the letters.
"""

import re
from collections import Counter
from collections.abc import Collection
from typing import Final, NamedTuple
from zlib import crc32

from django.utils.safestring import SafeString

from core.tables import escape_html

# palette key -> color names for people
PALETTE: Final = {
    "navy": "navy and gold",
    "red": "red and white",
    "green": "green and cream",
    "sky": "sky blue and navy",
    "orange": "black and orange",
    "purple": "purple and lilac",
    "brown": "brown and gold",
    "white": "white and red",
    "gold": "gold and black",
    "teal": "teal and white",
    "royal": "royal blue and white",
    "grey": "gray and black",
}
MIN_LETTERS: Final = 2
MAX_LETTERS: Final = 3


class Crest(NamedTuple):
    """A crest's letters and its palette key."""

    letters: str
    palette: str

    @property
    def color_names(self) -> str:
        return PALETTE[self.palette]

    def __str__(self) -> str:
        return f"{self.letters} in {self.color_names}"


def team_crest(name: str, letters: str = "", chosen_palette: str = "") -> Crest:
    """Return the chosen crest. Letters and colors that weren't chosen are derived from the name."""
    palette = list(PALETTE)
    default = palette[crc32(name.casefold().encode()) % len(palette)]
    return Crest(letters or _initials(name), chosen_palette if chosen_palette in PALETTE else default)


def distinct_crest(name: str, crests: Collection[Crest]) -> tuple[str, str]:
    """Choose letters and colors that distinguish a new team from the other crests.

    Returns:
        Letters and a palette key. An empty string means that the default for the name is available.
    """
    default = team_crest(name)
    letters = chosen_palette = ""
    used_letters = {crest.letters for crest in crests}
    if default.letters in used_letters:
        letters = next((choice for choice in alternative_letters(name) if choice not in used_letters), "")
    uses = Counter(crest.palette for crest in crests)
    fewest = min(uses[key] for key in PALETTE)
    if uses[default.palette] > fewest:
        palette = list(PALETTE)
        first = palette.index(default.palette)
        candidates = palette[first:] + palette[:first]
        chosen_palette = next(key for key in candidates if uses[key] == fewest)
    return letters, chosen_palette


def alternative_letters(name: str) -> list[str]:
    """Return alternative abbreviations for a name, such as TOS for Toledo Stokers, if its initials are in use."""
    words = re.findall(r"[^\W_]+", name)
    if not words:
        return []
    first, last = words[0], words[-1]
    choices = [first[:2] + last[:1], first[:1] + last[:2], first[:3], first[:2], last[:3], first[:1] + last[-1:]]
    abbreviations = [choice.upper() for choice in choices]
    return [letters for letters in abbreviations if MIN_LETTERS <= len(letters) <= MAX_LETTERS]


def _initials(name: str) -> str:
    """Return a name's initials, such as TS for Toledo Stokers, or the first letters if it is a single word."""
    words = re.findall(r"[^\W_]+", name)
    initials = "".join(word[0] for word in words) if len(words) >= MIN_LETTERS else "".join(words)[:MIN_LETTERS]
    return initials[:MAX_LETTERS].upper() or "?"


def crest_html(crest: Crest) -> SafeString:
    """Return the crest as HTML. CSS draws the letters, so they can't be read aloud or copied."""
    return SafeString(
        f'<i class="crest c-{crest.palette}" data-letters="{escape_html(crest.letters)}" aria-hidden="true"></i>'
    )


def crest_and_name(crest: Crest, name: str) -> SafeString:
    """Return the crest and the name as HTML."""
    return crest_html(crest) + SafeString(escape_html(name))
