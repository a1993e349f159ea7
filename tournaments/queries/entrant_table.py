"""Table of entered teams, for files and the API."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from core.crests import PALETTE
from core.tables import Column, Place, TableDefinition
from tournaments.models import Team


def _manager_values(field: str) -> Callable[[Team], list[str]]:
    """Return a getter for a field's values from all managers who have one."""
    return lambda team: [value for manager in team.managers.all() if (value := getattr(manager, field))]


def _joined_manager_values(field: str) -> Callable[[Team], str]:
    """Return a getter that joins a field's values from all managers. It returns "" if no manager has a value."""

    def joined(team: Team) -> str:
        values = [getattr(manager, field) for manager in team.managers.all()]
        return " / ".join(values) if any(values) else ""

    return joined


def _team_column(name: str, title: str, places: Place, attribute: str = "", **options: Any) -> Column[Team]:
    """Return a column for a team attribute. Its name may differ from the column's name."""
    return Column(name, title, attrgetter(attribute or name), places, **options)


_FILE, _API = Place.FILE, Place.API

ENTRANTS: TableDefinition[Team] = TableDefinition(
    "entrants",
    (
        _team_column("id", "Number", _API, "pk"),
        _team_column("name", "Team", _FILE | _API, kind=str),
        Column("managers", "Managers", _joined_manager_values("name"), _FILE),
        Column("managers", "Managers", _manager_values("name"), _API, kind=list[str]),
        Column("home_town", "Home town", _joined_manager_values("home_town"), _FILE),
        Column("region", "Region", _joined_manager_values("region"), _FILE),
        _team_column("division", "Division", _API, "division_id", is_nullable=True),
        Column("division_name", "Division", lambda team: str(team.division or ""), _FILE),
        _team_column("slot", "Draft position", _FILE | _API, is_nullable=True),
        _team_column("kind", "Kind", _API, kind=Team.Kind),
        Column("kind_name", "Kind", lambda team: team.get_kind_display(), _FILE),
        _team_column("proxy", "Proxy", _FILE),
        _team_column("apart_from", "Apart from", _API, "apart_from_id", is_nullable=True),
        _team_column("is_absent", "Absent", _API, kind=bool),
        _team_column(
            "picks_by_program",
            "Program",
            _API,
            kind=bool,
            help="autopick drafts for the team",
        ),
        _team_column(
            "disqualified",
            "Disqualified",
            _API,
            kind=str,
            help="what happens to its picks: skipped or program (T0.02)",
        ),
        _team_column("crest", "Crest", _API, "badge.letters", kind=str, help="as shown, whether chosen or assigned"),
        _team_column("colours", "Colors", _API, "badge.palette", kind=tuple(PALETTE)),
        _team_column("seed", "Seed", _API, is_nullable=True),
        _team_column("dropped_after_round", "Dropped out", _API, is_nullable=True),
        _team_column("taken_over_by", "Taken over by", _API, kind=str),
        _team_column("is_passed_over", "Out", _API, kind=bool),
    ),
)
