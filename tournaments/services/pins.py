"""A team's PIN, with which its manager signs on the director's device. Only a hash of it is kept."""

from django.contrib.auth.hashers import check_password, make_password
from django.core.cache import cache
from django.http import HttpRequest

from tournaments.access import count_failed_attempt, too_many_attempts
from tournaments.models import Team
from tournaments.services.log import Actor, Refused, record_action, writing

SHORTEST, LONGEST = 4, 8
# wrong PINs for one team in a quarter of an hour, from whatever addresses
WRONG_PINS_OF_A_TEAM = 10
_QUARTER_OF_AN_HOUR = 15 * 60


def set_pin(*, team: Team, actor: Actor, pin: str) -> None:
    """Set or replace a team's PIN: 4 to 8 digits, not all alike. Raises Refused with the field "pin"."""
    pin = pin.strip()
    if not (pin.isascii() and pin.isdecimal() and SHORTEST <= len(pin) <= LONGEST):
        raise Refused(f"A PIN has {SHORTEST} to {LONGEST} digits.", field="pin")
    if len(set(pin)) == 1:
        raise Refused("A PIN of one digit repeated is too easily guessed.", field="pin")
    hashed = make_password(pin)
    with writing(team.tournament_id) as tournament:
        if not Team.objects.filter(pk=team.pk, tournament=tournament).update(pin_hash=hashed):
            raise Refused("This team is no longer in the tournament.")
        record_action(
            tournament=tournament,
            actor=actor,
            verb="set_pin",
            subject=f"team:{team.pk}",
            sentence=f"{team.name} has a PIN for signing on the director's device.",
        )
    _forget_wrong(team)


def check_pin(*, team: Team, pin: str, request: HttpRequest) -> bool:
    """Whether this is the team's PIN. Wrong ones are counted by team and by address.

    Raises Refused where the team has no PIN, or after too many wrong ones in a quarter of an hour.
    """
    key = f"pin-of-team:{team.pk}"
    if too_many_attempts(request, "pin") or int(cache.get(key, 0)) >= WRONG_PINS_OF_A_TEAM:
        raise Refused("Too many wrong PINs. Wait a quarter of an hour, or set a new PIN.", field="pin")
    hashed = Team.objects.values_list("pin_hash", flat=True).get(pk=team.pk)
    if not hashed:
        raise Refused(f"{team.name} has no PIN yet: its manager or the director sets one.", field="pin")
    if check_password(pin.strip(), hashed):
        _forget_wrong(team)
        return True
    count_failed_attempt(request, "pin")
    cache.add(key, 0, timeout=_QUARTER_OF_AN_HOUR)
    cache.incr(key)
    return False


def _forget_wrong(team: Team) -> None:
    cache.delete(f"pin-of-team:{team.pk}")
