"""Test that the bullpen chart shows used and remaining innings, on the page and on one printed sheet."""

from dataclasses import replace

import pytest
from django.urls import reverse

from games.queries.carry_over import carryover_rules
from games.queries.usage import usage_of_teams
from pitching.documents import bullpen_pdf
from pitching.queries.bullpen import GAMES_SHOWN, build_bullpen
from tests.games.building import League, complete_games
from tests.paper_league import PaperLeague
from tests.pdf_reading import only_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    league = League(teams=3)
    league.save(complete_games(league, league.series[0]))
    return league


def pen_of(league, side):
    return build_bullpen(usage_of_teams(side.team.pk)[side.team.pk], carryover_rules(league.tournament))


def test_every_pitcher_has_a_row_with_appearance_bars_and_innings_left(league):
    pen = pen_of(league, league.bears)
    usage = usage_of_teams(league.bears.team.pk)[league.bears.team.pk]
    for strip in pen.strips:
        cells = [cell for cell in usage.pitchers[strip.row.card_id].cells[-GAMES_SHOWN:] if cell is not None]
        assert [bar.is_start for bar in strip.bars] == [cell.role == "start" for cell in cells]
        assert bool(strip.gauge_fill) == strip.row.can_relieve
    assert pen.window[1], "the games that count in relief are framed"
    assert {strip.start_label for strip in pen.strips if strip.row.can_start} == {"S"}


def test_long_name_does_not_overlap_the_bars(league):
    strip = pen_of(league, league.bears).strips[0]
    named = {name: replace(strip, row=replace(strip.row, name=name)).name for name in ("Jim Corsi", "Dustin Hermanson")}
    assert named == {"Jim Corsi": "Jim Corsi", "Dustin Hermanson": "D. Hermanson"}
    double = replace(strip, row=replace(strip.row, name="Christopher Featherstonehaugh-Cholmondeley")).name
    assert double.startswith("C. Feather")
    assert double.endswith("…"), "the hand stands behind the name, and before the bars"


def test_division_board_shows_each_team_once_with_its_rulings(league, client):
    division = league.bears.team.division
    page = client.get(reverse("division_board", args=[league.tournament.slug, division.pk])).content.decode()
    _, main = page.split("<main")
    assert main.count("<svg") == main.count("Details by rule") == 3
    assert main.index("<svg") < main.index('<table class="able"')
    assert reverse("bullpen_pdf", args=[league.tournament.slug, division.pk]) in page


def test_division_board_omits_a_dropped_team(league, client):
    team = league.bears.team
    team.dropped_after_round = 1
    team.save()
    page = client.get(reverse("division_board", args=[league.tournament.slug, team.division_id])).content.decode()
    assert page.split("<main")[1].count("<svg") == 2
    assert team.name not in only_page(bullpen_pdf(league.tournament, league.division))


@pytest.mark.parametrize("teams", [2, 9, 14])
def test_bullpen_pdf_fits_any_number_of_teams_on_a_page(teams):
    league = PaperLeague(teams, played=1)
    text = only_page(bullpen_pdf(league.tournament, league.division))
    assert all(team.name in text for team in league.teams)
