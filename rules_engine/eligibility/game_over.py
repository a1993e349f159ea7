"""Find games that continued after they were over, by the mercy rule (T0.04) or with a lead after nine innings.

With a line score, every inning is checked. Without one, the final score and the pitchers' outs still show how far the
home team led after an inning, because its lead can't grow while the visitors bat.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from rules_engine.eligibility.game_ending import game_rules
from rules_engine.eligibility.reported_game import SUMS, GameReport, GameReportFinding
from rules_engine.game_rules import GameRules, ending_after_half
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, refuse

StoppingPoint = Literal["top", "middle", "bottom", "end", "unknown"]
Score = tuple[int, int]


def check_already_over(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    """T0.04: Reject a game that continued after it was over, regardless of its ending."""
    rules = game_rules(profile)
    lines = _usable_lines(report)
    if lines is not None:
        refusal = next(_over_by_line_score(report, rules, *lines), None)
        if refusal is not None:
            yield refusal
            return
    score = _score_when_stopped(report, profile)
    if score is not None:
        yield from _over_by_score(report, rules, score, has_lines=lines is not None)


def _usable_lines(report: GameReport) -> tuple[Sequence[int], Sequence[int]] | None:
    return report.line_score if report.home_batted_last is not None else None


def _over_by_line_score(
    report: GameReport, rules: GameRules, visitors: Sequence[int], home: Sequence[int]
) -> Iterator[Ruling]:
    for inning in range(1, report.innings + 1):
        away = sum(visitors[:inning])
        before = sum(home[: inning - 1])
        after = sum(home[:inning])
        ending = ending_after_half(rules, inning, False, (away, before))
        if ending and len(home) >= inning:
            finding = GameReportFinding.HOME_NEED_NOT_HAVE_BATTED
            yield refuse(finding, _rule_of(ending), lead=before - away, inning=inning, ending=ending)
        ending = ending_after_half(rules, inning, True, (away, after))
        if ending and inning < report.innings:
            yield _refuse_after(inning, abs(after - away), ending)


def _over_by_score(report: GameReport, rules: GameRules, score: Score, *, has_lines: bool) -> Iterator[Ruling]:
    """Check the last complete half-inning, and the inning before if the visitors batted last."""
    visitors, home = score
    lead = home - visitors
    where = stopping_point(report, rules)
    if where == "end" and ending_after_half(rules, report.innings, True, score) == "mercy":
        if report.was_stopped:
            yield _refuse_after(report.innings, abs(lead), "mercy")
    elif where in ("top", "middle") and lead > 0 and not has_lines and _ended_before(rules, report.innings, score):
        ending = ending_after_half(rules, report.innings - 1, True, score)
        mercy = GameReportFinding.LEAD_ENDED_IT_EARLIER
        finding = mercy if ending == "mercy" else GameReportFinding.OVER_BEFORE_IT_STOPPED
        yield refuse(finding, _rule_of(ending), lead=lead, inning=report.innings - 1, ending=ending)
    elif where == "middle" and report.was_stopped and _ends_without_bottom(rules, report.innings, score):
        finding = GameReportFinding.OVER_BY_MERCY_WITHOUT_BOTTOM
        yield refuse(finding, "T0.04", lead=lead, inning=report.innings, ending="mercy")


def _ends_without_bottom(rules: GameRules, innings: int, score: Score) -> bool:
    return ending_after_half(rules, innings, False, score) == "mercy"


def _ended_before(rules: GameRules, innings: int, score: Score) -> bool:
    return innings > 1 and bool(ending_after_half(rules, innings - 1, True, score))


def _refuse_after(inning: int, lead: int, ending: str) -> Ruling:
    mercy = ending == "mercy"
    finding = GameReportFinding.OVER_BY_MERCY if mercy else GameReportFinding.OVER_BY_THEN
    return refuse(finding, _rule_of(ending), lead=lead, inning=inning, ending=ending)


def _rule_of(ending: str) -> str:
    """Return T0.04 for the mercy rule. The nine-inning limit is from baseball and has no number."""
    return "T0.04" if ending == "mercy" else SUMS


def _score_when_stopped(report: GameReport, profile: Profile) -> Score | None:
    """Return the actual score, or None if only the score raised by a concession is known (T0.05)."""
    if report.ended != "concession":
        return report.visitor_runs, report.home_runs
    if report.line_score:
        visitors, home = report.line_score
        return sum(visitors), sum(home)
    raised = abs(report.home_runs - report.visitor_runs) <= profile.game.concession_lead
    return None if raised else (report.visitor_runs, report.home_runs)


def stopping_point(report: GameReport, rules: GameRules) -> StoppingPoint:
    """Return the point in the last inning where the game stopped, from the line score and both staffs' outs."""
    home = report.outs_of_home_pitchers
    visitor = report.outs_of_visitor_pitchers
    before, through = report.outs_before, report.outs_through
    if report.ended == "played_out" and report.home_runs > report.visitor_runs:
        return _end_of_home_win(report, rules)
    if visitor == home == through:
        return "end"
    if home == through and visitor == before and not report.home_batted_last:
        return "middle"
    if home == through and before <= visitor < through:
        return "bottom"
    if visitor == before <= home < through and report.was_stopped:
        return "top"
    return "unknown"


def _end_of_home_win(report: GameReport, rules: GameRules) -> StoppingPoint:
    """Return "bottom" if the home team batted in the last inning, otherwise "middle".

    In extra innings, it always bats.
    """
    batted = report.home_batted_last
    if batted is None:
        batted = report.innings > rules.innings or report.outs_of_visitor_pitchers > report.outs_before
    return "bottom" if batted else "middle"


def mercy_inning(rulings: Sequence[Ruling]) -> int:
    """Return the inning after which the mercy rule ended the game according to these rulings, or 0."""
    for ruling in rulings:
        if ruling.facts.get("ending") == "mercy":
            return int(str(ruling.facts["inning"]))
    return 0
