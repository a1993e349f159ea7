"""Sections 3, 14, 16.7 and 21: fly balls and the outfield."""

import pytest

from rules_engine.baseball.bases import HOME, SECOND, THIRD, occupied
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading
from rules_engine.systems.strat_o_matic.fielding.flies import (
    is_homerun_upheld,
    outfield_in_ruling,
    resolve_f2,
    resolve_fly,
    robbing_fielder,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import Fielder, Situation

BASIC, ADVANCED, SUPER, STAR = map(load_ruleset, ("som_basic", "som_advanced", "som_super_advanced", "star"))
ALL = [BASIC, ADVANCED, SUPER, STAR]


def play(
    edition: Ruleset,
    reading: str,
    state: int,
    *script: tuple[str, int | str],
    outs: int = 0,
    chart: bool = False,
    **more,
) -> Play:
    game_input = ScriptedInput(script)
    situation = Situation(state, outs, **more)
    done = resolve_fly(game_input, edition, situation, parse_reading(reading), from_card=not chart)
    assert game_input.position == len(script)
    return done


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(
    ("letter", "to"),
    [("A", (OUT, 2, 3, HOME)), ("B", (OUT, 1, 2, HOME)), ("C", (OUT, 1, 2, 3))],
)
def test_3_1_fly_a_moves_all_b_scores_third_and_c_holds_all(edition: Ruleset, letter: str, to: tuple) -> None:
    assert play(edition, f"fly(cf){letter}", occupied(1, 2, 3)).to == to


@pytest.mark.parametrize("reading", ["fly(cf)A", "fly(rf)B", "fly(lf)C", "fly(cf)B?"])
def test_3_1_third_out_needs_no_decision_and_scores_no_run(reading: str) -> None:
    assert play(STAR, reading, occupied(1, 2, 3), outs=2).scored == ()


@pytest.mark.parametrize(("roll", "to"), [(12, HOME), (13, OUT)])
def test_14_2_runner_on_third_goes_home_on_b_query_at_running_plus_arm_plus_two(roll: int, to: int) -> None:
    script = ("send_lead", "send"), ("lead", roll)
    assert play(ADVANCED, "fly(cf)B?", occupied(3), *script).to[THIRD] == to


def test_14_2_runner_may_stay() -> None:
    assert play(STAR, "fly(cf)B?", occupied(1, 3), ("send_lead", "hold")).to == (OUT, 1, ABSENT, 3)


@pytest.mark.parametrize("state", [occupied(1), occupied(2), occupied(1, 2)])
def test_14_32_runners_hold_on_b_query_with_third_empty(state: int) -> None:
    assert play(STAR, "fly(rf)B?", state).to[0] == OUT
    assert play(STAR, "fly(rf)B?", state).state_after == state


@pytest.mark.parametrize(("roll", "to"), [(12, THIRD), (13, SECOND), (19, SECOND), (20, OUT)])
def test_14_3_runner_from_second_is_out_only_on_20_on_right_field_b(roll: int, to: int) -> None:
    script = ("send_second", "send"), ("second", roll)
    assert play(STAR, "fly(rf)B", occupied(2), *script).to[SECOND] == to


def test_14_3_run_from_third_counts_if_the_runner_from_second_is_the_third_out() -> None:
    script = ("send_second", "send"), ("second", 20)
    done = play(STAR, "fly(rf)B", occupied(2, 3), *script, outs=1)
    assert (done.scored, done.outs) == ((THIRD,), (0, SECOND))


def test_14_31_runner_from_second_goes_on_a_chart_fly_only_in_advanced() -> None:
    assert play(ADVANCED, "fly(rf)B", occupied(2), ("send_second", "hold"), chart=True).to[SECOND] == SECOND
    assert play(SUPER, "fly(rf)B", occupied(2), chart=True).to[SECOND] == SECOND


SENT = ("send_lead", "send"), ("throw", "throw"), ("send_trail", "send")


@pytest.mark.parametrize(
    ("script", "to"),
    [
        ((("send_lead", "send"), ("throw", "cut_off")), (OUT, 1, 2, HOME)),
        ((*SENT[:2], ("send_trail", "hold"), ("lead", 20)), (OUT, 1, 2, OUT)),
        ((*SENT, ("cut", "through"), ("lead", 1)), (OUT, 2, 3, HOME)),
        ((*SENT, ("cut", "cut_for_trail"), ("trail", 5)), (OUT, 2, 3, HOME)),
        ((*SENT, ("cut", "cut_for_trail"), ("trail", 6)), (OUT, 2, OUT, HOME)),
    ],
)
def test_14_4_cutoff_choices_on_b_query_decide_the_runners(script: tuple, to: tuple) -> None:
    assert play(STAR, "fly(cf)B?", occupied(1, 2, 3), *script).to == to


def test_14_431_throw_home_is_for_the_runner_from_third_if_trail_runners_hold() -> None:
    def to(roll: int) -> tuple:
        script = [("send_lead", "send"), ("throw", "throw"), ("send_trail", "hold"), ("lead", roll), ("plate", 20)]
        situation = Situation(occupied(2, 3), running=(10, 10, 10, 12))
        game_input = ScriptedInput(script[:4] if roll < 14 else script)
        return resolve_fly(game_input, SUPER, situation, parse_reading("fly(lf)B?")).to

    assert to(13) == (OUT, ABSENT, 2, HOME)
    assert to(15) == (OUT, ABSENT, 2, OUT)


def test_14_432b_run_counts_if_the_trail_runner_is_the_third_out() -> None:
    done = play(STAR, "fly(cf)B?", occupied(2, 3), *SENT, ("cut", "cut_for_trail"), ("trail", 20), outs=1)
    assert done.scored == (THIRD,)


def test_16_7_runner_from_second_on_f2_is_safe_or_out() -> None:
    def f2(roll: int) -> int:
        script = (("send_second", "send"), ("second", roll))
        return resolve_f2(ScriptedInput(script), STAR, Situation(occupied(2)), "lf").to[SECOND]

    assert [f2(8), f2(9)] == [THIRD, OUT]


def test_21_2_and_21_3_outfield_in_changes_the_fly_results() -> None:
    fielders = {"cf": Fielder(2, arm=-1)}
    script = ("send_lead", "send"), ("lead", 4)
    near = {"outfield_in": True, "fielders": fielders, "running": (10, 10, 10, 14)}
    assert play(STAR, "fly(cf)B?", occupied(3), *script, **near).to[THIRD] == HOME
    assert play(STAR, "fly(cf)B", occupied(3), **near).kind == "single"
    assert play(STAR, "fly(cf)C", occupied(3), **near).kind == "flyout"


@pytest.mark.parametrize(
    ("edition", "changes", "allowed"),
    [
        (STAR, {}, True),
        (SUPER, {"inning": 11}, True),
        (ADVANCED, {}, False),
        (STAR, {"bottom": False}, False),
        (STAR, {"inning": 8}, False),
        (STAR, {"lead": -1}, False),
        (STAR, {"lead": 1}, False),
        (STAR, {"outs": 2}, False),
        (STAR, {"state": occupied(1, 2)}, False),
    ],
)
def test_21_1_outfield_comes_in_only_if_a_sacrifice_fly_ends_the_game(
    edition: Ruleset, changes: dict, allowed: bool
) -> None:
    moment = {"inning": 9, "bottom": True, "lead": 0, "state": occupied(3), "outs": 1} | changes
    ruling = outfield_in_ruling(edition, **moment)
    assert ruling.allowed is allowed
    assert ruling.rule == "21.1"


def test_14_5_fielder_has_a_chance_at_the_edge_of_a_home_run_split() -> None:
    line = parse_line("HOMERUN 1-14 / fly(cf)B 15-20")

    def robs(edition: Ruleset, roll: int, bats: str = "R", wall: bool = False) -> str:
        return robbing_fielder(edition, line, roll, bats, wall_over_10_ft=wall)

    assert [robs(SUPER, roll) for roll in (13, 14, 15, 16)] == ["", "lf", "cf", ""]
    assert robs(SUPER, 14, "L") == "rf"
    assert robs(SUPER, 14, wall=True) == ""
    assert robs(STAR, 14) == ""
    assert robbing_fielder(SUPER, parse_line("HOMERUN 1-14 / DOUBLE 15-20"), 14, "R", wall_over_10_ft=False) == ""


@pytest.mark.parametrize(("rating", "last"), [(1, 3), (2, 7), (3, 11), (4, 15), (5, 19)])
def test_14_5_outfielder_range_decides_a_robbed_home_run(rating: int, last: int) -> None:
    assert is_homerun_upheld(rating, last)
    assert not is_homerun_upheld(rating, last + 1)
