"""Which round each division is in: one model, read by desk, schedule, my team, walls, paper, timetable and API.

A division, or a bracket of best-ofs, is in the earliest round with a game to begin, or in a later one that is under way
without it. Suspended games hold no round back (T33.0) and stand on a list of their own. When all is played the last
round stays until the tournament goes on to its next stage; once the tournament is over there is no round.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tournaments.models import Series, Tournament
from tournaments.models.series import round_title

RoundKey = tuple[str, int | None]  # stage and division; best-ofs are of no division

STAGES = (Series.Stage.ROUND_ROBIN, Series.Stage.TIE_BREAK, *Series.BRACKETS)


class PlacedSeries(Protocol):
    """A series, or as much of its row."""

    @property
    def stage(self) -> str: ...
    @property
    def division_id(self) -> int | None: ...
    @property
    def round(self) -> int: ...
    @property
    def status(self) -> str: ...


@dataclass(frozen=True, slots=True)
class RoundTally:
    """How far one round has come. `open`: series in which a game is still to be begun or is going on."""

    number: int
    total: int
    open: int
    begun: int
    suspended: int

    @property
    def is_on(self) -> bool:
        """Whether at least half of its series have begun."""
        return self.begun * 2 >= self.total

    @property
    def is_under_way(self) -> bool:
        """Something of it has begun and something is left to begin or to end."""
        return bool(self.begun and self.open)


@dataclass(frozen=True, slots=True)
class CurrentRound:
    """The round that a division is in. `is_open`: a game is still to be begun or going on, in it or before it."""

    stage: str
    division_id: int | None
    number: int
    last: int
    is_open: bool

    def holds(self, series: PlacedSeries) -> bool:
        return (self.stage, self.division_id, self.number) == (series.stage, series.division_id, series.round)

    def title(self, tournament: Tournament, division: str) -> str:
        """East: round 2 of 7, or what the round of a bracket is called."""
        if self.stage in Series.BRACKETS:
            return round_title(tournament, self.stage, self.number)
        if self.stage == Series.Stage.TIE_BREAK:
            return f"{division}: play-off for a tie"
        return f"{division}: round {self.number} of {self.last}"


def current_rounds(
    tournament: Tournament, series: Iterable[PlacedSeries] | None = None
) -> dict[RoundKey, CurrentRound]:
    """The round of every division, or of every bracket once there are best-ofs; tie-breaks while they are played.

    `series`: all of the tournament, or of the divisions that are asked for; without them one query.
    """
    stages = stages_in_play(tournament)
    if series is None:
        rows = tournament.series.filter(stage__in=stages).order_by()
        series = rows.values_list("stage", "division_id", "round", "status", named=True)
    statuses: dict[RoundKey, list[tuple[int, str]]] = defaultdict(list)
    for one in series:
        if one.stage in stages:
            statuses[one.stage, one.division_id].append((one.round, one.status))
    tallies = {key: round_tallies(rows) for key, rows in statuses.items()}
    order = sorted(tallies, key=lambda key: (STAGES.index(Series.Stage(key[0])), key[1] or 0))
    return {key: _current(*key, tallies[key]) for key in order if _is_shown(key[0], tallies[key])}


def stages_in_play(tournament: Tournament) -> Sequence[str]:
    """The stages of series that the room plays now; none once the tournament is over."""
    if tournament.stage == Tournament.Stage.FINISHED:
        return ()
    if tournament.stage == Tournament.Stage.PLAYOFFS:
        return Series.BRACKETS
    return (Series.Stage.ROUND_ROBIN, Series.Stage.TIE_BREAK)


def _is_shown(stage: str, tallies: Sequence[RoundTally]) -> bool:
    """A play-off game for a tie only while it has to be played, or played on."""
    if stage != Series.Stage.TIE_BREAK:
        return bool(tallies)
    return any(one.open or one.suspended for one in tallies)


def _current(stage: str, division: int | None, tallies: Sequence[RoundTally]) -> CurrentRound:
    return CurrentRound(stage, division, round_reached(tallies), tallies[-1].number, any(one.open for one in tallies))


def round_tallies(series: Iterable[tuple[int, str]]) -> list[RoundTally]:
    """Round and status of every series -> each round in order; a round of which every series is void is none."""
    rounds: dict[int, list[str]] = defaultdict(list)
    for number, status in series:
        if status != Series.Status.VOID:
            rounds[number].append(status)
    return [_tally(number, rounds[number]) for number in sorted(rounds)]


def _tally(number: int, statuses: Sequence[str]) -> RoundTally:
    return RoundTally(
        number,
        len(statuses),
        sum(status not in Series.NOTHING_TO_BEGIN for status in statuses),
        sum(status != Series.Status.SCHEDULED for status in statuses),
        statuses.count(Series.Status.SUSPENDED),
    )


def round_reached(tallies: Sequence[RoundTally]) -> int:
    """The earliest open round, unless a later one is under way without it; the last when nothing is to be begun.

    A series that waits for suspended games only holds no round back (T33.0): the room plays on.
    """
    open_rounds = [one for one in tallies if one.open]
    if not open_rounds:
        return tallies[-1].number
    return max([open_rounds[0].number, *(one.number for one in open_rounds if one.is_on)])


def suspended_apart(series: Iterable[Series], current: Iterable[CurrentRound]) -> list[Series]:
    """Series that wait for suspended games only and are of no round in play (T33.0)."""
    now = list(current)
    return [one for one in series if one.status == Series.Status.SUSPENDED and not any(r.holds(one) for r in now)]


def without_series(teams: Iterable[int], meetings: Iterable[tuple[int, int, str]]) -> set[int]:
    """Those of `teams` with a bye: in no series of a round, given as its two teams and status. Void series are none."""
    playing = {team for *pair, status in meetings if status != Series.Status.VOID for team in pair}
    return set(teams) - playing
