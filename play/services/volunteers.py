"""Let a volunteer sit in for a tournament game's manager (T33.0, T0.08). The play-by-play names the volunteer."""

import secrets
from typing import Final

from core.errors import Refused
from core.names import clean_name
from core.signed_tokens import WrongToken, read_token, sign_token
from play.models import Seat, TableEvent, TableGame, new_nonce
from play.refusals import PeopleRefusal
from play.services.acting import acting
from play.services.presence import announce_people
from play.services.seating import give_seat
from play.table import PlayTable

MAX_NAME_LENGTH: Final = 60
_SALT: Final = "pennant.volunteer"


def volunteer_token(seat: Seat) -> str:
    """Return the last part of the volunteer's link, or "" if no volunteer is invited."""
    return sign_token(seat.pk, seat.volunteer_nonce, _SALT) if seat.volunteer_nonce else ""


def seat_of_volunteer(token: str) -> Seat | None:
    """Return the seat for a volunteer's link, or None if the link is invalid or expired."""
    try:
        number, nonce = read_token(token, _SALT)
    except WrongToken:
        return None
    return (
        Seat.objects.select_related("game").filter(pk=number, volunteer_nonce=nonce).exclude(volunteer_nonce="").first()
    )


def invite_volunteer(*, game: TableGame, team: int, number: int | None = None) -> None:
    """Create a new link for a volunteer in this seat. Any older link stops working.

    The director's page doesn't send a number.
    """
    with acting(game, TableEvent.Kind.INVITE_VOLUNTEER, team=None if number is None else team, number=number) as table:
        if not table.game.is_tournament_game:
            raise Refused(PeopleRefusal.NO_VOLUNTEERS)
        if table.game.is_over:
            raise Refused(PeopleRefusal.GAME_OVER)
        if table.seats[team].volunteer:
            raise Refused(PeopleRefusal.VOLUNTEER_IS_HERE, name=table.seats[team].volunteer)
        Seat.objects.filter(pk=table.seats[team].pk).update(volunteer_nonce=new_nonce())


def seat_volunteer(*, seat: Seat, name: str) -> str:
    """Assign the seat to the volunteer's device, and return the device's key.

    The manager's device can reclaim the seat later.
    """
    cleaned_name = clean_name(name)
    if not cleaned_name or len(cleaned_name) > MAX_NAME_LENGTH:
        raise Refused(PeopleRefusal.NAME_NEEDED, field="name", most=MAX_NAME_LENGTH)
    content: dict[str, object] = {"name": cleaned_name}
    with acting(seat.game, TableEvent.Kind.SEAT_VOLUNTEER, content=content) as table:
        current = table.seats[seat.team]
        if current.volunteer_nonce != seat.volunteer_nonce or table.game.is_over:
            raise Refused(PeopleRefusal.LINK_USED)
        manager_key = current.manager_key if current.volunteer else current.device_key
        key = secrets.token_hex(16)
        give_seat(current, device_key=key, volunteer=cleaned_name, manager_key=manager_key)
        _note(table, content, f"{cleaned_name} is sitting in for {table.game.names[seat.team]}'s manager.")
    return key


def get_up(*, game: TableGame, team: int, number: int | None = None) -> None:
    """Return the seat to the manager's device. The volunteer's link stops working.

    The volunteer sends the page's number. The manager and the director can reclaim the seat at any time.
    """
    content: dict[str, object] = {}
    with acting(game, TableEvent.Kind.GET_UP, number=number, content=content) as table:
        seat = table.seats[team]
        if not seat.volunteer:
            raise Refused(PeopleRefusal.NO_VOLUNTEER)
        content["name"] = seat.volunteer
        _note(table, content, f"{seat.volunteer} gave {table.game.names[team]}'s seat back to the manager.")
        give_seat(seat, device_key=seat.manager_key, volunteer="", volunteer_nonce="", manager_key="")


def _note(table: PlayTable, content: dict[str, object], sentence: str) -> None:
    content["note"] = sentence
    content["log"] = table.talk.game.log.number if table.talk is not None else 0
    announce_people(table.game)
