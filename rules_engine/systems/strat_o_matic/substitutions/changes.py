"""Rulings on substitutions.

With a tournament's profile, its rules apply too. Without one, only the game's own rules apply (5.10, 7.0, 10.1, 25,
27).
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from rules_engine.baseball.changes import turn_ruling
from rules_engine.baseball.covering import can_cover_positions
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import entry_ruling
from rules_engine.baseball.tournament_changes import batting_spot, fielder_leaves, is_pitching, pinch_hitter_ruling
from rules_engine.eligibility.substitution import may_remove_last_pitcher, may_starter_leave
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.baserunning.holding import pinch_runner_ruling
from rules_engine.systems.strat_o_matic.batting.bunting import fouled_bunt_ruling
from rules_engine.systems.strat_o_matic.game_state.lineups import NUMBERS, availability_ruling
from rules_engine.systems.strat_o_matic.game_state.pitcher_rulings import (
    pitchers_left,
    reliever_ruling,
    replacement_ruling,
)
from rules_engine.systems.strat_o_matic.play.announcements import in_turn_ruling
from rules_engine.systems.strat_o_matic.play.game import StratGame, timing_ruling
from rules_engine.systems.strat_o_matic.play.leaving import forced_pitching_change, may_keep_pitching
from rules_engine.systems.strat_o_matic.substitutions.defense import positions_ruling

Reason = Literal["pinch_hitter", "pinch_runner", "pitcher", "double_switch", "defence"]
Moves = Mapping[str, str]  # position -> player, for players who change positions along with a substitution


class EntranceFinding(Finding):
    """Reasons why a player may or can't enter for another player."""

    MAY_COME_IN = "{enters} may replace {leaves}."
    DOES_NOT_PITCH = "{leaves} is not the pitcher. A reliever can take his spot in a double switch."
    LAST_PITCHER = "{leaves} is the last pitcher who may pitch."
    COVERED_WITHOUT_HIM = "Every position can be covered without {leaves}."
    NOT_COVERED_WITHOUT_HIM = "Not every position can be covered without {leaves}."


def change_ruling(
    game: StratGame,
    profile: Profile | None,
    team: int,
    enters: str,
    leaves: str,
    reason: Reason,
    moves: Moves | None = None,
) -> Ruling:
    """5.10, 10.1, T10.11, S10.1, T10.2, T18.9, T23.02, T25.2: check whether `enters` may replace `leaves` now.

    `moves` contains the positions that fielders take right after a defensive replacement.
    """
    for ruling in _rulings(game, profile, team, enters, leaves, reason, moves or {}):
        if not ruling:
            return ruling
    return allow(EntranceFinding.MAY_COME_IN, "T10.11" if profile else "10.1", enters=enters, leaves=leaves)


def _rulings(
    game: StratGame, profile: Profile | None, team: int, enters: str, leaves: str, reason: Reason, moves: Moves
) -> Iterator[Ruling]:
    state, setup = game.state, game.setup
    side = state.sides[team]
    yield timing_ruling(game)
    yield in_turn_ruling(game.setup.edition.strategy, game.under_way, defense=team != int(state.bottom))
    yield entry_ruling(side, enters, leaves, NUMBERS)
    yield availability_ruling(game.setup, enters)
    yield _moment_ruling(game, team, leaves, reason)
    leaving_pitcher = is_pitching(game, team, leaves)
    if reason == "pinch_hitter" and profile:
        pitcher_hits = not setup.is_hitter(enters)
        for_pitcher = leaving_pitcher or not setup.is_hitter(leaves)
        yield pinch_hitter_ruling(profile, pitcher_hits=pitcher_hits, for_pitcher=for_pitcher)
    if reason == "pitcher" and leaves != side.pitcher:
        yield refuse(EntranceFinding.DOES_NOT_PITCH, "5.10", leaves=leaves)
    if reason in ("pitcher", "double_switch"):
        yield reliever_ruling(game.setup, side, game.relief, enters)
        if profile:
            yield batting_spot(game, profile, team, leaves)
    if leaving_pitcher:
        yield from _pitcher_leaves(game, profile, team, leaves, reason)
    elif setup.is_hitter(leaves):
        yield _fielder_leaves(game, profile, team, leaves)
    if reason == "defence" and team != int(state.bottom):
        yield positions_ruling(game, team, _field_after(side, enters, leaves, moves), leaves)


def _field_after(side: Side, enters: str, leaves: str, moves: Moves) -> dict[str, str]:
    players = [enters if player == leaves else player for player in side.field]
    return dict(zip(POSITIONS, players, strict=True)) | dict(moves)


def _moment_ruling(game: StratGame, team: int, leaves: str, reason: Reason) -> Ruling:
    """7.0, T18.9, T23.02: check whether this is the right moment for the substitution.

    A pinch hitter can't enter after 1AND2, and a pinch runner can't enter after a failed lead.
    """
    in_turn = turn_ruling(game, team, leaves, reason)
    if in_turn and reason == "pinch_hitter" and game.tracker.one_and_two:
        return fouled_bunt_ruling(game.setup.edition.strategy, "pinch_hit")
    if in_turn and reason == "pinch_runner":
        base = next(base for base, runner in enumerate(game.state.bases, start=1) if runner and runner.player == leaves)
        return pinch_runner_ruling(game.setup.edition.stealing, base, game.tracker.failed_lead(leaves, base))
    return in_turn


def _pitcher_leaves(
    game: StratGame, profile: Profile | None, team: int, leaves: str, reason: Reason
) -> Iterator[Ruling]:
    injured = leaves in game.tracker.injured
    appearance = game.tracker.appearances.get(leaves)
    if not injured:
        yield replacement_ruling(game.setup, game.log, leaves)
    if profile and leaves == game.log.start.sides[team].pitcher:
        outs, runs = (appearance.outs, sum(appearance.runs.values())) if appearance else (0, 0)
        weak = appearance is not None and appearance.tired
        yield may_starter_leave(outs, runs, profile, injured=injured, weak=weak)
    side = game.state.sides[team]
    if not pitchers_left(game.setup, side, game.relief):
        yield _last_pitcher_leaves(game, profile, team, leaves, reason)


def _last_pitcher_leaves(game: StratGame, profile: Profile | None, team: int, leaves: str, reason: Reason) -> Ruling:
    """10.1, S10.1, T10.2: check whether the last pitcher may leave.

    He may if he is injured or used up. In STAR he may leave for a pinch hitter or pinch runner, too.
    """
    state, injured = game.state, leaves in game.tracker.injured
    cause: Literal["pinch_hitter", "pinch_runner", "out_of_innings", "other"]
    cause = "pinch_hitter" if reason == "pinch_hitter" else "pinch_runner" if reason == "pinch_runner" else "other"
    if team != int(state.bottom) and not may_keep_pitching(game, state):
        cause = "out_of_innings"
    elif profile is None and not injured:
        return refuse(EntranceFinding.LAST_PITCHER, "10.1", leaves=leaves)
    return may_remove_last_pitcher(cause, injured=injured)


def _fielder_leaves(game: StratGame, profile: Profile | None, team: int, leaves: str) -> Ruling:
    """10.1, T10.11, S10.1: check whether a position player may leave.

    A position player on the mound covers no position. If the team can't cover every position even with him, he may
    leave.
    """
    injured, side = leaves in game.tracker.injured, game.state.sides[team]
    coverable = can_cover_positions(game.setup, side, leaves)
    if not coverable and leaves == side.pitcher:
        coverable = not can_cover_positions(game.setup, side)
    if profile is None:
        if injured or coverable:
            return allow(EntranceFinding.COVERED_WITHOUT_HIM, "10.1", leaves=leaves)
        return refuse(EntranceFinding.NOT_COVERED_WITHOUT_HIM, "10.1", leaves=leaves)
    is_allowed = forced_pitching_change(game, game.state) is None
    return fielder_leaves(game, team, leaves, opponent_stays=is_allowed, coverable=coverable)
