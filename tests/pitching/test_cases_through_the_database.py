"""Test the worked examples of T10.2, T27.5x, T27.6x and T33 with real rows, as shown on the board and the sheet."""

import json
from pathlib import Path

import pytest

from games.models import Game
from games.queries.carry_over import carryover_rules, sheet_faults
from games.queries.usage import usage_of_teams
from pitching.queries.board import team_board
from rules_engine.innings import format_innings, parse_innings
from tests.factories import GameFactory, OutingFactory, SeriesFactory
from tests.games.building import League

pytestmark = [pytest.mark.django_db, pytest.mark.database]

_FILE = Path(__file__).parents[1] / "conformance" / "cases" / "star_tournament.jsonl"
_CASES = [json.loads(line) for line in _FILE.read_text().splitlines() if line.strip()]
BOARD = [
    case
    for case in _CASES
    if case["area"] in ("pitcher_eligibility", "suspended_pitching") and {"card", "next_game"} <= set(case["given"])
]
INTERNET = [case for case in _CASES if "series_first_game" in case["given"]]
SHEETS = [case for case in _CASES if case["area"] == "sheet_validation"]


def put_in_rows(facts, games, length=3, **tournament):
    """Create a team whose pitcher has this card and these cells. Its sheet has `games` columns, `length` per series."""
    league = League(rounds=0, **tournament)
    side, opponents = league.sharks, league.bears
    card = side.swingman
    card.is_starter, card.is_reliever = facts["card"]["starter"], facts["card"]["reliever"]
    card.outs_pitched = parse_innings(facts["card"]["innings"])
    card.save()
    cells = {cell["game"]: cell for cell in facts["pitching_sheet"]}
    for number in range(1, games + 2):
        if number % length == 1:
            series = SeriesFactory(
                division=league.division,
                home=side.team,
                away=opponents.team,
                round=number // length + 1,
                games_planned=length,
                status="complete" if number + length <= games + 1 else "playing",
            )
        if number <= games:
            place = (number - 1) % length + 1
            game = GameFactory(series=series, number=place, status=Game.Status.FINAL, home_runs=3, away_runs=2)
        if number <= games and number in cells:
            part = "S" if cells[number]["role"] == "start" else "R"
            outs = parse_innings(cells[number]["innings"])
            OutingFactory(game=game, team=side.team, card=card, order=1, part=part, outs=outs)
    return side, card


@pytest.mark.parametrize("case", BOARD, ids=[case["id"] for case in BOARD])
def test_board_matches_the_rulebook_example(case):
    facts, expect = case["given"], case["expect"]
    side, card = put_in_rows(facts, facts["next_game"] - 1)
    check_board(side, card, facts, expect)


@pytest.mark.parametrize("case", INTERNET, ids=[case["id"] for case in INTERNET])
def test_board_resets_the_bullpen_only_in_internet_series(case):
    facts = case["given"]
    key = "purestrat_internet@1" if facts["setting"] == "internet" else "purestrat@1"
    side, card = put_in_rows(facts, facts["next_game"] - 1, length=facts["games_in_series"], profile_key=key)
    check_board(side, card, facts, case["expect"])


def check_board(side, card, facts, expect):
    board = team_board(side.team)
    row = next(row for row in board.rows if row.card_id == card.pk)
    answers = {
        "may_start": row.can_start,
        "may_relieve": row.can_relieve,
        "relief_innings_available": format_innings(row.relief_outs),
    }
    assert board.game == facts["next_game"]
    assert {name: answers[name] for name in expect} == expect


@pytest.mark.parametrize("case", SHEETS, ids=[case["id"] for case in SHEETS])
def test_sheet_shows_the_violations_in_the_rulebook_example(case):
    facts = case["given"]
    side, card = put_in_rows(facts, max(cell["game"] for cell in facts["pitching_sheet"]))
    usage = usage_of_teams(side.team.pk)[side.team.pk]
    faults = sheet_faults(usage, carryover_rules(side.team.tournament)).get(card.pk, [])
    assert [fault.game for fault in faults] == case["expect"]["games_in_violation"]
