"""Find e-mail addresses, phone numbers and web addresses in text, because they are private and never part of a name."""

import re
from typing import Final

_CHARACTER: Final = r"[^\s<>()\[\],;\"]"
_EMAIL: Final = rf"(?:mailto:)?{_CHARACTER}+@{_CHARACTER}+"
_TOP_LEVEL_DOMAINS: Final = "com|org|net|edu|gov|info|biz|io"
_WEB: Final = rf"[a-z][a-z+.-]*://{_CHARACTER}+|www\.{_CHARACTER}+|(?:[a-z0-9-]+\.)+(?:{_TOP_LEVEL_DOMAINS})(?:/{_CHARACTER}*)?(?![\w.])"
_PHONE: Final = r"(?:(?:tel|phone|cell|mobile)[.:]?\s*)?\+?\(?\d[\d\s().\-/]{5,}\d(?:\s*(?:x|ext\.?)\s*\d+)?(?!\w)"
_CONTACT: Final = re.compile(rf"(?:{_EMAIL})|(?:{_WEB})|(?<![\w.])(?:{_PHONE})", re.IGNORECASE)
_MIN_PHONE_DIGITS: Final = 7
_YEARS: Final = re.compile(r"(1[89]|20)\d\d\s*[-/]\s*(1[89]|20)\d\d")
_EMPTY_BRACKETS: Final = re.compile(r"<\s*>|\(\s*\)|\[\s*\]")


def find_contacts(text: str) -> list[str]:
    """Return the e-mail addresses, phone numbers and web addresses in a text."""
    matches = (match[0].strip() for match in _CONTACT.finditer(text))
    return [contact for contact in matches if _is_contact(contact)]


def remove_contacts(text: str) -> str:
    """Return the text without contact information: "Ann Lee <ann@example.com>" becomes "Ann Lee"."""
    remainder = _CONTACT.sub(lambda match: "" if _is_contact(match[0]) else match[0], text)
    return _EMPTY_BRACKETS.sub("", remainder).strip(" ,;:-/|") if remainder != text else text


def _is_contact(contact: str) -> bool:
    if _YEARS.fullmatch(contact):
        return False
    has_letters = any(letter.isalpha() for letter in contact)
    return has_letters or sum(sign.isdigit() for sign in contact) >= _MIN_PHONE_DIGITS
