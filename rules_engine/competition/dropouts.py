"""A drop-out's schedule: who plays the series he leaves (T0.08)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from rules_engine.competition.schedule import Schedule, ScheduledSeries

RULE = "T0.08"


@dataclass(frozen=True, slots=True)
class CoverDuty:
    """One series the dropped team leaves: who has the duty, None where somebody from outside must be found."""

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
    gone: Collection[int] = (),
    busy: Mapping[int, Collection[int]] | None = None,
    postponed: Collection[int] = (),
) -> list[CoverDuty]:
    """T0.08: the dropped team's series after this round, each with the team on bye that plays it, if there is one.

    In an odd division the team on bye must. `gone` are teams that dropped out before and are not covered: they
    neither cover nor are met, and with them the parity is that of the teams still being played. `busy`: by round,
    who cannot cover there although on bye: he plays for another dropped team already, or has left himself. `postponed`:
    earlier rounds in which the dropped team's series is still to be played.
    """
    left = [one for one in schedule.of_team(dropped) if one.round > last_round_played or one.round in postponed]
    byes = {found.number: _free(found.byes, found.series, dropped, gone) for found in schedule.rounds}
    taken = busy or {}
    free = {number: [team for team in teams if team not in taken.get(number, ())] for number, teams in byes.items()}
    return [_duty(one, dropped, free[one.round]) for one in left if not one.teams & frozenset(gone)]


def covered_in_full(duties: Iterable[CoverDuty], outsiders: Mapping[ScheduledSeries, str] | None = None) -> bool:
    """T0.08: whether the whole of what is left is played, by byes or by `outsiders`.

    A schedule that can be covered only in part counts as not covered; the director may rule otherwise.
    """
    outside = outsiders or {}
    return all(duty.covered_by is not None or duty.series in outside for duty in duties)


def _free(byes: Iterable[int], series: Iterable[ScheduledSeries], dropped: int, gone: Collection[int]) -> list[int]:
    """Teams without a series in the round: on bye, or scheduled against a team that is gone."""
    idle = [team for one in series if one.teams & frozenset(gone) for team in one.teams]
    return [team for team in (*byes, *sorted(idle)) if team != dropped and team not in gone]


def _duty(series: ScheduledSeries, dropped: int, free: list[int]) -> CoverDuty:
    (opponent,) = series.teams - {dropped}
    if free:
        return CoverDuty(series, dropped, opponent, free[0], "the team on bye plays the dropped team's series")
    return CoverDuty(series, dropped, opponent, None, "nobody has a bye: a player from outside the division is needed")
