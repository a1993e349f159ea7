"""Custom charts: their effects, every error in every file, and no partial use of a bad set."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rules_engine.baseball.bases import FIRST, SECOND, occupied
from rules_engine.baseball.game_input import RandomInput, ScriptedInput
from rules_engine.baseball.saved_games import charts_that_differ
from rules_engine.systems.strat_o_matic.baserunning.holding import holders
from rules_engine.systems.strat_o_matic.batting.bunting import resolve_bunt
from rules_engine.systems.strat_o_matic.batting.parks import load_parks, load_weather, weather_park
from rules_engine.systems.strat_o_matic.card_making.card_sides import x_hits
from rules_engine.systems.strat_o_matic.cards.positions import fielding_assignment
from rules_engine.systems.strat_o_matic.cards.ratings import parse_fielding, parse_hitting_code
from rules_engine.systems.strat_o_matic.cards.shared_cards import fielders_pitching_card, hitting_card
from rules_engine.systems.strat_o_matic.charts.chart_files import CHART_FOLDER, ChartError, ChartTable
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.custom_charts import (
    CHARTS,
    CustomChartsError,
    chart_problems,
    chart_template,
    custom_chart_digests,
    use_charts_from,
)
from rules_engine.systems.strat_o_matic.fielding.grounders import Grounder, load_groundball_chart, resolve_grounder
from rules_engine.systems.strat_o_matic.fielding.simple_charts import (
    load_basic_chart,
    resolve_advanced_x,
    resolve_basic_x,
)
from rules_engine.systems.strat_o_matic.fielding.x_chances import resolve_x_chance
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.pitching.injuries import games_missed
from rules_engine.systems.strat_o_matic.pitching.rest import load_rest_guide, must_rest, rest_after_start
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery, Fielder, Situation
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

BASIC, ADVANCED, SUPER, STAR = map(load_ruleset, ("som_basic", "som_advanced", "som_super_advanced", "star"))
ON_FIRST, ON_SECOND = Situation(occupied(FIRST)), Situation(occupied(SECOND))
SHORTSTOP = Situation(fielders={"ss": Fielder(3, 10)})


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Return a directory for charts. Restore our charts after the test."""
    made = tmp_path / "charts"
    made.mkdir()
    yield made
    use_charts_from(None)


def write(folder: Path, name: str, *changes: tuple[str, str]) -> None:
    text = chart_template(name)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")


def bunt(setup: GameSetup) -> str:
    return resolve_bunt(ScriptedInput([("bunt_range", 1)]), setup.strategy_chart, ON_FIRST, "sacrifice", "A", 4).code


def super_x() -> str:
    game_input = ScriptedInput([("range", 20), ("error_1", 3), ("error_2", 3), ("error_3", 4)])
    return resolve_x_chance(game_input, STAR, SHORTSTOP, GameSetup(STAR, {}).fielding_chart, "ss", Battery()).kind


OTHER_ROW = '["triple", "single 1", "single 1", "single 1", "single 1"]'


def first_row(name: str, table: str) -> str:
    """Return the heading of a table and its first row, as in the file."""
    return f"{table}\n" + chart_template(name).partition(f"{table}\n")[2].partition("\n")[0]


# chart -> (old text, new text, function that returns the affected result)
CHANGES: dict[str, tuple[str, str, Callable[[], Any]]] = {
    "ballparks": ("homerun = [13, 6]", "homerun = [2, 6]", lambda: load_parks()["harbor_yard"].homerun.L),
    "fielding_advanced": (
        first_row("fielding_advanced", "[range.ss]"),
        f"[range.ss]\n1 = {OTHER_ROW}",
        lambda: resolve_advanced_x(
            ScriptedInput([("range", 1)]), ADVANCED, Situation(fielders={"ss": Fielder(1)}),
            GameSetup(ADVANCED, {}).advanced_chart, "ss", Battery(),
        ).kind,
    ),
    "fielding_basic": (
        first_row("fielding_basic", "[ss]"),
        f"[ss]\n1 = {OTHER_ROW}",
        lambda: resolve_basic_x(
            ScriptedInput([("range", 1)]), BASIC, Situation(fielders={"ss": Fielder(1)}),
            GameSetup(BASIC, {}).basic_chart, "ss", Battery(),
        ).kind,
    ),
    "fielding_super": (
        '[symbols.infield."G1"]\nnone = "gb 1"',
        '[symbols.infield."G1"]\nnone = "triple"',
        super_x,
    ),
    "groundballs_basic": (
        '1 = ["DP43"',
        '1 = ["Runadv"',
        lambda: resolve_grounder(ScriptedInput([]), BASIC, ON_FIRST, Grounder("ss", 0, "card")).code,
    ),
    "groundballs_t15": (
        '1 = ["DP43"',
        '1 = ["Runadv"',
        lambda: resolve_grounder(ScriptedInput([]), STAR, ON_FIRST, Grounder("ss", 0, "card")).code,
    ),
    "hitters_pitching_card": (
        '"4-2" = "',
        '"4-2" = "strikeout" # "',
        lambda: str(fielders_pitching_card("Somebody", "R").line("left", 4, 2)),
    ),
    "holding": ('L = ["1b", "ss"]', 'L = ["2b"]', lambda: holders(SUPER.stealing, occupied(FIRST), "L")),
    "injuries_basic": (", 15]", ", 44]", lambda: games_missed(ScriptedInput([("injury", 20)]), BASIC.injuries)),
    "injuries_super": (", 15]", ", 44]", lambda: games_missed(ScriptedInput([("injury", 20)]), SUPER.injuries)),
    "outfield_adjustment": (
        "rf = [2,",
        "rf = [4,",
        lambda: fielding_assignment(ADVANCED.injuries, parse_fielding("lf-1(0)e3"), "rf", 20).fielding.range,
    ),
    "pitchers_hitting_cards": (
        '"1-7" = "strikeout"',
        '"1-7" = "WALK"',
        lambda: str(hitting_card(parse_hitting_code("#1WR"), "Somebody").line("left", 1, 7)),
    ),
    "senior_rest": (
        "600 = 0",
        "600 = 20",
        lambda: must_rest(ScriptedInput([("rest", 20)]), load_rest_guide("senior_rest"), 700),
    ),
    "solitaire_rest": (
        "675 = 0",
        "675 = 20",
        lambda: must_rest(ScriptedInput([("rest", 20)]), load_rest_guide(), 700),
    ),
    "starter_rest": (", 4, 4, 5]", ", 4, 4, 9]", lambda: rest_after_start(SUPER.rest, asterisk=True, outs=36)),
    "stealing": ("C = 11", "C = 12", lambda: GameSetup(BASIC, {}).steal_chart["C", 2]),
    "strategy_advanced": (
        'A = ["hit", "1AND2", "sacrifice"', 'A = ["hit", "1AND2", "popout"', lambda: bunt(GameSetup(ADVANCED, {}))
    ),
    "strategy_basic": ('"popout", "sacrifice"', '"hit", "sacrifice"', lambda: bunt(GameSetup(BASIC, {}))),
    "strategy_super": (
        'A = ["speed", "1AND2", "range(p)"', 'A = ["speed", "1AND2", "popout"', lambda: bunt(GameSetup(SUPER, {}))
    ),
    "weather": (
        "homerun = [13, 13]",
        "homerun = [19, 13]",
        lambda: weather_park(ScriptedInput([("weather", 1)]), load_weather(), "ATL", "july", night=False).homerun.L,
    ),
}  # fmt: skip


def test_every_chart_has_a_loader_a_purpose_and_a_test_change() -> None:
    files = {path.stem for path in CHART_FOLDER.glob("*.toml")}
    assert set(CHARTS) == set(CHANGES) == files


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_custom_chart_changes_results_until_removed(folder: Path, name: str) -> None:
    old, new, seen = CHANGES[name]
    ours = seen()
    write(folder, name, (old, new))
    use_charts_from(folder)
    assert seen() != ours
    assert set(custom_chart_digests()) == {name}
    use_charts_from(None)
    assert seen() == ours
    assert custom_chart_digests() == {}


def logs_of_games() -> list[Any]:
    return [log_of_a_game(seed) for seed in (5, 6, 7)]


def log_of_a_game(seed: int) -> list[Any]:
    game = new_game("star")
    pilot = ComputerManager(game)
    game_input = RandomInput(seed, pilot.choose)
    while not game.state.over:
        pilot.changes()
        game.play(game_input)
    return list(game.log.events)


def test_unchanged_templates_play_the_same_games_and_a_changed_cell_does_not(folder: Path) -> None:
    ours, rates = logs_of_games(), x_hits("ss", 3)
    for name in CHARTS:
        write(folder, name)
    use_charts_from(folder)
    assert custom_chart_digests() == {}
    assert logs_of_games() == ours
    write(folder, "groundballs_t15", ("Runadv", "Leadr"), ("Runadv", "Deep"))
    write(folder, "fielding_super", CHANGES["fielding_super"][:2])
    use_charts_from(folder)
    assert logs_of_games() != ours
    assert x_hits("ss", 3) != rates  # the X-chance rates used in card making


def test_all_chart_errors_are_reported_and_nothing_is_applied(folder: Path) -> None:
    write(folder, "stealing", ("C = 11", "C = 12"), ("A = 13", "A = 21"), ("E = 1\n", 'E = "one"\nF = 1\n'))
    write(folder, "injuries_super", (", 15]", ", 44]"))
    write(
        folder,
        "ballparks",
        ("[harbor_yard]", "[home]"),
        ("homerun = [13, 6]", "homerun = 13"),
        ("single = [9, 12]", ""),
    )
    (folder / "holding.toml").write_text("[first]\nL = [", encoding="utf-8")
    (folder / "steals.toml").write_text("", encoding="utf-8")
    (folder / "weather.toml.txt").write_text("", encoding="utf-8")
    (folder / ".hidden").write_text("", encoding="utf-8")
    with pytest.raises(CustomChartsError) as raised:
        use_charts_from(folder)
    problems = [fault[:60] for fault in raised.value.problems]
    expected = [
        "ballparks.toml: [home] single: this row is missing",
        "ballparks.toml: [home] homerun: must list 2 entries, not 13",
        "holding.toml: ",
        "stealing.toml: [third] A: must be a whole number from 0 to 20",
        "stealing.toml: [home] F: unknown row; choose from",
        "stealing.toml: [home] E: must be a whole number",
        "steals.toml: unknown chart; charts are ballparks.toml, fielding",
        "weather.toml.txt: unknown chart; charts are",
    ]
    assert len(problems) == len(expected)
    assert all(fault.startswith(start[:60]) for fault, start in zip(problems, expected, strict=True)), problems
    assert custom_chart_digests() == {}
    assert GameSetup(BASIC, {}).steal_chart["C", 2] == 11
    assert games_missed(ScriptedInput([("injury", 20)]), SUPER.injuries) == 15


def test_chart_error_preserves_the_charts_in_use(folder: Path) -> None:
    write(folder, "stealing", ("C = 11", "C = 12"))
    use_charts_from(folder)
    write(folder, "stealing", ("C = 11", "C = 99"))
    with pytest.raises(CustomChartsError):
        use_charts_from(folder)
    assert GameSetup(BASIC, {}).steal_chart["C", 2] == 12


def rows_of(table: dict[str, Any], within: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return the path of every row in a chart."""
    places = []
    for key, value in table.items():
        places += rows_of(value, (*within, key)) if isinstance(value, dict) else [(*within, key)]
    return places


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_every_damaged_row_is_reported_and_no_other(name: str) -> None:
    chart = tomllib.loads(chart_template(name))
    assert chart_problems(name, ChartTable("mine.toml", "", chart)) == []
    places = rows_of(chart)
    bad_places = places[:: max(1, len(places) // 7)]
    for *tables, row in bad_places:
        table = chart
        for step in tables:
            table = table[step]
        table[row] = -99
    problems = chart_problems(name, ChartTable("mine.toml", "", chart))
    within = [f"[{'.'.join(tables)}] " if tables else "" for *tables, _ in bad_places]
    heads = {f"mine.toml: {where}{place[-1]}: " for where, place in zip(within, bad_places, strict=True)}
    assert len(problems) == len(heads)
    assert all(any(fault.startswith(head) for fault in problems) for head in heads), problems


def test_wrong_table_types_are_reported_and_the_rest_is_checked() -> None:
    chart = tomllib.loads(chart_template("weather"))
    chart["ATL"] = {"grid": 7, "good": chart["any"]["good"], "average": {"homerun": [1]}, "worse": {}}
    problems = chart_problems("weather", ChartTable("weather.toml", "", chart))
    assert [fault.partition(": ")[2].partition(":")[0] for fault in problems] == [
        "[ATL] worse",
        "[ATL] bad",
        "[ATL] grid",
        "[ATL.average] single",
        "[ATL.average] homerun",
    ]


def test_missing_or_empty_folder_is_rejected(folder: Path) -> None:
    with pytest.raises(CustomChartsError, match="this folder has no charts; charts are ballparks"):
        use_charts_from(folder)
    with pytest.raises(CustomChartsError, match="the charts can't be read"):
        use_charts_from(folder / "gone")


def test_file_with_a_byte_order_mark_is_read(folder: Path) -> None:
    (folder / "stealing.toml").write_text(chart_template("stealing").replace("C = 11", "C = 12"), encoding="utf-8-sig")
    use_charts_from(folder)
    assert GameSetup(BASIC, {}).steal_chart["C", 2] == 12


def test_4_1_double_play_without_its_runner_is_a_chart_error() -> None:
    chart = tomllib.loads(chart_template("groundballs_basic"))
    chart["card_back"]["2"] = ["DP43", "Runadv", "Runadv"]
    chart["x_in"]["13"] = ["DP54", "Runadv", "Runadv"]
    assert chart_problems("groundballs_basic", ChartTable("mine.toml", "", chart)) == [
        "mine.toml: [card_back] 2: entry 1, 'DP43', needs a runner on 1",
        "mine.toml: [x_in] 13: entry 1, 'DP54', needs a runner on 2",
    ]


def test_5_1_error_that_advances_the_batter_past_runners_is_a_chart_error(folder: Path) -> None:
    write(folder, "fielding_basic", (', "1 base error-1"', ', "3 base error-1"'))
    with pytest.raises(ChartError, match="the batter can't take more bases than the runners ahead of him"):
        load_basic_chart(folder / "fielding_basic.toml")


def test_16_42_fielder_without_e_rows_is_a_chart_error() -> None:
    chart = tomllib.loads(chart_template("fielding_super"))
    chart["errors"]["p"] = {}
    chart["errors"]["dh"] = {"0": ""}
    assert chart_problems("fielding_super", ChartTable("mine.toml", "", chart)) == [
        "mine.toml: [errors] dh: unknown row; choose from p, c, 1b, 2b, 3b, ss, lf, cf, rf",
        "mine.toml: [errors.p] 0: this row is missing",
    ]


def test_changed_added_and_removed_charts_are_listed(folder: Path) -> None:
    write(folder, "stealing", ("C = 11", "C = 12"))
    write(folder, "holding", ('L = ["1b", "ss"]', 'L = ["2b"]'))
    use_charts_from(folder)
    digests = custom_chart_digests()
    assert charts_that_differ(digests, custom_chart_digests()) == []
    write(folder, "stealing", ("C = 11", "C = 13"))
    use_charts_from(folder)
    assert charts_that_differ(digests, custom_chart_digests()) == ["stealing"]
    use_charts_from(None)
    assert charts_that_differ(digests, custom_chart_digests()) == ["holding", "stealing"]
    assert charts_that_differ({}, digests) == ["holding", "stealing"]


def test_chart_loaded_by_path_does_not_affect_charts_in_use(folder: Path) -> None:
    write(folder, "groundballs_basic", ('1 = ["DP43"', '1 = ["Runadv"'))
    own = load_groundball_chart(folder / "groundballs_basic.toml")
    assert own.code("card", "back", occupied(FIRST), 0) == "Runadv"
    assert load_groundball_chart("groundballs_basic").code("card", "back", occupied(FIRST), 0) == "DP43"
