"""Game endings: nine or more innings, the mercy rule (T0.04) or a concession (T0.05)."""

from typing import NamedTuple

from rules_engine.game_rules import GameRules
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse


class ConcessionFinding(Finding):
    """Findings on whether a manager may concede."""

    BEHIND = "behind {own}-{other}: may concede"
    NOT_BEHIND = "{own}-{other}: not behind, so the Tournament Director must agree"
    BEHIND_TOO_LITTLE = "behind {own}-{other} after {innings:# inning}: must be behind by {needed} to concede"


class ConcededScore(NamedTuple):
    victor: int
    conceding: int


def game_rules(profile: Profile, *, best_of: bool = False, runner_on_second_from: int | None = None) -> GameRules:
    """T0.04: Return a game's length, with the mercy rule if the tournament uses it.

    Args:
        runner_on_second_from: The inning from which a runner starts on second, for shootouts. By default, the edition
            decides, and playoff series have none.
    """
    rules = profile.game
    if runner_on_second_from is None:
        runner_on_second_from = 0 if best_of else rules.runner_on_second_from
    return GameRules(
        runner_on_second_from=runner_on_second_from,
        mercy_lead=rules.mercy_lead if rules.mercy else 0,
        mercy_from=rules.mercy_from_inning if rules.mercy else 0,
    )


def conceded_score(victor_runs: int, conceding_runs: int, profile: Profile) -> ConcededScore:
    """T0.05: Raise the winner's runs to a lead of ten."""
    return ConcededScore(max(victor_runs, conceding_runs + profile.game.concession_lead), conceding_runs)


def counted_runs(score: tuple[int, int], profile: Profile) -> tuple[int, int]:
    """T0.05: Return the runs for visitors and home team with which a conceded game counts.

    The trailing team conceded.
    """
    conceding = int(score[1] < score[0])
    counts = conceded_score(score[1 - conceding], score[conceding], profile)
    return (counts.conceding, counts.victor) if conceding == 0 else (counts.victor, counts.conceding)


def may_concede(victor_runs: int, conceding_runs: int, profile: Profile, *, innings: int) -> Ruling:
    """T0.05: Let a manager concede if he is far enough behind. If he isn't behind, the director must agree.

    In later editions, the deficit must be a set number of runs minus the completed `innings`.
    """
    needed = profile.game.concession_from - innings
    score = {"own": conceding_runs, "other": victor_runs}
    if conceding_runs >= victor_runs:
        return refuse(ConcessionFinding.NOT_BEHIND, "T0.05", **score)
    if victor_runs - conceding_runs < needed:
        return refuse(ConcessionFinding.BEHIND_TOO_LITTLE, "T0.05", **score, innings=innings, needed=needed)
    return allow(ConcessionFinding.BEHIND, "T0.05", **score)
