"""Choose bench players to enter: injury replacements, pinch hitters, pinch runners and better fielders.

A pinch hitter or runner replaces a fielder only if the players then in the game can fill every position by card.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules_engine.baseball.bases import THIRD, runners
from rules_engine.baseball.covering import (
    FIELDING_POSITIONS,
    by_card,
    can_cover_positions,
    is_rated_at,
    positions_on_card,
)
from rules_engine.baseball.manager_styles import DEFAULT_STYLE, ManagerStyle
from rules_engine.baseball.state import NOBODY_ON, POSITIONS, Side, State
from rules_engine.baseball.substitutions import stand_in
from rules_engine.eligibility.pitching import may_enter_by_sheet
from rules_engine.systems.strat_o_matic.cards.positions import PositionCandidate, replacement_candidates
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.situation import Fielder

RUN_FROM, SLOW, FASTER = 8, 11, 4  # From the eighth, pinch run for a rating of 11 or less with one that is 4 better.
HIT_FROM, MAX_DEFICIT = 7, 4  # From the seventh, pinch hit for a weak bat when tied or at most 4 behind.
BETTER_BAT: Final = 0.030  # runs per plate appearance that a pinch hitter must gain
RUNS_PER_POINT: Final = 0.01  # additional runs per plate appearance that he must gain for each fielding point lost
GLOVE_LEAD: Final = 3  # largest lead to protect with a better fielder
GLOVE_GAINS: Final = {8: 1.5, 9: 0.75}  # by inning, lowest gain in fielding points
E_PER_POINT, ARM_POINTS, CATCHER_ARM_POINTS = 25, 0.1, 0.15  # A point is a step of range.
BENCH_KEPT = 1  # batters to leave on the bench in case of injuries


class Replacement(NamedTuple):
    """A substitution, with the player who enters and the player who leaves."""

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
    """Return bench players rated at the position, or else those who let the team fill every position by card."""
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
    """Return the best hitter against this pitcher.

    The last catcher stays on the bench if any other player can hit.
    """
    setup, pitcher = game.setup, game.state.fielding.pitcher
    catchers = [player for player in bats if is_rated_at(setup, player, "c")]
    candidates = [player for player in bats if len(catchers) > 1 or player not in catchers] or bats
    return max(candidates, key=lambda player: setup.runs(player, pitcher))


def pinch_hitter(game: StratGame, style: ManagerStyle = DEFAULT_STYLE) -> Replacement | None:
    """Return a better hitter for a weak one late in a game, or None.

    The team must be tied or behind, and must still be able to cover every position.
    """
    state, setup = game.state, game.setup
    side, batter, pitcher = state.batting, state.batting.batter, state.fielding.pitcher
    if state.inning < HIT_FROM or not -MAX_DEFICIT <= state.lead <= 0 or not setup.is_hitter(batter):
        return None
    bench = setup.batters(side.bench)
    if len(bench) <= BENCH_KEPT or batter == side.pitcher or game.tracker.one_and_two:
        return None
    least = setup.runs(batter, pitcher) + BETTER_BAT
    if max(setup.runs(player, pitcher) for player in bench) < least:
        return None
    candidates = [player for player in bench if stays_covered(game, side, player, batter)]
    if not candidates:
        return None
    enters = best_bat(game, candidates)
    gain = setup.runs(enters, pitcher) - setup.runs(batter, pitcher)
    is_better = gain >= BETTER_BAT * style.pinch_hitter_gain + RUNS_PER_POINT * _points_lost(game, side, enters, batter)
    return Replacement(int(state.bottom), enters, batter) if is_better else None


def _points_lost(game: StratGame, side: Side, enters: str, leaves: str) -> float:
    """Return the fielding points that the team loses if this player takes over the other's position."""
    position = side.position_of(leaves)
    if not position:
        return 0.0
    before, after = (game.setup.fielder(player, position) for player in (leaves, enters))
    return max(0.0, fielding_points(position, before) - fielding_points(position, after))


def stays_covered(game: StratGame, side: Side, enters: str, leaves: str) -> bool:
    """10.1, S10.1: return whether the team can fill every position by card after this change.

    A pinch hitter in the pitcher's spot doesn't count, because a reliever replaces him.
    """
    if leaves not in side.field:
        return True
    fielders = [enters if player == leaves else player for player in side.field[1:]]
    return bool(by_card(positions_on_card(game.setup, fielders), FIELDING_POSITIONS))


def pinch_runner(game: StratGame) -> Replacement | None:
    """S10.1: return a fast runner for a slow tying or winning run late in a game, or None."""
    state = game.log.states[-1]
    if state.bases == NOBODY_ON or state.inning < RUN_FROM:
        return None
    bench = game.setup.batters(state.batting.bench)
    if len(bench) <= BENCH_KEPT:
        return None
    fastest = max(bench, key=game.setup.running)
    for base in _bases_of_key_runs(state):
        runner = state.bases[base - 1]
        if runner and base != THIRD and _should_run_for(game, runner.player, base, fastest):
            return Replacement(int(state.bottom), fastest, runner.player)
    return None


def _bases_of_key_runs(state: State) -> Iterator[int]:
    """Yield the bases of the tying and winning runs, lead runner first."""
    for runs, base in enumerate(runners(state.occupied), start=1):
        if 0 <= state.lead + runs <= 1:
            yield base


def _should_run_for(game: StratGame, slow: str, base: int, fastest: str) -> bool:
    running, side = game.setup.running(slow), game.state.batting
    if running > SLOW or game.setup.running(fastest) < running + FASTER or game.tracker.failed_lead(slow, base):
        return False
    return _can_go(game, side, slow) and stays_covered(game, side, fastest, slow)


def _can_go(game: StratGame, side: Side, leaves: str) -> bool:
    """Return whether the team can cover every position after this player leaves.

    A pinch hitter in the pitcher's spot doesn't count, because a reliever must replace him.
    """
    if side.position_of(leaves) == "p":
        return False
    leaving = [leaves] if game.setup.is_pitcher(side.pitcher) else [leaves, side.pitcher]
    return can_cover_positions(game.setup, side, *leaving)


def better_glove(game: StratGame) -> Replacement | None:
    """Return a better fielder before a half-inning, late in a game with a small lead, or None."""
    state = game.log.states[-1]
    least = GLOVE_GAINS.get(min(state.inning, max(GLOVE_GAINS)))
    if least is None or state.outs or state.bases != NOBODY_ON or not 1 <= -state.lead <= GLOVE_LEAD:
        return None
    team, side = 1 - int(state.bottom), state.fielding
    if len(bench := game.setup.batters(side.bench)) <= BENCH_KEPT:
        return None
    gains = sorted((gain for gain in _gains(game, side, bench) if gain[0] >= least), reverse=True)
    return next((Replacement(team, enters, leaves) for _, enters, leaves in gains if _can_go(game, side, leaves)), None)


def _gains(game: StratGame, side: Side, bench: list[str]) -> Iterator[tuple[float, str, str]]:
    """Yield (gain in fielding points, bench player, current fielder) for every position on a bench player's card."""
    fielders, players = game.setup.fielders(side), dict(zip(POSITIONS, side.field, strict=True))
    for enters in bench:
        for position in game.setup.positions(enters):
            points = fielding_points(position, game.setup.fielder(enters, position))
            yield points - fielding_points(position, fielders[position]), enters, players[position]


def fielding_points(position: str, fielder: Fielder) -> float:
    """Return a fielder's value at a position, from his range, errors and arm.

    The unit is a step of range. Higher is better.
    """
    arm_points = CATCHER_ARM_POINTS if position == "c" else ARM_POINTS
    return -(fielder.range + fielder.error / E_PER_POINT + fielder.arm * arm_points)
