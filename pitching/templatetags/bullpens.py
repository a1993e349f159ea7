"""The picture of a bullpen on pages, drawn as a string: a division has thousands of bars and words in it."""

from django import template
from django.utils.safestring import SafeString

from core.tables import escape_html
from pitching.queries.bullpen import Bullpen, Strip

register = template.Library()


@register.simple_tag
def bullpen(pen: Bullpen) -> SafeString:
    """What it shows stands in words in the tables beside it."""
    numbers = [f'<text class="mid quiet" x="{middle}" y="9">{number}</text>' for number, middle in pen.games]
    left, counted = pen.window
    frame = f'<rect class="frame" x="{left}" y="1" width="{counted}" height="{pen.height - 2}"/>' if counted else ""
    parts = [
        f'<svg class="bullpen" viewBox="0 0 {pen.width} {pen.height}" aria-hidden="true">',
        *numbers,
        f'<text class="quiet" x="{pen.gauge}" y="9">relief</text>',
        f'<text class="end quiet" x="{pen.width}" y="9">start</text>',
        *[_row(pen, strip) for strip in pen.strips],
        frame,
        "</svg>",
    ]
    return SafeString("".join(parts))


def _row(pen: Bullpen, strip: Strip) -> str:
    row, foot, base = strip.row, strip.foot, strip.base
    bars = "".join(
        [
            f'<rect class="{"start" if bar.is_start else "relief"}" x="{bar.x}" y="{bar.y}" width="{pen.game_width}"'
            f' height="{bar.height}"><title>{bar.text}</title></rect>'
            for bar in strip.bars
        ]
    )
    gauge = f'<rect class="left" x="{pen.gauge}" y="{strip.y + 3}" width="{strip.left}" height="{pen.row - 6}"/>'
    return (
        f'<line class="hair" x1="0" x2="{pen.width}" y1="{base}" y2="{base}"/>'
        f'<text x="0" y="{foot}">{escape_html(strip.name)} '
        f'<tspan class="quiet">{escape_html(row.throws)}</tspan></text>'
        f"{bars}{gauge if strip.left else ''}"
        f'<text class="{"end" if strip.left else "end quiet"}" x="{pen.figure}" y="{foot}">{strip.may}</text>'
        f'<text class="{"end" if row.start_now else "end quiet"}" x="{pen.width}" y="{foot}">{strip.start}</text>'
    )
