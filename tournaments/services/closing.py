"""Choose which of two co-managers gets the season points."""

from core.errors import Refused
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Manager, Team, Tournament
from tournaments.refusals import EntrantRefusal


def choose_points(*, team: Team, manager_id: int, actor: Actor) -> None:
    """Award a two-manager team's season points to one of its managers. Raise Refused if that isn't possible."""
    with writing(team.tournament_id) as tournament:
        managers = list(Manager.objects.filter(team=team))
        chosen = next((manager for manager in managers if manager.pk == manager_id), None)
        if chosen is None:
            raise Refused(EntrantRefusal.NO_SUCH_MANAGER, field="manager", subject=team.pk, team=team.name)
        before = [manager.pk for manager in managers if manager.gets_points]
        if before == [chosen.pk]:
            return
        _give_points(team, [chosen.pk])
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CHOOSE_POINTS,
            subject=f"team:{team.pk}",
            sentence=f"{team}'s season points go to {chosen.name}.",
            before={"points": before},
            after={"points": [chosen.pk]},
        )


def undo_choice_of_points(tournament: Tournament, action: Action) -> list[str]:
    team = Team.objects.get(pk=int(action.subject.partition(":")[2]))
    _give_points(team, action.before["points"])
    return [f"{team}'s season points are assigned as before."]


def _give_points(team: Team, managers: list[int]) -> None:
    Manager.objects.filter(team=team).update(gets_points=False)
    Manager.objects.filter(team=team, pk__in=managers).update(gets_points=True)
