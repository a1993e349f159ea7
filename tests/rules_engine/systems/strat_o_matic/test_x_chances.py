"""Section 16: X chances, and the chart for cells that the rules only name."""

from pathlib import Path

import pytest

from rules_engine.baseball.bases import FIRST, HOME, SECOND, THIRD, occupied
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.plays import ABSENT, OUT
from rules_engine.systems.strat_o_matic.cards.reading import POSITIONS
from rules_engine.systems.strat_o_matic.charts.chart_files import CHART_FOLDER, ChartError
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import chart_group, load_fielding_chart
from rules_engine.systems.strat_o_matic.fielding.outcomes import OutcomeError, parse_outcome
from rules_engine.systems.strat_o_matic.fielding.x_chances import adjusted_outcome, resolve_outcome, resolve_x_chance
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery, Fielder, Situation

SUPER, STAR = load_ruleset("som_super_advanced"), load_ruleset("star")
CHART = load_fielding_chart()


def dice(range_d20: int, *error_d6: int) -> list[tuple[str, int]]:
    return [("range", range_d20), *((f"error_{number}", die) for number, die in enumerate(error_d6, 1))]


def test_16_42_printed_example_is_a_single_and_a_1_base_error() -> None:
    situation = Situation(occupied(1), fielders={"1b": Fielder(4, 15)})
    done = resolve_x_chance(ScriptedInput(dice(5, 6, 5, 1)), STAR, situation, CHART, "1b", Battery())
    assert (done.kind, done.to) == ("single", (SECOND, THIRD, ABSENT, ABSENT))
    assert done.errors[0] == ("1b", 1)


def test_23_83_holding_worsens_a_fielders_range_by_1() -> None:
    situation = Situation(occupied(1), fielders={"ss": Fielder(3, 20)})

    def kind(holds: bool) -> str:
        game_input = ScriptedInput(dice(8, 4, 4, 2))
        return resolve_x_chance(game_input, STAR, situation, CHART, "ss", Battery(), holds_runner=holds).kind

    assert [kind(False), kind(True)] == ["groundout", "single"]


@pytest.mark.parametrize("edition", [SUPER, STAR])
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("outs", [0, 1, 2])
def test_every_symbol_and_error_is_a_possible_play(edition, position: str, outs: int) -> None:
    for symbol, errors in CHART.symbols[chart_group(position)].items():
        for error in errors:
            outcome = adjusted_outcome(edition, CHART, position, symbol, error)
            for state in range(8):
                situation, battery = Situation(state, outs), Battery(wild_pitch=9)
                ways = exact_chances(
                    lambda table: resolve_outcome(table, edition, situation, position, battery, outcome),  # noqa: B023
                    lambda side, question, options: options[-1].key,
                ).items()
                for done, _ in ways:
                    bases = [base for base in done.to if 1 <= base <= 3]
                    assert outs + len(done.outs) <= 3
                    assert len(bases) == len(set(bases)) or outs + len(done.outs) == 3
                    assert sum(done.to[base] != ABSENT for base in (1, 2, 3)) == state.bit_count()


def test_worse_range_never_catches_more() -> None:
    hits = ("SI1", "SI2", "DO2", "DO3", "TR3")
    for group, rows in CHART.ranges.items():
        counts = [sum(row[rating] in hits for row in rows) for rating in range(5)]
        assert counts == sorted(counts), group


def test_worse_e_rating_never_makes_fewer_errors() -> None:
    ways = [
        sum((a + b + c) == total for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
        for total in range(3, 19)
    ]
    for position, rows in CHART.errors.items():
        errors = [sum(way for way, symbol in zip(ways, row, strict=True) if symbol[0] == "E") for row in rows]
        assert all(later >= earlier - 2 for earlier, later in zip(errors, errors[1:], strict=False)), position
        assert errors[0] == 0
        assert errors[-1] > 50


def test_16_5_infield_fly_needs_first_and_second_with_fewer_than_two_outs() -> None:
    def kind(state: int, outs: int) -> str:
        situation = Situation(state, outs)
        return resolve_outcome(ScriptedInput([]), STAR, situation, "2b", Battery(), parse_outcome("infield fly")).kind

    assert [kind(occupied(1, 2), 1), kind(occupied(1, 2, 3), 0)] == ["popout", "popout"]
    assert [kind(occupied(1, 2), 2), kind(occupied(1), 0), kind(occupied(2, 3), 0)] == ["single"] * 3


def test_16_5_of_2002_ball_to_the_left_side_does_not_hit_the_runner_from_first() -> None:
    situation = Situation(occupied(1))

    def runner(edition, position: str) -> int:
        outcome = adjusted_outcome(edition, CHART, position, "SI1", "RP")
        return resolve_outcome(ScriptedInput([]), edition, situation, position, Battery(), outcome).to[FIRST]

    assert [runner(STAR, fielder) for fielder in ("1b", "2b", "p", "ss", "3b")] == [OUT, OUT, OUT, SECOND, SECOND]
    assert runner(SUPER, "ss") == OUT


def test_16_6_popup_gets_away_on_the_pitchers_wild_pitch_rating() -> None:
    def play(roll: int):
        table, outcome = ScriptedInput([("passed_ball", roll)]), parse_outcome("popout or passed ball")
        return resolve_outcome(table, STAR, Situation(occupied(3)), "c", Battery(wild_pitch=5), outcome)

    assert (play(5).kind, play(5).to[THIRD]) == ("passed_ball", HOME)
    assert play(6).kind == "popout"


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("1 base error-1", ("error", "", 1, 1, 1)),
        ("2-base error-3", ("error", "", 2, 3, 2)),
        ("E(2)", ("error", "", 2, 2, 2)),
        ("GROUNDBALL A", ("gb", "A", 0, 0, 0)),
        ("single 1 + error 2", ("single", "", 1, 1, 2)),
        ("SINGLE**", ("single", "", 1, 2, 0)),
        ("double", ("double", "", 2, 2, 0)),
    ],
)
def test_chart_cells_parse_in_every_printed_form(text: str, reads: tuple) -> None:
    outcome = parse_outcome(text)
    assert (outcome.word, outcome.letter, outcome.batter, outcome.runners, outcome.error) == reads


@pytest.mark.parametrize("text", ["", "4 base error-1", "error 0", "popout + error 1", "double 2 + fly B", "gb 4"])
def test_rejects_an_unreadable_cell(text: str) -> None:
    with pytest.raises(OutcomeError):
        parse_outcome(text)


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('0 = "RP 5"', '0 = "RP 5; E1 5"', "[errors.p] 0: 5 is not a total of three dice, or is listed twice"),
        ('0 = "RP 5"', '0 = "RP x"', "“RP x” is not like"),
        ('none = "gb 1"', 'none = "gb 9"', "[symbols.pitcher.G1] none: “gb 9” is not an outcome"),
        ('["G3", "G3", "SI1"', '["G3", "G3", "SI9"', "entry 3, 'SI9'"),
        ('RP = "fielders choice"\n', "", "[symbols.pitcher.G1] RP: this row is missing"),
        ("[errors.ss]", "[errors.xx]", "[errors] xx: unknown row"),
    ],
)
def test_invalid_chart_error_shows_file_table_and_row(tmp_path: Path, before: str, after: str, fault: str) -> None:
    text = (CHART_FOLDER / "fielding_super.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(ChartError) as raised:
        load_fielding_chart(path)
    assert str(raised.value).startswith("mine.toml: ")
    assert fault in str(raised.value)
