"""Let users replace the shipped charts with their own.

Users fill in templates. All charts in a directory are checked row by row. They are used only if all of them are valid.
"""

import hashlib
import inspect
import json
from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules_engine.baseball.chart_display import ChartDisplay, head_notes
from rules_engine.systems.strat_o_matic.baserunning.holding import load_hold_chart
from rules_engine.systems.strat_o_matic.baserunning.stealing import load_steal_chart
from rules_engine.systems.strat_o_matic.batting.parks import load_parks, load_weather
from rules_engine.systems.strat_o_matic.cards.positions import load_outfield_chart
from rules_engine.systems.strat_o_matic.cards.shared_cards import load_fielders_pitching_card, load_hitting_cards
from rules_engine.systems.strat_o_matic.charts.chart_files import (
    CHART_FOLDER,
    ChartError,
    ChartTable,
    RowPath,
    custom_charts_in_use,
    read_chart,
    read_chart_file,
    use_charts,
)
from rules_engine.systems.strat_o_matic.charts.strategy_charts import load_strategy_chart
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import load_fielding_chart
from rules_engine.systems.strat_o_matic.fielding.grounders import load_groundball_chart
from rules_engine.systems.strat_o_matic.fielding.simple_charts import load_advanced_chart, load_basic_chart
from rules_engine.systems.strat_o_matic.pitching.injuries import load_injury_chart
from rules_engine.systems.strat_o_matic.pitching.rest import load_rest_guide, load_starter_rest
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset

SUFFIX: Final = ".toml"
_DIGEST_LENGTH: Final = 12
_VERSIONED: Final = ("fielding_", "strategy_", "groundballs_", "injuries_", "senior_rest", "solitaire_", "starter_rest")


class ChartKind(NamedTuple):
    """The loader and the purpose of a chart."""

    load: Callable[..., Any]
    purpose: str
    is_house: bool = True  # The rules don't print this chart.


CHARTS: Final[Mapping[str, ChartKind]] = {
    "ballparks": ChartKind(load_parks, "ballpark home runs and singles, and high walls (30.3, 30.4, 14.5)"),
    "fielding_advanced": ChartKind(load_advanced_chart, "X chances in Advanced (16.2)"),
    "fielding_basic": ChartKind(load_basic_chart, "X chances in Basic (5.1)"),
    "fielding_super": ChartKind(load_fielding_chart, "X chances in Super Advanced and STAR (16.42)"),
    "groundballs_basic": ChartKind(load_groundball_chart, "groundballs in Basic and Advanced (4.1, 9.11)"),
    "groundballs_t15": ChartKind(
        load_groundball_chart, "groundballs in Super Advanced and STAR (T15.0)", is_house=False
    ),
    "hitters_pitching_card": ChartKind(load_fielders_pitching_card, "the card for position players who pitch (25.3)"),
    "holding": ChartKind(load_hold_chart, "the infielder who holds a runner (23.82)", is_house=False),
    "injuries_basic": ChartKind(load_injury_chart, "games missed in Basic and Advanced (6.4)"),
    "injuries_super": ChartKind(load_injury_chart, "games missed in Super Advanced (25.1)"),
    "outfield_adjustment": ChartKind(
        load_outfield_chart, "ranges of outfielders at positions not on their cards (25.21)"
    ),
    "pitchers_hitting_cards": ChartKind(load_hitting_cards, "the eight cards for pitchers at bat (2.2)"),
    "senior_rest": ChartKind(load_rest_guide, "the guide for resting batters in Senior Seminar", is_house=False),
    "solitaire_rest": ChartKind(load_rest_guide, "the guide for resting batters (26.2)"),
    "starter_rest": ChartKind(load_starter_rest, "games of rest after a start (27.51)"),
    "stealing": ChartKind(load_steal_chart, "steals by letter grade (8.1)"),
    "strategy_advanced": ChartKind(load_strategy_chart, "bunts and the hit and run in Advanced (18.2, 19.2)"),
    "strategy_basic": ChartKind(load_strategy_chart, "bunts and the hit and run in Basic (7.2, 7.3)"),
    "strategy_super": ChartKind(load_strategy_chart, "bunts, hit and run in Super Advanced and STAR (18.5, 19.5)"),
    "weather": ChartKind(load_weather, "weather instead of the ballpark (30.5)"),
}


class CustomChartsError(ValueError):
    """Raised when charts in a directory are invalid. `problems` lists all problems in all files."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def chart_template(name: str) -> str:
    """Return a chart file's text to fill in: a line with the chart's purpose, followed by the shipped chart."""
    shipped = (CHART_FOLDER / f"{name}{SUFFIX}").read_text(encoding="utf-8")
    return f"# {name}{SUFFIX}: {CHARTS[name].purpose}.\n# Put your own numbers in place of these.\n#\n{shipped}"


def use_charts_from(folder: Path | None) -> None:
    """Use the charts in this directory, or only the shipped charts for None.

    Call this when a program starts. Raise CustomChartsError with all problems if any chart is invalid. In that case the
    charts in use don't change.
    """
    use_charts(read_chart_folder(folder) if folder else {})


def read_chart_folder(folder: Path) -> dict[str, ChartTable]:
    """Load and check the charts in a directory, and return them by name.

    Hidden files and subdirectories are ignored. Any other file must have a chart's name. Raise CustomChartsError if any
    file is invalid.
    """
    try:
        files = sorted(path for path in folder.iterdir() if not path.name.startswith(".") and not path.is_dir())
    except OSError as error:
        raise CustomChartsError([f"{folder}: the charts can't be read: {error.strerror}"]) from None
    problems: list[str] = []
    charts: dict[str, ChartTable] = {}
    for path in files:
        name = path.name.removesuffix(SUFFIX)
        if f"{name}{SUFFIX}" != path.name or name not in CHARTS:
            problems.append(f"{path.name}: unknown chart; {_chart_names()}")
            continue
        try:
            charts[name] = read_chart_file(path)
        except ChartError as error:
            problems.append(str(error))
            continue
        problems += chart_problems(name, charts[name])
    if not files:
        problems.append(f"{folder}: this folder has no charts; {_chart_names()}")
    if problems:
        raise CustomChartsError(problems)
    return charts


def _chart_names() -> str:
    return f"charts are {', '.join(f'{name}{SUFFIX}' for name in CHARTS)}"


def chart_problems(name: str, chart: ChartTable) -> list[str]:
    """Return all problems in a chart, in the order in which its loader finds them.

    A loader stops at the first problem. To find the next problem, this function first replaces the invalid row with the
    shipped row. If that doesn't help, it removes the row, and finally the table around it.
    """
    shipped = _shipped_chart(name).rows
    repaired = deepcopy(dict(chart.rows))
    problems: list[str] = []
    repairs = Counter[RowPath]()
    while error := _first_error(name, ChartTable(chart.file, "", repaired)):
        path = error.path
        if not repairs[path]:
            problems.append(str(error))
        while path and repairs[path] == 2:
            path = path[:-1]
        if not path:
            break
        repairs[path] += 1
        _set_row(repaired, path, _shipped_row(shipped, path) if repairs[path] == 1 else None)
    return problems


def _first_error(name: str, chart: ChartTable) -> ChartError | None:
    load = inspect.unwrap(CHARTS[name].load)  # The cached loader isn't used, because this chart isn't in use yet.
    try:
        load(chart)
    except ChartError as error:
        return error
    return None


def _shipped_row(shipped: Any, path: RowPath) -> Any:
    """Return the shipped row at this path, or None.

    For a table that only the user's chart has, such as a park, another shipped table serves as the model.
    """
    if not isinstance(shipped, dict):
        return None
    step, *rest = path
    for key in [step] if step in shipped else shipped:
        row = _shipped_row(shipped[key], tuple(rest)) if rest else shipped[key]
        if row is not None and (key == step or not isinstance(row, dict) or rest):
            return row
    return None


def _set_row(chart: dict[str, Any], path: RowPath, value: Any) -> None:
    """Set the row at this path, or remove it if `value` is None."""
    *tables, row = path
    for table in tables:
        chart = chart[table]
    if value is None:
        chart.pop(row, None)
    else:
        chart[row] = deepcopy(value)


def custom_chart_digests() -> dict[str, str]:
    """Return a short digest by name for each chart in use that differs from the shipped chart."""
    digests = {name: _digest(chart) for name, chart in sorted(custom_charts_in_use().items())}
    return {name: digest for name, digest in digests.items() if digest != _digest(_shipped_chart(name))}


def charts_of_ruleset(ruleset: Ruleset) -> dict[str, ChartDisplay]:
    """Return the charts in use that apply to a ruleset, by name."""
    replaced = custom_chart_digests()
    return {
        name: ChartDisplay(kind.purpose, read_chart(name).rows, kind.is_house, name in replaced, _notes(name))
        for name, kind in CHARTS.items()
        if _is_read(ruleset, name)
    }


def _is_read(ruleset: Ruleset, name: str) -> bool:
    """Return whether this chart applies to a ruleset. A chart with only one version applies to all rulesets."""
    read = {f"fielding_{ruleset.fielding.chart}", ruleset.strategy.chart, ruleset.grounders.chart}
    read |= {ruleset.injuries.chart, ruleset.rest.chart, ruleset.rest.guide}
    if name == "stealing":
        return not ruleset.stealing.ratings
    if name == "weather":
        return ruleset.parks.weather
    return name in read or not name.startswith(_VERSIONED)


def _notes(name: str) -> str:
    return head_notes((CHART_FOLDER / f"{name}{SUFFIX}").read_text(encoding="utf-8"))


def _shipped_chart(name: str) -> ChartTable:
    return read_chart_file(CHART_FOLDER / f"{name}{SUFFIX}")


def _digest(chart: ChartTable) -> str:
    return hashlib.sha256(json.dumps(chart.rows, sort_keys=True).encode()).hexdigest()[:_DIGEST_LENGTH]
