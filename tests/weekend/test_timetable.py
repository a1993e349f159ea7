"""Test that the schedule, calendar, dashboard and big screen show planned start times and the day's progress."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse
from icalendar import Calendar

from tests.calendar_reader import faults_of_calendar
from tests.factories import DivisionFactory, SeriesFactory, TeamFactory, TournamentFactory
from tests.pdf_reading import pages_of
from tournaments.action_log.writing import PROGRAM
from tournaments.documents import schedule_pdf, team_schedule_pdf
from tournaments.models import Action, Series
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.queries.timetable import planned_times, rounds_to_play
from tournaments.services.undo import undo_action
from weekend.queries.outlook import outlook
from weekend.queries.rounds import hall_pace

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PLAN = {
    "begins": "2026-11-21T09:00",
    "minutes_per_game": "40",
    "between": "10",
    "opens": "09:00",
    "closes": "20:00",
    "breaks": "12:30 60 Lunch",
}


@pytest.fixture
def tournament():
    """Create four teams that meet in three rounds of three games. Two of them play a best-of-five."""
    tournament = TournamentFactory(
        stage="round_robin", time_zone="America/Chicago", best_of="5", advance_per_division=2, name="Hall"
    )
    division = DivisionFactory(tournament=tournament, position=1)
    teams = [TeamFactory(division=division, slot=slot, name=name) for slot, name in enumerate("ABCD", 1)]
    pairs = [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]
    for number, of_round in enumerate(pairs, start=1):
        for table, (home, away) in enumerate(of_round, start=1):
            SeriesFactory(
                division=division, round=number, table=table, home=teams[home], away=teams[away], home_decided=True
            )
    return tournament


@pytest.fixture
def planned(tournament, director_of):
    assert director_of(tournament).post(_address(tournament), PLAN).status_code == 302
    tournament.refresh_from_db()
    return tournament


def _address(tournament, name="timetable"):
    return reverse(name, args=[tournament.slug])


def hall(hour, minute=0, day=21):
    """Return a time in Chicago as UTC, six hours later."""
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC) + timedelta(hours=6)


def test_plans_every_round_in_local_time(planned):
    assert [
        (planned_round.stage, planned_round.number, planned_round.games) for planned_round in rounds_to_play(planned)
    ] == [
        *(("round_robin", number, 3) for number in (1, 2, 3)),
        ("playoff", 1, 5),
    ]
    times = planned_times(planned)
    assert [round_time.begins for round_time in times] == [hall(9), hall(11, 10), hall(14, 10), hall(16, 20)]


def test_planned_timetable_is_public_and_can_be_undone(planned, client):
    page = client.get(_address(planned)).content.decode()
    assert "Sat 2:10 PM" in page
    assert "Final" in page
    assert "Lunch" in page
    assert "Sat 11:10 AM" in client.get(_address(planned, "schedule")).content.decode()
    undo_action(action=Action.objects.get(verb="set_timetable"), actor=PROGRAM)
    planned.refresh_from_db()
    assert planned.timetable == {}
    assert "appear here after the director sets the timetable" in client.get(_address(planned)).content.decode()


def test_team_pages_and_printed_schedules_show_planned_times(planned, manager_of, client):
    team = planned.series.first().home
    slug = planned.slug
    pages = [
        manager_of(team).get(reverse("my_team", args=[slug])),
        client.get(reverse("team", args=[slug, team.pk])),
    ]
    for page in pages:
        assert "Sat 11:10 AM" in page.content.decode()
    sheets = [
        team_schedule_pdf(planned, team),
        schedule_pdf(planned, team.division),
    ]
    for sheet in sheets:
        assert "Sat 11:10 AM" in " ".join(pages_of(sheet))


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("begins", "tomorrow", "Enter the date and time of the first round"),
        ("begins", "9999-12-31T23:59", "Enter a year from 1900 to 2199"),
        ("begins", "0001-01-01T00:00", "Enter a year from 1900 to 2199"),
        ("minutes_per_game", "long", "is not a number of minutes"),
        ("minutes_per_game", "0", "Enter 1 to 600 minutes for a game."),
        ("closes", "08:00", "closing time must be after"),
        ("closes", "late", "is not a time of day"),
        ("breaks", "Lunch at noon", "Enter the time, minutes and name"),
    ],
)
def test_invalid_entries_stay_in_the_form_and_change_nothing(tournament, director_of, field, typed, sentence):
    answer = director_of(tournament).post(_address(tournament), {**PLAN, field: typed})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert sentence in page
    assert typed in page
    tournament.refresh_from_db()
    assert tournament.timetable == {}


def test_calendar_file_has_a_teams_series_at_their_times(planned, client):
    team = planned.teams.get(name="A")
    answer = client.get(reverse("team_calendar", args=[planned.slug, team.pk]))
    assert answer["Content-Type"].startswith("text/calendar")
    events = Calendar.from_ical(answer.content).walk("VEVENT")
    assert [str(event["summary"]) for event in events] == [
        "B at A, round 1, table 1",
        "C at A, round 2, table 1",
        "D at A, round 3, table 1",
    ]
    assert [event.decoded("dtstart") for event in events] == [hall(9), hall(11, 10), hall(14, 10)]
    assert events[0].decoded("dtend") == hall(11)
    assert len(Calendar.from_ical(client.get(_address(planned, "calendar")).content).walk("VEVENT")) == 6


def test_unplanned_series_use_the_tournament_date_or_have_no_calendar(tournament, client):
    tournament.starts_on = None
    tournament.save()
    assert client.get(_address(tournament, "calendar")).status_code == 404
    tournament.starts_on = datetime(2026, 11, 21).date()
    tournament.save()
    (first, *_) = Calendar.from_ical(client.get(_address(tournament, "calendar")).content).walk("VEVENT")
    assert first.decoded("dtstart") == tournament.starts_on


@pytest.mark.parametrize(
    ("zone", "begins"),
    [
        ("America/Chicago", "2026-10-31T20:00"),  # daylight saving time ends that night
        ("America/Chicago", "2027-03-13T20:00"),  # and starts
        ("Europe/Berlin", "2026-10-24T09:00"),
        ("America/St_Johns", "2026-11-21T09:00"),
        ("Asia/Tokyo", "2026-11-21T09:00"),
        ("UTC", "2026-11-21T09:00"),
    ],
)
def test_calendar_files_are_valid_in_every_time_zone(tournament, director_of, client, zone, begins):
    tournament.time_zone, tournament.place = zone, "Hall, 2nd floor; ring\\nat the door 🎲 " + "é" * 80
    tournament.save()
    plan = {**PLAN, "begins": begins, "closes": "23:59", "breaks": ""}
    assert director_of(tournament).post(_address(tournament), plan).status_code == 302
    for address in (
        _address(tournament, "calendar"),
        reverse("team_calendar", args=[tournament.slug, tournament.teams.first().pk]),
    ):
        content = client.get(address).content
        assert faults_of_calendar(content) == []
        events = Calendar.from_ical(content).walk("VEVENT")
        assert all(event.decoded("dtend") - event.decoded("dtstart") for event in events)
        assert (b"BEGIN:VTIMEZONE" in content) is (zone != "UTC")


def test_date_only_calendar_file_is_valid(tournament, client):
    tournament.starts_on = date(2026, 11, 21)
    tournament.save()
    assert faults_of_calendar(client.get(_address(tournament, "calendar")).content) == []


def test_empty_export_shows_the_reason_and_no_link(tournament, manager_of):
    browser = manager_of(tournament.teams.get(name="A"))

    def page():
        return " ".join(browser.get(_address(tournament)).text.split())

    tournament.starts_on = None
    tournament.save()
    assert ".ics" not in page()
    assert "No calendar file yet: the rounds have no times, and the settings have no date." in page()
    assert "the rounds have no times" in browser.get(_address(tournament, "calendar")).text
    tournament.starts_on = date(2026, 11, 21)
    tournament.save()
    assert page().count(".ics") == 2
    tournament.series.filter(home__name="A").delete()
    assert page().count(".ics") == 1, "of all series, but no team without one has a file"
    tournament.series.all().delete()
    assert ".ics" not in page()
    assert "the schedule isn't published" in page().replace("&#x27;", "'")
    assert browser.get(_address(tournament, "calendar")).status_code == 404


def test_rounds_last_their_full_time_when_daylight_saving_ends(tournament, director_of, client):
    plan = {**PLAN, "begins": "2026-10-31T23:30", "between": "10", "closes": "23:59", "breaks": ""}
    director_of(tournament).post(_address(tournament), plan)
    tournament.refresh_from_db()
    (first, *_) = planned_times(tournament)
    assert first.ends - first.begins.astimezone(UTC) == timedelta(hours=2)
    assert first.ends.strftime("%H:%M %z") == "01:30 -0500"
    (second, *_) = planned_times(tournament)[1:]
    assert second.begins.astimezone(UTC) - first.ends.astimezone(UTC) == timedelta(minutes=10)
    assert (second.ends.strftime("%H:%M %z")) == "02:40 -0600", "two hours after 1:40 by daylight time"


def start_series(series, at, outcomes=""):
    Series.objects.filter(pk=series.pk).update(
        status=Series.Status.PLAYING, started_at=at, outcomes=outcomes, home_wins=len(outcomes)
    )


def outlook_of(tournament, now):
    snapshot = TournamentSnapshot(tournament)
    return outlook(snapshot, hall_pace(snapshot, now).rounds, now)


def test_dashboard_and_big_screen_show_round_end_and_last_round_start(planned, director_of, client):
    first_series, two = planned.series.filter(round=1).order_by("table")
    start_series(first_series, hall(9), "HH")
    start_series(two, hall(9, 30))
    now = hall(11)
    seen = outlook_of(planned, now)
    assert seen is not None
    assert seen.sentence == (
        "Round ends about 12:20 PM. Waiting on table 2. The final starts about Sat 5:40 PM, or Sat 5:05 PM with T33."
    )
    for page in (
        director_of(planned).get(_address(planned, "dashboard")),
        client.get(_address(planned, "round_big_screen")),
    ):
        assert "Waiting on table" in page.content.decode()


def test_pace_is_calculated_from_completed_series(planned):
    for series in planned.series.filter(round__in=(1, 2)):
        Series.objects.filter(pk=series.pk).update(
            status=Series.Status.COMPLETE, outcomes="HHH", started_at=hall(9), completed_at=hall(10, 40)
        )
    for series in planned.series.filter(round=3):
        start_series(series, hall(14))
    now = hall(14)
    seen = outlook_of(planned, now)
    assert seen.current.ends == hall(16, 30), "fifty minutes a game, for the first result came after the first game"


def test_no_forecast_without_a_plan_or_a_game(tournament, planned):
    assert outlook_of(planned, hall(8)) is None
    start_series(tournament.series.first(), hall(9))
    tournament.timetable = {}
    assert outlook_of(tournament, hall(10)) is None


def test_api_plans_and_returns_the_timetable(tournament, director_of, client):
    address = reverse("api_timetable", args=[tournament.slug])
    assert client.get(address).json() == []
    plan = {**PLAN, "minutes_per_game": 40, "between": 10, "breaks": [{"at": "12:30", "minutes": 60, "what": "Lunch"}]}
    rows = director_of(tournament).put(address, plan, content_type="application/json").json()
    assert [row["title"] for row in rows] == ["Round 1", "Round 2", "Round 3", "Final"]
    assert rows[1]["begins"] == "2026-11-21T17:10:00Z"
    assert rows[1]["after"] == "Lunch"
    assert client.get(address).json() == rows
    wrong = director_of(tournament).put(address, {**plan, "opens": "soon"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["field"]) == (400, "opens")
    far = director_of(tournament).put(address, {**plan, "begins": "9999-12-31T23:59"}, content_type="application/json")
    assert (far.status_code, far.json()["finding"], far.json()["field"]) == (400, "UNUSABLE_YEAR", "begins")
