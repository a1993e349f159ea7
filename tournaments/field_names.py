"""Names of form fields that belong to a row. Forms read these fields, and refusals point to them."""

_ROLL = "roll_"


def roll_field(team_id: int) -> str:
    """Return the name of the field for a team's roll."""
    return f"{_ROLL}{team_id}"


def team_of_roll_field(name: str) -> int | None:
    """Return the id of the team whose roll the field holds, or None for another field."""
    number = name.removeprefix(_ROLL)
    is_roll = name.startswith(_ROLL) and number.isascii() and number.isdecimal() and len(number) < 10
    return int(number) if is_roll else None


def cover_field(series_id: int) -> str:
    """Return the name of the field for the team that covers a series."""
    return f"cover_{series_id}"


def division_name_field(division_id: int) -> str:
    """Return the name of the field for a division's name."""
    return f"name_{division_id}"


def first_table_field(division_id: int) -> str:
    """Return the name of the field for a division's first table."""
    return f"table_{division_id}"
