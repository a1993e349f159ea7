"""Invitation links: made, renewed and revoked by the director; the PIN of a team for the director's device."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

from core.errors import Refused
from core.names import clean_name
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Access, Device, Role, Team, Tournament


def create_organiser(*, label: str = "Organiser", renew: bool = False) -> Access:
    """The access of whoever runs this installation; made once, the same again afterwards unless renewed."""
    standing = Access.objects.filter(role=Role.ORGANISER, revoked_at=None)
    if renew:
        standing.update(revoked_at=timezone.now())
    return standing.first() or Access.objects.create(role=Role.ORGANISER, label=label, nonce=_nonce())


def invite_teams(*, tournament: Tournament, actor: Actor) -> list[Access]:
    """A link for every managed team that has none."""
    with writing(tournament.pk) as now:
        invited = Access.objects.filter(tournament=now, role=Role.MANAGER, revoked_at=None).values("team_id")
        waiting = Team.objects.filter(tournament=now, kind=Team.Kind.MANAGED).exclude(pk__in=invited)
        made = [_make(now, Role.MANAGER, team.name, team) for team in waiting]
        if made:
            record(now, actor, Verb.INVITE_TEAMS, f"Invitation links made for {len(made)} teams.")
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
        record(now, actor, Verb.INVITE_HELPER, f"{label} is invited as {Role(role).label.lower()}.")
    return access


def invite_proxy(*, tournament: Tournament, actor: Actor, team_id: int, label: str, ends_at: datetime | None) -> Access:
    """A link by which somebody rolls and picks for a team until it ends, and the team's proxy from now on.

    The link of a proxy whom the team had before ends at once.
    """
    label = clean_name(label)
    if not label or len(label) > 80:
        raise Refused("Write the proxy's name, with at most 80 characters; the log will show it.", field="label")
    if ends_at is None or ends_at <= timezone.now():
        raise Refused("Say until when he may roll and pick: a time that is still to come.", field="ends_at")
    with writing(tournament.pk) as now:
        team = Team.objects.filter(tournament=now, pk=team_id, kind=Team.Kind.MANAGED).first()
        if team is None:
            raise Refused("Choose the team for which he rolls and picks.", field="team")
        for former in Access.objects.filter(team=team, role=Role.PROXY, revoked_at=None):
            _revoke(former)
        team.proxy = label
        team.save(update_fields=["proxy"])
        access = _make(now, Role.PROXY, label, team, ends_at)
        record(now, actor, Verb.INVITE_PROXY, f"{label} rolls and picks for {team} until {_on_the_wall(now, ends_at)}.")
    return access


def _on_the_wall(tournament: Tournament, moment: datetime) -> str:
    return f"{timezone.localtime(moment, ZoneInfo(tournament.time_zone)):%Y-%m-%d %H:%M}"


@contextmanager
def changing(access: Access, actor: Actor, act: str, another: str) -> Iterator[tuple[Tournament, Access]]:
    """The tournament and the link as they stand, for an act on a link that is not the one acting.

    Refused in the words `act`, such as "renew", and `another`, what another director may do.
    """
    if access.tournament_id is None:
        raise Refused(f"The organiser's link is not a tournament's to {act}.")
    with writing(access.tournament_id) as now:
        there = Access.objects.select_related("team").filter(pk=access.pk, revoked_at=None).first()
        if there is None:
            raise Refused("This link has been revoked already.")
        if actor.access_id == there.pk:
            raise Refused(f"This is the link your own device uses; another director may {another}.")
        yield now, there


def revoke_invitation(*, access: Access, actor: Actor) -> None:
    """End a link and every device that used it, at once."""
    with changing(access, actor, "revoke", "revoke it") as (now, there):
        _revoke(there)
        record(now, actor, Verb.REVOKE_INVITATION, f"The link of {there} is revoked; its devices are signed out.")


def renew_invitation(*, access: Access, actor: Actor) -> Access:
    """A new link in place of one that went astray: the old one ends with all its devices."""
    with changing(access, actor, "renew", "renew it") as (now, there):
        _revoke(there)
        made = _make(now, Role(there.role), there.label, there.team, there.ends_at)
        record(now, actor, Verb.RENEW_INVITATION, f"{there} has a new link; the old one has stopped working.")
    return made


def _revoke(access: Access) -> None:
    access.revoked_at = timezone.now()
    access.save(update_fields=["revoked_at"])


def set_invitation_end(*, access: Access, actor: Actor, ends_at: datetime | None) -> None:
    """From then on the link opens nothing, and its devices are signed out; None takes the end away."""
    with changing(access, actor, "end", "give it an end") as (now, there):
        if ends_at is not None and ends_at <= timezone.now():
            raise Refused("That time has passed already; to end the link at once, revoke it.", field="ends_at")
        there.ends_at = ends_at
        there.save(update_fields=["ends_at"])
        until = f"ends {_on_the_wall(now, ends_at)}" if ends_at else "has no end"
        record(now, actor, Verb.SET_INVITATION_END, f"The link of {there} {until}.")


def end_device(*, device: Device, actor: Actor) -> None:
    """Sign a browser out from here, whoever has it."""
    if device.access.tournament_id is None:
        Device.objects.filter(pk=device.pk).update(ended_at=timezone.now())
        return
    with writing(device.access.tournament_id) as now:
        Device.objects.filter(pk=device.pk).update(ended_at=timezone.now())
        record(now, actor, Verb.END_DEVICE, f"{device} is signed out.")


def _make(tournament: Tournament, role: Role, label: str, team: Team | None, ends_at: datetime | None = None) -> Access:
    return Access.objects.create(
        tournament=tournament, team=team, role=role, label=label, nonce=_nonce(), ends_at=ends_at
    )


def _nonce() -> str:
    return secrets.token_urlsafe(12)


def record(tournament: Tournament, actor: Actor, verb: Verb, sentence: str) -> None:
    record_action(tournament=tournament, actor=actor, verb=verb, sentence=sentence)
