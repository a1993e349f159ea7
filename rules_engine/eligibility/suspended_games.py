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
    DOES_NOT_MATTER = "it does not matter for advancement: it is finished only if both managers agree"
    BOTH_AGREE = "both managers agree to finish it"
    FIRST_DAY = "games of the first day are made up that day"
    ADVANCES = "{advancing:list} is advancing"
    BOTH_ADVANCE = "{advancing:list} are advancing"
    HAS_A_CHANCE = "{hopeful:list} has a chance to advance"
    BOTH_HAVE_A_CHANCE = "{hopeful:list} have a chance to advance"
    ADVANCES_AND_HAS_A_CHANCE = "{advancing:list} is advancing and {hopeful:list} has a chance to advance"
    NO_CHANCE_TO_ADVANCE = "neither team has a chance to advance: it is finished only if both managers agree"
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


def completion(*, matters: bool, both_available: bool = True, both_agree: bool | None = None) -> Completion:
    """T33.0: whether a suspended game must be finished. `both_agree`: None where nobody has asked the managers."""
    if matters:
        return _must_be_finished(allow(SuspensionFinding.MATTERS, "T33.0"), both_available=both_available)
    if both_agree:
        return _may_be_finished(allow(SuspensionFinding.BOTH_AGREE, "T33.0"))
    may = allow if both_agree is None and both_available else refuse
    return _may_be_finished(may(SuspensionFinding.DOES_NOT_MATTER, "T33.0"))


def completion_at_the_nationals(
    *,
    day: int,
    advancing: Sequence[str] = (),
    hopeful: Sequence[str] = (),
    both_available: bool = True,
    both_agree: bool = False,
) -> Completion:
    """T33.0, special provisions 1 and 2: whether a suspended game of the Nationals must be finished.

    Args:
        day: the day on which the game stopped; 1 is the first.
        advancing: those of its two teams that have qualified.
        hopeful: those that have not, and still have a chance to advance.
    """
    if day == 1:
        done = _must_be_finished(allow(SuspensionFinding.FIRST_DAY, "T33.0"), both_available=both_available)
        return done._replace(deadline="end of day 1")
    if advancing or hopeful:
        return _must_be_finished(_of_a_team_in_the_race(advancing, hopeful), both_available=both_available)
    if both_agree:
        return _may_be_finished(allow(SuspensionFinding.BOTH_AGREE, "T33.0"))
    return _may_be_finished(refuse(SuspensionFinding.NO_CHANCE_TO_ADVANCE, "T33.0"))


def _of_a_team_in_the_race(advancing: Sequence[str], hopeful: Sequence[str]) -> Ruling:
    if advancing and hopeful:
        finding = SuspensionFinding.ADVANCES_AND_HAS_A_CHANCE
    elif advancing:
        finding = SuspensionFinding.BOTH_ADVANCE if len(advancing) > 1 else SuspensionFinding.ADVANCES
    else:
        finding = SuspensionFinding.BOTH_HAVE_A_CHANCE if len(hopeful) > 1 else SuspensionFinding.HAS_A_CHANCE
    return allow(finding, "T33.0", advancing=tuple(advancing), hopeful=tuple(hopeful))


def _must_be_finished(why: Ruling, *, both_available: bool) -> Completion:
    """The game is finished, by a volunteer for a manager who is missing."""
    return Completion(True, why, finished_by="" if both_available else VOLUNTEER)


def _may_be_finished(why: Ruling) -> Completion:
    return Completion(False, why, if_unfinished=TIE)


def choose_first_opponent(ready: Sequence[ReadyOpponent], rolls: Mapping[str, int] | None = None) -> FirstOpponent:
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
