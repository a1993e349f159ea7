"""Rulings on pitching changes and on staying in, based on the card, the ruleset and the pitching sheet."""

from collections.abc import Mapping

from rules_engine.baseball.bases import BATTER
from rules_engine.baseball.events import PlayMade, Substituted
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import ABSENT
from rules_engine.baseball.state import Side, State
from rules_engine.eligibility.pitching import ReliefLeft, may_enter_by_sheet, may_remain
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.cards.positions import position_player_ruling
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.pitching.fatigue import StratAppearance, fatigue_leaving_rule


class MoundFinding(Finding):
    """Reasons why a player may or can't come in to pitch, must leave the mound, or must stay."""

    PITCHERS_ARE_LEFT = "{name} is not a pitcher, and there are {left} pitchers left who may pitch."
    NO_LIMIT = "{name} has no limit in this game."
    WORN_OUT = "{subject} has reached the end of his endurance."
    TOO_MANY_RUNS = "{subject} has allowed too many runs in one inning."
    LAST_INNING_DONE = "{subject} has pitched the last inning of his endurance."
    ONE_BATTER_FIRST = "{subject} came in to relieve and must face a batter first."
    FACED_ONE = "{subject} has faced a batter."


Relief = Mapping[str, ReliefLeft]  # player -> his ruling and outs left as a reliever in this game


def reliever_ruling(setup: GameSetup, side: Side, relief: Relief, enters: str) -> Ruling:
    """27.62, T27.62, T10.2, T25.3: check whether `enters` may come in to pitch.

    Players who aren't in `relief` have no limit.
    """
    if not setup.is_pitcher(enters):
        return _fielder_ruling(setup, side, relief, enters)
    if not (by_card := setup.may_pitch(enters, start=False)):
        return by_card
    allowance = relief.get(enters)
    return may_enter_by_sheet(allowance) if allowance else by_card


def _fielder_ruling(setup: GameSetup, side: Side, relief: Relief, enters: str) -> Ruling:
    left = pitchers_left(setup, side, relief)
    if left:
        rule = "T25.3" if setup.edition.injuries.fielder_pitches_only_as_last_resort else "25.3"
        return refuse(MoundFinding.PITCHERS_ARE_LEFT, rule, name=enters, left=len(left))
    return position_player_ruling(setup.edition.injuries, 0)


def pitchers_left(setup: GameSetup, side: Side, relief: Relief) -> list[str]:
    """T10.2, T25.3: return the pitchers on the bench who may still come in."""
    return [player for player in setup.pitchers(side.bench) if reliever_ruling(setup, side, relief, player)]


def has_substitute_pitcher(setup: GameSetup, side: Side, relief: Relief) -> bool:
    """T25.3: return whether someone on the bench may come in to pitch.

    He may be a pitcher, or a position player as a last resort.
    """
    return bool(setup.batters(side.bench) or pitchers_left(setup, side, relief))


_LEAVES_FOR = {"SS10.3": MoundFinding.TOO_MANY_RUNS, "SS10.1C": MoundFinding.LAST_INNING_DONE}


def forced_out_ruling(setup: GameSetup, state: State, appearance: StratAppearance, relief: Relief) -> Ruling | None:
    """SS10.0: return the ruling that the pitcher must leave before the next batter, or None.

    He stays if no one is left to replace him.
    """
    side = state.fielding
    rule = fatigue_leaving_rule(setup.edition.endurance, appearance, state.inning)
    if not rule or not has_substitute_pitcher(setup, side, relief):
        return None
    return refuse(_LEAVES_FOR.get(rule, MoundFinding.WORN_OUT), rule, subject=side.pitcher)


def replacement_ruling(setup: GameSetup, log: GameLog, pitcher: str) -> Ruling:
    """SS1.1: check whether a pitcher may be replaced; a reliever must face a batter first.

    A position player on the mound may leave at once, and must leave while pitchers are left.
    """
    bound = setup.edition.endurance.reliever_faces_a_batter and setup.is_pitcher(pitcher)
    if not bound or not _is_reliever(log, pitcher):
        return allow(MoundFinding.FACED_ONE, "SS1.1", subject=pitcher)
    plays = (event for _, event in log.in_force() if isinstance(event, PlayMade))
    faced = any(event.pitcher == pitcher and event.play.to[BATTER] != ABSENT for event in plays)
    return Ruling(faced, MoundFinding.FACED_ONE if faced else MoundFinding.ONE_BATTER_FIRST, "SS1.1", pitcher)


def _is_reliever(log: GameLog, player: str) -> bool:
    """Return whether the player came in while his team was in the field, not as a pinch hitter."""
    changes = ((before, event) for before, event in log.in_force() if isinstance(event, Substituted))
    return any(event.enters == player and event.team != int(before.bottom) for before, event in changes)


def may_stay(relief: Relief, pitcher: str, appearance: StratAppearance) -> Ruling:
    """T10.2: check whether the pitcher may stay in.

    A reliever must leave after his last allowed out. The sheet's four innings don't limit a starter.
    """
    allowance = relief.get(pitcher)
    if appearance.started or allowance is None:
        return allow(MoundFinding.NO_LIMIT, "T10.2", name=pitcher)
    return may_remain(allowance.outs, appearance.outs)
