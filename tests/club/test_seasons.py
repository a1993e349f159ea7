"""Test a year's points against a table calculated by hand."""

from datetime import date
from fractions import Fraction

import pytest
from django.test import Client

from club.models import ClubChange, ClubTournament, Person, PointsCorrection, TeamFinish
from club.queries.seasons import points_text, season_lines_of, season_table
from club.services.finishes import follow_tournament, follow_tournaments
from club.services.seasons import correct_points, set_formula, set_tournament_facts, withdraw_correction
from core.errors import Refused
from rules_engine.competition.points import Finish
from tests.club.building import add_finish, follow_finished, make_final, make_team
from tests.factories import SeriesFactory, TournamentFactory
from tournaments.action_log.writing import PROGRAM, Actor, record_action
from tournaments.models import Manager, Series, Tournament
from tournaments.queries.closing import final_results

pytestmark = pytest.mark.django_db
ORGANIZER = Actor("Olive")


def finished_weekend(day: date = date(2026, 3, 7)) -> Tournament:
    """Create a weekend in which Ann beats Bob 3-1 in the round robin and 4-2 in the final."""
    tournament = TournamentFactory()
    ann, bob = (make_team(tournament, name) for name in ("Ann Poe", "Bob Ray"))
    SeriesFactory(
        division=ann.division, tournament=tournament, home=ann, away=bob, games_planned=4, outcomes="HHHA",
        home_wins=3, away_wins=1, status=Series.Status.COMPLETE,
    )  # fmt: skip
    make_final(ann, bob)
    follow_finished(tournament, day)
    return tournament


def points_by_name(year: int = 2026) -> dict[str, Fraction]:
    return {line.person.name: line.points for line in season_table(year)}


def test_points_match_a_table_calculated_by_hand() -> None:
    finished_weekend()
    # Ann: 3 wins, 2 games over .500, 4 playoff wins at 2 points each, and 2 entrants. Bob: 1 win, 2 playoff wins, and a
    # third of 2 entrants.
    assert points_by_name() == {"Ann Poe": Fraction(15), "Bob Ray": 1 + 4 + Fraction(2, 3)}


def test_stored_results_match_the_final_results() -> None:
    tournament = finished_weekend()
    stored = {row.team_id: row.finish for row in TeamFinish.objects.all()}
    assert stored == {line.team.pk: line.finish for line in final_results(tournament).lines}


def test_reopened_tournament_has_no_points() -> None:
    tournament = finished_weekend()
    tournament.stage = Tournament.Stage.PLAYOFFS
    tournament.save()
    record_action(tournament=tournament, actor=PROGRAM, verb="move_stage", sentence="Back to the playoffs.")
    assert follow_tournaments() == 1
    assert points_by_name() == {}


def test_chosen_partner_gets_all_points() -> None:
    tournament = finished_weekend()
    team = Manager.objects.get(name="Ann Poe").team
    Manager.objects.create(team=team, name="Cy Lee", position=2, gets_points=True)
    follow_tournament(tournament)
    assert points_by_name() == {"Cy Lee": Fraction(15), "Bob Ray": Fraction(17, 3)}


def test_year_follows_from_the_first_day() -> None:
    finished_weekend(date(2025, 12, 31))
    assert points_by_name() == {}
    assert set(points_by_name(2025)) == {"Ann Poe", "Bob Ray"}


def test_best_three_and_a_regional_count_with_at_most_two_online() -> None:
    ann = Person.objects.create(name="Ann Poe")
    wins = {
        20: {"is_face_to_face": False},
        19: {"is_face_to_face": False},
        18: {"is_face_to_face": False},
        12: {},
        11: {},
        10: {"is_regional": True},
    }
    for number, facts in wins.items():
        tournament = TournamentFactory(starts_on="2026-05-01", stage=Tournament.Stage.FINISHED)
        add_finish(ann, tournament, Finish(number, number, 28, 0, 7, 0, 8), **facts)
    assert points_by_name() == {"Ann Poe": Fraction(20 + 19 + 12 + 10)}
    (line,) = season_table(2026)
    assert [int(row.points) for row in line.results if row.is_counted] == [20, 19, 12, 10]
    assert [(year, own.points) for year, own in season_lines_of(ann)] == [(2026, line.points)]


def test_excluded_tournament_has_no_points() -> None:
    finished_weekend()
    facts = ClubTournament.objects.get()
    chosen = {"is_counted": False, "is_regional": False, "is_face_to_face": True}
    set_tournament_facts(facts=facts, actor=ORGANIZER, **chosen)
    assert points_by_name() == {}
    set_tournament_facts(facts=facts, actor=ORGANIZER, **chosen)
    assert ClubChange.objects.filter(kind="settings").count() == 1


def test_corrections_need_a_reason_and_can_be_withdrawn() -> None:
    finished_weekend()
    bob = Person.objects.get(name="Bob Ray")
    correction = correct_points(person=bob, year=2026, points="-2.5", reason="Late to round 2", actor=ORGANIZER)
    assert points_by_name()["Bob Ray"] == Fraction(17, 3) - Fraction(5, 2)
    withdraw_correction(correction=correction, actor=ORGANIZER)
    assert points_by_name()["Bob Ray"] == Fraction(17, 3)
    with pytest.raises(Refused) as refused:
        withdraw_correction(correction=correction, actor=ORGANIZER)
    assert refused.value.code == "ALREADY_WITHDRAWN"


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"points": "0"}, "BAD_POINTS"),
        ({"points": "many"}, "BAD_POINTS"),
        ({"points": "NaN"}, "BAD_POINTS"),
        ({"points": "1e9"}, "BAD_POINTS"),
        ({"reason": "  "}, "NO_REASON"),
        ({"person": None}, "NO_SUCH_PERSON"),
    ],
)
def test_invalid_corrections_are_refused(facts: dict[str, object], code: str) -> None:
    person = Person.objects.create(name="Bob Ray")
    correction = {"person": person, "year": 2026, "points": "1", "reason": "Late", "actor": ORGANIZER, **facts}
    with pytest.raises(Refused) as refused:
        correct_points(**correction)
    assert refused.value.code == code
    assert not PointsCorrection.objects.exists()


def test_club_can_set_its_own_formula_for_a_year() -> None:
    finished_weekend()
    set_formula(year=2026, numbers={"win": "2", "runner_up": "1/2", "best": ""}, actor=ORGANIZER)
    assert points_by_name() == {"Ann Poe": Fraction(18), "Bob Ray": 2 + 4 + Fraction(1)}
    set_formula(year=2026, numbers={}, actor=ORGANIZER)
    assert points_by_name()["Ann Poe"] == Fraction(15)


@pytest.mark.parametrize(
    "numbers", [{"win": "-1"}, {"best": "x"}, {"runner_up": "1/0"}, {"best": "1/3"}, {"win": "inf"}]
)
def test_invalid_formula_numbers_are_refused(numbers: dict[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        set_formula(year=2026, numbers=numbers, actor=ORGANIZER)
    assert refused.value.code == "BAD_NUMBER"


def test_tied_points_share_a_rank() -> None:
    tournament = TournamentFactory(starts_on="2026-05-01", stage=Tournament.Stage.FINISHED)
    for name, wins in (("Ann", 9), ("Bob", 9), ("Cy", 3)):
        add_finish(Person.objects.create(name=name), tournament, Finish(wins, 5, 14, 0, 7, 0, 8))
    assert [(line.person.name, line.rank) for line in season_table(2026)] == [("Ann", 1), ("Bob", 1), ("Cy", 3)]


def test_season_query_count_does_not_grow_with_people(django_assert_num_queries) -> None:
    tournament = TournamentFactory(starts_on="2026-05-01", stage=Tournament.Stage.FINISHED)
    for number in range(5):
        add_finish(Person.objects.create(name=f"P {number}"), tournament, Finish(number, 5, 14, 0, 7, 0, 8))
    with django_assert_num_queries(6):
        assert len(season_table(2026)) == 5


def test_season_page_can_be_filtered_by_region() -> None:
    finished_weekend()
    Person.objects.filter(name="Ann Poe").update(region="OH")
    Person.objects.filter(name="Bob Ray").update(region="TX")
    page = Client().get("/seasons/2026/?region=OH").content.decode()
    assert "Ann Poe" in page
    assert "Bob Ray" not in page.partition("<table")[2]
    assert Client().get("/seasons/", follow=True).redirect_chain[0][0] == "/seasons/2026/"
    assert [Client().get(f"/seasons/{year}/").status_code for year in (1, 99999)] == [404, 404]


@pytest.mark.parametrize(
    ("points", "text"), [(Fraction(17, 3), "5.7"), (Fraction(-1, 20), "-0.1"), (Fraction(0), "0.0"), (15, "15.0")]
)
def test_points_are_shown_with_a_decimal(points: Fraction, text: str) -> None:
    assert points_text(Fraction(points)) == text
