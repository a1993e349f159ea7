"""A user's own charts in place of ours: templates to fill in, a folder of them checked row by row and used whole."""

import hashlib
import inspect
import json
from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules_engine.systems.strat_o_matic.baserunning.holding import load_hold_chart
from rules_engine.systems.strat_o_matic.baserunning.stealing import load_steal_chart
from rules_engine.systems.strat_o_matic.batting.parks import load_parks, load_weather
from rules_engine.systems.strat_o_matic.cards.positions import load_outfield_chart
from rules_engine.systems.strat_o_matic.cards.shared_cards import load_fielders_pitching_card, load_hitting_cards
from rules_engine.systems.strat_o_matic.charts.chart_files import (
    CHART_FOLDER,
    ChartError,
    Place,
    Rows,
    own_charts_in_use,
    put_in_use,
    read_file,
)
from rules_engine.systems.strat_o_matic.charts.strategy_charts import load_strategy_chart
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import load_fielding_chart
from rules_engine.systems.strat_o_matic.fielding.grounders import load_groundball_chart
from rules_engine.systems.strat_o_matic.fielding.simple_charts import load_advanced_chart, load_basic_chart
from rules_engine.systems.strat_o_matic.pitching.injuries import load_injury_chart
from rules_engine.systems.strat_o_matic.pitching.rest import load_rest_guide, load_starter_rest

SUFFIX: Final = ".toml"
_DIGEST_LENGTH: Final = 12


class ChartKind(NamedTuple):
    """What reads a chart, and what the chart is for."""

    load: Callable[..., Any]
    purpose: str


CHARTS: Final[Mapping[str, ChartKind]] = {
    "ballparks": ChartKind(load_parks, "ballpark homeruns and singles, and high walls (30.3, 30.4, 14.5)"),
    "fielding_advanced": ChartKind(load_advanced_chart, "X chances in Advanced (16.2)"),
    "fielding_basic": ChartKind(load_basic_chart, "X chances in Basic (5.1)"),
    "fielding_super": ChartKind(load_fielding_chart, "X chances in Super Advanced and STAR (16.42)"),
    "groundballs_basic": ChartKind(load_groundball_chart, "groundballs in Basic and Advanced (4.1, 9.11)"),
    "groundballs_t15": ChartKind(load_groundball_chart, "groundballs in Super Advanced and STAR (T15.0)"),
    "hitters_pitching_card": ChartKind(load_fielders_pitching_card, "the card of position players who pitch (25.3)"),
    "holding": ChartKind(load_hold_chart, "which infielder holds a runner (23.82)"),
    "injuries_basic": ChartKind(load_injury_chart, "games missed in Basic and Advanced (6.4)"),
    "injuries_super": ChartKind(load_injury_chart, "games missed in Super Advanced (25.1)"),
    "outfield_adjustment": ChartKind(load_outfield_chart, "ranges of outfielders off their card (25.21)"),
    "pitchers_hitting_cards": ChartKind(load_hitting_cards, "the eight cards on which pitchers bat (2.2)"),
    "senior_rest": ChartKind(load_rest_guide, "the guide for resting batters in Senior Seminar"),
    "solitaire_rest": ChartKind(load_rest_guide, "the guide for resting batters (26.2)"),
    "starter_rest": ChartKind(load_starter_rest, "games of rest after a start (27.51)"),
    "stealing": ChartKind(load_steal_chart, "steals by letter grade (8.1)"),
    "strategy_advanced": ChartKind(load_strategy_chart, "bunts and the hit and run in Advanced (18.2, 19.2)"),
    "strategy_basic": ChartKind(load_strategy_chart, "bunts and the hit and run in Basic (7.2, 7.3)"),
    "strategy_super": ChartKind(load_strategy_chart, "bunts, hit and run in Super Advanced and STAR (18.5, 19.5)"),
    "weather": ChartKind(load_weather, "weather in place of the ballpark (30.5)"),
}


class OwnChartsError(ValueError):
    """Charts of a folder cannot be used. `faults` holds every fault of every file; nothing is in use that was not."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def template_of(name: str) -> str:
    """A chart's file to be filled in: our own with its explaining head, under a line that says what it is for."""
    ours = (CHART_FOLDER / f"{name}{SUFFIX}").read_text(encoding="utf-8")
    return f"# {name}{SUFFIX}: {CHARTS[name].purpose}.\n# Put your own numbers in place of these.\n#\n{ours}"


def use_charts_of(folder: Path | None) -> None:
    """Read the charts of this folder in place of ours of the same name; None is ours alone. For the start of a program.

    Every file is checked before any is used. Raises OwnChartsError with all faults, and then nothing has changed.
    """
    put_in_use(read_folder(folder) if folder else {})


def read_folder(folder: Path) -> dict[str, Rows]:
    """The charts of a folder by name, each sound to its last row. Raises OwnChartsError with all faults of all files.

    Hidden files and folders are passed over. A file whose name is no chart's is a fault: it would be left out silently.
    """
    try:
        files = sorted(path for path in folder.iterdir() if not path.name.startswith(".") and not path.is_dir())
    except OSError as fault:
        raise OwnChartsError([f"{folder}: no charts can be read there: {fault.strerror}"]) from None
    faults, read = list[str](), dict[str, Rows]()
    for path in files:
        name = path.name.removesuffix(SUFFIX)
        if f"{name}{SUFFIX}" != path.name or name not in CHARTS:
            faults.append(f"{path.name}: there is no such chart; {_names()}")
            continue
        try:
            read[name] = read_file(path)
        except ChartError as fault:
            faults.append(str(fault))
            continue
        faults += chart_faults(name, read[name])
    if not files:
        faults.append(f"{folder}: there is no chart in it; {_names()}")
    if faults:
        raise OwnChartsError(faults)
    return read


def _names() -> str:
    return f"charts are {', '.join(f'{name}{SUFFIX}' for name in CHARTS)}"


def chart_faults(name: str, chart: Rows) -> list[str]:
    """Every fault of one chart, in the order its loader meets them.

    A loader stops at the first. So a row that was told is put right as ours has it, without it if that does not help,
    at last with the table round it, and the loader goes on to the next.
    """
    ours, mended = read_file(CHART_FOLDER / f"{name}{SUFFIX}").rows, deepcopy(dict(chart.rows))
    told, tried = list[str](), Counter[Place]()
    while fault := _first_fault(name, Rows(chart.file, "", mended)):
        place = fault.place
        if not tried[place]:
            told.append(str(fault))
        while place and tried[place] == 2:
            place = place[:-1]
        if not place:
            break
        tried[place] += 1
        _put(mended, place, _as_ours(ours, place) if tried[place] == 1 else None)
    return told


def _first_fault(name: str, chart: Rows) -> ChartError | None:
    try:
        inspect.unwrap(CHARTS[name].load)(chart)  # not kept: what is checked is not yet in use
    except ChartError as fault:
        return fault
    return None


def _as_ours(ours: Any, place: Place) -> Any:
    """What our chart has there, or beside it where the table is the user's own, such as a park; None for nothing."""
    if not isinstance(ours, dict):
        return None
    step, *rest = place
    for key in [step] if step in ours else ours:
        found = _as_ours(ours[key], tuple(rest)) if rest else ours[key]
        if found is not None and (key == step or not isinstance(found, dict) or rest):
            return found
    return None


def _put(chart: dict[str, Any], place: Place, value: Any) -> None:
    """Set the row at this place, or take it away for None."""
    *tables, row = place
    for table in tables:
        chart = chart[table]
    if value is None:
        chart.pop(row, None)
    else:
        chart[row] = deepcopy(value)


def charts_in_use() -> dict[str, str]:
    """Name -> short digest of what it says, of every chart in use that says other things than ours."""
    own = own_charts_in_use().items()
    return {name: _digest(chart) for name, chart in sorted(own) if _digest(chart) != _digest(_ours(name))}


def _ours(name: str) -> Rows:
    return read_file(CHART_FOLDER / f"{name}{SUFFIX}")


def _digest(chart: Rows) -> str:
    return hashlib.sha256(json.dumps(chart.rows, sort_keys=True).encode()).hexdigest()[:_DIGEST_LENGTH]
