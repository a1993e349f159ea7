"""The standby computer's delay, for the organizer's page and the dashboard."""

from typing import Final, NamedTuple

from backups.standby.pairing import current_pairing, last_contact
from tournaments.models import Action

SILENT_SECONDS: Final = 30


class StandbyState(NamedTuple):
    """This computer's standby.

    `tone` is good or warn, `word` has the same meaning, and `advice` explains what to do.
    """

    name: str
    address: str
    tone: str
    word: str
    sentence: str
    advice: str = ""


def standby_state() -> StandbyState | None:
    """Return the standby's state, or None if there is none."""
    pairing = current_pairing()
    if pairing is None:
        return None
    contact = last_contact()
    if contact is None:
        sentence = f"The standby computer {pairing.name} hasn't copied anything yet."
        return StandbyState(pairing.name, pairing.address, "warn", "waiting", sentence)
    if contact.seconds > SILENT_SECONDS:
        minutes = int(contact.seconds // 60)
        ago = f"{minutes} minute{'' if minutes == 1 else 's'}" if minutes else f"{int(contact.seconds)} seconds"
        sentence = f"The standby computer {pairing.name} hasn't responded for {ago}."
        return StandbyState(
            pairing.name, pairing.address, "warn", "silent", sentence, "Check that Pennant is running there."
        )
    missing = Action.objects.filter(pk__gt=contact.newest_action).count()
    behind = f"is {missing} action{'' if missing == 1 else 's'} behind" if missing else "has everything"
    sentence = f"The standby computer {pairing.name} {behind}."
    return StandbyState(pairing.name, pairing.address, "good", "following", sentence)
