"""The program's dice, for rolls that people may also make by hand."""

import secrets


def roll_die(sides: int) -> int:
    """Return a fair, unpredictable number from 1 to `sides`."""
    return secrets.randbelow(sides) + 1
