"""Pair this computer with a standby, using a code that its page shows for ten minutes."""

import hashlib
import hmac
import secrets
import time
from typing import Final, NamedTuple

from core.code_letters import random_code, typed_letters
from core.standby import standby_files
from core.standby_files import StandbyRecord

CODE_MINUTES: Final = 10
_CODE_LENGTH: Final = 8
_MAX_WRONG_CODES: Final = 10


class StandbyPairing(NamedTuple):
    """This computer's standby. Requests in either direction carry the token, or prove that the sender knows it."""

    name: str
    address: str
    token: str


class StandbyContact(NamedTuple):
    """The data that the standby has. `seconds` is the time since its last request."""

    newest_action: int
    seconds: float


def make_pairing_code() -> str:
    """Return a new code, such as "K7QM-2XWB". Earlier codes become invalid."""
    code = random_code(_CODE_LENGTH)
    standby_files().write(StandbyRecord.CODE, digest=_digest(code), expires=time.time() + CODE_MINUTES * 60, wrong=0)
    return f"{code[:4]}-{code[4:]}"


def pair(*, code: str, name: str, address: str) -> StandbyPairing | None:
    """Make the computer with this code the standby, replacing an earlier one.

    Return None if the code is wrong or old.
    """
    files = standby_files()
    stored_code = files.read(StandbyRecord.CODE)
    if not stored_code or stored_code["expires"] < time.time() or stored_code["wrong"] >= _MAX_WRONG_CODES:
        return None
    if not hmac.compare_digest(stored_code["digest"], _digest(typed_letters(code))):
        files.write(StandbyRecord.CODE, **{**stored_code, "wrong": stored_code["wrong"] + 1})
        return None
    pairing = StandbyPairing(name[:80], address, secrets.token_urlsafe(32))
    files.write(StandbyRecord.PAIRED, **pairing._asdict())
    files.remove(StandbyRecord.CODE, StandbyRecord.CONTACT, StandbyRecord.FOLLOWING)
    return pairing


def current_pairing() -> StandbyPairing | None:
    facts = standby_files().read(StandbyRecord.PAIRED)
    return StandbyPairing(facts["name"], facts["address"], facts["token"]) if facts else None


def unpair() -> None:
    """Remove the standby. It can no longer copy anything or take over."""
    standby_files().remove(StandbyRecord.PAIRED, StandbyRecord.CONTACT)


def is_standby_token(token: str) -> bool:
    pairing = current_pairing()
    return pairing is not None and hmac.compare_digest(pairing.token, token)


def note_contact(newest_action: int | None = None) -> None:
    """Record that the standby made a request, and its newest action after a copy."""
    if newest_action is None:
        standby_files().touch(StandbyRecord.CONTACT)
    else:
        standby_files().write(StandbyRecord.CONTACT, newest_action=newest_action)


def last_contact() -> StandbyContact | None:
    """Return the data that the standby has, or None if it never copied anything."""
    files = standby_files()
    facts = files.read(StandbyRecord.CONTACT)
    if not facts:
        return None
    seconds = time.time() - files.path(StandbyRecord.CONTACT).stat().st_mtime
    return StandbyContact(int(facts["newest_action"]), max(0.0, seconds))


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
