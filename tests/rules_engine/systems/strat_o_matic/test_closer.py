"""The closer rule (28, T31.7)."""

import pytest

from rules_engine.baseball.bases import EMPTY, LOADED, occupied
from rules_engine.systems.strat_o_matic.cards.ratings import parse_endurance
from rules_engine.systems.strat_o_matic.pitching.closer import is_closer_situation, switch_to_closer
from rules_engine.systems.strat_o_matic.pitching.fatigue import (
    charge_batter,
    closer_outs_left,
    new_appearance,
    record_outs,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset

ADVANCED, SUPER, STAR = (load_ruleset(key).endurance for key in ("som_advanced", "som_super_advanced", "star"))
RULES = [SUPER, STAR]


def relief(rules, card="relief (2)/3", *, outs=0):
    appearance = new_appearance(rules, parse_endurance(card), started=False)
    record_outs(rules, appearance, outs)
    return appearance


@pytest.mark.parametrize(
    ("inning", "lead", "state", "expected"),
    [
        (9, 1, EMPTY, True),
        (9, 2, EMPTY, False),
        (9, 2, occupied(1), True),
        (9, 3, occupied(1, 2), True),
        (9, 4, LOADED, True),
        (9, 5, LOADED, False),
        (12, 1, EMPTY, True),
        (8, 1, occupied(1), False),
        (9, 0, occupied(3), False),
        (9, -1, EMPTY, False),
    ],
)
def test_28_2_closer_situation_needs_tying_run_on_base_or_at_bat_in_the_ninth_or_later(inning, lead, state, expected):
    assert is_closer_situation(inning, lead, state) is expected


@pytest.mark.parametrize("rules", RULES)
def test_28_32_closer_situation_decides_between_closer_endurance_and_pow(rules):
    entering = relief(rules)
    switch_to_closer(rules, entering, closer_situation=False)
    assert (entering.on_closer, closer_outs_left(entering)) == (False, None)
    switch_to_closer(rules, entering, closer_situation=True)
    assert (entering.on_closer, closer_outs_left(entering)) == (True, 3)


@pytest.mark.parametrize(("outs", "left"), [(0, 4), (3, 1), (4, 0), (6, 0)])
def test_28_33_earlier_outs_reduce_closer_outs_but_never_below_0(outs, left):
    appearance = relief(STAR, "relief (1)/4", outs=outs)
    switch_to_closer(STAR, appearance, closer_situation=True)
    assert closer_outs_left(appearance) == left


@pytest.mark.parametrize("rules", RULES)
def test_28_34_closer_endurance_lasts_for_the_whole_appearance(rules):
    appearance = relief(rules)
    switch_to_closer(rules, appearance, closer_situation=True)
    switch_to_closer(rules, appearance, closer_situation=False)
    assert appearance.on_closer


def test_28_31_closer_rule_never_applies_to_the_starter():
    appearance = new_appearance(SUPER, parse_endurance("starter (7), relief (2)/N"), started=True)
    switch_to_closer(SUPER, appearance, closer_situation=True)
    assert (appearance.on_closer, appearance.tired) == (False, False)


@pytest.mark.parametrize("rules", RULES)
def test_28_35_closer_with_endurance_0_tires_on_the_first_hit_or_walk(rules):
    appearance = relief(rules, "relief (2)/0")
    switch_to_closer(rules, appearance, closer_situation=True)
    record_outs(rules, appearance, 1)
    assert not appearance.tired
    charge_batter(rules, appearance, 9)
    assert appearance.tired_by == "28.35"


@pytest.mark.parametrize("rules", RULES)
def test_28_35_closer_with_endurance_6_cannot_tire_for_two_innings(rules):
    appearance = relief(rules, "relief (2)/6")
    switch_to_closer(rules, appearance, closer_situation=True)
    for _ in range(5):
        charge_batter(rules, appearance, 9)
        record_outs(rules, appearance, 1)
        charge_batter(rules, appearance, 9)
    assert not appearance.tired
    record_outs(rules, appearance, 1)
    charge_batter(rules, appearance, 11)
    assert appearance.tired


@pytest.mark.parametrize("rules", RULES)
def test_28_36_n_reliever_tires_in_a_closer_situation(rules):
    appearance = relief(rules, "relief (2)/N", outs=2)
    switch_to_closer(rules, appearance, closer_situation=False)
    assert not appearance.tired
    switch_to_closer(rules, appearance, closer_situation=True)
    assert (appearance.tired_by, closer_outs_left(appearance)) == ("28.36", "N")


@pytest.mark.parametrize("rules", RULES)
def test_28_38_pow_plus_two_innings_limit_still_applies(rules):
    appearance = relief(rules, "relief (1)/6")
    switch_to_closer(rules, appearance, closer_situation=True)
    record_outs(rules, appearance, 9)
    assert appearance.tired_by == "27.63"


def test_t31_7_tiring_hit_counts_before_the_closer_situation_it_creates():
    appearance = relief(STAR, "relief (1)/6")
    for lead_is_close in (False, False, False):
        switch_to_closer(STAR, appearance, closer_situation=lead_is_close)
        charge_batter(STAR, appearance, 9)
    switch_to_closer(STAR, appearance, closer_situation=True)
    assert appearance.tired_by == "27.3A"


def test_t31_7_closer_situation_before_the_third_hit_prevents_fatigue():
    appearance = relief(STAR, "relief (1)/6")
    for lead_is_close in (False, False, True):
        switch_to_closer(STAR, appearance, closer_situation=lead_is_close)
        charge_batter(STAR, appearance, 9)
    assert not appearance.tired


def test_28_0_advanced_and_old_cards_have_no_closer():
    for rules, card in ((ADVANCED, "relief (2)/0"), (SUPER, "relief (2)")):
        appearance = relief(rules, card)
        switch_to_closer(rules, appearance, closer_situation=True)
        assert not appearance.on_closer
