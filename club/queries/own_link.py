"""The link with which a person reads, exports and removes the own data, without an account."""

from django.core import signing

from club.models import Person

_signer = signing.Signer(salt="pennant.person")


def person_token(person: Person) -> str:
    """Return the last part of a person's own link."""
    return _signer.sign(f"{person.pk}.{person.key}").replace(":", "~")


def person_of_token(token: str) -> Person | None:
    """Return the person of an own link; None if it is wrong, or the person was merged or removed."""
    try:
        number, key = _signer.unsign(token.replace("~", ":")).split(".", 1)
    except (signing.BadSignature, ValueError):
        return None
    return Person.objects.current().filter(pk=number, key=key).first()
