"""A crest: two or three letters on two colours of a palette, which stands beside a name and never in its place.

The colours are tokens of the stylesheet (`.c-navy` in static/css/tokens.css); on paper the letters stand alone.
"""

import re
from collections import Counter
from collections.abc import Collection
from typing import Final, NamedTuple
from zlib import crc32

from django.utils.safestring import SafeString

from core.tables import escaped

# key -> what people call it
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
    "grey": "grey and black",
}
FEWEST_LETTERS: Final = 2
MOST_LETTERS: Final = 3


class Crest(NamedTuple):
    """`colours` is a key of the palette."""

    letters: str
    colours: str

    @property
    def words(self) -> str:
        """Of the colours."""
        return PALETTE[self.colours]

    def __str__(self) -> str:
        return f"{self.letters} in {self.words}"


def crest_of(name: str, letters: str = "", colours: str = "") -> Crest:
    """What was chosen; for what was not, the letters and the colours that the name itself gives, always the same."""
    usual = list(PALETTE)[crc32(name.casefold().encode()) % len(PALETTE)]
    return Crest(letters or _initials(name), colours if colours in PALETTE else usual)


def distinct_crest(name: str, others: Collection[Crest]) -> tuple[str, str]:
    """Letters and colours for a new team beside these: "" for what its name gives, where none of them shows the same.

    Letters come from the name all the same, and colours are those that the fewest of them show.
    """
    own, letters, colours = crest_of(name), "", ""
    shown = {other.letters for other in others}
    if own.letters in shown:
        letters = next((each for each in other_letters(name) if each not in shown), "")
    worn = Counter(other.colours for other in others)
    fewest = min(worn[each] for each in PALETTE)
    if worn[own.colours] > fewest:
        first = list(PALETTE).index(own.colours)
        colours = next(each for each in [*PALETTE][first:] + [*PALETTE][:first] if worn[each] == fewest)
    return letters, colours


def other_letters(name: str) -> list[str]:
    """What a name may be shortened to where another team has its initials, such as TOS for Toledo Stokers."""
    words = re.findall(r"[^\W_]+", name)
    if not words:
        return []
    first, last = words[0], words[-1]
    found = [first[:2] + last[:1], first[:1] + last[:2], first[:3], first[:2], last[:3], first[:1] + last[-1:]]
    return [each.upper() for each in found if FEWEST_LETTERS <= len(each.upper()) <= MOST_LETTERS]


def _initials(name: str) -> str:
    """Of a name of several words, such as TS of Toledo Stokers; else what it begins with."""
    words = re.findall(r"[^\W_]+", name)
    initials = "".join(word[0] for word in words) if len(words) >= FEWEST_LETTERS else "".join(words)[:FEWEST_LETTERS]
    return initials[:MOST_LETTERS].upper() or "?"


def drawn(crest: Crest) -> SafeString:
    """As it stands before the name, which says all that it says: the letters are drawn by the stylesheet, so that they
    are neither heard nor copied along with the name."""
    return SafeString(
        f'<i class="crest c-{crest.colours}" data-letters="{escaped(crest.letters)}" aria-hidden="true"></i>'
    )


def beside(crest: Crest, name: str) -> SafeString:
    """The crest and the name."""
    return drawn(crest) + SafeString(escaped(name))
