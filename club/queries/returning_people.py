"""The club's people who could enter a tournament, each with their most recent team."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from club.models import ManagerLink, Person
from club.queries.names import key_text
from club.queries.people import find_people
from core.names import folded
from core.tables import Column, Place, TableDefinition
from tournaments.models import Manager, Team, Tournament
from tournaments.queries.entrants import Entrant
from tournaments.queries.entrants import Person as EntrantPerson


class ReturningPerson(NamedTuple):
    """A person in the club, and their most recent team, if any."""

    person: Person
    last_team: Team | None

    @property
    def team_name(self) -> str:
        """Return the most recent team's name, or the person's own name if there is no team."""
        return self.last_team.name if self.last_team else self.person.name

    @property
    def last_tournament(self) -> str:
        return self.last_team.tournament.name if self.last_team else ""

    def entrant(self, taken_names: Collection[str]) -> Entrant:
        """Return the person as an entrant. The team gets the person's name if its own name is already in use.

        Args:
            taken_names: Casefolded names of other teams.
        """
        person = EntrantPerson(self.person.name, self.person.home_town, self.person.region)
        if self.last_team is None or folded(self.team_name) in taken_names:
            return Entrant(self.person.name, (person,))
        return Entrant(self.team_name, (person,), crest=self.last_team.crest, palette=self.last_team.colours)


RETURNING: TableDefinition[ReturningPerson] = TableDefinition(
    "returning",
    (
        Column("id", "Id", lambda row: row.person.pk, Place.API),
        Column("name", "Name", lambda row: row.person.name, Place.API, kind=str),
        Column("home_town", "Home town", lambda row: row.person.home_town, Place.API, kind=str),
        Column("region", "Region", lambda row: row.person.region, Place.API, kind=str),
        Column("team", "Team", lambda row: row.team_name, Place.API, kind=str, help="proposed for the team"),
        Column("last_tournament", "Last tournament", lambda row: row.last_tournament, Place.API, kind=str),
    ),
)


def find_returning(tournament: Tournament, search: str = "", *, is_organizer: bool = False) -> list[int]:
    """Return the ids of people who don't manage a team in this tournament yet, by name. Three queries.

    Only organizers can find people who didn't agree to be listed.
    """
    links = ManagerLink.objects.filter(team__tournament=tournament)
    entered = set(links.values_list("person_id", flat=True))
    managers = Manager.objects.filter(team__tournament=tournament).values_list("name", flat=True)
    entered_keys = {key_text(name) for name in managers}
    ids = find_people(search, is_organizer=is_organizer)
    names = dict(Person.objects.filter(pk__in=ids).values_list("pk", "name")) if entered_keys else {}
    return [pk for pk in ids if pk not in entered and key_text(names.get(pk, "")) not in entered_keys]


def returning_people(ids: Sequence[int]) -> list[ReturningPerson]:
    """Return these people by name, with their most recent teams. Two queries."""
    newest = ManagerLink.objects.filter(person=OuterRef("pk"), team__tournament__is_practice=False)
    newest = newest.order_by("-team__tournament__starts_on", "-team__tournament_id")
    people = Person.objects.filter(pk__in=ids).annotate(last_team=Subquery(newest.values("team")[:1]))
    ordered = list(people.order_by("name", "pk"))
    team_ids = [person.__dict__["last_team"] for person in ordered]
    teams = Team.objects.select_related("tournament").in_bulk([pk for pk in team_ids if pk is not None])
    return [ReturningPerson(person, teams.get(team)) for person, team in zip(ordered, team_ids, strict=True)]
