"""The table of teams that have entered."""

from collections.abc import Callable, Container, Iterable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from core.crests import PALETTE
from core.tables import Align, Column, FilledTable, Place, TableDefinition
from core.templatetags.parts import state
from tournaments.models import Manager, Team


class EnteredTeam(NamedTuple):
    """A team, and whether it has a valid link."""

    team: Team
    is_invited: bool = False


def _manager_html(manager: Manager) -> SafeString:
    home = ", ".join(filter(None, (manager.home_town, manager.region))) if manager.home_town else ""
    return format_html('{} <span class="quiet small">{}</span>' if home else "{}", manager.name, home)


def _managers_html(entered: EnteredTeam) -> SafeString:
    people = [(_manager_html(manager),) for manager in entered.team.managers.all()]
    if people:
        return format_html_join(" and ", "{}", people)
    return state("no manager yet", "warn") if _awaits_manager(entered) else _PROGRAM_HTML


_PROGRAM_HTML = SafeString('<span class="quiet">the program</span>')


def _awaits_manager(entered: EnteredTeam) -> bool:
    return entered.team.kind == Team.Kind.MANAGED and not entered.team.managers.all()


def _state_badges(entered: EnteredTeam) -> Iterator[SafeString]:
    team = entered.team
    is_imputed = team.kind == Team.Kind.IMPUTED
    if is_imputed:
        yield state("imputed")
    if team.is_absent:
        yield state("absent", "warn")
    elif team.picks_by_program and not (is_imputed or team.disqualified):
        yield state("autopick")
    if team.apart_from:
        yield state(f"not with {team.apart_from}")
    if team.departure:
        yield state(team.departure, "bad")
    if entered.is_invited:
        yield state("has a link")
    if team.pin_hash:
        yield state("PIN set by the director" if team.pin_set_by else "has a PIN")


def _edit_link(entered: EnteredTeam) -> SafeString:
    team = entered.team
    address = reverse("team_entry", args=(team.tournament.slug, team.pk))
    return format_html('<a href="{}" aria-label="Change {}">Change</a>', address, team.name)


def _manager_values(field: str) -> Callable[[EnteredTeam], list[str]]:
    """Return a getter for a field of every manager who has a value."""
    return lambda entered: [value for manager in entered.team.managers.all() if (value := getattr(manager, field))]


def _joined_manager_values(field: str) -> Callable[[EnteredTeam], str]:
    """Return a getter that joins a field of all managers; "" if none has a value."""

    def joined(entered: EnteredTeam) -> str:
        values = [getattr(manager, field) for manager in entered.team.managers.all()]
        return " / ".join(values) if any(values) else ""

    return joined


def _team_column(name: str, title: str, places: Place, attribute: str = "", **options: Any) -> Column[EnteredTeam]:
    """Return a column for an attribute of the team, which may differ from the column's name."""
    return Column(name, title, attrgetter(f"team.{attribute or name}"), places, **options)


_PAGE, _FILE, _API = Place.PAGE, Place.FILE, Place.API
_LEFT = Align.LEFT

ENTRANTS: TableDefinition[EnteredTeam] = TableDefinition(
    "entrants",
    (
        _team_column("id", "Number", _API, "pk"),
        _team_column("name", "Team", _PAGE | _FILE | _API, align=_LEFT, names_row=True, kind=str),
        Column(
            "managers",
            "Managers",
            _joined_manager_values("name"),
            _PAGE | _FILE,
            _LEFT,
            cell=_managers_html,
        ),
        Column("managers", "Managers", _manager_values("name"), _API, kind=list[str]),
        Column("home_town", "Home town", _joined_manager_values("home_town"), _FILE),
        Column("region", "Region", _joined_manager_values("region"), _FILE),
        _team_column("division", "Division", _API, "division_id", is_nullable=True),
        Column(
            "division_name",
            "Division",
            lambda entered: str(entered.team.division or ""),
            _PAGE | _FILE,
            _LEFT,
        ),
        _team_column("slot", "Draft position", _PAGE | _FILE | _API, head="Position", is_nullable=True),
        _team_column("kind", "Kind", _API, kind=Team.Kind),
        Column("kind_name", "Kind", lambda entered: entered.team.get_kind_display(), _FILE),
        _team_column("proxy", "Proxy", _PAGE | _FILE, align=_LEFT),
        _team_column("apart_from", "Apart from", _API, "apart_from_id", is_nullable=True),
        _team_column("is_absent", "Absent", _API, kind=bool),
        _team_column(
            "picks_by_program",
            "Program",
            _API,
            kind=bool,
            help="the program drafts for the team",
        ),
        _team_column(
            "disqualified",
            "Disqualified",
            _API,
            kind=str,
            help="T0.02: skipped or program, what happens to its turns",
        ),
        _team_column("crest", "Crest", _API, "badge.letters", kind=str, help="as shown, chosen or not"),
        _team_column("colours", "Colours", _API, "badge.colours", kind=tuple(PALETTE)),
        _team_column("seed", "Seed", _API, is_nullable=True),
        _team_column("dropped_after_round", "Dropped out", _API, is_nullable=True),
        _team_column("taken_over_by", "Taken over by", _API, kind=str),
        _team_column("is_passed_over", "Out", _API, kind=bool),
        _team_column(
            "state",
            "State",
            _PAGE,
            "departure",
            align=_LEFT,
            cell=lambda entered: SafeString(" ".join(_state_badges(entered))),
        ),
        Column("change", "Change", lambda entered: None, _PAGE, _LEFT, cell=_edit_link),
    ),
)


def filled_entrants(teams: Iterable[Team], invited: Container[int | None]) -> FilledTable[EnteredTeam]:
    """Return the table; `invited` holds the ids of the teams with a link."""
    return ENTRANTS.filled((EnteredTeam(team, team.pk in invited) for team in teams), caption="Teams")
