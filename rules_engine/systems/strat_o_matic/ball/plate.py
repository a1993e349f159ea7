"""13.63: the catcher blocks the plate when the roll is the last safe number or the first one out."""

from rules_engine.baseball.table import Table
from rules_engine.systems.strat_o_matic.editions.edition import Edition

_SAFE_AGAINST = (2, 6, 10, 14, 18)  # 13.63: by catcher's range 1..5


def catcher_is_checked(edition: Edition, safe: int, thrown: int) -> bool:
    """13.63: for a throw from the outfield to the plate."""
    return edition.hits.block_the_plate and thrown in (safe, safe + 1)


def safe_against_catcher(catcher_range: int, thrown: int) -> bool:
    """13.63: the second d20 against the catcher's range, 1..5."""
    return thrown <= _SAFE_AGAINST[catcher_range - 1]


def safe_at_home(table: Table, edition: Edition, name: str, safe: int, catcher_range: int) -> bool:
    """A throw from the outfield to the plate: d20 against `safe`, then the catcher where the rule is in force."""
    thrown = table.roll(name, 20)
    if catcher_is_checked(edition, safe, thrown):
        return safe_against_catcher(catcher_range, table.roll("plate", 20))
    return thrown <= safe
