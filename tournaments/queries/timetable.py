"""The timetable: the director's plan as it is stored, the rounds that it is for, and when each is to begin."""

from collections.abc import Iterable
from datetime import datetime, time
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Max

from core.tables import Align, Column, Entry, FilledTable, Place, TableDefinition
from rules_engine.competition.bracket import length_in, round_name
from rules_engine.competition.bracket import rounds_of as rounds_of_bracket
from rules_engine.competition.timetable import Break, RoundTimes, RoundToPlay, Timetable, planned
from tournaments.models import Series, Tournament
from tournaments.queries.standings import rounds_of

_CLOCK: Final = "%H:%M"


def timetable_of(tournament: Tournament) -> Timetable | None:
    """None as long as the director has planned nothing."""
    stored = tournament.timetable
    if not stored:
        return None
    return Timetable(
        datetime.fromisoformat(stored["begins"]).replace(tzinfo=ZoneInfo(tournament.time_zone)),
        stored["minutes_per_game"],
        stored["between"],
        time.fromisoformat(stored["opens"]),
        time.fromisoformat(stored["closes"]),
        tuple(Break(time.fromisoformat(at), minutes, what) for at, minutes, what in stored["breaks"]),
    )


def stored_timetable(timetable: Timetable) -> dict[str, Any]:
    """As JSON; times are the hall's."""
    return {
        "begins": timetable.begins.strftime("%Y-%m-%dT%H:%M"),
        "minutes_per_game": timetable.minutes_per_game,
        "between": timetable.between,
        "opens": timetable.opens.strftime(_CLOCK),
        "closes": timetable.closes.strftime(_CLOCK),
        "breaks": [[pause.at.strftime(_CLOCK), pause.minutes, pause.what] for pause in timetable.breaks],
    }


def rounds_to_play(tournament: Tournament) -> list[RoundToPlay]:
    """Every round of the format in order: of the schedule, or of the one there would be; then the best-ofs."""
    return [*_round_robin(tournament), *_best_ofs(tournament)]


def _round_robin(tournament: Tournament) -> list[RoundToPlay]:
    stage, games = Series.Stage.ROUND_ROBIN, tournament.series_length
    made = tournament.series.filter(stage=stage).aggregate(last=Max("round"))["last"] or 0
    most = max(_sizes(tournament), default=0)
    regular = rounds_of(tournament, most) if most > 1 else 0
    return [RoundToPlay(stage, number, games) for number in range(1, max(made, regular + tournament.power_rounds) + 1)]


def _best_ofs(tournament: Tournament) -> list[RoundToPlay]:
    qualified = qualifiers(tournament)
    if qualified < 2:
        return []
    lengths = tournament.best_of_lengths
    return [
        RoundToPlay(Series.Stage.PLAYOFF, number, length_in(number, qualified, lengths))
        for number in range(1, rounds_of_bracket(qualified) + 1)
    ]


def qualifiers(tournament: Tournament) -> int:
    """How many play best-ofs: those who are seeded, or as many as the format lets through."""
    seeded = tournament.teams.filter(seed__isnull=False).count()
    if seeded:
        return seeded
    sizes = _sizes(tournament)
    placed = sum(min(tournament.advance_per_division, size) for size in sizes)
    return min(sum(sizes), placed + tournament.wild_cards)


def _sizes(tournament: Tournament) -> list[int]:
    sizes: dict[int | None, int] = {}
    for division in tournament.teams.that_play().values_list("division_id", flat=True):
        sizes[division] = sizes.get(division, 0) + 1
    return list(sizes.values())


def planned_times(tournament: Tournament) -> list[RoundTimes]:
    """Nothing where no timetable is set."""
    timetable = timetable_of(tournament)
    return planned(timetable, rounds_to_play(tournament)) if timetable else []


def title_of(each: RoundToPlay, qualified: int) -> str:
    return round_name(each.number, qualified) if each.stage == Series.Stage.PLAYOFF else f"Round {each.number}"


class PlannedLine:
    """A round with its times, for the table."""

    def __init__(self, times: RoundTimes, qualified: int) -> None:
        self.times, self.title = times, title_of(times.round, qualified)


def clock(moment: datetime) -> str:
    """Sat 14:20, as a hall says it."""
    return moment.strftime("%a %H:%M")


_READ, _API = Place.READ, Place.API
TIMETABLE: TableDefinition[PlannedLine] = TableDefinition(
    "timetable",
    (
        Column("stage", "Stage", lambda line: line.times.round.stage, _API, kind=Series.Stage),
        Column("round", "Round", lambda line: line.times.round.number, _API),
        Column("title", "Round", lambda line: line.title, _READ | _API, Align.LEFT, 0, names_row=True, kind=str),
        Column("games", "Games", lambda line: line.times.round.games, _READ | _API),
        Column(
            *("begins", "Begins", lambda line: line.times.begins, _READ | _API),
            text=lambda line: clock(line.times.begins),
            kind=datetime,
            width=60,
        ),
        Column(
            *("ends", "Ends", lambda line: line.times.ends, _READ | _API),
            text=lambda line: clock(line.times.ends),
            kind=datetime,
            width=60,
        ),
        Column("after", "Then", lambda line: line.times.after, _READ | _API, Align.LEFT, 80, kind=str),
    ),
)


def filled_timetable(tournament: Tournament, times: Iterable[RoundTimes]) -> FilledTable[PlannedLine]:
    qualified = qualifiers(tournament)
    rows = [Entry(PlannedLine(each, qualified)) for each in times]
    return FilledTable(TIMETABLE, rows, caption="Timetable, as planned")
