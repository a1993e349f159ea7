"""Picture of a team's bullpen: recent appearances, the games that count, and relief innings left."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from core.cached_reads import is_cacheable
from core.lettering import TEXT, fit_text
from core.tables import FilledTable
from games.queries.absences import TeamAbsences, absences_by_team
from games.queries.carry_over import CarryoverRules, carryover_rules, next_usage_window
from games.queries.resumption import stopped_games
from games.queries.usage import TeamUsage, usage_in, usage_of_division, usage_of_teams
from pitching.queries.board import BoardRow, TeamBoard, board_table, build_board
from pitching.queries.resumption_forecast import ResumptionRow
from rules_engine.eligibility.board import StoppedGame
from rules_engine.eligibility.pitching import START, Appearance, Cell, previous_games
from rules_engine.innings import format_innings
from tournaments.models import Division, Team
from tournaments.queries.snapshot import TournamentSnapshot

GAMES_SHOWN: Final = 6
# Sizes are in the picture's units, which are points on printouts.
ROW_HEIGHT: Final = 13
HEADER_HEIGHT: Final = 13
NAME_WIDTH: Final = 102
GAME_WIDTH: Final = 17
GAUGE_WIDTH: Final = 54
LABEL_WIDTH: Final = 26
WIDTH: Final = NAME_WIDTH + GAMES_SHOWN * GAME_WIDTH + 8 + GAUGE_WIDTH + LABEL_WIDTH + 22
MAX_NAME_WIDTH: Final = NAME_WIDTH - 12  # leaves space for the throwing hand before the bars
_MAX_BAR_HEIGHT: Final = ROW_HEIGHT - 2
_MAX_OUTS: Final = 27
_MAX_NAME_LETTERS: Final = 14  # in longer names, the first name is reduced to its initial
_FONT_SIZE: Final = 10.6  # on pages, in the picture's units


class Bar(NamedTuple):
    """An appearance, with a height proportional to its outs. Nine innings fill the row.

    An appearance without an out is a line.
    """

    x: int
    y: int
    height: int
    is_start: bool
    text: str


@dataclass(frozen=True, slots=True)
class Strip:
    """A pitcher's row. `gauge_fill` is the width of the part of the gauge that his remaining relief outs fill."""

    row: BoardRow
    y: int
    bars: list[Bar]
    gauge_fill: int

    @property
    def name(self) -> str:
        """Return the name, shortened to fit on a page."""
        first, _, rest = self.row.name.partition(" ")
        name = self.row.name
        if len(name) > _MAX_NAME_LETTERS and rest:
            name = f"{first[0]}. {rest}"
        return fit_text(name, TEXT, _FONT_SIZE, MAX_NAME_WIDTH)

    @property
    def relief_label(self) -> str:
        """Return the relief innings left, or the first game in which he can relieve."""
        if self.row.can_relieve:
            return self.row.relief_innings
        return f"g{self.row.earliest_relief}" if self.row.earliest_relief else ""

    @property
    def start_label(self) -> str:
        """Return S if he can start, or the first game that he can start."""
        if self.row.can_start:
            return "S"
        return f"g{self.row.earliest_start}" if self.row.earliest_start else ""

    @property
    def bottom(self) -> int:
        return self.y + ROW_HEIGHT - 1

    @property
    def text_y(self) -> int:
        """Return the text's baseline."""
        return self.y + ROW_HEIGHT - 3


@dataclass(frozen=True, slots=True)
class Bullpen:
    """A team's pitchers before its next game.

    `window` has the left edge and width of the games that count for relief (T10.2). `absences` is empty in rules
    editions where injuries last only until the end of the game.
    """

    board: TeamBoard
    games: list[tuple[int, int]]  # game number, center of its column
    strips: list[Strip]
    window: tuple[int, int]
    absences: Sequence[TeamAbsences] = ()

    width = WIDTH
    row_height = ROW_HEIGHT
    bar_width = GAME_WIDTH - 5
    gauge_x = NAME_WIDTH + GAMES_SHOWN * GAME_WIDTH + 8
    relief_label_x = gauge_x + GAUGE_WIDTH + LABEL_WIDTH - 2

    @property
    def height(self) -> int:
        return HEADER_HEIGHT + ROW_HEIGHT * len(self.strips) + 2

    @property
    def table(self) -> FilledTable[BoardRow]:
        return board_table(self.board)

    @property
    def suspended_tables(self) -> list[FilledTable[ResumptionRow]]:
        """Return a table for each suspended game with the relief that the next games take from it."""
        return [forecast.table for forecast in self.board.suspended]


def division_bullpens(division: Division) -> list[Bullpen]:
    """Return the bullpens for a division's teams, sorted by name, with their absences.

    This takes three queries, two more for suspended games, and two more if injured players miss further games.
    """
    tournament = division.tournament
    carryover = carryover_rules(tournament)
    usages = usage_of_division(division)
    stopped = stopped_games(usages.values())
    absences = absences_by_team(tournament, usages)
    bullpens = []
    for team_id, usage in usages.items():
        bullpen = build_bullpen(usage, carryover, stopped.get(team_id, ()))
        if absences:
            bullpen = replace(bullpen, absences=[absences[team_id]])
        bullpens.append(bullpen)
    return sorted(bullpens, key=lambda bullpen: bullpen.board.team)


def team_bullpen(team: Team) -> Bullpen:
    """Return a team's bullpen, without its absences."""
    usage = usage_of_teams(team.pk)[team.pk]
    return build_bullpen(usage, carryover_rules(team.tournament), stopped_games([usage]).get(team.pk, ()))


def bullpen_in(snapshot: TournamentSnapshot, team: Team) -> Bullpen | None:
    """Return a team's bullpen. A division's bullpens are cached together, because every action updates all of them."""
    division = team.division
    if division is None or not is_cacheable(snapshot.newest):
        usage = usage_in(snapshot, team.pk)
        stopped = stopped_games([usage]).get(team.pk, ())
        return build_bullpen(usage, carryover_rules(snapshot.tournament), stopped)
    bullpens = snapshot.read(("bullpens", division.pk), lambda: division_bullpens(division))
    return next((bullpen for bullpen in bullpens if bullpen.board.team_id == team.pk), None)


def build_bullpen(usage: TeamUsage, carryover: CarryoverRules, stopped: Iterable[StoppedGame] = ()) -> Bullpen:
    board = build_board(usage, carryover, stopped)
    first = max(1, usage.next_game - GAMES_SHOWN)
    shown = range(first, usage.next_game)
    pitching = carryover.profile.pitching
    counted = previous_games(
        usage.next_game,
        pitching.window_games - 1,
        next_usage_window(usage, carryover).relief_from,
    )
    if counted:
        window = (_game_x(counted[0] - first), len(counted) * GAME_WIDTH)
    else:
        window = (_game_x(len(shown)), 0)
    strips = [
        _strip(
            row,
            index,
            usage.pitchers[row.card_id].cells,
            shown,
            pitching.relief_outs_in_window,
        )
        for index, row in enumerate(board.rows)
    ]
    games = [(number, _game_x(number - first) + GAME_WIDTH // 2) for number in shown]
    return Bullpen(board, games, strips, window)


def _strip(row: BoardRow, index: int, cells: list[Cell], shown: range, max_outs: int) -> Strip:
    y = HEADER_HEIGHT + index * ROW_HEIGHT
    bars = []
    for number in shown:
        cell = cells[number - 1]
        if cell is not None:
            bars.append(_bar(cell, _game_x(number - shown.start), y))
    gauge_fill = 0
    if row.can_relieve:
        gauge_fill = round(GAUGE_WIDTH * min(1, row.relief_outs / max_outs))
    return Strip(row, y, bars, gauge_fill)


def _bar(outing: Appearance, x: int, y: int) -> Bar:
    outs = min(outing.outs, _MAX_OUTS)
    height = max(1, round(_MAX_BAR_HEIGHT * outs / _MAX_OUTS))
    is_start = outing.role == START
    innings = format_innings(outing.outs)
    text = f"S {innings}" if is_start else innings
    return Bar(x + 2, y + ROW_HEIGHT - 1 - height, height, is_start, text)


def _game_x(index: int) -> int:
    """Return the left edge of a game's column."""
    return NAME_WIDTH + index * GAME_WIDTH
