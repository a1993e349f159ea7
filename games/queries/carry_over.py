"""Carryover: the earlier games that count for a game, based on the rules edition and the tournament's choice."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count, islice
from typing import NamedTuple

from games.queries.columns import GameColumn
from games.queries.usage import Pitcher, TeamUsage
from rules_engine.eligibility.board import StaffMember, games_until_rested
from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.carry_over import RoundChange, UsageWindow, usage_window_after
from rules_engine.eligibility.pitching import bullpen_counts_from
from rules_engine.eligibility.sheet import SheetFault, SheetHistory, check_sheet
from rules_engine.profile import Profile
from tournaments.models import Series, Tournament
from tournaments.queries.order_of_play import STAGE_ORDER
from tournaments.queries.standings import first_power_rounds


class _SeasonPart(NamedTuple):
    """A part of the season. `part` is 1 for power rounds, or the round number in a bracket."""

    stage: str
    part: int


class CarryoverRules(NamedTuple):
    """The rules edition's carryover settings, with the tournament's choice for the playoffs (T0.08).

    Attributes:
        carries_into_best_ofs: Whether pitching carries over into the playoffs.
        power_from: First power round by team ID, if pitching is reset there.
        stage: The tournament's stage.
    """

    profile: Profile
    carries_into_best_ofs: bool
    power_from: Mapping[int, int] = {}
    stage: str = ""

    def round_change(self, first_game: int, left: _SeasonPart, started: _SeasonPart) -> RoundChange:
        """Return the carryover from the previous part of the season to the part that starts with this game."""
        rules = self.profile.pitching
        if started.stage == Series.Stage.TIE_BREAK:
            starts = rules.starts_carry_into_tie_breaks
            relief = rules.relief_carries_into_tie_breaks
        elif started.stage == Series.Stage.ROUND_ROBIN:
            starts = rules.starts_carry_into_power_rounds
            relief = rules.relief_carries_into_power_rounds
        elif left.stage == started.stage:
            starts = rules.starts_carry_between_best_ofs
            relief = rules.relief_carries_between_best_ofs
        else:
            starts = self.carries_into_best_ofs and rules.starts_carry_over
            relief = self.carries_into_best_ofs and rules.relief_carries_over
        return RoundChange(first_game, starts, relief)


def carryover_rules(tournament: Tournament) -> CarryoverRules:
    """Return the tournament's carryover rules. Runs a query only if power rounds reset pitching."""
    rules = tournament.profile.pitching
    carries_into_power_rounds = rules.starts_carry_into_power_rounds and rules.relief_carries_into_power_rounds
    power_from: Mapping[int, int] = {}
    if tournament.power_rounds and not carries_into_power_rounds:
        power_from = first_power_rounds(tournament)
    return CarryoverRules(
        profile=tournament.profile,
        carries_into_best_ofs=tournament.pitching_carries_over,
        power_from=power_from,
        stage=tournament.stage,
    )


def next_usage_window(usage: TeamUsage, carryover: CarryoverRules) -> UsageWindow:
    """Return the usage window of the team's next game."""
    windows = usage_windows_ahead(usage, carryover, 1)
    return windows.get(usage.next_game, UsageWindow(1, 1))


def usage_windows_ahead(usage: TeamUsage, carryover: CarryoverRules, games: int) -> dict[int, UsageWindow]:
    """Return the usage windows of the team's next games by column. There may be fewer than `games`."""
    coming = list(islice(_coming_columns(usage), games))
    windows = usage_windows_of(usage, carryover, coming, since=len(usage.columns))
    return {column.number: window for column, window in zip(coming, windows, strict=True)}


def _coming_columns(usage: TeamUsage) -> Iterator[GameColumn]:
    """Yield the scheduled games, then games of hypothetical series like the last scheduled series."""
    scheduled = [series for series in usage.open_series.values() if series.started < series.games_in_series]
    if not scheduled:
        return
    last = scheduled[-1]
    more_like_the_last = (last._replace(series_id=-number, started=0) for number in count(1))
    number = usage.next_game
    for series in chain(scheduled, more_like_the_last):
        for game in range(series.started + 1, series.games_in_series + 1):
            yield GameColumn(
                number,
                game,
                stage=series.stage,
                round=series.round,
                series_id=series.series_id,
                games_in_series=series.games_in_series,
            )
            number += 1


def staff_members(usage: TeamUsage) -> dict[str, StaffMember]:
    """Return the team's pitchers by card ID, with their full sheets."""
    return {
        str(pitcher.card_id): StaffMember(pitcher.card, pitcher.cells)
        for pitcher in usage.pitchers.values()
        if pitcher.card is not None
    }


def coming_usage_windows(usage: TeamUsage, carryover: CarryoverRules) -> dict[int, UsageWindow]:
    """Return the usage windows that determine when a resting pitcher can pitch again."""
    return usage_windows_ahead(usage, carryover, games_until_rested(carryover.profile))


def usage_windows_of(
    usage: TeamUsage,
    carryover: CarryoverRules,
    coming: Sequence[GameColumn] = (),
    since: int = 0,
) -> list[UsageWindow]:
    """Return the usage windows of all games so far and the `coming` games, without the first `since` games."""
    columns = [*usage.columns, *coming]
    changes = _round_changes(usage.team_id, columns, carryover)
    first_of_series: dict[int, int] = {}
    for column in columns:
        first_of_series.setdefault(column.series_id, column.number)
    windows = []
    for column in columns[since:]:
        changes_so_far = [change for change in changes if change.first_game <= column.number]
        series_from = first_of_series[column.series_id]
        window = _usage_window(changes_so_far, column, series_from, carryover.profile)
        windows.append(window)
    return windows


def _usage_window(
    changes: Sequence[RoundChange], column: GameColumn, series_from: int, profile: Profile
) -> UsageWindow:
    """Return a game's usage window after these changes. `series_from` is the first game of the series."""
    bullpen_from = bullpen_counts_from(
        series_from,
        column.games_in_series,
        column.stage == Series.Stage.ROUND_ROBIN,
        profile,
    )
    window = usage_window_after(changes)
    return window._replace(relief_from=max(window.relief_from, bullpen_from))


def _round_changes(team: int, columns: Sequence[GameColumn], carryover: CarryoverRules) -> list[RoundChange]:
    """Return the round change for each game that starts a later part of the season.

    A postponed series played after a change belongs to the current part.
    """
    changes: list[RoundChange] = []
    current: _SeasonPart | None = None
    for column in columns:
        part = _season_part(team, column, carryover)
        if current is None:
            current = part
        elif _part_order(part) > _part_order(current):
            changes.append(carryover.round_change(column.number, current, part))
            current = part
    return changes


def _part_order(part: _SeasonPart) -> tuple[int, int]:
    return STAGE_ORDER[part.stage], part.part


def _season_part(team: int, column: GameColumn, carryover: CarryoverRules) -> _SeasonPart:
    """Return the part of the season a game belongs to: round robin, power rounds, or a playoff round."""
    if column.stage in Series.BRACKETS:
        return _SeasonPart(column.stage, column.round)
    power_from = carryover.power_from.get(team)
    is_power_round = column.stage == Series.Stage.ROUND_ROBIN and power_from is not None and column.round >= power_from
    return _SeasonPart(column.stage, int(is_power_round))


def sheet_faults(usage: TeamUsage, carryover: CarryoverRules) -> dict[int, list[SheetFault]]:
    """Return appearances that were illegal at the time, by card ID, including accepted violations (T10.2).

    Position players are checked when their game is entered (T25.3).
    """
    windows = usage_windows_of(usage, carryover)
    history = SheetHistory(
        bullpen_from={number: window.relief_from for number, window in enumerate(windows, start=1)},
        resumed_after={
            column.number: column.resumed_after for column in usage.columns if column.resumed_after is not None
        },
        slot=usage.slot,
    )
    return {
        pitcher.card_id: _pitcher_faults(
            pitcher,
            pitcher.card,
            windows,
            history,
            carryover.profile,
        )
        for pitcher in usage.pitchers.values()
        if pitcher.card is not None and pitcher.has_pitched
    }


def _pitcher_faults(
    pitcher: Pitcher,
    card: PitchingRoles,
    windows: Sequence[UsageWindow],
    history: SheetHistory,
    profile: Profile,
) -> list[SheetFault]:
    """Check the appearances in groups that share the same earlier games."""
    games_by_left_out = defaultdict(list)
    for number in pitcher.pitched_in:
        games_by_left_out[windows[number - 1].left_out].append(number)
    faults: list[SheetFault] = []
    for _, games in sorted(games_by_left_out.items()):
        cells = windows[games[0] - 1].counted(pitcher.cells)
        problems = check_sheet(card, cells, profile, history)
        faults += [fault for fault in problems if fault.game in games]
    return faults
