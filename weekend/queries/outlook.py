"""Predict when the current round ends and the others start, from the timetable and from games already played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

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
from tournaments.queries.timetable import rounds_to_play, timetable_of, weekday_and_time
from weekend.queries.rounds import RoundNow, beginnings

_PLAYED = 60  # series, the latest: a hall's pace is that of the day


@dataclass(frozen=True, slots=True)
class DayOutlook:
    """The predicted times. `rest` uses the hall's pace for later rounds; `rest_by_limit` applies T33.0 to all."""

    now: RoundForecast
    rest: Sequence[RoundTimes]
    rest_by_limit: Sequence[RoundTimes]

    @property
    def sentence(self) -> str:
        """Return a sentence such as "This round ends about 14:20." """
        held = f"; table {self.now.table} holds the hall" if self.now.table else ""
        said = f"This round ends about {self.now.ends:%H:%M}{held}."
        strands = dict.fromkeys(each.round.beside for each in self.rest)
        return " ".join([said, *(self._last(beside) for beside in strands)])

    def _last(self, beside: str) -> str:
        """Return a sentence with the start of the last round."""
        by_pace, by_limit = (
            [each for each in rounds if each.round.beside == beside][-1] for rounds in (self.rest, self.rest_by_limit)
        )
        said = f"The {by_pace.round.title.lower().replace(',', '')} begins about {weekday_and_time(by_pace.begins)}"
        if by_limit.begins < by_pace.begins:
            said += f"; with T33 applied {weekday_and_time(by_limit.begins)}"
        return f"{said}."


def outlook(tournament: Tournament, rounds: Sequence[RoundNow], now: datetime) -> DayOutlook | None:
    """Return the outlook, or None without a timetable or current games. Two queries beyond those for the rounds."""
    timetable = timetable_of(tournament)
    if timetable is None:
        return None
    now = now.astimezone(timetable.begins.tzinfo)
    minutes = pace(_minutes_per_game(tournament), timetable.minutes_per_game)
    at_play = list(_at_play(timetable, rounds))
    seen = forecast(at_play, now, minutes)
    if seen is None:
        return None
    to_come, began = _to_come(tournament, rounds), min(each.began for each in at_play)
    limit = min(minutes, float(tournament.profile.game.minutes_per_game))
    return DayOutlook(
        seen,
        from_here(timetable, to_come, began, seen.ends, minutes),
        from_here(timetable, to_come, began, seen.ends_by_limit, limit),
    )


def _at_play(timetable: Timetable, rounds: Iterable[RoundNow]) -> Iterable[SeriesAtPlay]:
    for each in (one for now in rounds for one in now.all):
        if each.began is not None:
            over = len(each.series.outcomes + each.series.suspended)
            began = each.began.astimezone(timetable.begins.tzinfo)
            yield SeriesAtPlay(each.series.table or 0, began, each.series.games_planned, over, each.allowed)


def _to_come(tournament: Tournament, rounds: Sequence[RoundNow]) -> list[RoundToPlay]:
    """Return the rounds after the current ones by stage. A consolation bracket may be ahead or behind."""
    every = rounds_to_play(tournament)
    played: dict[str, int] = {}
    for now in (one for one in rounds if one.series):
        stage = now.series[0].series.stage
        played[stage] = max(now.number, played.get(stage, 0))
    last = max((place for place, each in enumerate(every) if played.get(each.stage) == each.number), default=-1)
    return [
        each
        for place, each in enumerate(every)
        if (each.number > played[each.stage] if each.stage in played else place > last)
    ]


def _minutes_per_game(tournament: Tournament) -> list[float]:
    """Return the minutes per game of each recent series."""
    over = tournament.series.filter(status=Series.Status.COMPLETE, started_at__isnull=False, completed_at__isnull=False)
    latest = list(over.order_by("-completed_at")[:_PLAYED])
    begun = beginnings(tournament, latest)
    minutes = []
    for each in latest:
        if each.started_at is None or each.completed_at is None:
            continue
        began = begun[each.pk]
        games = len(each.outcomes) - (began == each.started_at)
        if games > 0 and each.completed_at > began:
            minutes.append((each.completed_at - began).total_seconds() / 60 / games)
    return minutes
