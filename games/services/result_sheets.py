"""Plan the import of many series' results from a sheet with a row per game."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from core.imports.headings import ColumnChoices, ImportTarget, Section, find_sections, unknown_headings
from core.imports.preview_choices import number_in
from core.imports.tables import ImportTable
from core.names import folded
from games.refusals import ResultSheetFault
from games.scoresheet.entries import GridLayout, SheetReading, SubmittedBy
from games.scoresheet.lines import LINES
from games.scoresheet.read import read_typed_grid
from games.scoresheet.sheet import SaveMode, Scoresheet
from games.scoresheet.versions import values_of
from rules_engine.rulings import Ruling, refuse
from tournaments.models import Series, Team, Tournament
from tournaments.queries.sheet_rows import RowFault, TeamFinder

TARGETS: Final = (
    ImportTarget("round", "Round", ("rd", "rnd", "week", "matchday")),
    ImportTarget("game", "Game", ("game no", "game number", "gm", "g")),
    ImportTarget("away", "Visitors", ("away", "visitor", "away team", "visiting team", "road", "road team", "guest")),
    ImportTarget("home", "Home", ("home team", "host")),
    ImportTarget("away_runs", "Visitors' runs", ("away runs", "visitors runs", "visitor runs", "away score", "vr")),
    ImportTarget("home_runs", "Home runs", ("home score", "home team runs", "hr", "runs home")),
    ImportTarget("innings", "Innings", ("inn", "innings played")),
    ImportTarget("away_pitchers", "Visitors' pitchers", ("away pitchers", "away pitching", "visitors pitching")),
    ImportTarget("home_pitchers", "Home pitchers", ("home pitching",)),
    ImportTarget("away_line", "Visitors by inning", ("away by inning", "away line", "visitors line")),
    ImportTarget("home_line", "Home by inning", ("home line",)),
    ImportTarget("division", "Division"),
    ImportTarget("stage", "Stage"),
)
MOST_SERIES: Final = 100
_NEEDED: Final = {"away", "home", "away_runs", "home_runs"}


class SheetGame(NamedTuple):
    """A game on a sheet. `values` contains the cells by target."""

    row: int
    number: int
    home: Team
    away: Team
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """A sheet's games for a single series.

    Attributes:
        open_points: Reasons why the games can't be final, such as missing pitchers. They can be saved as drafts.
    """

    series: Series
    games: list[SheetGame]
    open_points: list[str]

    @property
    def first_home(self) -> int | None:
        """Return the home team in game 1, if the sheet includes that game (T0.16)."""
        return next((game.home.pk for game in self.games if game.number == 1), None)


@dataclass(slots=True)
class ResultsPlan:
    """A sheet's results by series in round order, and the rows that couldn't be parsed."""

    table: ImportTable
    sections: list[Section]
    has_headings: bool = True
    series: list[SeriesPlan] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)
    left_out: list[int] = field(default_factory=list)

    @property
    def complete(self) -> list[SeriesPlan]:
        return [plan for plan in self.series if not plan.open_points]

    @property
    def incomplete(self) -> list[SeriesPlan]:
        return [plan for plan in self.series if plan.open_points]


def plan_results(
    tournament: Tournament, table: ImportTable, choices: ColumnChoices, submitted_by: SubmittedBy
) -> ResultsPlan:
    """Plan the import. The plan is empty if the sheet lacks columns of teams and runs."""
    sections = find_sections(table, TARGETS, needed=_NEEDED, choices=choices) or unknown_headings(table, choices)
    complete = [section for section in sections if section.headings.by_target.keys() >= _NEEDED]
    plan = ResultsPlan(table, sections, has_headings=bool(complete))
    reader = _GameReader(tournament, plan)
    games_by_series: dict[int, list[SheetGame]] = defaultdict(list)
    for section in complete:
        for series, game in reader.read(section):
            games_by_series[series.pk].append(game)
    ordered = sorted((reader.series[pk] for pk in games_by_series), key=lambda series: (series.round, series.pk))
    for series in ordered[:MOST_SERIES]:
        plan.series.append(_plan_series(tournament, plan, series, games_by_series[series.pk], submitted_by))
    if len(ordered) > MOST_SERIES:
        plan.faults.append(RowFault(0, refuse(ResultSheetFault.TOO_MANY, "", series=len(ordered), most=MOST_SERIES)))
    return plan


def scoresheet_of(
    series: Series, games: Sequence[SheetGame], submitted_by: SubmittedBy, mode: SaveMode, first_home: int | None
) -> Scoresheet:
    """Return a scoresheet that adds a sheet's games to the saved games."""

    def read(layout: GridLayout) -> SheetReading:
        values = values_of(sheet.stored, layout)
        for game in games:
            values |= _grid_values(game)
        lines = [line for game in games if (line := _pitching_line(game, layout))]
        if lines:
            values[LINES] = "\n".join(lines)
        return read_typed_grid(values, layout)

    sheet = Scoresheet(submitted_by, read, mode, first_home)
    return sheet


def _plan_series(
    tournament: Tournament, plan: ResultsPlan, series: Series, games: list[SheetGame], submitted_by: SubmittedBy
) -> SeriesPlan:
    series_plan = SeriesPlan(series, games, [])
    sheet = scoresheet_of(series, games, submitted_by, SaveMode.FINAL, series_plan.first_home)
    sheet.attach_to(series, tournament)
    for game in games:
        home, _ = sheet.layout.home_and_away[game.number - 1]
        if home != game.home.pk:
            facts = {"team": game.away.name, "game": game.number}
            plan.faults.append(RowFault(game.row, refuse(ResultSheetFault.OTHER_HOME, "T0.16", **facts)))
    blocking = [fault for fault in sheet.faults if not fault.is_accepted]
    series_plan.open_points.extend(f"Game {fault.game}: {fault}" if fault.game else str(fault) for fault in blocking)
    return series_plan


def _grid_values(game: SheetGame) -> dict[str, str]:
    """Return grid fields for a game's cells."""
    values = {f"ending-{game.number}": "played_out"}
    for team, side in ((game.away, "away"), (game.home, "home")):
        values[f"runs-{game.number}-{team.pk}"] = game.values.get(f"{side}_runs", "")
        if line := game.values.get(f"{side}_line", ""):
            values[f"line-{game.number}-{team.pk}"] = line
    if innings := game.values.get("innings", ""):
        values[f"innings-{game.number}"] = innings
    return values


def _pitching_line(game: SheetGame, layout: GridLayout) -> str:
    """Return a game's pitchers as a line for the entry page, or "" if the sheet lists none."""
    pitchers = {
        game.away.pk: game.values.get("away_pitchers", ""),
        game.home.pk: game.values.get("home_pitchers", ""),
    }
    if not any(pitchers.values()):
        return ""
    runs = {game.away.pk: game.values.get("away_runs", ""), game.home.pk: game.values.get("home_runs", "")}
    home, away = layout.home_and_away[game.number - 1]
    visitors, hosts = (f"{runs.get(team, '')} {pitchers.get(team, '')}".strip() for team in (away, home))
    return f"{game.number}: {visitors} / {hosts}"


class _GameReader:
    """Finds each row's series and game."""

    def __init__(self, tournament: Tournament, plan: ResultsPlan) -> None:
        self._plan = plan
        self._finder = TeamFinder(tournament.teams.prefetch_related("managers"))
        rows = Series.objects.filter(tournament=tournament, stage=Series.Stage.ROUND_ROBIN)
        self.series = {series.pk: series for series in rows.select_related("home", "away", "division")}
        self._row_by_game: dict[tuple[int, int], int] = {}
        self._next_game: dict[int, int] = defaultdict(lambda: 1)

    def read(self, section: Section) -> Iterator[tuple[Series, SheetGame]]:
        for row, cells in section.rows:
            values = section.headings.values(cells)
            if section.headings.repeats(cells) or self._is_left_out(values):
                self._plan.left_out.append(row)
                continue
            teams = [self._finder.find(values[side]) for side in ("home", "away")]
            home, away = teams
            if home is None or away is None:
                name = values["home"] if home is None else values["away"]
                self._fault(row, refuse(ResultSheetFault.UNKNOWN_TEAM, "", name=name))
            else:
                yield from self._game(row, home, away, values)

    @staticmethod
    def _is_left_out(values: Mapping[str, str]) -> bool:
        """Return whether to skip a row because it has no score or is a playoff game."""
        is_unplayed = not values["away_runs"] and not values["home_runs"]
        return is_unplayed or folded(values.get("stage", "")) not in ("", "round robin")

    def _game(self, row: int, home: Team, away: Team, values: Mapping[str, str]) -> Iterator[tuple[Series, SheetGame]]:
        pair = {home.pk, away.pk}
        wanted_round = number_in(values.get("round", ""))
        meetings = [
            series
            for series in self.series.values()
            if {series.home_id, series.away_id} == pair and wanted_round in (0, series.round)
        ]
        if len(meetings) != 1:
            finding = ResultSheetFault.NO_SERIES if not meetings else ResultSheetFault.SEVERAL_SERIES
            facts = {"away": away.name, "home": home.name, "round": wanted_round}
            self._fault(row, refuse(finding, "", **facts))
            return
        series = meetings[0]
        written = values.get("game", "")
        number = number_in(written) if written else self._next_game[series.pk]
        first = self._row_by_game.setdefault((series.pk, number), row)
        if first != row or not 1 <= number <= series.games_planned:
            finding = ResultSheetFault.GAME_TWICE if first != row else ResultSheetFault.NO_SUCH_GAME
            first_row = self._plan.table.place(first).lower()
            self._fault(
                row, refuse(finding, "", game=number or written, games=series.games_planned, first_row=first_row)
            )
            return
        self._next_game[series.pk] = number + 1
        yield series, SheetGame(row, number, home, away, values)

    def _fault(self, row: int, ruling: Ruling) -> None:
        self._plan.faults.append(RowFault(row, ruling))
