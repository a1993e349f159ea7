"""Draw charts as strings, because templates are slow for so many points."""

from django import template
from django.utils.safestring import SafeString

from core.line_chart import LineChart
from core.tables import escape_html

register = template.Library()


@register.simple_tag
def line_chart(picture: LineChart) -> SafeString:
    """Render a line chart. Screen readers skip it, because the page has the same data as text and in a table."""
    left, right = picture.left, picture.right
    levels = [
        f'<line class="hair" x1="{left}" x2="{right}" y1="{mark.y}" y2="{mark.y}"/>'
        f'<text class="end" x="{mark.x}" y="{mark.y}" dy="4">{escape_html(mark.text)}</text>'
        for mark in picture.levels
    ]
    marks = [f'<text class="mid" x="{mark.x}" y="{mark.y}">{escape_html(mark.text)}</text>' for mark in picture.marks]
    cut = [f'<polyline class="cut" points="{picture.cut}"/>'] if picture.cut else []
    lines = [
        f'<polyline{_class(line.tone)} points="{line.points}"/>'
        f'<text{_class(line.tone)} x="{right}" dx="8" y="{line.name_y}" dy="4">{escape_html(line.label)}</text>'
        for line in picture.lines
    ]
    box = f'<svg viewBox="0 0 {picture.width} {picture.height}" aria-hidden="true">'
    return SafeString("".join([box, *levels, *marks, *cut, *lines, "</svg>"]))


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""
