"""Sections 11 to 13: the strategy roll, steals, bunts, pickoffs, tired pitchers and injuries."""

from collections.abc import Sequence

import pytest

from rules_engine.baseball.events import PlayerInjured, Substituted
from rules_engine.baseball.game import Game, NotReadyError
from rules_engine.systems.inside_pitch import system
from rules_engine.systems.inside_pitch.air import lineout
from rules_engine.systems.inside_pitch.at_bat import resolve_at_bat
from rules_engine.systems.inside_pitch.bunts import bunt, bunt_hit_target, bunt_play, bunt_rating, squeeze_rating
from rules_engine.systems.inside_pitch.cards import Work
from rules_engine.systems.inside_pitch.fatigue import is_exhausting, is_tired, should_be_pulled
from rules_engine.systems.inside_pitch.grounders import grounder
from rules_engine.systems.inside_pitch.hits import resolve_hit
from rules_engine.systems.inside_pitch.injuries import injury_event, roll_injury
from rules_engine.systems.inside_pitch.matchup import Matchup
from rules_engine.systems.inside_pitch.rare_plays import rare_play
from rules_engine.systems.inside_pitch.stealing import (
    adjusted_sb,
    base_out_on_double_steal,
    pickoff,
    pickoff_target,
    steal,
)
from rules_engine.systems.inside_pitch.strategy import (
    adjusted_att,
    bases_stealing,
    gets_jump,
    strategy_call,
    uses_strategy_roll,
)
from tests.rules_engine.systems.inside_pitch.at_the_table import laid_out
from tests.rules_engine.systems.inside_pitch.players import new_game, play_out
from tests.rules_engine.systems.inside_pitch.table import BOOK, CHARTS, Table, ball, ends, moment


def test_ip_11a_printed_5_to_2_score_in_the_eighth_has_no_strategy_roll() -> None:
    assert not uses_strategy_roll(3, 8, runners_on=True)
    assert uses_strategy_roll(-2, 8, runners_on=True)
    assert not uses_strategy_roll(0, 9, runners_on=False)


@pytest.mark.parametrize(("edition", "repeats", "steals"), [("roll", False, False), ("roll+repeat_rolls", True, True)])
def test_ip_11a_the_house_rule_repeats_for_the_same_batter_when_a_runner_has_moved(
    edition: str, repeats: bool, steals: bool
) -> None:
    """A runner with ATT 7 steals second on a 3. He steals third (7 / 2) only if another 3 is rolled."""
    game = laid_out(runners={1: {"att": 7, "sb": 15}}, edition=edition)
    dice = {"strategy": 3, "steal_1": 10, "steal_2": 10, **dict.fromkeys(("red", "white", "card_red", "card_white"), 1)}
    game.play(Table(dice))
    table = Table(dice)
    game.play(table)
    assert ("strategy" in table.rolled) == repeats
    assert (game.state.bases[2] is not None) == steals


def test_ip_11a_the_house_rule_rolls_once_while_the_runners_stay() -> None:
    game = laid_out(runners={1: {"att": "N"}}, edition="suggest+repeat_rolls")
    dice = dict.fromkeys(("strategy", "pickoff", "red", "white", "card_red", "card_white"), 1)
    game.play(Table(dice | {"strategy": 20, "pickoff": 15}, {"pitch": "throw_over"}))
    second_table = Table(dice)
    game.play(second_table)
    assert (second_table.rolled[0], game.state.outs) == ("red", 1)


@pytest.mark.parametrize(
    ("att", "hold", "bnt", "ranges"),
    [
        (7, 0, 3, ["steal"] * 7 + ["hit_and_run"] * 2 + ["none"] * 8 + ["bunt"] * 2 + ["pickoff"]),
        (2, 4, 4, ["steal"] * 4 + ["hit_and_run"] * 2 + ["none"] * 10 + ["bunt"] * 3 + ["pickoff"]),
        ("H", 1, 2, ["hit_and_run"] * 2 + ["none"] * 16 + ["bunt", "pickoff"]),
        (13, 1, 5, ["steal"] * 14 + ["hit_and_run"] * 2 + ["bunt"] * 3 + ["pickoff"]),
    ],
)
def test_ip_11b_printed_strategy_range_columns_match(att: object, hold: int, bnt: int, ranges: Sequence[str]) -> None:
    """IP11-b, IP11.1.1-a, IP11.1.1-b, IP11.3-a, T20: a 20 is a pickoff in the first column as well."""
    calls = [
        strategy_call(CHARTS, roll, {1: att}, hold, bnt, pitcher_bats=False, outs=1).action  # type: ignore[dict-item]
        for roll in range(1, 21)
    ]
    assert calls == list(ranges)


def test_ip_11_1_1c_printed_example_is_a_double_steal_on_1_and_a_steal_of_third_on_2_and_3() -> None:
    """IP11.1.1-c: the runner on first has ATT 1, the runner on second ATT 6."""
    assert [bases_stealing(CHARTS, roll, {1: 1, 2: 6}, 0) for roll in (1, 2, 3, 4)] == [(2, 1), (2,), (2,), ()]
    assert bases_stealing(CHARTS, 5, {1: 7, 2: 2}, 0) == ()
    assert (adjusted_att(CHARTS, 7, 0, 2), gets_jump(CHARTS, 4, 7, 0, 2)) == (3.5, False)


def test_ip_11_1_2_steal_chance_depends_on_the_base_and_20_is_always_caught() -> None:
    """IP11.1.2-a, IP11.1.2-b, IP11.1.2-c."""
    assert [adjusted_sb(CHARTS, 14, -1, -2, base) for base in (1, 2, 3)] == [11, 11, 3]
    now = moment({1: 3}, gloves={"c": {"error": 4}}, pitcher={"sb": 30})
    assert ends(steal(Table({"steal_1": 20}), BOOK, now, (1,))) == ["out"]
    error_play = steal(Table({"steal_1": 2, "steal_error": 4}), BOOK, now, (1,))
    assert (error_play.kind, ends(error_play), error_play.errors) == ("stolen_base", ["3"], (("c", 1),))
    assert [base_out_on_double_steal(caught) for caught in ((1, 2), (1,), ())] == [2, 1, 0]


def test_ip_11_2_hit_and_run_changes_grounders_hits_and_lineouts() -> None:
    going = moment({1: 1}, hit_and_run=True)
    assert ends(grounder(Table(), BOOK, going, ball("G6"))) == ["out", "2"]
    assert ends(resolve_hit(Table(), BOOK, going, ball("S7"))) == ["1", "3"]
    assert ends(lineout(Table(), BOOK, going, ball("L5"))) == ["out", "out"]


def test_ip_11_3b_playing_in_lowers_bnt_by_1_except_for_pitcher_and_catcher() -> None:
    assert [bunt_rating(3, position, "in") for position in ("1b", "3b", "p", "c")] == [2, 2, 3, 3]
    assert [squeeze_rating(rating, infield_in=True) for rating in (5, 0)] == [4, 0]


@pytest.mark.parametrize(
    ("result", "dice", "where"),
    [
        ("success", {}, ["out", "2"]),
        ("lead_out", {}, ["1", "out"]),
        ("safe", {}, ["1", "2"]),
        ("too_hard", {"gdp": 1}, ["out", "out"]),
        ("popout_dp", {"popout": 4}, ["out", "out"]),
        ("popout_dp", {"popout": 3}, ["out", "1"]),
    ],
)
def test_ip_11_3c_and_ip_8_12_bunt_results_move_the_runners(
    result: str, dice: dict[str, int], where: list[str]
) -> None:
    now = moment({1: 3}, gloves={"ss": {"pivot": 1}, "2b": {"pivot": 1}})
    assert ends(bunt_play(Table(dice), BOOK, now, ball("G1"), "bunt", result)) == where


def test_ip_11_3_foul_bunt_can_be_retried_or_swung_away_and_strikeouts_count() -> None:
    now = moment({1: 3}, matchup=Matchup(batter_cells=(ball("F8"),) * 36), batter={"bnt": 0})
    dice = {"red": 1, "white": 1, "bunt_fielder": 1, "bunt": 8, "card_red": 1, "card_white": 1}
    table = Table(dice, {"after_foul": "swing_away"})
    assert bunt(table, BOOK, now, "bunt").play.kind == "flyout"
    assert table.offered["after_foul"] == ["redo_attempt", "swing_away"]
    struck = moment({3: 3}, matchup=Matchup(pitcher_cells=("K",) * 36, k=20))
    play = bunt(Table({"red": 1, "white": 1, "k": 5}), BOOK, struck, "squeeze").play
    assert (play.kind, play.code) == ("strikeout", "squeeze")


def test_ip_11_4_pickoff_uses_the_pitchers_ranges_and_target_base() -> None:
    """IP11.4-a, IP11.4-b."""
    now = moment({1: 1, 3: 1}, pitcher={"balk": (1, 2), "pickoff": (3, 6), "pickoff_error": (7, 8)})
    where = [ends(play) if (play := pickoff(Table({"pickoff": roll}), BOOK, now)) else [] for roll in (2, 6, 8, 9)]
    assert where == [["2", "H"], ["out", "3"], ["2", "H"], []]
    assert [pickoff_target(on) for on in (1, 2, 3, 4, 5, 6, 7)] == [1, 2, 2, 3, 1, 3, 3]


def test_ip_11_5_bunt_for_a_hit_rolls_a_second_d20() -> None:
    assert bunt_hit_target(4, 5, 3, 0) == 6
    now = moment(batter={"bnt": 4, "br": 5}, depth="half")
    kinds = [bunt_play(Table({"bunt_hit": roll}), BOOK, now, ball("G5"), "bunt_hit", "success").kind for roll in (5, 6)]
    assert kinds == ["single", "groundout"]


@pytest.mark.parametrize(
    ("result", "dice", "answers", "where"),
    [
        ("success", {}, {}, ["out", "H"]),
        ("lead_out", {}, {}, ["1", "out"]),
        ("qq_bunt", {"home": 4}, {"squeeze_play": "home"}, ["1", "H"]),
        ("qq_bunt", {"home": 5}, {"squeeze_play": "home"}, ["1", "out"]),
        ("qq_bunt", {}, {"squeeze_play": "first"}, ["out", "H"]),
        ("rundown", {"rundown": 1}, {}, ["1", "out"]),
        ("rundown", {"rundown": 6}, {}, ["1", "H"]),
        ("popout_dp", {}, {}, ["out", "out"]),
    ],
)
def test_ip_11_6_squeeze_results_move_the_runners(
    result: str, dice: dict[str, int], answers: dict[str, str], where: list[str]
) -> None:
    """IP11.6-a, IP11.6-b."""
    assert ends(bunt_play(Table(dice, answers), BOOK, moment({3: 4}), ball("G3"), "squeeze", result)) == where


def test_ip_12_1_12_2_and_12_3_pitcher_becomes_tired_pulled_and_exhausted() -> None:
    """IP12.1, IP12.2, IP12.3."""
    assert [is_tired(Work(24, 14), faced) for faced in (23, 24)] == [False, True]
    assert [should_be_pulled(Work(24, 14), 5, 8, walks) for walks in (1, 2)] == [False, True]
    assert is_exhausting("(??)", tired=True)
    assert not is_exhausting("(S1)", tired=False)
    assert not is_exhausting("K", tired=True)


def play_on(game: Game, table: Table) -> None:
    """Finish the game without changing pitchers."""
    while not game.state.over:
        game.play(table)


def test_ip_12_3_exhausted_pitcher_must_leave_before_the_next_batter() -> None:
    game = new_game("roll+exhausted")
    table = system.pilot(game).table(3)
    with pytest.raises(NotReadyError, match="exhausted") as raised:
        play_on(game, table)
    assert raised.value.unsettled is not None
    assert raised.value.unsettled.ruling.rule == "IP12.3"
    assert any(stint.exhausted for stint in game.tracker.outings.values())


def test_ip_13_injury_days_carry_over_between_games() -> None:
    absence = roll_injury(Table({"injury": 4}), CHARTS, 5)
    assert absence is not None
    assert injury_event("he", absence) == PlayerInjured("he", 15, "days", "IP13")
    assert roll_injury(Table({"injury": 1}), CHARTS, 0) is None
    game = new_game()
    player = game.state.sides[0].order[0]
    game.append(PlayerInjured(player, 5, "days", "IP13"))
    carried = system.carried(None, game, 0)
    assert carried == {"days": {player: 5}}
    system.bring(game.setup, carried, None)
    assert not system.lineup_ruling(game.setup, game.log.start.sides[0])
    assert system.carried(carried, new_game(seed=2), 0) == {"days": {player: 4}}


def test_ip_13_injured_player_must_leave_and_any_player_can_enter() -> None:
    game = new_game()
    player = game.state.sides[1].order[3]
    game.append(PlayerInjured(player, 1, "game", "IP13"))
    unsettled = system.must_settle(game)
    assert unsettled is not None
    assert (unsettled.leaves, unsettled.ruling.rule) == (player, "IP13")
    play_out(game, 1)
    assert player in game.state.sides[1].removed


def test_ip_3_lineup_is_checked_until_the_first_play() -> None:
    """A change before the first play fixes one lineup fault and does not hide another."""
    game = new_game()
    side = game.state.sides[1]
    system.bring(game.setup, None, {"days": dict.fromkeys(side.order[:2], 3)})
    well = [hitters for hitters in side.bench if not game.setup.is_pitcher(hitters)]
    game.append(Substituted(1, well[0], side.order[0], "IP12.1"))
    unsettled = system.must_settle(game)
    assert unsettled is not None
    assert (unsettled.team, unsettled.ruling.rule, unsettled.ruling.subject) == (1, "IP13", side.order[1])


@pytest.mark.parametrize(("red", "white"), [(red, white) for red in range(1, 7) for white in (1, 2, 3, 6)])
def test_ip_4_1b_every_rare_play_row_is_a_play(red: int, white: int) -> None:
    dice = {"rare_red": red, "rare_white": white, "gdp": 6, "throw_1": 2, "throw_2": 2, "tag_red": 1, "tag_white": 1}
    for runners in ({}, {1: 2}, {1: 2, 2: 3}):
        resolved = rare_play(Table({**dice, "home": 1, "lineout": 6}), BOOK, moment(runners, depth="half"))
        assert resolved is None or resolved.play.kind


def test_ip_1a_position_player_on_the_mound_walks_hitters() -> None:
    game = new_game()
    player = game.state.sides[1].order[2]
    assert game.setup.pitcher(player).cells[0].count("W+") == 6
    assert resolve_at_bat(
        Table({"red": 6, "white": 6, "w": 1}), BOOK, moment(matchup=Matchup(pitcher_cells=("W+",) * 36))
    ).play
