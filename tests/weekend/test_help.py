"""Test that the help shows and searches every docs page, and that every page of the program links to it."""

import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.browser.world import is_page
from tests.factories import TournamentFactory
from tests.tournaments.test_roles import named_addresses
from weekend.queries.help_links import HELP_BY_ADDRESS, help_path_of
from weekend.queries.help_markdown import Heading, Picture, Targets, render_markdown
from weekend.queries.help_pages import help_groups, help_paths, load_help_page, page_address
from weekend.queries.help_search import SearchResult, search_help

PATHS = sorted(help_paths())
PAGES = sorted({str(pattern.name) for pattern in named_addresses() if is_page(str(pattern.name))})


class Elements(HTMLParser):
    """Collect a page's elements with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def values(self, attribute: str) -> list[str]:
        return [attributes[attribute] for _, attributes in self.elements if attribute in attributes]


def render(text: str) -> str:
    targets = Targets(
        link={"how-to/undo-a-pick.md": "/help/how-to/undo-a-pick/"}.get,
        picture={"pictures/board.png": Picture("/help/files/board.png", 640, 400)}.get,
    )
    return str(render_markdown(text, path="tutorial/first-weekend", targets=targets).html)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("# Undo a pick", '<h1 id="undo-a-pick">Undo a pick</h1>\n'),
        ("[Undo](../how-to/undo-a-pick.md#redo)", '<p><a href="/help/how-to/undo-a-pick/#redo">Undo</a></p>\n'),
        ("[Below](#redo)", '<p><a href="#redo">Below</a></p>\n'),
        ("[Code](../../core/paper.py)", "<p>Code</p>\n"),
        ("[Bad](javascript:alert(1))", "<p>Bad</p>\n"),
        (
            "![The board](../pictures/board.png)",
            '<p><img src="/help/files/board.png" alt="The board" width="640" height="400" loading="lazy"></p>\n',
        ),
        ("![Gone](../pictures/gone.png)", "<p>Gone</p>\n"),
        ("    pennant run", '<pre tabindex="0"><code>pennant run</code></pre>\n'),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("A <b onclick='x'>word", "<p>A &lt;b onclick=&#x27;x&#x27;&gt;word</p>\n"),
    ],
)
def test_markdown_renders_as_html(text: str, html: str) -> None:
    assert unescape(render(text)) == unescape(html)
    assert {tag for tag, _ in Elements(render(text)).elements} <= {"h1", "p", "a", "img", "pre", "code"}


def test_table_scrolls_and_aligns_numbers() -> None:
    html = render("| Team | W |\n|---|--:|\n| Akron | 3 |\n")
    assert Elements(html).elements[0][1]["class"] == "scroll"
    assert '<th scope="col" class="n">W</th>' in html
    assert '<td class="n">3</td>' in html


def test_repeated_heading_gets_a_unique_anchor() -> None:
    targets = Targets(link=lambda target: None, picture=lambda target: None)
    page = render_markdown("# A\n\n## Undo it\n\n## Undo it", path="how-to/a", targets=targets)
    assert page.headings[1:] == (Heading(2, "undo-it", "Undo it"), Heading(2, "undo-it-1", "Undo it"))


def test_every_help_link_and_picture_resolves(db: None, client: Client) -> None:
    """Links lead to help pages and their headings, and pictures to files."""
    anchors = {page_address(path): {heading.anchor for heading in load_help_page(path).headings} for path in PATHS}
    lost = []
    for path in PATHS:
        page = Elements(load_help_page(path).html)
        for address in page.values("src"):
            assert client.get(address).headers["Content-Type"] == "image/webp"
        for link in page.values("href"):
            target, anchor = urldefrag(urljoin(page_address(path), link))
            if target.startswith("/help/files/"):
                assert client.get(target).status_code == 200
            elif target.startswith("/") and target != "/help/":
                lost += [] if anchor in {"", *anchors.get(target, ())} and target in anchors else [(path, link)]
    assert lost == []


def test_help_has_pictures_and_links_between_pages() -> None:
    html = "".join(load_help_page(path).html for path in PATHS)
    assert html.count("<img ") > 15
    assert html.count('href="/help/how-to/') > 30
    page = Elements(html)
    assert not {"script", "style"} & {tag for tag, _ in page.elements}
    attributes = {name for _, attributes in page.elements for name in attributes}
    assert attributes <= {"id", "class", "href", "src", "alt", "width", "height"} | {
        *("loading", "tabindex", "role", "aria-label", "scope", "start")
    }


def test_visitors_can_open_every_help_page(db: None, client: Client) -> None:
    for path in PATHS:
        page = client.get(page_address(path))
        assert page.status_code == 200
        assert page.content.decode().count("<h1") == 1


def test_index_lists_every_page_once(db: None, client: Client) -> None:
    linked = [link.path for group in help_groups() for link in group.links]
    assert sorted(linked) == PATHS
    html = client.get("/help/").content.decode()
    assert [path for path in PATHS if f'href="{page_address(path)}"' not in html] == []


@pytest.mark.parametrize(
    "path",
    ["how-to/no-such-page/", "decisions/0001-a-room-for-the-whole-weekend/", "files/no.png", "files/..%2Findex.md"],
)
def test_unknown_page_returns_404(db: None, client: Client, path: str) -> None:
    page = client.get(f"/help/{path}")
    assert page.status_code == 404
    assert "Page not found" in page.content.decode()


@pytest.mark.parametrize("path", ["", "how-to/undo-a-pick/", "files/standings.webp"])
def test_help_rejects_post(db: None, client: Client, path: str) -> None:
    assert client.post(f"/help/{path}").status_code == 405


def test_help_script_downloads_as_an_attachment(db: None, client: Client) -> None:
    response = client.get("/help/files/check_dice.py")
    assert response.headers["Content-Disposition"] == 'attachment; filename="check_dice.py"'


def place_of(result: SearchResult, word: str) -> int:
    """Return 0 if the word starts a title word, 1 for a heading, 2 for the text."""
    page = result.page
    headings = " ".join(heading.text for heading in page.headings)
    return next((place for place, text in enumerate((page.title, headings)) if re.search(rf"(?i)\b{word}", text)), 2)


@pytest.mark.parametrize("word", ["suspended", "pick", "print"])
def test_title_matches_rank_above_headings_and_text(word: str) -> None:
    places = [place_of(result, word) for result in search_help(word)]
    assert places == sorted(places)
    assert len(set(places)) > 1


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("undo pick", "how-to/undo-a-pick"),
        ("How do I print?", "how-to/print-sheets"),
        ("three-way tie", "how-to/break-a-three-way-tie"),
        ("SHOOTOUT", "how-to/hold-a-shootout"),
        ("another laptop", "how-to/move-to-another-laptop"),
    ],
)
def test_search_finds_the_page(query: str, path: str) -> None:
    assert search_help(query)[0].page.path == path


def test_search_requires_every_word() -> None:
    assert search_help("undo zeppelin") == []
    assert search_help("...") == []


def test_search_result_links_to_the_heading_and_shows_the_text(db: None, client: Client) -> None:
    html = client.get("/help/", {"q": "rescind double-up"}).content.decode()
    assert 'href="/help/how-to/undo-a-pick/#rescind-a-double-up"' in html
    assert "too late (T0.18)" in html
    assert "No page contains all these words" in client.get("/help/", {"q": "zeppelin <b>"}).content.decode()
    assert 'value="zeppelin &lt;b&gt;"' in client.get("/help/", {"q": "zeppelin <b>"}).content.decode()


@pytest.mark.parametrize("name", [name for name in PAGES if name not in ("help", "help_page")])
def test_every_page_has_a_help_page(name: str) -> None:
    assert name in HELP_BY_ADDRESS, "add it to weekend/queries/help_links.py"


def test_help_mapping_uses_valid_names_and_pages() -> None:
    assert set(HELP_BY_ADDRESS.values()) <= help_paths()
    names = {str(pattern.name) for pattern in named_addresses(get_resolver().url_patterns)}
    assert set(HELP_BY_ADDRESS) <= names
    apps = {pattern.callback.__module__.partition(".")[0] for pattern in named_addresses()}
    fallbacks = {help_path_of("", app) for app in apps} - {None}
    assert len(fallbacks) > 5
    assert fallbacks <= help_paths()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("/t/{}/standings/", "how-to/read-the-standings"),
        ("/t/{}/draft/", "how-to/run-the-draft"),
        ("/sign-in/", "how-to/hand-out-sign-in-links"),
        ("/", "reference/pages-of-the-club"),
    ],
)
def test_page_links_to_its_help(client: Client, address: str, path: str) -> None:
    slug = TournamentFactory().slug
    assert f'<a href="/help/{path}/" rel="help">Help</a>' in client.get(address.format(slug)).content.decode()


def test_missing_page_links_to_the_help_index(db: None, client: Client) -> None:
    assert '<a href="/help/" rel="help">Help</a>' in client.get("/no/such/page/").content.decode()
