"""Checks the report of one game: score, length, outs, starters, mercy and concession (T10.2, T0.04, T0.05, T33.0)."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from games.models import Game, Outing
from games.queries.usage import TeamUsage
from games.scoresheet.faults import DESK, OPPONENT, GridFault
from games.scoresheet.rows import GameSheet
from rules_engine.eligibility.game_outs import ExpectedOuts, expected_outs
from rules_engine.eligibility.game_report import check_game, concession_doubt, game_report_notes
from rules_engine.eligibility.pitching import RELIEF, START, Appearance
from rules_engine.eligibility.reported_game import GameReport, GameReportFinding, ReportedPitcher, Side
from rules_engine.innings import OUTS_PER_INNING, format_innings
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling

Usages = Mapping[int, TeamUsage]
_OF_THE_LINE: Final = (
    GameReportFinding.LINE_SCORE_LENGTH,
    GameReportFinding.LINE_SCORE_SUM,
    GameReportFinding.HOME_MUST_BAT,
)
_OF_THE_LENGTH: Final = (  # the game ended too early or went on too long
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
_OF_THE_STARTER: Final = (
    GameReportFinding.STARTER_LEFT_EARLY,
    GameReportFinding.STARTER_LEFT_EARLY_AT_MOST,
    GameReportFinding.EXCUSED_BY_SCORE,
    GameReportFinding.EXCUSED_IF_WEAK,
)


def game_winner(game: Game) -> int | None:
    """The team that won; None for a tie or a game without a score."""
    if game.ending == Game.Ending.FORFEITED:
        return game.home_id if game.conceded_by_id == game.away_id else game.away_id
    if game.ending == Game.Ending.NOT_FINISHED or game.home_runs is None or game.away_runs is None:
        return None
    if game.status == Game.Status.SUSPENDED or game.home_runs == game.away_runs:
        return None
    return game.home_id if game.home_runs > game.away_runs else game.away_id


def build_report(sheet: GameSheet, usages: Usages) -> GameReport:
    """The game as the rules read it; a game that stopped for good is read as one suspended."""
    game = sheet.game
    stopped = game.status == Game.Status.SUSPENDED or game.ending == Game.Ending.NOT_FINISHED
    away, home = (_pitching(sheet, usages, team) for team in (game.away_id, game.home_id))
    return GameReport(
        innings=game.innings or 0,
        visitor_runs=game.away_runs or 0,
        home_runs=game.home_runs or 0,
        visitor_pitching=away,
        home_pitching=home,
        ended="suspended" if stopped else _ENDED.get(game.ending, "played_out"),
        line_score=(game.away_line, game.home_line) if game.away_line or game.home_line else None,
    )


_ENDED: Mapping[str, Literal["mercy", "concession"]] = {
    Game.Ending.MERCY.value: "mercy",
    Game.Ending.CONCEDED.value: "concession",
}


def _pitching(sheet: GameSheet, usages: Usages, team_id: int) -> list[ReportedPitcher]:
    names = {card_id: one.name for card_id, one in usages[team_id].pitchers.items()} if team_id in usages else {}
    return [
        ReportedPitcher(
            str(one.card_id),
            Appearance(START if one.part == Outing.Part.START else RELIEF, one.outs, one.extra_outs),
            runs=one.runs,
            injured=one.injured,
            name=names.get(one.card_id, f"card {one.card_id}"),
        )
        for one in sheet.of_team(team_id)
    ]


def check_report(
    sheet: GameSheet, usages: Usages, profile: Profile, *, complete: bool
) -> tuple[list[GridFault], list[GridFault]]:
    """The faults of one game's report; and what is allowed for want of knowing better (T10.2, T0.05), as notes."""
    game, stopped = sheet.game, sheet.game.status == Game.Status.SUSPENDED
    if game.ending == Game.Ending.FORFEITED:
        return [*_played_of_a_forfeit(sheet)], []
    if game.ending == Game.Ending.NOT_FINISHED and not sheet.outings:
        return [], []  # nobody began it
    missing = [*_missing(game)]
    faults = missing if complete and not stopped else []
    if missing and (not stopped or game.innings is None):
        return faults, []
    report = build_report(sheet, usages)
    wanted = {} if complete else expected_outs(report)
    broken = [one for one in check_game(report, profile) if complete or not _still_typing(one, sheet, wanted)]
    notes = [] if missing else game_report_notes(report, profile)
    return [*faults, *(_fault_of_report(one, sheet) for one in broken)], [_fault_of_report(one, sheet) for one in notes]


def _played_of_a_forfeit(sheet: GameSheet) -> Iterator[GridFault]:
    game = sheet.game
    if sheet.outings or game.innings is not None or game.home_runs is not None or game.away_runs is not None:
        yield GridFault("a forfeited game has no score, innings or pitchers: empty them", game.number, "runs")


def _missing(game: Game) -> Iterator[GridFault]:
    if game.home_runs is None or game.away_runs is None:
        yield GridFault("the score is missing", game.number, "runs")
    if game.innings is None:
        yield GridFault("how many innings were played is missing", game.number, "innings")


def _still_typing(ruling: Ruling, sheet: GameSheet, wanted: Mapping[Side, ExpectedOuts]) -> bool:
    """Whether more typing may cure it: a staff with outs still to come."""
    side = ruling.facts.get("side")
    if side not in ("visitor", "home") or ruling.finding in _OF_THE_LINE:
        return False
    team = sheet.game.home_id if side == "home" else sheet.game.away_id
    outs = sum(outing.outs for outing in sheet.of_team(team))
    return outs < wanted["home" if side == "home" else "visitor"].fewest


def _fault_of_report(ruling: Ruling, sheet: GameSheet) -> GridFault:
    game, side = sheet.game, ruling.facts.get("side")
    team = game.home_id if side == "home" else game.away_id if side == "visitor" else None
    if team is not None and ruling.finding in _OF_THE_STARTER:
        card = int(str(ruling.subject))
        outing = sheet.outing_of(team, card)
        return GridFault(
            ruling,
            game.number,
            "outing",
            team,
            card,
            OPPONENT,
            "injured",
            outing.accepted_by if outing else "",
        )
    if team is not None:
        where = "line" if ruling.finding in _OF_THE_LINE else "pitching"
        return GridFault(ruling, game.number, where, team)
    if ruling.finding in _OF_THE_LINE:
        return GridFault(ruling, game.number, "line")
    of_length = ruling.finding in _OF_THE_LENGTH
    where = "ending" if of_length or ruling.rule in ("T0.05", "T33.0") else "runs"
    return GridFault(ruling, game.number, where, may_accept=DESK if of_length else "", accepted_by=game.accepted_by)


def concession_doubt_text(sheet: GameSheet, profile: Profile) -> str:
    """T0.05: why the score did not allow a concession, "" where it did or nobody conceded."""
    ruling = concession_doubt(build_report(sheet, {}), profile)
    return ruling.reason if ruling is not None else ""


class StaffTotal(NamedTuple):
    """What one team's pitchers have in one game, and what they must have; None where that is not known yet."""

    outs: int
    wanted: ExpectedOuts | None = None

    def __str__(self) -> str:
        of = f" of {_span(self.wanted.fewest, self.wanted.most)}" if self.wanted and self.wanted.most else ""
        return format_innings(self.outs) + of

    @property
    def span(self) -> str:
        """The fewest and the most outs, for the steppers of the page: "24-26"."""
        return f"{self.wanted.fewest}-{self.wanted.most}" if self.wanted else ""


def staff_totals(sheet: GameSheet, usages: Usages, profile: Profile) -> dict[int, StaffTotal]:
    """By team, for the line under the grid."""
    report = build_report(sheet, usages)
    wanted = expected_outs(report) if report.innings else {}
    sides: tuple[tuple[Side, int], ...] = (("visitor", sheet.game.away_id), ("home", sheet.game.home_id))
    return {
        team: StaffTotal(sum(outing.outs for outing in sheet.of_team(team)), wanted.get(side)) for side, team in sides
    }


def _span(fewest: int, most: int) -> str:
    if fewest == most or most - fewest > OUTS_PER_INNING:
        return format_innings(most)
    return f"{format_innings(fewest)} to {format_innings(most)}"
