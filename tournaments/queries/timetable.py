"""The timetable: the director's stored plan, and the times for every round."""

from collections.abc import Iterable, Sequence
from datetime import datetime, time
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Max, Q
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.dates import format_clock
from core.tables import Align, Column, Entry, FilledTable, Place, TableDefinition
from core.templatetags.parts import state
from rules_engine.competition.bracket import length_in
from rules_engine.competition.bracket import rounds_of as rounds_of_bracket
from rules_engine.competition.timetable import (
    Break,
    RoundTimes,
    RoundToPlay,
    Timetable,
    planned,
)
from tournaments.models import Series, Tournament
from tournaments.models.series import bracket_round_title
from tournaments.queries.playoffs import series_lengths
from tournaments.queries.round_in_play import current_rounds
from tournaments.queries.standings import rounds_of

_TIME_FORMAT: Final = "%H:%M"


def timetable_of(tournament: Tournament) -> Timetable | None:
    """Return the timetable, or None if the director hasn't planned one."""
    stored = tournament.timetable
    if not stored:
        return None
    return Timetable(
        datetime.fromisoformat(stored["begins"]).replace(tzinfo=ZoneInfo(tournament.time_zone)),
        stored["minutes_per_game"],
        stored["between"],
        time.fromisoformat(stored["opens"]),
        time.fromisoformat(stored["closes"]),
        tuple(Break(time.fromisoformat(starts), minutes, name) for starts, minutes, name in stored["breaks"]),
    )


def stored_timetable(timetable: Timetable) -> dict[str, Any]:
    """Return the timetable as JSON, in local time."""
    return {
        "begins": timetable.begins.strftime("%Y-%m-%dT%H:%M"),
        "minutes_per_game": timetable.minutes_per_game,
        "between": timetable.between,
        "opens": timetable.opens.strftime(_TIME_FORMAT),
        "closes": timetable.closes.strftime(_TIME_FORMAT),
        "breaks": [
            [
                scheduled_break.at.strftime(_TIME_FORMAT),
                scheduled_break.minutes,
                scheduled_break.title,
            ]
            for scheduled_break in timetable.breaks
        ],
    }


def rounds_to_play(tournament: Tournament) -> list[RoundToPlay]:
    """Return every round of the format in order: the round robin, then the bracket rounds."""
    sizes = _sizes(tournament)
    qualifier_count = qualifiers(tournament, sizes)
    playoffs = _bracket(tournament, Series.Stage.PLAYOFF, qualifier_count)
    consolation = _bracket(
        tournament,
        Series.Stage.CONSOLATION,
        _consolation_size(tournament, sum(sizes) - qualifier_count),
    )
    brackets = sorted([*playoffs, *consolation], key=lambda bracket_round: bracket_round.number)
    return [*_round_robin(tournament, sizes), *brackets]


def _round_robin(tournament: Tournament, sizes: Sequence[int]) -> list[RoundToPlay]:
    stage, games = Series.Stage.ROUND_ROBIN, tournament.series_length
    last_scheduled = tournament.series.filter(stage=stage).aggregate(last=Max("round"))["last"] or 0
    largest_division = max(sizes, default=0)
    regular = rounds_of(tournament, largest_division) if largest_division > 1 else 0
    last = max(last_scheduled, regular + tournament.power_rounds)
    return [RoundToPlay(stage, number, games, f"Round {number}") for number in range(1, last + 1)]


def _bracket(tournament: Tournament, stage: Series.Stage, team_count: int) -> list[RoundToPlay]:
    """Return a bracket's rounds. The consolation bracket is played at the same time as the playoffs."""
    if team_count < 2:
        return []
    lengths = series_lengths(tournament, stage)
    parallel_stage = Series.Stage.PLAYOFF if stage == Series.Stage.CONSOLATION else ""
    rounds = []
    for number in range(1, rounds_of_bracket(team_count) + 1):
        length = length_in(number, team_count, lengths)
        title = bracket_round_title(stage, number, team_count)
        rounds.append(RoundToPlay(stage, number, length, title, parallel_stage))
    return rounds


def _consolation_size(tournament: Tournament, remaining: int) -> int:
    """Return the number of teams in the consolation bracket.

    Before it is seeded, this is the maximum number its rounds allow.
    """
    lengths = tournament.consolation_lengths
    if not lengths:
        return 0
    return tournament.consolation_size or min(remaining, 1 << len(lengths))


def qualifiers(tournament: Tournament, sizes: Sequence[int]) -> int:
    """Return the number of playoff teams: those seeded, or as many as the format allows."""
    if tournament.seeded:
        return tournament.seeded
    placed = sum(min(tournament.advance_per_division, size) for size in sizes)
    return min(sum(sizes), placed + tournament.wild_cards)


def _sizes(tournament: Tournament) -> list[int]:
    sizes: dict[int | None, int] = {}
    for division in tournament.teams.playing().values_list("division_id", flat=True):
        sizes[division] = sizes.get(division, 0) + 1
    return list(sizes.values())


def planned_times(tournament: Tournament) -> list[RoundTimes]:
    """Return the times for every round, or an empty list without a timetable."""
    timetable = timetable_of(tournament)
    return planned(timetable, rounds_to_play(tournament)) if timetable else []


def planned_starts(tournament: Tournament) -> dict[tuple[str, int], str]:
    """Return each round's planned start, such as "Sat 2:20 PM", by stage and number."""
    return {times.round[:2]: weekday_and_time(times.begins) for times in planned_times(tournament)}


def series_with_days(tournament: Tournament, team_id: int | None = None) -> list[Series]:
    """Return the series with an agreed time, a planned time or at least a date, for all teams or a single team."""
    series = tournament.series.exclude(status=Series.Status.VOID).select_related("home", "away", "agreed_time")
    if team_id is not None:
        series = series.filter(Q(home=team_id) | Q(away=team_id))
    planned_rounds = {(each_series.round.stage, each_series.round.number) for each_series in planned_times(tournament)}
    dated = []
    for each_series in series.order_by("stage", "round", "table", "pk"):
        each_series.tournament = tournament
        has_day = tournament.starts_on is not None or each_series.starts_at is not None
        if has_day or (each_series.stage, each_series.round) in planned_rounds:
            dated.append(each_series)
    return dated


def why_no_calendar(tournament: Tournament) -> str:
    """Return the reason why there is no calendar file, or "" if there is one."""
    if series_with_days(tournament):
        return ""
    if not tournament.series.exclude(status=Series.Status.VOID).exists():
        return "No calendar file yet: the schedule isn't published."
    return "No calendar file yet: the rounds have no times, and the settings have no date."


def planned_times_text(tournament: Tournament, stage: str) -> str:
    """Return a stage's start times, such as "Semifinals: Sun 14:20; Final: Sun 17:50"."""
    times = [round_times for round_times in planned_times(tournament) if round_times.round.stage == stage]
    return "; ".join(f"{round_times.round.title}: {weekday_and_time(round_times.begins)}" for round_times in times)


class PlannedRound(NamedTuple):
    """A round with its planned times."""

    times: RoundTimes
    is_current: bool


def weekday_and_time(moment: datetime) -> str:
    """Return a time such as "Sat 2:20 PM"."""
    return f"{moment:%a} {format_clock(moment.time())}"


def _title_html(line: PlannedRound) -> SafeString:
    return format_html("{} {}", line.times.round.title, state("now", "now") if line.is_current else "")


_READ, _API = Place.READ, Place.API
TIMETABLE: TableDefinition[PlannedRound] = TableDefinition(
    "timetable",
    (
        Column("stage", "Stage", lambda line: line.times.round.stage, _API, kind=Series.Stage),
        Column("round", "Round", lambda line: line.times.round.number, _API),
        Column(
            "title",
            "Round",
            lambda line: line.times.round.title,
            _READ | _API,
            Align.LEFT,
            0,
            cell=lambda line: format_html(
                "{} {}", line.times.round.title, state("now", "now") if line.is_current else ""
            ),
            names_row=True,
            kind=str,
        ),
        Column(
            "is_current",
            "Now",
            lambda line: line.is_current,
            _API,
            kind=bool,
            help="the current round, in a division or in the playoffs",
        ),
        Column("games", "Games", lambda line: line.times.round.games, _READ | _API),
        Column(
            "begins",
            "Begins",
            lambda line: line.times.begins,
            _READ | _API,
            text=lambda line: weekday_and_time(line.times.begins),
            kind=datetime,
            width=60,
        ),
        Column(
            "ends",
            "Ends",
            lambda line: line.times.ends,
            _READ | _API,
            text=lambda line: weekday_and_time(line.times.ends),
            kind=datetime,
            width=60,
        ),
        Column(
            "after",
            "Then",
            lambda line: line.times.after,
            _READ | _API,
            Align.LEFT,
            80,
            kind=str,
        ),
    ),
)


def planned_lines(tournament: Tournament, times: Iterable[RoundTimes]) -> list[PlannedRound]:
    current = {(current_round.stage, current_round.number) for current_round in current_rounds(tournament).values()}
    return [PlannedRound(round_times, round_times.round[:2] in current) for round_times in times]


def filled_timetable(tournament: Tournament, times: Iterable[RoundTimes]) -> FilledTable[PlannedRound]:
    rows = [Entry(line) for line in planned_lines(tournament, times)]
    return FilledTable(TIMETABLE, rows, caption="Timetable, as planned")
