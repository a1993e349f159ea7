"""Test that an unattended big screen rotates through its pages."""

import pytest
from django.urls import reverse

from tests.drafts.rooms import running
from tests.factories import DivisionFactory, DraftFactory, SeriesFactory, TournamentFactory

pytestmark = pytest.mark.django_db


def turned(client, tournament, times):
    """Return the names of successive screens."""
    names, after = [], ""
    for _ in range(times):
        answer = client.get(reverse("big_screens", args=[tournament.slug]), {"after": after} if after else {})
        after = answer.url.removesuffix("?turn")
        page = client.get(answer.url)
        names.append(page.resolver_match.url_name)
        assert f'data-wall="{reverse("big_screens", args=[tournament.slug])}"' in page.content.decode()
    return names


def test_rotation_shows_every_drafting_division(client):
    tournament = TournamentFactory(stage="draft")
    for position in (1, 2):
        DraftFactory(division=DivisionFactory(tournament=tournament, position=position), state="running")
    assert turned(client, tournament, 3) == ["draft_big_screen"] * 3


def test_rotation_alternates_round_standings_and_bracket(client):
    tournament = TournamentFactory(stage="round_robin")
    assert turned(client, tournament, 2) == ["standings_big_screen"] * 2
    SeriesFactory(division=DivisionFactory(tournament=tournament))
    assert turned(client, tournament, 3) == ["round_big_screen", "hall_big_screen", "standings_big_screen"]
    tournament.stage = "playoffs"
    tournament.save()
    assert turned(client, tournament, 3) == ["round_big_screen", "bracket_big_screen", "standings_big_screen"]


def test_single_big_screen_does_not_rotate(client):
    tournament = TournamentFactory(stage="round_robin")
    page = client.get(reverse("standings_big_screen", args=[tournament.slug])).content.decode()
    assert "data-wall" not in page


def test_draft_big_screen_shows_upcoming_teams_and_roster_needs(client):
    division = running(3).division
    page = client.get(reverse("draft_big_screen", args=[division.tournament.slug, division.pk])).content.decode()
    rail = page.split('class="rail"')[1].split("</ol>")[0]
    assert all(team.name in rail for team in division.teams.all())
    assert page.count("C 1B 2B 3B SS LF CF RF") == 3
    assert page.count("0 players, 0 SP") == 3
