"""Roll virtual dice for rolls that people can also make by hand."""

import secrets


def roll_die(sides: int) -> int:
    """Return a fair, unpredictable roll from 1 to `sides`."""
    return secrets.randbelow(sides) + 1
