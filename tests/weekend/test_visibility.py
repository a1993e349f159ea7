"""Test archived, hidden and deleted tournaments: who can still see them, and where."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from club.models import Person
from club.queries.calendar import calendar
from club.queries.seasons import season_table
from club.services.finishes import follow_tournament
from rules_engine.competition.points import Finish
from tests.club.building import add_finish
from tests.conftest import signed_in
from tests.factories import AccessFactory, ManagerAccessFactory, TeamFactory, TournamentFactory
from tournaments.access.links import access_of_token, link_token
from tournaments.access.viewers import may_follow
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Device, Role, Tournament
from tournaments.services.setup import is_duplicate
from tournaments.services.visibility import (
    archive_tournament,
    hide_tournament,
    mark_deleted,
    recover_tournament,
    remove_expired_tournaments,
)
from weekend.services.news import collect_news

pytestmark = pytest.mark.django_db
CHAMPION = Finish(wins=9, losses=3, games=12, playoff_wins=7, champions_wins=7, place=1, entrants=8)
ADDRESSES = ("/t/{}/", "/t/{}/standings/", "/t/{}/settings/", "/api/v1/tournaments/{}/", "/t/{}/embed/standings/")


@pytest.fixture
def organizer() -> Client:
    return signed_in(AccessFactory(tournament=None, role=Role.ORGANISER, label="Organizer"))


@pytest.fixture
def tournament() -> Tournament:
    return TournamentFactory(name="Winter Weekend")


def statuses(client: Client, tournament: Tournament) -> set[int]:
    return {client.get(address.format(tournament.slug)).status_code for address in ADDRESSES}


def test_director_archives_and_unarchives_a_tournament(tournament, director_of):
    director = director_of(tournament)
    director.post(f"/t/{tournament.slug}/archive/")
    tournament.refresh_from_db()
    assert tournament.archived_at is not None
    assert Client().get(tournament.get_absolute_url()).status_code == 200
    director.post(f"/t/{tournament.slug}/archive/", {"undo": "1"})
    tournament.refresh_from_db()
    assert tournament.archived_at is None
    assert [action.verb for action in tournament.actions.all()] == ["unarchive_tournament", "archive_tournament"]


def test_archiving_twice_logs_once(tournament):
    archive_tournament(tournament=tournament, actor=PROGRAM)
    archive_tournament(tournament=tournament, actor=PROGRAM)
    assert tournament.actions.count() == 1


def test_only_staff_see_a_hidden_tournament(tournament, director_of, assistant_of, manager_of, organizer):
    director, manager = director_of(tournament), manager_of(TeamFactory(tournament=tournament, division=None))
    director.post(f"/t/{tournament.slug}/hide/")
    assert statuses(director, tournament) == statuses(organizer, tournament) == {200}
    assert assistant_of(tournament).get(tournament.get_absolute_url()).status_code == 200
    for stranger in (Client(), manager, director_of(TournamentFactory())):
        assert statuses(stranger, tournament) == {404}
    assert b"Winter Weekend" not in Client().get(f"/t/{tournament.slug}/nowhere/").content
    director.post(f"/t/{tournament.slug}/hide/", {"undo": "1"})
    assert Client().get(tournament.get_absolute_url()).status_code == 200


def test_visitors_see_hidden_tournaments_in_no_list(tournament, director_of):
    director = director_of(tournament)
    hide_tournament(tournament=tournament, actor=PROGRAM)
    stranger = signed_in(AccessFactory())
    assert tournament not in [entry.tournament for entry in calendar().entries]
    for client, is_listed in ((Client(), False), (stranger, False), (director, True)):
        assert (b"Winter Weekend" in client.get("/").content) == is_listed
        listed = client.get("/api/v1/tournaments/").json()["results"]
        assert (tournament.slug in [row["slug"] for row in listed]) == is_listed


def test_only_staff_can_follow_a_hidden_tournament_live(tournament):
    director = AccessFactory(tournament=tournament)
    manager = ManagerAccessFactory(team=TeamFactory(tournament=tournament, division=None))
    keys = {access.role: Device.objects.create(key=access.role, access=access).key for access in (director, manager)}
    assert may_follow("", tournament.slug)
    hide_tournament(tournament=tournament, actor=PROGRAM)
    assert may_follow(keys[Role.DIRECTOR], tournament.slug)
    assert not may_follow(keys[Role.MANAGER], tournament.slug)
    assert not may_follow("", tournament.slug)


def test_hiding_a_tournament_removes_its_results_from_the_season_table(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(stage="finished")
    tournament.refresh_from_db()
    finish = add_finish(Person.objects.create(name="Ann Poe"), tournament, CHAMPION)
    year = timezone.localdate().year
    assert [line.person.name for line in season_table(year)] == ["Ann Poe"]
    hide_tournament(tournament=tournament, actor=PROGRAM)
    assert season_table(year) == []
    assert finish.team.name not in Client().get("/champions/").content.decode()


def test_deleted_tournament_returns_404_for_everyone(tournament, director_of, organizer):
    access = AccessFactory(tournament=tournament)
    director = director_of(tournament)
    mark_deleted(tournament=tournament, actor=PROGRAM)
    for client in (director, organizer, Client()):
        assert statuses(client, tournament) == {404}
    assert access_of_token(link_token(access)) is None
    assert director.get("/").context["request"].viewers.all() == []


def test_deleted_tournament_sends_no_news(tournament):
    mark_deleted(tournament=tournament, actor=PROGRAM)
    collect_news()
    assert not hasattr(Tournament.objects.get(pk=tournament.pk), "news_position")


def test_recovered_tournament_has_its_links_and_results(tournament, organizer):
    access = AccessFactory(tournament=tournament)
    mark_deleted(tournament=tournament, actor=PROGRAM)
    page = organizer.get("/").content.decode()
    assert "Recover Winter Weekend" in page
    organizer.post(f"/deleted/{tournament.slug}/recover/")
    assert access_of_token(link_token(access)) == access
    assert Client().get(tournament.get_absolute_url()).status_code == 200
    assert Action.objects.filter(tournament=tournament).first().verb == "recover_tournament"


def test_rejects_recovering_a_tournament_that_is_not_deleted(tournament, organizer):
    page = organizer.post(f"/deleted/{tournament.slug}/recover/", follow=True).content.decode()
    assert "deleted." in page
    assert not tournament.actions.exists()


def test_deleted_tournament_is_removed_after_30_days(tournament):
    follow_tournament(tournament)
    mark_deleted(tournament=tournament, actor=PROGRAM)
    now = timezone.now()
    assert remove_expired_tournaments(now + timedelta(days=29)) == 0
    assert remove_expired_tournaments(now + timedelta(days=31)) == 1
    assert not Tournament.objects.exists()


def test_deleted_tournaments_name_can_be_reused(tournament, organizer):
    mark_deleted(tournament=tournament, actor=PROGRAM)
    made = Tournament(name=tournament.name, starts_on=tournament.starts_on)
    assert not is_duplicate(made)
    recover_tournament(tournament=Tournament.objects.get(pk=tournament.pk), actor=PROGRAM)
    assert is_duplicate(made)


def token_client(tournament: Tournament | None, role: str = "director") -> Client:
    access = AccessFactory(tournament=tournament, role=role)
    return Client(headers={"Authorization": f"Bearer {link_token(access)}"})


def test_api_archives_and_hides_a_tournament(tournament):
    director, address = token_client(tournament), f"/api/v1/tournaments/{tournament.slug}/visibility/"
    assert director.get(address).json() == {"is_archived": False, "is_hidden": False}
    changed = director.patch(address, {"is_archived": True, "is_hidden": True}, content_type="application/json")
    assert changed.json() == {"is_archived": True, "is_hidden": True}
    assert Client().get(tournament.get_absolute_url()).status_code == 404
    back = director.patch(address, {"is_hidden": False}, content_type="application/json")
    assert back.json() == {"is_archived": True, "is_hidden": False}
    verbs = [action.verb for action in tournament.actions.all()]
    assert verbs == ["show_tournament", "hide_tournament", "archive_tournament"]


def test_api_recovers_a_deleted_tournament(tournament):
    organizer = token_client(None, "organiser")
    mark_deleted(tournament=tournament, actor=PROGRAM)
    (deleted,) = organizer.get("/api/v1/deleted-tournaments/").json()["results"]
    assert deleted["slug"] == tournament.slug
    home = signed_in(AccessFactory(role="organiser", tournament=None)).get("/").content.decode()
    removed_at = Tournament.objects.get().removed_at
    assert datetime.fromisoformat(deleted["removed_at"]) == removed_at
    assert f"Will be removed for good on {date_format(timezone.localtime(removed_at), 'M j, Y')}" in home
    address = f"/api/v1/deleted-tournaments/{tournament.slug}/recover/"
    assert organizer.post(address).json()["slug"] == tournament.slug
    assert Client().get(tournament.get_absolute_url()).status_code == 200
    second = organizer.post(address)
    assert (second.status_code, second.json()["finding"]) == (400, "NOT_DELETED")
    assert organizer.get("/api/v1/deleted-tournaments/").json()["results"] == []
