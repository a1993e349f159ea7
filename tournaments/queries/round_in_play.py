"""Each division's current round, for every page, PDF, timetable and the API.

A division or playoff bracket is in its earliest round with a game to start, or in a later round that is underway.
Suspended games don't hold a round back (T33.0) and have their own list. When everything is played, the last round stays
current until the next stage. A finished tournament has no current round.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tournaments.models import Series, Tournament
from tournaments.models.series import round_title

RoundKey = tuple[str, int | None]  # Stage and division. Playoffs have no division.

STAGES = (Series.Stage.ROUND_ROBIN, Series.Stage.TIE_BREAK, *Series.BRACKETS)


class PlacedSeries(Protocol):
    """A series, or a row with the same columns."""

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
    """A round's progress. `open` counts series with games in progress or still to start."""

    number: int
    total: int
    open: int
    started: int
    suspended: int

    @property
    def is_on(self) -> bool:
        """Return whether at least half of the round's series have started."""
        return self.started * 2 >= self.total

    @property
    def is_under_way(self) -> bool:
        """Return whether some series have started and some are unfinished."""
        return bool(self.started and self.open)


@dataclass(frozen=True, slots=True)
class CurrentRound:
    """A division's current round. `is_open` is set while any game through this round is open."""

    stage: str
    division_id: int | None
    number: int
    last: int
    is_open: bool

    def holds(self, series: PlacedSeries) -> bool:
        return (self.stage, self.division_id, self.number) == (
            series.stage,
            series.division_id,
            series.round,
        )

    def title(self, tournament: Tournament, division: str) -> str:
        """Return a title such as "East: round 2 of 7", or the name of the bracket's round."""
        if self.stage in Series.BRACKETS:
            return round_title(tournament, self.stage, self.number)
        if self.stage == Series.Stage.TIE_BREAK:
            return f"{division}: tiebreaker game"
        return f"{division}: round {self.number} of {self.last}"


def current_rounds(
    tournament: Tournament, series: Iterable[PlacedSeries] | None = None
) -> dict[RoundKey, CurrentRound]:
    """Return the current round for every division, bracket and tiebreaker game.

    Args:
        series: All series in the tournament or in the relevant divisions. If None, one query loads them.
    """
    stages = stages_in_play(tournament)
    if series is None:
        rows = tournament.series.filter(stage__in=stages).order_by()
        series = rows.values_list("stage", "division_id", "round", "status", named=True)
    statuses: dict[RoundKey, list[tuple[int, str]]] = defaultdict(list)
    for each_series in series:
        if each_series.stage in stages:
            statuses[each_series.stage, each_series.division_id].append((each_series.round, each_series.status))
    tallies = {key: round_tallies(rows) for key, rows in statuses.items()}
    order = sorted(tallies, key=lambda key: (STAGES.index(Series.Stage(key[0])), key[1] or 0))
    return {key: _current(*key, tallies[key]) for key in order if _is_shown(key[0], tallies[key])}


def stages_in_play(tournament: Tournament) -> Sequence[str]:
    """Return the stages whose series are being played. A finished tournament has none."""
    if tournament.stage == Tournament.Stage.FINISHED:
        return ()
    if tournament.stage == Tournament.Stage.PLAYOFFS:
        return Series.BRACKETS
    return (Series.Stage.ROUND_ROBIN, Series.Stage.TIE_BREAK)


def _is_shown(stage: str, tallies: Sequence[RoundTally]) -> bool:
    """Return whether the round is shown. A tiebreaker game is shown only until it is played."""
    if stage != Series.Stage.TIE_BREAK:
        return bool(tallies)
    return any(tally.open or tally.suspended for tally in tallies)


def _current(stage: str, division: int | None, tallies: Sequence[RoundTally]) -> CurrentRound:
    return CurrentRound(
        stage,
        division,
        current_round_number(tallies),
        tallies[-1].number,
        any(tally.open for tally in tallies),
    )


def round_tallies(series: Iterable[tuple[int, str]]) -> list[RoundTally]:
    """Return the tally for each round, based on every series' round and status. Void series are ignored."""
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


def current_round_number(tallies: Sequence[RoundTally]) -> int:
    """Return the earliest open round, or a later round that is underway. If no round is open, return the last.

    Suspended games don't hold a round back (T33.0).
    """
    open_rounds = [tally for tally in tallies if tally.open]
    if not open_rounds:
        return tallies[-1].number
    return max([open_rounds[0].number, *(tally.number for tally in open_rounds if tally.is_on)])


def suspended_from_other_rounds(series: Iterable[Series], current: Iterable[CurrentRound]) -> list[Series]:
    """Return the series that have only suspended games left and aren't in a current round (T33.0)."""
    current_rounds = list(current)
    return [
        each_series
        for each_series in series
        if each_series.status == Series.Status.SUSPENDED
        and not any(current_round.holds(each_series) for current_round in current_rounds)
    ]


def teams_on_bye(teams: Iterable[int], meetings: Iterable[tuple[int, int, str]]) -> set[int]:
    """Return the teams without a series in a round. A meeting is two team IDs and a status. Void series don't count."""
    playing = {team for *pair, status in meetings if status != Series.Status.VOID for team in pair}
    return set(teams) - playing
