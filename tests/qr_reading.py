"""Decode QR codes like a phone: from a page's picture, with an independent decoder."""

from io import BytesIO

import pypdfium2
import zxingcpp
from PIL import Image

_DOTS_PER_INCH = 150  # a phone's camera captures a sheet at least this well


def codes_on_paper(pdf: bytes) -> list[str]:
    """Return the text of every QR code on the first page, as printed."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0].render(scale=_DOTS_PER_INCH / 72)
        return _codes(page.to_pil())
    finally:
        document.close()


def codes_on_screen(screenshot: bytes) -> list[str]:
    """Return the same from a screenshot of a page (PNG)."""
    return _codes(Image.open(BytesIO(screenshot)))


def _codes(picture: Image.Image) -> list[str]:
    barcodes = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return [barcode.text for barcode in barcodes]
