import pytest

from games.scoresheet.entries import GameEntry
from pitching.sheet.read import read_sheet, read_sheets
from tests.factories import ManagerFactory
from tests.games.building import DESK, League, complete_games, won_by_home
from tournaments.action_log.writing import Actor
from tournaments.services.order_of_play import start_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    return League(stage="round_robin")


def test_sheet_has_a_column_for_each_started_game_grouped_by_series(league):
    ManagerFactory(team=league.sharks.team, name="Ann")
    league.save(complete_games(league, league.series[0]))
    league.save([won_by_home(1, [league.sharks.start(4, "9.0")], [league.bears.start(4, "8.0")])], league.series[1])

    sheet = read_sheet(league.sharks.team)
    assert sheet.managers == ["Ann"]
    assert [(block.opponent, block.round, len(block.columns)) for block in sheet.blocks] == [
        ("Bears", 1, 3),
        ("Bears", 2, 1),
    ]
    assert [(column.number, column.at_home, column.result) for column in sheet.columns] == [
        (1, True, "W 3-2"),
        (2, False, "L 2-3"),
        (3, True, "W 3-2"),
        (4, True, "W 3-2"),
    ]


def test_appearance_without_an_out_is_0_0_and_no_appearance_is_blank(league):
    home = [league.sharks.start(1, "9.0"), league.sharks.relief(2, "0.0")]
    league.save([won_by_home(1, home, [league.bears.start(1, "8.0")])])
    rows = {row.name: row for row in read_sheet(league.sharks.team).rows}
    assert rows["Sharks Starter 1"].cells[0].starts
    assert rows["Sharks Reliever 2"].cells[0].innings == "0.0"
    assert rows["Sharks Reliever 3"].cells[0].innings == ""
    assert (rows["Sharks Swingman"].role, rows["Sharks Reliever 1"].role) == ("S/R", "R")


def test_accepted_violations_and_extra_outs_are_footnotes(league):
    sharks, bears = league.sharks, league.bears
    games = [
        won_by_home(1, [sharks.start(1, "5.0"), sharks.relief(1, "4.0")], [bears.start(1, "8.0")]),
        won_by_home(
            2,
            [bears.start(2, "9.0")],
            [sharks.start(2, "7.0"), sharks.relief(1, "1.0", accept=True, footnote="an honest mistake")],
        ),
    ]
    league.save(games, actor=Actor("Bob"), acting_team=bears.team.pk)
    sheet = read_sheet(sharks.team)
    assert [note.text for note in sheet.footnotes] == [
        "Sharks Reliever 1, game 2: T10.2, accepted by Bob: an honest mistake"
    ]
    row = next(row for row in sheet.rows if row.name == "Sharks Reliever 1")
    assert row.cells[1].marks == (1,)


def test_violation_caused_by_a_late_series_is_shown_as_unresolved(league):
    start_series(series=league.series[0], actor=DESK)
    league.save(complete_games(league, league.series[1], first=1), league.series[1])
    league.save(complete_games(league, league.series[0], first=4), league.series[0])
    notes = read_sheet(league.sharks.team).footnotes
    assert [(note.text, note.is_fault) for note in notes] == [
        (
            "Sharks Starter 1, game 4: T10.2: started game 3: must rest games 4-6: neither corrected nor accepted",
            True,
        )
    ]


def test_suspended_and_partial_games_are_marked(league):
    stopped = GameEntry(
        2,
        home_runs=1,
        away_runs=1,
        innings=6,
        ending="suspended",
        outings=(league.bears.start(2, "6.0"), league.sharks.start(2, "5.0")),
    )
    first = won_by_home(1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.0")])
    league.save([first, stopped])
    league.save([first, stopped, GameEntry(3, outings=(league.sharks.start(3, "2.0"),))], complete=False)
    columns = read_sheet(league.sharks.team).columns
    assert [(column.suspended, column.half_entered, column.result) for column in columns] == [
        (False, False, "W 3-2"),
        (True, False, "1-1"),
        (False, True, ""),
    ]


def test_query_count_does_not_grow_with_sheets(django_assert_num_queries):
    league = League(teams=4)
    league.save(complete_games(league, league.series[0]))
    teams = [side.team.pk for side in league.sides]
    for chosen_teams in (teams[:2], teams):
        with django_assert_num_queries(7):
            sheets = read_sheets(league.tournament, chosen_teams)
        assert len(sheets) == len(chosen_teams)
