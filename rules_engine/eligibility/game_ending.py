"""How a game ends: in its time, by mercy (T0.04) and by concession (T0.05)."""

from typing import Final, Literal, NamedTuple

from rules_engine.baseball.state import GameRules
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse

FULL_GAME: Final = 9


class ConcededScore(NamedTuple):
    victor: int
    conceding: int


def game_over_by_mercy(
    innings_complete: int,
    visitor_runs: int,
    home_runs: int,
    profile: Profile,
    *,
    top_just_completed: int | None = None,
    half_in_progress: bool = False,
) -> Ruling:
    """T0.04: whether a lead of ten ends the game now.

    innings_complete: full innings played. top_just_completed: the inning whose top has just ended, when the home
    team is about to bat. half_in_progress: the lead is never tested in the middle of a half-inning [R-04b].
    """
    rules, lead = profile.game, home_runs - visitor_runs
    if not rules.mercy:
        return refuse("T0.04", "the mercy rule is not in force")
    if half_in_progress:
        return refuse("T0.04", "the lead is not tested during a half-inning")
    if top_just_completed is not None:
        inning, ahead, tested = top_just_completed, lead, f"home's lead of {lead} after the top of inning"
    else:
        inning, ahead, tested = innings_complete, abs(lead), f"lead of {abs(lead)} after inning"
    if inning < rules.mercy_from_inning:
        return refuse("T0.04", f"{tested} {inning}: mercy begins with inning {rules.mercy_from_inning}")
    return (allow if ahead >= rules.mercy_lead else refuse)("T0.04", f"{tested} {inning}, {rules.mercy_lead} needed")


def game_over_by_innings(
    innings_complete: int,
    visitor_runs: int,
    home_runs: int,
    *,
    top_just_completed: int | None = None,
    half_in_progress: Literal["top", "bottom"] | None = None,
) -> Ruling:
    """T0.04 leaves the ordinary end alone: a lead after nine innings or more; home, once ahead, bats no further."""
    ahead = home_runs > visitor_runs
    if half_in_progress is not None:
        over = half_in_progress == "bottom" and ahead and innings_complete + 1 >= FULL_GAME
    elif top_just_completed is not None:
        over = ahead and top_just_completed >= FULL_GAME
    else:
        over = home_runs != visitor_runs and innings_complete >= FULL_GAME
    score = f"{visitor_runs}-{home_runs} with {innings_complete} innings complete"
    return (allow if over else refuse)("T0.04", score)


def rules_of_play(profile: Profile, *, runner_on_second_from: int = 0) -> GameRules:
    """T0.04: nine innings, and mercy where the tournament has it, for a game that is played pitch by pitch."""
    rules = profile.game
    lead, inning = (rules.mercy_lead, rules.mercy_from_inning) if rules.mercy else (0, 0)
    return GameRules(runner_on_second_from=runner_on_second_from, mercy_lead=lead, mercy_from=inning)


def conceded_score(victor_runs: int, conceding_runs: int, profile: Profile) -> ConcededScore:
    """T0.05: the victor's runs are raised until he is ten ahead."""
    return ConcededScore(max(victor_runs, conceding_runs + profile.game.concession_lead), conceding_runs)


def may_concede(victor_runs: int, conceding_runs: int) -> Ruling:
    """T0.05: for one who is badly beaten; who is not even behind needs the director's word."""
    score = f"{conceding_runs}-{victor_runs}"
    if conceding_runs < victor_runs:
        return allow("T0.05", f"behind {score}: may concede")
    return refuse("T0.05", f"{score}: not behind, so the Tournament Director must agree")
