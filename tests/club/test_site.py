"""Test the club's public site at /: calendar, live games, results, champions, points and people."""

import re
from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from django.conf import LazySettings
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from club.models import ClubTournament, Person
from club.services.finishes import follow_tournament, follow_tournaments
from club.services.ratings import renew_ratings
from core.share_picture import SIZE
from tests.club.building import follow_finished, make_final, make_team
from tests.conftest import signed_in
from tests.factories import (
    AccessFactory,
    DivisionFactory,
    DraftFactory,
    SeriesFactory,
    TeamFactory,
    TournamentFactory,
)
from tournaments.action_log.writing import PROGRAM, record_action
from tournaments.models import Series, SignUpPage, Tournament

pytestmark = pytest.mark.django_db
PAGES = ("/", "/calendar/", "/live/", "/results/")


def read(address: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def finished_tournament(name: str = "Akron Open", *, is_listed: bool = True) -> Tournament:
    """Create a tournament in which Xavier Quill's Aces beat Ann Poe's Poets in the final. Ann is listed."""
    tournament = TournamentFactory(name=name)
    winner = make_team(tournament, "Xavier Quill", name="Quill's Aces", is_listed=is_listed)
    final = make_final(winner, make_team(tournament, "Ann Poe", name="Poets"))
    Series.objects.filter(pk=final.pk).update(completed_at="2026-03-08T20:00:00Z")
    follow_finished(tournament, date(2026, 3, 7))
    follow_tournaments()
    return tournament


def test_each_section_links_to_its_own_address() -> None:
    page = read("/")
    for address in ("/calendar/", "/results/", "/champions/", "/seasons/", "/people/", "/records/", "/live/"):
        assert f'href="{address}"' in page


@pytest.mark.parametrize("address", PAGES)
def test_empty_pages_show_an_empty_state(address: str) -> None:
    assert "appear here" in read(address)


def test_calendar_shows_dates_places_and_sign_up() -> None:
    upcoming = TournamentFactory(name="Erie Open", place="Erie", starts_on=date(2026, 12, 5))
    SignUpPage.objects.create(tournament=upcoming, is_open=True)
    TournamentFactory(name="Closed Cup", starts_on=date(2026, 12, 6))
    online = TournamentFactory(name="Net Month", stage="round_robin")
    ClubTournament.objects.create(tournament=online, is_face_to_face=False)
    for address in ("/", "/calendar/"):
        page = read(address)
        assert "Dec 5, 2026" in page
        assert ">Erie</span>" in page
        assert page.count(f'href="/t/{upcoming.slug}/sign-up/"') == 1
        assert "Adding teams" in page
        assert ">Internet</span>" in page
        assert page.index("Net Month</a>") < page.index("Erie Open</a>") < page.index("Closed Cup</a>")


def test_online_edition_is_listed_as_internet() -> None:
    TournamentFactory(profile_key="purestrat_internet@2")
    assert ">Internet</span>" in read("/calendar/")


def test_only_running_tournament_has_an_open_button() -> None:
    tournament = TournamentFactory(name="Hall Open", stage="draft")
    button = f'<a class="button main" href="{tournament.get_absolute_url()}">Open Hall Open</a>'
    assert button in read("/")
    TournamentFactory(name="Next Year")
    assert button in read("/")  # still the only one in progress
    TournamentFactory(name="Rival", stage="draft")
    assert button not in read("/")


def test_signed_in_device_sees_the_tournament_list(organizer: Client) -> None:
    tournament = finished_tournament()
    for client in (organizer, signed_in(AccessFactory(tournament=tournament))):
        page = read("/", client)
        assert "Latest results" not in page
        assert "Akron Open" in page
    assert "New tournament" in read("/", organizer)


def test_front_page_shows_results_champions_points_and_people() -> None:
    finished_tournament()
    page = read("/")
    assert "Poets at Quill" in page
    assert page.count("Xavier Quill</a>") == 2  # season points, most titles
    assert ">Xavier Quill</span>" in page  # the champion
    assert "Season points for 2026" in page
    assert "2 listed" in page
    assert "Poets at Quill" in read("/results/")


def test_results_show_the_local_date() -> None:
    """A series played on Saturday night in Honolulu is complete on Sunday in UTC."""
    tournament = finished_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(time_zone="Pacific/Honolulu")
    Series.objects.filter(tournament=tournament).update(completed_at=datetime(2026, 3, 8, 6, 30, tzinfo=UTC))
    for address in ("/", "/results/"):
        page = read(address)
        assert "Mar 7, 2026</td>" in page
        assert "Mar 8, 2026" not in page
    assert "2026-03-07T20:30:00-10:00" in read("/feeds/results.json")


@pytest.mark.parametrize("address", PAGES)
def test_pages_hide_unlisted_people(address: str) -> None:
    finished_tournament(is_listed=False)
    running = TournamentFactory(name="Second Open", stage="round_robin")
    team, rival = (make_team(running, name, is_listed=False) for name in ("Xavier Quill", "Zed Roe"))
    SeriesFactory(division=team.division, home=team, away=rival, status=Series.Status.PLAYING)
    page = read(address)
    assert not re.search("Xavier|Quill|Zed", page)


def test_drafts_and_rounds_in_progress_are_live() -> None:
    drafting = DivisionFactory(name="East", tournament__name="Draft Open", tournament__stage="draft")
    DraftFactory(division=drafting, state="paused")
    playing = DivisionFactory(name="West", tournament__stage="round_robin")
    teams = [TeamFactory(division=playing) for _ in range(4)]
    for (home, away), status in zip((teams[:2], teams[2:]), ("complete", "playing"), strict=True):
        SeriesFactory(division=playing, home=home, away=away, status=status)
    for address in ("/", "/live/"):
        page = read(address)
        assert "West: round 1 of 1, 1 of 2 series complete" in page
        assert "East draft</a>: 0 picks, paused" in page


def test_large_club_links_to_the_calendar() -> None:
    for number in range(30):
        TournamentFactory(name=f"Open {number}")
    page = read("/")
    assert len(re.findall(r">Open \d+</a>", page)) == 25
    assert '<a href="/calendar/">5 more</a>' in page
    assert len(re.findall(r">Open \d+</a>", read("/calendar/"))) == 30


def test_practice_is_not_live_and_comes_last_in_the_calendar() -> None:
    practice = DivisionFactory(tournament__name="Rehearsal", tournament__stage="draft", tournament__is_practice=True)
    DraftFactory(division=practice, state="running")
    assert "Rehearsal" not in read("/live/")
    assert "Rehearsal</a>" in read("/")  # no other results exist
    TournamentFactory(name="Real Open")
    assert "Rehearsal" not in read("/")
    page = read("/calendar/")
    assert page.index("Real Open</a>") < page.index("Rehearsal</a>")


def test_finished_tournaments_are_paginated() -> None:
    for number in range(60):
        TournamentFactory(name=f"Open {number}", stage="finished")
    seen: list[str] = []
    for number in ("1", "2"):
        page = read(f"/calendar/?page={number}")
        seen += re.findall(r">(Open \d+)</a>", page)
        assert ("?page=2" in page) == (number == "1")
    assert sorted(seen) == sorted(f"Open {number}" for number in range(60))
    for number in ("3", "99999999", "x"):
        read(f"/calendar/?page={number}")


def test_front_page_query_count_does_not_grow(
    django_assert_max_num_queries: DjangoAssertNumQueries, settings: LazySettings
) -> None:
    settings.PAGE_CACHE_SECONDS = 0
    for number in range(3):
        finished_tournament(f"Open {number}")
    with django_assert_max_num_queries(60) as three:
        read("/")
    for number in range(17):
        finished_tournament(f"Later {number}")
    with django_assert_max_num_queries(len(three.captured_queries) + 6):  # six results from six playoffs
        read("/")


@pytest.mark.parametrize("address", PAGES)
def test_visitor_page_is_cached_until_something_changes(
    address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = finished_tournament()
    record_action(tournament=tournament, actor=PROGRAM, verb="test", sentence="An act.")
    tag = Client().get(address).headers["ETag"]
    with django_assert_max_num_queries(6):
        assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304
    record_action(tournament=tournament, actor=PROGRAM, verb="test", sentence="Another act.")
    assert Client().get(address).headers["ETag"] != tag


def test_a_corrected_result_and_new_ratings_change_a_person_s_page() -> None:
    tournament = finished_tournament()
    record_action(tournament=tournament, actor=PROGRAM, verb="test", sentence="An act.")
    ann = Person.objects.get(name="Ann Poe")
    assert ">2-4</td>" in read(ann.get_absolute_url())
    tournament.series.update(outcomes="HHHHA", away_wins=1)
    record_action(tournament=tournament, actor=PROGRAM, verb="test", sentence="A correction.")
    follow_tournament(tournament)
    before_ratings = read(ann.get_absolute_url())
    assert ">1-4</td>" in before_ratings
    renew_ratings()
    new_rating = ann.ratings.get().shown
    assert new_rating not in before_ratings
    assert new_rating in read(ann.get_absolute_url())


def test_withdrawn_consent_applies_immediately(organizer: Client) -> None:
    tournament = finished_tournament()
    record_action(tournament=tournament, actor=PROGRAM, verb="test", sentence="An act.")
    assert "Quill" in read("/")
    person = Person.objects.get(name="Xavier Quill")
    organizer.post(f"/people/{person.pk}/edit/", {"name": "Xavier Quill"})
    assert "Quill" not in read("/")


def picture(address: str) -> Image.Image:
    answer = Client().get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/png"
    assert len(answer.content) < 200_000
    return Image.open(BytesIO(answer.content))


def test_tournament_preview_image_shows_the_standings() -> None:
    tournament = finished_tournament()
    empty = TournamentFactory(name="Akron Open", stage="finished")
    drawn, without_teams = (
        picture(f"/t/{drawn_tournament.slug}/preview.png") for drawn_tournament in (tournament, empty)
    )
    assert drawn.size == SIZE
    assert drawn.tobytes() != without_teams.tobytes()


def test_preview_images_have_absolute_addresses(settings: LazySettings) -> None:
    assert "og:image" not in read("/calendar/")
    tournament = finished_tournament()
    settings.PUBLIC_URL = "https://club.example.org"
    page = read(tournament.get_absolute_url())
    assert f'og:image" content="https://club.example.org/t/{tournament.slug}/preview.png"' in page
    pages = ("/", "/calendar/", "/champions/", "/people/", "/players/", "/records/", "/results/", "/seasons/2026/")
    assert all('og:image" content="https://club.example.org/preview.png"' in read(address) for address in pages)


def test_front_page_preview_image_shows_only_public_names() -> None:
    assert Client().get("/preview.png").status_code == 404
    tournament = finished_tournament(is_listed=False)
    record_action(tournament=tournament, actor=PROGRAM, verb="test", sentence="An act.")
    assert picture("/preview.png").tobytes() != picture(f"/t/{tournament.slug}/preview.png").tobytes()
    Person.objects.update(is_listed=True)
    record_action(tournament=tournament, actor=PROGRAM, verb="test", sentence="Another act.")
    assert picture("/preview.png").tobytes() == picture(f"/t/{tournament.slug}/preview.png").tobytes()


def test_every_page_links_to_its_icons():
    page = read("/calendar/")
    assert 'rel="icon"' in page
    assert 'rel="apple-touch-icon"' in page
    assert 'rel="manifest"' in page
