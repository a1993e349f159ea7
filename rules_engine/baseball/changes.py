"""Substitutions in any system: possible changes, fielders out of position, double switches.

`switch_ruling` and `hitter_ruling` are the official baseball rules. Systems without their own rules use them.
"""

from collections.abc import Callable, Iterator, Sequence
from operator import contains
from typing import Any

from rules_engine.baseball.covering import FIELDING_POSITIONS, by_card, is_rated_at, positions_on_card
from rules_engine.baseball.events import Event, FieldersMoved, OrderSwapped, PlayMade, Substituted
from rules_engine.baseball.game import Game
from rules_engine.baseball.state import POSITIONS, Side, State
from rules_engine.baseball.system_types import Reason, Unsettled
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse

AnyGame = Game[Any, Any]


class ChangeFinding(Finding):
    """Reason codes for baseball's substitution rulings."""

    AT_BAT = "The team is at bat. It can change fielders when it takes the field."
    NO_POSITION = "{subject} has no position in the field to hand over."
    DOES_NOT_BAT = "The pitcher doesn't bat, so there is no batting place to change."
    NOT_TOGETHER = "{first} and {second} didn't come in together."
    TOGETHER = "Both have just come in."
    NO_HITTER = "There is no designated hitter."
    NOT_HIS_TURN = "{subject} is neither at bat nor on base."
    NOT_AT_BAT = "{subject} is not at bat."
    NOT_ON_BASE = "{subject} is not on base."
    HIS_TURN = "This is allowed now."
    UNDER_WAY = "Finish rolling the dice for this play first."
    BETWEEN = "No dice have been rolled for the next play."
    HITTER_LEAVES = "The team loses its designated hitter."


def lineup_fault(game: AnyGame, ruling: Callable[[Any, Side], Ruling]) -> Unsettled | None:
    """Return the lineup that `ruling` bars from starting the game, if any. The check ends with the first play.

    A substitution before the first play can fix one lineup and leave the other invalid.
    """
    if not game.lineups_checked or any(isinstance(event, PlayMade) for event in game.log.events):
        return None
    rulings = ((team, ruling(game.setup, side)) for team, side in enumerate(game.state.sides))
    return next((Unsettled(team, refused) for team, refused in rulings if not refused), None)


def required_pitching_change(
    game: AnyGame, ruling: Ruling, pitchers_left: Callable[[AnyGame, int], Sequence[str]]
) -> Unsettled | None:
    """Return the change that replaces a pitcher whom `ruling` bars from staying, unless no other pitcher is left."""
    team = int(not game.state.bottom)
    if ruling or not pitchers_left(game, team):
        return None
    return Unsettled(team, ruling, game.state.fielding.pitcher, "pitcher")


def possible_changes(game: AnyGame, team: int, reason: Reason) -> list[tuple[str, str]]:
    """Return every (enters, leaves) pair for this kind of change, legal or not."""
    side = game.state.sides[team]
    return [(enters, leaves) for leaves in _leaving(game.state, team, side, reason) for enters in side.bench]


def _leaving(state: State, team: int, side: Side, reason: Reason) -> list[str]:
    if reason == "pinch_hitter":
        return [side.batter]
    if reason == "pinch_runner":
        return [runner.player for runner in state.bases if runner] if team == int(state.bottom) else []
    if reason == "pitcher":
        return [side.pitcher]
    return list(dict.fromkeys((*side.field[1:], *side.order)))


def misplaced(game: AnyGame, team: int) -> list[tuple[str, str]]:
    """Return (position, player) pairs for fielders whose cards lack the position, except the pitcher."""
    field = zip(POSITIONS, game.state.sides[team].field, strict=True)
    fielders = [(position, player) for position, player in field if position != "p"]
    return [(position, player) for position, player in fielders if not is_rated_at(game.setup, player, position)]


def rearranged(game: AnyGame, team: int) -> FieldersMoved | None:
    """Return moves that put every fielder at a position on his card, if needed and possible."""
    now = dict(zip(game.state.sides[team].field[1:], FIELDING_POSITIONS, strict=True))
    rated = positions_on_card(game.setup, now)
    if len(rated) == len(now) and all(map(contains, rated.values(), FIELDING_POSITIONS)):
        return None
    fits = by_card(rated, FIELDING_POSITIONS, now)
    moved = tuple((position, player) for player, position in fits.items() if now[player] != position)
    return FieldersMoved(team, moved) if moved else None


def double_switch(
    game: AnyGame, profile: Profile | None, team: int, pitcher: str, leaves: str, fielder: str
) -> tuple[Ruling, Sequence[Event]]:
    """Rule on a double switch. Return the ruling and its events, which are empty if the switch is illegal.

    `pitcher` takes the batting place of `leaves`, and `fielder` takes the position of `leaves`. `fielder` comes from
    the bench and bats in the old pitcher's place, or is the player who just pinch-hit or pinch-ran for the pitcher.
    """
    side, numbers = game.state.sides[team], game.system.numbers
    if team == int(game.state.bottom):
        return refuse(ChangeFinding.AT_BAT, numbers.moment), ()
    position = side.position_of(leaves)
    if not position or position == "p":
        return refuse(ChangeFinding.NO_POSITION, numbers.line_up, subject=leaves), ()
    if side.pitcher not in side.order:
        return refuse(ChangeFinding.DOES_NOT_BAT, numbers.hitter), ()
    if fielder == side.pitcher:
        return _stays_in(game, profile, team, pitcher, leaves, fielder, position)
    return _both_come_in(game, profile, team, pitcher, leaves, fielder)


def _stays_in(
    game: AnyGame, profile: Profile | None, team: int, pitcher: str, leaves: str, stays: str, position: str
) -> tuple[Ruling, Sequence[Event]]:
    """Keep the player who pinch-hit or pinch-ran for the pitcher in the game as a fielder."""
    system = game.system
    entry = system.change_ruling(game, profile, team, pitcher, leaves, "double_switch")
    if not entry:
        return entry, ()
    substituted = Substituted(team, pitcher, leaves, entry.rule)
    moves = ((position, stays), ("p", pitcher))
    moved = system.move_ruling(game.tried(substituted), team, dict(moves), tournament=profile is not None)
    return (entry, (substituted, FieldersMoved(team, moves))) if moved else (moved, ())


def _both_come_in(
    game: AnyGame, profile: Profile | None, team: int, pitcher: str, leaves: str, fielder: str
) -> tuple[Ruling, Sequence[Event]]:
    system, old = game.system, game.state.sides[team].pitcher
    entry = system.change_ruling(game, profile, team, pitcher, old, "pitcher")
    if not entry:
        return entry, ()
    pitches = Substituted(team, pitcher, old, entry.rule)
    second = system.change_ruling(game.tried(pitches), profile, team, fielder, leaves, "defence")
    if not second:
        return second, ()
    fields = Substituted(team, fielder, leaves, second.rule)
    tournament = profile is not None and game.state.inning < profile.game.double_switch_from
    switch = system.switch_ruling(game.tried(pitches, fields), team, pitcher, fielder, tournament=tournament)
    return (switch, (pitches, fields, OrderSwapped(team, pitcher, fielder))) if switch else (switch, ())


def switch_ruling(game: AnyGame, team: int, first: str, second: str, *, tournament: bool = True) -> Ruling:
    """Rule on whether two players who entered together may swap places in the batting order."""
    numbers = game.system.numbers
    entered = [event.enters for event in since_last_play(game, team) if isinstance(event, Substituted)]
    if not {first, second} <= {*entered} or first == second:
        return refuse(ChangeFinding.NOT_TOGETHER, numbers.switch, first=first, second=second)
    if not {first, second} <= {*game.state.sides[team].order}:
        return refuse(ChangeFinding.DOES_NOT_BAT, numbers.hitter)
    return first_refusal(game.system.timing_ruling(game), allow(ChangeFinding.TOGETHER, numbers.switch))


def hitter_ruling(game: AnyGame, team: int, position: str = "") -> Ruling:
    """Rule on whether the designated hitter may take this position or, with "", whether the pitcher may bat for him."""
    state, side, rule = game.state, game.state.sides[team], game.system.numbers.hitter
    hitter = next((player for player in side.order if player not in side.field), "")
    if side.pitcher in side.order or not hitter:
        return refuse(ChangeFinding.NO_HITTER, rule)
    if position and team == int(state.bottom):
        return refuse(ChangeFinding.AT_BAT, rule)
    if not position and (team != int(state.bottom) or not (is_on_base(state, hitter) or hitter == side.batter)):
        return refuse(ChangeFinding.NOT_HIS_TURN, rule, subject=hitter)
    return first_refusal(game.system.timing_ruling(game), allow(ChangeFinding.HITTER_LEAVES, rule))


def turn_ruling(game: AnyGame, team: int, leaves: str, reason: Reason) -> Ruling:
    """Rule on whether this kind of change is possible in the current situation."""
    state, rule = game.state, game.system.numbers.moment
    batting = team == int(state.bottom)
    if reason == "pinch_hitter" and not (batting and state.batting.batter == leaves):
        return refuse(ChangeFinding.NOT_AT_BAT, rule, subject=leaves)
    if reason == "pinch_runner" and not (batting and is_on_base(state, leaves)):
        return refuse(ChangeFinding.NOT_ON_BASE, rule, subject=leaves)
    if reason in ("pitcher", "defence", "double_switch") and batting and leaves not in game.tracker.injured:
        return refuse(ChangeFinding.AT_BAT, rule)
    return allow(ChangeFinding.HIS_TURN, rule)


def before_dice_ruling(game: AnyGame, rule: str) -> Ruling:
    """Rule that substitutions must be made before the dice of a play are rolled."""
    return refuse(ChangeFinding.UNDER_WAY, rule) if game.dice_rolled else allow(ChangeFinding.BETWEEN, rule)


def is_on_base(state: State, player: str) -> bool:
    return any(runner is not None and runner.player == player for runner in state.bases)


def since_last_play(game: AnyGame, team: int) -> Iterator[Event]:
    """Yield the team's changes since the last play, latest first."""
    for _, event in reversed(list(game.log.in_force())):
        if isinstance(event, PlayMade):
            return
        if getattr(event, "team", None) == team:
            yield event
