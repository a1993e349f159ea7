"""Codes that people read aloud or copy from a printout."""

import secrets
from typing import Final

CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without 0, 1, I, L and O, which look alike


def random_code(length: int) -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


def typed_letters(text: str) -> str:
    """Return a typed code in capitals, without spaces and hyphens."""
    return text.upper().replace(" ", "").replace("-", "")
