"""Propose the point in a game to roll back to after a mistake (T0.06, T31.2)."""

from dataclasses import dataclass
from typing import cast

from games.models import Game, Mistake, Outing
from games.queries.carry_over import CarryoverRules, carryover_rules, usage_windows_of
from games.queries.usage import TeamUsage, usage_of_teams
from games.scoresheet.rows import GameSheet, stored_games
from rules_engine.eligibility.game_reset import OutsPitched, PointOfGame, ResetPoint, find_reset_point
from rules_engine.eligibility.mistakes import MistakeKind, mistake_verdict
from rules_engine.eligibility.pitching import START, cell_of, may_relieve, starter_outs_limit
from rules_engine.eligibility.violations import Stage
from tournaments.models import Notice, Team


@dataclass(frozen=True, slots=True)
class SideAtReset:
    """A team at the point of the mistake: its runs, its pitchers, and the pitcher on the mound.

    `runs` is None without a line score.
    """

    team: Team
    runs: int | None
    pitchers: list[tuple[int, str]]
    on_mound: int | None


@dataclass(frozen=True, slots=True)
class ProposedReset:
    """The proposed point. Unless `is_known`, it is the start of the reported inning."""

    point: PointOfGame
    is_known: bool
    away: SideAtReset
    home: SideAtReset

    @property
    def sides(self) -> tuple[SideAtReset, SideAtReset]:
        return self.away, self.home


def pitchers_in_order(sheet: GameSheet, team_id: int) -> list[OutsPitched]:
    """Return a team's pitchers in a game in order of appearance, with their outs."""
    return [
        OutsPitched(outing.card_id, outing.outs)
        for outing in sorted(sheet.of_team(team_id), key=lambda outing: outing.order)
    ]


def has_known_order(sheet: GameSheet, team_id: int) -> bool:
    """Return whether the order of a team's pitchers is known. Several pitchers need a marked starter."""
    outings = sheet.of_team(team_id)
    return len(outings) < 2 or any(outing.part == Outing.Part.START for outing in outings)


def game_of_mistake(mistake: Mistake) -> GameSheet | None:
    """Return the game's entries, or None if there are none."""
    return next((stored for stored in stored_games(mistake.series) if stored.game.number == mistake.game), None)


def is_waiting_for_reset(mistake: Mistake) -> bool:
    """Return whether the chosen remedy still requires a rollback or new entries."""
    if mistake.chosen not in ("replay", "suspend") or mistake.taken_back:
        return False
    return Notice.objects.filter(about=mistake.about_playing_on, answered_at=None).exists()


def proposed_reset(mistake: Mistake) -> ProposedReset | None:
    """Return the proposed point for the director's form, or None if the game isn't entered."""
    sheet = game_of_mistake(mistake)
    if sheet is None:
        return None
    usages = usage_of_teams(mistake.series.home_id, mistake.series.away_id)
    reached = _find_reset_point(mistake, sheet, usages)
    point = reached.point if reached is not None else PointOfGame(mistake.inning, is_bottom=False, outs=0)
    sides = []
    for team in (sheet.game.away, sheet.game.home):
        erred = mistake.card_id in [appearance.pitcher for appearance in pitchers_in_order(sheet, team.pk)]
        pitchers = [
            (appearance.pitcher, usages[team.pk].pitchers[appearance.pitcher].name)
            for appearance in pitchers_in_order(sheet, team.pk)
        ]
        on_mound = reached.on_mound if reached is not None and erred else None
        sides.append(SideAtReset(team, _runs_then(sheet.game, team.pk, point), pitchers, on_mound))
    return ProposedReset(point, reached is not None, *sides)


def _find_reset_point(mistake: Mistake, sheet: GameSheet, usages: dict[int, TeamUsage]) -> ResetPoint | None:
    carryover = carryover_rules(mistake.series.tournament)
    kind = MistakeKind(mistake.kind)
    stage = cast(Stage, mistake.stage)
    reset = mistake_verdict(kind, mistake.facts, stage, carryover.profile).reset
    for team, usage in usages.items():
        staff = pitchers_in_order(sheet, team)
        if mistake.card_id in [appearance.pitcher for appearance in staff]:
            if not has_known_order(sheet, team):
                return None
            legal = _legal_outs(usage, sheet.game, mistake.card_id, carryover)
            return find_reset_point(reset, staff, mistake.card_id, legal, at_home=team == sheet.game.home_id)
    return find_reset_point(reset, [], None, 0, at_home=True)


def _legal_outs(usage: TeamUsage, game: Game, card: int, carryover: CarryoverRules) -> int:
    """T10.2: return the pitcher's legal outs in this game, based on the columns before it."""
    column = next(column.number for column in usage.columns if column.game_id == game.pk)
    window, pitcher = usage_windows_of(usage, carryover)[column - 1], usage.pitchers[card]
    cells = window.counted(pitcher.cells)
    cell = cell_of(cells, column)
    if pitcher.card is None or cell is None:
        return 0
    if cell.role == START:
        return starter_outs_limit(carryover.profile)
    return may_relieve(pitcher.card, cells, column, carryover.profile, window.relief_from).outs


def _runs_then(game: Game, team: int, point: PointOfGame) -> int | None:
    """Return the runs in the completed innings, based on the line score."""
    if not (game.home_line or game.away_line):
        return 0 if point.is_start else None
    line: list[int] = game.away_line if team == game.away_id else game.home_line
    return sum(line[: point.inning - 1 + (point.is_bottom and team == game.away_id)])
