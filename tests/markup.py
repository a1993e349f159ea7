"""Parse a page's markup regardless of its template's line breaks and indentation."""

import re


def as_single_line(page: str) -> str:
    """Return a page without line breaks next to its tags. Between words, each line break becomes a space."""
    joined = re.sub(r"\s*\n\s*", "\n", page)
    beside_tags = re.sub(r"\n(?=/?>|<)|(?<=>)\n", "", joined)
    return beside_tags.replace("\n", " ")
