"""The club's all-time records, and the players drafted most often."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import Final, NamedTuple

from django.db.models import F
from django.utils.html import format_html
from django.utils.safestring import SafeString

from club.models import PastResult, PlayerDraftTotals, TeamFinish
from club.queries.names import hidden_names_of, manager_names, public_managers, public_name, public_team_name
from club.queries.seasons import tournament_day, tournament_facts
from core.tables import Align, Column, Place, TableDefinition
from core.templatetags.parts import state
from tournaments.access.visibility import counted_by_club

_SHOWN = 5
PLAYERS_SHOWN = 100
LEAST_GAMES = 10  # for a pitching staff to qualify
_READ = Place.PAGE | Place.API

_RUNS_A_GAME = F("runs_allowed") * 1.0 / F("games_with_runs")


class ClubRecord(NamedTuple):
    """A record mark, with its holder's public name. `finish` is None for an imported result."""

    mark: float
    managers: str
    team: str
    title: str  # the tournament's title
    finish: TeamFinish | None = None

    @property
    def slug(self) -> str | None:
        return self.finish.tournament.slug if self.finish is not None else None


class RecordKind(NamedTuple):
    """A record category, based on a stored result's field.

    Attributes:
        is_imported: Whether imported results can hold the record.
        is_lowest: Whether the lowest mark is best, among teams with enough games.
    """

    key: str
    title: str
    unit: str
    is_imported: bool = False
    is_lowest: bool = False

    def text(self, mark: float) -> str:
        return f"{mark:.2f}" if self.is_lowest else str(mark)


RECORD_KINDS: Final = (
    RecordKind("wins", "Most wins in a tournament", "Wins", is_imported=True),
    RecordKind("longest_streak", "Longest winning streak", "Games"),
    RecordKind("shutouts", "Most shutouts in a tournament", "Shutouts"),
    RecordKind(
        "runs_a_game",
        f"Best pitching staff: fewest runs per game, in at least {LEAST_GAMES} games",
        "Runs per game",
        is_lowest=True,
    ),
    RecordKind("playoff_wins", "Most playoff wins in a tournament", "Wins", is_imported=True),
)


def _tournament_html(record: ClubRecord) -> SafeString:
    if record.finish is None:
        return format_html("{} {}", record.title, state("imported"))
    return format_html('<a href="{}">{}</a>', record.finish.tournament.get_absolute_url(), record.title)


def record_table(kind: RecordKind) -> TableDefinition[ClubRecord]:
    """Return the columns for a record category."""
    mark: Column[ClubRecord] = Column(
        "mark", kind.unit, lambda record: record.mark, _READ, text=lambda record: kind.text(record.mark), kind=float
    )
    return TableDefinition("records", (mark, *_HOLDER))


_HOLDER: Final[tuple[Column[ClubRecord], ...]] = (
    Column("managers", "Manager", lambda record: record.managers, _READ, Align.LEFT, names_row=True, kind=str),
    Column("team", "Team", lambda record: record.team, _READ, Align.LEFT, kind=str),
    Column(
        "tournament",
        "Tournament",
        lambda record: record.title,
        _READ,
        Align.LEFT,
        cell=_tournament_html,
        kind=str,
    ),
)


def best_marks() -> dict[RecordKind, list[ClubRecord]]:
    """Return the best marks in each category, including imported ones. Ten queries.

    Equal marks are sorted by fewer losses, then by the earlier tournament.
    """
    ids_by_kind = {kind: _best_finish_ids(kind) for kind in RECORD_KINDS}
    finishes = _finishes({number for ids in ids_by_kind.values() for number in ids})
    return {kind: _best_records(kind, [finishes[number] for number in ids]) for kind, ids in ids_by_kind.items()}


def _best_records(kind: RecordKind, finishes: Iterable[TeamFinish]) -> list[ClubRecord]:
    played = [(row.losses, tournament_day(row.tournament), _record(kind, row)) for row in finishes]
    past = [(row.losses or 0, date(row.year, 1, 1), _past_record(kind, row)) for row in _best_past_results(kind)]
    sign = 1 if kind.is_lowest else -1
    ordered = sorted([*played, *past], key=lambda entry: (sign * entry[2].mark, *entry[:2]))
    return [record for *_, record in ordered[:_SHOWN]]


def _best_finish_ids(kind: RecordKind) -> list[int]:
    """Return only the ids, because the database has to sort all finishes."""
    finishes = TeamFinish.objects.filter(counted_by_club("tournament__"))
    if kind.is_lowest:
        finishes = finishes.filter(games_with_runs__gte=LEAST_GAMES).annotate(mark=_RUNS_A_GAME)
        finishes = finishes.order_by("mark", "losses", "tournament__starts_on", "pk")
    else:
        finishes = finishes.filter(**{f"{kind.key}__gt": 0})
        finishes = finishes.order_by(f"-{kind.key}", "losses", "tournament__starts_on", "pk")
    return list(finishes.values_list("pk", flat=True)[:_SHOWN])


def _finishes(ids: Collection[int]) -> dict[int, TeamFinish]:
    """Return these finishes by id, with the data that identifies their holders. Three queries."""
    finishes = (
        TeamFinish.objects.filter(pk__in=ids)
        .select_related("tournament", "team")
        .only(*TeamFinish.RESULT, *tournament_facts("tournament__"), "team__name")
        .prefetch_related(*manager_names("team__"))
    )
    return {finish.pk: finish for finish in finishes}


def _best_past_results(kind: RecordKind) -> list[PastResult]:
    """Return the best imported results in one tournament. Imported results have no streaks or shutouts."""
    if not kind.is_imported:
        return []
    rows = PastResult.objects.exclude(tournament="").filter(**{f"{kind.key}__gt": 0}).select_related("person")
    return list(rows.order_by(f"-{kind.key}", "losses", "year", "pk")[:_SHOWN])


def _record(kind: RecordKind, finish: TeamFinish) -> ClubRecord:
    team = finish.team
    name = public_team_name(team, hidden_names_of(team))
    mark = round(finish.runs_a_game, 3) if kind.is_lowest else getattr(finish, kind.key)
    return ClubRecord(mark, public_managers(team), name, finish.tournament.name, finish)


def _past_record(kind: RecordKind, row: PastResult) -> ClubRecord:
    return ClubRecord(getattr(row, kind.key), public_name(row.person), "", f"{row.title}, {row.year}")


class PlayerDrafts(NamedTuple):
    """A player's drafts, by card season."""

    name: str
    season: int | None
    drafts: int
    average: float
    earliest: int


def _average_text(player: PlayerDrafts) -> str:
    return f"{player.average:.1f}"


DRAFTED_PLAYERS: TableDefinition[PlayerDrafts] = TableDefinition(
    "drafted",
    (
        Column("name", "Player", lambda player: player.name, _READ, Align.LEFT, names_row=True, kind=str),
        Column("season", "Season", lambda player: player.season, _READ, is_nullable=True),
        Column("drafts", "Drafted", lambda player: player.drafts, _READ),
        Column(
            "average_pick",
            "Average pick",
            lambda player: round(player.average, 2),
            _READ,
            text=_average_text,
            kind=float,
        ),
        Column("earliest_pick", "Earliest", lambda player: player.earliest, _READ),
    ),
)


def drafted_players(search: str = "", season: int | None = None) -> list[PlayerDrafts]:
    """Return the players drafted most often, then earliest, by name and card season. One query."""
    totals = PlayerDraftTotals.objects.filter(name__icontains=search) if search else PlayerDraftTotals.objects.all()
    if season is not None:
        totals = totals.filter(season=season)
    rows = totals.annotate(average=F("overall_sum") * 1.0 / F("drafts")).order_by(
        "-drafts", "average", "name", "season"
    )
    return [
        PlayerDrafts(row.name, row.season or None, row.drafts, row.average, row.earliest)
        for row in rows[:PLAYERS_SHOWN]
    ]
