"""A player's positions as a badge, colored by area of the field."""

from typing import Final

from django.utils.safestring import SafeString

from core.tables import escape_html

# use the crest palette because its letters are readable on light and dark pages
_CREST_BY_POSITION: Final = {
    "C": "c-purple",
    **dict.fromkeys(("1B", "2B", "3B", "SS"), "c-royal"),
    **dict.fromkeys(("LF", "CF", "RF", "OF"), "c-green"),
    **dict.fromkeys(("SP", "P"), "c-red"),
    "RP": "c-brown",
}


def position_color(label: str) -> str:
    """Return the CSS class for the first position in a label such as "SS 2B" or "SP/RP"."""
    return _CREST_BY_POSITION.get(label.replace("/", " ").split(" ")[0], "")


def position_badge(label: str) -> SafeString:
    """Return the label as a badge. The badge includes the positions so that color isn't the only cue."""
    return SafeString(f'<span class="pos {position_color(label)}">{escape_html(label)}</span>')
