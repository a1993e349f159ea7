"""Draw the preview image that messengers and social sites show for a shared link: a title over small tables."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from core.lettering import BOLD, FONT_FILES, TEXT, fit_font_size, fit_text, visual_order

SIZE: Final = (1200, 630)  # the expected Open Graph image size
MOST_BLOCKS: Final = 3
MOST_LINES: Final = 8
# the light theme's colors in static/css/tokens.css
_PAPER, _INK, _QUIET, _LINE, _ACCENT = "#fbfaf5", "#1f1d1a", "#5d584e", "#d8d2c2", "#8f1d1d"
_MARGIN: Final = 60
_GAP: Final = 48
_LINE_HEIGHT: Final = 42
_TOP_OF_BLOCKS: Final = 212


class PictureLine(NamedTuple):
    """A table line, such as "1", "Akron Aces" and "11-3"."""

    place: str
    name: str
    value: str


class PictureBlock(NamedTuple):
    title: str
    lines: Sequence[PictureLine]


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT_FILES[name]), size)


def share_picture(title: str, subtitle: str, blocks: Sequence[PictureBlock]) -> bytes:
    """Return a PNG of 1200 by 630 pixels. It has room for three blocks of eight lines. The rest is left out."""
    picture = Image.new("RGB", SIZE, _PAPER)
    draw = ImageDraw.Draw(picture)
    width = SIZE[0] - 2 * _MARGIN
    draw.rectangle((0, 0, SIZE[0], 16), fill=_ACCENT)
    title_size = int(fit_font_size(title, width, 64, bold=True, smallest=36))
    _write(draw, _MARGIN, 108, title, BOLD, title_size, _INK, width)
    _write(draw, _MARGIN, 160, subtitle, TEXT, 32, _QUIET, width)
    shown = blocks[:MOST_BLOCKS]
    block_width = (width - _GAP * (len(shown) - 1)) // max(1, len(shown))
    for number, block in enumerate(shown):
        _draw_block(draw, _MARGIN + number * (block_width + _GAP), block_width, block)
    return _png(picture)


def _draw_block(draw: ImageDraw.ImageDraw, left: int, width: int, block: PictureBlock) -> None:
    baseline = _TOP_OF_BLOCKS + 28
    _write(draw, left, baseline, block.title, BOLD, 28, _ACCENT, width)
    for line in block.lines[:MOST_LINES]:
        draw.line((left, baseline + 12, left + width, baseline + 12), fill=_LINE, width=2)
        baseline += _LINE_HEIGHT
        value_width = int(draw.textlength(line.value, font=_font(TEXT, 28)))
        _write(draw, left, baseline, line.place, TEXT, 28, _QUIET, 44)
        _write(draw, left + 48, baseline, line.name, TEXT, 28, _INK, width - 64 - value_width)
        _write(draw, left + width - value_width, baseline, line.value, TEXT, 28, _INK, value_width + 1)


def _write(
    draw: ImageDraw.ImageDraw, left: int, baseline: int, text: str, font: str, size: int, color: str, width: int
) -> None:
    """Draw a line from its left edge, cut to a width in pixels."""
    line = visual_order(fit_text(text, font, size, width))
    draw.text((left, baseline), line, font=_font(font, size), fill=color, anchor="ls")


def _png(picture: Image.Image) -> bytes:
    content = BytesIO()
    picture.quantize(64).save(content, "PNG", optimize=True)
    return content.getvalue()
