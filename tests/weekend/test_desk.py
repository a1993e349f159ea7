"""Test that the dashboard shows everything that waits for the director, with a link to the page that settles it."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from drafts.models import Draft
from games.models import Game, RulingRequest
from pitching.models import SignOff
from tests.factories import (
    AccessFactory,
    CardSetFactory,
    DivisionFactory,
    DraftFactory,
    GameFactory,
    ManagerAccessFactory,
    ManagerFactory,
    SeriesFactory,
    TeamFactory,
    TournamentFactory,
)
from tests.markup import as_single_line
from tournaments.action_log.writing import Actor
from tournaments.models import Series, SlotRoll, Team, Tournament
from tournaments.services.home_rolls import roll_for_home
from weekend.models import PrintPack

pytestmark = pytest.mark.django_db

DESK = Actor("Director")
Stage = Tournament.Stage


def weekend(stage=Stage.ROUND_ROBIN, **facts):
    return DivisionFactory(tournament=TournamentFactory(stage=stage, **facts), name="East")


def pairing(division, home="Sharks", away="Bears", **facts):
    teams = {
        side: Team.objects.filter(tournament=division.tournament, name=name).first()
        or TeamFactory(division=division, name=name)
        for side, name in (("home", home), ("away", away))
    }
    return SeriesFactory(division=division, **teams, **facts)


def complete(division, **facts):
    done = {"status": Series.Status.COMPLETE, "outcomes": "HHA", "home_wins": 2, "away_wins": 1}
    return pairing(division, **{**done, "completed_at": timezone.now(), **facts})


def signed(series, sheet_of):
    signer = series.away if sheet_of == series.home else series.home
    facts = {"signer": "Ann", "how": "phone", "signed_at": timezone.now(), "seal": "0" * 64, "content": {}}
    return SignOff.objects.create(
        series=series, sheet_of=sheet_of, signed_by=signer, code=f"C{series.pk}-{sheet_of.pk}", **facts
    )


def minutes_ago(minutes):
    return timezone.now() - timedelta(minutes=minutes)


@pytest.fixture
def director(director_of):
    def read(tournament: Tournament, client: Client | None = None) -> str:
        response = (client or director_of(tournament)).get(f"/t/{tournament.slug}/dashboard/")
        assert response.status_code == 200
        return response.content.decode()

    return read


def test_empty_dashboard_links_to_the_card_sets(director):
    page = director(weekend().tournament)
    assert "You're all caught up." in page
    assert 'href="/cards/"' in page


def test_t33_0_late_series_shows_the_minutes_allowed(director):
    division = weekend()
    pairing(division, table=4, games_planned=3, status=Series.Status.PLAYING, started_at=minutes_ago(155))
    page = director(division.tournament)
    assert (
        "Bears at Sharks, round 1, table 4: 155 minutes played, 20 over; 3 games are allowed 135 minutes (T33.0)"
        in page
    )
    assert "late by 20 min" in page


def test_series_on_time_is_not_late(director):
    division = weekend()
    pairing(division, games_planned=3, status=Series.Status.PLAYING, started_at=minutes_ago(120))
    page = director(division.tournament)
    assert "You're all caught up." in page
    assert "120 min" in page


def test_home_roll_starts_the_series_clock(director):
    division = weekend()
    series = pairing(division, games_planned=1)
    roll_for_home(series=series, actor=DESK, rolls=(15, 3))
    division.tournament.actions.update(at=minutes_ago(50))
    assert "50 minutes played, 5 over; 1 game is allowed 45 minutes (T33.0)" in director(division.tournament)


def test_series_without_a_start_time_is_timed_from_its_round(director):
    division = weekend()
    pairing(division, games_planned=1, status=Series.Status.PLAYING, started_at=minutes_ago(60))
    pairing(division, "Comets", "Drakes", games_planned=1)
    assert "Drakes at Comets, round 1: 60 minutes played, 15 over" in director(division.tournament)


def test_ruling_requests_stay_on_the_dashboard_until_answered(director):
    series = pairing(weekend())
    ruling = RulingRequest.objects.create(series=series, asked_by="Ann", question="May he <bunt>?")
    page = director(series.tournament)
    assert "Ann, Bears at Sharks, round 1: May he &lt;bunt&gt;?" in page
    assert f"/t/{series.tournament.slug}/rulings/" in page
    ruling.ruled_at, ruling.ruling = timezone.now(), "He may."
    ruling.save()
    assert "Ann, Bears at Sharks" not in director(series.tournament)


def test_suspended_and_partial_games_link_to_their_forms(director):
    series = pairing(weekend(), status=Series.Status.PLAYING)
    GameFactory(series=series, number=1, status=Game.Status.SUSPENDED)
    GameFactory(series=series, number=2, status=Game.Status.DRAFT)
    page = director(series.tournament)
    assert "Game 1, Bears at Sharks, round 1" in page
    assert "Suspended game" in page
    assert "Partly entered" in page
    assert page.count(f'href="/t/{series.tournament.slug}/series/{series.pk}/enter/"') == 1
    stopped = Game.objects.get(number=1)
    assert f'href="/t/{series.tournament.slug}/suspended/{stopped.pk}/"' in page


def test_unsigned_sheets_list_missing_signers(director):
    series = complete(weekend())
    pairing(series.division, round=2)
    assert "Bears at Sharks, round 1: neither has signed" in director(series.tournament)
    signed(series, series.away)
    assert "Bears at Sharks, round 1: Bears has not signed the Sharks sheet" in director(series.tournament)
    signed(series, series.home)
    assert "Unsigned" not in director(series.tournament)


def test_many_unsigned_series_share_a_row(director):
    division = weekend()
    for number in range(1, 8):
        complete(division, round=number)
    page = director(division.tournament)
    assert page.count("Unsigned sheets") == 1
    assert "7 series" in page


def test_tie_appears_once_the_division_is_complete(director):
    division = weekend(advance_per_division=1)
    complete(division, games_planned=2, outcomes="HA", home_wins=1, away_wins=1)
    assert "Tie to break" in director(division.tournament)
    pairing(division, round=2)
    assert "Tie to break" not in director(division.tournament)


def test_failed_print_pack_shows_its_error_until_remade(director):
    tournament = weekend().tournament
    PrintPack.objects.create(tournament=tournament, state=PrintPack.State.FAILED, fault="The worker died.")
    assert "couldn&#x27;t be made: The worker died." in director(tournament)
    PrintPack.objects.create(tournament=tournament, state=PrintPack.State.DONE)
    assert "The worker died." not in director(tournament)


def drafting(division, **facts):
    for slot in (1, 2):
        TeamFactory(division=division, name=f"{division.name} {slot}", slot=slot)
    return DraftFactory(division=division, state=Draft.State.RUNNING, **facts)


def test_draft_shows_the_clock_overtime_and_pause(director):
    draft = drafting(weekend(Stage.DRAFT))
    tournament = draft.division.tournament
    assert "East: East 1 is on the clock, pick 1.01 (1)" in as_single_line(director(tournament))
    Draft.objects.update(deadline=minutes_ago(4))
    assert "East: East 1 is over time by 4 min, pick 1.01 (1)" in as_single_line(director(tournament))
    Draft.objects.update(state=Draft.State.PAUSED)
    assert "East: East 1 is next; the draft is paused, pick 1.01 (1)" in as_single_line(director(tournament))
    Draft.objects.update(state=Draft.State.FINISHED)
    assert "East 1" not in director(tournament)


def test_sign_up_lists_teams_with_missing_steps(director):
    tournament = TournamentFactory()
    ann, bob, cleo = (TeamFactory(division=None, tournament=tournament, name=name) for name in ("Ann", "Bob", "Cleo"))
    for team in (ann, bob):
        ManagerFactory(team=team)
    ManagerAccessFactory(team=ann, last_used_at=timezone.now())
    ManagerAccessFactory(team=bob)
    SlotRoll.objects.create(team=ann, value=12, thrown_by="table")
    page = director(tournament)
    assert "Cleo has no manager" in page
    assert "Cleo has no sign-in link" in page
    assert "Bob has not signed in yet" in page
    assert "Bob and Cleo have to roll; the others are waiting" in page


def test_imputed_and_absent_teams_are_not_listed_as_missing(director):
    tournament = TournamentFactory()
    TeamFactory(division=None, tournament=tournament, name="Machine", kind=Team.Kind.IMPUTED)
    away = TeamFactory(division=None, tournament=tournament, name="Away", is_absent=True)
    ManagerFactory(team=away)
    page = director(tournament)
    assert "Machine has" not in page
    assert "Away has" not in page


def test_many_missing_links_are_summed_up(director):
    tournament = TournamentFactory()
    for number in range(9):
        ManagerFactory(team=TeamFactory(division=None, tournament=tournament, name=f"T{number}"))
    assert "T0, T1, T2, T3 and 5 more have no sign-in links" in director(tournament)


def test_assistant_sees_director_tasks_without_links(director, assistant_of):
    tournament = TournamentFactory()
    ManagerFactory(team=TeamFactory(division=None, tournament=tournament, name="Ann"))
    page = director(tournament, assistant_of(tournament))
    assert "Ann has no sign-in link" in page
    assert "Make the links" not in page
    assert "Make the links" in director(tournament)


def test_each_task_has_a_button_and_only_one_is_primary(director):
    division = weekend()
    fill_round_robin(division, 1)
    page = director(division.tournament)
    rows = re.findall(r"<li>.*?</li>", page.partition('<ul class="todo">')[2].partition("</ul>")[0], flags=re.DOTALL)
    assert len(rows) > 3
    assert {row.count('class="button"') for row in rows} == {1}
    assert page.partition("<main")[2].count('"button main"') == 1
    parts = [page.index(part) for part in ("data-step", 'id="to-do"', 'id="round"', 'id="standings"', 'id="sentence"')]
    assert parts == sorted(parts)


@pytest.mark.parametrize("stage", [Stage.SIGN_UP, Stage.DRAFT, Stage.FINISHED])
def test_stage_without_a_round_shows_an_empty_state(director, stage):
    part = director(weekend(stage).tournament).partition('id="round"')[2].partition("</section>")[0]
    assert 'class="empty"' in part


def fill_round_robin(division, number):
    """Create one of everything that can wait during the round robin."""
    series = pairing(
        division, f"H{number}", f"A{number}", round=1, status=Series.Status.PLAYING, started_at=minutes_ago(500)
    )
    GameFactory(series=series, number=1, status=Game.Status.SUSPENDED)
    GameFactory(series=series, number=2, status=Game.Status.DRAFT)
    RulingRequest.objects.create(series=series, asked_by="Ann", question="?")
    complete(division, home=f"H{number}", away=f"A{number}", round=2)
    PrintPack.objects.create(tournament=division.tournament, state=PrintPack.State.FAILED, fault="Died.")


def queries_of(client, tournament, counted):
    with counted as queries:
        assert client.get(f"/t/{tournament.slug}/dashboard/").status_code == 200
    return len(queries)


def test_task_query_count_does_not_grow(director_of, django_assert_max_num_queries):
    division = weekend()
    client = director_of(division.tournament)
    counts = []
    for number in (1, 2, 3):
        fill_round_robin(division, number)
        counts.append(queries_of(client, division.tournament, django_assert_max_num_queries(40)))
    assert counts[0] == counts[2]


def test_draft_query_count_does_not_grow(director_of, django_assert_max_num_queries):
    division = weekend(Stage.DRAFT)
    client = director_of(division.tournament)
    cards = CardSetFactory()
    drafting(division, card_set=cards)
    first = queries_of(client, division.tournament, django_assert_max_num_queries(40))
    for number in (2, 3):
        drafting(DivisionFactory(tournament=division.tournament, name=f"D{number}"), card_set=cards)
    assert queries_of(client, division.tournament, django_assert_max_num_queries(40)) == first


def test_missing_manager_query_count_does_not_grow(director_of, django_assert_max_num_queries):
    tournament = TournamentFactory()
    client = director_of(tournament)
    counts = []
    for number in range(3):
        team = TeamFactory(division=None, tournament=tournament, name=f"T{number}")
        AccessFactory(tournament=tournament, team=team, role="manager")
        counts.append(queries_of(client, tournament, django_assert_max_num_queries(40)))
    assert counts[0] == counts[2]
