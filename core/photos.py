"""Check untrusted photos by content, rotate them upright, shrink them, and save them as JPEG without metadata."""

from functools import partial
from io import BytesIO
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from core.child_process import ReadLimits, UnreadableFile, read_in_child
from core.errors import Refused
from core.refusals import PhotoRefusal

MAX_MEGABYTES: Final = 5
_FORMATS: Final = ("JPEG", "PNG", "WEBP")
_MAX_PIXELS: Final = 50_000_000  # more than phone cameras produce
_MAX_SIDE: Final = 2400  # small handwriting on a full sheet is still readable
_QUALITY: Final = 82
_LIMITS: Final = ReadLimits(seconds=8.0, megabytes=900)


def read_photo(content: bytes, file_name: str) -> bytes:
    """Return an uploaded photo as a JPEG without metadata.

    Raises:
        Refused: The file is too large or isn't a photo.
    """
    if not content:
        raise Refused(PhotoRefusal.EMPTY, field="photo")
    if len(content) > MAX_MEGABYTES << 20:
        megabytes = len(content) / (1 << 20)
        raise Refused(PhotoRefusal.TOO_LARGE, field="photo", file=file_name, size=megabytes, most=MAX_MEGABYTES)
    try:
        return read_in_child(partial(reencode, content, file_name), file_name=file_name, limits=_LIMITS)
    except UnreadableFile:
        raise Refused(PhotoRefusal.UNREADABLE, field="photo", file=file_name) from None


def reencode(content: bytes, file_name: str) -> bytes:
    """Decode the image and encode only its pixels. Call this in a child process."""
    try:
        image: Image.Image = Image.open(BytesIO(content), formats=_FORMATS)
    except UnidentifiedImageError:
        raise Refused(PhotoRefusal.NOT_A_PHOTO, field="photo", file=file_name) from None
    width, height = image.size
    if width * height > _MAX_PIXELS:
        raise Refused(PhotoRefusal.TOO_MANY_PIXELS, field="photo", file=file_name, width=width, height=height)
    image.draft("RGB", (_MAX_SIDE, _MAX_SIDE))  # decodes a JPEG no larger than needed
    try:
        upright = ImageOps.exif_transpose(image)
    except (OSError, SyntaxError, ValueError):
        raise Refused(PhotoRefusal.UNREADABLE, field="photo", file=file_name) from None
    upright.thumbnail((_MAX_SIDE, _MAX_SIDE))
    pixels = Image.new("RGB", upright.size, "white")
    layer = upright.convert("RGBA")
    pixels.paste(layer, mask=layer.getchannel("A"))
    stored = BytesIO()
    pixels.save(stored, "JPEG", quality=_QUALITY, optimize=True)
    return stored.getvalue()
