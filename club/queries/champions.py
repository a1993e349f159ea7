"""The champions of all finished tournaments."""

from datetime import date
from typing import NamedTuple

from django.utils.dateformat import format as date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from club.models import TeamFinish
from club.queries.names import hidden_names_of, public_managers, public_team_name
from club.queries.seasons import tournament_day
from core.tables import Align, Column, Place, TableDefinition
from rules_engine.competition.standings import record_text


class Champion(NamedTuple):
    """A tournament's champion: the managers as the public may read them."""

    finish: TeamFinish
    managers: str
    team: str

    @property
    def day(self) -> date:
        return tournament_day(self.finish.tournament)

    @property
    def day_text(self) -> str:
        """The day on pages, such as "Mar 7, 2026"."""
        return date_format(self.day, "M j, Y")

    @property
    def record(self) -> str:
        return record_text(self.finish.wins, self.finish.losses, self.finish.ties)


def _tournament_html(row: Champion) -> SafeString:
    tournament = row.finish.tournament
    return format_html('<a href="{}">{}</a>', tournament.get_absolute_url(), tournament.name)


_READ = Place.PAGE | Place.API | Place.FILE
CHAMPIONS: TableDefinition[Champion] = TableDefinition(
    "champions",
    (
        Column(
            "date", "Date", lambda row: row.day.isoformat(), _READ, Align.LEFT, text=lambda row: row.day_text, kind=str
        ),
        Column(
            "tournament",
            "Tournament",
            lambda row: row.finish.tournament.name,
            _READ,
            Align.LEFT,
            cell=_tournament_html,
            names_row=True,
            kind=str,
        ),
        Column("slug", "Slug", lambda row: row.finish.tournament.slug, Place.API, kind=str),
        Column("managers", "Champion", lambda row: row.managers, _READ, Align.LEFT, kind=str),
        Column("team", "Team", lambda row: row.team, _READ, Align.LEFT, kind=str),
        Column("record", "W-L", lambda row: row.record, Place.PAGE, kind=str),
        Column("wins", "W", lambda row: row.finish.wins, Place.API | Place.FILE),
        Column("losses", "L", lambda row: row.finish.losses, Place.API | Place.FILE),
        Column("entrants", "Teams", lambda row: row.finish.entrants, _READ),
    ),
)


def champions() -> list[Champion]:
    """Return the champions, the newest first. Four queries."""
    finishes = (
        TeamFinish.objects.filter(place=1, tournament__is_practice=False)
        .select_related("tournament", "team")
        .defer("tournament__profile_text", "tournament__timetable")
        .prefetch_related("team__managers", "team__person_links__person")
    )
    ordered = sorted(finishes, key=lambda row: (tournament_day(row.tournament), row.pk), reverse=True)
    return [
        Champion(row, public_managers(row.team), public_team_name(row.team, hidden_names_of(row.team)))
        for row in ordered
    ]
