"""A scoresheet: a series' results, parsed and checked a single time, then saved or displayed."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cached_property

from games.queries.available import describe_staff, relief_left_on_resumption
from games.queries.carry_over import carryover_rules
from games.queries.usage import Pitcher, TeamUsage, build_usages, read_usage_rows
from games.scoresheet.check import CheckResult, check_games
from games.scoresheet.entries import GameEntry, GridLayout, SheetReading, SubmittedBy
from games.scoresheet.faults import GridFault
from games.scoresheet.late_games import place_late_games
from games.scoresheet.prepare import prepare_games
from games.scoresheet.report import StaffTotal, staff_totals
from games.scoresheet.rows import GameSheet, has_final, stored_games
from rules_engine.eligibility.cards import may_start_by_card
from tournaments.models import Series, Tournament

GridReader = Callable[[GridLayout], SheetReading]


class SaveMode(Enum):
    """The purpose of a submission. Missing values are errors only in final results."""

    TYPING = "typing"  # check as if final
    DRAFT = "draft"  # save as drafts, which don't count
    FINAL = "final"


class Scoresheet:
    """A series' submitted results.

    Call `attach_to` first. Each part is then computed once, so that the errors of a rejected save can be displayed
    without checking again.

    Args:
        read: Parses the submitted results for the grid's layout.
        first_home: Home team in game 1, if no roll is on record yet (T0.16).
    """

    series: Series
    stored: list[GameSheet]  # the saved games
    asks_home: bool
    usages: dict[int, TeamUsage]  # stored usage by team ID
    layout: GridLayout
    reading: SheetReading
    games: list[GameSheet]  # the rows to save

    def __init__(
        self,
        submitted_by: SubmittedBy,
        read: GridReader,
        mode: SaveMode,
        first_home: int | None = None,
    ) -> None:
        self.submitted_by = submitted_by
        self.read = read
        self.mode = mode
        self.first_home = first_home

    def attach_to(self, series: Series, tournament: Tournament) -> None:
        """Load the series, determine the home team, and parse the submitted results."""
        series.tournament = tournament
        self.series = series
        self.stored = stored_games(series)
        self._decide_home()
        teams = (series.home_id, series.away_id)
        self._rows = read_usage_rows(*teams)
        self.usages = build_usages(self._rows, teams)
        self.layout = self._build_layout(tournament)
        self.reading = self.read(self.layout)
        games_started = {team: len(usage.columns) for team, usage in self.usages.items()}
        self.games = prepare_games(
            self.reading.games,
            self.layout,
            games_started,
            self.stored,
            self.submitted_by,
            complete=self.mode is not SaveMode.DRAFT,
        )
        place_late_games(series, self.stored, self.games, self._rows)

    def _decide_home(self) -> None:
        """Set the home team in game 1, if included in the results. Fields and line scores depend on it."""
        series = self.series
        self.asks_home = not series.home_decided and not has_final(self.stored)
        if self.asks_home and self.first_home in (series.home_id, series.away_id):
            if self.first_home == series.away_id:
                series.swap_home_and_away()
            series.home_decided = True

    def _build_layout(self, tournament: Tournament) -> GridLayout:
        series = self.series
        games = range(1, series.games_planned + 1)
        staffs = {
            series.away_id: self.usages[series.away_id].staff(),
            series.home_id: self.usages[series.home_id].staff(),
        }
        starters = [
            pitcher.card_id for staff in staffs.values() for pitcher in staff if _may_start(pitcher, tournament)
        ]
        return GridLayout(
            series=series,
            cards={team: [pitcher.card_id for pitcher in staff] for team, staff in staffs.items()},
            home_and_away=[series.home_and_away(game, tournament.home_pattern) for game in games],
            teams={series.away_id: str(series.away), series.home_id: str(series.home)},
            names={team: {pitcher.card_id: pitcher.name for pitcher in staff} for team, staff in staffs.items()},
            starters=starters,
            fills_defaults=self.mode is not SaveMode.DRAFT,
            spare_names={team: self.usages[team].spare_names() for team in staffs},
        )

    @cached_property
    def new_usages(self) -> dict[int, TeamUsage]:
        """Return both teams' usage, including the submitted games."""
        return build_usages(self._rows.with_games(self.series, self.games), self.usages)

    @cached_property
    def checked(self) -> CheckResult:
        """Check the games. A field that can't be parsed isn't reported as missing too."""
        is_final = self.mode is SaveMode.FINAL and not self.reading.faults
        return check_games(
            self.games,
            self.series,
            self.new_usages,
            complete=is_final,
            by_director=self.submitted_by.is_staff,
        )

    @property
    def faults(self) -> list[GridFault]:
        return [*self.reading.faults, *self.checked.faults]

    @cached_property
    def availability(self) -> Mapping[tuple[int, int], str]:
        """Return each pitcher's availability for the team's next game of this series, by (team, card).

        If only suspended games are left, this is the relief left in the first suspended game (T33.0).
        """
        carryover = carryover_rules(self.series.tournament)
        if self.series.status == Series.Status.SUSPENDED:
            games = [sheet.game for sheet in self.stored]
            return relief_left_on_resumption(self.usages, games, carryover)
        availability = {}
        for team, usage in self.new_usages.items():
            for pitcher, text in describe_staff(usage.before_next_game_in(self.series.pk), carryover):
                availability[team, pitcher.card_id] = text
        return availability

    @property
    def availability_by_game(self) -> Mapping[tuple[int, int, int], str]:
        """Return each pitcher's availability for every game of this series, by (game, team, card).

        Games that have not started use the text for the next game.
        """
        carryover = carryover_rules(self.series.tournament)
        next_game = self.availability
        by_game = {}
        for number in range(1, self.series.games_planned + 1):
            for (team, card), text in next_game.items():
                by_game[number, team, card] = text
        if self.series.status == Series.Status.SUSPENDED:
            return by_game
        for team, usage in self.new_usages.items():
            for column in usage.columns:
                if column.series_id != self.series.pk:
                    continue
                for pitcher, text in describe_staff(usage.before_game(self.series.pk, column.game), carryover):
                    by_game[column.game, team, pitcher.card_id] = text
        return by_game

    @property
    def totals(self) -> Mapping[tuple[int, int], StaffTotal]:
        """Return the outs recorded and expected for each staff, by (game, team)."""
        profile = self.series.tournament.profile
        totals = {}
        for sheet in self.games:
            for team, total in staff_totals(sheet, self.usages, profile).items():
                totals[sheet.game.number, team] = total
        return totals


def _may_start(pitcher: Pitcher, tournament: Tournament) -> bool:
    if pitcher.card is None:
        return False
    return bool(may_start_by_card(pitcher.card, tournament.profile))


def read_entries(games: Sequence[GameEntry]) -> GridReader:
    """Return a reader for games that are already parsed."""
    return lambda _: SheetReading(games)
