"""Template tag for bullpen pictures. It builds a string, because a division has thousands of bars."""

from django import template
from django.utils.safestring import SafeString

from core.tables import escape_html
from pitching.queries.bullpen import Bar, Bullpen, Strip

register = template.Library()


@register.simple_tag
def bullpen(pen: Bullpen) -> SafeString:
    """Return the SVG. It is hidden from screen readers, because the table next to it has the same data."""
    numbers = [f'<text class="mid quiet" x="{middle}" y="9">{number}</text>' for number, middle in pen.games]
    parts = [
        f'<svg class="bullpen" viewBox="0 0 {pen.width} {pen.height}" aria-hidden="true">',
        *numbers,
        f'<text class="quiet" x="{pen.gauge_x}" y="9">relief</text>',
        f'<text class="end quiet" x="{pen.width}" y="9">start</text>',
        *[_strip_svg(pen, strip) for strip in pen.strips],
        _window_svg(pen),
        "</svg>",
    ]
    return SafeString("".join(parts))


def _window_svg(pen: Bullpen) -> str:
    """Return the frame around the games that count."""
    left, width = pen.window
    if not width:
        return ""
    return f'<rect class="frame" x="{left}" y="1" width="{width}" height="{pen.height - 2}"/>'


def _strip_svg(pen: Bullpen, strip: Strip) -> str:
    row = strip.row
    bars = "".join([_bar_svg(pen, bar) for bar in strip.bars])
    gauge = ""
    if strip.gauge_fill:
        gauge = (
            f'<rect class="left" x="{pen.gauge_x}" y="{strip.y + 3}"'
            f' width="{strip.gauge_fill}" height="{pen.row_height - 6}"/>'
        )
    relief_class = "end" if strip.gauge_fill else "end quiet"
    start_class = "end" if row.can_start else "end quiet"
    return (
        f'<line class="hair" x1="0" x2="{pen.width}" y1="{strip.bottom}" y2="{strip.bottom}"/>'
        f'<text x="0" y="{strip.text_y}">{escape_html(strip.name)} '
        f'<tspan class="quiet">{escape_html(row.throws)}</tspan></text>'
        f"{bars}{gauge}"
        f'<text class="{relief_class}" x="{pen.relief_label_x}" y="{strip.text_y}">'
        f"{strip.relief_label}</text>"
        f'<text class="{start_class}" x="{pen.width}" y="{strip.text_y}">'
        f"{strip.start_label}</text>"
    )


def _bar_svg(pen: Bullpen, bar: Bar) -> str:
    css_class = "start" if bar.is_start else "relief"
    return (
        f'<rect class="{css_class}" x="{bar.x}" y="{bar.y}" width="{pen.bar_width}"'
        f' height="{bar.height}"><title>{bar.text}</title></rect>'
    )
