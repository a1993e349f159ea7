"""The chart command, in every ruleset."""

from dataclasses import replace

import pytest

from rules_engine import systems
from rules_engine.baseball.chart_display import OWN_CHART, REPLACED
from rules_engine.systems.pine_tar.charts.reading import FOLDER, load_own_charts
from rules_engine.systems.strat_o_matic.charts.chart_files import read_chart, use_charts
from tests.rules_engine.systems.long_run import ALL, new_long_game
from tests.rules_engine.systems.test_typed_dice import type_lines


@pytest.mark.parametrize(("system", "edition"), ALL)
def test_chart_command_shows_every_chart_with_its_source(system: str, edition: str) -> None:
    game = new_long_game(system, edition, 4)
    charts = systems.load(system).charts_in_use(game.setup)
    assert charts
    text = type_lines(game, "chart")
    for name, chart in charts.items():
        assert f"    {name:<22} {chart.purpose}" in text
        shown_text = type_lines(new_long_game(system, edition, 4), f"chart {name}")
        heading = next(line for line in shown_text.splitlines() if line.startswith(f"{name}: {chart.purpose}; "))
        assert heading.endswith(OWN_CHART if chart.is_house else "as printed")
        assert len(shown_text.splitlines()) > 3


@pytest.mark.parametrize(
    ("edition", "shown"),
    [("star", "fielding_super"), ("som_basic", "fielding_basic"), ("som_advanced", "fielding_advanced")],
)
def test_chart_x_shows_the_rulesets_fielding_chart(edition: str, shown: str) -> None:
    text = type_lines(new_long_game("strat_o_matic", edition, 4), "chart x")
    assert f"{shown}: X chances in" in text
    assert sum(line.startswith("fielding_") for line in text.splitlines()) == 1


def test_unknown_or_ambiguous_chart_lists_the_choices() -> None:
    text = type_lines(new_long_game("pine_tar", "full", 4), "chart defense", "chart teapot")
    assert "    positive_defense " in text
    assert "    negative_defense " in text
    assert "“teapot”: unknown chart; this game uses these" in text


def test_replaced_chart_shows_its_own_numbers(tmp_path) -> None:
    game = new_long_game("pine_tar", "full", 4)
    changed = (FOLDER / "tag.toml").read_text(encoding="utf-8").replace("third = 55", "third = 54")
    (tmp_path / "tag.toml").write_text(changed, encoding="utf-8")
    game.setup = replace(game.setup, charts=load_own_charts(tmp_path))
    text = type_lines(game, "chart tag")
    assert f"tag: advancing after a catch; {REPLACED}" in text
    assert "LF  third 54" in text
    stealing = read_chart("stealing")
    use_charts({"stealing": replace(stealing, rows={**stealing.rows, "home": {**stealing.rows["home"], "AA": 7}})})
    try:
        text = type_lines(new_long_game("strat_o_matic", "som_basic", 4), "chart stealing")
    finally:
        use_charts({})
    assert f"; {REPLACED}" in text
    assert "home    AA 7, A 5, B 4" in text


def test_printed_charts_are_not_marked_as_house_charts() -> None:
    for edition in ("star", "som_basic", "som_advanced"):
        for name, chart in (
            systems.load("strat_o_matic").charts_in_use(new_long_game("strat_o_matic", edition, 4).setup).items()
        ):
            says_house = any(word in chart.notes.lower() for word in ("house", "pennant"))
            assert chart.is_house == says_house, name
