"""Test names with club and position, as printed in draft rooms and on public pages."""

import pytest

from drafts.queries.ranking_rows import name_and_club


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ken Griffey Jr. (SEA - OF)", ("Ken Griffey Jr.", "SEA")),
        ("Ken Griffey Jr. (Sea - OF)", ("Ken Griffey Jr.", "SEA")),
        ("Ken Griffey Jr., SEA OF", ("Ken Griffey Jr.", "SEA")),
        ("Ken Griffey CF SEA", ("Ken Griffey", "SEA")),
        ("Chan Ho Park SP,RP", ("Chan Ho Park", "")),
        ("Omar Vizquel", ("Omar Vizquel", "")),
    ],
)
def test_splits_name_and_club(text: str, expected: tuple[str, str]) -> None:
    assert name_and_club(text, {"SEA", "CLE"}) == expected
