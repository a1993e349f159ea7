"""Totals over many games: stat lines, qualified leaders, standings, and simulations with any number of processes."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules_engine.baseball import simulation
from rules_engine.baseball.box_score import Batting, Pitching, box_score
from rules_engine.baseball.many_games import (
    BattingTotal,
    GameTotals,
    PitchingTotal,
    Record,
    leaders,
    leaders_text,
    players_text,
    standings_text,
)
from rules_engine.baseball.simulation import Meetings, UnsoundGameError, simulate
from rules_engine.baseball.state import Side
from tests.rules_engine.systems.inside_pitch.players import new_game as inside_pitch_game
from tests.rules_engine.systems.pine_tar.league import game as pine_tar_game


def batted(player: str, appearances: int, hits: int, **counts: int) -> BattingTotal:
    return BattingTotal(Batting(player, 0, appearances, appearances, hits=hits, **counts), 10)


@pytest.fixture
def totals() -> GameTotals:
    teams = {"Ash": Record(10, 6, 4, 0, 50, 40), "Birch": Record(10, 4, 6, 0, 40, 50)}
    batting = {
        ("Ash", "regular"): batted("regular", 31, 10, homeruns=2),
        ("Ash", "hot"): batted("hot", 30, 20, homeruns=2),
        ("Birch", "slow"): batted("slow", 40, 8),
    }
    pitching = {
        ("Ash", "ace"): PitchingTotal(Pitching("ace", outs=30, earned_runs=2, strikeouts=12), 3, 3, 2, 0, 0),
        ("Birch", "brief"): PitchingTotal(Pitching("brief", outs=29, strikeouts=3), 9, 0, 0, 1, 4),
    }
    return GameTotals(teams, batting, pitching)


def test_rate_leaders_need_enough_chances_but_count_leaders_do_not(totals: GameTotals) -> None:
    led = {title.name: [(leader.player, leader.value) for leader in title.leaders] for title in leaders(totals)}
    assert led["batting average"] == [("regular", ".323"), ("slow", ".200")]
    assert led["earned run average"] == [("ace", "1.80")]
    assert led["hits"][0] == ("hot", "20")
    assert led["homeruns"] == [("hot", "2"), ("regular", "2")]
    assert led["saves"] == [("brief", "4")]
    assert "stolen bases" not in led
    assert "regular (Ash) .323" in leaders_text(totals, {})


def test_standings_and_player_lines_are_printed(totals: GameTotals) -> None:
    ash, birch = standings_text(totals).splitlines()[1:]
    assert ash.split() == ["Ash", "6", "4", "0", ".600", "-", "50", "40"]
    assert birch.split() == ["Birch", "4", "6", "0", ".400", "2.0", "40", "50"]
    rows = [line.split() for line in players_text(totals, {"ace": "Ace"}).splitlines()]
    ace = next(row for row in rows if row[:1] == ["Ace"])
    assert (ace[1:6], ace[6], ace[-1]) == (["3", "3", "2", "0", "0"], "10.0", "1.80")
    assert [row[1:3] for row in rows if row[:1] == ["all"]][0] == ["10", "61"]


def plan_of(made: Any) -> Meetings:
    line_ups: Mapping[str, list[Side]] = dict(zip(("Away", "Home"), ([side] for side in made.state.sides), strict=True))
    return Meetings({"Home": made.setup, "Away": made.setup}, line_ups, [("Away", "Home"), ("Home", "Away")], seed=7)


@pytest.mark.parametrize("made", [lambda: pine_tar_game(3), lambda: inside_pitch_game("roll", 4)])
def test_parallel_totals_equal_the_sum_of_single_games(made: Any) -> None:
    plan = plan_of(made())
    alone = simulate(plan, 44)
    assert alone == simulate(plan, 44, workers=2)
    counted = GameTotals()
    for number in reversed(range(44)):
        game = plan.game(number)
        simulation.play_out(game, 7 + number)
        counted.add_game(plan.teams(number), list(game.log.in_force()), game.state)
    assert counted == alone
    assert alone.games == 44
    runs = sum(team.runs for team in alone.teams.values())
    assert runs == sum(player_line.line.runs for player_line in alone.batting.values())
    assert runs == sum(player_line.line.runs for player_line in alone.pitching.values())
    assert sum(player_line.wins for player_line in alone.pitching.values()) == sum(
        team.won for team in alone.teams.values()
    )
    assert box_score(plan.game(0).log.in_force()).teams[0].batting == {}


def test_simulation_checks_every_twentieth_game_and_reports_the_bad_seed(monkeypatch) -> None:
    plan, checked = plan_of(pine_tar_game(3)), []

    def faults(log: object) -> list[str]:
        checked.append(log)
        return ["A run is missing."] if len(checked) == 3 else []

    monkeypatch.setattr(simulation, "broken_invariants", faults)
    simulate(plan, 40)
    assert len(checked) == 2
    with pytest.raises(UnsoundGameError, match=r"the game with seed 7 is not sound: A run is missing\."):
        simulate(plan, 1)
