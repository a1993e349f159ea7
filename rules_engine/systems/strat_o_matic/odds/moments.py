"""Exact odds during a game: the batter swings away, a pitch gets away before that, and steals."""

from collections.abc import Mapping
from fractions import Fraction
from statistics import mean

from rules_engine.baseball.bases import runners
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import Play
from rules_engine.systems.strat_o_matic.baserunning.leads import attempt_steal
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.game_state.steal_calls import legal_steals, steal_attempt
from rules_engine.systems.strat_o_matic.odds.plate_appearance import (
    Odds,
    PlateAppearance,
    after_pitches,
    pitch_odds,
)
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.situation import Situation


def appearance_odds(game: StratGame, batter: str, occupied: int, outs: int) -> Odds:
    """Return the odds of swinging away with the infield back and no runner held.

    Pitches that get away are included. If the batter is up with these bases, the actual runners are on base. Otherwise
    all runners have the lineup's average speed.
    """
    setup, state = game.setup, game.state
    pitcher = state.fielding.pitcher
    running = _running(game, batter, occupied)
    situation = Situation(occupied, outs, running, fielders=setup.fielders(state.fielding))
    tired = game.tracker.tired(state)
    at_bat = setup.at_bat(batter, pitcher)
    swinging = PlateAppearance(setup, situation, at_bat, pitcher, ComputerManager(game).choose, tired).odds()
    loose_pitches = pitch_odds(setup, setup.battery(state.fielding), occupied)
    return after_pitches(swinging, loose_pitches)


def _running(game: StratGame, batter: str, occupied: int) -> tuple[int, int, int, int]:
    state, side = game.state, game.state.batting
    if (batter, occupied) == (side.batter, state.occupied):
        return game.setup.running_ratings(state)
    speed = round(mean(map(game.setup.running, side.order)))
    return (speed, speed, speed, speed)


def steal_odds(game: StratGame) -> Mapping[int, Mapping[Play, Fraction]]:
    """23.3: return the odds of each legal steal, by the base it is led from, with no runner held.

    A runner tries for a lead if he can. Without a good lead he stays if he may.
    """
    bases = runners(legal_steals(game.setup, game.state, game.tracker, 0))
    return {base: _steal(game, base) for base in bases}


def _steal(game: StratGame, base: int) -> Odds:
    attempt = steal_attempt(game.setup, game.state, game.tracker, base, 0)
    ruleset, chart = game.setup.edition, game.setup.steal_chart

    def steal(game_input: GameInput) -> Play:
        return attempt_steal(game_input, ruleset, chart, attempt).play

    return exact_chances(steal)
