"""Checks the report of one game: outs pitched against outs made, the starter, mercy and concession.

The visitors' pitchers get the home team's outs and the other way round. An inning has three outs for each side;
a played-out game of N innings may want the home team's last three, wholly or in part (walk-off).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from rules_engine.baseball.state import GameRules, ending_after_half, mercy_reached
from rules_engine.eligibility.game_ending import conceded_score, may_concede, rules_of_play
from rules_engine.eligibility.pitching import START, Appearance
from rules_engine.innings import OUTS_PER_INNING
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse

Ending = Literal["played_out", "mercy", "concession", "suspended"]
Side = Literal["visitor", "home"]
REGULATION_INNINGS: Final = GameRules().innings
MOST_RUNS_ON_THE_LAST_PLAY: Final = 4
SUMS: Final = ""  # what does not add up breaks no printed rule


class GameReportFinding(Finding):
    """What does not add up in the report of a game; `side` is "visitor" or "home"."""

    OUTS_DO_NOT_ADD_UP = "{side} pitchers have {outs:sum of innings}, must be {fewest:innings}: {why}"
    OUTS_OUTSIDE_THEIR_SPAN = (
        "{side} pitchers have {outs:sum of innings}, must be {fewest:innings} to {most:innings}: {why}"
    )
    RUNS_DO_NOT_ADD_UP = "{side} pitchers gave up {runs:sum} runs, the other side scored {scored}"
    TOO_SHORT = "{innings} innings: a shorter game ends only by mercy, concession or suspension"
    TIED = "{home}-{visitor}: only a suspended game may stay tied"
    LEAD_OF_THE_LAST_PLAY = (
        "home batted in inning {innings} and won by {lead}: the last play brings at most a lead of 4"
    )
    MERCY_NOT_IN_FORCE = "the mercy rule is not in force"
    LEAD_TOO_SMALL_FOR_MERCY = "lead of {lead}: mercy needs {needed}"
    TOO_EARLY_FOR_MERCY = "inning {inning}: mercy begins with inning {first}"
    CONCEDED_SCORE = "{high}-{low} conceded goes down as {victor}-{low}"
    NO_STARTER = "{side}: 0 starting pitchers, must be one"
    SEVERAL_STARTERS = "{side}: {count} starting pitchers ({starters:commas}), must be one"
    STARTER_NOT_FIRST = "{side}: {starter} started but {first} is listed first"
    LISTED_TWICE = "{side}: {name} is listed {times} times; a pitcher who left stays out"
    STARTER_LEFT_EARLY = (
        "{side}: {name} left after {pitched:innings} and {runs} runs: "
        "needs {stays:innings} or {stays_runs} runs, unless injured"
    )
    STARTER_LEFT_EARLY_AT_MOST = (
        "{side}: {name} left after {pitched:innings} and at most {runs} runs: "
        "needs {stays:innings} or {stays_runs} runs, unless injured"
    )
    LET_OFF_BY_THE_SCORE = (
        "{side}: {name} left after {pitched:innings}, his own runs are not entered: "
        "the {scored} of the game allow it if {needed} of them are his"
    )
    LET_OFF_IF_WEAK = "{side}: {name} left after {pitched:innings}: allowed if he had become weak"
    LINE_SCORE_LENGTH = "line score of {visitor} and {home} innings, {innings} played"
    LINE_SCORE_SUM = "{side} line score adds up to {total}, the score says {runs}"
    HOME_NEED_NOT_HAVE_BATTED = "home led by {lead} after the top of inning {inning} and need not have batted"
    OVER_BY_THEN = "lead of {lead} after inning {inning}: the game was over then"


class PitchedOuting(NamedTuple):
    """One pitcher's line: `runs` he gave up, where known; `injured` excuses a starter who left early.

    `pitcher` is his number; two men may have one `name`, which is for sentences alone.
    """

    pitcher: str
    outing: Appearance
    runs: int | None = None
    injured: bool = False
    name: str = ""

    @property
    def called(self) -> str:
        return self.name or self.pitcher


class GameReport(NamedTuple):
    """One game as reported. `innings`: the last inning begun. Pitchers in order of appearance.

    line_score: runs by inning of (visitors, home), the home list one shorter when they did not bat in the last.
    """

    innings: int
    visitor_runs: int
    home_runs: int
    visitor_pitching: Sequence[PitchedOuting]
    home_pitching: Sequence[PitchedOuting]
    ended: Ending = "played_out"
    line_score: tuple[Sequence[int], Sequence[int]] | None = None


class OutsWanted(NamedTuple):
    """The outs a staff can have got in this game, fewest to most, and why."""

    fewest: int
    most: int
    why: str


def check_game(report: GameReport, profile: Profile) -> list[Ruling]:
    """Everything wrong with the report, each fault a refusal whose facts name the side; empty when it is sound."""
    return [
        *_check_length_and_score(report, profile),
        *(check_line_score(report, profile) if report.line_score else []),
        *_check_staff("visitor", report.visitor_pitching, report.home_runs, profile),
        *_check_staff("home", report.home_pitching, report.visitor_runs, profile),
        *_check_outs(report, profile),
        *_check_runs(report),
    ]


def looks_finished(report: GameReport, profile: Profile) -> bool:
    """T33.0: whether a game called suspended has the innings, score and outs of one that was played out."""
    over = report._replace(ended="played_out")
    return not [*_check_length_and_score(over, profile), *_check_outs(over, profile)]


def outs_wanted(report: GameReport, profile: Profile) -> Mapping[Side, OutsWanted]:
    """The outs each side's pitchers can have got, by innings, score and the way the game ended."""
    before, through = (report.innings - 1) * OUTS_PER_INNING, report.innings * OUTS_PER_INNING
    complete = OutsWanted(through, through, f"{report.innings} complete innings")
    if report.ended in ("concession", "suspended"):
        return _outs_when_stopped(report, before, through)
    if report.home_runs <= report.visitor_runs:
        return {"home": complete, "visitor": complete}
    if report.ended == "mercy":
        batted = sum(line.outing.outs for line in report.visitor_pitching) > before
        half = OutsWanted(before, before, f"home did not bat in inning {report.innings}")
        return {"home": complete, "visitor": complete if batted else half}
    why = f"home won with fewer than three out in inning {report.innings}, or did not need to bat"
    return {"home": complete, "visitor": OutsWanted(before, through - 1, why)}


def _outs_when_stopped(report: GameReport, before: int, through: int) -> Mapping[Side, OutsWanted]:
    """The game stopped in either half of its last inning, anywhere in it."""
    home_pitched = sum(line.outing.outs for line in report.home_pitching)
    top, bottom = f"stopped in inning {report.innings}", f"stopped in the top of inning {report.innings}"
    most = through if home_pitched == through else before
    return {
        "home": OutsWanted(before, through, top),
        "visitor": OutsWanted(before, most, bottom if most == before else top),
    }


def _check_outs(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    wanted = outs_wanted(report, profile)
    sides: tuple[tuple[Side, Sequence[PitchedOuting]], ...] = (
        ("visitor", report.visitor_pitching),
        ("home", report.home_pitching),
    )
    for side, pitching in sides:
        outs, limits = sum(line.outing.outs for line in pitching), wanted[side]
        if not limits.fewest <= outs <= limits.most:
            yield _outs_refused(side, pitching, limits)


def _outs_refused(side: Side, pitching: Sequence[PitchedOuting], limits: OutsWanted) -> Ruling:
    fewest, most, outs = limits.fewest, limits.most, [line.outing.outs for line in pitching]
    if fewest == most:
        return refuse(GameReportFinding.OUTS_DO_NOT_ADD_UP, SUMS, side=side, outs=outs, fewest=fewest, why=limits.why)
    finding = GameReportFinding.OUTS_OUTSIDE_THEIR_SPAN
    return refuse(finding, SUMS, side=side, outs=outs, fewest=fewest, most=most, why=limits.why)


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


def _pitching_and_runs(report: GameReport) -> tuple[tuple[Side, Sequence[PitchedOuting], int], ...]:
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
    batted = sum(line.outing.outs for line in report.visitor_pitching) > (report.innings - 1) * OUTS_PER_INNING
    if lead > MOST_RUNS_ON_THE_LAST_PLAY and (batted or report.innings > REGULATION_INNINGS):
        yield refuse(GameReportFinding.LEAD_OF_THE_LAST_PLAY, SUMS, side="home", innings=report.innings, lead=lead)


def _check_mercy(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    rules, lead = rules_of_play(profile), abs(report.home_runs - report.visitor_runs)
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


def _check_staff(side: Side, pitching: Sequence[PitchedOuting], runs: int, profile: Profile) -> Iterator[Ruling]:
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


def _check_starter_stayed(side: Side, line: PitchedOuting, runs: int, profile: Profile) -> Iterator[Ruling]:
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


def _left_early(line: PitchedOuting, profile: Profile) -> bool:
    return not line.injured and line.outing.outs < profile.pitching.starter_stays_outs


def notes_on_game(report: GameReport, profile: Profile) -> list[Ruling]:
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
    if (ruling := doubt_of_concession(report, profile)) is not None:
        yield ruling


def doubt_of_concession(report: GameReport, profile: Profile) -> Ruling | None:
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


def check_line_score(report: GameReport, profile: Profile) -> list[Ruling]:
    """The innings add up to the score, and the game did not go on after it was over (T0.04, nine innings)."""
    if report.line_score is None:
        return []
    visitors, home = report.line_score
    faults = [*_check_sums(report, visitors, home)]
    if len(visitors) != report.innings or len(home) not in (report.innings, report.innings - 1):
        length = refuse(
            GameReportFinding.LINE_SCORE_LENGTH,
            "T0.04",
            visitor=len(visitors),
            home=len(home),
            innings=report.innings,
        )
        return [*faults, length]
    return faults + [*_check_no_inning_too_many(report, visitors, home, profile)]


def _check_sums(report: GameReport, visitors: Sequence[int], home: Sequence[int]) -> Iterator[Ruling]:
    for side, innings, runs in (("visitor", visitors, report.visitor_runs), ("home", home, report.home_runs)):
        credited = report.ended == "concession" and sum(innings) < runs  # T0.05 adds to the victor's runs
        if sum(innings) != runs and not credited:
            yield refuse(GameReportFinding.LINE_SCORE_SUM, "T0.05", side=side, total=sum(innings), runs=runs)


def _check_no_inning_too_many(
    report: GameReport, visitors: Sequence[int], home: Sequence[int], profile: Profile
) -> Iterator[Ruling]:
    rules = rules_of_play(profile)
    for inning in range(1, report.innings + 1):
        away, before, after = sum(visitors[:inning]), sum(home[: inning - 1]), sum(home[:inning])
        if ending_after_half(rules, inning, False, (away, before)) and len(home) >= inning:
            lead = before - away
            yield refuse(GameReportFinding.HOME_NEED_NOT_HAVE_BATTED, "T0.04", lead=lead, inning=inning)
            return
        if inning < report.innings and ending_after_half(rules, inning, True, (away, after)):
            yield refuse(GameReportFinding.OVER_BY_THEN, "T0.04", lead=abs(after - away), inning=inning)
            return
