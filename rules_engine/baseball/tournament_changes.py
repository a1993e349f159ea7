"""Tournament rulings on substitutions in any game: T10.11's lock, batting order places and pinch hitters."""

from collections.abc import Iterator
from typing import Any

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.game import Game
from rules_engine.baseball.system_types import Reason
from rules_engine.eligibility.substitution import check_reliever_batting_spot, may_leave, may_pinch_hit
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow

AnyGame = Game[Any, Any]


class TournamentChangeFinding(Finding):
    """Findings on substitutions that tournament rules add to the game's own."""

    PITCHER_DOES_NOT_BAT = "The pitcher does not bat."


def tournament_rulings(
    game: AnyGame, profile: Profile, team: int, enters: str, leaves: str, reason: Reason
) -> Iterator[Ruling]:
    """T10.11: Apply the whole rule, for games whose own rules allow any position or decide positions themselves."""
    setup = game.setup
    if reason == "pinch_hitter" and enters in setup.cards:
        pitcher_hits = not setup.is_hitter(enters)
        for_pitcher = not setup.is_hitter(leaves) or is_pitching(game, team, leaves)
        yield pinch_hitter_ruling(profile, pitcher_hits=pitcher_hits, for_pitcher=for_pitcher)
    if reason in ("pitcher", "double_switch"):
        yield batting_spot(game, profile, team, leaves)
    if leaves in setup.cards and setup.is_hitter(leaves) and not is_pitching(game, team, leaves):
        opponent = game.state.sides[1 - team].pitcher
        yield fielder_leaves(game, team, leaves, opponent_stays=setup.is_pitcher(opponent), coverable=True)


def is_pitching(game: AnyGame, team: int, player: str) -> bool:
    """Return whether the player is the team's current pitcher and has a pitcher's card."""
    return player == game.state.sides[team].pitcher and game.setup.is_pitcher(player)


def pinch_hitter_ruling(profile: Profile, *, pitcher_hits: bool, for_pitcher: bool) -> Ruling:
    """T10.11: Rule on the players for whom a pitcher may pinch-hit."""
    for_anyone = profile.game.pitcher_hits_for_fielder
    return may_pinch_hit(pitcher_hits=pitcher_hits, for_pitcher=for_pitcher, for_anyone=for_anyone)


def batting_spot(game: AnyGame, profile: Profile, team: int, leaves: str) -> Ruling:
    """T10.11: Rule on a reliever's batting spot before the sixth inning.

    The reliever bats in the pitcher's spot, or in an injured player's spot if the pinch hitter can replace that player.
    """
    side = game.state.sides[team]
    if side.pitcher not in side.order or leaves not in side.order:
        return allow(TournamentChangeFinding.PITCHER_DOES_NOT_BAT, "T10.11")
    proposed = side.order.index(leaves) + 1
    return check_reliever_batting_spot(
        game.state.inning,
        side.order.index(side.pitcher) + 1,
        proposed,
        injured_players_spot=proposed if leaves in game.tracker.injured else None,
        pinch_hitter_covers_injured=side.position_of(leaves) in game.setup.positions(side.pitcher),
        free_from=profile.game.double_switch_from,
    )


def fielder_leaves(game: AnyGame, team: int, leaves: str, *, opponent_stays: bool, coverable: bool) -> Ruling:
    """T10.11, S10.1: Rule on whether a position player may leave.

    Args:
        opponent_stays: Whether the opposing pitcher is on the mound and has no pinch hitter.
        coverable: Whether every position can be covered without the player.
    """
    return may_leave(
        inning=game.state.inning,
        started=leaves in game.log.start.sides[team].order,
        injured=leaves in game.tracker.injured,
        new_opposing_pitcher_on_mound=_new_pitcher(game, 1 - team, stays=opponent_stays),
        positions_coverable=coverable,
    )


def _new_pitcher(game: AnyGame, team: int, *, stays: bool) -> bool:
    """T10.11: Return whether this team's current pitcher isn't its starter, or has already faced a batter."""
    state, starter = game.state, game.log.start.sides[team].pitcher
    if team != int(state.bottom) and state.sides[team].pitcher != starter and stays:
        return True
    plays = ((before, event) for before, event in game.log.in_force() if isinstance(event, PlayMade))
    return any(team != int(before.bottom) and event.pitcher != starter for before, event in plays)
