"""One scoresheet: the results of a series in somebody's hands, read once and checked once, to be saved or shown."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cached_property

from games.queries.available import describe_availability, relief_left_on_resumption, staff_before_next_game
from games.queries.carry_over import carryover_rules
from games.queries.usage import Pitcher, TeamUsage, build_usages, read_usage_rows
from games.scoresheet.check import CheckResult, check_games
from games.scoresheet.entries import GameEntry, GridLayout, SheetReading, SubmittedBy
from games.scoresheet.faults import GridFault
from games.scoresheet.report import StaffTotal, staff_totals
from games.scoresheet.rows import GameSheet, has_final, prepare_games, stored_games
from rules_engine.eligibility.cards import may_start_by_card
from tournaments.models import Series, Tournament


class SaveMode(Enum):
    """What the results are handed in for. Only of final ones is it a fault that something is not typed yet."""

    TYPING = "typing"  # to see how they stand, as if they were final
    DRAFT = "draft"  # half entered, not counted
    FINAL = "final"


class Scoresheet:
    """The results of one series as they are handed in.

    It is laid on the series before anything is asked of it: by whoever only shows it, or by the save under its lock.
    From there every part is read once, and a refused save is shown with what it found.
    first_home: who is home in game 1, where no d20 is on record yet (T0.16).
    """

    series: Series
    stored: list[GameSheet]  # what the series holds
    asks_home: bool
    usages: dict[int, TeamUsage]  # of both teams, as it is saved
    layout: GridLayout
    reading: SheetReading
    games: list[GameSheet]  # the rows as they would be saved

    def __init__(
        self,
        submitted_by: SubmittedBy,
        handed_in: Callable[[GridLayout], SheetReading],
        meant: SaveMode,
        first_home: int | None = None,
    ) -> None:
        self.submitted_by, self.handed_in, self.meant, self.first_home = submitted_by, handed_in, meant, first_home

    def attach_to(self, series: Series, tournament: Tournament) -> None:
        """Read what the series holds, decide who is home, and put what was handed in beside it."""
        series.tournament = tournament
        self.series, self.stored = series, stored_games(series)
        self._decide_home()
        teams = (series.home_id, series.away_id)
        self._rows = read_usage_rows(*teams)
        self.usages = build_usages(self._rows, teams)
        self.layout = GridLayout(
            series,
            {team: [one.card_id for one in self.usages[team].staff()] for team in teams[::-1]},
            [series.home_and_away(game, tournament.home_pattern) for game in range(1, series.games_planned + 1)],
            {series.away_id: str(series.away), series.home_id: str(series.home)},
            {team: {one.card_id: one.name for one in usage.staff()} for team, usage in self.usages.items()},
            [one.card_id for usage in self.usages.values() for one in usage.staff() if _may_start(one, tournament)],
            self.meant is not SaveMode.DRAFT,
        )
        self.reading = self.handed_in(self.layout)
        begun = {team: len(usage.columns) for team, usage in self.usages.items()}
        complete = self.meant is not SaveMode.DRAFT
        self.games = prepare_games(
            self.reading.games, self.layout, begun, self.stored, self.submitted_by, complete=complete
        )

    def _decide_home(self) -> None:
        """The one place where it is decided from results; fields and line scores of every game go by it."""
        series = self.series
        self.asks_home = not series.home_decided and not has_final(self.stored)
        if self.asks_home and self.first_home in (series.home_id, series.away_id):
            if self.first_home == series.away_id:
                series.swap_home_and_away()
            series.home_decided = True

    @cached_property
    def standing(self) -> dict[int, TeamUsage]:
        """The usage of both teams with these games."""
        return build_usages(self._rows.with_games(self.series, self.games), self.usages)

    @cached_property
    def checked(self) -> CheckResult:
        """What cannot be read is not missing besides."""
        complete = self.meant is SaveMode.FINAL and not self.reading.faults
        return check_games(
            self.games, self.series, self.standing, complete=complete, by_director=self.submitted_by.team_id is None
        )

    @property
    def faults(self) -> list[GridFault]:
        return [*self.reading.faults, *self.checked.faults]

    @property
    def left(self) -> Mapping[tuple[int, int], str]:
        """(team, card) -> what he may do in the next game of this series that his team has to pitch.

        Where nothing but suspended games is left of the series: in the rest of the first of them (T33.0).
        """
        form = carryover_rules(self.series.tournament)
        if self.series.status == Series.Status.SUSPENDED:
            return relief_left_on_resumption(self.usages, [sheet.game for sheet in self.stored], form)
        return {
            (team, pitcher.card_id): describe_availability(able)
            for team, usage in self.standing.items()
            for pitcher, able in staff_before_next_game(usage.before_next_game_in(self.series.pk), form)
        }

    @property
    def totals(self) -> Mapping[tuple[int, int], StaffTotal]:
        """(game, team) -> what its pitchers have of the innings they need."""
        return {
            (sheet.game.number, team): total
            for sheet in self.games
            for team, total in staff_totals(sheet, self.usages, self.series.tournament.profile).items()
        }


def _may_start(pitcher: Pitcher, tournament: Tournament) -> bool:
    return pitcher.card is not None and bool(may_start_by_card(pitcher.card, tournament.profile))


def ready(games: Sequence[GameEntry]) -> Callable[[GridLayout], SheetReading]:
    """Games that need no reading any more."""
    return lambda _: SheetReading(games)
