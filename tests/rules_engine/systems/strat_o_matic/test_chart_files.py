"""Chart files replaced by a user: each error names the file, the row and the expected value."""

from pathlib import Path

import pytest

from rules_engine.systems.strat_o_matic.baserunning.holding import load_hold_chart
from rules_engine.systems.strat_o_matic.baserunning.stealing import load_steal_chart
from rules_engine.systems.strat_o_matic.batting.parks import load_parks, load_weather
from rules_engine.systems.strat_o_matic.cards.positions import load_outfield_chart
from rules_engine.systems.strat_o_matic.charts.chart_files import CHART_FOLDER, ChartError, read_chart
from rules_engine.systems.strat_o_matic.charts.strategy_charts import load_strategy_chart
from rules_engine.systems.strat_o_matic.pitching.injuries import load_injury_chart
from rules_engine.systems.strat_o_matic.pitching.rest import load_rest_guide, load_starter_rest

LOADERS = {
    "stealing": load_steal_chart,
    "holding": load_hold_chart,
    "injuries_basic": load_injury_chart,
    "injuries_super": load_injury_chart,
    "ballparks": load_parks,
    "weather": load_weather,
    "outfield_adjustment": load_outfield_chart,
    "solitaire_rest": load_rest_guide,
    "starter_rest": load_starter_rest,
    "strategy_basic": load_strategy_chart,
    "strategy_advanced": load_strategy_chart,
    "strategy_super": load_strategy_chart,
}


def changed(tmp_path: Path, name: str, old: str, new: str) -> Path:
    text = (CHART_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / f"my_{name}.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "old", "new", "row", "why"),
    [
        ("stealing", "A = 15", "A = 21", "[second] A", "must be a whole number from 0 to 20, not 21"),
        ("stealing", "A = 15\n", "", "[second] A", "this row is missing"),
        ("stealing", "A = 15", "AAA = 18\nA = 15", "[second] AAA", "unknown row"),
        ("stealing", "[third]", "[thrid]", "thrid", "unknown row; choose from second, third, home"),
        ("stealing", "A = 15", "A = true", "[second] A", "must be a whole number"),
        ("holding", '["3b"]', '["lf"]', "[third] L", "entry 1, 'lf', is not one of p, c, 1b"),
        ("injuries_basic", ", 15]", "]", "games", "must list 20 entries, not 19"),
        ("injuries_super", ", 15]", ", 400]", "games", "entry 20 must be a whole number from 0 to 162"),
        ("ballparks", "homerun = [13, 6]", "homerun = [13]", "[harbor_yard] homerun", "must list 2 entries, not 1"),
        ("ballparks", "high_wall = [false, true]", 'high_wall = "right"', "[harbor_yard] high_wall", "true or false"),
        ("ballparks", 'name = "Harbor Yard"', 'name = " "', "[harbor_yard] name", "must be text"),
        ("weather", "day = [4, 13]", "day = [14, 13]", "[any.grid.april] day", "Good (14) may not be higher"),
        ("outfield_adjustment", "rf = [2, 3, 4, 5, 5]", "rf = [2, 3, 4, 5, 6]", "[lf] rf", "entry 5 must be"),
        ("outfield_adjustment", "[cf]", "[ss]", "ss", "unknown row; choose from lf, cf, rf"),
        ("solitaire_rest", "1 = [1, 4, 7]", "1 = [1, 4, 10]", "[slots] 1", "entry 3 must be"),
        ("solitaire_rest", "0 = 20\n", "", "[rests] 0", "applies to batters with the fewest"),
        ("solitaire_rest", "100 = 17", "some = 17", "[rests] some", "must be named by at-bats and walks"),
        ("starter_rest", "no_asterisk", "without", "without", "unknown row"),
        (
            "strategy_basic",
            '"groundout"',
            '"grounder"',
            "[hit_and_run] all",
            "'grounder', is not one of single, double",
        ),
        ("strategy_super", "speed_less = 8", "speed_less = -1", "[fielding] speed_less", "from 0 to 20"),
        ("strategy_super", "[fielding]", "[fieldings]", "fieldings", "unknown row"),
        ("strategy_basic", '"sacrifice", "lead_out"', '"speed", "lead_out"', "fielding", "this table is missing"),
        ("strategy_advanced", "E = [", "F = [", "[sacrifice] F", "unknown row; choose from A, B, C, D, E"),
    ],
)
def test_custom_chart_error_shows_file_row_and_reason(tmp_path, name, old, new, row, why):
    path = changed(tmp_path, name, old, new)
    with pytest.raises(ChartError) as raised:
        LOADERS[name](path)
    assert str(raised.value).startswith(f"my_{name}.toml: {row}: ")
    assert why in str(raised.value)


def test_rejects_weather_without_a_table_for_unlisted_teams(tmp_path):
    path = changed(tmp_path, "weather", "[any.grid]", "[any.grid]")
    path.write_text(path.read_text(encoding="utf-8").replace("[any.", "[harbor_yard."), encoding="utf-8")
    with pytest.raises(ChartError, match=r"^my_weather\.toml: any: this table is missing"):
        load_weather(path)


def test_custom_chart_replaces_the_house_chart(tmp_path):
    assert load_steal_chart(changed(tmp_path, "stealing", "C = 11", "C = 12"))["C", 2] == 12
    assert load_steal_chart()["C", 2] == 11


def test_missing_or_invalid_chart_file_is_reported(tmp_path):
    with pytest.raises(ChartError, match=r"^gone\.toml: this chart file doesn't exist$"):
        read_chart(tmp_path / "gone.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("games = [", encoding="utf-8")
    with pytest.raises(ChartError, match=r"^broken\.toml: "):
        read_chart(broken)


def test_house_charts_contain_the_printed_cells():
    steals = load_steal_chart()
    assert (steals["A", 2], steals["B", 2]) == (15, 13)  # 8.2, 22.23
    assert [steals["AAA", base] for base in (2, 3, 4)] == [steals["AA", base] for base in (2, 3, 4)]  # 8.1
    assert load_outfield_chart()["lf", "rf"][0] == 2  # 25.21
    assert "batter_misses_pitch" in load_strategy_chart("strategy_basic").hit_and_run["all"]  # 7.3
