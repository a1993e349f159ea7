"""Team PINs, which let managers sign on the director's device. Only a PIN's hash is stored.

Staff can set a PIN for a manager without a phone. The team is notified, the log names the staff member, and signatures
with such a PIN are marked until the team sets its own.
"""

from dataclasses import dataclass

from django.contrib.auth.hashers import check_password, make_password
from django.http import HttpRequest
from django.utils import timezone

from core.errors import Refused, TooManyAttempts
from tournaments.access.attempts import (
    PIN,
    attempt_key,
    count_failure,
    forget_failures,
    seconds_to_wait,
)
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Access, Team
from tournaments.refusals import PinRefusal

MIN_LENGTH, MAX_LENGTH = 4, 8
# limit per team and sign-in link in 15 minutes
WRONG_PINS_PER_TEAM = 10


@dataclass(frozen=True, slots=True)
class Pin:
    """A correct PIN. `set_by` is the name of the director or assistant, or "" if the team set it."""

    set_by: str


def set_pin(*, team: Team, actor: Actor, pin: str) -> None:
    """Set a team's PIN to 4 to 8 digits that aren't all the same. Raise Refused for the field "pin".

    A PIN that isn't set by the team itself counts as set by staff.
    """
    pin = pin.strip()
    if not (pin.isascii() and pin.isdecimal() and MIN_LENGTH <= len(pin) <= MAX_LENGTH):
        raise Refused(PinRefusal.WRONG_LENGTH, field="pin", shortest=MIN_LENGTH, longest=MAX_LENGTH)
    if len(set(pin)) == 1:
        raise Refused(PinRefusal.ONE_DIGIT, field="pin")
    pin_hash = make_password(pin)
    set_by = "" if _represents_team(actor, team) else actor.name[:120]
    fields = {
        "pin_hash": pin_hash,
        "pin_set_by": set_by,
        "pin_set_at": timezone.now(),
        "pin_is_known": False,
    }
    with writing(team.tournament_id) as tournament:
        if not Team.objects.filter(pk=team.pk, tournament=tournament).update(**fields):
            raise Refused(PinRefusal.NO_SUCH_TEAM, subject=team.pk)
        subject = f"{set_by} set the PIN for {team.name}" if set_by else f"{team.name} set its own PIN"
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SET_PIN,
            subject=f"team:{team.pk}",
            sentence=f"{subject} for signing on the director's device.",
        )


def acknowledge_pin(*, team: Team, actor: Actor) -> None:
    """Record that the team knows that staff set its PIN."""
    with writing(team.tournament_id) as tournament:
        team = Team.objects.get(pk=team.pk, tournament=tournament)
        if not team.pin_set_by or team.pin_is_known:
            raise Refused(PinRefusal.NOTHING_TO_ACKNOWLEDGE, subject=team.pk)
        team.pin_is_known = True
        team.save(update_fields=["pin_is_known"])
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.ACKNOWLEDGE_PIN,
            subject=f"team:{team.pk}",
            sentence=f"{team.name} confirmed the PIN set by {team.pin_set_by}.",
        )


def check_pin(*, team: Team, pin: str, request: HttpRequest, access_id: int | None) -> Pin | None:
    """Return the PIN if it is correct, else None.

    Wrong PINs are counted per sign-in link, so wrong PINs on a different device don't count here. Signing in again
    doesn't help anyone guess. A new PIN restarts the count for its team.

    Args:
        access_id: The device's sign-in link. Without a link, the IP address is used.

    Raises:
        Refused: If the team has no PIN.
        TooManyAttempts: After too many wrong PINs in 15 minutes.
    """
    pin_hash, set_by = Team.objects.values_list("pin_hash", "pin_set_by").get(pk=team.pk)
    device_key = attempt_key(request, PIN) if access_id is None else f"{PIN}:link {access_id}"
    team_key = f"{device_key} for team {team.pk} with {pin_hash}"
    wait = max(seconds_to_wait(device_key), seconds_to_wait(team_key, WRONG_PINS_PER_TEAM))
    if wait:
        raise TooManyAttempts(PinRefusal.TOO_MANY_WRONG, retry_after=wait, field="pin")
    if not pin_hash:
        raise Refused(PinRefusal.NO_PIN, field="pin", subject=team.pk, team=team.name)
    if check_password(pin.strip(), pin_hash):
        forget_failures(team_key)
        return Pin(set_by)
    count_failure(device_key, team_key)
    return None


def _represents_team(actor: Actor, team: Team) -> bool:
    return actor.access_id is not None and Access.objects.filter(pk=actor.access_id, team=team).exists()
