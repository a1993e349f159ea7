"""Choose a team's crest: its letters and colors."""

from core.crests import MAX_LETTERS, MIN_LETTERS, PALETTE, team_crest
from core.errors import Refused
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Team, Tournament
from tournaments.refusals import EntrantRefusal
from tournaments.services.entrants import current_team


def choose_crest(*, team: Team, actor: Actor, letters: str, palette: str) -> Team:
    """Set a crest's letters and palette. Empty values are derived from the team's name.

    A crest has 2 or 3 letters or digits.

    Raise Refused with the invalid field, including when another team already has the same crest.
    """
    letters = letters.strip().upper()
    if letters and not (letters.isalnum() and MIN_LETTERS <= len(letters) <= MAX_LETTERS):
        raise Refused(EntrantRefusal.CREST_LETTERS, field="crest", shortest=MIN_LETTERS, longest=MAX_LETTERS)
    if palette and palette not in PALETTE:
        raise Refused(EntrantRefusal.CREST_COLORS, field="colours")
    with writing(team.tournament_id) as tournament:
        team = current_team(tournament, team.pk)
        if (team.crest, team.colours) == (letters, palette):
            return team
        before = snapshot([team])
        team.crest, team.colours = letters, palette
        _refuse_duplicate(tournament, team)
        team.save(update_fields=["crest", "colours"])
        old_values, new_values = only_changes(before, snapshot([team]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CHOOSE_CREST,
            subject=f"team:{team.pk}",
            sentence=f"New crest for {team.name}: {team.badge}.",
            before=old_values,
            after=new_values,
        )
    return team


def _refuse_duplicate(tournament: Tournament, team: Team) -> None:
    rivals = Team.objects.filter(tournament=tournament).exclude(pk=team.pk).order_by("name")
    for name, crest, palette in rivals.values_list("name", "crest", "colours"):
        if team_crest(name, crest, palette) == team.badge:
            raise Refused(
                EntrantRefusal.CREST_IN_USE,
                field="colours",
                subject=team.pk,
                team=name,
                crest=str(team.badge),
            )
