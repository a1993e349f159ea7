"""A team that has entered, and the columns in which the desk's page, the file and the API show it."""

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


class TeamEntered(NamedTuple):
    """A team, and whether a link of its own stands."""

    team: Team
    is_invited: bool = False


def _person(manager: Manager) -> SafeString:
    home = ", ".join(filter(None, (manager.home_town, manager.region))) if manager.home_town else ""
    return format_html('{} <span class="quiet small">{}</span>' if home else "{}", manager.name, home)


def _managers(entered: TeamEntered) -> SafeString:
    people = [(_person(manager),) for manager in entered.team.managers.all()]
    if people:
        return format_html_join(" and ", "{}", people)
    return state("no manager yet", "warn") if _awaits_manager(entered) else _THE_PROGRAM


_THE_PROGRAM = SafeString('<span class="quiet">the program</span>')


def _awaits_manager(entered: TeamEntered) -> bool:
    return entered.team.kind == Team.Kind.MANAGED and not entered.team.managers.all()


def _states(entered: TeamEntered) -> Iterator[SafeString]:
    team = entered.team
    is_imputed = team.kind == Team.Kind.IMPUTED
    if is_imputed:
        yield state("imputed")
    if team.is_absent:
        yield state("absent", "warn")
    elif team.picks_by_program and not (is_imputed or team.disqualified):
        yield state("the program drafts")
    if team.apart_from:
        yield state(f"not with {team.apart_from}")
    if team.departure:
        yield state(team.departure, "bad")
    if entered.is_invited:
        yield state("has a link")
    if team.pin_hash:
        yield state("has a PIN of the desk" if team.pin_set_by else "has a PIN")


def _change(entered: TeamEntered) -> SafeString:
    team = entered.team
    address = reverse("team_entry", args=(team.tournament.slug, team.pk))
    return format_html('<a href="{}" aria-label="Change {}">Change</a>', address, team.name)


def _all(fact: str) -> Callable[[TeamEntered], list[str]]:
    """A fact of every manager who has it."""
    return lambda entered: [known for one in entered.team.managers.all() if (known := getattr(one, fact))]


def _joined(fact: str) -> Callable[[TeamEntered], str]:
    """A fact of every manager, in their order; "" if none has it."""

    def joined(entered: TeamEntered) -> str:
        facts = [getattr(manager, fact) for manager in entered.team.managers.all()]
        return " / ".join(facts) if any(facts) else ""

    return joined


def _of_team(name: str, title: str, places: Place, fact: str = "", **about: Any) -> Column[TeamEntered]:
    """`fact`: of the team, where the column has another name."""
    return Column(name, title, attrgetter(f"team.{fact or name}"), places, **about)


_PAGE, _FILE, _API = Place.PAGE, Place.FILE, Place.API
_LEFT = Align.LEFT

ENTRANTS: TableDefinition[TeamEntered] = TableDefinition(
    "entrants",
    (
        _of_team("id", "Number", _API, "pk"),
        _of_team("name", "Team", _PAGE | _FILE | _API, align=_LEFT, names_row=True, kind=str),
        Column("managers", "Managers", _joined("name"), _PAGE | _FILE, _LEFT, cell=_managers),
        Column("managers", "Managers", _all("name"), _API, kind=list[str]),
        Column("home_town", "Home town", _joined("home_town"), _FILE),
        Column("region", "Region", _joined("region"), _FILE),
        _of_team("division", "Division", _API, "division_id", is_nullable=True),
        Column("division_name", "Division", lambda entered: str(entered.team.division or ""), _PAGE | _FILE, _LEFT),
        _of_team("slot", "Draft position", _PAGE | _FILE | _API, head="Position", is_nullable=True),
        _of_team("kind", "Kind", _API, kind=Team.Kind),
        Column("kind_name", "Kind", lambda entered: entered.team.get_kind_display(), _FILE),
        _of_team("proxy", "Proxy", _PAGE | _FILE, align=_LEFT),
        _of_team("apart_from", "Apart from", _API, "apart_from_id", is_nullable=True),
        _of_team("is_absent", "Absent", _API, kind=bool),
        _of_team("picks_by_program", "Program", _API, kind=bool, help="the program drafts for it, whoever is here"),
        _of_team(
            "disqualified", "Disqualified", _API, kind=str, help="T0.02: skipped or program, as his turns are made"
        ),
        _of_team("crest", "Crest", _API, "badge.letters", kind=str, help="as it is shown, whether chosen or not"),
        _of_team("colours", "Colours", _API, "badge.colours", kind=tuple(PALETTE)),
        _of_team("seed", "Seed", _API, is_nullable=True),
        _of_team("dropped_after_round", "Dropped out", _API, is_nullable=True),
        _of_team("taken_over_by", "Taken over by", _API, kind=str),
        _of_team("is_passed_over", "Out", _API, kind=bool),
        _of_team(
            "state",
            "State",
            _PAGE,
            "departure",
            align=_LEFT,
            cell=lambda entered: SafeString(" ".join(_states(entered))),
        ),
        Column("change", "Change", lambda entered: None, _PAGE, _LEFT, cell=_change),
    ),
)


def filled_entrants(teams: Iterable[Team], invited: Container[int | None]) -> FilledTable[TeamEntered]:
    """`invited`: the numbers of those that have a link."""
    return ENTRANTS.filled((TeamEntered(team, team.pk in invited) for team in teams), caption="Teams")
