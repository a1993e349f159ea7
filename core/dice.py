"""The program's own dice, where a person may throw his as well."""

import secrets


def roll_die(sides: int) -> int:
    """1 to `sides`, fair, and not to be foretold."""
    return secrets.randbelow(sides) + 1
