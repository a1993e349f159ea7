"""Test that managers can agree on series times, that calendars include them, and that the director sees late series."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from core.errors import Refused, Stale
from tests.calendar_reader import faults_of_calendar
from tests.factories import DivisionFactory, SeriesFactory, TeamFactory, TournamentFactory
from tournaments.access.links import calendar_token
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series, SeriesTime, SignUp, TeamCalendar, TimeProposal
from tournaments.queries.late_series import SeriesProgress, series_on_time
from tournaments.services.round_deadlines import set_round_deadlines
from tournaments.services.series_times import accept_time, close_proposal, propose_times, remind_managers
from tournaments.services.team_calendars import set_time_zone
from weekend.queries.notices import current_notices

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def series():
    tournament = TournamentFactory(stage="round_robin", time_zone="America/New_York", name="Winter, month; one")
    division = DivisionFactory(tournament=tournament)
    home = TeamFactory(division=division, name="Salem")
    away = TeamFactory(division=division, name="Tacoma")
    SignUp.objects.create(tournament=tournament, team=away, name="Ray", time_zone="America/Los_Angeles")
    return SeriesFactory(division=division, home=home, away=away)


def days_ahead(days, hour=18):
    return (timezone.now() + timedelta(days=days)).replace(hour=hour, minute=0, second=0, microsecond=0)


def propose(series, *times, team=None):
    team_id = series.home_id if team is None else team.pk
    return propose_times(series=series, team_id=team_id, times=times or [days_ahead(3)], actor=PROGRAM)


def accept(series, proposal, starts_at=None, team=None):
    return accept_time(
        series=series,
        team_id=series.away_id if team is None else team.pk,
        proposal_id=proposal.pk,
        starts_at=starts_at or proposal.moments[0],
        actor=PROGRAM,
    )


def notices(series):
    time_notices = [notice for notice in current_notices(series.tournament) if notice.kind == "series_time"]
    return [(notice.team_id, notice.key.split(":")[2], notice.is_quiet) for notice in time_notices]


def page_of(browser, series, name="series_time", **parts):
    return browser.get(reverse(name, args=[series.tournament.slug, parts.get("pk", series.pk)]))


def test_manager_accepts_a_proposed_time(series, manager_of):
    salem, tacoma = manager_of(series.home), manager_of(series.away)
    day = timezone.now().date() + timedelta(days=3)
    entry = {"day_1": day.isoformat(), "time_1": "6p", "day_2": day.isoformat(), "time_2": "20:30"}
    address = reverse("propose_times", args=[series.tournament.slug, series.pk])
    assert salem.post(address, entry).status_code == 302
    proposal = TimeProposal.objects.get()
    assert [moment.astimezone(UTC).minute for moment in proposal.moments] == [0, 30]
    assert notices(series) == [(series.away_id, "proposal", False)]
    shown = page_of(tacoma, series).content.decode()
    assert "6:00 PM E" in shown
    assert "3:00 PM P" in shown
    assert "Series time" in tacoma.get(reverse("my_team", args=[series.tournament.slug])).content.decode()
    answer = reverse("answer_times", args=[series.tournament.slug, series.pk])
    accepted = {"proposal": proposal.pk, "accept": proposal.moments[0].isoformat()}
    assert tacoma.post(answer, accepted).status_code == 302
    agreed = SeriesTime.objects.get()
    assert (agreed.starts_at, agreed.accepted_by_id, agreed.sequence) == (proposal.moments[0], series.away_id, 1)
    assert sorted(notices(series)) == sorted([(series.away_id, "agreed", True), (series.home_id, "agreed", False)])
    assert "6:00 PM E" in salem.get(reverse("my_team", args=[series.tournament.slug])).content.decode()
    assert "3:00 PM P" in tacoma.get(reverse("my_team", args=[series.tournament.slug])).content.decode()
    for name in ("schedule", "series"):
        parts = [series.tournament.slug] + ([series.pk] if name == "series" else [])
        assert "6:00 PM E" in salem.get(reverse(name, args=parts)).content.decode()


def test_proposed_times_are_private_until_agreed(series, manager_of, client):
    propose(series)
    third_manager = manager_of(TeamFactory(division=series.division))
    assert page_of(third_manager, series).status_code == 403
    assert page_of(client, series).status_code == 403
    for name in ("schedule", "log"):
        assert "6:00 PM" not in client.get(reverse(name, args=[series.tournament.slug])).content.decode()


@pytest.mark.parametrize(
    ("times", "code"),
    [
        ([], "NO_TIMES"),
        ([days_ahead(day) for day in range(1, 7)], "TOO_MANY"),
        ([days_ahead(-1)], "PAST"),
        ([days_ahead(400)], "TOO_FAR"),
        ([days_ahead(2), days_ahead(2)], "DUPLICATE"),
    ],
)
def test_rejects_invalid_proposals(series, times, code):
    with pytest.raises(Refused) as refused:
        propose_times(series=series, team_id=series.home_id, times=times, actor=PROGRAM)
    assert refused.value.code == code
    assert not TimeProposal.objects.exists()


def test_counterproposal_replaces_the_first_and_stale_answers_are_rejected(series):
    first = propose(series)
    second = propose(series, days_ahead(5), team=series.away)
    first.refresh_from_db()
    assert first.state == "replaced"
    with pytest.raises(Stale):
        accept(series, first)
    with pytest.raises(Refused) as refused:
        accept(series, second)
    assert refused.value.code == "OWN_PROPOSAL"
    with pytest.raises(Refused) as refused:
        accept(series, second, days_ahead(6), team=series.home)
    assert refused.value.code == "NOT_PROPOSED"
    close_proposal(series=series, team_id=series.home_id, proposal_id=second.pk, actor=PROGRAM)
    second.refresh_from_db()
    assert second.state == "declined"
    assert notices(series) == [(series.away_id, "declined", False)]


def test_agreed_time_can_change_until_the_series_starts(series):
    accept(series, propose(series))
    moved = propose(series, days_ahead(9), team=series.away)
    assert SeriesTime.objects.get().starts_at == days_ahead(3)
    accept(series, moved, team=series.home)
    agreed = SeriesTime.objects.get()
    assert (agreed.starts_at, agreed.sequence) == (days_ahead(9), 2)
    Series.objects.filter(pk=series.pk).update(status=Series.Status.PLAYING)
    with pytest.raises(Refused) as refused:
        propose(series)
    assert refused.value.code == "STARTED"


def test_time_errors_appear_next_to_their_fields(series, manager_of):
    address = reverse("propose_times", args=[series.tournament.slug, series.pk])
    page = manager_of(series.home).post(address, {"day_1": "12/5", "time_1": "6:00"})
    assert page.status_code == 400
    assert page.context["refused"].code == "NOT_A_TIME"
    assert page.context["refused"].field == "time_1"


def events_of(content):
    assert faults_of_calendar(content) == []
    return {str(event["uid"]).split("@")[0]: event for event in Calendar.from_ical(content).walk("VEVENT")}


def test_calendars_are_valid_and_follow_time_changes(series, manager_of, client):
    accept(series, propose(series))
    proposal = propose(series, days_ahead(9), days_ahead(10), team=series.away)
    file = page_of(client, series, "series_calendar")
    events = events_of(file.content)
    uid = f"series-{series.pk}"
    assert events[uid].decoded("dtstart") == days_ahead(3)
    assert b"DTSTART:" + f"{days_ahead(3):%Y%m%dT%H%M%SZ}".encode() in file.content
    sequence = events[uid]["sequence"]
    salem = manager_of(series.home)
    times_page = reverse("calendar_address", args=[series.tournament.slug, series.home_id])
    assert salem.post(times_page).status_code == 302
    shown = page_of(salem, series, "team_times", pk=series.home_id)
    address = shown.context["address"]
    subscribed = client.get(address)
    events = events_of(subscribed.content)
    assert set(events) == {uid, f"proposal-{proposal.pk}-1", f"proposal-{proposal.pk}-2"}
    assert events[f"proposal-{proposal.pk}-1"]["status"] == "TENTATIVE"
    accept(series, proposal, team=series.home)
    events = events_of(client.get(address).content)
    assert set(events) == {uid}
    assert events[uid].decoded("dtstart") == days_ahead(9)
    assert events[uid]["sequence"] > sequence
    Series.objects.filter(pk=series.pk).update(status=Series.Status.VOID)
    assert events_of(client.get(address).content)[uid]["status"] == "CANCELLED"
    salem.post(times_page)
    assert client.get(address).status_code == 404


def test_empty_calendar_is_valid(series, client):
    team = TeamFactory(division=series.division)
    calendar = TeamCalendar.objects.create(team=team)
    assert events_of(client.get(f"/calendar/{calendar_token(calendar)}.ics").content) == {}


def test_team_can_set_its_time_zone(series, manager_of):
    with pytest.raises(Refused) as refused:
        set_time_zone(team=series.away, time_zone="Mars/Olympus", actor=PROGRAM)
    assert refused.value.code == "UNKNOWN"
    tacoma = manager_of(series.away)
    address = reverse("team_time_zone", args=[series.tournament.slug, series.away_id])
    assert tacoma.post(address, {"time_zone": "America/Denver"}).status_code == 302
    accept(series, propose(series))
    assert "M" in page_of(tacoma, series).context["page"].agreed.by_team[0][1].rsplit(" ", 1)[1]


def progress(series, now=None):
    row = next(row for row in series_on_time(series.tournament, now or timezone.now()) if row.series.pk == series.pk)
    return row.progress, row.days_late


def test_director_sees_late_series(series, director_of):
    assert progress(series) == (SeriesProgress.SILENT, 0)
    proposal = propose(series)
    assert progress(series)[0] == SeriesProgress.PROPOSED
    accept(series, proposal)
    assert progress(series)[0] == SeriesProgress.AGREED
    assert progress(series, days_ahead(5, 20)) == (SeriesProgress.MISSED, 2)
    last_day = timezone.localdate() - timedelta(days=4)
    set_round_deadlines(tournament=series.tournament, last_days={("round_robin", 1): last_day}, actor=PROGRAM)
    assert progress(series)[1] in (3, 4)
    director = director_of(series.tournament)
    page = director.get(reverse("series_times", args=[series.tournament.slug]) + "?sort=-late")
    assert page.context["late"] == 1
    assert "late by" in page.content.decode()
    dashboard = director.get(reverse("dashboard", args=[series.tournament.slug])).content.decode()
    assert reverse("series_times", args=[series.tournament.slug]) in dashboard
    Series.objects.filter(pk=series.pk).update(status=Series.Status.COMPLETE)
    assert progress(series) == (SeriesProgress.PLAYED, 0)


def test_managers_are_reminded_at_most_once_a_day(series, director_of):
    address = reverse("remind_managers", args=[series.tournament.slug, series.pk])
    assert director_of(series.tournament).post(address).status_code == 302
    assert sorted(notices(series)) == sorted((team.pk, "reminder", False) for team in series.teams())
    with pytest.raises(Refused) as refused:
        remind_managers(series=series, actor=PROGRAM)
    assert refused.value.code == "REMINDED_RECENTLY"
    SeriesTime.objects.update(reminded_at=timezone.now() - timedelta(hours=25))
    remind_managers(series=series, actor=PROGRAM)


def test_deadlines_must_be_in_order_and_match_the_rounds(series, director_of):
    def fault(last_days):
        with pytest.raises(Refused) as refused:
            set_round_deadlines(tournament=series.tournament, last_days=last_days, actor=PROGRAM)
        return refused.value.code

    assert fault({("round_robin", 9): date(2026, 12, 1)}) == "NO_SUCH_ROUND"
    address = reverse("round_deadlines", args=[series.tournament.slug])
    assert director_of(series.tournament).post(address, {"round_robin_1": "2026-12-06"}).status_code == 302
    assert series.tournament.round_deadlines.get().last_day == date(2026, 12, 6)
    page = director_of(series.tournament).post(address, {"round_robin_1": "soon"})
    assert page.context["refused"].field == "round_robin_1"


def test_api_proposes_and_accepts_a_time(series, manager_of):
    salem, tacoma = manager_of(series.home), manager_of(series.away)
    address = f"/api/v1/tournaments/{series.tournament.slug}/series/{series.pk}/time/"
    sent = {"times": [days_ahead(3).isoformat()]}
    proposed = salem.post(address, sent, content_type="application/json")
    assert proposed.status_code == 201
    body = {"proposal": proposed.json()["proposal"]["id"], "starts_at": sent["times"][0]}
    accepted = tacoma.post(f"{address}accept/", body, content_type="application/json")
    assert (accepted.status_code, accepted.json()["proposal"]) == (200, None)
    assert datetime.fromisoformat(accepted.json()["starts_at"]) == days_ahead(3)
