"""Rules that no other test file covers by number."""

import pytest

from rules_engine.baseball.bases import HOME, SECOND, THIRD, occupied
from rules_engine.baseball.game_input import DiceMissing, ScriptedInput
from rules_engine.baseball.plays import ABSENT, OUT, Charge, Play
from rules_engine.baseball.tallies import runs_batted_in
from rules_engine.systems.strat_o_matic.baserunning.pickoffs import roll_for_pickoff
from rules_engine.systems.strat_o_matic.batting.hits import resolve_hit
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import (
    RatingError,
    parse_catcher_throw,
    parse_chance_rating,
    parse_hitting_code,
    parse_steal_rating,
)
from rules_engine.systems.strat_o_matic.cards.shared_cards import hitting_card
from rules_engine.systems.strat_o_matic.fielding.flies import resolve_fly
from rules_engine.systems.strat_o_matic.pitching.rest import load_rest_guide, must_rest, slots_to_rest
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery, Situation
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

SUPER, STAR = load_ruleset("som_super_advanced"), load_ruleset("star")


def questions(resolve) -> list[tuple[str, str]]:
    """Return (side, question) for each decision until a die is needed, always with the last option."""
    script: list = []
    choices_offered = []
    while True:
        try:
            resolve(ScriptedInput(script))
        except DiceMissing as missing:
            if missing.sides:
                return [*choices_offered, ("dice", missing.name)]
            choices_offered.append((missing.side, missing.name))
            script.append((missing.name, missing.options[-1].key))
        else:
            return choices_offered


@pytest.mark.parametrize("edition", [SUPER, STAR])
def test_13_0_13_61_13_62_and_13_623_offense_and_defense_alternate_decisions_on_a_hit(edition) -> None:
    situation = Situation(occupied(1, 2))
    choices_offered = questions(lambda table: resolve_hit(table, edition, situation, parse_reading("SINGLE(cf)")))
    assert [entry[1] for entry in choices_offered[:4]] == ["send_lead", "throw", "send_trail", "cut"]
    assert [entry[0] for entry in choices_offered[:4]] == ["offence", "defence", "offence", "defence"]
    assert choices_offered[-1] == ("dice", "trail")


def test_13_62_home_is_the_only_throw_with_just_the_batter_trailing() -> None:
    situation = Situation(occupied(2))
    choices_offered = questions(lambda table: resolve_hit(table, STAR, situation, parse_reading("SINGLE(cf)")))
    assert choices_offered[0] == ("offence", "send_lead")
    assert choices_offered[-1][0] == "dice"


def test_14_0_and_14_42_trail_runners_decide_on_b_query_only_if_the_throw_goes_home() -> None:
    def fly(*script):
        return resolve_fly(ScriptedInput(script), STAR, Situation(occupied(2, 3)), parse_reading("fly(cf)B?"))

    cut = fly(("send_lead", "send"), ("throw", "cut_off"))
    assert cut.to == (OUT, ABSENT, SECOND, HOME)
    with pytest.raises(DiceMissing) as missing:
        fly(("send_lead", "send"), ("throw", "throw"))
    assert (missing.value.side, missing.value.name) == ("offence", "send_trail")
    assert fly(("send_lead", "send"), ("throw", "throw"), ("send_trail", "hold"), ("lead", 1)).to[THIRD] == HOME


def test_16_1d_and_16_1e_catchers_throw_and_passed_balls_parse_as_printed() -> None:
    assert (parse_catcher_throw("T 1-9"), parse_catcher_throw("")) == (9, 0)
    assert (parse_chance_rating("pb", "4"), parse_chance_rating("pb", "0")) == (4, 0)
    for parse in (lambda: parse_catcher_throw("T 1-25"), lambda: parse_chance_rating("pb", "21")):
        with pytest.raises(RatingError):
            parse()


def test_22_1_pitcher_on_base_is_grade_e() -> None:
    assert hitting_card(parse_hitting_code("#3NL"), "Any Pitcher").grade == "E"


def test_26_2b_and_26_2c_die_selects_three_slots_and_the_d20_the_resting_player() -> None:
    guide = load_rest_guide()
    slots = [slots_to_rest(ScriptedInput([("usage", roll)]), guide) for roll in range(1, 7)]
    assert all(len(set(three)) == 3 for three in slots)
    assert {slot for three in slots for slot in three} == set(range(1, 10))
    rests = [sum(must_rest(ScriptedInput([("rest", d)]), guide, seen) for d in range(1, 21)) for seen in (0, 300, 700)]
    assert rests == sorted(rests, reverse=True)
    assert rests[0] > rests[-1]


def test_28_3_checking_for_fatigue_changes_nothing() -> None:
    game = new_game()
    for _ in range(4):
        game.play(ScriptedInput([("pitch", "walk")]))
    appearance = game.tracker.appearance(game.state)
    before = appearance.copy()
    ninth = game.state._replace(inning=9, score=(1, 2))
    game.tracker.tired(ninth)
    assert game.tracker.appearance(game.state) == before


def test_t29_21_pickoff_and_balk_die_is_rolled_first_and_separately() -> None:
    rating, battery = parse_steal_rating("*8-10/11,12 (19-14)"), Battery(balk=4)
    assert roll_for_pickoff(ScriptedInput([("pickoff_or_balk", 3)]), rating, battery) == ""
    assert roll_for_pickoff(ScriptedInput([("pickoff_or_balk", 1), ("pickoff", 15)]), rating, battery) == "picked_off"
    assert roll_for_pickoff(ScriptedInput([("pickoff_or_balk", 2), ("balk", 4)]), rating, battery) == "balk"


@pytest.mark.parametrize(
    ("play", "batted_in"),
    [
        (Play("single", (1, ABSENT, HOME, HOME)), 2),
        (Play("error", (1, ABSENT, ABSENT, HOME), errors=(Charge("ss"),)), 0),
        (Play("groundout", (OUT, OUT, ABSENT, HOME), code="DP43"), 0),
        (Play("walk", (1, 2, 3, HOME)), 1),
        (Play("flyout", (OUT, ABSENT, ABSENT, HOME)), 1),
    ],
)
def test_9_04_runs_batted_in_follow_the_scoring_rules(play: Play, batted_in: int) -> None:
    assert runs_batted_in(play) == batted_in
