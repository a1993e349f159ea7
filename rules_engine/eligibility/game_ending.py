"""How a game ends: in its time, by mercy (T0.04) and by concession (T0.05)."""

from typing import NamedTuple

from rules_engine.baseball.state import GameRules
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse


class ConcededScore(NamedTuple):
    victor: int
    conceding: int


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
