"""Test that visitors' PDFs and exports are cached until the tournament changes, and signed-in users' never are."""

import gzip

import pytest
from django.core.cache import caches

from tests.games.building import League
from tournaments.action_log.writing import PROGRAM, record_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def league() -> League:
    return League(rounds=2)


@pytest.fixture
def addresses(league) -> list[str]:
    start, team = f"/t/{league.tournament.slug}/", league.sharks.team.pk
    files = ("standings.pdf", f"sheets/{team}/current.pdf", "export/standings.csv", "export/schedule.xlsx")
    return [f"{start}{file}" for file in files]


def test_file_is_cached_until_something_changes(league, addresses, client, monkeypatch):
    for address in addresses:
        built = client.get(address)
        assert built.status_code == 200
        for response in (client.get(address), client.get(f"{address}?other=1")):
            assert response.content == built.content
            for header in ("ETag", "Content-Type", "Content-Disposition"):
                assert response.headers[header] == built.headers[header], header
        assert client.get(address, headers={"If-None-Match": built.headers["ETag"]}).status_code == 304
        record_action(tournament=league.tournament, actor=PROGRAM, verb="test", sentence="Something changed.")
        assert client.get(address).headers["ETag"] != built.headers["ETag"]


def test_text_is_compressed_and_pdfs_are_not(league, addresses, client):
    pdf, _, table, _ = addresses
    for _ in range(2):
        compressed = client.get(pdf, headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in compressed.headers
        assert compressed.content.startswith(b"%PDF")
    plain = client.get(table).content
    rows = client.get(table, headers={"Accept-Encoding": "gzip"})
    content = gzip.decompress(rows.content) if rows.headers.get("Content-Encoding") == "gzip" else rows.content
    assert content == plain


def test_files_for_signed_in_users_are_not_cached(league, addresses, director_of, client):
    for address in addresses:
        assert "ETag" not in director_of(league.tournament).get(address).headers
    team_sheet = f"/t/{league.tournament.slug}/teams/{league.sharks.team.pk}/team-sheet.pdf"
    assert director_of(league.tournament).get(team_sheet).headers["Cache-Control"] == "no-store"
    assert client.get(team_sheet).status_code == 403


def test_qr_codes_are_cached_per_host(league, addresses, client, settings):
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "", ["*"]
    tags = {client.get(addresses[1], headers={"Host": host}).headers["ETag"] for host in ("a.example", "b.example")}
    assert len(tags) == 2


def test_refused_file_is_not_cached(league, client, director_of):
    address = f"/t/{league.tournament.slug}/export/entrants.csv"
    assert client.get(address).status_code == 403
    assert director_of(league.tournament).get(address).status_code == 200
    assert client.get(address).status_code == 403


def test_large_file_is_not_cached(league, addresses, client, monkeypatch):
    monkeypatch.setattr("core.page_cache._MAX_FILE_BYTES", 10)
    first = client.get(addresses[0])
    assert first.content.startswith(b"%PDF")
    assert caches["files"].get(f"page:2:{first.headers['ETag']}") is None
