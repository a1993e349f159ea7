"""State of the phones' connection to this computer, for the "Connect the phones" page."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.http import HttpRequest

from tournaments.models import Tournament
from tournaments.queries.phone_addresses import (
    PhoneAddress,
    base_for_phones,
    is_listening_here_only,
    is_only_here,
    is_usable_choice,
    may_choose_address,
    phone_addresses,
)

# typical time to pick up a phone and scan the code
PATIENCE: Final = timedelta(seconds=60)


class PhoneState(StrEnum):
    """State of the connection from phones to this computer."""

    HERE_ONLY = "here_only"
    NO_NETWORK = "no_network"
    WAITING = "waiting"
    NO_PHONE = "no_phone"
    REACHED = "reached"


@dataclass(frozen=True, slots=True)
class PhoneConnection:
    """Data for the page.

    Attributes:
        opened: The Unix time when the page was opened, which the page sends when it refreshes.
    """

    state: PhoneState
    address: str
    offered: list[PhoneAddress]
    opened: int
    reached_at: datetime | None
    may_choose: bool
    is_choice_lost: bool
    has_old_slips: bool
    is_secure: bool

    @property
    def is_waiting(self) -> bool:
        return self.state in (PhoneState.WAITING, PhoneState.NO_PHONE)


def phone_connection(tournament: Tournament, request: HttpRequest, *, now: datetime, opened: int) -> PhoneConnection:
    """Return the connection's state. `opened` is 0 on the first request."""
    address = base_for_phones(request, tournament)
    opened = opened or int(now.timestamp())
    waited = timedelta(seconds=now.timestamp() - opened)
    is_reached = tournament.phone_reached_at is not None and tournament.phone_reached_address == address
    if is_listening_here_only():
        state = PhoneState.HERE_ONLY
    elif is_only_here(address):
        state = PhoneState.NO_NETWORK
    elif is_reached:
        state = PhoneState.REACHED
    else:
        state = PhoneState.WAITING if waited < PATIENCE else PhoneState.NO_PHONE
    return PhoneConnection(
        state=state,
        address=address,
        offered=phone_addresses(request),
        opened=opened,
        reached_at=tournament.phone_reached_at if is_reached else None,
        may_choose=may_choose_address(),
        is_choice_lost=bool(tournament.phone_address) and not is_usable_choice(tournament.phone_address, request),
        has_old_slips=has_old_slips(tournament, address),
        is_secure=address.startswith("https://"),
    )


def has_old_slips(tournament: Tournament, address: str) -> bool:
    """Return whether slips were printed with a URL other than the current one for phones."""
    return tournament.slips_printed_at is not None and tournament.slips_address != address
