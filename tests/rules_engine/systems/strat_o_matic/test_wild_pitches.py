"""Wild pitches, balks, passed balls, and the order of the dice (29)."""

from collections import Counter
from fractions import Fraction

import pytest

from rules_engine.baseball.bases import EMPTY, HOME, SECOND, occupied
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.plays import ABSENT, OUT
from rules_engine.systems.strat_o_matic.pitching.wild_pitches import (
    PitchCheck,
    check_pitch,
    next_roll,
    pitch_check_ruling,
    popup_may_get_away,
    resolve_catcher_popup,
    roll_for_batter,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery

BASIC, ADVANCED, SUPER, STAR = map(load_ruleset, ("som_basic", "som_advanced", "som_super_advanced", "star"))
RATED = Battery(balk=4, wild_pitch=9, passed_ball=7)
FIRST_ONLY = occupied(1)
DICE = (("white", 5), ("colored_1", 3), ("colored_2", 4))
AGAIN = (("white", 2), ("colored_1", 6), ("colored_2", 6))


def play_with(edition, state, *script, battery=RATED, **more):
    game_input = ScriptedInput(script)
    done = roll_for_batter(game_input, edition.pitches, battery, state, **more)
    assert game_input.position == len(script)
    return done


def test_29_1_every_event_has_exact_odds():
    events = Counter()
    for result, chance in exact_chances(lambda table: check_pitch(table, RATED)).items():
        events[result.event] += chance
    assert events["wild_pitch"] == Fraction(1, 20) * Fraction(9, 20)
    assert events["balk"] == Fraction(1, 20) * Fraction(1, 2) * Fraction(4, 20)
    assert events["passed_ball"] == Fraction(1, 20) * Fraction(1, 2) * Fraction(7, 20)
    assert sum(events.values()) == 1


@pytest.mark.parametrize("edition", [BASIC, ADVANCED])
def test_29_0_basic_and_advanced_do_not_check_pitches(edition):
    assert not pitch_check_ruling(edition.pitches, FIRST_ONLY)
    assert play_with(edition, FIRST_ONLY, *DICE).dice == (5, 3, 4)


def test_29_1_no_check_with_bases_empty_or_an_intentional_walk():
    for edition in (SUPER, STAR):
        assert play_with(edition, EMPTY, *DICE).dice == (5, 3, 4)
        assert not pitch_check_ruling(edition.pitches, FIRST_ONLY, intentional_walk=True)
        assert pitch_check_ruling(edition.pitches, FIRST_ONLY)


def test_29_1a_super_uses_the_rolled_dice_if_the_d20_is_3_or_more():
    assert play_with(SUPER, FIRST_ONLY, *DICE, ("pitch", 3)).dice == (5, 3, 4)


def test_29_1d_super_rerolls_the_three_dice_after_a_1_or_2_without_a_result():
    assert play_with(SUPER, FIRST_ONLY, *DICE, ("pitch", 1), ("wild_pitch", 10), *AGAIN).dice == (2, 6, 6)


def test_t29_1_star_rolls_the_d20_first_and_then_the_three_dice():
    assert play_with(STAR, FIRST_ONLY, ("pitch", 20), *DICE).dice == (5, 3, 4)
    assert play_with(STAR, FIRST_ONLY, ("pitch", 1), ("wild_pitch", 10), *DICE).dice == (5, 3, 4)


@pytest.mark.parametrize(
    ("rolls", "kind"),
    [
        ((("pitch", 1), ("wild_pitch", 9)), "wild_pitch"),
        ((("pitch", 2), ("balk_or_passed_ball", 3), ("balk", 4)), "balk"),
        ((("pitch", 2), ("balk_or_passed_ball", 4), ("passed_ball", 7)), "passed_ball"),
    ],
)
def test_29_1b_and_c_every_runner_advances_a_base_and_the_batter_stays(rolls, kind):
    play = play_with(STAR, occupied(1, 3), *rolls).play
    assert (play.kind, play.to) == (kind, (ABSENT, SECOND, ABSENT, HOME))
    assert play_with(SUPER, occupied(1, 3), *DICE, *rolls).play == play


def test_29_1_bunt_rolls_only_the_colored_dice():
    bunt = play_with(STAR, FIRST_ONLY, ("pitch", 5), *DICE[1:], dice=("colored_1", "colored_2"))
    assert bunt.dice == (3, 4)


@pytest.mark.parametrize(
    ("edition", "check", "after", "following"),
    [
        (SUPER, PitchCheck("", False), FIRST_ONLY, "read"),
        (SUPER, PitchCheck("", True), FIRST_ONLY, "three_dice"),
        (SUPER, PitchCheck("balk", True), FIRST_ONLY, "all_four_dice"),
        (SUPER, PitchCheck("balk", True), EMPTY, "three_dice"),
        (STAR, PitchCheck("", False), FIRST_ONLY, "three_dice"),
        (STAR, PitchCheck("", True), FIRST_ONLY, "three_dice"),
        (STAR, PitchCheck("balk", True), FIRST_ONLY, "d20_alone"),
        (STAR, PitchCheck("balk", True), EMPTY, "three_dice"),
    ],
)
def test_29_1d_and_t29_1d_next_roll_depends_on_the_check_and_edition(edition, check, after, following):
    assert next_roll(edition.pitches, check, after) == following


def popup(edition, state, *script, outs=0):
    game_input = ScriptedInput(script)
    play = resolve_catcher_popup(game_input, edition, Battery(wild_pitch=8, passed_ball=3), state, outs)
    assert game_input.position == len(script)
    return play


@pytest.mark.parametrize("edition", [SUPER, STAR])
def test_29_3_pitchers_wp_rating_decides_whether_a_catcher_popup_gets_away(edition):
    assert popup(edition, FIRST_ONLY, ("passed_ball", 8)).to == (ABSENT, SECOND, ABSENT, ABSENT)
    caught = popup(edition, FIRST_ONLY, ("passed_ball", 9))
    assert (caught.kind, caught.fielder, caught.to) == ("popout", "c", (OUT, 1, ABSENT, ABSENT))
    assert popup(edition, EMPTY).kind == "popout"


def test_29_3_popup_never_gets_away_on_an_error_or_a_star_rare_play():
    assert not popup_may_get_away(SUPER, FIRST_ONLY, error=True)
    assert popup_may_get_away(SUPER, FIRST_ONLY, rare_play=True)
    assert not popup_may_get_away(STAR, FIRST_ONLY, rare_play=True)
    assert not popup_may_get_away(STAR, EMPTY)
