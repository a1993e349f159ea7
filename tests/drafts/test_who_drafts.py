"""Test that every page treats who drafts for a team and who is present as separate facts."""

import pytest
from django.urls import reverse

from core.errors import Stale
from drafts.models import Pick
from tests.drafts.rooms import running, teams_of
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Team
from tournaments.queries.entrants import Entrant, Person
from tournaments.services.entrants import edit_team

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_director_turns_on_autopick_for_a_present_manager(director_of):
    draft = running()
    team = teams_of(draft)[0]
    tournament = draft.division.tournament
    director = director_of(tournament)
    address = reverse("draft_program", args=[tournament.slug, draft.division_id])
    director.post(address, {"team": team.pk, "on": "1"})
    assert Pick.objects.get().team == team
    people = director.get(reverse("people", args=[tournament.slug])).content.decode()
    assert ">autopick<" in people
    assert ">absent<" not in people
    assert "picks by program: yes, was no." in director.get(reverse("log", args=[tournament.slug])).content.decode()
    (shown,) = [
        row
        for row in director.get(f"/api/v1/tournaments/{tournament.slug}/teams/").json()["results"]
        if row["id"] == team.pk
    ]
    assert (shown["picks_by_program"], shown["is_absent"]) == (True, False)


def test_absent_team_is_shown_as_absent_with_or_without_autopick(director_of):
    draft = running()
    team = teams_of(draft)[3]
    Team.objects.filter(pk=team.pk).update(is_absent=True)
    tournament = draft.division.tournament
    director = director_of(tournament)
    page = reverse("draft_dashboard", args=[tournament.slug, draft.division_id])
    both = '<span class="state">autopick</span> <span class="state">absent</span>'
    assert both in " ".join(director.get(page).content.decode().split())
    director.post(reverse("draft_program", args=[tournament.slug, draft.division_id]), {"team": team.pk, "on": "0"})
    after = director.get(page).content.decode()
    assert both not in after
    assert '<span class="state">absent</span>' in after


def test_autopick_change_makes_an_open_team_form_stale(director_of):
    draft = running()
    team = teams_of(draft)[0]
    old = fingerprint(team)
    tournament = draft.division.tournament
    address = reverse("draft_program", args=[tournament.slug, draft.division_id])
    director_of(tournament).post(address, {"team": team.pk, "on": "1"})
    with pytest.raises(Stale):
        edit_team(
            team=team, actor=PROGRAM, made_from=old, entrant=Entrant(team.name, (Person("Ann"),)), is_absent=False
        )
    assert Action.objects.first().verb != "edit_team"
