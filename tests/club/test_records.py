"""Test records based on results, such as streaks, shutouts and most wins, and players' average picks."""

import pytest
from django.test import Client
from django.utils import timezone

from club.models import Person, TeamFinish
from club.queries.records import LEAST_GAMES, RECORD_KINDS, best_marks, drafted_players
from club.services.draft_totals import renew_stale_draft_totals
from club.services.finishes import follow_tournament, follow_tournaments
from rules_engine.competition.points import Finish
from tests.club.building import add_finish, make_final, make_team
from tests.factories import (
    CardSetFactory,
    DivisionFactory,
    DraftFactory,
    GameFactory,
    HitterFactory,
    PickFactory,
    SeriesFactory,
    TeamFactory,
    TournamentFactory,
)
from tournaments.models import Series, Tournament

pytestmark = pytest.mark.django_db


def test_streak_continues_across_series_in_order_of_play() -> None:
    tournament = TournamentFactory(stage=Tournament.Stage.FINISHED, best_of="7")
    ann, bob, cy = (make_team(tournament, name) for name in ("Ann Poe", "Bob Ray", "Cy Lee"))
    complete = {"tournament": tournament, "division": ann.division, "status": Series.Status.COMPLETE}
    # Ann wins all three road games of the series played second, and the last two of three at home in the one played
    # first
    SeriesFactory(home=bob, away=ann, outcomes="AAA", home_place=1, away_place=2, away_wins=3, round=2, **complete)
    SeriesFactory(home=ann, away=cy, outcomes="AHH", home_place=1, away_place=1, home_wins=2, away_wins=1, **complete)
    follow_tournament(tournament)
    streaks = {row.team_id: row.longest_streak for row in TeamFinish.objects.all()}
    assert streaks == {ann.pk: 5, bob.pk: 0, cy.pk: 1}


def test_shutout_requires_a_final_game_without_opponent_runs() -> None:
    tournament = TournamentFactory(stage=Tournament.Stage.FINISHED, best_of="7")
    ann, bob = (make_team(tournament, name) for name in ("Ann Poe", "Bob Ray"))
    final = make_final(ann, bob)
    for number, (home_runs, away_runs, status) in enumerate(
        [(2, 0, "final"), (0, 1, "final"), (3, 1, "final"), (4, 0, "draft")], start=1
    ):
        GameFactory(series=final, number=number, home_runs=home_runs, away_runs=away_runs, status=status)
    follow_tournament(tournament)
    assert {row.team_id: row.shutouts for row in TeamFinish.objects.all()} == {ann.pk: 1, bob.pk: 1}


def test_best_records_come_first_and_practice_does_not_count() -> None:
    ann, bob = (Person.objects.create(name=name, is_listed=True) for name in ("Ann Poe", "Bob Ray"))
    for person, wins, is_practice in ((ann, 18, False), (bob, 20, False), (ann, 25, True)):
        tournament = TournamentFactory(stage=Tournament.Stage.FINISHED, is_practice=is_practice)
        add_finish(person, tournament, Finish(wins, 5, 28, 0, 7, 0, 8))
    marks = best_marks()[RECORD_KINDS[0]]
    assert [(record.mark, record.managers) for record in marks] == [(20, "Bob Ray"), (18, "Ann Poe")]
    assert Client().get("/api/v1/records/").json()[0]["marks"][0]["mark"] == 20
    assert 'href="/t/' in Client().get("/records/").content.decode()


def test_average_picks_are_grouped_by_player_and_season() -> None:
    for season, overall in ((1998, 3), (1998, 6), (1971, 9)):
        division = DivisionFactory()
        cards = CardSetFactory(season=season)
        draft = DraftFactory(division=division, card_set=cards)
        PickFactory(
            draft=draft, team=TeamFactory(division=division, slot=1), overall=overall, made_by="manager",
            card=HitterFactory(card_set=cards, name="Ken Griffey"), made_at=timezone.now(),
        )  # fmt: skip
        follow_tournament(division.tournament)
    players = [(row.season, row.drafts, row.average, row.earliest) for row in drafted_players()]
    assert players == [(1998, 2, 4.5, 3), (1971, 1, 9.0, 9)]
    assert [row.season for row in drafted_players(search="griff", season=1971)] == [1971]
    assert drafted_players(search="nobody") == []
    (sent,) = Client().get("/api/v1/drafted-players/?name=griff&season=1998").json()["results"]
    assert (sent["name"], sent["season"], sent["drafts"], sent["average_pick"]) == ("Ken Griffey", 1998, 2, 4.5)
    assert Client().get("/api/v1/drafted-players/?season=late").status_code == 400


def test_best_pitching_staff_allows_the_fewest_runs_per_game() -> None:
    tournament = TournamentFactory(stage=Tournament.Stage.FINISHED, best_of="7")
    ann, bob = (make_team(tournament, name) for name in ("Ann Poe", "Bob Ray"))
    final = make_final(ann, bob)
    for number in range(1, LEAST_GAMES + 1):
        GameFactory(series=final, number=number, home_runs=4, away_runs=number % 2, status="final")
    # forfeits and unfinished games have no pitching lines
    for number, facts in ((11, {"ending": "forfeited"}), (12, {"status": "draft"})):
        GameFactory(series=final, number=number, home_runs=9, away_runs=0, **{"status": "final", **facts})
    follow_tournament(tournament)
    kind = next(kind for kind in RECORD_KINDS if kind.is_lowest)
    assert [(record.mark, record.team) for record in best_marks()[kind]] == [(0.5, ann.name), (4.0, bob.name)]
    assert kind.text(0.5) == "0.50"
    TeamFinish.objects.filter(team=ann).update(games_with_runs=LEAST_GAMES - 1)
    assert [record.team for record in best_marks()[kind]] == [bob.name]


def test_draft_totals_exclude_practice_and_deleted_tournaments() -> None:
    division = DivisionFactory()
    cards = CardSetFactory(season=None)
    PickFactory(
        draft=DraftFactory(division=division, card_set=cards), team=TeamFactory(division=division, slot=1), overall=4,
        card=HitterFactory(card_set=cards), made_by="manager", made_at=timezone.now(),
    )  # fmt: skip
    tournament = division.tournament
    follow_tournaments()
    assert [(row.season, row.drafts, row.earliest) for row in drafted_players()] == [(None, 1, 4)]
    Tournament.objects.update(is_practice=True)
    follow_tournament(tournament)
    assert drafted_players() == []
    Tournament.objects.update(is_practice=False)
    assert renew_stale_draft_totals()
    assert len(drafted_players()) == 1
    assert not renew_stale_draft_totals()
    tournament.delete()
    follow_tournaments()
    assert drafted_players() == []
