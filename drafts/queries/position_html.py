"""A player's positions as a badge with a color for each part of the field."""

from typing import Final

from django.utils.safestring import SafeString

from core.tables import escape_html

# the palette of crests, because their letters are readable in light and dark pages alike
_CREST_BY_POSITION: Final = {
    "C": "c-purple",
    **dict.fromkeys(("1B", "2B", "3B", "SS"), "c-royal"),
    **dict.fromkeys(("LF", "CF", "RF", "OF"), "c-green"),
    **dict.fromkeys(("SP", "P"), "c-red"),
    "RP": "c-brown",
}


def position_color(label: str) -> str:
    """Return the class with the colors of a label's first position, such as "SS 2B" or "SP/RP"."""
    return _CREST_BY_POSITION.get(label.replace("/", " ").split(" ")[0], "")


def position_badge(label: str) -> SafeString:
    """Return the label as a badge. It names the positions, so color isn't the only sign."""
    return SafeString(f'<span class="pos {position_color(label)}">{escape_html(label)}</span>')
