"""The bullpen of a team as a picture: what each pitcher did lately, which games count, what he has left."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from core.lettering import TEXT, fit_text
from core.tables import FilledTable
from games.queries.absences import TeamAbsences, absences_from
from games.queries.carry_over import Format, format_of, next_basis
from games.queries.resumption import stopped_games
from games.queries.usage import TeamUsage, usage_of_division
from pitching.queries.board import BoardRow, TeamBoard, board_from
from pitching.queries.board_table import filled_board
from pitching.queries.resumption_forecast import ForecastRow
from rules_engine.eligibility.board import StoppedGame
from rules_engine.eligibility.pitching import START, Appearance, Cell, previous_games
from rules_engine.innings import format_innings
from tournaments.models import Division

GAMES_SHOWN: Final = 6
# the picture in its own units, which are points on paper
ROW: Final = 13
HEAD: Final = 13
NAME: Final = 102
GAME: Final = 17
GAUGE: Final = 54
FIGURE: Final = 26
WIDTH: Final = NAME + GAMES_SHOWN * GAME + 8 + GAUGE + FIGURE + 22
_TALLEST: Final = ROW - 2
_MOST_OUTS: Final = 27
_LETTERS: Final = 14  # of a name beside the bars; of a longer one the first name is an initial
_SIZE: Final = 10.6  # of letters on a page, in the picture's units
BEFORE_HAND: Final = NAME - 12  # what a name may take, so that the hand stands behind it and before the bars


class Bar(NamedTuple):
    """One outing: as high as its outs, nine innings to the full row; an appearance without an out is a line."""

    x: int
    y: int
    height: int
    is_start: bool
    text: str


@dataclass(frozen=True, slots=True)
class Strip:
    """One pitcher's row. `left`: of the gauge, as wide as the outs that he may relieve."""

    row: BoardRow
    y: int
    bars: list[Bar]
    left: int

    @property
    def name(self) -> str:
        """As a page shows it."""
        first, _, rest = self.row.name.partition(" ")
        name = self.row.name if len(self.row.name) <= _LETTERS or not rest else f"{first[0]}. {rest}"
        return fit_text(name, TEXT, _SIZE, BEFORE_HAND)

    @property
    def may(self) -> str:
        """What he has left in relief, or from which game on."""
        if self.row.relieve_now:
            return format_innings(self.row.relief_outs)
        return f"g{self.row.earliest_relief}" if self.row.earliest_relief else ""

    @property
    def start(self) -> str:
        """S where he may start, or from which game on."""
        if self.row.start_now:
            return "S"
        return f"g{self.row.earliest_start}" if self.row.earliest_start else ""

    @property
    def base(self) -> int:
        return self.y + ROW - 1

    @property
    def foot(self) -> int:
        """Where letters stand."""
        return self.y + ROW - 3


@dataclass(frozen=True, slots=True)
class Bullpen:
    """A team before its next game. `window`: left edge and width of the games that count in relief (T10.2).

    `absences`: whom it misses, in editions where that goes along from game to game.
    """

    board: TeamBoard
    games: list[tuple[int, int]]  # number, middle of its column
    strips: list[Strip]
    window: tuple[int, int]
    absences: Sequence[TeamAbsences] = ()

    width, name, gauge, gauge_width, row, head = WIDTH, NAME, NAME + GAMES_SHOWN * GAME + 8, GAUGE, ROW, HEAD

    @property
    def height(self) -> int:
        return HEAD + ROW * len(self.strips) + 2

    @property
    def game_width(self) -> int:
        return GAME - 5

    @property
    def figure(self) -> int:
        return self.gauge + GAUGE + FIGURE - 2

    @property
    def table(self) -> FilledTable[BoardRow]:
        return filled_board(self.board)

    @property
    def suspended(self) -> list[FilledTable[ForecastRow]]:
        """What the next games take from each suspended one."""
        return [one.filled for one in self.board.suspended]


def bullpens_of_division(division: Division) -> list[Bullpen]:
    """The teams of a division by name, with whom each misses.

    Three queries however many teams, two for suspended games, and two where the hurt miss further games.
    """
    form = format_of(division.tournament)
    usages = usage_of_division(division)
    stopped, absences = stopped_games(usages.values()), absences_from(division.tournament, usages)
    bullpens = (bullpen_of(usage, form, stopped.get(team, ())) for team, usage in usages.items())
    missed = (
        replace(bullpen, absences=[absences[bullpen.board.team_id]]) if absences else bullpen for bullpen in bullpens
    )
    return sorted(missed, key=lambda bullpen: bullpen.board.team)


def bullpen_of(usage: TeamUsage, form: Format, stopped: Iterable[StoppedGame] = ()) -> Bullpen:
    board = board_from(usage, form, stopped)
    first = max(1, usage.next_game - GAMES_SHOWN)
    shown = range(first, usage.next_game)
    pitching = form.profile.pitching
    counted = previous_games(usage.next_game, pitching.window_games - 1, next_basis(usage, form).relief_from)
    window = (_x(counted[0] - first), len(counted) * GAME) if counted else (_x(len(shown)), 0)
    strips = [
        _strip(row, place, usage.pitchers[row.card_id].cells, shown, pitching.relief_outs_in_window)
        for place, row in enumerate(board.rows)
    ]
    games = [(number, _x(number - first) + GAME // 2) for number in shown]
    return Bullpen(board, games, strips, window)


def _strip(row: BoardRow, place: int, cells: list[Cell], shown: range, limit: int) -> Strip:
    y = HEAD + place * ROW
    pitched = [(number, cell) for number in shown if (cell := cells[number - 1]) is not None]
    bars = [_bar(cell, _x(number - shown.start), y) for number, cell in pitched]
    return Strip(row, y, bars, round(GAUGE * min(1, row.relief_outs / limit)) if row.relieve_now else 0)


def _bar(cell: Appearance, x: int, y: int) -> Bar:
    height = max(1, round(_TALLEST * min(cell.outs, _MOST_OUTS) / _MOST_OUTS))
    starts = cell.role == START
    return Bar(x + 2, y + ROW - 1 - height, height, starts, ("S " if starts else "") + format_innings(cell.outs))


def _x(place: int) -> int:
    return NAME + place * GAME
