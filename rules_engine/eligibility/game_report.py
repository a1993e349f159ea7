"""Checks the report of one game: outs pitched against outs made, the starter, mercy and concession.

The visitors' pitchers get the home team's outs and the other way round. An inning has three outs for each side;
a played-out game of N innings may want the home team's last three, wholly or in part (walk-off).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from rules_engine.baseball.state import GameRules, ending_after_half, mercy_reached
from rules_engine.eligibility.game_ending import conceded_score, rules_of_play
from rules_engine.eligibility.pitching import START, Outing
from rules_engine.innings import OUTS_PER_INNING, format_innings
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse

Ending = Literal["played_out", "mercy", "concession", "suspended"]
Side = Literal["visitor", "home"]
REGULATION_INNINGS: Final = GameRules().innings
MOST_RUNS_ON_THE_LAST_PLAY: Final = 4


class PitchedOuting(NamedTuple):
    """One pitcher's line: `runs` he gave up, where known; `injured` excuses a starter who left early.

    `pitcher` is his number; two men may have one `name`, which is for sentences alone.
    """

    pitcher: str
    outing: Outing
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
            sums = f"{_sum(pitching)}, must be {_span(limits)}: {limits.why}"
            yield refuse("T10.2", f"{side} pitchers have {sums}", side=side, outs=outs, wanted=limits)


def _check_runs(report: GameReport) -> Iterator[Ruling]:
    """What pitchers gave up adds up to the other side's score, where it is entered for all; never to more."""
    if report.ended == "suspended":
        return
    for side, pitching, scored in _pitching_and_runs(report):
        known = [line.runs for line in pitching if line.runs is not None]
        credited = report.ended == "concession" and sum(known) < scored  # T0.05 adds to the victor's runs
        short = len(known) == len(pitching) > 0 and sum(known) < scored and not credited
        if sum(known) > scored or short:
            told = f"{side} pitchers gave up {_added(known)} runs"
            yield refuse("T10.2", f"{told}, the other side scored {scored}", side=side)


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
        yield refuse("T0.04", f"{report.innings} innings: a shorter game ends only by mercy, concession or suspension")
    if lead == 0:
        yield refuse("T33.0", f"{report.home_runs}-{report.visitor_runs}: only a suspended game may stay tied")
    batted = sum(line.outing.outs for line in report.visitor_pitching) > (report.innings - 1) * OUTS_PER_INNING
    if lead > MOST_RUNS_ON_THE_LAST_PLAY and (batted or report.innings > REGULATION_INNINGS):
        sentence = f"home batted in inning {report.innings} and won by {lead}: the last play brings at most a lead of 4"
        yield refuse("T10.2", sentence, side="home")


def _check_mercy(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    rules, lead = rules_of_play(profile), abs(report.home_runs - report.visitor_runs)
    if not rules.mercy_lead:
        yield refuse("T0.04", "the mercy rule is not in force")
        return
    if not mercy_reached(rules, rules.mercy_from, lead):
        yield refuse("T0.04", f"lead of {lead}: mercy needs {rules.mercy_lead}")
    if not mercy_reached(rules, report.innings, rules.mercy_lead):
        yield refuse("T0.04", f"inning {report.innings}: mercy begins with inning {rules.mercy_from}")


def _check_concession(report: GameReport, profile: Profile) -> Iterator[Ruling]:
    high, low = max(report.visitor_runs, report.home_runs), min(report.visitor_runs, report.home_runs)
    credited = conceded_score(high, low, profile)
    if credited.victor != high:
        sentence = f"{high}-{low} conceded goes down as {credited.victor}-{credited.conceding}"
        yield refuse("T0.05", sentence, victor_runs=credited.victor)


def _check_staff(side: Side, pitching: Sequence[PitchedOuting], runs: int, profile: Profile) -> Iterator[Ruling]:
    starters = [line.called for line in pitching if line.outing.role == START]
    if len(starters) != 1:
        named = f" ({', '.join(starters)})" if starters else ""
        yield refuse("T10.2", f"{side}: {len(starters)} starting pitchers{named}, must be one", side=side)
    elif pitching[0].outing.role != START:
        yield refuse("T10.2", f"{side}: {starters[0]} started but {pitching[0].called} is listed first", side=side)
    called = {line.pitcher: line.called for line in pitching}
    for pitcher, times in Counter(line.pitcher for line in pitching).items():
        if times > 1:
            sentence = f"{side}: {called[pitcher]} is listed {times} times; a pitcher who left stays out"
            yield refuse("T10.2", sentence, side=side)
    for line in pitching:
        if line.outing.role == START and len(pitching) > 1:
            yield from _check_starter_stayed(side, line, runs, profile)


def _check_starter_stayed(side: Side, line: PitchedOuting, runs: int, profile: Profile) -> Iterator[Ruling]:
    """T10.2: unless injured, five innings or four runs. Without his own runs, the opponents' total is the most."""
    rules, given_up = profile.pitching, runs if line.runs is None else line.runs
    if not _left_early(line, profile) or given_up >= rules.starter_stays_runs:
        return
    at_most = "at most " if line.runs is None else ""
    sentence = f"{side}: {line.called} left after {format_innings(line.outing.outs)} and {at_most}{given_up} runs"
    needed = f"{format_innings(rules.starter_stays_outs)} or {rules.starter_stays_runs} runs, unless injured"
    yield refuse("T10.2", f"{sentence}: needs {needed}", side=side, pitcher=line.pitcher)


def _left_early(line: PitchedOuting, profile: Profile) -> bool:
    return not line.injured and line.outing.outs < profile.pitching.starter_stays_outs


def starters_let_off_by_the_score(report: GameReport, profile: Profile) -> list[Ruling]:
    """T10.2: starters who left early and whose own runs are not known; only the other side's total speaks for them."""
    found = []
    for side, pitching, scored in _pitching_and_runs(report):
        starter = pitching[0] if len(pitching) > 1 and pitching[0].outing.role == START else None
        if starter is None or starter.runs is not None or not _left_early(starter, profile):
            continue
        if scored >= (needed := profile.pitching.starter_stays_runs):
            left = f"{side}: {starter.called} left after {format_innings(starter.outing.outs)}"
            told = (
                f"{left}, his own runs are not entered: the {scored} of the game allow it if {needed} of them are his"
            )
            found.append(allow("T10.2", told, side=side, pitcher=starter.pitcher))
    return found


def check_line_score(report: GameReport, profile: Profile) -> list[Ruling]:
    """The innings add up to the score, and the game did not go on after it was over (T0.04, nine innings)."""
    if report.line_score is None:
        return []
    visitors, home = report.line_score
    faults = [*_check_sums(report, visitors, home)]
    if len(visitors) != report.innings or len(home) not in (report.innings, report.innings - 1):
        faults.append(
            refuse("T0.04", f"line score of {len(visitors)} and {len(home)} innings, {report.innings} played")
        )
        return faults
    return faults + [*_check_no_inning_too_many(report, visitors, home, profile)]


def _check_sums(report: GameReport, visitors: Sequence[int], home: Sequence[int]) -> Iterator[Ruling]:
    for side, innings, runs in (("visitor", visitors, report.visitor_runs), ("home", home, report.home_runs)):
        credited = report.ended == "concession" and sum(innings) < runs  # T0.05 adds to the victor's runs
        if sum(innings) != runs and not credited:
            yield refuse("T0.05", f"{side} line score adds up to {sum(innings)}, the score says {runs}", side=side)


def _check_no_inning_too_many(
    report: GameReport, visitors: Sequence[int], home: Sequence[int], profile: Profile
) -> Iterator[Ruling]:
    rules = rules_of_play(profile)
    for inning in range(1, report.innings + 1):
        away, before, after = sum(visitors[:inning]), sum(home[: inning - 1]), sum(home[:inning])
        if ending_after_half(rules, inning, False, (away, before)) and len(home) >= inning:
            lead = before - away
            yield refuse("T0.04", f"home led by {lead} after the top of inning {inning} and need not have batted")
            return
        if inning < report.innings and ending_after_half(rules, inning, True, (away, after)):
            yield refuse("T0.04", f"lead of {abs(after - away)} after inning {inning}: the game was over then")
            return


def _added(runs: Sequence[int]) -> str:
    return f"{' + '.join(map(str, runs))} = {sum(runs)}" if len(runs) > 1 else str(sum(runs))


def _sum(pitching: Sequence[PitchedOuting]) -> str:
    terms = [format_innings(line.outing.outs) for line in pitching]
    total = format_innings(sum(line.outing.outs for line in pitching))
    return total if len(terms) == 1 else f"{' + '.join(terms) or '0.0'} = {total}"


def _span(limits: OutsWanted) -> str:
    low, high = format_innings(limits.fewest), format_innings(limits.most)
    return low if low == high else f"{low} to {high}"
