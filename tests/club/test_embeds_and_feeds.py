"""Test that embeds can be framed and stay small, that feeds and the sitemap name only listed people, and all ETags."""

import json
from xml.etree import ElementTree

import pytest
from django.test import Client

from club.models import Person
from club.services.finishes import follow_tournaments
from games.models import RulingRequest
from tests.club.building import make_final, make_team
from tests.drafts.rooms import on_the_clock, running
from tests.factories import SeriesFactory, TournamentFactory
from tournaments.models import Series, Tournament
from weekend.practice.weekend import PracticeField, build_weekend

pytestmark = pytest.mark.django_db
EMBEDS = ("standings", "bracket", "schedule", "draft")
FEEDS = ("/feeds/champions.atom", "/feeds/champions.json", "/feeds/results.atom", "/feeds/results.json")
RULING_FEEDS = ("/feeds/rulings.atom", "/feeds/rulings.json")


@pytest.fixture
def tournament() -> Tournament:
    """Create a tournament in which the unlisted Xavier beat the listed Ann in the final."""
    tournament = TournamentFactory(name="Akron Open", stage=Tournament.Stage.FINISHED, best_of="7")
    winner = make_team(tournament, "Xavier Quill", name="Quill's Aces", is_listed=False)
    final = make_final(winner, make_team(tournament, "Ann Poe", name="Poets"))
    Series.objects.filter(pk=final.pk).update(completed_at="2026-03-08T20:00:00Z")
    follow_tournaments()
    return tournament


@pytest.mark.parametrize("name", EMBEDS)
def test_embeds_can_be_framed(tournament: Tournament, name: str) -> None:
    address = f"/t/{tournament.slug}/embed/{name}/"
    for _ in range(2):  # built, then cached
        answer = Client().get(address)
        assert "X-Frame-Options" not in answer.headers
        assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
        assert "script" not in answer.content.decode()
    assert Client().get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    page = Client().get(tournament.get_absolute_url())
    assert page.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize(("query", "theme"), [("", "auto"), ("?theme=dark", "dark"), ("?theme=x", "auto")])
def test_embed_theme_follows_the_query(tournament: Tournament, query: str, theme: str) -> None:
    page = Client().get(f"/t/{tournament.slug}/embed/standings/{query}").content.decode()
    assert f'<body class="{theme}">' in page


def test_embeds_for_a_full_weekend_stay_under_20_kb() -> None:
    weekend = build_weekend(stage="round_robin", seed=3, field=PracticeField(managed=24, divisions=2))
    for name in EMBEDS:
        page = Client().get(f"/t/{weekend.slug}/embed/{name}/")
        assert page.status_code == 200
        assert len(page.content) <= 20_000, name
    assert "Table" in Client().get(f"/t/{weekend.slug}/embed/schedule/").content.decode()


def test_embedded_schedule_shows_the_current_and_next_round() -> None:
    tournament = TournamentFactory()
    team, rival = (make_team(tournament, name) for name in ("Ann Poe", "Bob Ray"))
    for number, status in enumerate(("complete", "playing", "scheduled", "scheduled"), start=1):
        SeriesFactory(division=team.division, home=team, away=rival, round=number, status=status)
    page = Client().get(f"/t/{tournament.slug}/embed/schedule/").content.decode()
    assert [number for number in range(1, 5) if f"Round {number}<" in page] == [2, 3]


@pytest.mark.parametrize("address", FEEDS)
def test_feeds_hide_unlisted_people_and_have_etags(tournament: Tournament, address: str) -> None:
    answer = Client().get(address)
    text = answer.content.decode()
    assert "Akron Open" in text
    assert "Xavier" not in text
    assert "Quill" not in text
    assert Client().get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    Person.objects.update(is_listed=True)
    assert "Quill" in Client().get(address).content.decode()


def test_feeds_are_well_formed(tournament: Tournament) -> None:
    atom = ElementTree.fromstring(Client().get("/feeds/results.atom").content)
    (entry,) = atom.findall("{http://www.w3.org/2005/Atom}entry")
    title = entry.findtext("{http://www.w3.org/2005/Atom}title")
    feed = json.loads(Client().get("/feeds/results.json").content)
    assert feed["version"].startswith("https://jsonfeed.org/version/1")
    assert feed["items"][0]["title"] == title
    assert "2-4" in title
    assert feed["items"][0]["url"].startswith("http://testserver/t/")
    assert Client().get("/feeds/secrets.json").status_code == 404


def test_practice_tournaments_are_not_in_feeds() -> None:
    tournament = TournamentFactory(name="Rehearsal", is_practice=True, stage=Tournament.Stage.FINISHED, best_of="7")
    make_final(*(make_team(tournament, name) for name in ("Ann Poe", "Bob Ray")))
    Series.objects.update(completed_at="2026-03-08T20:00:00Z")
    assert not any("Rehearsal" in Client().get(address).content.decode() for address in (*FEEDS, "/sitemap.xml"))


def test_sitemap_has_tournaments_and_listed_people(tournament: Tournament) -> None:
    sitemap = ElementTree.fromstring(Client().get("/sitemap.xml").content)
    addresses = [row.text or "" for row in sitemap.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    people = {row.name: f"http://testserver{row.get_absolute_url()}" for row in Person.objects.all()}
    assert f"http://testserver/t/{tournament.slug}/" in addresses
    assert people["Ann Poe"] in addresses
    assert people["Xavier Quill"] not in addresses


def add_ruling(tournament: Tournament, **facts: str) -> RulingRequest:
    series = Series.objects.get(tournament=tournament)
    values = {"asked_by": "Ann Poe", "ruled_by": "Director", "ruled_at": "2026-03-07T12:00:00Z", **facts}
    return RulingRequest.objects.create(series=series, **values)


@pytest.mark.parametrize("address", RULING_FEEDS)
def test_answered_rulings_appear_in_feeds(tournament: Tournament, address: str) -> None:
    add_ruling(tournament, question="May he start?", ruling="He can start.", rule="T10.2")
    add_ruling(tournament, question="Is it a tie?", ruled_at=None)
    text = Client().get(address).content.decode()
    assert "Ruling T10.2 May he start? He can start. (Final, Akron Open)" in text
    assert "Is it a tie?" not in text
    assert f"/t/{tournament.slug}/rulings/" in text


@pytest.mark.parametrize("address", RULING_FEEDS)
def test_ruling_that_mentions_an_unlisted_person_has_no_text(tournament: Tournament, address: str) -> None:
    add_ruling(tournament, question="Quill's starter left.", ruling="Replay the inning.", rule="T25.2")
    text = Client().get(address).content.decode()
    assert "Ruling T25.2 (Final, Akron Open)" in text
    assert "Quill" not in text


def test_embedded_draft_shows_the_team_on_the_clock() -> None:
    draft = running()
    page = Client().get(f"/t/{draft.division.tournament.slug}/embed/draft/").content.decode()
    assert f"<strong>{on_the_clock(draft).name}</strong>" in page
    assert "pick 1.01" in page
