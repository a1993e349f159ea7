"""Sections 2 and 13: advances on hits, with the decisions of both managers."""

import pytest

from rules_engine.baseball.bases import BATTER, FIRST, HOME, SECOND, THIRD, occupied
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.systems.strat_o_matic.baserunning.chances import lead_chance, trail_chance
from rules_engine.systems.strat_o_matic.batting.hits import open_hit_attempt, outfielder_on, resolve_hit
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import Fielder, Situation

BASIC, ADVANCED, SUPER, STAR = map(load_ruleset, ("som_basic", "som_advanced", "som_super_advanced", "star"))
NO_STARS = BASIC.with_options("hits", stars=False)


def play(edition: Ruleset, reading: str, state: int, *script: tuple[str, int | str], outs: int = 0, **more) -> Play:
    """Return the play, and check that it used the whole script. An unused decision or roll is an error in the rule."""
    game_input = ScriptedInput(script)
    done = resolve_hit(game_input, edition, Situation(state, outs, **more), parse_reading(reading))
    assert game_input.position == len(script)
    return done


@pytest.mark.parametrize(
    ("reading", "to"),
    [
        ("SINGLE**", (1, 2, 3, HOME)),
        ("DOUBLE**", (2, 3, HOME, HOME)),
        ("TRIPLE", (3, HOME, HOME, HOME)),
        ("HOMERUN", (HOME,) * 4),
    ],
)
def test_2_1_without_the_option_every_runner_advances_with_the_batter(reading: str, to: tuple) -> None:
    assert play(NO_STARS, reading, occupied(1, 2, 3)).to == to


@pytest.mark.parametrize(
    ("reading", "to"),
    [("SINGLE*", (1, 2, 3, HOME)), ("SINGLE**", (1, 3, HOME, HOME)), ("DOUBLE**", (2, 3, HOME, HOME))],
)
@pytest.mark.parametrize("edition", [BASIC, ADVANCED, SUPER, STAR])
def test_2_2_asterisks_move_runners_without_a_decision(edition: Ruleset, reading: str, to: tuple) -> None:
    assert play(edition, reading, occupied(1, 2, 3)).to == to


@pytest.mark.parametrize(
    ("reading", "bases", "lead"),
    [
        ("SINGLE", (1, 2, 3), SECOND),
        ("SINGLE", (1, 3), FIRST),
        ("SINGLE", (2,), SECOND),
        ("SINGLE", (3,), None),
        ("SINGLE", (), None),
        ("DOUBLE", (1, 2), FIRST),
        ("DOUBLE", (2, 3), None),
        ("TRIPLE", (1, 2, 3), None),
        ("SINGLE*", (1, 2, 3), None),
    ],
)
def test_2_2_lead_runner_is_the_foremost_who_can_advance(reading: str, bases: tuple, lead: int | None) -> None:
    attempt = open_hit_attempt(STAR, Situation(occupied(*bases)), parse_reading(reading))
    assert (attempt and attempt.start) == lead


def test_2_2c_basic_safe_roll_moves_all_runners_and_2_21_never_the_batter() -> None:
    assert play(BASIC, "SINGLE", occupied(1, 2), ("send_lead", "send"), ("lead", 10)).to == (1, 3, HOME, ABSENT)


def test_2_2c_basic_out_on_the_lead_runner_limits_others_to_the_hits_bases() -> None:
    assert play(BASIC, "SINGLE", occupied(1, 2), ("send_lead", "send"), ("lead", 11)).to == (1, 2, OUT, ABSENT)


def test_13_32_advanced_cutoff_scores_the_lead_runner_and_stops_the_other_at_second() -> None:
    script = ("send_lead", "send"), ("throw", "cut_off")
    assert play(ADVANCED, "SINGLE", occupied(1, 2), *script).to == (1, 2, HOME, ABSENT)


@pytest.mark.parametrize(("roll", "lead"), [(11, HOME), (12, OUT)])
def test_13_33_advanced_runner_from_first_takes_third_on_the_throw(roll: int, lead: int) -> None:
    script = ("send_lead", "send"), ("throw", "throw"), ("lead", roll)
    assert play(ADVANCED, "SINGLE", occupied(1, 2), *script).to == (1, 3, lead, ABSENT)


def test_13_3_advanced_cutoff_needs_runners_on_first_and_second() -> None:
    assert play(ADVANCED, "SINGLE", occupied(2), ("send_lead", "send"), ("lead", 1)).to == (1, ABSENT, HOME, ABSENT)
    assert play(ADVANCED, "DOUBLE", occupied(1), ("send_lead", "send"), ("lead", 1)).to == (2, HOME, ABSENT, ABSENT)


def test_13_61_conceding_gives_the_lead_runner_the_base_and_no_extra_advance() -> None:
    assert play(STAR, "DOUBLE", occupied(1, 2), ("send_lead", "send"), ("throw", "concede")).to == (
        2,
        HOME,
        HOME,
        ABSENT,
    )


SENT = ("send_lead", "send"), ("throw", "throw")


def test_13_622_throw_is_for_the_lead_runner_if_trail_runners_hold() -> None:
    script = *SENT, ("send_trail", "hold"), ("lead", 13)
    assert play(STAR, "SINGLE", occupied(1, 2), *script).to == (1, 2, OUT, ABSENT)


def test_13_623a_throw_through_moves_every_trail_runner_and_the_batter() -> None:
    script = *SENT, ("send_trail", "send"), ("cut", "through"), ("lead", 13)
    assert play(SUPER, "SINGLE", occupied(1, 2), *script).to == (2, 3, OUT, ABSENT)


@pytest.mark.parametrize(("roll", "trail"), [(6, THIRD), (7, OUT)])
def test_13_623b_cut_throw_scores_the_lead_and_targets_the_first_trail_runner(roll: int, trail: int) -> None:
    script = *SENT, ("send_trail", "send"), ("cut", "cut_for_trail"), ("trail", roll)
    done = play(STAR, "SINGLE", occupied(1, 2), *script)
    assert done.to == (2, trail, HOME, ABSENT)
    assert done.scored == (SECOND,)


def test_13_623b_run_counts_if_the_trail_runner_is_the_third_out() -> None:
    script = *SENT, ("send_trail", "send"), ("cut", "cut_for_trail"), ("trail", 20)
    assert play(STAR, "SINGLE", occupied(1, 2), *script, outs=2).scored == (SECOND,)


def test_13_611_batter_trails_a_runner_going_first_to_third() -> None:
    script = *SENT, ("send_trail", "send"), ("cut", "cut_for_trail"), ("trail", 20)
    assert play(STAR, "SINGLE", occupied(1), *script).to == (OUT, THIRD, ABSENT, ABSENT)


def test_13_5_option_advances_the_batter_to_second_on_a_throw_to_third() -> None:
    older = SUPER.with_options("hits", batter_may_trail=False)
    assert play(older, "SINGLE", occupied(1), *SENT, ("lead", 20)).to == (SECOND, OUT, ABSENT, ABSENT)


def test_13_63_catcher_decides_at_the_edge_of_the_safe_range() -> None:
    fielders = {"c": Fielder(2)}
    script = *SENT, ("send_trail", "hold"), ("lead", 12), ("plate", 6)
    assert play(STAR, "SINGLE", occupied(2), *script, fielders=fielders).to[SECOND] == HOME
    script = *SENT, ("send_trail", "hold"), ("lead", 11), ("plate", 7)
    assert play(STAR, "SINGLE", occupied(2), *script, fielders=fielders).to[SECOND] == OUT


def test_13_63_catcher_check_does_not_apply_to_throws_to_third() -> None:
    script = *SENT, ("send_trail", "hold"), ("lead", 11)
    assert play(STAR, "SINGLE", occupied(1), *script).to[FIRST] == THIRD


def test_s13_1_only_star_uses_the_outfielder_of_the_splits_flyout() -> None:
    line = parse_line("DOUBLE 1-8 / fly(lf)B 9-20")
    double = line.parts[0].reading
    assert [outfielder_on(edition, double, line) for edition in (ADVANCED, SUPER, STAR)] == ["cf", "cf", "lf"]
    assert outfielder_on(STAR, parse_reading("DOUBLE(rf)"), line) == "rf"


def moment(outs: int = 0, holds: int = 0, arm: int = 0, running: int = 15) -> Situation:
    fielders = {position: Fielder(3, arm=arm) for position in ("lf", "cf", "rf")}
    return Situation(occupied(1, 2), outs, (running,) * 4, holds, fielders=fielders)


def test_13_1_chance_is_capped_after_every_change_and_shows_its_arithmetic() -> None:
    chance = lead_chance(STAR, moment(outs=2, arm=4), SECOND, HOME, "cf")
    assert chance.safe == 19
    assert str(chance) == "15 running +2 two outs +4 arm +1 not held = 19"


def test_13_4_corner_outfielders_count_only_on_throws_to_third_and_not_in_advanced() -> None:
    def third(edition: Ruleset, outfielder: str) -> int:
        return lead_chance(edition, moment(), FIRST, THIRD, outfielder).safe

    assert [third(STAR, outfielder) for outfielder in ("lf", "cf", "rf")] == [14, 16, 18]
    assert third(ADVANCED, "lf") == 16
    assert lead_chance(STAR, moment(), FIRST, HOME, "lf").safe == 16


def test_13_621_trail_runner_in_the_printed_example_is_safe_on_1_to_7() -> None:
    situation = moment(holds=occupied(1, 2), arm=-2)
    assert trail_chance(STAR, situation, FIRST, THIRD, "cf", lead=SECOND, lead_target=HOME).safe == 7


@pytest.mark.parametrize("edition", [SUPER, STAR])
def test_13_621_two_outs_help_trail_and_lead_runners_alike(edition: Ruleset) -> None:
    situation = moment(holds=occupied(1, 2), arm=-2, outs=2)
    assert trail_chance(edition, situation, FIRST, THIRD, "cf", lead=SECOND, lead_target=HOME).safe == 9


def test_13_2_runner_from_first_shares_the_lead_runners_hold() -> None:
    lead_on_hold = moment(holds=occupied(2))
    assert trail_chance(STAR, lead_on_hold, FIRST, THIRD, "cf", lead=SECOND, lead_target=HOME).safe == 9
    trail_on_hold = moment(holds=occupied(1))
    assert trail_chance(STAR, trail_on_hold, FIRST, THIRD, "cf", lead=SECOND, lead_target=HOME).safe == 11


@pytest.mark.parametrize(("edition", "safe"), [(SUPER, 10), (STAR, 15)])
def test_t13_611_star_drops_the_minus_five_if_the_lead_goes_to_third(edition: Ruleset, safe: int) -> None:
    chance = trail_chance(edition, moment(outs=2), BATTER, SECOND, "rf", lead=FIRST, lead_target=THIRD)
    assert chance.safe == safe
    assert not chance.has("two outs")


@pytest.mark.parametrize("edition", [BASIC, ADVANCED, SUPER, STAR])
@pytest.mark.parametrize("reading", ["SINGLE", "SINGLE*", "SINGLE**", "DOUBLE", "DOUBLE**", "TRIPLE", "HOMERUN"])
@pytest.mark.parametrize("state", range(8))
def test_no_runner_vanishes_or_shares_a_base_after_any_decision(edition: Ruleset, reading: str, state: int) -> None:
    situation = Situation(state)
    for send, second in ((0, 0), (1, 0), (1, 1)):
        choices = {"send_lead": send, "throw": second, "send_trail": second, "cut": second}
        choose = lambda side, question, options: options[choices[question]].key  # noqa: E731, B023
        ways = exact_chances(
            lambda table: resolve_hit(table, edition, situation, parse_reading(reading)), choose
        ).items()
        total = 0
        for done, probability in ways:
            total += probability
            bases = [base for base in done.to if 1 <= base <= 3]
            assert len(bases) == len(set(bases))
            assert [start for start in (1, 2, 3) if done.to[start] != ABSENT] == [
                base for base in (1, 2, 3) if state >> base - 1 & 1
            ]
        assert total == 1
