"""What must be settled before the next play, and whom the rules let in: each man with his ruling and his card."""

from collections.abc import Sequence
from typing import Any

from rules_engine.baseball.changes import misplaced, rearranged
from rules_engine.baseball.events import Substituted
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_setup import AtBat, GameSetup
from rules_engine.baseball.play_under_way import PlayUnderWay
from rules_engine.baseball.prompts import Candidate, Settle
from rules_engine.baseball.substitutions import stand_in
from rules_engine.baseball.system_types import Reason, Unsettled
from rules_engine.rulings import Ruling

Pair = tuple[str, str]  # (enters, leaves)
Refused = tuple[tuple[str, tuple[str, ...]], ...]  # (the ruling in words, the men)


def to_settle(talk: PlayUnderWay) -> Settle | None:
    """A fault of a person's team: somebody must go, or stands off his card where that can be mended."""
    unsettled = talk.game.system.must_settle(talk.game)
    if unsettled is not None and unsettled.leaves and talk.people[unsettled.team]:
        return _replacing(talk, unsettled.team, unsettled.ruling, unsettled)
    team = talk.team_of("defence")
    settled = unsettled is None or not unsettled.leaves
    return _placing(talk, team) if settled and talk.people[team] else None


def _replacing(talk: PlayUnderWay, team: int, ruling: Ruling, unsettled: Unsettled) -> Settle | None:
    bench, leaves, reason = talk.game.state.sides[team].bench, unsettled.leaves, unsettled.reason
    if not bench and unsettled.whoever:  # nobody is left; a man is made up
        talk.say_line("trouble", f"{talk.teams[team]}: {talk.spoken(str(ruling))}; nobody is left.")
        talk.happen(Substituted(team, stand_in(leaves), leaves, unsettled.enters_by))
        return to_settle(talk)
    pairs = [(enters, leaves) for enters in bench]
    legal, refused = sorted_out(talk, team, reason, pairs)
    enters_by = unsettled.enters_by if unsettled.whoever or not legal else ""
    candidates = candidates_of(talk.game, legal or pairs)
    return Settle(team, leaves, ruling.rule, talk.spoken(str(ruling)), reason, candidates, refused, (), enters_by)


def _placing(talk: PlayUnderWay, team: int) -> Settle | None:
    """Everybody at a position on his card where the rules want that, and the men who are left make it possible."""
    if not (rule := talk.game.system.placing_rule(talk.profile)):
        return None
    wrong = tuple(misplaced(talk.game, team))
    if not wrong or wrong in talk.left_as_they_are:
        return None
    where = ", ".join(f"{talk.name(man)} is at {position}, not on his card ({rule})" for position, man in wrong)
    moved = rearranged(talk.game, team)
    moves = moved.positions if moved else ()
    tournament = talk.profile is not None
    if moves and not talk.game.system.move_ruling(talk.game, team, dict(moves), tournament=tournament):
        moves = ()
    pairs = [(enters, man) for _, man in wrong for enters in talk.game.state.sides[team].bench]
    legal, refused = sorted_out(talk, team, "defence", pairs)
    if not legal and not moves:
        talk.say_line("trouble", f"{talk.teams[team]}: {where}; he stays there as badly as can be.")
        talk.left_as_they_are.add(wrong)
        return None
    return Settle(team, "", rule, where, "defence", candidates_of(talk.game, legal), refused, moves)


def sorted_out(talk: PlayUnderWay, team: int, reason: Reason, pairs: Sequence[Pair]) -> tuple[list[Pair], Refused]:
    """The legal pairs (enters, leaves), and the men for whom there is none by the ruling that refuses them."""
    legal: list[Pair] = []
    refused: dict[str, list[str]] = {}
    for enters, leaves in pairs:
        ruling = talk.game.system.change_ruling(talk.game, talk.profile, team, enters, leaves, reason)
        if ruling:
            legal.append((enters, leaves))
        else:
            reasons = f"{ruling.rule}: {talk.spoken(ruling.reason)}".replace(talk.name(enters), "he")
            refused.setdefault(reasons, []).append(enters)
    may = {enters for enters, _ in legal}
    by_reason = ((why, tuple(man for man in dict.fromkeys(men) if man not in may)) for why, men in refused.items())
    return legal, tuple((why, men) for why, men in by_reason if men)


def candidates_of(game: Game[Any, Any], pairs: Sequence[Pair]) -> tuple[Candidate, ...]:
    """The pairs with what their cards say."""
    return tuple(Candidate(enters, leaves, man_note(game, enters)) for enters, leaves in pairs)


def man_note(game: Game[Any, Any], man: str) -> str:
    """A man's ratings as a bench wants them: hand, on-base and slugging against both hands, positions."""
    setup = game.setup
    notes: list[str] = []
    if setup.is_pitcher(man):
        work = game.tracker.work_left(man)
        notes.append(f"throws {setup.hand(man)}" + (f", {work}" if work else ""))
    if setup.is_hitter(man):
        notes.append(_hitters_note(setup, man))
    return "; ".join(notes)


def _hitters_note(setup: GameSetup, man: str) -> str:
    left, right = setup.bat(man, "L"), setup.bat(man, "R")
    bats = f"{_bat(left)} against left, {_bat(right)} right"
    return f"bats {setup.cards[man].bats}, {bats}, {' '.join(setup.positions(man)) or 'no position'}"


def _bat(bat: AtBat) -> str:
    """ ".351/.478": on-base and slugging."""
    return "/".join(f"{share:.3f}".removeprefix("0") for share in bat)
