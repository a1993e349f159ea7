"""The timetable: the director's plan as it is stored, the rounds that it is for, and when each is to begin."""

from collections.abc import Iterable, Sequence
from datetime import datetime, time
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Max, Q
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.tables import Align, Column, Entry, FilledTable, Place, TableDefinition
from core.templatetags.parts import state
from rules_engine.competition.bracket import length_in
from rules_engine.competition.bracket import rounds_of as rounds_of_bracket
from rules_engine.competition.timetable import Break, RoundTimes, RoundToPlay, Timetable, planned
from tournaments.models import Series, Tournament
from tournaments.models.series import bracket_round_title
from tournaments.queries.best_ofs import lengths_of
from tournaments.queries.round_in_play import current_rounds
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
    """Every round of the format in order: of the schedule, or of the one there would be; then the brackets' rounds."""
    sizes = _sizes(tournament)
    field = qualifiers(tournament, sizes)
    best_ofs = _bracket(tournament, Series.Stage.PLAYOFF, field)
    consolation = _bracket(tournament, Series.Stage.CONSOLATION, _consoled(tournament, sum(sizes) - field))
    brackets = sorted([*best_ofs, *consolation], key=lambda each: each.number)
    return [*_round_robin(tournament, sizes), *brackets]


def _round_robin(tournament: Tournament, sizes: Sequence[int]) -> list[RoundToPlay]:
    stage, games = Series.Stage.ROUND_ROBIN, tournament.series_length
    made = tournament.series.filter(stage=stage).aggregate(last=Max("round"))["last"] or 0
    most = max(sizes, default=0)
    regular = rounds_of(tournament, most) if most > 1 else 0
    last = max(made, regular + tournament.power_rounds)
    return [RoundToPlay(stage, number, games, f"Round {number}") for number in range(1, last + 1)]


def _bracket(tournament: Tournament, stage: Series.Stage, field: int) -> list[RoundToPlay]:
    """Rounds of a bracket of this many teams; the consolation tourney sits at other tables at the same time."""
    if field < 2:
        return []
    lengths, is_beside = lengths_of(tournament, stage), stage == Series.Stage.CONSOLATION
    return [
        RoundToPlay(
            stage,
            number,
            length_in(number, field, lengths),
            bracket_round_title(stage, number, field),
            Series.Stage.PLAYOFF if is_beside else "",
        )
        for number in range(1, rounds_of_bracket(field) + 1)
    ]


def _consoled(tournament: Tournament, left: int) -> int:
    """How many play the consolation tourney; before it is seeded, as many as its lengths have rounds for."""
    lengths = tournament.consolation_lengths
    if not lengths:
        return 0
    return tournament.consoled or min(left, 1 << len(lengths))


def qualifiers(tournament: Tournament, sizes: Sequence[int]) -> int:
    """How many play best-ofs: those who are seeded, or as many as the format lets through."""
    if tournament.seeded:
        return tournament.seeded
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


def series_with_days(tournament: Tournament, team_id: int | None = None) -> list[Series]:
    """Return the series, of one team or of all, that have a planned time or at least the tournament's first day."""
    series = tournament.series.exclude(status=Series.Status.VOID).select_related("home", "away")
    if team_id is not None:
        series = series.filter(Q(home=team_id) | Q(away=team_id))
    planned_rounds = {(each.round.stage, each.round.number) for each in planned_times(tournament)}
    found = []
    for each in series.order_by("stage", "round", "table", "pk"):
        each.tournament = tournament
        if tournament.starts_on is not None or (each.stage, each.round) in planned_rounds:
            found.append(each)
    return found


def why_no_calendar(tournament: Tournament) -> str:
    """Return why there is no calendar file, or "" if there is one."""
    if series_with_days(tournament):
        return ""
    if not tournament.series.exclude(status=Series.Status.VOID).exists():
        return "No calendar file yet: the schedule isn't published."
    return "No calendar file yet: the rounds have no times, and the settings name no first day."


def planned_in(tournament: Tournament, stage: str) -> str:
    """When the rounds of a stage are to begin, such as "Semifinals: Sun 14:20; Final: Sun 17:50"; "" without a plan."""
    times = [each for each in planned_times(tournament) if each.round.stage == stage]
    return "; ".join(f"{each.round.title}: {clock(each.begins)}" for each in times)


class PlannedLine(NamedTuple):
    """A round with its times, for the table."""

    times: RoundTimes
    is_current: bool


def clock(moment: datetime) -> str:
    """Sat 14:20, as a hall says it."""
    return moment.strftime("%a %H:%M")


def _titled(line: PlannedLine) -> SafeString:
    return format_html("{} {}", line.times.round.title, state("now", "now") if line.is_current else "")


_READ, _API = Place.READ, Place.API
TIMETABLE: TableDefinition[PlannedLine] = TableDefinition(
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
            help="in play in a division, or among the best-ofs",
        ),
        Column("games", "Games", lambda line: line.times.round.games, _READ | _API),
        Column(
            "begins",
            "Begins",
            lambda line: line.times.begins,
            _READ | _API,
            text=lambda line: clock(line.times.begins),
            kind=datetime,
            width=60,
        ),
        Column(
            "ends",
            "Ends",
            lambda line: line.times.ends,
            _READ | _API,
            text=lambda line: clock(line.times.ends),
            kind=datetime,
            width=60,
        ),
        Column("after", "Then", lambda line: line.times.after, _READ | _API, Align.LEFT, 80, kind=str),
    ),
)


def planned_lines(tournament: Tournament, times: Iterable[RoundTimes]) -> list[PlannedLine]:
    now = {(one.stage, one.number) for one in current_rounds(tournament).values()}
    return [PlannedLine(each, each.round[:2] in now) for each in times]


def filled_timetable(tournament: Tournament, times: Iterable[RoundTimes]) -> FilledTable[PlannedLine]:
    rows = [Entry(line) for line in planned_lines(tournament, times)]
    return FilledTable(TIMETABLE, rows, caption="Timetable, as planned")
