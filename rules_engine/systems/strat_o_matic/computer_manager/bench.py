"""Players the computer manager sends in: injury replacements, pinch runners, better fielders, and their positions."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules_engine.baseball.covering import (
    FIELDING_POSITIONS,
    by_card,
    can_cover_positions,
    is_rated_at,
    positions_on_card,
)
from rules_engine.baseball.state import NOBODY_ON, POSITIONS, Side
from rules_engine.baseball.substitutions import stand_in
from rules_engine.eligibility.pitching import may_enter_by_sheet
from rules_engine.systems.strat_o_matic.cards.positions import PositionCandidate, replacement_candidates
from rules_engine.systems.strat_o_matic.play.game import StratGame

RUN_FROM, SLOW, FASTER = 8, 11, 4  # from the eighth, pinch run for a rating of 11 or less if 4 better
GLOVE_FROM, GLOVE_LEAD, BETTER = 8, 3, 2  # with a lead of at most 3, bring in a glove 2 ranges better
BENCH_KEPT = 1  # batters who always stay on the bench in case of injuries


class Replacement(NamedTuple):
    """A substitution: the player who enters and the player who leaves."""

    team: int
    enters: str
    leaves: str


def injury_replacement(game: StratGame, team: int, injured: str) -> str:
    """25.1, 25.2, T25.2, T25.3: return the best replacement for an injured player."""
    side = game.state.sides[team]
    pitchers = available_pitchers(game, side)
    bats = game.setup.batters(side.bench)
    position = side.position_of(injured)
    if position == "p":
        relievers = [player for player in pitchers if game.setup.pitcher(player).endurance.relief is not None]
        candidates: list[str] = relievers or pitchers or bats
    elif not position:
        candidates = bats or pitchers
    else:
        candidates = _rated_replacements(game, side, injured, position) or _closest_match(game, side, position)
    return candidates[0] if candidates else stand_in(injured)


def available_pitchers(game: StratGame, side: Side) -> list[str]:
    """T10.2: return the pitchers on the bench who may still pitch in this game."""
    pitchers, relief = game.setup.pitchers(side.bench), game.relief
    if used_up := game.setup.may_not_relieve:
        pitchers = [player for player in pitchers if player not in used_up]
    return (
        [player for player in pitchers if player not in relief or may_enter_by_sheet(relief[player])]
        if relief
        else pitchers
    )


def _rated_replacements(game: StratGame, side: Side, injured: str, position: str) -> list[str]:
    """Return players rated at the position, or else any who complete the set of positions."""
    bats = game.setup.batters(side.bench)
    rated = [player for player in bats if is_rated_at(game.setup, player, position)]
    fielders = [player for player in side.field[1:] if player != injured]
    return rated or [
        player for player in bats if by_card(positions_on_card(game.setup, [*fielders, player]), FIELDING_POSITIONS)
    ]


def _closest_match(game: StratGame, side: Side, position: str) -> list[str]:
    players = (
        PositionCandidate(player, game.setup.listed(player), not game.setup.is_hitter(player)) for player in side.bench
    )
    return [player.name for player in replacement_candidates(game.setup.edition.injuries, position, tuple(players))]


def best_bat(game: StratGame, bats: Sequence[str]) -> str:
    """Return the best hitter against this pitcher. Keep the last catcher on the bench if another player can hit."""
    throws = game.setup.pitcher(game.state.fielding.pitcher).throws
    catchers = [player for player in bats if is_rated_at(game.setup, player, "c")]
    candidates = [player for player in bats if len(catchers) > 1 or player not in catchers] or bats
    return max(candidates, key=lambda player: sum(game.setup.bat(player, throws)))


def pinch_runner(game: StratGame) -> Replacement | None:
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
            return Replacement(team, fastest, leaves)
    return None


def _can_go(game: StratGame, side: Side, leaves: str) -> bool:
    """Return whether every position stays covered, also after a reliever replaces a pinch hitter for the pitcher."""
    if side.position_of(leaves) == "p":
        return False
    leaving = [leaves] if game.setup.is_pitcher(side.pitcher) else [leaves, side.pitcher]
    return can_cover_positions(game.setup, side, *leaving)


def better_glove(game: StratGame) -> Replacement | None:
    """Return a better fielder before a half-inning, late in a game with a small lead."""
    state = game.log.states[-1]
    if state.outs or state.bases != NOBODY_ON or state.inning < GLOVE_FROM or not 1 <= -state.lead <= GLOVE_LEAD:
        return None
    team, side = 1 - int(state.bottom), state.fielding
    if len(bench := game.setup.batters(side.bench)) <= BENCH_KEPT:
        return None
    gains = sorted(_gains(game, side, bench), reverse=True)
    return next((Replacement(team, enters, leaves) for _, enters, leaves in gains if _can_go(game, side, leaves)), None)


def _gains(game: StratGame, side: Side, bench: list[str]) -> Iterator[tuple[int, str, str]]:
    fielders, players = game.setup.fielders(side), dict(zip(POSITIONS, side.field, strict=True))
    for enters in bench:
        for rating in game.setup.listed(enters):
            gain = fielders[rating.position].range - rating.range
            if gain >= BETTER and rating.position != "p":
                yield gain, enters, players[rating.position]
