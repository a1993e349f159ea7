"""Test API and feed requests from other sites, and responses that clients already have."""

import pytest
from django.test import Client

from tests.factories import AccessFactory, TournamentFactory
from tournaments.access.links import link_token

pytestmark = pytest.mark.django_db
ADDRESSES = ("/api/v1/tournaments/hall/standings/", "/api/v1/people/", "/feeds/results.json")


@pytest.mark.parametrize("address", ADDRESSES)
def test_any_site_can_read_public_data(address: str) -> None:
    TournamentFactory(slug="hall")
    answer = Client().get(address, headers={"Origin": "https://club.example"})
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (200, "*")
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("address", ADDRESSES)
def test_unchanged_response_returns_304(address: str) -> None:
    tournament = TournamentFactory(slug="hall", name="Winter")
    etag = Client().get(address).headers["ETag"]
    second = Client().get(address, headers={"If-None-Match": etag})
    assert (second.status_code, second.content) == (304, b"")
    assert second.headers["Access-Control-Allow-Origin"] == "*"
    changed = Client().get(f"/api/v1/tournaments/{tournament.slug}/", headers={"If-None-Match": etag})
    assert changed.status_code == 200


def test_other_sites_cannot_send_a_token_or_write() -> None:
    TournamentFactory(slug="hall")
    preflight = Client().options(
        "/api/v1/tournaments/hall/",
        headers={"Origin": "https://club.example", "Access-Control-Request-Headers": "authorization"},
    )
    assert not [name for name in preflight.headers if name.startswith("Access-Control")]
    director = Client(
        headers={"Authorization": f"Bearer {link_token(AccessFactory(tournament=None, role='organiser'))}"}
    )
    written = director.post("/api/v1/recompute/", {}, content_type="application/json")
    assert (written.status_code, "Access-Control-Allow-Origin" in written.headers) == (200, False)


def test_html_pages_have_no_cors_headers() -> None:
    TournamentFactory(slug="hall")
    assert "Access-Control-Allow-Origin" not in Client().get("/t/hall/").headers


def test_responses_vary_by_token_and_cookie() -> None:
    TournamentFactory(slug="hall")
    vary = Client().get("/api/v1/tournaments/hall/").headers["Vary"]
    assert {"Authorization", "Cookie"} <= {name.strip() for name in vary.split(",")}
