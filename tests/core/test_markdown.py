"""Test that plain Markdown becomes headings, lists and paragraphs, and that HTML in it stays text."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.markdown import escape_markdown, first_paragraph, markdown_html

ALLOWED = {"h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "strong", "em"}


class Tags(HTMLParser):
    """Collect a page's elements, attributes and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("# Akron Open", "<h2>Akron Open</h2>"),
        ("### Final ##", "<h4>Final</h4>"),
        ("Ann\nwon.\n\nBob lost.", "<p>Ann\nwon.</p>\n<p>Bob lost.</p>"),
        ("- one\n* two", "<ul><li>one</li><li>two</li></ul>"),
        ("1. one\n2. two\n- three", "<ol><li>one</li><li>two</li></ol>\n<ul><li>three</li></ul>"),
        ("**Ann** won *twice*.", "<p><strong>Ann</strong> won <em>twice</em>.</p>"),
        ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
        (r"the \*s and \\", r"<p>the *s and \</p>"),
        ("", ""),
    ],
)
def test_renders_blocks_and_emphasis(text: str, html: str) -> None:
    assert markdown_html(text) == html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "# <img src=x onerror=alert(1)>",
        "- <b onclick='x'>",
        "**<i>**",
        r"\<script\>",
        "[a](javascript:alert(1))",
        "&lt;script&gt; ![x](https://x.example/y.png)",
    ],
)
def test_html_and_links_are_escaped(text: str) -> None:
    parsed = Tags(markdown_html(text))
    assert set(parsed.elements) <= ALLOWED
    assert not parsed.attributes


@given(st.text(alphabet="<>&\"'*#-1. \\\n`[]()abc\0", max_size=60))
def test_any_text_renders_only_allowed_elements(text: str) -> None:
    parsed = Tags(markdown_html(text))
    assert set(parsed.elements) <= ALLOWED
    assert not parsed.attributes


@given(st.text(min_size=1, max_size=40))
def test_escaped_name_renders_unchanged(name: str) -> None:
    name = " ".join(name.replace("\0", "").split())
    assert Tags(markdown_html(f"by {escape_markdown(name)}")).text == f"by {name}".strip()


def test_first_paragraph_skips_headings() -> None:
    assert first_paragraph("# Title\n\nAnn won.\n\nMore.") == "<p>Ann won.</p>"
    assert first_paragraph("# Title") == ""
