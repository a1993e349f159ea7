"""Read the markup of a page regardless of the line breaks and indentation of its template."""

import re


def as_single_line(page: str) -> str:
    """Return a page without line breaks beside its tags; between words each is a space."""
    joined = re.sub(r"\s*\n\s*", "\n", page)
    beside_tags = re.sub(r"\n(?=/?>|<)|(?<=>)\n", "", joined)
    return beside_tags.replace("\n", " ")
