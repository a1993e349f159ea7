"""Clutch hitting (30.7)."""

import pytest

from rules_engine.baseball.bases import LOADED, occupied
from rules_engine.systems.strat_o_matic.batting.parks import apply_clutch, is_clutch
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading, write_reading
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset

ADVANCED, SUPER, STAR = (load_ruleset(key).parks for key in ("som_advanced", "som_super_advanced", "star"))
SCORING = occupied(2)


def clutch(rules, text, outs=2, state=SCORING):
    return write_reading(apply_clutch(rules, parse_reading(text), outs, state))


def test_30_7_clutch_needs_two_outs_and_a_runner_on_second_or_third():
    assert [is_clutch(2, state) for state in (0, occupied(1), SCORING, occupied(3), LOADED)] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert not is_clutch(1, LOADED)


@pytest.mark.parametrize("rules", [SUPER, STAR])
@pytest.mark.parametrize(
    "out", ["gb(ss)A", "fly(cf)B?", "strikeout", "popout(2b)", "foulout(c)", "lomax", "lineout(3b)"]
)
def test_30_7_any_out_becomes_a_two_base_single(rules, out):
    assert clutch(rules, out) == "SINGLE**"
    assert clutch(rules, out, outs=1) == out
    assert clutch(rules, out, state=occupied(1)) == out


@pytest.mark.parametrize("rules", [SUPER, STAR])
def test_30_7_single_becomes_a_popout_and_other_results_are_unchanged(rules):
    assert clutch(rules, "SINGLE(lf)") == "popout"
    assert [clutch(rules, text) for text in ("DOUBLE**", "HOMERUN", "WALK", "HBP", "gb(2b)X")] == [
        "DOUBLE**",
        "HOMERUN",
        "WALK",
        "HBP",
        "gb(2b)X",
    ]


def test_s30_7_star_turns_any_single_into_a_popout():
    assert clutch(STAR, "SINGLE**") == "popout"
    assert clutch(SUPER, "SINGLE**") == "SINGLE**"


def test_30_1_advanced_ignores_the_clutch_symbol():
    assert clutch(ADVANCED, "gb(ss)A") == "gb(ss)A"
