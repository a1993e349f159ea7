"""Changes required before the next play, and the eligible players with their rulings and cards."""

from collections.abc import Sequence
from typing import Any

from rules_engine.baseball.changes import misplaced, possible_changes, rearranged
from rules_engine.baseball.events import Substituted
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_setup import AtBat, GameSetup
from rules_engine.baseball.play_by_play import place_text
from rules_engine.baseball.play_under_way import PlayInProgress
from rules_engine.baseball.prompts import Candidate, Settle
from rules_engine.baseball.substitutions import stand_in
from rules_engine.baseball.system_types import Reason, Unsettled, WayOut
from rules_engine.rulings import Ruling

Pair = tuple[str, str]  # (enters, leaves)
Refused = tuple[tuple[str, tuple[str, ...]], ...]  # (ruling text, players)


def to_settle(talk: PlayInProgress) -> Settle | None:
    """Return a lineup problem for a person to fix: a player who must leave, or one needlessly out of position."""
    unsettled = talk.game.system.must_settle(talk.game)
    if unsettled is not None and unsettled.leaves and talk.people[unsettled.team]:
        return _replacing(talk, unsettled.team, unsettled.ruling, unsettled)
    team = talk.team_of("defence")
    settled = unsettled is None or not unsettled.leaves
    return _placing(talk, team) if settled and talk.people[team] else None


def _replacing(talk: PlayInProgress, team: int, ruling: Ruling, unsettled: Unsettled) -> Settle | None:
    bench, leaves, reason = talk.game.state.sides[team].bench, unsettled.leaves, unsettled.reason
    if not bench and unsettled.whoever:  # no one is left, so a stand-in enters
        talk.say_line("trouble", f"{talk.teams[team]}: {talk.spoken(str(ruling))}; no one is left.")
        talk.happen(Substituted(team, stand_in(leaves), leaves, unsettled.enters_by))
        return to_settle(talk)
    pairs = [(enters, leaves) for enters in bench]
    legal, refused = sort_by_ruling(talk, team, reason, pairs)
    if not legal and reason == "pitcher" and (ways := list(talk.game.system.ways_out(talk.game, talk.profile, team))):
        candidates = tuple(_way_candidate(talk.game, way) for way in ways)
        rule = ways[0].substituted.why
        return Settle(team, leaves, ruling.rule, talk.spoken(str(ruling)), reason, candidates, refused, (), rule)
    enters_by = unsettled.enters_by if unsettled.whoever or not legal else ""
    candidates = candidates_of(talk.game, legal or pairs)
    return Settle(team, leaves, ruling.rule, talk.spoken(str(ruling)), reason, candidates, refused, (), enters_by)


def _way_candidate(game: Game[Any, Any], way: WayOut) -> Candidate:
    enters = way.substituted.enters
    return Candidate(enters, way.substituted.leaves, player_note(game, enters), way.moved.positions)


def _placing(talk: PlayInProgress, team: int) -> Settle | None:
    """Return the prompt to put fielders at positions on their cards, if the rules require it and it's possible."""
    if not (rule := talk.game.system.positions_rule(talk.profile)):
        return None
    wrong = tuple(misplaced(talk.game, team))
    if not wrong or wrong in talk.accepted_misplacements:
        return None
    where = ", ".join(
        f"{talk.name(player)} is at {place_text(position)}, which is not on his card ({rule})"
        for position, player in wrong
    )
    moved = rearranged(talk.game, team)
    moves = moved.positions if moved else ()
    tournament = talk.profile is not None
    if moves and not talk.game.system.move_ruling(talk.game, team, dict(moves), tournament=tournament):
        moves = ()
    pairs = [(enters, player) for _, player in wrong for enters in talk.game.state.sides[team].bench]
    legal, refused = sort_by_ruling(talk, team, "defence", pairs)
    if not legal and not moves:
        talk.say_line("trouble", f"{talk.teams[team]}: {where}; he stays there out of position.")
        talk.accepted_misplacements.add(wrong)
        return None
    return Settle(team, "", rule, where, "defence", candidates_of(talk.game, legal), refused, moves)


def sort_by_ruling(
    talk: PlayInProgress, team: int, reason: Reason, pairs: Sequence[Pair]
) -> tuple[list[Pair], Refused]:
    """Return the legal (enters, leaves) pairs, and the ineligible players by ruling."""
    legal: list[Pair] = []
    refused: dict[str, list[str]] = {}
    for enters, leaves in pairs:
        ruling = talk.game.system.change_ruling(talk.game, talk.profile, team, enters, leaves, reason)
        if ruling:
            legal.append((enters, leaves))
        else:
            reasons = f"{ruling.rule}: {talk.spoken(ruling.reason)}".replace(talk.name(enters), "he")
            refused.setdefault(reasons, []).append(enters)
    allowed = {enters for enters, _ in legal}
    refused_players = []
    for reason_text, players in refused.items():
        left_out = tuple(player for player in dict.fromkeys(players) if player not in allowed)
        if left_out:
            refused_players.append((reason_text, left_out))
    return legal, tuple(refused_players)


def relievers_text(talk: PlayInProgress, team: int) -> str:
    """Return the usual reliever now with his ratings, and the other eligible pitchers."""
    game = talk.game
    pairs = possible_changes(game, team, "pitcher")
    legal, _ = sort_by_ruling(talk, team, "pitcher", pairs)
    relievers = [enters for enters, _ in legal if game.setup.is_pitcher(enters)]
    if not relievers:
        return "No reliever may come in."
    usual = game.system.usual_reliever(game, team)
    if usual not in relievers:
        return f"May come in: {', '.join(map(talk.name, relievers))}."
    rest = [talk.name(player) for player in relievers if player != usual]
    also = f" Also: {', '.join(rest)}." if rest else ""
    return f"Usual reliever: {talk.name(usual)} ({player_note(game, usual)}).{also}"


def candidates_of(game: Game[Any, Any], pairs: Sequence[Pair]) -> tuple[Candidate, ...]:
    """Return the pairs with notes from their cards."""
    return tuple(Candidate(enters, leaves, player_note(game, enters)) for enters, leaves in pairs)


def player_note(game: Game[Any, Any], player: str) -> str:
    """Return a player's ratings as a manager needs them: hand, on-base and slugging against both hands, positions."""
    setup = game.setup
    notes: list[str] = []
    if setup.is_pitcher(player):
        work = game.tracker.work_left(player)
        notes.append(f"throws {setup.hand(player)}" + (f", {work}" if work else ""))
    if setup.is_hitter(player):
        if player not in game.hitter_notes:
            game.hitter_notes[player] = _hitter_note(setup, player)
        notes.append(game.hitter_notes[player])
    return "; ".join(notes)


def _hitter_note(setup: GameSetup, player: str) -> str:
    left, right = setup.bat(player, "L"), setup.bat(player, "R")
    bats = f"{_bat(left)} against left, {_bat(right)} right"
    return f"bats {setup.cards[player].bats}, {bats}, {' '.join(setup.positions(player)) or 'no position'}"


def _bat(bat: AtBat) -> str:
    """Return on-base and slugging averages as ".351/.478"."""
    return "/".join(f"{share:.3f}".removeprefix("0") for share in bat)
