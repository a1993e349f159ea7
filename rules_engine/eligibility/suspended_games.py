"""Who must finish a suspended game, when, and in what order: T33.0, with the Nationals' provisions."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse


class SuspensionFinding(Finding):
    """Which games may be suspended, and which of them must be finished."""

    BEST_OF = "games of a best-of are played to their end"
    NOT_IN_THIS_EDITION = "games are not suspended under this edition of the rules"
    NOT_IN_THIS_TOURNAMENT = "games are not suspended in this tournament: the director does not use the rule"
    PAST_ITS_TIME = "a series past its time limit may suspend its game"
    MATTERS = "it matters for advancement"
    DOES_NOT_MATTER = "it does not matter for advancement"
    FIRST_DAY = "games of the first day are made up that day"
    CHANCE_TO_ADVANCE = "one of the two is advancing or has a chance to"
    NO_CHANCE_TO_ADVANCE = "neither has a chance to advance: finished only if both want to"
    STAND_INS = "{games:# suspended game}: the power is for more than one"


class Completion(NamedTuple):
    """What is to become of a suspended game.

    must: it has to be finished. ruling: whether it can be. deadline: by when, "" for when both are free.
    finished_by: who plays for a missing manager, "" when the managers themselves do.
    if_unfinished: what goes into the books, "" when it cannot stay unfinished.
    """

    must: bool
    ruling: Ruling
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
    """T33.0: the time limit of a series, so many minutes a game."""
    return games * profile.game.minutes_per_game


def may_be_suspended(profile: Profile, *, best_of: bool = False, used_by_director: bool = True) -> Ruling:
    """T33.0: the director may use the rule or not; the Nationals alone never use it in their best-ofs."""
    if best_of and not profile.game.best_ofs_suspended:
        return refuse(SuspensionFinding.BEST_OF, "T33.0")
    if not profile.game.suspended_games:
        return refuse(SuspensionFinding.NOT_IN_THIS_EDITION, "T33.0")
    if not used_by_director:
        return refuse(SuspensionFinding.NOT_IN_THIS_TOURNAMENT, "T33.0")
    return allow(SuspensionFinding.PAST_ITS_TIME, "T33.0")


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
        return Completion(True, allow(SuspensionFinding.MATTERS, "T33.0"), finished_by=by)
    may = allow if both_available or both_agree else refuse
    return Completion(False, may(SuspensionFinding.DOES_NOT_MATTER, "T33.0"), if_unfinished=TIE)


def _at_the_nationals(day: int, has_a_chance: bool, both_agree: bool) -> Completion:
    if day == 1:
        return Completion(True, allow(SuspensionFinding.FIRST_DAY, "T33.0"), deadline="end of day 1")
    if has_a_chance:
        return Completion(True, allow(SuspensionFinding.CHANCE_TO_ADVANCE, "T33.0"))
    may = allow if both_agree else refuse
    return Completion(False, may(SuspensionFinding.NO_CHANCE_TO_ADVANCE, "T33.0"), if_unfinished=TIE)


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
    may = allow if suspended_games > 1 else refuse
    return may(SuspensionFinding.STAND_INS, "T33.0", games=suspended_games)
