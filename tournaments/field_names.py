"""Names of form fields that belong to a row. Forms read these fields, and error messages link to them."""

_ROLL = "roll_"
_DIVISION = "division_"


def roll_field(team_id: int) -> str:
    """Return the name of a team's roll field."""
    return f"{_ROLL}{team_id}"


def team_of_roll_field(name: str) -> int | None:
    """Return the ID of the team that a roll field belongs to, or None for any other field."""
    return _row_of(name, _ROLL)


def cover_field(series_id: int) -> str:
    """Return the name of the field that selects a series' covering team."""
    return f"cover_{series_id}"


def division_name_field(division_id: int) -> str:
    """Return the name of the field for a division's name."""
    return f"name_{division_id}"


def first_table_field(division_id: int) -> str:
    """Return the name of the field for a division's first table."""
    return f"table_{division_id}"


def team_of_division_field(name: str) -> int | None:
    """Return the ID of the team that a division field belongs to, or None for any other field."""
    return _row_of(name, _DIVISION)


def _row_of(name: str, prefix: str) -> int | None:
    number = name.removeprefix(prefix)
    is_row = name.startswith(prefix) and number.isascii() and number.isdecimal() and len(number) < 10
    return int(number) if is_row else None
