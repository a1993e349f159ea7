"""Sections 4, 9, 15, 17 and 20: groundballs, the infield and lomax."""

from fractions import Fraction
from pathlib import Path

import pytest

from rules_engine.baseball.bases import FIRST, HOME, SECOND, THIRD, occupied
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.systems.strat_o_matic.batting.lineouts import resolve_lomax
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading, write_reading
from rules_engine.systems.strat_o_matic.cards.reading import INFIELD
from rules_engine.systems.strat_o_matic.charts.chart_files import CHART_FOLDER, ChartError
from rules_engine.systems.strat_o_matic.fielding.grounders import (
    CODES,
    Grounder,
    chart_portion,
    load_groundball_chart,
    resolve_grounder,
)
from rules_engine.systems.strat_o_matic.fielding.infield import (
    fielder_position,
    holding_ruling,
    infield_ruling,
    resolve_plus,
    resolve_sharp,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import INFIELDS, Fielder, Situation

BASIC, ADVANCED, SUPER, STAR = map(load_ruleset, ("som_basic", "som_advanced", "som_super_advanced", "star"))
ALL = [BASIC, ADVANCED, SUPER, STAR]


def play(
    edition: Ruleset, fielder: str, column: int, state: int, *script: tuple[str, int | str], source="card", **more
) -> Play:
    game_input = ScriptedInput(script)
    done = resolve_grounder(game_input, edition, Situation(state, **more), Grounder(fielder, column, source))
    assert game_input.position == len(script)
    return done


@pytest.mark.parametrize("chart", ["groundballs_t15", "groundballs_basic"])
@pytest.mark.parametrize("source", ["card", "x"])
@pytest.mark.parametrize("infield", INFIELDS)
@pytest.mark.parametrize("state", range(8))
@pytest.mark.parametrize("outs", [0, 1, 2])
def test_every_chart_cell_is_a_possible_play(chart: str, source: str, infield: str, state: int, outs: int) -> None:
    edition = STAR.with_options("grounders", chart=chart)
    for fielder in INFIELD:
        for column in range(3):
            situation = Situation(state, outs, infield=infield)
            for choice in (0, 1):
                ways = exact_chances(
                    lambda table: resolve_grounder(table, edition, situation, Grounder(fielder, column, source)),  # noqa: B023
                    lambda side, question, options: options[choice].key,  # noqa: B023
                ).items()
                _check_ways(list(ways), state, outs)


def _check_ways(ways: list[tuple[Play, Fraction]], state: int, outs: int) -> None:
    assert sum(probability for _, probability in ways) == 1
    for done, _ in ways:
        bases = [base for base in done.to if 1 <= base <= 3]
        assert len(bases) == len(set(bases)) or outs + len(done.outs) >= 3
        assert outs + len(done.outs) <= 3
        assert not (outs + len(done.outs) == 3 and done.scored)
        assert sum(done.to[base] != ABSENT for base in (1, 2, 3)) == state.bit_count()


def test_printed_chart_uses_every_result_code() -> None:
    chart = load_groundball_chart("groundballs_t15")
    assert {code for table in chart.tables.values() for row in table for code in row} == set(CODES)


@pytest.mark.parametrize(("fielder", "to"), [("2b", HOME), ("ss", HOME), ("1b", THIRD), ("3b", THIRD)])
@pytest.mark.parametrize("edition", [SUPER, STAR])
def test_15_32_runner_on_third_scores_on_a_ball_to_the_middle_infield_only(
    edition: Ruleset, fielder: str, to: int
) -> None:
    assert play(edition, fielder, 0, occupied(3)).to[THIRD] == to


@pytest.mark.parametrize(("fielder", "to"), [("1b", THIRD), ("2b", THIRD), ("ss", SECOND), ("3b", SECOND)])
def test_15_31_runner_on_second_advances_on_a_ball_to_the_right_side(fielder: str, to: int) -> None:
    assert play(STAR, fielder, 1, occupied(2)).to[SECOND] == to


def test_15_33_bases_loaded_with_infield_in_turns_home_to_first() -> None:
    done = play(STAR, "ss", 0, occupied(1, 2, 3), infield="in")
    assert (done.code, done.to) == ("DP23", (OUT, 2, 3, OUT))


@pytest.mark.parametrize(
    ("script", "to"),
    [
        ((("send_lead", "hold"),), (OUT, ABSENT, 2, 3)),
        ((("send_lead", "send"), ("throw", "first")), (OUT, ABSENT, 3, HOME)),
        ((("send_lead", "send"), ("throw", "lead"), ("lead", 8)), (1, ABSENT, 3, HOME)),
        ((("send_lead", "send"), ("throw", "lead"), ("lead", 9)), (1, ABSENT, 3, OUT)),
    ],
)
def test_t15_0_decide_uses_running_minus_four_plus_range(script: tuple, to: tuple) -> None:
    fielders = {"2b": Fielder(2)}
    done = play(STAR, "2b", 2, occupied(2, 3), *script, source="x", infield="in", fielders=fielders)
    assert (done.code, done.to) == ("Decide", to)


def test_t15_0_decide_offers_no_choice_on_a_ball_to_the_catcher_with_a_runner_on_third() -> None:
    assert play(STAR, "c", 2, occupied(3), source="x").to == (OUT, ABSENT, ABSENT, THIRD)


def test_t15_0_only_catcher_and_third_baseman_go_around_the_horn() -> None:
    assert play(STAR, "3b", 0, occupied(1, 2), source="x").to == (FIRST, OUT, OUT, ABSENT)
    assert play(STAR, "ss", 0, occupied(1, 2), source="x").to == (OUT, OUT, THIRD, ABSENT)


@pytest.mark.parametrize(("rule", "positions"), [("star", "back back"), ("som_super_advanced", "in back")])
def test_20_5_pitcher_position_with_first_and_third_depends_on_the_rule(rule: str, positions: str) -> None:
    edition, state = load_ruleset(rule), occupied(1, 3)
    places = [fielder_position(edition, "back", "p", state, card=card) for card in (True, False)]
    assert " ".join(places) == positions


def test_20_5_catcher_plays_back_on_card_grounders_except_in_star() -> None:
    positions = [
        fielder_position(edition, "back", fielder, occupied(3), card=True)
        for edition in (SUPER, STAR)
        for fielder in "pc"
    ]
    assert positions == ["in", "back", "in", "in"]


@pytest.mark.parametrize(("bases", "portion"), [((1,), "back"), ((1, 2), "back"), ((1, 3), "in"), ((3,), "in")])
def test_15_3_corners_in_use_the_back_part_with_third_empty(bases, portion) -> None:
    situation = Situation(occupied(*bases), infield="corners_in")
    assert chart_portion(SUPER, situation, Grounder("3b", 0, "card")) == portion


def test_20_72_corners_in_affects_only_the_corners() -> None:
    positions = {fielder: fielder_position(STAR, "corners_in", fielder, occupied(1), card=True) for fielder in INFIELD}
    assert {fielder for fielder, place in positions.items() if place == "in"} == {"1b", "3b"}


@pytest.mark.parametrize(
    ("edition", "state", "outs", "legal"),
    [
        (BASIC, occupied(3), 1, ["back", "in"]),
        (STAR, occupied(3), 1, list(INFIELDS)),
        (STAR, occupied(1), 1, ["back", "corners_in"]),
        (STAR, occupied(3), 2, ["back"]),
        (STAR, 0, 0, ["back"]),
        (ADVANCED, occupied(1), 0, ["back"]),
    ],
)
def test_20_0_legal_infields_depend_on_runners_and_outs(edition: Ruleset, state: int, outs: int, legal: list) -> None:
    assert [infield for infield in INFIELDS if infield_ruling(edition, infield, state, outs)] == legal


def test_9_14_infield_in_excludes_holding_but_20_75_corners_in_does_not() -> None:
    assert infield_ruling(STAR, "in", occupied(1, 3), 0, holds=True).rule == "9.14"
    assert not holding_ruling(STAR, "in")
    assert holding_ruling(STAR, "corners_in")
    assert not holding_ruling(ADVANCED, "corners_in")


def test_20_12_advanced_infield_can_come_in_for_a_sacrifice() -> None:
    assert infield_ruling(ADVANCED, "in", occupied(1), 0, for_sacrifice=True).rule == "20.12"
    assert not infield_ruling(STAR, "in", occupied(1), 0, for_sacrifice=True)


@pytest.mark.parametrize(
    ("edition", "infield", "holds", "reads"),
    [
        (BASIC, "back", False, "gb(ss)A"),
        (BASIC, "in", False, "SINGLE**"),
        (ADVANCED, "back", True, "SINGLE**"),
        (SUPER, "back", True, "gb(ss)A"),
        (STAR, "corners_in", False, "gb(ss)A"),
        (STAR, "in", False, "SINGLE**"),
    ],
)
def test_17_12_plus_depends_on_infield_and_holds(edition: Ruleset, infield: str, holds: bool, reads: str) -> None:
    assert write_reading(resolve_plus(edition, parse_reading("gb(ss)A+"), infield, holds=holds)) == reads


@pytest.mark.parametrize(
    ("infield", "fielder", "holds", "reads"),
    [
        ("back", "ss", False, "G2"),
        ("in", "ss", False, "SI2"),
        ("corners_in", "3b", False, "SI2"),
        ("corners_in", "ss", False, "G2"),
        ("back", "ss", True, "SI2"),
    ],
)
def test_20_61_sharp_depends_on_infield_and_hold(infield: str, fielder: str, holds: bool, reads: str) -> None:
    assert resolve_sharp(infield, fielder, "G2#", holds_runner=holds) == reads


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("outs", [0, 1, 2])
@pytest.mark.parametrize("state", range(8))
def test_6_3_lomax_never_exceeds_three_outs(edition: Ruleset, outs: int, state: int) -> None:
    for done, _ in exact_chances(lambda table: resolve_lomax(table, edition, Situation(state, outs))).items():
        assert 1 <= len(done.outs) <= 3 - outs
        assert done.scored == ()


@pytest.mark.parametrize(("roll", "outs"), [(7, 3), (8, 2)])
def test_17_22_lomax_is_a_triple_play_on_1_to_7(roll: int, outs: int) -> None:
    game_input = ScriptedInput([("lomax", roll)])
    assert len(resolve_lomax(game_input, STAR, Situation(occupied(1, 2, 3))).outs) == outs


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('1 = ["DP43", "Force", "Runadv"]', '1 = ["DP43", "Force", "Runadvv"]', "[card_back] 1: entry 3, 'Runadvv'"),
        ('1 = ["DP43", "Force", "Runadv"]', '1 = ["DP43", "Force"]', "[card_back] 1: must list 3 entries, not 2"),
        ("[x_in]", "[y_in]", "y_in: unknown row"),
        ('123 = ["DP43"', '124 = ["DP43"', "[card_back] 124: unknown row"),
    ],
)
def test_invalid_chart_error_shows_file_table_and_row(tmp_path: Path, before: str, after: str, fault: str) -> None:
    text = (CHART_FOLDER / "groundballs_t15.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(ChartError) as raised:
        load_groundball_chart(path)
    assert str(raised.value).startswith("mine.toml: ")
    assert fault in str(raised.value)
