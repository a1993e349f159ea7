"""Batting averages for a column, before pitching and fielding."""

from rules_engine.systems.pine_tar.cards.columns import Column
from rules_engine.systems.pine_tar.cards.outcomes import HITS


def average_at_bat(column: Column) -> tuple[float, float]:
    """Return on-base and slugging averages against a pitcher with a neutral grade."""
    bases = [HITS.get(outcome.kind, 0) for outcome in column]
    walks = sum(outcome.kind == "BB" for outcome in column)
    plate_appearances = sum(outcome.kind != "BK/WP" for outcome in column)
    return (sum(map(bool, bases)) + walks) / plate_appearances, sum(bases) / max(plate_appearances - walks, 1)
