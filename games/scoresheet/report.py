"""Check a game's report: score, length, outs, starters, mercy and concession (T10.2, T0.04, T0.05, T33.0)."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from games.models import Game, Outing
from games.queries.usage import TeamUsage
from games.refusals import ResultFinding
from games.scoresheet.faults import DIRECTOR, OPPONENT, GridFault
from games.scoresheet.rows import GameSheet
from rules_engine.eligibility.game_outs import ExpectedOuts, expected_outs
from rules_engine.eligibility.game_report import check_game, concession_doubt, game_report_notes
from rules_engine.eligibility.pitching import RELIEF, START, Appearance, Role
from rules_engine.eligibility.reported_game import GameReport, GameReportFinding, ReportedPitcher, Side
from rules_engine.innings import OUTS_PER_INNING, format_innings
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, refuse

Usages = Mapping[int, TeamUsage]
_LINE_SCORE_FINDINGS: Final = (
    GameReportFinding.LINE_SCORE_LENGTH,
    GameReportFinding.LINE_SCORE_SUM,
    GameReportFinding.HOME_MUST_BAT,
)
_LENGTH_FINDINGS: Final = (  # the game ended too early or too late
    GameReportFinding.TOO_SHORT,
    GameReportFinding.MERCY_NOT_IN_FORCE,
    GameReportFinding.LEAD_TOO_SMALL_FOR_MERCY,
    GameReportFinding.TOO_EARLY_FOR_MERCY,
    GameReportFinding.HOME_NEED_NOT_HAVE_BATTED,
    GameReportFinding.OVER_BY_THEN,
    GameReportFinding.OVER_BY_MERCY,
    GameReportFinding.OVER_BY_MERCY_WITHOUT_BOTTOM,
    GameReportFinding.LEAD_ENDED_IT_EARLIER,
    GameReportFinding.OVER_BEFORE_IT_STOPPED,
)
_STARTER_FINDINGS: Final = (
    GameReportFinding.STARTER_LEFT_EARLY,
    GameReportFinding.STARTER_LEFT_EARLY_AT_MOST,
    GameReportFinding.EXCUSED_BY_SCORE,
    GameReportFinding.EXCUSED_IF_WEAK,
)


def game_winner(game: Game) -> int | None:
    """Return the winning team, or None for a tie or a game without a score."""
    if game.ending == Game.Ending.FORFEITED:
        return game.home_id if game.conceded_by_id == game.away_id else game.away_id
    if game.ending == Game.Ending.NOT_FINISHED or game.home_runs is None or game.away_runs is None:
        return None
    if game.status == Game.Status.SUSPENDED or game.home_runs == game.away_runs:
        return None
    return game.home_id if game.home_runs > game.away_runs else game.away_id


def build_report(sheet: GameSheet, usages: Usages) -> GameReport:
    """Return the game as a report for the rules engine. An unfinished game counts as suspended."""
    game = sheet.game
    stopped = game.status == Game.Status.SUSPENDED or game.ending == Game.Ending.NOT_FINISHED
    away, home = (_pitching(sheet, usages, team) for team in (game.away_id, game.home_id))
    return GameReport(
        innings=game.innings or 0,
        visitor_runs=game.away_runs or 0,
        home_runs=game.home_runs or 0,
        visitor_pitching=away,
        home_pitching=home,
        ended="suspended" if stopped else _REPORT_ENDINGS.get(game.ending, "played_out"),
        line_score=(game.away_line, game.home_line) if game.away_line or game.home_line else None,
    )


_REPORT_ENDINGS: Mapping[str, Literal["mercy", "concession"]] = {
    Game.Ending.MERCY.value: "mercy",
    Game.Ending.CONCEDED.value: "concession",
}


def _pitching(sheet: GameSheet, usages: Usages, team_id: int) -> list[ReportedPitcher]:
    names: dict[int, str] = {}
    if team_id in usages:
        names = {card: pitcher.name for card, pitcher in usages[team_id].pitchers.items()}
    pitchers = []
    for outing in sheet.of_team(team_id):
        role: Role = START if outing.part == Outing.Part.START else RELIEF
        pitcher = ReportedPitcher(
            str(outing.card_id),
            Appearance(role, outing.outs, outing.extra_outs),
            runs=outing.runs,
            injured=outing.injured,
            name=names.get(outing.card_id, f"card {outing.card_id}"),
        )
        pitchers.append(pitcher)
    return pitchers


def check_report(
    sheet: GameSheet, usages: Usages, profile: Profile, *, complete: bool
) -> tuple[list[GridFault], list[GridFault]]:
    """Return a game's violations, plus notes on checks that need a missing fact (T10.2, T0.05)."""
    game = sheet.game
    is_suspended = game.status == Game.Status.SUSPENDED
    if game.ending == Game.Ending.FORFEITED:
        return [*_check_forfeit_is_empty(sheet)], []
    if game.ending == Game.Ending.NOT_FINISHED and not sheet.outings:
        return [], []  # the game was never started
    missing = [*_missing_values(game)]
    faults = missing if complete and not is_suspended else []
    if missing and (not is_suspended or game.innings is None):
        return faults, []
    report = build_report(sheet, usages)
    expected = {} if complete else expected_outs(report)
    rulings = [
        ruling for ruling in check_game(report, profile) if complete or not _may_be_incomplete(ruling, sheet, expected)
    ]
    faults = [*faults, *[_report_fault(ruling, sheet) for ruling in rulings]]
    if missing:
        return faults, []
    notes = game_report_notes(report, profile)
    return faults, [_report_fault(note, sheet) for note in notes]


def _check_forfeit_is_empty(sheet: GameSheet) -> Iterator[GridFault]:
    game = sheet.game
    numbers = (game.innings, game.home_runs, game.away_runs)
    if sheet.outings or any(number is not None for number in numbers):
        yield GridFault(refuse(ResultFinding.FORFEIT_HAS_RESULTS, ""), game.number, "runs")


def _missing_values(game: Game) -> Iterator[GridFault]:
    if game.home_runs is None or game.away_runs is None:
        yield GridFault(refuse(ResultFinding.SCORE_MISSING, ""), game.number, "runs")
    if game.innings is None:
        yield GridFault(refuse(ResultFinding.INNINGS_MISSING, ""), game.number, "innings")


def _may_be_incomplete(ruling: Ruling, sheet: GameSheet, expected: Mapping[Side, ExpectedOuts]) -> bool:
    """Return whether the violation might only mean that some outs are not entered yet."""
    side = ruling.facts.get("side")
    if side not in ("visitor", "home") or ruling.finding in _LINE_SCORE_FINDINGS:
        return False
    team = sheet.game.home_id if side == "home" else sheet.game.away_id
    outs = sum(outing.outs for outing in sheet.of_team(team))
    return outs < expected["home" if side == "home" else "visitor"].fewest


def _report_fault(ruling: Ruling, sheet: GameSheet) -> GridFault:
    game, side = sheet.game, ruling.facts.get("side")
    team = game.home_id if side == "home" else game.away_id if side == "visitor" else None
    if team is not None and ruling.finding in _STARTER_FINDINGS:
        card = int(str(ruling.subject))
        outing = sheet.outing_of(team, card)
        return GridFault(
            ruling,
            game.number,
            "outing",
            team,
            card,
            acceptor=OPPONENT,
            remedy="injured",
            accepted_by=outing.accepted_by if outing else "",
        )
    if team is not None:
        area = "line" if ruling.finding in _LINE_SCORE_FINDINGS else "pitching"
        return GridFault(ruling, game.number, area, team)
    if ruling.finding in _LINE_SCORE_FINDINGS:
        return GridFault(ruling, game.number, "line")
    is_about_length = ruling.finding in _LENGTH_FINDINGS
    is_about_ending = is_about_length or ruling.rule in ("T0.05", "T33.0")
    return GridFault(
        ruling,
        game.number,
        "ending" if is_about_ending else "runs",
        acceptor=DIRECTOR if is_about_length else "",
        accepted_by=game.accepted_by,
    )


def concession_doubt_text(sheet: GameSheet, profile: Profile) -> str:
    """Return the reason why the score ruled out a concession, or "" if there is no problem (T0.05)."""
    ruling = concession_doubt(build_report(sheet, {}), profile)
    return ruling.reason if ruling is not None else ""


class StaffTotal(NamedTuple):
    """A staff's outs in a game, and the expected outs, or None if unknown."""

    outs: int
    expected: ExpectedOuts | None = None

    def __str__(self) -> str:
        innings = format_innings(self.outs)
        if self.expected is None or not self.expected.most:
            return innings
        return f"{innings} of {_format_span(self.expected.fewest, self.expected.most)}"

    @property
    def span(self) -> str:
        """Return the range of expected outs, such as "24-26"."""
        return f"{self.expected.fewest}-{self.expected.most}" if self.expected else ""


def staff_totals(sheet: GameSheet, usages: Usages, profile: Profile) -> dict[int, StaffTotal]:
    """Return the totals below the grid, by team ID."""
    report = build_report(sheet, usages)
    expected = expected_outs(report) if report.innings else {}
    sides: tuple[tuple[Side, int], ...] = (("visitor", sheet.game.away_id), ("home", sheet.game.home_id))
    totals = {}
    for side, team in sides:
        outs = sum(outing.outs for outing in sheet.of_team(team))
        totals[team] = StaffTotal(outs, expected.get(side))
    return totals


def _format_span(fewest: int, most: int) -> str:
    if fewest == most or most - fewest > OUTS_PER_INNING:
        return format_innings(most)
    return f"{format_innings(fewest)} to {format_innings(most)}"
