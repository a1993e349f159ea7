"""Predict when the current round ends and later rounds start, from the timetable and the games played so far."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from core.dates import format_clock
from rules_engine.competition.timetable import (
    RoundForecast,
    RoundTimes,
    RoundToPlay,
    SeriesAtPlay,
    Timetable,
    forecast,
    from_here,
    pace,
)
from tournaments.models import Series, Tournament
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.queries.timetable import rounds_to_play, timetable_of, weekday_and_time
from weekend.queries.rounds import RoundPace, series_starts

_RECENT_SERIES = 60  # the pace changes over the day, so only the latest series count


@dataclass(frozen=True, slots=True)
class DayOutlook:
    """The predicted times for the current and later rounds.

    `later_rounds` use the hall's pace. `later_rounds_by_limit` apply T33.0 to every round.
    """

    current: RoundForecast
    later_rounds: Sequence[RoundTimes]
    later_rounds_by_limit: Sequence[RoundTimes]

    @property
    def sentence(self) -> str:
        """Return sentences such as "This round ends about 2:20 PM. The final begins about Sat 5:40 PM." """
        table = f". Waiting on table {self.current.table}" if self.current.table else ""
        brackets = dict.fromkeys(times.round.parallel_stage for times in self.later_rounds)
        sentences = [f"Round ends about {format_clock(self.current.ends.time())}{table}."]
        sentences += [self._last_round_sentence(bracket) for bracket in brackets]
        return " ".join(sentences)

    def _last_round_sentence(self, bracket: str) -> str:
        by_pace = _last_of(self.later_rounds, bracket)
        by_limit = _last_of(self.later_rounds_by_limit, bracket)
        title = by_pace.round.title.lower().replace(",", "")
        sentence = f"The {title} starts about {weekday_and_time(by_pace.begins)}"
        if by_limit.begins < by_pace.begins:
            sentence += f", or {weekday_and_time(by_limit.begins)} with T33"
        return f"{sentence}."


def _last_of(rounds: Iterable[RoundTimes], bracket: str) -> RoundTimes:
    return [times for times in rounds if times.round.parallel_stage == bracket][-1]


def outlook(snapshot: TournamentSnapshot, rounds: Sequence[RoundPace], now: datetime) -> DayOutlook | None:
    """Return the outlook, or None if there is no timetable or no current game."""
    tournament = snapshot.tournament
    timetable = timetable_of(tournament)
    if timetable is None:
        return None
    now = now.astimezone(timetable.begins.tzinfo)
    minutes_per_game = pace(_minutes_per_game(snapshot), timetable.minutes_per_game)
    series = list(_series_at_play(timetable, rounds))
    current = forecast(series, now, minutes_per_game)
    if current is None:
        return None
    later_rounds = _later_rounds(tournament, rounds)
    started_at = min(item.began for item in series)
    limit = min(minutes_per_game, float(tournament.profile.game.minutes_per_game))
    return DayOutlook(
        current,
        from_here(timetable, later_rounds, started_at, current.ends, minutes_per_game),
        from_here(timetable, later_rounds, started_at, current.ends_by_limit, limit),
    )


def _series_at_play(timetable: Timetable, rounds: Iterable[RoundPace]) -> Iterable[SeriesAtPlay]:
    for series_pace in (item for current in rounds for item in current.all_series):
        if series_pace.started_at is None:
            continue
        series = series_pace.series
        yield SeriesAtPlay(
            table=series.table or 0,
            began=series_pace.started_at.astimezone(timetable.begins.tzinfo),
            games=series.games_planned,
            over=len(series.outcomes + series.suspended),
            allowed=series_pace.minutes_allowed,
        )


def _later_rounds(tournament: Tournament, rounds: Sequence[RoundPace]) -> list[RoundToPlay]:
    """Return the rounds after the current ones. A consolation bracket can be ahead or behind."""
    planned = rounds_to_play(tournament)
    current_by_stage: dict[str, int] = {}
    for current in rounds:
        if current.series:
            stage = current.series[0].series.stage
            current_by_stage[stage] = max(current.number, current_by_stage.get(stage, 0))
    last_current = -1
    for index, planned_round in enumerate(planned):
        if current_by_stage.get(planned_round.stage) == planned_round.number:
            last_current = index
    return [
        planned_round
        for index, planned_round in enumerate(planned)
        if _is_later(planned_round, index > last_current, current_by_stage)
    ]


def _is_later(planned_round: RoundToPlay, is_after_current: bool, current_by_stage: dict[str, int]) -> bool:
    if planned_round.stage in current_by_stage:
        return planned_round.number > current_by_stage[planned_round.stage]
    return is_after_current


def _minutes_per_game(snapshot: TournamentSnapshot) -> list[float]:
    """Return the minutes per game for each recent series."""
    completed = [
        (series.completed_at, series)
        for series in snapshot.series
        if series.status == Series.Status.COMPLETE and series.started_at is not None and series.completed_at is not None
    ]
    completed.sort(key=lambda entry: entry[0], reverse=True)
    recent = [series for _, series in completed[:_RECENT_SERIES]]
    start_by_series = series_starts(snapshot.tournament, recent)
    minutes = []
    for series in recent:
        if series.started_at is None or series.completed_at is None:
            continue
        start = start_by_series[series.pk]
        # without a roll for home, the clock starts when the first game is entered
        games = len(series.outcomes) - (start == series.started_at)
        if games > 0 and series.completed_at > start:
            minutes.append((series.completed_at - start).total_seconds() / 60 / games)
    return minutes
