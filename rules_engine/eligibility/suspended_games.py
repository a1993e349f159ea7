"""Who must finish a suspended game, when, and in what order: T33.0, with the Nationals' provisions."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse


class Completion(NamedTuple):
    """What is to become of a suspended game.

    must: it has to be finished. may: it can be. deadline: by when, "" for when both are free.
    finished_by: who plays for a missing manager, "" when the managers themselves do.
    if_unfinished: what goes into the books, "" when it cannot stay unfinished.
    """

    must: bool
    may: bool
    rule: str
    reason: str
    deadline: str = ""
    finished_by: str = ""
    if_unfinished: str = ""


class ReadyOpponent(NamedTuple):
    """An opponent who waits to finish a suspended game; `outs_completed` in both halves when it stopped."""

    name: str
    coming_off_bye: bool
    outs_completed: int


class FirstOpponent(NamedTuple):
    """Who is played first: a name, or those among whom the d20 decides; and the criterion that settled it."""

    name: str | None
    tied: tuple[str, ...]
    decided_by: str


VOLUNTEER = "volunteer designated by the Tournament Director"
D20 = "roll of the 20-sided die"
TIE = "tie"


def series_minutes(games: int, profile: Profile) -> int:
    """T33.0: the time limit of a series, 45 minutes a game."""
    return games * profile.game.minutes_per_game


def may_be_suspended(profile: Profile, *, best_of: bool = False) -> Ruling:
    """T33.0: the director may use the rule or not; the Nationals alone never use it in their best-ofs."""
    if best_of and not profile.game.best_ofs_suspended:
        return refuse("T33.0", "games of a best-of are played to their end")
    if not profile.game.suspended_games:
        return refuse("T33.0", "the director does not use the suspension rule")
    return allow("T33.0", "a series past its time limit may suspend its game")


def may_leave_rule_unused() -> Ruling:
    """T33.0: the rule is optional; having announced it does not bind the director to use it."""
    return allow("T33.0", "the suspension rule is used at the director's discretion")


def completion(
    *,
    matters: bool,
    at_the_nationals: bool = False,
    both_available: bool = True,
    both_agree: bool = False,
    day: int = 0,
    either_has_a_chance: bool | None = None,
) -> Completion:
    """T33.0: whether a suspended game must be finished. `day` and `either_has_a_chance` count at the Nationals only."""
    if at_the_nationals:
        return _at_the_nationals(day, either_has_a_chance if either_has_a_chance is not None else matters, both_agree)
    if matters:
        by = "" if both_available else VOLUNTEER
        return Completion(True, True, "T33.0", "it matters for advancement", finished_by=by)
    may = both_available or both_agree
    return Completion(False, may, "T33.0", "it does not matter for advancement", if_unfinished=TIE)


def _at_the_nationals(day: int, has_a_chance: bool, both_agree: bool) -> Completion:
    if day == 1:
        return Completion(True, True, "T33.0", "games of the first day are made up that day", deadline="end of day 1")
    if has_a_chance:
        return Completion(True, True, "T33.0", "one of the two is advancing or has a chance to")
    why = "neither has a chance to advance: finished only if both want to"
    return Completion(False, both_agree, "T33.0", why, if_unfinished=TIE)


def first_opponent(ready: Sequence[ReadyOpponent], rolls: Mapping[str, int] | None = None) -> FirstOpponent:
    """T33.0: coming off a bye, then the game furthest along [R-33g], then the d20, whose `rolls` come by name."""
    if len(ready) == 1:
        return FirstOpponent(ready[0].name, (), "only opponent ready")
    rested = [opponent for opponent in ready if opponent.coming_off_bye] or list(ready)
    if len(rested) == 1:
        return FirstOpponent(rested[0].name, (), "coming off a bye")
    furthest = max(opponent.outs_completed for opponent in rested)
    ahead = [opponent.name for opponent in rested if opponent.outs_completed == furthest]
    if len(ahead) == 1:
        return FirstOpponent(ahead[0], (), "game furthest along when suspended")
    high = max(rolls[name] for name in ahead) if rolls and all(name in rolls for name in ahead) else None
    level = [name for name in ahead if high is None or (rolls or {})[name] == high]
    return FirstOpponent(level[0] if len(level) == 1 else None, tuple(level), D20)


def may_appoint_stand_in(suspended_games: int) -> Ruling:
    """T33.0: the director may appoint someone for a player with more than one suspended game."""
    count = f"{suspended_games} suspended game{'' if suspended_games == 1 else 's'}"
    return (allow if suspended_games > 1 else refuse)("T33.0", f"{count}: the power is for more than one")
