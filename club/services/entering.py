"""Enter the club's people in a tournament without typing their names again."""

from collections.abc import Collection

from club.models import ManagerLink
from club.queries.names import key_text
from club.queries.returning_people import find_returning, returning_people
from club.refusals import EntryRefusal
from club.services.changes import club_writing
from core.errors import Refused
from core.names import folded
from tournaments.action_log.writing import Actor
from tournaments.models import Team, Tournament
from tournaments.queries.entrants import Entrant
from tournaments.services.entrants import add_entrants


def enter_people(
    *, tournament: Tournament, person_ids: Collection[int], actor: Actor, is_organizer: bool = False
) -> list[Team]:
    """Enter a team for each of these people and link its manager to the person. If one fails, none is entered.

    Raises:
        Refused: If someone is no longer available, or can't enter.
    """
    if not person_ids:
        raise Refused(EntryRefusal.NOBODY_CHOSEN, field="people")
    with club_writing():
        possible = set(find_returning(tournament, is_organizer=is_organizer))
        if not possible.issuperset(person_ids):
            raise Refused(EntryRefusal.NOT_POSSIBLE, field="people")
        chosen = returning_people(sorted(person_ids))
        taken_names = {folded(team.name) for team in tournament.teams.all()}
        entrants: list[Entrant] = []
        for row in chosen:
            entrants.append(row.entrant(taken_names))
            taken_names.add(folded(entrants[-1].team))
        teams = add_entrants(tournament=tournament, actor=actor, entrants=entrants)
        if not tournament.is_practice:
            ManagerLink.objects.bulk_create(
                ManagerLink(person=row.person, team=team, name_key=key_text(row.person.name))
                for row, team in zip(chosen, teams, strict=True)
            )
    return teams
