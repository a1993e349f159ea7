"""Check a game's line score against its innings, score and ending."""

from collections.abc import Iterator, Sequence

from rules_engine.eligibility.reported_game import SUMS, GameReport, GameReportFinding
from rules_engine.rulings import Ruling, refuse


def check_line_score(report: GameReport) -> list[Ruling]:
    """Reject a line score that doesn't add up, has the wrong length, or lacks an inning in which home batted."""
    if report.line_score is None:
        return []
    visitors, home = report.line_score
    faults = [*_check_sums(report, visitors, home)]
    if report.home_batted_last is None:
        facts = {"visitor": len(visitors), "home": len(home), "innings": report.innings}
        return [*faults, refuse(GameReportFinding.LINE_SCORE_LENGTH, SUMS, **facts)]
    if not (report.home_batted_last or report.was_stopped) and report.home_runs <= report.visitor_runs:
        faults.append(refuse(GameReportFinding.HOME_MUST_BAT, SUMS, side="home", innings=report.innings))
    return faults


def _check_sums(report: GameReport, visitors: Sequence[int], home: Sequence[int]) -> Iterator[Ruling]:
    for side, innings, runs in (("visitor", visitors, report.visitor_runs), ("home", home, report.home_runs)):
        total = sum(innings)
        is_credited = report.ended == "concession" and total < runs  # T0.05 adds to the winner's runs
        if total != runs and not is_credited:
            yield refuse(GameReportFinding.LINE_SCORE_SUM, SUMS, side=side, total=total, runs=runs)
