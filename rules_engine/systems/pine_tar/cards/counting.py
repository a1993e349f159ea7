"""What a column gives by count, before pitchers and fielders have their say."""

from rules_engine.systems.pine_tar.cards.columns import Column
from rules_engine.systems.pine_tar.cards.outcomes import HITS


def at_bat(column: Column) -> tuple[float, float]:
    """On-base and slugging, as shares of 1, against a pitcher whose grade changes nothing."""
    bases = [HITS.get(line.kind, 0) for line in column]
    walks = sum(line.kind == "BB" for line in column)
    turns = sum(line.kind != "BK/WP" for line in column)
    return (sum(map(bool, bases)) + walks) / turns, sum(bases) / max(turns - walks, 1)
