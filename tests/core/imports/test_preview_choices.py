"""Test numbers in the cells of imported sheets."""

import pytest

from core.imports.preview_choices import number_in


@pytest.mark.parametrize(
    ("text", "number"),
    [("3", 3), ("Round 3", 3), ("3.0", 3), ("3 of 9", 3), ("2/4", 2), ("Sat 28, round 1", 0), ("2 & 3", 0), ("", 0)],
)
def test_cell_with_several_numbers_has_no_number(text: str, number: int) -> None:
    assert number_in(text) == number
