"""Find problems to settle before the next play: illegal lineups, injured players and used-up pitchers."""

from rules_engine.baseball.state import State
from rules_engine.baseball.system_types import Unsettled
from rules_engine.eligibility.injuries import PitcherInjury, check_injured_pitcher
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.cards.positions import off_position_rule
from rules_engine.systems.strat_o_matic.game_state.lineups import starting_lineup_ruling
from rules_engine.systems.strat_o_matic.game_state.pitcher_rulings import (
    forced_out_ruling,
    has_substitute_pitcher,
    may_stay,
    pitchers_left,
)
from rules_engine.systems.strat_o_matic.pitching.fatigue import starter_must_leave
from rules_engine.systems.strat_o_matic.pitching.injuries import injury_rule
from rules_engine.systems.strat_o_matic.play.game import StratGame


class LeavingFinding(Finding):
    """Reasons why the next play can or can't start."""

    LINE_UP = "the {team} can't start with this lineup: {rule}: {fault}"
    LEAVES_THE_MOUND = "{subject} must leave the mound: {rule}: {fault}"
    HURT = "{subject} is injured and must leave ({rule})"
    NO_PITCHER = "{subject} is not a pitcher, so a new pitcher must come in."
    STARTER_DONE = "{subject} started and may not pitch any longer."
    NOBODY_LEFT = "No one is left to pitch for {subject}."


def must_settle(game: StratGame) -> Unsettled | None:
    """6.4, 10.1, 25.1, 25.3, T10.2, T25.2, T27.54, T31.11: return the first problem before the next play, or None."""
    if game.lineups_checked and not game.log.events and (wrong := _line_up_fault(game)):
        return wrong
    if (error := forced_pitching_change(game, game.state)) is not None:
        team, pitcher = 1 - int(game.state.bottom), game.state.fielding.pitcher
        ruling = refuse(LeavingFinding.LEAVES_THE_MOUND, error.rule, subject=pitcher, fault=error)
        return Unsettled(team, ruling, pitcher, "pitcher", off_position_rule(game.setup.edition.injuries))
    return _injured_player(game) if game.tracker.injured else None


def _line_up_fault(game: StratGame) -> Unsettled | None:
    for team, (side, name) in enumerate(zip(game.state.sides, ("visitors", "home team"), strict=True)):
        if not (ruling := starting_lineup_ruling(game.setup, side)):
            return Unsettled(team, refuse(LeavingFinding.LINE_UP, ruling.rule, team=name, fault=ruling))
    return None


def _injured_player(game: StratGame) -> Unsettled | None:
    """25.1, 25.2: return the first injured player to replace. Any player on the bench may replace him."""
    for team, player in players_to_replace(game):
        rule = injury_rule(game.setup.edition.injuries)
        pitches = player == game.state.fielding.pitcher and team != int(game.state.bottom)
        ruling = refuse(LeavingFinding.HURT, rule, subject=player)
        return Unsettled(team, ruling, player, "pitcher" if pitches else "defence", rule, whoever=True)
    return None


def players_to_replace(game: StratGame) -> list[tuple[int, str]]:
    """Return the injured players who must leave before the next play, as (team, player) pairs."""
    sides = enumerate(game.state.sides)
    injured = [
        (team, player)
        for team, side in sides
        for player in game.tracker.injured
        if player in (*side.order, *side.field)
    ]
    return [(team, player) for team, player in injured if _must_leave(game, team, player)]


def _must_leave(game: StratGame, team: int, player: str) -> bool:
    """T25.2: return whether an injured player must leave now.

    He must if he is in the field, on base or at bat. In the dugout he may stay until he is needed. A pitcher must leave
    at once, except a starter who may stay until the end of his last inning.
    """
    state, side = game.state, game.state.sides[team]
    if player == side.pitcher and isinstance(game.setup.cards[player], PitcherCard):
        injury = pitcher_injury(game, team)
        if not injury.may_stay or state.inning <= injury.last_inning:
            return not injury.may_stay
    needed = team != int(state.bottom) or player == side.batter
    return needed or any(runner is not None and runner.player == player for runner in state.bases)


def pitcher_injury(game: StratGame, team: int) -> PitcherInjury:
    """T25.2: return how long this team's injured pitcher may stay in."""
    pitcher = game.state.sides[team].pitcher
    started = pitcher == game.log.start.sides[team].pitcher
    outs = game.tracker.outs_when_injured.get(pitcher, 0)
    return check_injured_pitcher(started, outs, game.setup.edition.injuries.injured_starter_may_stay_outs)


def forced_pitching_change(game: StratGame, state: State) -> Ruling | None:
    """25.3, T31.11, T27.54, T10.2: return why a new pitcher must enter before the next play, or None."""
    side, setup = state.fielding, game.setup
    if not isinstance(setup.cards[side.field[0]], PitcherCard):
        if pitchers_left(setup, side, game.relief):
            rule = "T25.3" if setup.edition.injuries.fielder_pitches_only_as_last_resort else "25.3"
            return refuse(LeavingFinding.NO_PITCHER, rule, subject=side.pitcher)
    elif _starter_is_done(game, state) and pitchers_left(setup, side, game.relief):
        return refuse(LeavingFinding.STARTER_DONE, "T27.54", subject=side.pitcher)
    if setup.edition.endurance.tired_must_leave:
        error = forced_out_ruling(setup, state, game.tracker.appearance(state), game.relief)
        if error is not None:
            return error
    if game.relief and not (ruling := may_keep_pitching(game, state)):
        return ruling
    return None


def _starter_is_done(game: StratGame, state: State) -> bool:
    """T27.54: return whether the starter is still on the mound after his last inning."""
    done = state.inning > 1 and starter_must_leave(game.setup.edition.endurance, state.inning - 1)
    return done and game.tracker.appearance(state).started


def may_keep_pitching(game: StratGame, state: State) -> Ruling:
    """T10.2, T25.3: check whether the pitching sheet lets the pitcher stay in.

    If no one is left to replace him, he must stay in.
    """
    side = state.fielding
    ruling = may_stay(game.relief, side.pitcher, game.tracker.appearance(state))
    if ruling or has_substitute_pitcher(game.setup, side, game.relief):
        return ruling
    return allow(LeavingFinding.NOBODY_LEFT, "T25.3", subject=side.pitcher)
