"""Test the names of form fields that belong to a row."""

import pytest

from tournaments.field_names import roll_field, team_of_roll_field


def test_roll_field_name_round_trips() -> None:
    assert team_of_roll_field(roll_field(12)) == 12


@pytest.mark.parametrize("name", ["12", "roll_", "roll_x", "roll_-1", "roll_²", f"roll_{'9' * 5000}", "cover_12"])
def test_team_of_another_field_name_is_none(name: str) -> None:
    assert team_of_roll_field(name) is None
