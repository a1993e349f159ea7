"""T10.2: Test that a series' next game follows the games its teams have played in between.

The Sharks and the Bears play game 1 of round 1. Then the Sharks play all of round 2 against the Comets.
"""

import csv
import io

import pytest

from games.models import Game
from games.queries.official import game_stage
from games.refusals import PlayOrderRefusal
from games.services.play_order import CorrectedOrder, correct_order
from pitching.sheet.printed import read_printed_sheet
from tests.games.building import DESK
from tests.games.test_order_of_play import Weekend, posted
from tests.refusing import refuses
from tournaments.models import Action, Series
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def weekend():
    weekend = Weekend()
    weekend.save(weekend.games(1, (1, 2, 3))[:1], weekend.series[0])
    weekend.play(2, (2, 3, 4))
    return weekend


def columns(weekend, side=None):
    """Return the round and game of each column on a team's sheet."""
    return [(column.round, column.game) for column in weekend.sheet(side).columns]


IN_BETWEEN = [(1, 1), (2, 1), (2, 2), (2, 3), (1, 2), (1, 3)]
TOGETHER = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]


def test_board_and_entry_page_judge_the_next_game_alike(weekend, manager_of):
    manager = manager_of(weekend.sharks.team)
    board = manager.get(weekend.page("division_board", weekend.division.pk)).content.decode()
    assert "Sharks before game 5" in board
    enter = weekend.page("enter_series", weekend.series[0].pk)
    page = manager.get(enter).content.decode()
    assert "data-interruption" in page
    assert "Sharks has played round 2 against Comets since the last game of this series" in " ".join(page.split())

    # game 5 for the Sharks: the starters of games 2, 3 and 4 rest
    too_soon = manager.post(enter, posted(weekend, 1, (1, 3, 1))).content.decode()
    assert "started game 3: must rest games 4-6" in too_soon
    assert manager.post(enter, posted(weekend, 1, (1, 5, 2))).status_code == 302
    assert columns(weekend) == IN_BETWEEN
    assert columns(weekend, weekend.bears) == [(1, 1), (1, 2), (1, 3)]
    assert weekend.breaches() == []


def test_games_entered_singly_stay_in_order_of_play(weekend):
    entries = weekend.games(1, (1, 5, 2))
    weekend.save(entries[:2], weekend.series[0])
    weekend.save(entries, weekend.series[0])
    assert columns(weekend) == IN_BETWEEN
    weekend.play(3, (3, 4, 1))
    assert columns(weekend) == [*IN_BETWEEN, (3, 1), (3, 2), (3, 3)]
    game = Game.objects.get(series=weekend.series[0], number=3)
    weekend.save(entries, weekend.series[0])
    game_before = Game.objects.get(series=weekend.series[0], number=3)
    assert (game_before.home_place, game_before.away_place) == (game.home_place, game.away_place)


def test_sheets_and_files_list_games_in_order_of_play(weekend, director_of, client):
    team = weekend.sharks.team
    printed = read_printed_sheet(weekend.tournament, team.pk, "current")
    headings = [(block.short_heading, [column.number for column in block.columns]) for block in printed.blocks][:3]
    assert headings == [("R1", [1]), ("R2", [2, 3, 4]), ("R1", [5, 6])], "the next games come after round 2"
    weekend.save(weekend.games(1, (1, 5, 2)), weekend.series[0])
    printed = read_printed_sheet(weekend.tournament, team.pk, "current")
    blocks = [(block.short_heading, len(block.columns)) for block in printed.blocks]
    assert blocks[:4] == [("R1", 1), ("R2", 3), ("R1", 2), ("R3", 3)]
    answer = client.get(weekend.page("api_sheet", team.pk)).json()
    assert [block["round"] for block in answer["blocks"]] == [1, 2, 1]
    page = director_of(weekend.tournament).get(weekend.page("sheet", team.pk))
    assert page.status_code == 200
    export = client.get(weekend.page("export", "pitching", "csv")).content.decode("utf-8-sig")
    rows = [row for row in csv.DictReader(io.StringIO(export)) if row["Team"] == "Sharks"]
    assert [(int(row["Round"]), int(row["Game"])) for row in rows] == IN_BETWEEN


def test_t0_06_late_games_become_official_only_after_a_later_series_starts(weekend):
    weekend.save(weekend.games(1, (1, 5, 2)), weekend.series[0])
    series = Series.objects.get(pk=weekend.series[0].pk)
    assert game_stage(series, 3) == "game_over"
    weekend.play(3, (3, 4, 1))
    assert game_stage(series, 3) == "official"


def test_undo_and_redo_preserve_the_order_of_play(weekend):
    weekend.save(weekend.games(1, (1, 5, 2)), weekend.series[0])
    undone = undo_action(action=Action.objects.latest("pk"), actor=DESK)
    assert columns(weekend) == [(1, 1), (2, 1), (2, 2), (2, 3)]
    undo_action(action=undone, actor=DESK)
    assert columns(weekend) == IN_BETWEEN
    weekend.play(3, (3, 4, 1))
    assert columns(weekend)[-3:] == [(3, 1), (3, 2), (3, 3)]


def test_director_moves_late_games_before_another_series(weekend, director_of):
    weekend.save(weekend.games(1, (1, 5, 2)), weekend.series[0])
    director, sharks, series = director_of(weekend.tournament), weekend.sharks.team, weekend.series[0]
    address = weekend.page("correct_order", series.pk)
    page = director.get(address).content.decode()
    assert f'value="2@{weekend.series[1].pk}" selected' in " ".join(page.split())
    values = {f"after-{sharks.pk}": "0", f"rest-{sharks.pk}": ""}
    page = director.post(address, values).content.decode()
    assert 'data-breach="new"' in page, "starter 2 pitches in game 3 and again in game 4"
    version = Series.objects.get(pk=series.pk).version
    assert director.post(address, values | {"version": version, "correct": "1"}).status_code == 302
    assert columns(weekend) == TOGETHER
    correction = Action.objects.latest("pk")
    undone = undo_action(action=correction, actor=DESK)
    assert columns(weekend) == IN_BETWEEN
    undo_action(action=undone, actor=DESK)
    assert columns(weekend) == TOGETHER


def test_director_inserts_another_series_between_games(director_of):
    weekend = Weekend()
    weekend.play(1, (1, 5, 2))
    weekend.play(2, (3, 4, 1))
    weekend.play(3, (5, 2, 3))
    order = CorrectedOrder(rest={weekend.sharks.team.pk: f"2@{weekend.series[1].pk}"})
    correct_order(series=weekend.series[0], order=order, actor=DESK)
    assert columns(weekend)[:6] == IN_BETWEEN
    director = director_of(weekend.tournament)
    orders = " ".join(director.get(weekend.page("orders_of_play")).content.decode().split())
    assert "Round 1 from game 2 against Bears" in orders
    # round 2 moves to the front, so the games of round 1 are adjacent again
    order = CorrectedOrder(after={weekend.sharks.team.pk: "0"})
    correct_order(series=weekend.series[1], order=order, actor=DESK)
    assert [column.round for column in weekend.sheet().columns] == [2, 2, 2, 1, 1, 1, 3, 3, 3]


@pytest.mark.parametrize("rest", ["2@0", "x@1", "1@{later}", "2@999999", "9@{later}", "1" * 5000 + "@{later}"])
def test_invalid_position_for_the_later_games_is_refused(weekend, director_of, rest):
    weekend.save(weekend.games(1, (1, 5, 2)), weekend.series[0])
    address = weekend.page("correct_order", weekend.series[0].pk)
    value = rest.format(later=weekend.series[1].pk)
    answer = director_of(weekend.tournament).post(address, {f"rest-{weekend.sharks.team.pk}": value, "correct": "1"})
    assert answer.status_code == 409
    assert columns(weekend) == IN_BETWEEN


def test_correction_can_be_undone_after_later_moves():
    """Undo restores the order of play, whatever the team has played since. A later correction must be undone first."""
    weekend = Weekend(rounds=4)
    weekend.play(2, (1, 2, 3))
    weekend.play(1, (4, 5, 1))
    sharks = weekend.sharks.team.pk
    correct_order(series=weekend.series[0], order=CorrectedOrder(after={sharks: "0"}), actor=DESK)
    first = Action.objects.latest("pk")
    weekend.play(3, (4, 5, 1))
    assert weekend.order() == [1, 2, 3]
    undo_action(action=first, actor=DESK)
    assert weekend.order() == [2, 1, 3]

    correct_order(series=weekend.series[0], order=CorrectedOrder(after={sharks: "0"}), actor=DESK)
    second = Action.objects.latest("pk")
    correct_order(series=weekend.series[2], order=CorrectedOrder(after={sharks: "0"}), actor=DESK)
    third = Action.objects.latest("pk")
    assert weekend.order() == [3, 1, 2]
    with refuses(PlayOrderRefusal.CHANGED_LATER):
        undo_action(action=second, actor=DESK)
    assert weekend.order() == [3, 1, 2]
    undo_action(action=third, actor=DESK)
    undo_action(action=second, actor=DESK)
    assert weekend.order() == [2, 1, 3]
