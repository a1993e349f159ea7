"""Roll the program's dice in place of real ones."""

import secrets


def roll_die(sides: int) -> int:
    """Return a fair, unpredictable roll from 1 to `sides`."""
    return secrets.randbelow(sides) + 1
