"""Names as people write them: cleaned for keeping, and folded so that two spellings of one name are found."""

import unicodedata


def clean_name(text: str) -> str:
    """One line, single spaces, no control characters; accents and quotes stay as they were written."""
    visible = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in text)
    return unicodedata.normalize("NFC", " ".join(visible.split()))


def folded(name: str) -> str:
    """What two spellings of one name have in common: no case, no accents."""
    plain = unicodedata.normalize("NFKD", clean_name(name))
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()
