"""The check-in: who has opened his link, who was not seen yet, who is absent, and the button that says so."""

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
    """Ann's team has signed in, Bob's has a link that nobody opened, the last is absent; one is imputed."""
    tournament = TournamentFactory()
    for name, facts, seen in (("Ants", {}, timezone.now()), ("Bees", {}, None), ("Cats", {"is_absent": True}, None)):
        team = TeamFactory(tournament=tournament, name=name, **facts)
        ManagerAccessFactory(team=team, last_used_at=seen)
        team.managers.create(name=f"Manager of {name}")
    TeamFactory(tournament=tournament, name="Machine", kind="imputed")
    return tournament


def test_unseen_teams_come_first_without_imputed_teams(door: Tournament) -> None:
    expected = attendance(door)
    states = [(one.team.name, one.state) for one in expected]
    assert states == [("Bees", "not seen yet"), ("Ants", "signed in"), ("Cats", "absent")]
    assert attendance_summary(expected) == "1 of 3 signed in, 1 not checked in, 1 absent."


def test_staff_record_attendance_in_the_log(door: Tournament, assistant_of: Callable[..., Client]) -> None:
    desk, address = assistant_of(door), f"/t/{door.slug}/check-in/"
    page = desk.get(address).content.decode()
    assert "Manager of Bees" in page
    bees, cats = door.teams.get(name="Bees"), door.teams.get(name="Cats")
    for _ in range(2):  # pressed twice: done once
        desk.post(address, {"team": bees.pk, "absent": "1"})
    desk.post(address, {"team": cats.pk, "absent": "0"})
    sentences = list(Action.objects.filter(verb="edit_team").order_by("pk").values_list("sentence", flat=True))
    assert sentences == ["Bees is absent.", "Cats is here."]
    assert "0 of 3" not in desk.get(address).content.decode()
    imputed = door.teams.get(kind="imputed")
    desk.post(address, {"team": imputed.pk, "absent": "1"})
    imputed.refresh_from_db()
    assert not imputed.is_absent
