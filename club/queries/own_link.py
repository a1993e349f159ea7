"""The link with which a person reads, exports and removes the own data, without an account."""

from typing import Final

from club.models import Person
from core.signed_tokens import WrongToken, read_token, sign_token

_SALT: Final = "pennant.person"


def person_token(person: Person) -> str:
    """Return the last part of a person's own link."""
    return sign_token(person.pk, person.key, _SALT)


def person_of_token(token: str) -> Person | None:
    """Return the person of an own link; None if it is wrong, or the person was merged or removed."""
    try:
        number, key = read_token(token, _SALT)
    except WrongToken:
        return None
    return Person.objects.current().filter(pk=number, key=key).first()
