"""Render simple Markdown as HTML: headings, lists, paragraphs, bold and italic. All other syntax is shown as text."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

_HEADING: Final = re.compile(r"(#{1,6})\s+(.+?)\s*#*$")
_BULLET: Final = re.compile(r"[-*+]\s+(.+)$")
_NUMBERED: Final = re.compile(r"\d{1,9}[.)]\s+(.+)$")
_BOLD: Final = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_ITALIC: Final = re.compile(r"(?<![*\w])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![*\w])")
_ESCAPED: Final = re.compile(r"\\([\\`*_{}\[\]()#+\-.!>])")
_TOP_HEADING: Final = 2  # the page has its own h1
_LOWEST_HEADING: Final = 6


class Block(NamedTuple):
    """A heading, list or paragraph. `tag` is its HTML element. `lines` has its items or its lines of text."""

    tag: str
    lines: list[str]


def markdown_html(text: str) -> SafeString:
    """Return the text as HTML. Any HTML in it is escaped. A "#" heading becomes an h2."""
    return format_html_join("\n", "{}", ((_block_html(block),) for block in _blocks(text)))


def first_paragraph(text: str) -> SafeString:
    """Return the first paragraph as HTML, or "" if there is none."""
    block = next((block for block in _blocks(text) if block.tag == "p"), None)
    return _block_html(block) if block else SafeString("")


def escape_markdown(text: str) -> str:
    """Escape a name so that Markdown shows it unchanged, even if it contains asterisks."""
    return re.sub(r"([\\*])", r"\\\1", " ".join(text.split()))


def _blocks(text: str) -> Iterator[Block]:
    block: Block | None = None
    for line in text.splitlines():
        tag, content = _read_line(line.strip())
        if block is not None and block.tag == tag and not tag.startswith("h"):
            block.lines.append(content)
            continue
        if block is not None:
            yield block
        block = Block(tag, [content]) if tag else None
    if block is not None:
        yield block


def _read_line(line: str) -> tuple[str, str]:
    """Return a line's HTML element, or "" for an empty line, and its content."""
    if not line:
        return "", ""
    if heading := _HEADING.match(line):
        return f"h{min(len(heading[1]) + _TOP_HEADING - 1, _LOWEST_HEADING)}", heading[2]
    if bullet := _BULLET.match(line):
        return "ul", bullet[1]
    if numbered := _NUMBERED.match(line):
        return "ol", numbered[1]
    return "p", line


def _block_html(block: Block) -> SafeString:
    tag = SafeString(block.tag)
    if block.tag in ("ul", "ol"):
        items = format_html_join("", "<li>{}</li>", ((_inline_html(line),) for line in block.lines))
        return format_html("<{}>{}</{}>", tag, items, tag)
    return format_html("<{}>{}</{}>", tag, _inline_html("\n".join(block.lines)), tag)


def _inline_html(text: str) -> SafeString:
    """Return bold and italic text as HTML. Everything is escaped before these tags are added."""
    letters: list[str] = []

    def keep(escaped: re.Match[str]) -> str:
        letters.append(escaped[1])
        return f"\0{len(letters) - 1}\0"

    html = str(escape(_ESCAPED.sub(keep, text.replace("\0", ""))))
    html = _BOLD.sub(r"<strong>\1</strong>", html)
    html = _ITALIC.sub(r"<em>\1</em>", html)
    html = re.sub(r"\0(\d+)\0", lambda place: str(escape(letters[int(place[1])])), html)
    return mark_safe(html)
