"""A new pitcher who does not bat in the place of the old one: the double switch, and the pinch hitter who stays in."""

from collections.abc import Sequence

from rules_engine.baseball.events import Event, FieldersMoved, OrderSwapped, Substituted
from rules_engine.baseball.log import GameLog
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, refuse
from rules_engine.systems.strat_o_matic.changes.changes import change_ruling
from rules_engine.systems.strat_o_matic.changes.moves import move_ruling, switch_ruling
from rules_engine.systems.strat_o_matic.play.game import StratGame


def double_switch(
    game: StratGame, profile: Profile | None, team: int, pitcher: str, leaves: str, fielder: str
) -> tuple[Ruling, Sequence[Event]]:
    """5.10, T10.11: `pitcher` comes in to bat in the place of `leaves`, whose position `fielder` takes.

    `fielder` is a man on the bench, who then bats in the old pitcher's place, or he who stands in the pitcher's place
    now because he batted or ran for him. With a refusal there are no events; the game is left as it is either way.
    """
    side = game.state.sides[team]
    if team == int(game.state.bottom):
        return refuse("7.0", "The team is at bat; its fielders change when it takes the field."), ()
    position = side.position_of(leaves)
    if not position or position == "p":
        return refuse("5.10", f"{leaves} plays no position in the field that another man could take."), ()
    if side.pitcher not in side.order:
        return refuse("5.11", "The pitcher does not bat; there is no place in the order to change."), ()
    if fielder == side.pitcher:
        return _stays_in(game, profile, team, pitcher, leaves, fielder, position)
    return _both_come_in(game, profile, team, pitcher, leaves, fielder)


def _stays_in(
    game: StratGame, profile: Profile | None, team: int, pitcher: str, leaves: str, stays: str, position: str
) -> tuple[Ruling, Sequence[Event]]:
    """The pinch hitter or runner for the pitcher takes the field; the new pitcher bats for the man whom he replaces."""
    entry = change_ruling(game, profile, team, pitcher, leaves, "double_switch")
    if not entry:
        return entry, ()
    one = Substituted(team, pitcher, leaves, entry.rule)
    moves = ((position, stays), ("p", pitcher))
    moved = move_ruling(_tried(game, (one,)), team, dict(moves), tournament=profile is not None)
    return (entry, (one, FieldersMoved(team, moves))) if moved else (moved, ())


def _both_come_in(
    game: StratGame, profile: Profile | None, team: int, pitcher: str, leaves: str, fielder: str
) -> tuple[Ruling, Sequence[Event]]:
    first = change_ruling(game, profile, team, pitcher, game.state.sides[team].pitcher, "pitcher")
    if not first:
        return first, ()
    one = Substituted(team, pitcher, game.state.sides[team].pitcher, first.rule)
    second = change_ruling(_tried(game, (one,)), profile, team, fielder, leaves, "defence")
    if not second:
        return second, ()
    other = Substituted(team, fielder, leaves, second.rule)
    switch = switch_ruling(_tried(game, (one, other)), team, pitcher, fielder, tournament=profile is not None)
    return (switch, (one, other, OrderSwapped(team, pitcher, fielder))) if switch else (switch, ())


def _tried(game: StratGame, events: Sequence[Event]) -> StratGame:
    """The game as it would be, on a log of its own; who is hurt there is hurt here."""
    trial = StratGame(game.book, GameLog(game.log.start, list(game.log.events)), game.relief)
    trial.tracker.hurt |= game.tracker.hurt
    for event in events:
        trial.append(event)
    return trial
