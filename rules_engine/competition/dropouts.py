"""Covering managers for a dropout's remaining series (T0.08)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from rules_engine.competition.schedule import Schedule, ScheduledSeries

RULE = "T0.08"


@dataclass(frozen=True, slots=True)
class CoverDuty:
    """One series of the dropped team, and the team that must cover it, or None if an outsider is needed."""

    series: ScheduledSeries
    dropped: int
    opponent: int
    covered_by: int | None
    reason: str


def cover_duties(
    schedule: Schedule,
    dropped: int,
    *,
    last_round_played: int,
    departed: Collection[int] = (),
    busy: Mapping[int, Collection[int]] | None = None,
    postponed: Collection[int] = (),
) -> list[CoverDuty]:
    """T0.08: Return the dropped team's remaining series, each with the team on bye that must cover it, if any.

    Args:
        departed: Uncovered teams that dropped out earlier. They neither cover nor play.
        busy: Teams, by round, that can't cover although they are on bye, because they cover another team or have left.
        postponed: Earlier rounds in which the dropped team's series hasn't been played yet.
    """
    busy = busy or {}
    free_by_round: dict[int, list[int]] = {}
    for played_round in schedule.rounds:
        teams = _free(played_round.byes, played_round.series, dropped, departed)
        busy_teams = busy.get(played_round.number, ())
        free_by_round[played_round.number] = [team for team in teams if team not in busy_teams]
    duties: list[CoverDuty] = []
    for series in schedule.of_team(dropped):
        is_left = series.round > last_round_played or series.round in postponed
        if is_left and not series.teams & frozenset(departed):
            duties.append(_duty(series, dropped, free_by_round[series.round]))
    return duties


def covered_in_full(duties: Iterable[CoverDuty], outsiders: Mapping[ScheduledSeries, str] | None = None) -> bool:
    """T0.08: Return whether teams on bye or `outsiders` cover all remaining series.

    A partly covered schedule counts as not covered, unless the director rules otherwise.
    """
    outside = outsiders or {}
    return all(duty.covered_by is not None or duty.series in outside for duty in duties)


def _free(byes: Iterable[int], series: Iterable[ScheduledSeries], dropped: int, departed: Collection[int]) -> list[int]:
    """Return the teams without a series in the round: on bye, or scheduled against a departed team."""
    idle: list[int] = []
    for scheduled in series:
        if scheduled.teams & frozenset(departed):
            idle += scheduled.teams
    return [team for team in (*byes, *sorted(idle)) if team != dropped and team not in departed]


def _duty(series: ScheduledSeries, dropped: int, free: list[int]) -> CoverDuty:
    (opponent,) = series.teams - {dropped}
    if free:
        return CoverDuty(series, dropped, opponent, free[0], "the team on bye plays the dropped team's series")
    return CoverDuty(
        series, dropped, opponent, None, "no team has a bye, so a manager from outside the division is needed"
    )
