"""Test public rosters: all teams, and a single team with real statistics and its rulings."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from drafts.services.corrections import correct_pick
from drafts.services.program import finish_by_program
from drafts.services.selections import Selection
from tests.drafts.rooms import DIRECTOR, division_of, free_cards, on_the_clock, pick, pick_rounds, running, teams_of
from tests.factories import ManagerFactory, SeriesFactory, TeamFactory
from tournaments.models import Series

pytestmark = pytest.mark.django_db


def page(name, tournament, *args):
    response = Client().get(reverse(name, args=[tournament.slug, *args]))
    assert response.status_code == 200
    return response.content.decode()


def test_rosters_show_every_teams_picks():
    draft = running()
    card = free_cards(draft, "SS")[0]
    team = on_the_clock(draft)
    pick(draft, team, card)
    shown = page("rosters", draft.division.tournament)
    assert shown.count(card.name) == 1
    assert all(team.name in shown for team in teams_of(draft))
    assert shown.count("No picks yet.") == 7


def test_tournament_without_a_draft_shows_an_empty_state():
    division = division_of(8)
    assert "appear here after the draft is set up" in page("rosters", division.tournament)
    assert "appear here as they are drafted" in page("team", division.tournament, division.teams.first().pk)


def test_rosters_group_real_stats_by_position_and_role():
    draft = running()
    finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
    shown = page("rosters", draft.division.tournament)
    _, _, team = shown.partition(f'id="team-{teams_of(draft)[0].pk}"')
    team = team.partition("</section>")[0]
    positions = re.findall(r'<tr><td class="(?:position|part)">(\w+)</td>', team)
    order = ["C", "1B", "2B", "3B", "SS", "LF", "CF", "RF", "S", "R"]
    assert positions == sorted(positions, key=order.index)
    assert len(positions) == 25
    assert '<td class="n average">.280</td>' in team
    assert '<td class="n outs_pitched">200.0</td>' in team
    assert "Park: <b>Park" in team


def test_each_division_has_a_tab():
    east = running()
    tournament = east.division.tournament
    west = running(division=division_of(8, tournament=tournament), card_set=east.card_set)
    shown = page("rosters", tournament)
    assert f'href="?division={west.division_id}"' in shown
    assert f">{teams_of(east)[0].name}<" in shown
    assert f">{teams_of(west)[0].name}<" not in shown
    address = reverse("rosters", args=[tournament.slug])
    assert f">{teams_of(west)[0].name}<" in Client().get(address, {"division": west.division_id}).content.decode()
    assert Client().get(address, {"division": division_of(8).pk}).status_code == 404


def test_rosters_query_count_does_not_grow_with_rounds_or_divisions(django_assert_max_num_queries):
    draft = running()
    tournament = draft.division.tournament
    pick_rounds(draft, 1)
    page("rosters", tournament)
    with django_assert_max_num_queries(12) as first:
        Client().get(_address(tournament, fresh=1))
    second_draft = running(division=division_of(8, tournament=tournament), card_set=draft.card_set)
    pick_rounds(draft, 2)
    pick_rounds(second_draft, 1)
    with django_assert_max_num_queries(12) as queries:
        Client().get(_address(tournament, fresh=2))
    assert len(first) == len(queries)


def _address(tournament, **query):
    return reverse("rosters", args=[tournament.slug], query=query)


def test_team_page_shows_its_record_and_schedule():
    division = division_of(3)
    first_team, two, three = division.teams.order_by("slot")
    done = {"status": Series.Status.COMPLETE, "outcomes": "HHA", "home_wins": 2, "away_wins": 1}
    SeriesFactory(division=division, round=1, home=two, away=first_team, **done)
    SeriesFactory(division=division, round=2, home=three, away=two)
    SeriesFactory(division=division, round=3, home=first_team, away=three, table=4)
    shown = page("team", division.tournament, first_team.pk)
    assert '1-2 <span class="quiet">rank 3</span>' in shown
    way = re.sub(r"<[^>]+>", " ", shown.partition("Schedule</caption>")[2])
    rounds = [" ".join(row.split()) for row in re.findall(r"Round \d[^R]*", way.partition("All times")[0])]
    assert rounds == [
        f"Round 1 {two.name} away lost 1-2",
        "Round 2 bye",
        f"Round 3 {three.name} d20 4 scheduled",
    ]


def test_only_the_director_sees_home_towns(director_of):
    division = division_of(8)
    team = division.teams.first()
    ManagerFactory(team=team, name="Kelly", home_town="Cooperstown")
    assert "Cooperstown" not in page("team", division.tournament, team.pk)
    shown = director_of(division.tournament).get(team.get_absolute_url()).content.decode()
    assert "Kelly, Cooperstown" in " ".join(shown.split())


def test_team_page_query_count_does_not_grow_with_series(django_assert_max_num_queries):
    division = division_of(4)
    team, *further_teams = division.teams.order_by("slot")
    counts = []
    for number, opponent in enumerate(further_teams, start=1):
        SeriesFactory(division=division, round=number, home=team, away=opponent)
        with django_assert_max_num_queries(20) as queries:
            Client().get(reverse("team", args=[division.tournament.slug, team.pk], query={"fresh": number}))
        counts.append(len(queries))
    assert counts[0] == counts[2]


def test_team_page_shows_managers_stats_and_legality():
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
    for starter in starters[: starters.count() - 3]:
        correct_pick(
            draft_id=draft.pk,
            overall=starter.overall,
            selection=Selection(card_id=free_cards(draft, "RP")[0].pk),
            actor=DIRECTOR,
            reason="as it was on the table",
            accept_warnings=True,
        )
    shown = page("team", draft.division.tournament, team.pk)
    assert "not legal" in shown
    assert "3 pitchers can start, but 4 are needed" in shown


def test_team_from_another_tournament_returns_404():
    first_division, second_division = division_of(8), division_of(8)
    stranger = reverse("team", args=[first_division.tournament.slug, second_division.teams.first().pk])
    assert Client().get(stranger).status_code == 404


def test_team_without_a_division_has_a_page():
    division = division_of(8)
    late = TeamFactory(division=None, tournament=division.tournament, name="Late Entry")
    assert "Late Entry" in page("team", division.tournament, late.pk)
