"""Suspended games: which must be finished, by whom and in what order (T33.0, with the Nationals' provisions)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse


class SuspensionFinding(Finding):
    """Findings on which games may be suspended, and which of them must be finished."""

    BEST_OF = "playoff games can't be suspended"
    NOT_IN_THIS_EDITION = "this edition of the rules has no suspended games"
    NOT_IN_THIS_TOURNAMENT = "this tournament has no suspended games, because the director doesn't use the rule"
    PAST_ITS_TIME = "a game may be suspended once its series is past the time limit"
    MATTERS = "it affects who advances"
    DOES_NOT_MATTER = "it doesn't affect who advances, so it is finished only if both managers agree"
    BOTH_AGREE = "both managers agree to finish it"
    FIRST_DAY = "games from the first day are made up that day"
    ADVANCES = "{advancing:list} is advancing"
    BOTH_ADVANCE = "{advancing:list} are advancing"
    HAS_A_CHANCE = "{hopeful:list} has a chance to advance"
    BOTH_HAVE_A_CHANCE = "{hopeful:list} have a chance to advance"
    ADVANCES_AND_HAS_A_CHANCE = "{advancing:list} is advancing and {hopeful:list} has a chance to advance"
    NO_CHANCE_TO_ADVANCE = "neither team has a chance to advance: it is finished only if both managers agree"
    SUBSTITUTE_MANAGER = "{games:# suspended game}: a substitute may be appointed if there is more than one"


class Completion(NamedTuple):
    """The decision on whether and how to finish a suspended game.

    Attributes:
        must: Whether it must be finished.
        ruling: Whether it can be finished.
        deadline: The deadline, or "" for when both managers are free.
        finished_by: The substitute for a missing manager, or "" if the managers play themselves.
        if_unfinished: The result recorded otherwise, or "" if it can't stay unfinished.
    """

    must: bool
    ruling: Ruling
    deadline: str = ""
    finished_by: str = ""
    if_unfinished: str = ""


class ReadyOpponent(NamedTuple):
    """An opponent ready to finish a suspended game. `outs_completed` counts both teams' outs before the suspension."""

    name: str
    coming_off_bye: bool
    outs_completed: int


class FirstOpponent(NamedTuple):
    """The opponent to play first, or those `tied` until the d20 decides, with the deciding criterion."""

    name: str | None
    tied: tuple[str, ...]
    decided_by: str


VOLUNTEER = "volunteer designated by the Tournament Director"
D20 = "roll of the 20-sided die"
TIE = "tie"


def series_minutes(games: int, profile: Profile) -> int:
    """T33.0: Return the time limit of a series with this many games."""
    return games * profile.game.minutes_per_game


def may_be_suspended(profile: Profile, *, best_of: bool = False, used_by_director: bool = True) -> Ruling:
    """T33.0: Allow suspensions if the edition and the director use them, except in playoff series at the Nationals."""
    if best_of and not profile.game.best_ofs_suspended:
        return refuse(SuspensionFinding.BEST_OF, "T33.0")
    if not profile.game.suspended_games:
        return refuse(SuspensionFinding.NOT_IN_THIS_EDITION, "T33.0")
    if not used_by_director:
        return refuse(SuspensionFinding.NOT_IN_THIS_TOURNAMENT, "T33.0")
    return allow(SuspensionFinding.PAST_ITS_TIME, "T33.0")


def completion(*, matters: bool, both_available: bool = True, both_agree: bool | None = None) -> Completion:
    """T33.0: Decide whether a suspended game must be finished.

    `both_agree` is None until the managers have answered.
    """
    if matters:
        return _must_be_finished(allow(SuspensionFinding.MATTERS, "T33.0"), both_available=both_available)
    if both_agree:
        return _may_be_finished(allow(SuspensionFinding.BOTH_AGREE, "T33.0"))
    rule = allow if both_agree is None and both_available else refuse
    return _may_be_finished(rule(SuspensionFinding.DOES_NOT_MATTER, "T33.0"))


def completion_at_the_nationals(
    *,
    day: int,
    advancing: Sequence[str] = (),
    hopeful: Sequence[str] = (),
    both_available: bool = True,
    both_agree: bool = False,
) -> Completion:
    """T33.0, special provisions 1 and 2: Decide whether a suspended game at the Nationals must be finished.

    Args:
        day: The day on which the game stopped, counted from 1.
        advancing: Which of its two teams have qualified.
        hopeful: Which of them haven't qualified but still have a chance.
    """
    if day == 1:
        ruling = allow(SuspensionFinding.FIRST_DAY, "T33.0")
        return _must_be_finished(ruling, both_available=both_available)._replace(deadline="end of day 1")
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


def _must_be_finished(ruling: Ruling, *, both_available: bool) -> Completion:
    """Require the game to be finished. A volunteer plays for a missing manager."""
    return Completion(True, ruling, finished_by="" if both_available else VOLUNTEER)


def _may_be_finished(ruling: Ruling) -> Completion:
    return Completion(False, ruling, if_unfinished=TIE)


def choose_first_opponent(ready: Sequence[ReadyOpponent], rolls: Mapping[str, int] | None = None) -> FirstOpponent:
    """T33.0: Choose the opponent coming off a bye, then the game furthest along [R-33g], then by d20 `rolls`."""
    if len(ready) == 1:
        return FirstOpponent(ready[0].name, (), "only opponent ready")
    rested = [opponent for opponent in ready if opponent.coming_off_bye] or list(ready)
    if len(rested) == 1:
        return FirstOpponent(rested[0].name, (), "coming off a bye")
    furthest = max(opponent.outs_completed for opponent in rested)
    ahead = [opponent.name for opponent in rested if opponent.outs_completed == furthest]
    if len(ahead) == 1:
        return FirstOpponent(ahead[0], (), "game furthest along when suspended")
    if not rolls or any(name not in rolls for name in ahead):
        return FirstOpponent(None, tuple(ahead), D20)
    high = max(rolls[name] for name in ahead)
    tied = tuple(name for name in ahead if rolls[name] == high)
    return FirstOpponent(tied[0] if len(tied) == 1 else None, tied, D20)


def may_appoint_stand_in(suspended_games: int) -> Ruling:
    """T33.0: Let the director appoint a substitute for a player with more than one suspended game."""
    rule = allow if suspended_games > 1 else refuse
    return rule(SuspensionFinding.SUBSTITUTE_MANAGER, "T33.0", games=suspended_games)
