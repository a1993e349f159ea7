"""Reading QR codes back as a phone does: from the picture of a page, by a decoder that knows nothing of us."""

from io import BytesIO

import pypdfium2
import zxingcpp
from PIL import Image

_DOTS_PER_INCH = 150  # a phone's camera sees a sheet no worse


def codes_on_paper(pdf: bytes) -> list[str]:
    """The text of every QR code on the first page, as it comes out of the printer."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0].render(scale=_DOTS_PER_INCH / 72)
        return _codes(page.to_pil())
    finally:
        document.close()


def codes_on_screen(screenshot: bytes) -> list[str]:
    """The same from the picture of a page in the browser (PNG)."""
    return _codes(Image.open(BytesIO(screenshot)))


def _codes(picture: Image.Image) -> list[str]:
    barcodes = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return [barcode.text for barcode in barcodes]
