"""Invitation links: made, renewed and revoked by the director; the PIN of a team for the director's device."""

import secrets

from django.utils import timezone

from core.errors import Refused
from core.names import clean_name
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Access, Role, Team, Tournament


def create_organiser(*, label: str = "Organiser", renew: bool = False) -> Access:
    """The access of whoever runs this installation; made once, the same again afterwards unless renewed."""
    standing = Access.objects.filter(role=Role.ORGANISER, revoked_at=None)
    if renew:
        standing.update(revoked_at=timezone.now())
    return standing.first() or Access.objects.create(role=Role.ORGANISER, label=label, nonce=_nonce())


def invite_teams(*, tournament: Tournament, actor: Actor) -> list[Access]:
    """A link for every managed team that has none."""
    with writing(tournament.pk) as now:
        invited = Access.objects.filter(tournament=now, team__isnull=False, revoked_at=None).values("team_id")
        waiting = Team.objects.filter(tournament=now, kind=Team.Kind.MANAGED).exclude(pk__in=invited)
        made = [_make(now, Role.MANAGER, team.name, team) for team in waiting]
        if made:
            _record(now, actor, Verb.INVITE_TEAMS, f"Invitation links made for {len(made)} teams.")
    return made


def invite_helper(*, tournament: Tournament, actor: Actor, role: str, label: str) -> Access:
    """A link for an assistant or a co-director. The label is the name that the log will show."""
    label = clean_name(label)
    if role not in (Role.ASSISTANT, Role.DIRECTOR):
        raise Refused("Choose assistant or director.", field="role")
    if not label or len(label) > 80:
        raise Refused("Write the person's name, with at most 80 characters; the log will show it.", field="label")
    with writing(tournament.pk) as now:
        access = _make(now, Role(role), label, None)
        _record(now, actor, Verb.INVITE_HELPER, f"{label} is invited as {Role(role).label.lower()}.")
    return access


def revoke_invitation(*, access: Access, actor: Actor) -> None:
    """End a link and every device that used it, at once."""
    if access.tournament_id is None:
        raise Refused("The organiser's link is not a tournament's to revoke.")
    with writing(access.tournament_id) as now:
        there = _standing(access)
        if actor.access_id == there.pk:
            raise Refused("This is the link your own device uses; another director may revoke it.")
        there.revoked_at = timezone.now()
        there.save(update_fields=["revoked_at"])
        _record(now, actor, Verb.REVOKE_INVITATION, f"The link of {there} is revoked; its devices are signed out.")


def renew_invitation(*, access: Access, actor: Actor) -> Access:
    """A new link in place of one that went astray: the old one ends with all its devices."""
    if access.tournament_id is None:
        raise Refused("The organiser's link is not a tournament's to renew.")
    with writing(access.tournament_id) as now:
        there = _standing(access)
        if actor.access_id == there.pk:
            raise Refused("This is the link your own device uses; another director may renew it.")
        there.revoked_at = timezone.now()
        there.save(update_fields=["revoked_at"])
        made = _make(now, Role(there.role), there.label, there.team)
        _record(now, actor, Verb.RENEW_INVITATION, f"{there} has a new link; the old one has stopped working.")
    return made


def _standing(access: Access) -> Access:
    there = Access.objects.select_related("team").filter(pk=access.pk, revoked_at=None).first()
    if there is None:
        raise Refused("This link has been revoked already.")
    return there


def _make(tournament: Tournament, role: Role, label: str, team: Team | None) -> Access:
    return Access.objects.create(tournament=tournament, team=team, role=role, label=label, nonce=_nonce())


def _nonce() -> str:
    return secrets.token_urlsafe(12)


def _record(tournament: Tournament, actor: Actor, verb: Verb, sentence: str) -> None:
    record_action(tournament=tournament, actor=actor, verb=verb, sentence=sentence)
