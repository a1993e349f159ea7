import pytest

from rules_engine.eligibility.cards import POSITIONS, HitterCard
from rules_engine.eligibility.lineup import names_starter_first, starting_lineup
from rules_engine.profile import load_profile
from rules_engine.rulings import allow, refuse

PURESTRAT = load_profile("purestrat@1")
NINE = {position: HitterCard(500, 50, (position,)) for position in POSITIONS}
MAY_START = allow("T10.2", "rested")


def test_t31_4_eight_men_in_position_and_a_rested_starter():
    assert starting_lineup(NINE, MAY_START, PURESTRAT)


@pytest.mark.parametrize(
    ("fielders", "how", "rule", "reason"),
    [
        (NINE | {"SS": HitterCard(500, 50, ("2B", "3B"))}, {}, "T10.11", "SS: SS is not on his card"),
        (NINE | {"LF": HitterCard(280, 19, ("LF",))}, {}, "T10.11", "LF: 280 AB + 19 W = 299: not eligible"),
        ({position: NINE[position] for position in POSITIONS[:-1]}, {}, "T31.4", "nobody at RF"),
        (NINE | {"DH": HitterCard(500, 50)}, {}, "T31.4", "DH is no fielding position"),
        (NINE, {"designated_hitter": True}, "T0.01", "no designated hitter"),
        (NINE, {"batters": 8}, "T0.01", "8 batters, 9 wanted"),
    ],
)
def test_an_illegal_lineup_is_refused_with_its_rule(fielders, how, rule, reason):
    ruling = starting_lineup(fielders, MAY_START, PURESTRAT, **how)
    assert (bool(ruling), ruling.rule) == (False, rule)
    assert ruling.reason.startswith(reason)


def test_t10_2_the_starter_named_must_be_eligible():
    assert starting_lineup(NINE, refuse("T10.2", "started game 3"), PURESTRAT).reason == "started game 3"


def test_t10_11_a_man_without_position_plays_first():
    assert starting_lineup(NINE | {"1B": HitterCard(500, 50)}, MAY_START, PURESTRAT)
    assert not starting_lineup(NINE | {"LF": HitterCard(500, 50)}, MAY_START, PURESTRAT)


def test_t0_13_the_visitors_name_their_starter_first():
    assert names_starter_first() == "visiting team"
