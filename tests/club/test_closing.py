"""Test the closing page and the club's report."""

import csv
from io import BytesIO, StringIO

import pytest
from openpyxl import load_workbook

from club.queries.formulas import YearFormula
from club.queries.seasons import points_text, tournament_day
from club.queries.tournament_report import lines_with_points, tournament_report
from club.services.seasons import set_formula
from tests.edition_scenes.scene import words
from tests.factories import DivisionFactory, ManagerFactory, SeriesFactory, TeamFactory, TournamentFactory
from tests.markup import as_single_line
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Manager, Series, Tournament
from tournaments.queries.closing import ClubLine
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished() -> Tournament:
    """Finish a tournament with two teams of two managers each. A won 3-1 in the round robin, and the playoff 2-1."""
    tournament = TournamentFactory(stage="finished", best_of="3", advance_per_division=2)
    division = DivisionFactory(tournament=tournament)
    a, b = (TeamFactory(division=division, slot=n, seed=n, name=f"Club {'AB'[n - 1]}") for n in (1, 2))
    for team in (a, b):
        for position, name in enumerate(("Ann", "Bob"), start=1):
            ManagerFactory(team=team, name=f"{name} of {team}", home_town="Erie", region="OH", position=position)
    facts = {"division": division, "home": a, "away": b, "status": Series.Status.COMPLETE}
    SeriesFactory(**facts, games_planned=4, outcomes="HHAH", home_wins=3, away_wins=1)
    playoff = {"stage": "playoff", "is_best_of": True, "bracket_place": "1"}
    SeriesFactory(**facts, **playoff, games_planned=3, outcomes="HAH", home_wins=2, away_wins=1)
    return tournament


def test_champion_comes_first_with_path_and_points(finished, client):
    address = f"/t/{finished.slug}/closing/"
    assert all(address in client.get(f"/t/{finished.slug}/{page}").content.decode() for page in ("", "playoffs/"))
    page = words(client.get(address))
    assert "Club A champion" in page
    assert "2-1 over Club B" in page
    first, second = tournament_report(finished).lines
    assert (first.line.team.name, float(first.points)) == ("Club A", 3 + 2 + 2 * 2 + 2)
    assert (second.line.team.name, round(float(second.points), 2)) == ("Club B", round(1 + 2 * 1 + 2 / 3, 2))


def test_page_shows_round_names(finished, client):
    results = client.get(f"/t/{finished.slug}/results/").content.decode()
    assert "<caption>Final</caption>" in as_single_line(results)
    assert "<caption>Round 1</caption>" in as_single_line(results)


def test_manager_sees_final_result_and_champion(finished, manager_of):
    first, second = finished.teams.order_by("slot")
    assert "Champion 2-1 over Club B" in words(manager_of(first).get(f"/t/{finished.slug}/me/"))
    page_of_second = words(manager_of(second).get(f"/t/{finished.slug}/me/"))
    assert "Final: 1-2 against Club A Club A is the champion, 2-1 over Club B." in page_of_second
    assert "You have no open series" not in page_of_second


def test_report_is_staff_only_with_the_clubs_columns(finished, director_of, client):
    address = f"/t/{finished.slug}/export/report.csv"
    assert client.get(address).status_code == 403
    text = director_of(finished).get(address).content.decode("utf-8-sig")
    head, first, _ = csv.reader(StringIO(text))
    assert head[:9] == ["Full name", "Home town", "Region", "Partner", "W", "L", "T", "Playoff wins", "Entrants"]
    assert first[:9] == ["Ann of Club A", "Erie", "OH", "Bob of Club A", "3", "1", "0", "2", "2"], (
        "a spreadsheet takes 3-1 for a date"
    )
    assert first[9:] == ["11.0", "Ann of Club A", "Club A"]
    book = load_workbook(BytesIO(director_of(finished).get(f"/t/{finished.slug}/export/report.xlsx").content))
    assert [book.active[cell].value for cell in ("E2", "F2", "J2")] == [3, 1, 11], "numbers that a sheet can add"


def test_champions_bye_is_shown_and_points_round_half_up(finished, director_of):
    Series.objects.filter(stage="playoff").update(bracket_place="2", round=2)
    third = TeamFactory(division=finished.divisions.get(), slot=3, seed=3, name="Club C")
    finished.teams.filter(name="Club B").update(seed=2)
    semifinal = {"home": finished.teams.get(name="Club B"), "away": third, "division": finished.divisions.get()}
    facts = {"stage": "playoff", "is_best_of": True, "bracket_place": "1", "status": Series.Status.COMPLETE}
    SeriesFactory(**semifinal, **facts, round=1, games_planned=3, outcomes="HH", home_wins=2)
    page = words(director_of(finished).get(f"/t/{finished.slug}/closing/"))
    assert "Semifinals: bye Final: 2-1 over Club B" in page
    assert "Entire tournament as one file" in page
    line = tournament_report(finished).lines[1].line
    finish = line.finish._replace(wins=10, losses=22, games=32, playoff_wins=0, place=0)
    (quarter,) = lines_with_points([ClubLine(line.team, [], finish, 0)], YearFormula())
    assert (points_text(quarter.points), quarter.points_in_file) == ("8.8", 8.75)


def test_points_follow_the_formula_for_the_year(finished, director_of, client):
    set_formula(year=tournament_day(finished).year, numbers={"win": "2", "champion": "3"}, actor=PROGRAM)
    points = 2 * 3 + 2 + 2 * 2 + 3 * 2
    (first, _) = client.get(f"/api/v1/tournaments/{finished.slug}/closing/").json()["lines"]
    assert (first["name"], first["points"]) == ("Club A", points)
    report = director_of(finished).get(f"/t/{finished.slug}/export/report.csv").content.decode("utf-8-sig")
    assert next(csv.DictReader(StringIO(report)))["Points"] == f"{points}.0"
    page = words(client.get(f"/t/{finished.slug}/closing/"))
    assert f"{points}.0" in page
    assert "2 for a win" in page


def test_director_chooses_the_partner_who_gets_points(finished, director_of, manager_of):
    team = finished.teams.get(name="Club A")
    bob = Manager.objects.get(team=team, position=2)
    address = f"/t/{finished.slug}/closing/{team.pk}/points/"
    assert manager_of(team).post(address, {"manager": bob.pk}).status_code == 403
    assert "Bob of Club A" in words(director_of(finished).post(address, {"manager": bob.pk}, follow=True))
    assert tournament_report(finished).lines[0].line.name == "Bob of Club A"
    undo_action(action=Action.objects.get(verb="choose_points"), actor=PROGRAM)
    assert tournament_report(finished).lines[0].line.name == "Ann of Club A"


def test_closing_page_without_a_champion_shows_an_empty_state(client):
    tournament = TournamentFactory()
    assert "No champion yet" in words(client.get(f"/t/{tournament.slug}/closing/"))
