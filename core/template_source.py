"""Templates are laid out for people; what goes over the wire has none of the layout.

Line breaks and indentation are taken out when a template is read, once: beside block-level tags and before a stop
altogether, elsewhere they become the one space that a browser shows for them.
"""

import re
from typing import Final

from django.template import Origin
from django.template.loaders import filesystem

_BLOCKS: Final = (
    "address|article|aside|body|button|caption|col|colgroup|datalist|dd|details|div|dl|dt|fieldset|figcaption|figure|"
    "footer|form|h[1-6]|head|header|hr|html|legend|li|link|main|meta|nav|ol|optgroup|option|output|p|script|section|"
    "select|style|summary|table|tbody|td|tfoot|th|thead|title|tr|ul|!doctype"
)
_BREAK: Final = re.compile(r"\s*\n\s*")
_BEFORE_END_OF_TAG: Final = re.compile(r"\n(?=/?>)")
_BEFORE_STOP: Final = re.compile(r"\n(?=(?:\{%[^%]*%\})*[,.;:)])")
_BEFORE_BLOCK: Final = re.compile(rf"\n(?=</?(?:{_BLOCKS})\b)", re.IGNORECASE)
_AFTER_BLOCK: Final = re.compile(rf"(</?(?:{_BLOCKS})\b(?:[^<>{{]|{{%.*?%}}|{{{{.*?}}}})*>)\n", re.IGNORECASE)
_AS_THEY_STAND: Final = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL | re.IGNORECASE)


def without_layout(text: str) -> str:
    """The same page in as few characters as its lay-out allows; what is preformatted stays as it stands."""
    parts = _AS_THEY_STAND.split(text)
    # split gives text, preformatted, its tag's name, text ...
    return "".join(part if place % 3 == 1 else _joined(part) for place, part in enumerate(parts) if place % 3 != 2)


def _joined(text: str) -> str:
    broken = _BEFORE_STOP.sub("", _BEFORE_END_OF_TAG.sub("", _BREAK.sub("\n", text)))
    return _AFTER_BLOCK.sub(r"\1", _BEFORE_BLOCK.sub("", broken)).replace("\n", " ")


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        return without_layout(super().get_contents(origin))
