"""Rest for pitchers, and the guide for resting batters (10.2, 26, 27.5, 27.6)."""

from fractions import Fraction

import pytest

from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.systems.strat_o_matic.pitching.rest import (
    LastAppearance,
    is_rested,
    load_rest_guide,
    load_starter_rest,
    must_rest,
    relief_ruling,
    rest_after_start,
    resting_player_ruling,
    slots_to_rest,
    start_ruling,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

BASIC, ADVANCED, SUPER, STAR = (
    load_ruleset(key).rest for key in ("som_basic", "som_advanced", "som_super_advanced", "star")
)


@pytest.mark.parametrize("rules", [BASIC, ADVANCED, SUPER])
def test_10_2_asterisk_starter_rests_three_games_and_others_four(rules):
    assert [rest_after_start(rules, asterisk=asterisk) for asterisk in (True, False)] == [3, 4]


def test_t10_2_star_rests_every_starter_three_games():
    assert [rest_after_start(STAR, asterisk=asterisk, outs=3) for asterisk in (True, False)] == [3, 3]


def test_27_51_super_rests_by_innings_of_the_last_start():
    chart = load_starter_rest()
    assert rest_after_start(SUPER, asterisk=False, outs=4) == chart[False][1]
    assert rest_after_start(SUPER, asterisk=False, outs=7) == chart[False][2] != chart[False][1]
    assert rest_after_start(SUPER, asterisk=True, outs=27) == chart[True][8]
    assert rest_after_start(SUPER, asterisk=True, outs=0) == chart[True][0]
    assert rest_after_start(SUPER, asterisk=True, outs=45) == chart[True][11]
    for asterisk in (True, False):
        assert list(chart[asterisk]) == sorted(chart[asterisk])
    assert all(quick <= slow for quick, slow in zip(chart[True], chart[False], strict=True))


@pytest.mark.parametrize(
    ("appearances", "super_may", "star_may"),
    [
        ([], True, True),
        ([True], True, True),
        ([True, True], False, True),
        ([True, True, False], True, True),
        ([False, True, True], False, True),
        ([True, True, True], False, False),
        ([True, False, True], True, True),
    ],
)
def test_27_64_relief_is_limited_to_two_days_or_three_star_games_in_a_row(appearances, super_may, star_may):
    assert relief_ruling(SUPER, appearances).allowed is super_may
    assert relief_ruling(STAR, appearances).allowed is star_may
    assert relief_ruling(ADVANCED, appearances)


def test_t27_52_star_requires_two_games_rest_between_relief_and_start():
    def relieved(rested: int) -> LastAppearance:
        return LastAppearance(started=False, outs=3, rested=rested)

    assert [bool(start_ruling(STAR, relieved(rested))) for rested in (0, 1, 2)] == [False, False, True]
    assert start_ruling(STAR, relieved(5), may_relieve=False).rule == "T27.52"
    assert not start_ruling(STAR, relieved(5), may_relieve=False)
    assert start_ruling(SUPER, relieved(0)).rule == "27.52"
    assert start_ruling(SUPER, relieved(0))


def test_26_2_guide_selects_three_slots_and_the_d20_decides():
    guide = load_rest_guide()
    assert {slot for face in range(1, 7) for slot in slots_to_rest(ScriptedInput([("usage", face)]), guide)} == set(
        range(1, 10)
    )
    odds = {
        plate_appearances: sum(
            chance
            for rests, chance in exact_chances(lambda table, n=plate_appearances: must_rest(table, guide, n)).items()
            if rests
        )
        for plate_appearances in (0, 99, 100, 450, 700)
    }
    assert (odds[0], odds[99], odds[700]) == (1, 1, 0)
    assert Fraction(1) > odds[100] > odds[450] > 0


def test_26_2d_and_e_resting_player_starts_only_as_the_last_fielder_at_the_position():
    assert not resting_player_ruling(SUPER, "start", rests=True, last_at_position=False)
    assert resting_player_ruling(SUPER, "start", rests=True, last_at_position=True).rule == "26.2D"
    assert resting_player_ruling(SUPER, "pinch_hitter", rests=True, last_at_position=False).rule == "26.2E"
    assert resting_player_ruling(SUPER, "start", rests=False, last_at_position=False)
    assert resting_player_ruling(STAR, "start", rests=True, last_at_position=False)


@pytest.mark.parametrize(
    ("rules", "last", "starts", "rested"),
    [
        (SUPER, None, True, True),
        (SUPER, LastAppearance(True, 27, 0), False, False),
        (SUPER, LastAppearance(True, 27, 9), False, True),
        (SUPER, LastAppearance(False, 3, 0), True, False),
        (SUPER, LastAppearance(False, 3, 0), False, True),
        (SUPER, LastAppearance(False, 3, 1), True, True),
        (ADVANCED, LastAppearance(False, 3, 0), True, True),
    ],
)
def test_27_61_rest_depends_on_the_role(rules, last, starts, rested):
    assert is_rested(rules, last, starts=starts) is rested


@pytest.mark.parametrize(("edition", "rule"), [("som_super_advanced", "27.52"), ("star", "")])
def test_27_52_unrested_starter_is_tired_from_the_first_batter(edition, rule):
    game = new_game(edition)
    game.setup.unrested = frozenset([game.state.fielding.pitcher])
    assert game.tracker.appearance(game.state).tired_by == rule
    assert game.tracker.tired(game.state) is bool(rule)
