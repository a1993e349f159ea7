"""Runs, outs, innings, the end of a game."""

import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.events import FieldersMoved, OrderSwapped, Substituted
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.baseball.state import POSITIONS, Runner, cut_at_walk_off
from rules_engine.baseball.substitutions import IllegalSubstitutionError, lineup_ruling
from rules_engine.game_rules import GameRules
from tests.rules_engine.baseball.games import new_game, play, side, three_up


def test_three_outs_change_sides_and_the_order_goes_on_where_it_stopped() -> None:
    log = new_game()
    three_up(log, halves=2)
    assert (log.state.inning, log.state.bottom, log.state.outs) == (2, False, 0)
    assert log.state.batting.batter == "A3b"


def test_a_runner_caught_stealing_for_the_third_out_leaves_the_batter_to_lead_off() -> None:
    log = new_game()
    play(log, "walk", 1)
    play(log, "strikeout", OUT, 1)
    play(log, "strikeout", OUT, 1)
    at_bat = log.state.batting.batter
    play(log, "caught_stealing", ABSENT, OUT)
    assert log.state.bottom
    assert log.state.sides[0].batter == at_bat


def test_the_home_team_does_not_bat_in_the_ninth_when_it_leads() -> None:
    log = new_game()
    three_up(log)
    play(log, "homerun", HOME)
    three_up(log, halves=16)
    assert (log.state.ending, log.state.inning, log.state.bottom) == ("full", 9, False)


def test_a_run_in_the_last_half_that_gives_the_lead_ends_the_game() -> None:
    log = new_game()
    three_up(log, halves=17)
    play(log, "homerun", HOME)
    assert (log.state.ending, log.state.score) == ("walk_off", (0, 1))


def test_a_tied_game_goes_on_and_visitors_ahead_after_a_full_inning_win() -> None:
    log = new_game()
    three_up(log, halves=18)
    assert (log.state.inning, log.state.over) == (10, False)
    play(log, "homerun", HOME)
    three_up(log, halves=2)
    assert (log.state.ending, log.state.score) == ("full", (1, 0))


def test_with_the_switch_on_extra_innings_begin_with_the_last_batter_on_second() -> None:
    log = new_game(GameRules(runner_on_second_from=10))
    three_up(log, halves=18)
    assert log.state.bases == (None, Runner("Ap", "Hp"), None)


def test_t0_04_mercy_is_tested_after_an_inning_and_never_in_the_middle_of_a_half() -> None:
    rules = GameRules(mercy_lead=2, mercy_from=7)
    visitors, home = new_game(rules), new_game(rules)
    for log in (visitors, home):
        three_up(log, halves=12)
    play(visitors, "homerun", HOME)
    play(visitors, "homerun", HOME)
    three_up(visitors, halves=2)
    three_up(home)
    play(home, "homerun", HOME)
    play(home, "homerun", HOME)
    assert (visitors.state.ending, visitors.state.halves[-1]) == ("mercy", 0)
    assert home.state.ending == ""
    three_up(home)
    assert (home.state.ending, home.state.bottom) == ("mercy", True)


def test_t0_04_the_home_team_need_not_bat_when_it_is_that_far_ahead_after_the_top() -> None:
    log = new_game(GameRules(mercy_lead=2, mercy_from=2))
    three_up(log)
    play(log, "homerun", HOME)
    play(log, "homerun", HOME)
    three_up(log)
    assert log.state.ending == ""
    three_up(log)
    assert (log.state.inning, log.state.bottom, log.state.ending) == (2, False, "mercy")


def test_a_shootout_is_a_single_half_inning() -> None:
    log = new_game(GameRules(only_half_inning=True))
    three_up(log)
    assert log.state.ending == "full"


@pytest.mark.parametrize(
    ("lead", "kind", "to", "cut_kind", "cut_to"),
    [
        (0, "homerun", (4, 4, 4, 4), "homerun", (4, 4, 4, 4)),
        (0, "double", (2, 3, 4, 4), "single", (1, 2, 3, 4)),
        (-1, "double", (2, 3, 4, 4), "double", (2, 3, 4, 4)),
        (0, "triple", (3, 4, ABSENT, ABSENT), "triple", (3, 4, ABSENT, ABSENT)),
        (0, "double", (2, ABSENT, 4, ABSENT), "double", (2, ABSENT, 4, ABSENT)),
        (0, "double", (2, ABSENT, ABSENT, 4), "single", (1, ABSENT, ABSENT, 4)),
        (0, "walk", (1, 2, 3, 4), "walk", (1, 2, 3, 4)),
        (-2, "single", (1, 2, 4, 4), "single", (1, 2, 4, 4)),
    ],
)
def test_9_06f_a_winning_hit_counts_only_the_bases_the_winning_runner_needed(
    lead: int, kind: str, to: tuple, cut_kind: str, cut_to: tuple
) -> None:
    log = new_game()
    three_up(log, halves=16)
    for _ in range(-lead):
        play(log, "homerun", HOME)
    three_up(log)
    cut = cut_at_walk_off(log.state, Play(kind, to))
    assert (cut.kind, cut.to) == (cut_kind, cut_to)


def test_9_16g_on_a_fielders_choice_the_batter_is_charged_to_the_pitcher_of_the_runner_put_out() -> None:
    log = new_game()
    play(log, "walk", 1)
    log.append(Substituted(1, "H1", "Hp"))
    play(log, "fielders_choice", 1, OUT)
    assert log.state.bases[0] == Runner("A1b", "Hp")


def test_9_16g_the_charges_stay_on_base_in_their_order_when_a_runner_behind_the_lead_runner_is_put_out() -> None:
    log = new_game()
    play(log, "walk", 1)
    log.append(Substituted(1, "H1", "Hp"))
    play(log, "walk", 1, 2)
    log.append(Substituted(1, "H2", "H1"))
    play(log, "fielders_choice", 1, OUT, 3)
    assert log.state.bases == (Runner("A2b", "H1"), None, Runner("Ac", "Hp"))


def test_7_01b_a_double_after_the_placed_runner_is_out_is_charged_to_the_pitcher_that_allowed_it() -> None:
    log = new_game(GameRules(runner_on_second_from=10))
    three_up(log, halves=18)
    play(log, "caught_stealing", ABSENT, second=OUT)
    play(log, "double", 2)
    log.append(Substituted(1, "H1", "Hp"))
    assert log.state.bases[1] == Runner("Ac", "Hp")


def test_5_10_a_removed_player_stays_out_and_a_player_not_on_the_bench_does_not_enter() -> None:
    log = new_game()
    log.append(Substituted(0, "A1", "Ac"))
    for enters, why in (("Ac", "has left the game"), ("H1", "is not on the bench")):
        with pytest.raises(IllegalSubstitutionError, match=why):
            log.append(Substituted(0, enters, "A1"))
    assert log.state.batting.batter == "A1"
    assert log.state.sides[0].at("c") == "A1"


def test_5_10_a_pinch_runner_takes_the_base_and_the_charge_stays_with_the_pitcher() -> None:
    log = new_game()
    play(log, "single", 1)
    log.append(Substituted(0, "A1", "Ac"))
    assert log.state.bases[0] == Runner("A1", "Hp")


def test_5_10b_a_double_switch_puts_the_new_pitcher_in_the_other_mans_place() -> None:
    log = new_game()
    log.append(Substituted(1, "H1", "Hp"))
    log.append(Substituted(1, "H2", "Hlf"))
    log.append(OrderSwapped(1, "H1", "H2"))
    home = log.state.sides[1]
    assert (home.order[5], home.order[8], home.pitcher, home.at("lf")) == ("H1", "H2", "H1", "H2")


def test_fielders_may_change_places_but_not_stand_at_two() -> None:
    log = new_game()
    log.append(FieldersMoved(1, (("lf", "Hcf"), ("cf", "Hlf"))))
    assert log.state.sides[1].at("lf") == "Hcf"
    with pytest.raises(IllegalSubstitutionError, match="two positions"):
        log.append(FieldersMoved(1, (("rf", "Hcf"),)))


def test_5_10_a_lineup_is_nine_players_at_nine_positions_all_of_them_batting() -> None:
    order, field = side("A").order, dict(zip(POSITIONS, side("A").field, strict=True))
    assert lineup_ruling(order, field)
    assert "nine different players" in lineup_ruling((*order[:8], order[0]), field).reason
    assert "No one plays rf" in lineup_ruling(order, {k: v for k, v in field.items() if k != "rf"}).reason
    assert "doesn't bat" in lineup_ruling(order, field | {"p": "A1"}).reason
    with_hitter = (*order[:8], "A1")
    assert lineup_ruling(with_hitter, field, designated_hitter=True)
    assert not lineup_ruling(order, field, designated_hitter=True)
