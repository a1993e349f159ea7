"""Check a game report: score and length, starters, runs, mercy rule and concession.

Other modules check both staffs' outs (`game_outs`), the line score (`line_score`) and games that continued too
long (`game_over`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rules_engine.eligibility.game_ending import conceded_score, game_rules, may_concede
from rules_engine.eligibility.game_outs import check_outs
from rules_engine.eligibility.game_over import check_already_over, mercy_inning
from rules_engine.eligibility.line_score import check_line_score
from rules_engine.eligibility.pitching import START
from rules_engine.eligibility.reported_game import (
    REGULATION_INNINGS,
    SUMS,
    GameReport,
    GameReportFinding,
    ReportedPitcher,
    Side,
)
from rules_engine.game_rules import mercy_reached
from rules_engine.innings import OUTS_PER_INNING
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse

MAX_RUNS_ON_LAST_PLAY: Final = 4


def check_game(report: GameReport, profile: Profile) -> list[Ruling]:
    """Return a negative ruling for each error in the report. Its facts name the side."""
    over = [*check_already_over(report, profile)]
    return [
        *_check_length_and_score(report, profile),
        *check_line_score(report),
        *over,
        *_check_staff("visitor", report.visitor_pitching, report.home_runs, profile),
        *_check_staff("home", report.home_pitching, report.visitor_runs, profile),
        *check_outs(report, over_after=mercy_inning(over)),
        *_check_runs(report),
    ]


def looks_finished(report: GameReport, profile: Profile) -> bool:
    """T33.0: Return whether a game reported as suspended has a complete game's innings, score and outs."""
    over = report._replace(ended="played_out")
    return not [*_check_length_and_score(over, profile), *check_outs(over)]


def _check_runs(report: GameReport) -> Iterator[Ruling]:
    """Check that the runs entered for the pitchers don't exceed the other side's score, and match it if complete."""
    if report.ended == "suspended":
        return
    for side, pitching, scored in _pitching_and_runs(report):
        entered_runs = [line.runs for line in pitching if line.runs is not None]
        is_complete = len(entered_runs) == len(pitching) > 0
        may_be_short = report.ended == "concession"  # T0.05 adds to the winner's runs
        is_short = is_complete and sum(entered_runs) < scored and not may_be_short
        if sum(entered_runs) > scored or is_short:
            yield refuse(GameReportFinding.RUNS_DO_NOT_ADD_UP, SUMS, side=side, runs=entered_runs, scored=scored)


def _pitching_and_runs(report: GameReport) -> tuple[tuple[Side, Sequence[ReportedPitcher], int], ...]:
    """Yield each side's pitching with the runs scored against it."""
    return (
        ("visitor", report.visitor_pitching, report.home_runs),
        ("home", report.home_pitching, report.visitor_runs),
    )


def _check_length_and_score(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    if report.ended == "played_out":
        yield from _check_played_out(report)
    elif report.ended == "mercy":
        yield from _check_mercy(report, profile)
    elif report.ended == "concession":
        yield from _check_concession(report, profile)


def _check_played_out(report: GameReport) -> Iterator[Ruling]:
    lead = report.home_runs - report.visitor_runs
    if report.innings < REGULATION_INNINGS:
        yield refuse(GameReportFinding.TOO_SHORT, "T0.04", innings=report.innings)
    if lead == 0:
        yield refuse(GameReportFinding.TIED, "T33.0", home=report.home_runs, visitor=report.visitor_runs)
    batted = report.home_batted_last or report.outs_of_visitor_pitchers > report.outs_before
    if lead > MAX_RUNS_ON_LAST_PLAY and (batted or report.innings > REGULATION_INNINGS):
        yield refuse(GameReportFinding.LEAD_OF_THE_LAST_PLAY, SUMS, side="home", innings=report.innings, lead=lead)


def _check_mercy(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    rules = game_rules(profile)
    lead = abs(report.home_runs - report.visitor_runs)
    if not rules.mercy_lead:
        yield refuse(GameReportFinding.MERCY_NOT_IN_FORCE, "T0.04")
        return
    if not mercy_reached(rules, rules.mercy_from, lead):
        yield refuse(GameReportFinding.LEAD_TOO_SMALL_FOR_MERCY, "T0.04", lead=lead, needed=rules.mercy_lead)
    if not mercy_reached(rules, report.innings, rules.mercy_lead):
        yield refuse(GameReportFinding.TOO_EARLY_FOR_MERCY, "T0.04", inning=report.innings, first=rules.mercy_from)


def _check_concession(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    low, high = sorted((report.visitor_runs, report.home_runs))
    credited = conceded_score(high, low, profile)
    if credited.victor != high:
        yield refuse(GameReportFinding.CONCEDED_SCORE, "T0.05", high=high, low=low, victor=credited.victor)


def _check_staff(side: Side, pitching: Sequence[ReportedPitcher], runs: int, profile: Profile) -> Iterator[Ruling]:
    starters = [line.display_name for line in pitching if line.appearance.role == START]
    if not starters:
        yield refuse(GameReportFinding.NO_STARTER, "T10.2", side=side)
    elif len(starters) > 1:
        yield refuse(GameReportFinding.SEVERAL_STARTERS, "T10.2", side=side, count=len(starters), starters=starters)
    elif pitching[0].appearance.role != START:
        yield refuse(
            GameReportFinding.STARTER_NOT_FIRST, "T10.2", side=side, starter=starters[0], first=pitching[0].display_name
        )
    display_name = {line.pitcher: line.display_name for line in pitching}
    for pitcher, times in Counter(line.pitcher for line in pitching).items():
        if times > 1:
            yield refuse(
                GameReportFinding.LISTED_TWICE,
                SUMS,
                subject=pitcher,
                side=side,
                name=display_name[pitcher],
                times=times,
            )
    for line in pitching:
        if line.appearance.role == START and len(pitching) > 1:
            yield from _check_starter_stayed(side, line, runs, profile)


def _check_starter_stayed(side: Side, line: ReportedPitcher, runs: int, profile: Profile) -> Iterator[Ruling]:
    """T10.2: Require five innings or four runs unless the starter was injured.

    If his own runs aren't known, he can have allowed at most the opponents' total, `runs`.
    """
    rules = profile.pitching
    given_up = runs if line.runs is None else line.runs
    if not _left_early(line, profile) or given_up >= rules.starter_stays_runs or rules.weak_starter_may_leave:
        return
    finding = GameReportFinding.STARTER_LEFT_EARLY
    if line.runs is None:
        finding = GameReportFinding.STARTER_LEFT_EARLY_AT_MOST
    yield refuse(
        finding,
        "T10.2",
        subject=line.pitcher,
        side=side,
        name=line.display_name,
        pitched=line.appearance.outs,
        runs=given_up,
        stays=rules.starter_stays_outs,
        stays_runs=rules.starter_stays_runs,
    )


def _left_early(line: ReportedPitcher, profile: Profile) -> bool:
    return not line.injured and line.appearance.outs < profile.pitching.starter_stays_outs


def game_report_notes(report: GameReport, profile: Profile) -> list[Ruling]:
    """Return notes on what the report alone can't settle: starters who left early (T10.2), and concessions (T0.05)."""
    return [*_excused_starters(report, profile), *_early_concession(report, profile)]


def _excused_starters(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    """T10.2: Note starters who left early but may be excused, because their runs weren't entered or they were weak."""
    rules = profile.pitching
    for side, pitching, scored in _pitching_and_runs(report):
        starter = pitching[0] if len(pitching) > 1 and pitching[0].appearance.role == START else None
        if starter is None or not _left_early(starter, profile):
            continue
        facts = {"side": side, "name": starter.display_name, "pitched": starter.appearance.outs}
        needed = rules.starter_stays_runs
        if starter.runs is None and scored >= needed:
            yield allow(
                GameReportFinding.EXCUSED_BY_SCORE,
                "T10.2",
                subject=starter.pitcher,
                scored=scored,
                needed=needed,
                **facts,
            )
        elif rules.weak_starter_may_leave and (starter.runs or 0) < rules.starter_stays_runs:
            yield allow(GameReportFinding.EXCUSED_IF_WEAK, "T27.54", subject=starter.pitcher, **facts)


def _early_concession(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    ruling = concession_doubt(report, profile)
    if ruling is not None:
        yield ruling


def concession_doubt(report: GameReport, profile: Profile) -> Ruling | None:
    """T0.05: Return a negative ruling if the score doesn't allow this concession.

    The line score shows the actual score. Without one, the credited score is used, which can be too lenient but never
    too strict. The last inning counts as completed unless the pitchers' outs show that it was in progress.
    """
    if report.ended != "concession":
        return None
    credited = (report.visitor_runs, report.home_runs)
    score = tuple(map(sum, report.line_score)) if report.line_score else credited
    winner = int(credited[1] > credited[0])
    outs = sum(line.appearance.outs for line in report.visitor_pitching)
    is_in_progress = 0 < outs < report.innings * OUTS_PER_INNING
    completed = report.innings - is_in_progress
    ruling = may_concede(score[winner], score[1 - winner], profile, innings=completed)
    return None if ruling else ruling
