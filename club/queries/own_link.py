"""A person's own link for viewing, exporting and removing their data without an account."""

from typing import Final

from club.models import Person
from core.signed_tokens import WrongToken, read_token, sign_token

_SALT: Final = "pennant.person"


def person_token(person: Person) -> str:
    """Return the last path segment of a person's own link."""
    return sign_token(person.pk, person.key, _SALT)


def person_of_token(token: str) -> Person | None:
    """Return the person for a link's token, or None if it is invalid, or if the person was merged or removed."""
    try:
        number, key = read_token(token, _SALT)
    except WrongToken:
        return None
    return Person.objects.current().filter(pk=number, key=key).first()
