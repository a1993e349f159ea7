"""Checks the report of one game: score and length, starters, runs, mercy and concession.

The outs of both staffs (`game_outs`), the line score (`line_score`) and games that went on too long (`game_over`) are
checked by modules of their own.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rules_engine.baseball.state import mercy_reached
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
from rules_engine.innings import OUTS_PER_INNING
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse

MOST_RUNS_ON_THE_LAST_PLAY: Final = 4


def check_game(report: GameReport, profile: Profile) -> list[Ruling]:
    """Everything wrong with the report, each fault a refusal whose facts name the side; empty when it is sound."""
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
    """T33.0: whether a game called suspended has the innings, score and outs of one that was played out."""
    over = report._replace(ended="played_out")
    return not [*_check_length_and_score(over, profile), *check_outs(over)]


def _check_runs(report: GameReport) -> Iterator[Ruling]:
    """What pitchers gave up adds up to the other side's score, where it is entered for all; never to more."""
    if report.ended == "suspended":
        return
    for side, pitching, scored in _pitching_and_runs(report):
        known = [line.runs for line in pitching if line.runs is not None]
        credited = report.ended == "concession" and sum(known) < scored  # T0.05 adds to the victor's runs
        short = len(known) == len(pitching) > 0 and sum(known) < scored and not credited
        if sum(known) > scored or short:
            yield refuse(GameReportFinding.RUNS_DO_NOT_ADD_UP, SUMS, side=side, runs=known, scored=scored)


def _pitching_and_runs(report: GameReport) -> tuple[tuple[Side, Sequence[ReportedPitcher], int], ...]:
    """Each side's pitching with the runs scored against it."""
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
    if lead > MOST_RUNS_ON_THE_LAST_PLAY and (batted or report.innings > REGULATION_INNINGS):
        yield refuse(GameReportFinding.LEAD_OF_THE_LAST_PLAY, SUMS, side="home", innings=report.innings, lead=lead)


def _check_mercy(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    rules, lead = game_rules(profile), abs(report.home_runs - report.visitor_runs)
    if not rules.mercy_lead:
        yield refuse(GameReportFinding.MERCY_NOT_IN_FORCE, "T0.04")
        return
    if not mercy_reached(rules, rules.mercy_from, lead):
        yield refuse(GameReportFinding.LEAD_TOO_SMALL_FOR_MERCY, "T0.04", lead=lead, needed=rules.mercy_lead)
    if not mercy_reached(rules, report.innings, rules.mercy_lead):
        yield refuse(GameReportFinding.TOO_EARLY_FOR_MERCY, "T0.04", inning=report.innings, first=rules.mercy_from)


def _check_concession(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    high, low = max(report.visitor_runs, report.home_runs), min(report.visitor_runs, report.home_runs)
    credited = conceded_score(high, low, profile)
    if credited.victor != high:
        yield refuse(GameReportFinding.CONCEDED_SCORE, "T0.05", high=high, low=low, victor=credited.victor)


def _check_staff(side: Side, pitching: Sequence[ReportedPitcher], runs: int, profile: Profile) -> Iterator[Ruling]:
    starters = [line.called for line in pitching if line.outing.role == START]
    if not starters:
        yield refuse(GameReportFinding.NO_STARTER, "T10.2", side=side)
    elif len(starters) > 1:
        yield refuse(GameReportFinding.SEVERAL_STARTERS, "T10.2", side=side, count=len(starters), starters=starters)
    elif pitching[0].outing.role != START:
        yield refuse(
            GameReportFinding.STARTER_NOT_FIRST, "T10.2", side=side, starter=starters[0], first=pitching[0].called
        )
    called = {line.pitcher: line.called for line in pitching}
    for pitcher, times in Counter(line.pitcher for line in pitching).items():
        if times > 1:
            yield refuse(
                GameReportFinding.LISTED_TWICE, SUMS, subject=pitcher, side=side, name=called[pitcher], times=times
            )
    for line in pitching:
        if line.outing.role == START and len(pitching) > 1:
            yield from _check_starter_stayed(side, line, runs, profile)


def _check_starter_stayed(side: Side, line: ReportedPitcher, runs: int, profile: Profile) -> Iterator[Ruling]:
    """T10.2: unless injured, five innings or four runs. Without his own runs, the opponents' total is the most."""
    rules, given_up = profile.pitching, runs if line.runs is None else line.runs
    if not _left_early(line, profile) or given_up >= rules.starter_stays_runs or rules.weak_starter_may_leave:
        return
    yield refuse(
        GameReportFinding.STARTER_LEFT_EARLY_AT_MOST if line.runs is None else GameReportFinding.STARTER_LEFT_EARLY,
        "T10.2",
        subject=line.pitcher,
        side=side,
        name=line.called,
        pitched=line.outing.outs,
        runs=given_up,
        stays=rules.starter_stays_outs,
        stays_runs=rules.starter_stays_runs,
    )


def _left_early(line: ReportedPitcher, profile: Profile) -> bool:
    return not line.injured and line.outing.outs < profile.pitching.starter_stays_outs


def game_report_notes(report: GameReport, profile: Profile) -> list[Ruling]:
    """What the report alone does not settle: starters who left early (T10.2), a concession by the credited score."""
    return [*_starters_let_off(report, profile), *_conceded_too_soon(report, profile)]


def _starters_let_off(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    """T10.2: who left early and may be let off: his own runs are not known, or the edition lets a weak man go."""
    rules = profile.pitching
    for side, pitching, scored in _pitching_and_runs(report):
        starter = pitching[0] if len(pitching) > 1 and pitching[0].outing.role == START else None
        if starter is None or not _left_early(starter, profile):
            continue
        facts = {"side": side, "name": starter.called, "pitched": starter.outing.outs}
        if starter.runs is None and scored >= (needed := rules.starter_stays_runs):
            finding, counts = GameReportFinding.LET_OFF_BY_THE_SCORE, {"scored": scored, "needed": needed}
            yield allow(finding, "T10.2", subject=starter.pitcher, **counts, **facts)
        elif rules.weak_starter_may_leave and (starter.runs or 0) < rules.starter_stays_runs:
            yield allow(GameReportFinding.LET_OFF_IF_WEAK, "T27.54", subject=starter.pitcher, **facts)


def _conceded_too_soon(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    if (ruling := concession_doubt(report, profile)) is not None:
        yield ruling


def concession_doubt(report: GameReport, profile: Profile) -> Ruling | None:
    """T0.05: why the score does not allow this concession; None where it does.

    A line score tells how the game stood. Without one it is read as credited, so that it may allow too much but never
    too little. The inning that was on counts as completed only while no pitcher says how far it had come.
    """
    if report.ended != "concession":
        return None
    score = (report.visitor_runs, report.home_runs)
    stood = tuple(map(sum, report.line_score)) if report.line_score else score
    victor = int(score[1] > score[0])
    batted = sum(line.outing.outs for line in report.visitor_pitching)
    is_on = 0 < batted < report.innings * OUTS_PER_INNING
    ruling = may_concede(stood[victor], stood[1 - victor], profile, innings=report.innings - is_on)
    return None if ruling else ruling
