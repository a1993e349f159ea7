"""Test check-in on the teams page: present, absent, or not here yet."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import ManagerAccessFactory, TeamFactory, TournamentFactory
from tournaments.models import Action, Tournament
from tournaments.queries.attendance import attendance, attendance_summary

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def door() -> Tournament:
    """Create four teams: Ann's has signed in, Bob's has an unused link, one is absent, and one is imputed."""
    tournament = TournamentFactory()
    for name, facts, seen in (("Ants", {}, timezone.now()), ("Bees", {}, None), ("Cats", {"is_absent": True}, None)):
        team = TeamFactory(tournament=tournament, name=name, **facts)
        ManagerAccessFactory(team=team, last_used_at=seen)
        team.managers.create(name=f"Manager of {name}")
    TeamFactory(tournament=tournament, name="Machine", kind="imputed")
    return tournament


def test_unseen_teams_come_first_without_imputed_teams(door: Tournament) -> None:
    expected = attendance(door)
    states = [(expected_team.team.name, expected_team.state) for expected_team in expected]
    assert states == [("Bees", "not seen yet"), ("Ants", "signed in"), ("Cats", "absent")]
    assert attendance_summary(expected) == "1 of 3 here, 1 not here yet, 1 absent."


def test_staff_record_attendance_in_the_log(door: Tournament, assistant_of: Callable[..., Client]) -> None:
    director = assistant_of(door)
    teams = {team.name: team for team in door.teams.all()}

    def enter(name: str, attendance: str) -> int:
        address = f"/t/{door.slug}/people/{teams[name].pk}/attendance/"
        answer = director.post(address, {"attendance": attendance})
        assert answer.headers["Location"] == f"/t/{door.slug}/people/#team-{teams[name].pk}"
        return answer.status_code

    for _ in range(2):  # pressed twice, but recorded once
        enter("Bees", "here")
    enter("Cats", "expected")
    enter("Ants", "absent")
    sentences = list(Action.objects.filter(verb="edit_team").order_by("pk").values_list("sentence", flat=True))
    assert sentences == ["Bees is here.", "Cats is not here yet.", "Ants is absent."]
    states = {awaited.team.name: awaited.state for awaited in attendance(door)}
    assert states == {"Ants": "absent", "Bees": "checked in", "Cats": "not seen yet"}
    enter("Machine", "absent")
    assert not door.teams.get(kind="imputed").is_absent


def test_rejects_an_unknown_attendance_value(door: Tournament, assistant_of: Callable[..., Client]) -> None:
    bees = door.teams.get(name="Bees")
    answer = assistant_of(door).post(f"/t/{door.slug}/people/{bees.pk}/attendance/", {"attendance": "late"})
    assert answer.status_code == 400


def test_check_in_can_be_undone_from_the_log(door: Tournament, director_of: Callable[..., Client]) -> None:
    director, bees = director_of(door), door.teams.get(name="Bees")
    director.post(f"/t/{door.slug}/people/{bees.pk}/attendance/", {"attendance": "here"})
    director.post(f"/t/{door.slug}/log/{Action.objects.latest('pk').pk}/undo/", {"confirm": "1"})
    bees.refresh_from_db()
    assert not bees.is_checked_in


@pytest.mark.parametrize("old", ["check-in", "invitations"])
def test_old_addresses_redirect_to_the_teams_page(client: Client, old: str) -> None:
    answer = client.get(f"/t/spring/{old}/?base=http://hall.local")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/t/spring/people/?base=http://hall.local")


def test_director_sees_every_sign_in_link_and_assistant_none(
    door: Tournament, director_of: Callable[..., Client], assistant_of: Callable[..., Client]
) -> None:
    page = director_of(door).get(f"/t/{door.slug}/people/")
    text = page.content.decode()
    assert text.count('data-copy="http') == 4  # three teams and the director
    assert (page.headers["Cache-Control"], page.headers["Content-Encoding"]) == ("no-store", "identity")
    staff_text = assistant_of(door).get(f"/t/{door.slug}/people/").content.decode()
    assert "Manager of Bees" in staff_text
    assert "/join/" not in staff_text


def test_team_name_field_is_focused_after_adding_a_team(door: Tournament, assistant_of: Callable[..., Client]) -> None:
    director = assistant_of(door)
    assert "autofocus" not in director.get(f"/t/{door.slug}/people/").content.decode()
    page = director.post(
        f"/t/{door.slug}/people/add/", {"team": "Dogs", "manager": "Ann"}, follow=True
    ).content.decode()
    assert page.split("autofocus", 1)[0].rsplit("<input", 1)[1].count('name="team"') == 1
