"""simulate --rest: line-ups from game to game, without the hurt and with a starter who has had his rest."""

import pytest

from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.eligibility.pitching import RELIEF, START, Appearance
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_edition
from seasons.strat_o_matic.lineups import rated_starters
from seasons.strat_o_matic.rested_teams import RestedTeam, rested_game, rested_teams
from seasons.strat_o_matic.season_cards import make_season

EDITION = "som_super_advanced"
NOBODY_RESTS = [("usage", 1), ("rest", 20), ("rest", 20), ("rest", 20)]


@pytest.fixture
def clubs() -> tuple[RestedTeam, RestedTeam]:
    season = make_season(1998)[0]
    return rested_teams(GameSetup(load_edition(EDITION), season.cards), season, ("NYA", "ATL"), None)


def dice(games: int = 1) -> ScriptedInput:
    return ScriptedInput(NOBODY_RESTS * games)


def test_a_rotation_of_five_goes_round_while_nobody_is_hurt(clubs) -> None:
    home, rotation = clubs[1], rated_starters(make_season(1998)[0], "ATL")[:5]
    assert [home.side(dice()).pitcher for _ in range(6)] == [*rotation, rotation[0]]
    assert (home.out_of_turn, home.unrested) == (0, 0)


def test_27_51_who_has_not_had_his_rest_is_passed_over_and_keeps_his_turn(clubs) -> None:
    home, rotation = clubs[1], rated_starters(make_season(1998)[0], "ATL")[:5]
    home.carried.cells[rotation[0]] = [Appearance(START, 27)]
    assert home.side(dice()).pitcher == rotation[1]
    del home.carried.cells[rotation[0]]
    assert home.side(dice()).pitcher == rotation[0]
    assert home.out_of_turn == 1


def test_25_1_a_hurt_man_is_neither_in_the_line_up_nor_on_the_bench(clubs) -> None:
    away = clubs[0]
    whole = away.side(dice())
    away.carried.out_for = {whole.order[0]: 3, whole.bench[0]: 1}
    side = away.side(dice())
    assert not {whole.order[0], whole.bench[0]} & {*side.order, *side.field, *side.bench}
    assert away.missed == 2


def test_27_61_a_game_knows_who_comes_to_the_mound_without_his_rest(clubs) -> None:
    away, home = clubs
    for man in rated_starters(make_season(1998)[0], "ATL"):
        home.carried.cells[man] = [Appearance(START, 27)]
    game = rested_game(home.carried.setup, clubs, dice(2))
    starter = game.state.sides[1].pitcher
    assert starter in game.setup.unrested
    assert game.tracker.tired(game.state)
    assert (home.unrested, away.unrested) == (1, 0)


def test_t27_52_in_star_nobody_starts_who_could_not_relieve_since_he_relieved_last() -> None:
    season = make_season(1998)[0]
    clubs = rested_teams(GameSetup(load_edition("star"), season.cards), season, ("NYA", "ATL"), load_profile("purestrat@1"))
    home, rotation = clubs[1], rated_starters(season, "ATL")[:5]
    home.carried.cells[rotation[0]] = [Appearance(RELIEF, 12), None, None]
    assert rested_game(home.carried.setup, clubs, dice()).state.sides[1].pitcher == rotation[1]
    home.carried.cells[rotation[0]] = [Appearance(RELIEF, 12), None, None, None]
    assert rested_game(home.carried.setup, clubs, dice()).state.sides[1].pitcher == rotation[0]
