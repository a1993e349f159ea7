"""Test cards for seasons without records of innings in the field or of the three outfield positions."""

import pytest

from rules_engine.baseball.state import POSITIONS
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard
from seasons.league_statistics import read_statistics
from seasons.strat_o_matic.league_cards import make_league
from seasons.strat_o_matic.lineups import club_lineup
from seasons.strat_o_matic.replay import replay_league
from seasons.strat_o_matic.season_cards import make_season


def test_every_1927_team_fields_rated_players() -> None:
    season = make_season(1927)[0]
    assert len(season.teams) == 16
    for team in season.teams:
        side = club_lineup(season, team)
        rated = [
            position
            for position, player in zip(POSITIONS, side.field, strict=True)
            if position == "p" or season.cards[player].fielding_at(position)
        ]
        assert len(rated) >= 8, (team, set(POSITIONS) - set(rated))


def test_outfield_lines_are_split_into_left_center_and_right() -> None:
    lines = {line.position: line for line in read_statistics(1927).fielding["ruthba01"]}
    assert {"lf", "rf"} <= set(lines)
    assert sum(line.putouts for line in lines.values()) == pytest.approx(328, abs=3)
    ruth = make_season(1927)[0].cards["ruthba01"]
    assert isinstance(ruth, BatterCard)
    assert ruth.fielding_at("rf")


def test_replay_of_1927_approximates_its_runs_and_errors() -> None:
    replay = replay_league(make_league(1927, "AL"), 60, seed=1)
    game = replay.per_27_outs()
    assert replay.faults == []
    assert 4.0 < game["R"].value < 6.0
    assert game["E"].value < 1.9
