"""How a game ends: in its time, by mercy (T0.04) and by concession (T0.05)."""

from typing import NamedTuple

from rules_engine.baseball.state import GameRules
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse


class ConcessionFinding(Finding):
    """Who may concede."""

    BEHIND = "behind {own}-{other}: may concede"
    NOT_BEHIND = "{own}-{other}: not behind, so the Tournament Director must agree"
    BEHIND_TOO_LITTLE = "behind {own}-{other} after {innings:# inning}: to concede he must be behind by {needed}"


class ConcededScore(NamedTuple):
    victor: int
    conceding: int


def game_rules(profile: Profile, *, best_of: bool = False, runner_on_second_from: int | None = None) -> GameRules:
    """T0.04: nine innings, and mercy where the tournament has it, for a game that is played pitch by pitch.

    A runner on second in extra innings is the edition's, but for the best-ofs; a shootout says its own inning.
    """
    rules = profile.game
    lead, inning = (rules.mercy_lead, rules.mercy_from_inning) if rules.mercy else (0, 0)
    if runner_on_second_from is None:
        runner_on_second_from = 0 if best_of else rules.runner_on_second_from
    return GameRules(runner_on_second_from=runner_on_second_from, mercy_lead=lead, mercy_from=inning)


def conceded_score(victor_runs: int, conceding_runs: int, profile: Profile) -> ConcededScore:
    """T0.05: the victor's runs are raised until he is ten ahead."""
    return ConcededScore(max(victor_runs, conceding_runs + profile.game.concession_lead), conceding_runs)


def may_concede(victor_runs: int, conceding_runs: int, profile: Profile, *, innings: int) -> Ruling:
    """T0.05: for one who is badly beaten; who is not even behind needs the director's word.

    Later editions say how badly: by so many runs less the `innings` completed.
    """
    needed, own, other = profile.game.concession_from - innings, conceding_runs, victor_runs
    if conceding_runs >= victor_runs:
        return refuse(ConcessionFinding.NOT_BEHIND, "T0.05", own=own, other=other)
    if victor_runs - conceding_runs < needed:
        return refuse(
            ConcessionFinding.BEHIND_TOO_LITTLE, "T0.05", own=own, other=other, innings=innings, needed=needed
        )
    return allow(ConcessionFinding.BEHIND, "T0.05", own=own, other=other)
