"""The Basic and Advanced fielding charts: printed examples, every cell and every error."""

from pathlib import Path

import pytest

from rules_engine.baseball.bases import FIRST, occupied
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.plays import ABSENT
from rules_engine.systems.strat_o_matic.cards.reading import POSITIONS
from rules_engine.systems.strat_o_matic.charts.chart_files import CHART_FOLDER, ChartError
from rules_engine.systems.strat_o_matic.fielding.simple_charts import (
    load_advanced_chart,
    load_basic_chart,
    resolve_advanced_x,
    resolve_basic_x,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery, Fielder, Situation

BASIC, ADVANCED = load_ruleset("som_basic"), load_ruleset("som_advanced")
BASIC_CHART, ADVANCED_CHART = load_basic_chart(), load_advanced_chart()


def test_5_1_printed_example_is_a_1_base_error_moving_every_runner() -> None:
    situation = Situation(occupied(1, 2, 3), fielders={"2b": Fielder(2)})
    done = resolve_basic_x(ScriptedInput([("range", 16)]), BASIC, situation, BASIC_CHART, "2b", Battery())
    assert (done.kind, done.to, done.errors[0]) == ("error", (1, 2, 3, 4), ("2b", 1))


def test_16_2_first_base_sends_7_to_15_to_the_second_roll() -> None:
    rows = ADVANCED_CHART.ranges["1b"]
    assert [number for number, row in enumerate(rows, 1) if "e" in row] == list(range(7, 16))


def test_16_2_white_die_divides_an_e_section_cell() -> None:
    situation = Situation(fielders={"1b": Fielder(3, 9)})

    def kind(white: int) -> str:
        script = [("range", 10), ("error_white", white), ("error_1", 2), ("error_2", 4)]
        return resolve_advanced_x(ScriptedInput(script), ADVANCED, situation, ADVANCED_CHART, "1b", Battery()).kind

    assert [kind(1), kind(2)] == ["error", "groundout"]


def test_16_1_e_rating_beyond_the_chart_uses_the_last_row() -> None:
    def outcomes(e: int) -> list:
        situation = Situation(fielders={"p": Fielder(3, e)})
        return list(
            exact_chances(
                lambda table: resolve_advanced_x(table, ADVANCED, situation, ADVANCED_CHART, "p", Battery())
            ).items()
        )

    assert outcomes(51) == outcomes(ADVANCED_CHART.highest_e("p"))


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("outs", [0, 1, 2])
def test_every_cell_of_both_charts_is_a_possible_play(position: str, outs: int) -> None:
    for state in range(8):
        for rating in range(1, 6):
            situation = Situation(state, outs, fielders={position: Fielder(rating, 15)})
            for play in (
                lambda table: resolve_basic_x(table, BASIC, situation, BASIC_CHART, position, Battery()),  # noqa: B023
                lambda table: resolve_advanced_x(table, ADVANCED, situation, ADVANCED_CHART, position, Battery()),  # noqa: B023
            ):
                total = 0
                for done, probability in exact_chances(play, lambda side, question, options: options[-1].key).items():
                    total += probability
                    assert outs + len(done.outs) <= 3
                    assert sum(done.to[base] != ABSENT for base in (1, 2, 3)) == state.bit_count()
                assert total == 1


def test_14_31_advanced_chart_fly_to_right_lets_the_runner_from_second_go() -> None:
    number = next(n for n, row in enumerate(ADVANCED_CHART.ranges["rf"], 1) if row[2] == "flyB")
    situation = Situation(occupied(2), fielders={"rf": Fielder(3)})
    script = [("range", number), ("send_second", "hold")]
    done = resolve_advanced_x(ScriptedInput(script), ADVANCED, situation, ADVANCED_CHART, "rf", Battery())
    assert done.to[FIRST + 1] == 2


@pytest.mark.parametrize(
    ("name", "before", "after", "fault"),
    [
        ("fielding_basic", '1 = ["SINGLE*"', '1 = ["SINGEL"', "[p] 1: “SINGEL” is not an outcome"),
        ("fielding_basic", "[ss]", "[shortstop]", "shortstop: unknown row"),
        ("fielding_advanced", '9 = "2 E(2)', '9 = "1 E(2)', "“1 E(2)” is not a sum of two dice"),
        ("fielding_advanced", "E(2) 1-1, gbB 2-6", "E(2) 1-1, gbB 3-6", "must cover 1 to 6"),
        ("fielding_advanced", "E(2) 1-1, gbB 2-6", "E(2) 1-1, gbB 2-5", "must cover 1 to 6"),
        ("fielding_advanced", 'otherwise = "gbB"', 'otherwise = "gbQ"', "[errors.p] otherwise: “gbQ”"),
    ],
)
def test_invalid_chart_error_shows_file_table_and_row(
    tmp_path: Path, name: str, before: str, after: str, fault: str
) -> None:
    text = (CHART_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(ChartError) as raised:
        (load_basic_chart if name == "fielding_basic" else load_advanced_chart)(path)
    assert str(raised.value).startswith("mine.toml: ")
    assert fault in str(raised.value)
