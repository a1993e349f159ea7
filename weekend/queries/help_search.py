"""Search the help pages."""

import re
from functools import cache
from typing import Final, NamedTuple

from weekend.queries.help_markdown import plain_text
from weekend.queries.help_pages import HelpPage, help_paths, load_help_page

MOST_RESULTS: Final = 20
_MOST_WORDS: Final = 8
_MOST_PARTS: Final = 3
_MOST_EXCERPT: Final = 160
# A title counts more than any number of headings, and a heading more than text.
_TITLE_POINTS, _HEADING_POINTS, _TEXT_POINTS = 100, 10, 1
# with inner dots, for rule numbers
_WORD: Final = re.compile(r"\w+(?:\.\w+)*")
_HEADING: Final = re.compile(r'<h[1-6] id="([^"]*)">(.*?)</h[1-6]>', re.DOTALL)
_CELL_END: Final = re.compile(r"</(?:t[dh]|li|p|pre)>")
_IGNORED: Final = frozenset(["a", "an", "and", "do", "for", "how", "i", "in", "is", "of", "on", "or", "the", "to"])


class PagePart(NamedTuple):
    """A heading with the text below it, for searching."""

    anchor: str
    heading: str
    text: str
    heading_words: frozenset[str]
    text_words: frozenset[str]


class SearchPage(NamedTuple):
    page: HelpPage
    title_words: frozenset[str]
    parts: tuple[PagePart, ...]


class SearchResult(NamedTuple):
    """A page that contains all search words, its best parts, and an excerpt around a word."""

    page: HelpPage
    parts: tuple[PagePart, ...]
    excerpt: str


def search_help(query: str) -> list[SearchResult]:
    """Return the pages that contain every query word, or a longer word that starts with it."""
    words = _query_words(query)
    if not words:
        return []
    scored = [(_page_points(page, words), page) for page in _search_pages()]
    matches = [(points, page) for points, page in scored if points]
    matches.sort(key=lambda match: (-match[0], match[1].page.title))
    return [_result(page, words) for points, page in matches[:MOST_RESULTS]]


def _query_words(query: str) -> list[str]:
    words = _WORD.findall(query.lower())
    telling = [word for word in words if word not in _IGNORED]
    return (telling or words)[:_MOST_WORDS]


def _page_points(page: SearchPage, words: list[str]) -> int:
    """Return the page's score, or 0 if it lacks a word."""
    points = [_word_points(page, word) for word in words]
    return sum(points) if all(points) else 0


def _word_points(page: SearchPage, word: str) -> int:
    if _has_word(page.title_words, word):
        return _TITLE_POINTS
    if any(_has_word(part.heading_words, word) for part in page.parts):
        return _HEADING_POINTS
    return _TEXT_POINTS if any(_has_word(part.text_words, word) for part in page.parts) else 0


def _has_word(words: frozenset[str], start: str) -> bool:
    return start in words or any(word.startswith(start) for word in words)


def _result(page: SearchPage, words: list[str]) -> SearchResult:
    points = {part: _part_points(part, words) for part in page.parts}
    best = sorted((part for part in page.parts if points[part]), key=lambda part: -points[part])
    below_title = [part for part in best if part.anchor != page.parts[0].anchor]
    excerpt = _excerpt(best[0].text if best else page.parts[0].text, words)
    return SearchResult(page.page, tuple(below_title[:_MOST_PARTS]), excerpt)


def _part_points(part: PagePart, words: list[str]) -> int:
    in_heading = sum(_has_word(part.heading_words, word) for word in words)
    in_text = sum(_has_word(part.text_words, word) for word in words)
    return _HEADING_POINTS * in_heading + _TEXT_POINTS * in_text


def _excerpt(text: str, words: list[str]) -> str:
    """Return the text starting shortly before the first search word."""
    pattern = r"\b(?:" + "|".join(re.escape(word) for word in words) + ")"
    match = re.search(pattern, text, re.IGNORECASE)
    start = text.rfind(". ", 0, match.start()) + 2 if match and ". " in text[: match.start()] else 0
    if match and match.start() - start > _MOST_EXCERPT // 2:
        start = text.rfind(" ", 0, match.start() - _MOST_EXCERPT // 4) + 1
    if len(text) - start <= _MOST_EXCERPT:
        return text[start:]
    return text[start : start + _MOST_EXCERPT].rpartition(" ")[0] + " …"


@cache
def _search_pages() -> tuple[SearchPage, ...]:
    return tuple(_search_page(load_help_page(path)) for path in sorted(help_paths()))


def _search_page(page: HelpPage) -> SearchPage:
    """Split a page at its headings."""
    _, *pieces = _HEADING.split(page.html)
    anchors, headings, texts = pieces[::3], pieces[1::3], pieces[2::3]
    parts = map(_page_part, anchors, headings, texts)
    return SearchPage(page, _words(page.title), tuple(parts))


def _page_part(anchor: str, heading: str, html: str) -> PagePart:
    title = plain_text(heading)
    # separate cells and items
    text = plain_text(_CELL_END.sub(" ", html))
    return PagePart(anchor, title, text, _words(title), _words(text))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
