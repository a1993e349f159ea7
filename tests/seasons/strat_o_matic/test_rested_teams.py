"""Test simulate --rest: lineups that change from game to game, without injured players and with a rested starter."""

import pytest

from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.eligibility.pitching import RELIEF, START, Appearance
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from seasons.strat_o_matic.lineups import rated_starters
from seasons.strat_o_matic.rested_teams import RestedTeam, rested_game, rested_teams
from seasons.strat_o_matic.season_cards import make_season

EDITION = "som_super_advanced"
NOBODY_RESTS = [("usage", 1), ("rest", 20), ("rest", 20), ("rest", 20)]


@pytest.fixture
def clubs() -> tuple[RestedTeam, RestedTeam]:
    season = make_season(1998)[0]
    return rested_teams(GameSetup(load_ruleset(EDITION), season.cards), season, ("NYA", "ATL"), None)


def dice(games: int = 1) -> ScriptedInput:
    return ScriptedInput(NOBODY_RESTS * games)


def test_rotation_of_five_takes_turns(clubs) -> None:
    home, rotation = clubs[1], rated_starters(make_season(1998)[0], "ATL")[:5]
    assert [home.side(dice()).pitcher for _ in range(6)] == [*rotation, rotation[0]]
    assert (home.starts_out_of_turn, home.unrested_starts) == (0, 0)


def test_unrested_starter_is_skipped_until_rested_27_51(clubs) -> None:
    home, rotation = clubs[1], rated_starters(make_season(1998)[0], "ATL")[:5]
    home.carryover.cells[rotation[0]] = [Appearance(START, 27)]
    assert home.side(dice()).pitcher == rotation[1]
    del home.carryover.cells[rotation[0]]
    assert home.side(dice()).pitcher == rotation[0]
    assert home.starts_out_of_turn == 1


def test_injured_players_are_left_out_25_1(clubs) -> None:
    away = clubs[0]
    first_side = away.side(dice())
    away.carryover.out_for = {first_side.order[0]: 3, first_side.bench[0]: 1}
    side = away.side(dice())
    assert not {first_side.order[0], first_side.bench[0]} & {*side.order, *side.field, *side.bench}
    assert away.games_missed == 2


def test_game_marks_unrested_pitchers_27_61(clubs) -> None:
    away, home = clubs
    for player in rated_starters(make_season(1998)[0], "ATL"):
        home.carryover.cells[player] = [Appearance(START, 27)]
    game = rested_game(home.carryover.setup, clubs, dice(2))
    starter = game.state.sides[1].pitcher
    assert starter in game.setup.unrested
    assert game.tracker.tired(game.state)
    assert (home.unrested_starts, away.unrested_starts) == (1, 0)


def test_star_reliever_cannot_start_before_he_may_relieve_again_t27_52() -> None:
    season = make_season(1998)[0]
    clubs = rested_teams(
        GameSetup(load_ruleset("star"), season.cards), season, ("NYA", "ATL"), load_profile("purestrat@1")
    )
    home, rotation = clubs[1], rated_starters(season, "ATL")[:5]
    home.carryover.cells[rotation[0]] = [Appearance(RELIEF, 12), None, None]
    assert rested_game(home.carryover.setup, clubs, dice()).state.sides[1].pitcher == rotation[1]
    home.carryover.cells[rotation[0]] = [Appearance(RELIEF, 12), None, None, None]
    assert rested_game(home.carryover.setup, clubs, dice()).state.sides[1].pitcher == rotation[0]
