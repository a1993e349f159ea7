"""Check each pitching staff's outs against the game's innings, score, ending and line score.

The visitors' pitchers get the home team's outs, and vice versa. An inning has three outs for each side. A complete
game can end before the home team's last three outs (a walk-off) or without any of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_engine.eligibility.reported_game import SUMS, GameReport, GameReportFinding, ReportedPitcher, Side
from rules_engine.innings import OUTS_PER_INNING
from rules_engine.rulings import Ruling, refuse


class ExpectedOuts(NamedTuple):
    """A staff's fewest and most possible outs in this game, and the reason."""

    fewest: int
    most: int
    reason: str


def expected_outs(report: GameReport) -> Mapping[Side, ExpectedOuts]:
    """Return the possible outs for each side's pitchers, based on the rest of the report (T0.04, T10.2)."""
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
    reason = f"home won with fewer than three out in inning {report.innings}"
    if report.home_batted_last is None:
        reason += ", or did not need to bat"
    return ExpectedOuts(report.outs_before, report.outs_through - 1, reason)


def _outs_when_stopped(report: GameReport) -> Mapping[Side, ExpectedOuts]:
    """T33.0, T0.05: Return the possible outs in a game that stopped during its last inning."""
    before, through = report.outs_before, report.outs_through
    batted = report.home_batted_last
    anywhere = ExpectedOuts(before, through, f"stopped in inning {report.innings}")
    if batted:
        home = ExpectedOuts(through, through, f"home batted in inning {report.innings}")
    else:
        home = anywhere
    bottom_possible = report.outs_of_home_pitchers == through if batted is None else batted
    if bottom_possible:
        visitor = anywhere
    else:
        visitor = ExpectedOuts(before, before, f"stopped in the top of inning {report.innings}")
    return {"home": home, "visitor": visitor}


def check_outs(report: GameReport, *, over_after: int = 0) -> Iterator[Ruling]:
    """Return a negative ruling for each staff whose outs disagree with the report.

    Args:
        over_after: The inning after which the mercy rule ended the game, or 0. Later innings can be left
            out.
    """
    expected = expected_outs(report)
    sides: tuple[tuple[Side, Sequence[ReportedPitcher]], ...] = (
        ("visitor", report.visitor_pitching),
        ("home", report.home_pitching),
    )
    for side, pitching in sides:
        outs = sum(line.appearance.outs for line in pitching)
        limits = expected[side]
        fewest = limits.fewest
        if over_after:
            fewest = min(fewest, over_after * OUTS_PER_INNING)
        if not fewest <= outs <= limits.most:
            yield _refuse_outs(side, pitching, limits)


def _refuse_outs(side: Side, pitching: Sequence[ReportedPitcher], limits: ExpectedOuts) -> Ruling:
    outs = [line.appearance.outs for line in pitching]
    facts = {"side": side, "outs": outs, "fewest": limits.fewest, "why": limits.reason}
    if limits.fewest == limits.most:
        return refuse(GameReportFinding.OUTS_DO_NOT_ADD_UP, SUMS, **facts)
    return refuse(GameReportFinding.OUTS_OUT_OF_RANGE, SUMS, **facts, most=limits.most)
