"""The earlier manager's pinch hitters, pinch runners and defensive replacements."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules_engine.baseball.covering import (
    can_cover_positions,
    is_rated_at,
)
from rules_engine.baseball.state import NOBODY_ON, POSITIONS, Side
from rules_engine.systems.strat_o_matic.play.game import StratGame

# from the eighth inning, pinch run for a rating of 11 or less with a rating at least 4 better
RUN_FROM, SLOW, FASTER = 8, 11, 4
GLOVE_FROM, GLOVE_LEAD, BETTER = 8, 3, 2  # with a lead of at most 3, bring in a glove 2 ranges better
BENCH_KEPT = 1  # batters who always stay on the bench in case of injuries


class OldReplacement(NamedTuple):
    """A substitution: the player who enters and the player who leaves."""

    team: int
    enters: str
    leaves: str


def best_bat(game: StratGame, bats: Sequence[str]) -> str:
    """Return the best hitter against this pitcher. Leave the last catcher on the bench if another player can hit."""
    throws = game.setup.pitcher(game.state.fielding.pitcher).throws
    catchers = [player for player in bats if is_rated_at(game.setup, player, "c")]
    candidates = [player for player in bats if len(catchers) > 1 or player not in catchers] or bats
    return max(candidates, key=lambda player: sum(game.setup.bat(player, throws)))


def pinch_runner(game: StratGame) -> OldReplacement | None:
    """S10.1: return a fast runner for a slow one who is the tying or winning run late in a game."""
    state = game.log.states[-1]
    if state.bases == NOBODY_ON or state.bases[2] is not None:
        return None
    if state.inning < RUN_FROM or not -1 <= state.lead <= 0:
        return None
    team, side = int(state.bottom), state.batting
    bench = game.setup.batters(side.bench)
    if len(bench) <= BENCH_KEPT:
        return None
    for base in (2, 1):
        runner = state.bases[base - 1]
        if runner is None or game.tracker.failed_lead(runner.player, base):
            continue
        leaves, fastest = runner.player, max(bench, key=game.setup.running)
        running = game.setup.running(leaves)
        if running <= SLOW and game.setup.running(fastest) >= running + FASTER and _can_go(game, side, leaves):
            return OldReplacement(team, fastest, leaves)
    return None


def _can_go(game: StratGame, side: Side, leaves: str) -> bool:
    """Return whether every position stays covered, even after a reliever replaces a pinch hitter for the pitcher."""
    if side.position_of(leaves) == "p":
        return False
    leaving = [leaves] if game.setup.is_pitcher(side.pitcher) else [leaves, side.pitcher]
    return can_cover_positions(game.setup, side, *leaving)


def better_glove(game: StratGame) -> OldReplacement | None:
    """Return a better fielder before a half-inning, late in a game with a small lead."""
    state = game.log.states[-1]
    if state.outs or state.bases != NOBODY_ON or state.inning < GLOVE_FROM or not 1 <= -state.lead <= GLOVE_LEAD:
        return None
    team, side = 1 - int(state.bottom), state.fielding
    if len(bench := game.setup.batters(side.bench)) <= BENCH_KEPT:
        return None
    gains = sorted(_gains(game, side, bench), reverse=True)
    return next(
        (OldReplacement(team, enters, leaves) for _, enters, leaves in gains if _can_go(game, side, leaves)), None
    )


def _gains(game: StratGame, side: Side, bench: list[str]) -> Iterator[tuple[int, str, str]]:
    fielders, players = game.setup.fielders(side), dict(zip(POSITIONS, side.field, strict=True))
    for enters in bench:
        for rating in game.setup.listed(enters):
            gain = fielders[rating.position].range - rating.range
            if gain >= BETTER and rating.position != "p":
                yield gain, enters, players[rating.position]
