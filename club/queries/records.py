"""All-time records of the club, and the players drafted most often."""

from typing import Final, NamedTuple

from django.db.models import Avg, Count, Min, QuerySet
from django.utils.html import format_html
from django.utils.safestring import SafeString

from club.models import TeamFinish
from club.queries.names import hidden_names_of, public_managers, public_team_name
from core.tables import Align, Column, Place, TableDefinition
from drafts.models import Pick

_SHOWN = 5
PLAYERS_SHOWN = 100
_READ = Place.PAGE | Place.API


class ClubRecord(NamedTuple):
    """One of the best marks: its holder as the public may read it."""

    mark: int
    finish: TeamFinish
    managers: str
    team: str


class RecordKind(NamedTuple):
    """What is counted, by the field of a stored result."""

    key: str
    title: str
    unit: str


RECORD_KINDS: Final = (
    RecordKind("wins", "Most wins in a tournament", "Wins"),
    RecordKind("longest_streak", "Longest winning streak", "Games"),
    RecordKind("shutouts", "Most shutouts in a tournament", "Shutouts"),
    RecordKind("playoff_wins", "Most playoff wins in a tournament", "Wins"),
)


def _tournament_html(record: ClubRecord) -> SafeString:
    tournament = record.finish.tournament
    return format_html('<a href="{}">{}</a>', tournament.get_absolute_url(), tournament.name)


def record_table(kind: RecordKind) -> TableDefinition[ClubRecord]:
    """Return the columns of one kind of record."""
    return TableDefinition("records", (Column("mark", kind.unit, lambda record: record.mark, _READ), *_HOLDER))


_HOLDER: Final[tuple[Column[ClubRecord], ...]] = (
    Column("managers", "Manager", lambda record: record.managers, _READ, Align.LEFT, names_row=True, kind=str),
    Column("team", "Team", lambda record: record.team, _READ, Align.LEFT, kind=str),
    Column(
        "tournament",
        "Tournament",
        lambda record: record.finish.tournament.name,
        _READ,
        Align.LEFT,
        cell=_tournament_html,
        kind=str,
    ),
)


def best_marks(kind: RecordKind) -> list[ClubRecord]:
    """Return the best marks of one kind, the earliest of equals first. Four queries."""
    finishes = (
        TeamFinish.objects.filter(tournament__is_practice=False, **{f"{kind.key}__gt": 0})
        .select_related("tournament", "team")
        .defer("tournament__profile_text", "tournament__timetable")
        .prefetch_related("team__managers", "team__person_links__person")
        .order_by(f"-{kind.key}", "losses", "tournament__starts_on", "pk")
    )
    return [_record(kind, finish) for finish in finishes[:_SHOWN]]


def _record(kind: RecordKind, finish: TeamFinish) -> ClubRecord:
    team = finish.team
    return ClubRecord(
        getattr(finish, kind.key), finish, public_managers(team), public_team_name(team, hidden_names_of(team))
    )


class PlayerDrafts(NamedTuple):
    """A player's drafts from cards of one season."""

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
    """Return the players drafted most often, then earliest, by name and season of their cards. One query."""
    picks: QuerySet[Pick] = Pick.objects.filter(card__isnull=False, draft__division__tournament__is_practice=False)
    if search:
        picks = picks.filter(card__name__icontains=search)
    if season is not None:
        picks = picks.filter(card__card_set__season=season)
    totals = picks.order_by().values("card__name", "card__card_set__season")
    totals = totals.annotate(drafts=Count("pk"), average=Avg("overall"), earliest=Min("overall"))
    rows = totals.order_by("-drafts", "average", "card__name")[:PLAYERS_SHOWN]
    return [
        PlayerDrafts(
            row["card__name"], row["card__card_set__season"], row["drafts"], float(row["average"]), row["earliest"]
        )
        for row in rows
    ]
