"""Render a help page's Markdown as HTML."""

import posixpath
import re
from collections.abc import Callable
from html import unescape
from typing import Final, NamedTuple

import mistune
from django.utils.html import escape, strip_tags
from django.utils.safestring import SafeString, mark_safe

_NOT_IN_ANCHORS: Final = re.compile(r"[^\w\- ]")
_ELSEWHERE: Final = re.compile(r"(?:https?|mailto):")


class Heading(NamedTuple):
    """A heading on a page. `anchor` is its id."""

    level: int
    anchor: str
    text: str


class Picture(NamedTuple):
    """A picture with its size, so that the layout doesn't shift while the picture loads."""

    address: str
    width: int
    height: int


class Rendering(NamedTuple):
    html: SafeString
    headings: tuple[Heading, ...]


class Targets(NamedTuple):
    """Functions that resolve the docs paths of links and pictures. They return None for targets outside the help."""

    link: Callable[[str], str | None]
    picture: Callable[[str], Picture | None]


def render_markdown(text: str, *, path: str, targets: Targets) -> Rendering:
    """Render the page at this docs path. HTML in the text is escaped."""
    renderer = _PageRenderer(posixpath.dirname(path), targets)
    markdown = mistune.create_markdown(renderer=renderer, plugins=["table"])
    html = str(markdown(text))
    return Rendering(mark_safe(html), tuple(renderer.headings))


def plain_text(html: str) -> str:
    """Return the text content of HTML on one line."""
    return " ".join(unescape(strip_tags(html)).split())


class _PageRenderer(mistune.HTMLRenderer):
    def __init__(self, folder: str, targets: Targets) -> None:
        super().__init__(escape=True)
        self.headings: list[Heading] = []
        self._folder = folder
        self._targets = targets

    def heading(self, text: str, level: int, **attrs: object) -> str:
        words = plain_text(text)
        heading = Heading(level, self._new_anchor(words), words)
        self.headings.append(heading)
        return f'<h{level} id="{escape(heading.anchor)}">{text}</h{level}>\n'

    def _new_anchor(self, words: str) -> str:
        """Return a heading's anchor in GitHub's format, so that links work in both places."""
        anchor = _NOT_IN_ANCHORS.sub("", words.lower()).strip().replace(" ", "-")
        repeats = sum(heading.text == words for heading in self.headings)
        return f"{anchor}-{repeats}" if repeats else anchor

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """Return a link, or only its text if the target isn't part of the help."""
        address = self._address(url)
        return f'<a href="{escape(address)}">{text}</a>' if address else text

    def _address(self, url: str) -> str | None:
        if url.startswith("#") or _ELSEWHERE.match(url):
            return url
        target, mark, anchor = url.partition("#")
        page = self._targets.link(self._path(target))
        return f"{page}{mark}{anchor}" if page else None

    def _path(self, target: str) -> str:
        return posixpath.normpath(posixpath.join(self._folder, target))

    def image(self, text: str, url: str, title: str | None = None) -> str:
        words = escape(plain_text(text))
        picture = self._targets.picture(self._path(url))
        if picture is None:
            return words
        address = escape(picture.address)
        size = f'width="{picture.width}" height="{picture.height}"'
        return f'<img src="{address}" alt="{words}" {size} loading="lazy">'

    def block_code(self, code: str, info: str | None = None) -> str:
        return f'<pre tabindex="0"><code>{escape(code)}</code></pre>\n'

    def table(self, text: str) -> str:
        """Return a table that scrolls by itself on a narrow screen."""
        box = '<div class="scroll" tabindex="0" role="region" aria-label="Table">'
        return f"{box}<table>\n{text}</table></div>\n"

    def table_cell(self, text: str, align: str | None = None, head: bool = False) -> str:
        numeric = ' class="n"' if align == "right" else ""
        return f'<th scope="col"{numeric}>{text}</th>\n' if head else f"<td{numeric}>{text}</td>\n"
