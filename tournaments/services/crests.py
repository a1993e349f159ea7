"""The crest of a team: letters and colours that its manager or the desk chooses."""

from core.crests import MAX_LETTERS, MIN_LETTERS, PALETTE, team_crest
from core.errors import Refused
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Team, Tournament
from tournaments.services.entrants import team_as_it_stands


def choose_crest(*, team: Team, actor: Actor, letters: str, colours: str) -> Team:
    """2 or 3 letters or digits, and a key of the palette; empty is what the team's name gives.

    Raises Refused with the field "crest" or "colours", also where another team of the tournament shows the same.
    """
    letters = letters.strip().upper()
    if letters and not (letters.isalnum() and MIN_LETTERS <= len(letters) <= MAX_LETTERS):
        raise Refused(f"A crest has {MIN_LETTERS} or {MAX_LETTERS} letters or digits.", field="crest")
    if colours and colours not in PALETTE:
        raise Refused("There are no such colours in the palette.", field="colours")
    with writing(team.tournament_id) as now:
        there = team_as_it_stands(now, team.pk)
        if (there.crest, there.colours) == (letters, colours):
            return there
        before = snapshot([there])
        there.crest, there.colours = letters, colours
        _refuse_same(now, there)
        there.save(update_fields=["crest", "colours"])
        was, becomes = only_changes(before, snapshot([there]))
        record_action(
            tournament=now,
            actor=actor,
            verb=Verb.CHOOSE_CREST,
            subject=f"team:{there.pk}",
            sentence=f"The crest of {there.name} is {there.badge}.",
            before=was,
            after=becomes,
        )
    return there


def _refuse_same(tournament: Tournament, team: Team) -> None:
    others = Team.objects.filter(tournament=tournament).exclude(pk=team.pk).order_by("name")
    for name, crest, colours in others.values_list("name", "crest", "colours"):
        if team_crest(name, crest, colours) == team.badge:
            raise Refused(f"{name} has {team.badge} already: take other letters or colours.", field="colours")
