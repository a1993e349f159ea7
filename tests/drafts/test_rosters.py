"""Public rosters: all teams, and one with real lines and the rulings on it."""

import pytest
from django.test import Client
from django.urls import reverse

from drafts.services.corrections import correct_pick
from drafts.services.program import finish_by_program
from drafts.services.selections import Selection
from tests.drafts.rooms import DIRECTOR, division_of, free_cards, on_the_clock, pick, pick_rounds, running, teams_of
from tests.factories import ManagerFactory, TeamFactory

pytestmark = pytest.mark.django_db


def page(name, tournament, *args):
    response = Client().get(reverse(name, args=[tournament.slug, *args]))
    assert response.status_code == 200
    return response.content.decode()


def test_rosters_show_every_team_with_what_it_drafted():
    draft = running()
    card = free_cards(draft, "SS")[0]
    team = on_the_clock(draft)
    pick(draft, team, card)
    shown = page("rosters", draft.division.tournament)
    assert f"<b>{card.name}</b>" in shown
    assert all(each.name in shown for each in teams_of(draft))
    assert shown.count("No picks yet.") == 7


def test_a_tournament_without_a_draft_says_what_will_be_here():
    division = division_of(8)
    assert "will be here once its draft is set up" in page("rosters", division.tournament)
    assert "will be here as they are drafted" in page("team", division.tournament, division.teams.first().pk)


def test_rosters_ask_the_same_number_of_questions_with_1_and_3_rounds_and_divisions(django_assert_num_queries):
    draft = running()
    tournament = draft.division.tournament
    pick_rounds(draft, 1)
    page("rosters", tournament)
    other = running(division=division_of(8, tournament=tournament), card_set=draft.card_set)
    pick_rounds(draft, 2)
    pick_rounds(other, 1)
    with django_assert_num_queries(8):
        page("rosters", tournament)


def test_a_teams_page_shows_managers_real_lines_and_whether_the_team_is_legal():
    draft = running()
    finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
    team = teams_of(draft)[0]
    ManagerFactory(team=team, name='Kelly "Red" <b>O\'Neil</b>')
    shown = page("team", draft.division.tournament, team.pk)
    assert "Kelly &quot;Red&quot; &lt;b&gt;O&#x27;Neil" in shown
    assert "25 players, home park" in shown
    assert shown.count('<span class="state good">legal</span>') == 2
    assert "200.0 IP: may start" in shown
    assert ".280/.345/.280, 500 AB" in shown
    starters = team.picks.filter(card__is_starter=True)
    for one in starters[: starters.count() - 3]:
        correct_pick(
            draft_id=draft.pk,
            overall=one.overall,
            selection=Selection(card_id=free_cards(draft, "RP")[0].pk),
            actor=DIRECTOR,
            reason="as it was on the table",
            accept_warnings=True,
        )
    shown = page("team", draft.division.tournament, team.pk)
    assert "not legal" in shown
    assert "3 pitchers can start, 4 are needed" in shown


def test_a_team_of_another_tournament_is_not_found():
    here, there = division_of(8), division_of(8)
    stranger = reverse("team", args=[here.tournament.slug, there.teams.first().pk])
    assert Client().get(stranger).status_code == 404


def test_an_entrant_without_a_division_has_a_page():
    division = division_of(8)
    late = TeamFactory(division=None, tournament=division.tournament, name="Late Entry")
    assert "Late Entry" in page("team", division.tournament, late.pk)
