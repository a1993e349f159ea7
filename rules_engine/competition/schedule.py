"""The schedule of division play: a round robin by the circle method, with byes, tables and home teams (T0.08)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules_engine.competition.tables import circle_rounds

RULE = "T0.08"


class ScheduleError(ValueError):
    """No schedule can be made of what was asked; the message says why."""


@dataclass(frozen=True, slots=True, order=True)
class ScheduledSeries:
    """One series: round and table are counted from 1; `home` is at home in game 1 unless a d20 decides (T0.16)."""

    round: int
    table: int
    home: int
    away: int

    @property
    def teams(self) -> frozenset[int]:
        return frozenset((self.home, self.away))


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its series in order of table, and the teams on bye."""

    number: int
    series: tuple[ScheduledSeries, ...]
    byes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """A division's schedule. `cycles` is how often every pair meets in all."""

    teams: tuple[int, ...]
    series: tuple[ScheduledSeries, ...]
    cycles: int = 1

    @property
    def rounds(self) -> list[Round]:
        by_number: dict[int, list[ScheduledSeries]] = {}
        for series in sorted(self.series):
            by_number.setdefault(series.round, []).append(series)
        return [self._round(number, tuple(found)) for number, found in sorted(by_number.items())]

    def _round(self, number: int, series: tuple[ScheduledSeries, ...]) -> Round:
        playing = {team for one in series for team in (one.home, one.away)}
        return Round(number, series, tuple(team for team in self.teams if team not in playing))

    def cut_after(self, rounds: int) -> "Schedule":
        """The schedule of so many rounds; 0 keeps them all."""
        if not rounds:
            return self
        return Schedule(self.teams, tuple(series for series in self.series if series.round <= rounds), self.cycles)

    def of_team(self, team: int) -> list[ScheduledSeries]:
        return sorted(series for series in self.series if team in (series.home, series.away))


def round_robin(teams: Sequence[int], *, cycles: int = 1, tables: Sequence[int] | None = None) -> Schedule:
    """T0.08: everybody meets everybody once a cycle, in the fewest rounds.

    `teams` are ids in order of their numbers in the schedule; `tables` the tables of the hall, 1..N/2 if not given.
    Raises ScheduleError for fewer than two teams, a team named twice or too few tables.
    """
    halls = list(tables) if tables is not None else list(range(1, len(teams) // 2 + 1))
    _check(teams, cycles, halls)
    rounds = circle_rounds(len(teams))
    made = (
        _series(teams, halls, cycle, cycle * len(rounds) + turn + 1, place, pairing)
        for cycle in range(cycles)
        for turn, pairings in enumerate(rounds)
        for place, pairing in enumerate(pairings)
    )
    return Schedule(tuple(teams), tuple(sorted(made)), cycles)


def _series(
    teams: Sequence[int], halls: list[int], cycle: int, number: int, place: int, pairing: tuple[int, int]
) -> ScheduledSeries:
    # a later cycle turns the home team round and shifts the tables by one, so that visits stay even
    home, away = pairing[::-1] if cycle % 2 else pairing
    table = halls[(place + cycle) % (len(teams) // 2)]
    return ScheduledSeries(number, table, teams[home], teams[away])


def _check(teams: Sequence[int], cycles: int, halls: list[int]) -> None:
    if len(teams) < 2:
        raise ScheduleError(f"{len(teams)} team cannot play a round robin: two are needed")
    if len(set(teams)) != len(teams):
        raise ScheduleError("a team is named twice")
    if cycles < 1:
        raise ScheduleError(f"{cycles} cycles: everybody meets at least once")
    if len(set(halls)) < len(teams) // 2:
        raise ScheduleError(f"{len(teams)} teams need {len(teams) // 2} tables, there are {len(set(halls))}")
    if len(set(halls)) != len(halls):
        raise ScheduleError("a table is named twice")
