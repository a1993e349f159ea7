"""Changes of men: who may come in for whom at this moment, each refusal with its rule.

With a tournament's profile its own rules are kept too; without one only those of the game (5.10, 7.0, 10.1, 25, 27).
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from rules_engine.baseball.state import POSITIONS, Side, State
from rules_engine.baseball.substitutions import entry_ruling
from rules_engine.eligibility.substitution import (
    may_leave,
    may_pinch_hit,
    may_remove_last_pitcher,
    reliever_batting_spot,
    starter_may_leave,
)
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.ball.bunting import after_one_and_two
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.changes.defence import placed_ruling
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.running.holding import pinch_runner_ruling
from rules_engine.systems.strat_o_matic.scorebook.covering import positions_can_be_covered
from rules_engine.systems.strat_o_matic.scorebook.mound import pitchers_left, reliever_ruling

Reason = Literal["pinch_hitter", "pinch_runner", "pitcher", "double_switch", "defence"]
Moves = Mapping[str, str]  # position -> man, for men who change places together with a substitution


def change_ruling(
    game: StratGame,
    profile: Profile | None,
    team: int,
    enters: str,
    leaves: str,
    reason: Reason,
    moves: Moves | None = None,
) -> Ruling:
    """5.10, 10.1, T10.11, S10.1, T10.2, T18.9, T23.02, T25.2: whether `enters` may come in for `leaves` now.

    `moves` are the places that men take in the field right after a change for the defence.
    """
    for ruling in _rulings(game, profile, team, enters, leaves, reason, moves or {}):
        if not ruling:
            return ruling
    return allow("T10.11" if profile else "10.1", f"{enters} may come in for {leaves}.")


def possible_changes(game: StratGame, team: int, reason: Reason) -> list[tuple[str, str]]:
    """Every (enters, leaves) of this kind that can be thought of now, legal or not: what is worth a ruling."""
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


def _rulings(
    game: StratGame, profile: Profile | None, team: int, enters: str, leaves: str, reason: Reason, moves: Moves
) -> Iterator[Ruling]:
    state, cards = game.state, game.book.cards
    side = state.sides[team]
    yield game.moves_ruling()
    yield entry_ruling(side, enters, leaves)
    yield _moment_ruling(game, team, leaves, reason)
    leaving_pitcher = leaves == side.pitcher and isinstance(cards[leaves], PitcherCard)
    if reason == "pinch_hitter" and profile:
        pitcher_hits = isinstance(cards[enters], PitcherCard)
        yield may_pinch_hit(pitcher_hits=pitcher_hits, for_pitcher=isinstance(cards[leaves], PitcherCard))
    if reason == "pitcher" and leaves != side.pitcher:
        yield refuse("5.10", f"{leaves} does not pitch; a reliever bats in his place by a double switch.")
    if reason in ("pitcher", "double_switch"):
        yield reliever_ruling(game.book, side, game.relief, enters)
        if profile:
            yield _batting_spot(game, team, leaves)
    if leaving_pitcher:
        yield from _pitcher_leaves(game, profile, team, leaves, reason)
    elif isinstance(cards[leaves], BatterCard):
        yield _fielder_leaves(game, profile, team, leaves)
    if reason == "defence" and team != int(state.bottom):
        yield placed_ruling(game, team, _field_after(side, enters, leaves, moves), leaves)


def _field_after(side: Side, enters: str, leaves: str, moves: Moves) -> dict[str, str]:
    men = [enters if man == leaves else man for man in side.field]
    return dict(zip(POSITIONS, men, strict=True)) | dict(moves)


def _moment_ruling(game: StratGame, team: int, leaves: str, reason: Reason) -> Ruling:
    """7.0: a pinch hitter is for the man at bat, a pinch runner for one on base, a fielder for one in the field."""
    state = game.state
    batting = team == int(state.bottom)
    if reason == "pinch_hitter":
        if not batting or state.batting.batter != leaves:
            return refuse("7.0", f"{leaves} is not at bat.")
        if game.tracker.one_and_two:
            return after_one_and_two(game.book.edition.strategy, "pinch_hit")
    elif reason == "pinch_runner":
        for base, runner in enumerate(state.bases, start=1):
            if batting and runner is not None and runner.player == leaves:
                failed = game.tracker.failed_lead(leaves, base)
                return pinch_runner_ruling(game.book.edition.stealing, base, failed)
        return refuse("7.0", f"{leaves} is not on base.")
    elif batting and leaves not in game.tracker.hurt:
        return refuse("7.0", "The team is at bat; its fielders change when it takes the field.")
    return allow("7.0", "This is the moment for it.")


def _batting_spot(game: StratGame, team: int, leaves: str) -> Ruling:
    """T10.11: before the sixth a reliever bats in the pitcher's spot, or in that of a hurt man whom he who hit for the
    pitcher can replace in the field."""
    side = game.state.sides[team]
    if side.pitcher not in side.order or leaves not in side.order:
        return allow("5.11", "The pitcher does not bat.")
    proposed, position = side.order.index(leaves) + 1, side.position_of(leaves)
    covers = any(rating.position == position for rating in game.book.listed(side.pitcher))
    return reliever_batting_spot(
        game.state.inning,
        side.order.index(side.pitcher) + 1,
        proposed,
        injured_players_spot=proposed if leaves in game.tracker.hurt else None,
        pinch_hitter_covers_injured=covers,
    )


def _pitcher_leaves(
    game: StratGame, profile: Profile | None, team: int, leaves: str, reason: Reason
) -> Iterator[Ruling]:
    injured = leaves in game.tracker.hurt
    outing = game.tracker.outings.get(leaves)
    if profile and leaves == game.log.start.sides[team].pitcher:
        outs, runs = (outing.outs, sum(outing.runs.values())) if outing else (0, 0)
        yield starter_may_leave(outs, runs, profile, injured=injured)
    side = game.state.sides[team]
    if not pitchers_left(game.book, side, game.relief):
        yield _last_pitcher_leaves(game, profile, team, leaves, reason)


def _last_pitcher_leaves(game: StratGame, profile: Profile | None, team: int, leaves: str, reason: Reason) -> Ruling:
    """10.1, S10.1, T10.2: the last pitcher goes when he is hurt or used up, in STAR for a hitter or runner too."""
    state, injured = game.state, leaves in game.tracker.hurt
    why: Literal["pinch_hitter", "pinch_runner", "out_of_innings", "other"]
    why = "pinch_hitter" if reason == "pinch_hitter" else "pinch_runner" if reason == "pinch_runner" else "other"
    if team != int(state.bottom) and not game.may_pitch_on(state):
        why = "out_of_innings"
    elif profile is None and not injured:
        return refuse("10.1", f"{leaves} is the last pitcher who may pitch.")
    return may_remove_last_pitcher(why, injured=injured)


def _fielder_leaves(game: StratGame, profile: Profile | None, team: int, leaves: str) -> Ruling:
    """10.1, T10.11, S10.1: whether a position player may go."""
    injured = leaves in game.tracker.hurt
    coverable = positions_can_be_covered(game.book, game.state.sides[team], leaves)
    if profile is None:
        if injured or coverable:
            return allow("10.1", f"Every position can be covered without {leaves}.")
        return refuse("10.1", f"Without {leaves} a position could not be covered.")
    return may_leave(
        inning=game.state.inning,
        started=leaves in game.log.start.sides[team].order,
        injured=injured,
        new_opposing_pitcher_on_mound=game.new_pitcher_on_mound(1 - team),
        positions_coverable=coverable,
    )
