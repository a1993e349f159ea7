"""A year's points formula: the club's numbers, or a plugin that an organizer chose."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from club.models import SeasonFormula
from core.plugins import Plugin, PluginFailed, plugin_named
from pennant_baseball.plugins import POINTS_FORMULAS
from rules_engine.competition.points import (
    PUBLISHED,
    Finish,
    PointsFormula,
    SeasonResult,
    counted_results,
    season_points,
)

PLUGIN_KEY: Final = "plugin"  # the key of the plugin's name among a year's stored numbers


class YearFormula(NamedTuple):
    """A year's formula. `numbers` apply if there is no plugin, or if the plugin fails."""

    numbers: PointsFormula = PUBLISHED
    plugin: Plugin | None = None

    def without_plugin(self) -> "YearFormula":
        return YearFormula(self.numbers)

    def points(self, finish: Finish) -> Fraction:
        """Return a team's points. Raise PluginFailed if the plugin fails."""
        if self.plugin is None:
            return season_points(finish, self.numbers)
        points = self.plugin.call("points", finish)
        if isinstance(points, bool) or not isinstance(points, int | Fraction):
            raise self.plugin.failed(f"points must be an int or a Fraction, not {points!r:.60}")
        return Fraction(points)

    def counted(self, results: Sequence[SeasonResult]) -> set[int]:
        """Return the indexes of the results that count. Raise PluginFailed if the plugin fails."""
        if self.plugin is None:
            return set(counted_results(results, self.numbers))
        try:
            counted = {int(place) for place in self.plugin.call("counted", results)}
        except (TypeError, ValueError):
            raise self.plugin.failed("counted must return positions in the list") from None
        if not counted <= set(range(len(results))):
            raise self.plugin.failed(f"counted must return positions in the list, not {sorted(counted)!r:.60}")
        return counted


def points_of_finishes(finishes: Sequence[Finish], formula: YearFormula) -> list[Fraction]:
    """Return the points for each finish. If the plugin fails for any finish, all use the year's numbers."""
    try:
        return [formula.points(finish) for finish in finishes]
    except PluginFailed:
        return points_of_finishes(finishes, formula.without_plugin())


def year_formula(year: int) -> YearFormula:
    """Return a year's formula. Its plugin may be unusable."""
    stored = SeasonFormula.objects.filter(year=year).values_list("numbers", flat=True).first()
    return YearFormula() if stored is None else _read_formula(stored)


def formulas_by_year() -> dict[int, YearFormula]:
    """Return the stored formulas. Years without one use the published formula."""
    return {row.year: _read_formula(row.numbers) for row in SeasonFormula.objects.all()}


def _read_formula(stored: Mapping[str, Any]) -> YearFormula:
    name = stored.get(PLUGIN_KEY, "")
    return YearFormula(formula_from(stored), plugin_named(POINTS_FORMULAS, name) if name else None)


def formula_from(numbers: Mapping[str, Any]) -> PointsFormula:
    """Return a stored formula. Missing numbers use the published values."""
    values = {
        name: type(getattr(PUBLISHED, name))(number)
        for name, number in numbers.items()
        if name in PointsFormula._fields
    }
    return PUBLISHED._replace(**values)
