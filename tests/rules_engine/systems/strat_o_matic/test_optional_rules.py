"""Strat-O-Matic's optional rules: one rulebook situation for each, with the option on and off."""

import pytest

from rules_engine.baseball.bases import FIRST, HOME, LOADED, SECOND, THIRD, occupied
from rules_engine.baseball.game_input import DiceMissing, ScriptedInput
from rules_engine.baseball.optional_rules import choices_in, key_with_choices, ruleset_name
from rules_engine.baseball.plays import ABSENT, OUT
from rules_engine.baseball.simulation import check, play_out
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.systems.strat_o_matic import system
from rules_engine.systems.strat_o_matic.baserunning.delayed_steal import delayed_steal_ruling
from rules_engine.systems.strat_o_matic.baserunning.stealing import grade_chance
from rules_engine.systems.strat_o_matic.batting.hits import resolve_hit
from rules_engine.systems.strat_o_matic.batting.parks import BySide, Park, apply_clutch, line_to_read
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading, write_line
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance
from rules_engine.systems.strat_o_matic.fielding.flies import outfield_in_ruling, robbing_fielder
from rules_engine.systems.strat_o_matic.fielding.infield import resolve_plus
from rules_engine.systems.strat_o_matic.game_state.resting import rest_batters
from rules_engine.systems.strat_o_matic.pitching.fatigue import new_appearance
from rules_engine.systems.strat_o_matic.pitching.wild_pitches import pitch_check_ruling
from rules_engine.systems.strat_o_matic.play.options import announcements, hold_options, infield_options
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery, Situation
from tests.rules_engine.systems.strat_o_matic.real_league import new_game, side

BASIC, SUPER = "som_basic", "som_super_advanced"
SENT = (("send_lead", "send"), ("throw", "throw"))
LEADER = (12, 13, 14, 15)  # running ratings of the batter and the runners


def keys(options: tuple) -> list[str]:
    return [option.key for option in options]


@pytest.mark.parametrize(("key", "second_base_ends"), [(BASIC, HOME), (f"{BASIC}-asterisks", THIRD)])
def test_2_2_a_single_with_two_asterisks_scores_the_runner_from_second(key: str, second_base_ends: int) -> None:
    play = resolve_hit(ScriptedInput(()), load_ruleset(key), Situation(occupied(2), 0), parse_reading("SINGLE**"))
    assert play.to[SECOND] == second_base_ends


def test_2_2_open_singles_need_no_decision_without_asterisks() -> None:
    rules, first = load_ruleset(f"{BASIC}-asterisks"), Situation(occupied(1), 0, LEADER)
    assert resolve_hit(ScriptedInput(()), rules, first, parse_reading("SINGLE")).to[FIRST] == SECOND


@pytest.mark.parametrize(("key", "result"), [(BASIC, "SINGLE**"), (f"{BASIC}-plus_signs", "gb(ss)A")])
@pytest.mark.parametrize(("infield", "holds"), [("in", 0), ("back", occupied(1))])
def test_6_2_plus_signs_are_a_single_with_the_infield_in_or_a_runner_on_hold(key, result, infield, holds) -> None:
    reading = resolve_plus(load_ruleset(key), parse_reading("gb(ss)A+"), infield, holds=holds)
    assert reading == parse_reading(result)


def test_8_2_holds_are_offered_with_the_rule_alone() -> None:
    plain, without = load_ruleset(BASIC), load_ruleset(f"{BASIC}-holds")
    assert keys(hold_options(plain, occupied(1), "back")) == ["none", "1"]
    assert keys(hold_options(without, occupied(1), "back")) == ["none"]
    assert ("hold" in announcements(plain), "hold" in announcements(without)) == (True, False)


def test_9_1_the_infield_comes_in_with_the_rule_alone() -> None:
    assert keys(infield_options(load_ruleset(BASIC), occupied(3), 1)) == ["back", "in"]
    assert keys(infield_options(load_ruleset(f"{BASIC}-infield_in"), occupied(3), 1)) == ["back"]


@pytest.mark.parametrize(("key", "fielder"), [(SUPER, "lf"), (f"{SUPER}-robbed_homers", ""), ("star", "")])
def test_14_5_the_printed_roll_of_14_is_checked_by_the_left_fielder(key: str, fielder: str) -> None:
    line = parse_line("HOMERUN 1-14 / fly(lf)B 15-20")
    assert robbing_fielder(load_ruleset(key), line, 14, "R", wall_over_10_ft=False) == fielder


def test_14_5_a_star_game_may_use_it() -> None:
    line = parse_line("HOMERUN 1-14 / fly(lf)B 15-20")
    assert robbing_fielder(load_ruleset("star+robbed_homers"), line, 15, "R", wall_over_10_ft=False) == "cf"


@pytest.mark.parametrize(("key", "may_come_in"), [(SUPER, True), (f"{SUPER}-outfield_in", False)])
def test_21_1_the_outfield_comes_in_when_a_fly_ends_the_game(key: str, may_come_in: bool) -> None:
    ruling = outfield_in_ruling(load_ruleset(key), inning=9, bottom=True, lead=0, state=LOADED, outs=1)
    assert bool(ruling) == may_come_in


def test_23_0_without_leads_the_printed_b_runner_steals_by_the_grades_of_advanced() -> None:
    """22.23: 13 to steal second, with arm -1 and a hold, leaves 9."""
    rules = load_ruleset(f"{SUPER}-lead_ratings").stealing
    assert grade_chance(rules, "B", 13, Battery(arm=-1), hold=True).safe == 9
    assert (rules.ratings, rules.pickoffs, rules.may_hold_ball) == (False, False, False)


@pytest.mark.parametrize(
    ("key", "may_go"),
    [
        (SUPER, True),
        (f"{SUPER}-delayed_steals", False),
        (f"{SUPER}-lead_ratings", False),
        ("star", False),
        ("star+delayed_steals", True),
    ],
)
def test_23_91_a_delayed_steal_of_home(key: str, may_go: bool) -> None:
    assert bool(delayed_steal_ruling(load_ruleset(key).stealing, occupied(1, 3), lead_tried=False)) == may_go


def test_29_1_no_pitch_is_checked_and_no_runner_picked_off_without_the_rule() -> None:
    plain, without = load_ruleset(SUPER), load_ruleset(f"{SUPER}-wild_pitches")
    assert pitch_check_ruling(plain.pitches, occupied(1))
    assert not pitch_check_ruling(without.pitches, occupied(1))
    assert (plain.stealing.pickoffs, without.stealing.pickoffs) == (True, False)


@pytest.mark.parametrize(("key", "closer"), [(SUPER, 3), (f"{SUPER}-closers", None), ("star", 3)])
def test_28_1_relief_2_3_has_a_closer_endurance_of_3_with_the_rule_alone(key: str, closer: int | None) -> None:
    endurance = Endurance(relief=2, closer=3)
    assert new_appearance(load_ruleset(key).endurance, endurance, started=False).closer == closer


@pytest.mark.parametrize(
    ("key", "clutch", "park"),
    [(SUPER, "SINGLE**", "HOMERUN 1-7 / flyB 8-20"), (f"{SUPER}-parks_and_clutch", "popout(2b)", "DOUBLE**")],
)
def test_30_2_ballpark_and_clutch_symbols_count_together_or_not_at_all(key: str, clutch: str, park: str) -> None:
    rules = load_ruleset(key).parks
    assert apply_clutch(rules, parse_reading("popout(2b)"), 2, occupied(2)) == parse_reading(clutch)
    read = line_to_read(rules, parse_line("◆ DOUBLE**"), Park("park", BySide(7, 7), BySide(0, 0)), "R")
    assert write_line(read).partition(" ")[2] == park


def test_30_5_the_weather_needs_the_symbols_that_it_changes() -> None:
    roll = ScriptedInput([("weather", 1)])
    assert system.weather(SUPER, "ATL", "july", night=False, game_input=roll) == "weather ATL good"
    for key in (f"{SUPER}-weather", f"{SUPER}-parks_and_clutch"):
        with pytest.raises(SystemFileError, match=r"30\.5"):
            system.weather(key, "ATL", "july", night=False, game_input=roll)
    with pytest.raises(SystemFileError, match=r"weather \(30\.5\) needs parks_and_clutch"):
        system.edition(f"{SUPER}-parks_and_clutch+weather")


@pytest.mark.parametrize(
    ("key", "script", "to"),
    [
        (SUPER, (*SENT, ("send_trail", "hold"), ("lead", 20)), (1, OUT)),
        (f"{SUPER}+batter_takes_second", (*SENT, ("lead", 20)), (2, OUT)),
    ],
)
def test_13_5_the_batter_takes_second_on_a_throw_to_third(key: str, script: tuple, to: tuple) -> None:
    play = resolve_hit(ScriptedInput(script), load_ruleset(key), Situation(occupied(1), 0), parse_reading("SINGLE"))
    assert play.to == (*to, ABSENT, ABSENT)


@pytest.mark.parametrize("key", [SUPER, "senior_seminar"])
def test_26_2_batters_rest_only_with_the_rule(key: str) -> None:
    lineup = side("NYA")
    assert rest_batters(ScriptedInput(()), new_game(f"{key}-batters_rest").setup, lineup) == (lineup, ())
    with pytest.raises(DiceMissing):
        rest_batters(ScriptedInput(()), new_game(key).setup, lineup)


SWITCHED = [
    key_with_choices(name, [rule], {rule.key: not rule.is_on})
    for name in (BASIC, SUPER, "star")
    for rule in system.optional_rules(name)
]


@pytest.mark.parametrize("key", [*SWITCHED, f"{BASIC}-asterisks-plus_signs-holds-infield_in"])
def test_a_game_is_sound_with_each_rule_switched(key: str) -> None:
    game = new_game(key)
    play_out(game, seed=3)
    check(game, 3)
    assert ruleset_name(game.setup.edition.key) in (BASIC, SUPER, "star")
    assert choices_in(game.setup.edition.key)
