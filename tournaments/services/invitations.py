"""Create, renew and revoke sign-in links."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.dateformat import format as date_format

from core.errors import Refused
from core.names import clean_name
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Access, Device, MailFollower, Role, SignUp, Team, Tournament
from tournaments.refusals import InvitationRefusal
from tournaments.services.outbox import sends_mail

_LONGEST_LABEL: Final = 80
_LONGEST_YEARS: Final = 2


def create_organizer(*, label: str = "Organizer", renew: bool = False) -> Access:
    """Return the organizer's access. Create it if it doesn't exist, or if `renew` is set."""
    organizers = Access.objects.filter(role=Role.ORGANISER, revoked_at=None)
    if renew:
        organizers.update(revoked_at=timezone.now())
    return organizers.first() or Access.objects.create(role=Role.ORGANISER, label=label, nonce=_nonce())


def set_own_name(*, access: Access, name: str) -> None:
    """Store the link user's own name, which the log and printouts show. Raise Refused for an invalid name."""
    name = clean_name(name)
    if not name or len(name) > _LONGEST_LABEL:
        raise Refused(InvitationRefusal.NO_OWN_NAME, field="name", longest=_LONGEST_LABEL)
    Access.objects.filter(pk=access.pk).update(own_name=name)


def invite_teams(*, tournament: Tournament, actor: Actor) -> list[Access]:
    """Create a link for every managed team that has none."""
    with writing(tournament.pk) as tournament:
        invited = Access.objects.filter(tournament=tournament, role=Role.MANAGER, revoked_at=None).values("team_id")
        uninvited = Team.objects.filter(tournament=tournament, kind=Team.Kind.MANAGED).exclude(pk__in=invited)
        accesses = [_create_access(tournament, Role.MANAGER, team.name, team) for team in uninvited]
        if accesses:
            record_access_action(
                tournament,
                actor,
                Verb.INVITE_TEAMS,
                f"Invitation links were made for {len(accesses)} teams.",
            )
            follow_sign_ups(tournament)
    return accesses


def follow_sign_ups(tournament: Tournament) -> None:
    """Offer news by mail to every team that signed up with an email address, in the caller's transaction.

    The first message has a link that confirms the address. Without a mail server, do nothing.
    """
    if not sends_mail():
        return
    sign_ups = SignUp.objects.filter(tournament=tournament, team__isnull=False).exclude(email="")
    email_by_team = dict(sign_ups.values_list("team_id", "email"))
    accesses = Access.objects.filter(team__in=email_by_team, role=Role.MANAGER, revoked_at=None, mail=None)
    MailFollower.objects.bulk_create(
        MailFollower(
            tournament=tournament, access=access, address=email_by_team[access.team_id or 0], due_at=timezone.now()
        )
        for access in accesses
    )


def invite_helper(*, tournament: Tournament, actor: Actor, role: str, label: str) -> Access:
    """Create a link for an assistant or co-director. The label is the name shown in the log."""
    label = clean_name(label)
    if role not in (Role.ASSISTANT, Role.DIRECTOR):
        raise Refused(InvitationRefusal.WRONG_ROLE, field="role")
    _refuse_label(label)
    with writing(tournament.pk) as tournament:
        access = _create_access(tournament, Role(role), label, None)
        record_access_action(
            tournament,
            actor,
            Verb.INVITE_HELPER,
            f"{label} was invited as {Role(role).label.lower()}.",
        )
    return access


def invite_proxy(*, tournament: Tournament, actor: Actor, team_id: int, label: str, ends_at: datetime | None) -> Access:
    """Create a link for a team's proxy, who can roll and pick until `ends_at`.

    The link of the team's previous proxy ends immediately.
    """
    label = clean_name(label)
    _refuse_label(label)
    if ends_at is None or ends_at <= timezone.now():
        raise Refused(InvitationRefusal.NO_END, field="ends_at")
    _refuse_distant_end(ends_at)
    with writing(tournament.pk) as tournament:
        team = Team.objects.filter(tournament=tournament, pk=team_id, kind=Team.Kind.MANAGED).first()
        if team is None:
            raise Refused(InvitationRefusal.NO_TEAM, field="team")
        for former in Access.objects.filter(team=team, role=Role.PROXY, revoked_at=None):
            _revoke(former)
        before = snapshot([team])
        team.proxy = label
        team.save(update_fields=["proxy"])
        access = _create_access(tournament, Role.PROXY, label, team, ends_at)
        old_values, new_values = only_changes(before, snapshot([team]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.INVITE_PROXY,
            sentence=f"{label} rolls and picks for {team} until {_local_time(tournament, ends_at)}.",
            before=old_values,
            after=new_values,
        )
    return access


def revoke_team_links(team: Team) -> None:
    """Revoke all links to a team that no longer has a manager, in the caller's transaction."""
    for access in Access.objects.filter(team=team, revoked_at=None):
        _revoke(access)


def _refuse_label(label: str) -> None:
    if not label or len(label) > _LONGEST_LABEL:
        raise Refused(InvitationRefusal.NO_NAME, field="label", longest=_LONGEST_LABEL)


def _refuse_distant_end(ends_at: datetime | None) -> None:
    """Reject a time near the end of the calendar, which no time zone can show."""
    if ends_at is not None and ends_at > timezone.now() + timedelta(days=365 * _LONGEST_YEARS):
        raise Refused(InvitationRefusal.END_TOO_FAR, field="ends_at", years=_LONGEST_YEARS)


def _local_time(tournament: Tournament, moment: datetime) -> str:
    return date_format(timezone.localtime(moment, ZoneInfo(tournament.time_zone)), "M j, Y, g:i A")


@contextmanager
def change_access(access: Access, actor: Actor, verb: str, alternative: str) -> Iterator[tuple[Tournament, Access]]:
    """Lock a link other than the actor's own, and yield it with its tournament.

    Args:
        verb: The change to the link, such as "renew", for the error message.
        alternative: The action that another director can take, for the error message.
    """
    if access.tournament_id is None:
        raise Refused(InvitationRefusal.ORGANIZERS_LINK, verb=verb)
    with writing(access.tournament_id) as tournament:
        current = Access.objects.select_related("team").filter(pk=access.pk, revoked_at=None).first()
        if current is None:
            raise Refused(InvitationRefusal.ALREADY_REVOKED)
        if actor.access_id == current.pk:
            raise Refused(InvitationRefusal.OWN_LINK, alternative=alternative)
        yield tournament, current


def revoke_invitation(*, access: Access, actor: Actor) -> None:
    """Revoke a link and sign out every device that used it."""
    with change_access(access, actor, "revoke", "revoke it") as (tournament, current):
        _revoke(current)
        record_access_action(
            tournament,
            actor,
            Verb.REVOKE_INVITATION,
            f"The link for {current} was revoked, and its devices were signed out.",
        )


def renew_invitation(*, access: Access, actor: Actor) -> Access:
    """Replace a lost link. The old link stops working, and all its devices are signed out."""
    with change_access(access, actor, "renew", "renew it") as (tournament, current):
        _revoke(current)
        new_access = _create_access(tournament, Role(current.role), current.label, current.team, current.ends_at)
        record_access_action(
            tournament,
            actor,
            Verb.RENEW_INVITATION,
            f"{current} has a new link. The old one no longer works.",
        )
    return new_access


def _revoke(access: Access) -> None:
    access.revoked_at = timezone.now()
    access.save(update_fields=["revoked_at"])


def set_invitation_end(*, access: Access, actor: Actor, ends_at: datetime | None) -> None:
    """Set the time when the link expires and its devices are signed out. None removes the expiration."""
    with change_access(access, actor, "change the expiration of", "change when it expires") as (tournament, current):
        if ends_at is not None and ends_at <= timezone.now():
            raise Refused(InvitationRefusal.END_HAS_PASSED, field="ends_at")
        _refuse_distant_end(ends_at)
        current.ends_at = ends_at
        current.save(update_fields=["ends_at"])
        end_text = f"expires {_local_time(tournament, ends_at)}" if ends_at else "doesn't expire"
        record_access_action(tournament, actor, Verb.SET_INVITATION_END, f"The link for {current} {end_text}.")


def end_device(*, device: Device, actor: Actor) -> None:
    """Remotely sign a browser out."""
    if device.access.tournament_id is None:
        Device.objects.filter(pk=device.pk).update(ended_at=timezone.now())
        return
    with writing(device.access.tournament_id) as tournament:
        Device.objects.filter(pk=device.pk).update(ended_at=timezone.now())
        record_access_action(tournament, actor, Verb.END_DEVICE, f"{device} was signed out.")


def _create_access(
    tournament: Tournament,
    role: Role,
    label: str,
    team: Team | None,
    ends_at: datetime | None = None,
) -> Access:
    return Access.objects.create(
        tournament=tournament,
        team=team,
        role=role,
        label=label,
        nonce=_nonce(),
        ends_at=ends_at,
    )


def _nonce() -> str:
    return secrets.token_urlsafe(12)


def record_access_action(tournament: Tournament, actor: Actor, verb: Verb, sentence: str) -> None:
    record_action(tournament=tournament, actor=actor, verb=verb, sentence=sentence)
