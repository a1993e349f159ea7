"""Steals, hit and run, defensive rolls, throws home, fatigue, use limits and injuries, each with its option."""

from dataclasses import replace
from typing import Any

import pytest

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.game_input import RandomInput
from rules_engine.systems.pine_tar import system
from rules_engine.systems.pine_tar.ball.grounders import add_hit_and_run
from rules_engine.systems.pine_tar.ball.hits import is_out_on_throw
from rules_engine.systems.pine_tar.cards.cards import Injury, Innings
from rules_engine.systems.pine_tar.charts.reading import house_charts
from rules_engine.systems.pine_tar.editions.edition import load_edition, optional_rules
from rules_engine.systems.pine_tar.pitchers.fatigue import PineTarAppearance, continue_ruling, innings_adjustment
from rules_engine.systems.pine_tar.pitchers.injuries import (
    check_injuries_after_game,
    check_pitchers,
    first_game_back,
    games_missed,
    is_injured,
    lineup_slot_to_check,
)
from rules_engine.systems.pine_tar.pitchers.use_limits import rest_ruling
from rules_engine.systems.pine_tar.running.stealing import is_safe, steal_chance, steal_points, steal_ruling
from rules_engine.systems.pine_tar.scorebook.game_setup import InjuryCounts
from tests.rules_engine.systems.pine_tar.league import played
from tests.rules_engine.systems.pine_tar.scene import Scene, Script, dice, pitcher_card, without_modifiers
from tests.rules_engine.systems.pine_tar.telling import location_of, outcome_of

FIRST, SECOND, THIRD = {"first": "r1"}, {"second": "r2"}, {"third": "r3"}
OPTIONAL_RULES = [rule.key for rule in optional_rules("standard")]
ROWS = house_charts().steal_opportunity


def allowed(
    row: str, target: int = 2, inning: int = 3, used: int = 0, tries: tuple = (0, 0), extra: bool = False
) -> bool:
    return bool(steal_ruling(ROWS[row], target, inning, used, tries, extra=extra))  # type: ignore[index]


def test_pt_b1_sbo_row_limits_when_and_how_often_a_runner_can_go() -> None:
    assert not allowed("N")
    assert [allowed("C", inning=inning) for inning in (3, 4)] == [False, True]
    assert [allowed("A", tries=(tried, tried)) for tried in (1, 2)] == [True, False]
    assert [allowed("C", inning=5, tries=(0, tried)) for tried in (1, 2)] == [True, False]


def test_pt_b2_and_pt_a18_team_has_four_points_a_game_and_two_more_in_extra_innings() -> None:
    assert [allowed("B", used=used) for used in (2, 3)] == [True, False]
    assert [allowed("B", used=used, inning=10, extra=True) for used in (4, 5)] == [True, False]
    assert steal_points(ROWS["AA"], 6, extra=True) == (0, 0)
    assert allowed("AA", used=6, inning=10, extra=True)


def test_pt_b3_and_pt_b4_printed_steal_example_matches() -> None:
    assert (steal_chance(82, -9, 2), steal_chance(82, -9, 3)) == (73, 68)
    assert is_safe(73, 70)
    assert is_safe(68, 68)
    assert not is_safe(68, 69)


def test_pt_b3_only_an_open_second_or_third_can_be_stolen() -> None:
    assert not allowed("A", target=4)
    ratings = {"r1": {"steal_opportunity": "AA"}, "r2": {"steal_opportunity": "AA"}}
    scene = Scene(bases=FIRST | SECOND, edition="standard+base_stealing", ratings=ratings)
    assert (scene.offered("steal_1"), scene.offered("steal_2")) == (False, True)
    assert not Scene(bases=FIRST, ratings=ratings).offered("steal_1")


def test_pt_b3_steal_costs_points_and_the_batter_stays_up() -> None:
    scene = Scene(
        bases=FIRST, edition="standard+base_stealing", ratings={"r1": {"steal_opportunity": "B", "steal": 70}}
    )
    play = scene.play(Script(dice(70, "steal_"), {"play": "steal_1"}))
    assert (play.kind, play.to, scene.game.tracker.points) == ("stolen_base", (-2, 2, -2, -2), [2, 0])
    assert scene.game.state.batting.batter == "batter"
    out = Scene(
        bases=FIRST, outs=2, edition="standard+base_stealing", ratings={"r1": {"steal_opportunity": "B", "steal": 70}}
    )
    assert out.play(Script(dice(71, "steal_"), {"play": "steal_1"})).kind == "caught_stealing"
    assert out.game.state.bottom


HIT_AND_RUN = "standard+hit_and_run"
GOER: dict[str, Any] = {"steal_opportunity": "A", "steal": 65}


@pytest.mark.parametrize(
    ("bases", "outs", "offered"),
    [
        (FIRST, 0, True),
        (FIRST | SECOND, 1, True),
        (FIRST | THIRD, 1, True),
        (SECOND, 0, False),
        (FIRST | SECOND | THIRD, 0, False),
        (FIRST, 2, False),
    ],
)
def test_pt_hr1_hit_and_run_is_allowed_only_in_the_right_situations(bases: dict, outs: int, offered: bool) -> None:
    ratings = dict.fromkeys(bases.values(), GOER)
    assert Scene(bases=bases, outs=outs, edition=HIT_AND_RUN, ratings=ratings).offered("hit_and_run") == offered


def test_pt_hr1_hit_and_run_is_limited_to_two_a_game_and_excludes_e_and_n() -> None:
    scene = Scene("FO-LF", FIRST, edition=HIT_AND_RUN, ratings={"r1": GOER})
    scene.game.tracker.hit_and_runs[0] = 2
    assert not scene.offered("hit_and_run")
    for rating in ("E", "N"):
        assert not Scene(bases=FIRST, edition=HIT_AND_RUN, ratings={"r1": {"steal_opportunity": rating}}).offered(
            "hit_and_run"
        )


def test_pt_hr2_pitcher_on_base_cannot_take_part() -> None:
    pitches = {"pitching": pitcher_card("r1").pitching}
    assert not Scene(bases=FIRST, edition=HIT_AND_RUN, ratings={"r1": GOER | pitches}).offered("hit_and_run")
    ratings = {"r1": GOER | pitches, "r2": GOER}
    scene = Scene("SO", FIRST | SECOND, edition=HIT_AND_RUN, ratings=ratings)
    scene.play(Script(dice(43), {"play": "hit_and_run"}))
    assert scene.play(Script(dice(0, "steal_"))).to == (-2, 1, 3, -2)


def test_pt_hr4_white_die_adds_four_up_to_nine() -> None:
    row = house_charts().hit_and_run
    assert [add_hit_and_run(row, white) for white in (0, 3, 5, 6, 9)] == [4, 7, 9, 9, 9]
    scene = Scene("GO-SS", FIRST, edition=HIT_AND_RUN, ratings={"r1": GOER}, charts=without_modifiers())
    assert scene.play(Script(dice(61), {"play": "hit_and_run"})).code == "FC R3H"


def test_pt_hr5_strikeout_becomes_a_steal_without_points() -> None:
    scene = Scene("SO", FIRST, edition=HIT_AND_RUN, ratings={"r1": GOER, "c": {"throwing": -5}})
    assert scene.play(Script(dice(43), {"play": "hit_and_run"})).kind == "strikeout"
    safe = scene.play(Script(dice(60, "steal_")))
    assert (safe.kind, safe.to, scene.game.tracker.points) == ("stolen_base", (-2, 2, -2, -2), [0, 0])
    assert scene.game.state.outs == 1


def test_pt_hr5_both_runners_go_and_a_caught_stealing_ends_the_inning() -> None:
    scene = Scene("SO", FIRST | SECOND, 1, edition=HIT_AND_RUN, ratings={"r1": GOER, "r2": GOER})
    scene.play(Script(dice(43), {"play": "hit_and_run"}))
    scene.play(Script(dice(99, "steal_")))
    assert scene.game.state.bottom
    repeated = Scene("SO", FIRST | SECOND, edition=HIT_AND_RUN, ratings={"r1": GOER, "r2": GOER})
    repeated.play(Script(dice(43), {"play": "hit_and_run"}))
    assert repeated.play(Script(dice(1, "steal_"))).to == (-2, 2, 3, -2)


def test_pt_hr5_undo_restores_the_pending_steal() -> None:
    scene = Scene("SO", FIRST, edition=HIT_AND_RUN, ratings={"r1": GOER})
    scene.play(Script(dice(43), {"play": "hit_and_run"}))
    scene.play(Script(dice(1, "steal_")))
    scene.game.undo()
    assert scene.game.tracker.going
    assert scene.play(Script(dice(99, "steal_"))).kind == "caught_stealing"


def test_pt_hr6_runner_going_counts_a_class_faster_on_a_hit() -> None:
    ratings = {"r1": GOER | {"speed": "S"}}
    scene = Scene("1B", FIRST, edition=HIT_AND_RUN, ratings=ratings, charts=without_modifiers())
    assert scene.play(Script(dice(12), {"play": "hit_and_run"})).to[1] == 3


def test_pt_hr7_and_pt_a19_location_and_parity_use_the_unmodified_dice() -> None:
    scene = Scene("1B", FIRST, edition=HIT_AND_RUN, ratings={"r1": GOER}, charts=without_modifiers())
    play = scene.play(Script(dice(14), {"play": "hit_and_run"}))
    assert location_of(play) == "RF"


DEFENCE = "standard+defensive_rolls"


def checked(line: str, roll: int, pdr: int, reach: dict[str, str], bases: dict | None = None) -> tuple[Any, Script]:
    ratings = {position: {"fielding_range": rating} for position, rating in reach.items()}
    scene = Scene(line, bases or {}, edition=DEFENCE, ratings=ratings, charts=without_modifiers())
    table = Script(dice(roll) | dice(pdr, "defence_") | dice(9, "grounder_") | dice(0, "tag_"))
    return scene.play(table), table


def test_pt_pd1_hits_on_11_and_22_are_checked_and_lowest_rolls_depend_on_the_hit() -> None:
    for roll in (11, 22):
        assert "defence_red" in checked("1B", roll, 50, {})[1].rolled
    assert "defence_red" not in checked("HR", 11, 50, {})[1].rolled
    assert "defence_red" not in checked("1B", 33, 50, {})[1].rolled
    assert outcome_of(checked("1B", 11, 2, {"c": "Pos"})[0]) == "GO-C"
    assert outcome_of(checked("2B", 11, 2, {"1b": "Pos"})[0]) == "GO-1B"


def test_pt_pd2_good_fielder_makes_an_out_on_a_new_roll_with_runners_on() -> None:
    play, table = checked("2B", 11, 36, {"2b": "Pos"}, FIRST)
    assert (outcome_of(play), play.code, "grounder_red" in table.rolled) == ("GO-2B", "PO-3 RA", True)
    assert "grounder_red" not in checked("2B", 11, 36, {"2b": "Pos"})[1].rolled
    play, table = checked("3B", 22, 49, {"cf": "Pos"}, THIRD)
    assert (outcome_of(play), "tag" in table.offered) == ("FO-CF", True)


def test_pt_pd3_and_pt_a20_hit_past_an_average_or_poor_fielder_goes_to_that_location() -> None:
    play, _ = checked("1B", 11, 49, {"cf": "Neu"}, FIRST)
    assert (location_of(play), play.to[1]) == ("CF", 2)
    play, _ = checked("3B", 22, 5, {"p": "Neg"}, FIRST)
    assert (outcome_of(play), location_of(play)) == ("1B", "infield")


@pytest.mark.parametrize(("outs", "to"), [(0, 2), (1, 2), (2, 3)])
def test_pt_nd1_out_to_a_poor_fielder_becomes_a_1_or_2_base_single(outs: int, to: int) -> None:
    ratings = {"cf": {"fielding_range": "Neg"}, "3b": {"fielding_range": "Neg"}, "r1": {"speed": "F"}}
    for line, field in (("FO-CF", "CF"), ("GO-3B", "infield")):
        play = Scene(line, FIRST, outs, edition=DEFENCE, ratings=ratings).play(Script(dice(66)))
        assert (outcome_of(play), location_of(play), play.to[1]) == ("1B", field, to)


def test_pt_nd1_and_pt_a22_strikeouts_and_lineouts_are_never_checked() -> None:
    ratings = {position: {"fielding_range": "Neg"} for position in ("ss", "cf", "p")}
    for line in ("SO", "LO-SS"):
        assert outcome_of(Scene(line, edition=DEFENCE, ratings=ratings).play(Script(dice(88)))) == line


PLATE = "standard+plays_at_plate"


@pytest.mark.parametrize(("arm", "highest"), [("W", 5), ("A", 10), ("E", 20)])
def test_pt_pp1_arm_throws_out_runners_up_to_its_number(arm: Any, highest: int) -> None:
    assert [is_out_on_throw(arm, roll) for roll in (0, highest, highest + 1)] == [True, True, False]


def test_pt_pp1_and_pt_a23_sure_runs_draw_no_throw_and_the_runner_from_second_can_be_out() -> None:
    ratings = {"r2": {"speed": "F"}, "r1": {"speed": "F"}, "cf": {"arm": "E"}}
    play = Scene("1B", SECOND | THIRD, 2, edition=PLATE, ratings=ratings).play(Script(dice(13) | dice(20, "plate_")))
    assert (play.to, play.scored) == ((1, -2, -1, 4), (3,))
    for line, bases in (("1B", THIRD), ("2B", SECOND), ("3B", FIRST)):
        table = Script(dice(13))
        Scene(line, bases, edition=PLATE, ratings=ratings).play(table)
        assert "plate_red" not in table.rolled
    table = Script(dice(19))
    Scene("1B", SECOND, edition=PLATE, ratings=ratings).play(table)
    assert "plate_red" not in table.rolled


def test_pt_pp1_catcher_gets_the_putout_and_the_outfielder_the_assist() -> None:
    scene = Scene("1B", SECOND, edition=PLATE, ratings={"r2": {"speed": "F"}, "cf": {"arm": "E"}})
    scene.play(Script(dice(13) | dice(0, "plate_")))
    box = box_score(scene.game.log.in_force()).teams[1]
    lines = {(line.player, line.putouts, line.assists) for line in box.fielding.values()}
    assert lines == {("c", 1, 0), ("cf", 0, 1)}


def outing(outs: int, runs: int = 0, **facts: Any) -> PineTarAppearance:
    return PineTarAppearance(facts.pop("started", True), 6, outs=outs, runs=runs, **facts)


def test_pt_p1_two_role_pitcher_has_an_innings_limit_for_each() -> None:
    scene = Scene(pitching={"innings": Innings(5, 2)})
    assert scene.game.tracker.appearance(scene.game.state).innings == 5
    relief = Scene(pitching={"innings": Innings(5, 2)}, relief=True)
    assert relief.game.tracker.appearance(relief.game.state).innings == 2


def test_pt_p2_starter_gets_another_inning_with_two_runs_or_fewer() -> None:
    assert continue_ruling(outing(18, 2), additional=False)
    assert not continue_ruling(outing(18, 3), additional=False)
    assert continue_ruling(outing(20, 5, bonus=True), additional=False)
    assert not continue_ruling(outing(21, 2, bonus=True), additional=False)


def test_pt_p3_and_pt_a17_pitcher_at_the_limit_leaves_before_the_next_batter() -> None:
    assert continue_ruling(outing(17, 9), additional=False)
    assert not continue_ruling(outing(18, 0, started=False), additional=True)
    scene = Scene("1B", pitching={"innings": Innings(1, 1)}, relief=True, outs=0)
    scene.game.tracker.appearance(scene.game.state).outs = 3
    unsettled = system.must_settle(scene.game)
    assert unsettled is not None
    assert (unsettled.leaves, unsettled.reason, unsettled.ruling.rule) == ("p", "pitcher", "PTP3")
    assert str(unsettled.ruling).startswith("PTP3: p must leave the mound")


def test_pt_mi1_pitcher_continues_until_a_runner_reaches() -> None:
    assert continue_ruling(outing(21, 2, bonus=True), additional=True)
    assert continue_ruling(outing(24, 2, bonus=True), additional=True)
    assert not continue_ruling(outing(21, 2, bonus=True, runner_reached=True), additional=True)
    assert not continue_ruling(outing(21, 3, bonus=True), additional=True)


def test_pt_mi1_runs_and_hits_change_a_starters_innings() -> None:
    modifiers = house_charts().innings_modifiers
    assert innings_adjustment(outing(9, 5, hits=10), modifiers) == -2
    assert innings_adjustment(outing(9, 0, hits=3), modifiers) == 1
    assert innings_adjustment(outing(3, 0, started=False), modifiers) == 0


def test_pt_su1_and_pt_a25_two_innings_or_three_games_cost_the_next_game() -> None:
    options = load_edition("standard+season_use_limits").options
    assert [bool(rest_ruling(options, outs, 1)) for outs in (5, 6, 9)] == [True, False, False]
    assert [bool(rest_ruling(options, 3, games)) for games in (2, 3)] == [True, False]
    assert rest_ruling(load_edition("standard").options, 9, 5)


def test_pt_in1_printed_injury_example_matches() -> None:
    rating = Injury(54, "C")
    assert [is_injured(rating, roll) for roll in (0, 54, 55)] == [True, True, False]
    assert not is_injured(None, 0)
    assert games_missed(house_charts().injury_length, rating, 9) == 15


def test_pt_in2_other_pitchers_are_not_checked_after_an_injury() -> None:
    ratings = {player: {"injury": Injury(98, "A")} for player in ("p", "visitor 9")}
    setup = Scene(ratings=ratings).game.setup
    table = Script(dice(5, "hurt_") | {"hurt_length": 0})
    assert [event.player for event in check_pitchers(table, setup, ["p", "visitor 9"], 0)] == ["p"]
    assert check_pitchers(table, setup, ["p"], 1) == []


def test_pt_in3_single_die_checks_the_starting_lineup() -> None:
    assert [lineup_slot_to_check(die, (9,)) for die in (0, 3, 9)] == [None, 3, None]
    assert first_game_back(10, 3) == 14


def test_pt_in3_at_most_a_single_player_per_kind_and_team_is_injured_after_a_game() -> None:
    for seed in range(12):
        game = played(seed)
        injured = check_injuries_after_game(RandomInput(seed), game.setup, game.log)
        for side in game.log.start.sides:
            of_team = [event.player for event in injured if event.player in (*side.order, *side.field, *side.bench)]
            assert sum(game.setup.is_pitcher(player) for player in of_team) <= 1
            assert len(of_team) <= 2
    game.setup.injured = (InjuryCounts(1, 1), InjuryCounts(1, 1))
    assert check_injuries_after_game(RandomInput(1), game.setup, game.log) == []


@pytest.mark.parametrize("option", OPTIONAL_RULES)
def test_each_option_has_its_own_switch(option: str) -> None:
    standard, switched = load_edition("standard").options, load_edition(f"standard+{option}").options
    assert switched == replace(standard, **{option: True})
    assert load_edition(f"full-{option}").options == replace(load_edition("full").options, **{option: False})
