"""Round-robin schedules by the circle method, with byes, table numbers and home teams (T0.08)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules_engine.competition.tables import circle_rounds

RULE = "T0.08"


class ScheduleError(ValueError):
    """No such schedule is possible. The message gives the reason."""


@dataclass(frozen=True, slots=True, order=True)
class ScheduledSeries:
    """One series. Rounds and tables are numbered from 1. `home` is home in game 1 unless a d20 decides (T0.16)."""

    round: int
    table: int
    home: int
    away: int

    @property
    def teams(self) -> frozenset[int]:
        return frozenset((self.home, self.away))


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its series by table, and the teams on bye."""

    number: int
    series: tuple[ScheduledSeries, ...]
    byes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """A division's schedule. `cycles` is the number of times each pair meets."""

    teams: tuple[int, ...]
    series: tuple[ScheduledSeries, ...]
    cycles: int = 1

    @property
    def rounds(self) -> list[Round]:
        by_number: dict[int, list[ScheduledSeries]] = {}
        for series in sorted(self.series):
            by_number.setdefault(series.round, []).append(series)
        return [self._round(number, tuple(series_in_round)) for number, series_in_round in sorted(by_number.items())]

    def _round(self, number: int, series: tuple[ScheduledSeries, ...]) -> Round:
        playing = {team for scheduled in series for team in scheduled.teams}
        byes = tuple(team for team in self.teams if team not in playing)
        return Round(number, series, byes)

    def cut_after(self, rounds: int) -> "Schedule":
        """Return the first rounds of the schedule, or all of them for 0."""
        if not rounds:
            return self
        first_series = tuple(series for series in self.series if series.round <= rounds)
        return Schedule(self.teams, first_series, self.cycles)

    def of_team(self, team: int) -> list[ScheduledSeries]:
        return sorted(series for series in self.series if team in (series.home, series.away))


def round_robin(teams: Sequence[int], *, cycles: int = 1, tables: Sequence[int] | None = None) -> Schedule:
    """T0.08: Return a round robin in the fewest rounds. Every pair meets once per cycle.

    Args:
        teams: IDs in the order of their schedule numbers.
        tables: Table numbers in the hall, 1 to N/2 by default.

    Raises:
        ScheduleError: There are fewer than two teams, too few tables, or a repeated team or table.
    """
    tables = list(tables) if tables is not None else list(range(1, len(teams) // 2 + 1))
    _check(teams, cycles, tables)
    rounds = circle_rounds(len(teams))
    series = (
        _series(teams, tables, cycle, cycle * len(rounds) + turn + 1, place, pairing)
        for cycle in range(cycles)
        for turn, pairings in enumerate(rounds)
        for place, pairing in enumerate(pairings)
    )
    return Schedule(tuple(teams), tuple(sorted(series)), cycles)


def _series(
    teams: Sequence[int], tables: list[int], cycle: int, number: int, place: int, pairing: tuple[int, int]
) -> ScheduledSeries:
    # later cycles swap home teams and shift the tables by one, so that table visits stay even
    home, away = pairing[::-1] if cycle % 2 else pairing
    table = tables[(place + cycle) % (len(teams) // 2)]
    return ScheduledSeries(number, table, teams[home], teams[away])


def _check(teams: Sequence[int], cycles: int, tables: list[int]) -> None:
    if len(teams) < 2:
        raise ScheduleError(f"{len(teams)} team can't play a round robin: two are needed")
    if len(set(teams)) != len(teams):
        raise ScheduleError("a team is listed twice")
    if cycles < 1:
        raise ScheduleError(f"{cycles} cycles: teams must meet at least once")
    if len(set(tables)) < len(teams) // 2:
        raise ScheduleError(f"{len(teams)} teams need {len(teams) // 2} tables, but there are {len(set(tables))}")
    if len(set(tables)) != len(tables):
        raise ScheduleError("a table is listed twice")
