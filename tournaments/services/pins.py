"""A team's PIN, with which its manager signs on the director's device. Only a hash of it is kept.

The desk may set one for a manager who has no phone. It is never done unseen: the team is told, the log says who, and
what is signed with such a PIN says so until the team has set its own.
"""

from dataclasses import dataclass

from django.contrib.auth.hashers import check_password, make_password
from django.http import HttpRequest
from django.utils import timezone

from core.errors import Refused, TooManyAttempts
from tournaments.access.attempts import PIN, count_failure, forget_failures, has_used_up, of_address
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Access, Team

SHORTEST, LONGEST = 4, 8
# wrong PINs for one team in a quarter of an hour, from whatever addresses
WRONG_PINS_OF_A_TEAM = 10


@dataclass(frozen=True, slots=True)
class Pin:
    """A PIN that was right. `set_by`: who of the desk had set it, "" where the team itself did."""

    set_by: str


def set_pin(*, team: Team, actor: Actor, pin: str) -> None:
    """Set or replace a team's PIN: 4 to 8 digits, not all alike. Raises Refused with the field "pin".

    Whoever is not signed in as this team sets it as the desk.
    """
    pin = pin.strip()
    if not (pin.isascii() and pin.isdecimal() and SHORTEST <= len(pin) <= LONGEST):
        raise Refused(f"A PIN has {SHORTEST} to {LONGEST} digits.", field="pin")
    if len(set(pin)) == 1:
        raise Refused("A PIN of one digit repeated is too easily guessed.", field="pin")
    hashed = make_password(pin)
    set_by = "" if _is_of_team(actor, team) else actor.name[:120]
    facts = {"pin_hash": hashed, "pin_set_by": set_by, "pin_set_at": timezone.now(), "pin_is_known": False}
    with writing(team.tournament_id) as tournament:
        if not Team.objects.filter(pk=team.pk, tournament=tournament).update(**facts):
            raise Refused("This team is no longer in the tournament.")
        who = f"{set_by} of the desk has set the PIN of {team.name}" if set_by else f"{team.name} has set its own PIN"
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SET_PIN,
            subject=f"team:{team.pk}",
            sentence=f"{who} for signing on the director's device.",
        )
    forget_failures(_of_team(team))


def acknowledge_pin(*, team: Team, actor: Actor) -> None:
    """The team has seen that the desk set its PIN, and keeps it; what is signed with it goes on saying so."""
    with writing(team.tournament_id) as tournament:
        there = Team.objects.get(pk=team.pk, tournament=tournament)
        if not there.pin_set_by or there.pin_is_known:
            raise Refused("There is no PIN of the desk's to be seen any more.")
        there.pin_is_known = True
        there.save(update_fields=["pin_is_known"])
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.ACKNOWLEDGE_PIN,
            subject=f"team:{there.pk}",
            sentence=f"{there.name} has seen that {there.pin_set_by} of the desk set its PIN.",
        )


def check_pin(*, team: Team, pin: str, request: HttpRequest) -> Pin | None:
    """The team's PIN; None where this is not it. Wrong ones are counted by team and by address.

    Raises Refused where the team has no PIN, TriedTooOften after too many wrong ones in a quarter of an hour.
    """
    address, of_team = of_address(request, PIN), _of_team(team)
    if has_used_up(address) or has_used_up(of_team, WRONG_PINS_OF_A_TEAM):
        raise TooManyAttempts("Too many wrong PINs. Wait a quarter of an hour, or set a new PIN.", field="pin")
    hashed, set_by = Team.objects.values_list("pin_hash", "pin_set_by").get(pk=team.pk)
    if not hashed:
        raise Refused(f"{team.name} has no PIN yet: its manager or the director sets one.", field="pin")
    if check_password(pin.strip(), hashed):
        forget_failures(of_team)
        return Pin(set_by)
    count_failure(address, of_team)
    return None


def _of_team(team: Team) -> str:
    return f"{PIN}-of-team:{team.pk}"


def _is_of_team(actor: Actor, team: Team) -> bool:
    return actor.access_id is not None and Access.objects.filter(pk=actor.access_id, team=team).exists()
