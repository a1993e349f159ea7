"""Test that club members enter a tournament with the names and crests of their last teams, without typing."""

from datetime import date

import pytest
from django.test import Client

from club.models import ManagerLink, Person
from club.queries.linking import unlinked_managers
from club.services.entering import enter_people
from club.services.finishes import follow_tournament
from core.errors import Refused
from tests.club.building import make_team
from tests.conftest import signed_in
from tests.factories import AccessFactory, TournamentFactory
from tournaments.access.links import link_token
from tournaments.action_log.writing import Actor
from tournaments.models import Team, Tournament

pytestmark = pytest.mark.django_db
DIRECTOR = Actor("Dee")


@pytest.fixture
def spring() -> Tournament:
    """Create a spring tournament with Ann and Bob, who are listed, and Xavier, who isn't."""
    tournament = TournamentFactory(name="Spring Open", starts_on=date(2026, 3, 7))
    make_team(tournament, "Ann Poe", region="OH", name="Poets")
    make_team(tournament, "Bob Ray", name="Rays")
    make_team(tournament, "Xavier Quill", name="Quills", is_listed=False)
    Team.objects.filter(name="Poets").update(crest="PO", colours="teal")
    follow_tournament(tournament)
    return tournament


@pytest.fixture
def fall(spring: Tournament) -> Tournament:
    return TournamentFactory(name="Fall Open", starts_on=date(2026, 9, 5))


def ids_of(*names: str) -> set[int]:
    return set(Person.objects.filter(name__in=names).values_list("pk", flat=True))


def enter(tournament: Tournament, *names: str, is_organizer: bool = True) -> list[Team]:
    return enter_people(tournament=tournament, person_ids=ids_of(*names), actor=DIRECTOR, is_organizer=is_organizer)


def test_person_enters_with_the_last_team_and_is_linked(fall: Tournament) -> None:
    (team,) = enter(fall, "Ann Poe")
    manager = team.managers.get()
    assert (team.name, team.crest, team.colours) == ("Poets", "PO", "teal")
    assert (manager.name, manager.region) == ("Ann Poe", "OH")
    assert ManagerLink.objects.get(team=team).person.name == "Ann Poe"
    assert not unlinked_managers(fall)


def test_chosen_person_is_linked_despite_a_namesake(fall: Tournament) -> None:
    chosen = Person.objects.create(name="Ann Poe", region="TX")
    (team,) = enter_people(tournament=fall, person_ids=[chosen.pk], actor=DIRECTOR, is_organizer=True)
    assert team.name == "Ann Poe", "a person without a team gives it the own name"
    assert ManagerLink.objects.get(team=team).person == chosen


def test_team_uses_the_persons_name_if_the_team_name_is_taken(fall: Tournament) -> None:
    make_team(fall, "Cid Lowe", name="poets")
    (team,) = enter(fall, "Ann Poe")
    assert team.name == "Ann Poe"


def test_entering_partners_get_two_teams(spring: Tournament, fall: Tournament) -> None:
    make_team(spring, "Dot Eads", "Eve Finn", name="Pair")
    follow_tournament(spring)
    assert {team.name for team in enter(fall, "Dot Eads", "Eve Finn")} == {"Pair", "Eve Finn"}


def test_entering_people_is_all_or_nothing(fall: Tournament) -> None:
    enter(fall, "Ann Poe")
    with pytest.raises(Refused) as refused:
        enter(fall, "Ann Poe", "Bob Ray")
    assert refused.value.code == "NOT_POSSIBLE"
    assert fall.teams.count() == 1
    with pytest.raises(Refused) as refused:
        enter(fall)
    assert refused.value.code == "NOBODY_CHOSEN"


def test_practice_weekends_do_not_link_managers(spring: Tournament) -> None:
    (team,) = enter(TournamentFactory(is_practice=True), "Ann Poe")
    assert not ManagerLink.objects.filter(team=team).exists()


def test_only_an_organizer_sees_unlisted_people(fall: Tournament) -> None:
    address = f"/api/v1/tournaments/{fall.slug}/club-people/"
    tokens = [link_token(AccessFactory(tournament=place, role=role)) for place, role in _directors(fall)]
    lists = [Client(headers={"Authorization": f"Bearer {token}"}).get(address).json() for token in tokens]
    assert [[row["name"] for row in rows["results"]] for rows in lists] == [
        ["Ann Poe", "Bob Ray"],
        ["Ann Poe", "Bob Ray", "Xavier Quill"],
    ]
    with pytest.raises(Refused):
        enter(fall, "Xavier Quill", is_organizer=False)


def _directors(tournament: Tournament) -> tuple[tuple[Tournament | None, str], ...]:
    return (tournament, "director"), (None, "organiser")


def test_page_enters_the_checked_people(fall: Tournament) -> None:
    director = signed_in(AccessFactory(tournament=fall, role="director"))
    address = f"/t/{fall.slug}/people/club/"
    page = director.get(address, {"q": "poe"}).content.decode()
    assert "Ann Poe" in page
    assert "Bob Ray" not in page
    assert address in director.get(f"/t/{fall.slug}/people/").content.decode()
    answer = director.post(address, {"person": sorted(ids_of("Ann Poe", "Bob Ray"))})
    assert answer["Location"] == f"/t/{fall.slug}/people/"
    assert {team.name for team in fall.teams.all()} == {"Poets", "Rays"}
    assert director.post(address, {}).status_code == 400
    assert "Ann Poe" not in director.get(address).content.decode()


def test_api_enters_people_only_during_sign_up(fall: Tournament) -> None:
    director = Client(
        headers={"Authorization": f"Bearer {link_token(AccessFactory(tournament=fall, role='director'))}"}
    )
    address = f"/api/v1/tournaments/{fall.slug}/club-people/"

    def send(*names: str) -> int:
        return director.post(address, {"people": sorted(ids_of(*names))}, "application/json").status_code

    assert send("Ann Poe") == 201
    Tournament.objects.filter(pk=fall.pk).update(stage=Tournament.Stage.DRAFT)
    assert send("Bob Ray") == 400
    assert [team.name for team in fall.teams.all()] == ["Poets"]
