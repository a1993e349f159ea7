"""Test which responses are compressed."""

import asyncio
import gzip

import pytest
from asgiref.testing import ApplicationCommunicator

from config.asgi import application
from core.compression import accepts_gzip
from tests.factories import TournamentFactory
from tournaments.action_log.writing import PROGRAM, record_action

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def ask(path: str, *headers: tuple[bytes, bytes]) -> tuple[int, dict[bytes, bytes], bytes]:
    scope = {"type": "http", "method": "GET", "http_version": "1.1", "path": path, "query_string": b""}
    scope["headers"] = [(b"host", b"testserver"), *headers]

    async def answer() -> tuple[int, dict[bytes, bytes], bytes]:
        caller = ApplicationCommunicator(application, scope)
        await caller.send_input({"type": "http.request", "body": b""})
        start, body, more = await caller.receive_output(60), b"", True
        while more:
            piece = await caller.receive_output(60)
            body, more = body + piece.get("body", b""), piece.get("more_body", False)
        return start["status"], dict(start["headers"]), body

    return asyncio.run(answer())


GZIP = (b"accept-encoding", b"gzip, br")


def test_long_page_is_compressed_if_the_client_accepts_gzip(settings):
    tournament = TournamentFactory()
    for number in range(30):
        record_action(tournament=tournament, actor=PROGRAM, verb="x", sentence=f"Act {number} <b>.")
    path = f"/t/{tournament.slug}/log/"
    for seconds in (0, 3600):
        settings.PAGE_CACHE_SECONDS = seconds
        _, plain_headers, plain = ask(path)
        assert b"content-encoding" not in plain_headers
        assert b"Act 29 &lt;b&gt;." in plain
        for _ in range(2):
            status, headers, body = ask(path, GZIP)
            assert (status, headers[b"content-encoding"]) == (200, b"gzip")
            assert int(headers[b"content-length"]) == len(body) < len(plain) / 3
            assert b"Accept-Encoding" in headers[b"vary"]
            assert gzip.decompress(body) == plain
    tag = headers[b"etag"]
    assert ask(path, GZIP, (b"if-none-match", tag))[0] == 304


def test_stylesheets_are_compressed_and_short_responses_are_not():
    assert b"content-encoding" not in ask("/health/live/", GZIP)[1]
    _, headers, drawing = ask("/static/pennant.css", GZIP)
    assert headers[b"content-encoding"] == b"gzip"
    assert b"{" in gzip.decompress(drawing)


def test_page_with_sign_in_links_is_never_compressed(director_of):
    tournament = TournamentFactory()
    browser = director_of(tournament)
    cookie = browser.cookies["sessionid"].value
    _, headers, body = ask(f"/t/{tournament.slug}/people/", GZIP, (b"cookie", f"sessionid={cookie}".encode()))
    assert b"content-encoding" not in headers
    assert b"<h1>" in body


@pytest.mark.parametrize(
    ("header", "accepted"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("gzip;q=0", False), ("gzip; q=0.0, br", False), ("", False)],
)
def test_accept_encoding_header_is_parsed(header, accepted):
    assert accepts_gzip(header) is accepted
