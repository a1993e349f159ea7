"""Page icons, drawn as lines on a 24 by 24 grid."""

from typing import Final

from django.utils.safestring import SafeString

ICONS: Final = {
    "pennant": "M6 21V4l13 4.5L6 13",
    "tiles": "M4 4h7v7H4zM14 4h6v4h-6zM14 11h6v9h-6zM4 14h7v6H4z",
    "scoreboard": "M3 6h18v12H3zM3 12h18M9 6v12M15 6v12",
    "ball": "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M6 5.5c3.2 3.8 3.2 9.2 0 13M18 5.5c-3.2 3.8-3.2 9.2 0 13",
    "calendar": "M4 6h16v14H4zM4 11h16M8.5 3v4M15.5 3v4",
    "bars": "M5 20v-9M12 20V4M19 20v-6",
    "search": "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.3 15.3L21 21",
    "more": "M4 7h16M4 12h16M4 17h16",
}


def icon_svg(name: str) -> SafeString:
    """Return an icon as inline SVG. Screen readers skip it, so put a word next to it."""
    return SafeString(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{ICONS[name]}"/></svg>')
