"""Create a tournament from an earlier one: its settings, rules, timetable and teams."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Team, Tournament
from tournaments.queries.entrants import Entrant, Person
from tournaments.services.divisions import keep_apart
from tournaments.services.entrants import add_entrants
from tournaments.services.setup import create_tournament


def copy_tournament(*, source: Tournament, actor: Actor, team_ids: Collection[int], **settings: Any) -> Tournament:
    """Create a tournament with these settings, and copy everything else that fits from an earlier tournament.

    The rules are copied if the edition is the same, and the timetable if both tournaments have a first day. Teams keep
    their managers and crests, but not their links, divisions and draft positions.
    """
    with transaction.atomic():
        tournament = create_tournament(actor=actor, **settings)
        tournament = _copy_rules(source, tournament, actor, settings)
        teams = list(source.teams.filter(pk__in=team_ids, kind=Team.Kind.MANAGED).prefetch_related("managers"))
        if teams:
            add_entrants(tournament=tournament, actor=actor, entrants=[_entrant(team) for team in teams])
            _copy_requests_to_be_apart(teams, tournament, actor)
    return tournament


def _copy_rules(source: Tournament, tournament: Tournament, actor: Actor, settings: dict[str, Any]) -> Tournament:
    with writing(tournament.pk) as tournament:
        before = snapshot([tournament])
        for name, value in settings.items():  # Creation replaces default values with the edition's own format.
            setattr(tournament, name, value)
        if tournament.profile_key == source.profile_key:
            tournament.profile_text = source.profile_text
        tournament.timetable = _moved_timetable(source, tournament)
        tournament.copied_from = source
        tournament.save()
        old_values, new_values = only_changes(before, snapshot([tournament]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.COPY_TOURNAMENT,
            subject=f"tournament:{tournament.pk}",
            sentence=f"Copied from {source.name}.",
            before=old_values,
            after=new_values,
        )
    return tournament


def _moved_timetable(source: Tournament, tournament: Tournament) -> dict[str, Any]:
    """Return the source's timetable, moved to the new first day.

    It is empty unless both tournaments have a first day.
    """
    if not source.timetable or source.starts_on is None or tournament.starts_on is None:
        return {}
    begins = datetime.fromisoformat(source.timetable["begins"])
    moved = begins + timedelta(days=(tournament.starts_on - source.starts_on).days)
    return {**source.timetable, "begins": moved.strftime("%Y-%m-%dT%H:%M")}


def _entrant(team: Team) -> Entrant:
    people = tuple(Person(manager.name, manager.home_town, manager.region) for manager in team.managers.all())
    return Entrant(team.name, people, awaits_manager=not people, crest=team.crest, palette=team.colours)


def _copy_requests_to_be_apart(teams: Collection[Team], tournament: Tournament, actor: Actor) -> None:
    copies = {team.name: team for team in tournament.teams.all()}
    names = {team.pk: team.name for team in teams}
    for team in teams:
        if team.apart_from_id in names:
            keep_apart(team=copies[team.name], actor=actor, other_team=copies[names[team.apart_from_id]])
