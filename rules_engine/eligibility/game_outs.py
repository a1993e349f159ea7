"""Compares the outs of each pitching staff with the innings, the score, the ending and the line score of a game.

The visitors' pitchers get the home team's outs and the other way round. An inning has three outs for each side;
a game played out may end before the home team's last three (walk-off) or without any of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_engine.eligibility.reported_game import SUMS, GameReport, GameReportFinding, ReportedPitcher, Side
from rules_engine.innings import OUTS_PER_INNING
from rules_engine.rulings import Ruling, refuse


class ExpectedOuts(NamedTuple):
    """The fewest and most outs that a staff can have in this game, and why."""

    fewest: int
    most: int
    why: str


def expected_outs(report: GameReport) -> Mapping[Side, ExpectedOuts]:
    """Return the outs of each side's pitchers that agree with the rest of the report (T0.04, T10.2)."""
    through = report.outs_through
    complete = ExpectedOuts(through, through, f"{report.innings} complete innings")
    if report.was_stopped:
        return _outs_when_stopped(report)
    if report.home_runs <= report.visitor_runs:
        return {"home": complete, "visitor": complete}
    if report.ended == "mercy":
        return {"home": complete, "visitor": complete if _batted_before_mercy(report) else _no_bottom(report)}
    return {"home": complete, "visitor": _outs_of_home_win(report)}


def _no_bottom(report: GameReport) -> ExpectedOuts:
    return ExpectedOuts(report.outs_before, report.outs_before, f"home did not bat in inning {report.innings}")


def _batted_before_mercy(report: GameReport) -> bool:
    batted = report.home_batted_last
    return report.outs_of_visitor_pitchers > report.outs_before if batted is None else batted


def _outs_of_home_win(report: GameReport) -> ExpectedOuts:
    if report.home_batted_last is False:
        return _no_bottom(report)
    why = f"home won with fewer than three out in inning {report.innings}"
    if report.home_batted_last is None:
        why += ", or did not need to bat"
    return ExpectedOuts(report.outs_before, report.outs_through - 1, why)


def _outs_when_stopped(report: GameReport) -> Mapping[Side, ExpectedOuts]:
    """T33.0, T0.05: the game stopped anywhere in either half of its last inning."""
    before, through, batted = report.outs_before, report.outs_through, report.home_batted_last
    somewhere = f"stopped in inning {report.innings}"
    in_top, in_bottom = f"stopped in the top of inning {report.innings}", f"home batted in inning {report.innings}"
    bottom_possible = report.outs_of_home_pitchers == through if batted is None else batted
    top = ExpectedOuts(through, through, in_bottom) if batted else ExpectedOuts(before, through, somewhere)
    bottom = ExpectedOuts(before, through, somewhere) if bottom_possible else ExpectedOuts(before, before, in_top)
    return {"home": top, "visitor": bottom}


def check_outs(report: GameReport, *, over_after: int = 0) -> Iterator[Ruling]:
    """Refuse each staff whose outs disagree with the report.

    Args:
        over_after: the inning after which the mercy rule ended the game, 0 if it did not. Nobody is charged with
            an inning that was not played, so the innings after it may be left out.
    """
    wanted = expected_outs(report)
    sides: tuple[tuple[Side, Sequence[ReportedPitcher]], ...] = (
        ("visitor", report.visitor_pitching),
        ("home", report.home_pitching),
    )
    for side, pitching in sides:
        outs, limits = sum(line.outing.outs for line in pitching), wanted[side]
        fewest = min(limits.fewest, over_after * OUTS_PER_INNING) if over_after else limits.fewest
        if not fewest <= outs <= limits.most:
            yield _refuse_outs(side, pitching, limits)


def _refuse_outs(side: Side, pitching: Sequence[ReportedPitcher], limits: ExpectedOuts) -> Ruling:
    fewest, most, outs = limits.fewest, limits.most, [line.outing.outs for line in pitching]
    if fewest == most:
        return refuse(GameReportFinding.OUTS_DO_NOT_ADD_UP, SUMS, side=side, outs=outs, fewest=fewest, why=limits.why)
    finding = GameReportFinding.OUTS_OUTSIDE_THEIR_SPAN
    return refuse(finding, SUMS, side=side, outs=outs, fewest=fewest, most=most, why=limits.why)
