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
def test_28_2_a_lead_in_the_ninth_or_later_with_the_tying_run_on_base_or_at_bat(inning, lead, state, expected):
    assert is_closer_situation(inning, lead, state) is expected


@pytest.mark.parametrize("rules", RULES)
def test_28_32_he_enters_with_closer_endurance_or_pow_by_the_situation(rules):
    entering = relief(rules)
    switch_to_closer(rules, entering, closer_situation=False)
    assert (entering.on_closer, closer_outs_left(entering)) == (False, None)
    switch_to_closer(rules, entering, closer_situation=True)
    assert (entering.on_closer, closer_outs_left(entering)) == (True, 3)


@pytest.mark.parametrize(("outs", "left"), [(0, 4), (3, 1), (4, 0), (6, 0)])
def test_28_33_outs_already_made_come_off_and_never_below_0(outs, left):
    appearance = relief(STAR, "relief (1)/4", outs=outs)
    switch_to_closer(STAR, appearance, closer_situation=True)
    assert closer_outs_left(appearance) == left


@pytest.mark.parametrize("rules", RULES)
def test_28_34_once_in_use_it_lasts_to_the_end_of_the_outing(rules):
    appearance = relief(rules)
    switch_to_closer(rules, appearance, closer_situation=True)
    switch_to_closer(rules, appearance, closer_situation=False)
    assert appearance.on_closer


def test_28_31_the_starter_of_the_game_is_never_touched():
    appearance = new_appearance(SUPER, parse_endurance("starter (7), relief (2)/N"), started=True)
    switch_to_closer(SUPER, appearance, closer_situation=True)
    assert (appearance.on_closer, appearance.tired) == (False, False)


@pytest.mark.parametrize("rules", RULES)
def test_28_35_with_endurance_0_the_first_hit_or_walk_tires_him(rules):
    appearance = relief(rules, "relief (2)/0")
    switch_to_closer(rules, appearance, closer_situation=True)
    record_outs(rules, appearance, 1)
    assert not appearance.tired
    charge_batter(rules, appearance, 9)
    assert appearance.tired_by == "28.35"


@pytest.mark.parametrize("rules", RULES)
def test_28_35_with_endurance_6_nothing_tires_him_for_two_innings(rules):
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
def test_28_36_n_tires_with_the_first_batter_of_a_closer_situation(rules):
    appearance = relief(rules, "relief (2)/N", outs=2)
    switch_to_closer(rules, appearance, closer_situation=False)
    assert not appearance.tired
    switch_to_closer(rules, appearance, closer_situation=True)
    assert (appearance.tired_by, closer_outs_left(appearance)) == ("28.36", "N")


@pytest.mark.parametrize("rules", RULES)
def test_28_38_the_limit_of_pow_and_two_innings_still_applies(rules):
    appearance = relief(rules, "relief (1)/6")
    switch_to_closer(rules, appearance, closer_situation=True)
    record_outs(rules, appearance, 9)
    assert appearance.tired_by == "27.63"


def test_t31_7_the_hit_that_tires_him_comes_before_the_closer_situation_it_creates():
    appearance = relief(STAR, "relief (1)/6")
    for lead_is_close in (False, False, False):
        switch_to_closer(STAR, appearance, closer_situation=lead_is_close)
        charge_batter(STAR, appearance, 9)
    switch_to_closer(STAR, appearance, closer_situation=True)
    assert appearance.tired_by == "27.3A"


def test_t31_7_a_closer_situation_before_the_third_hit_saves_him():
    appearance = relief(STAR, "relief (1)/6")
    for lead_is_close in (False, False, True):
        switch_to_closer(STAR, appearance, closer_situation=lead_is_close)
        charge_batter(STAR, appearance, 9)
    assert not appearance.tired


def test_28_0_advanced_and_old_cards_know_no_closer():
    for rules, card in ((ADVANCED, "relief (2)/0"), (SUPER, "relief (2)")):
        appearance = relief(rules, card)
        switch_to_closer(rules, appearance, closer_situation=True)
        assert not appearance.on_closer
