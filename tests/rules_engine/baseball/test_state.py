"""Runs, outs, innings and the end of the game."""

import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.events import FieldersMoved, OrderSwapped, Substituted
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.baseball.state import POSITIONS, Runner, cut_at_walk_off
from rules_engine.baseball.substitutions import IllegalSubstitutionError, lineup_ruling
from rules_engine.game_rules import GameRules
from tests.rules_engine.baseball.games import new_game, play, side, three_up


def test_three_outs_change_sides_and_batting_order_continues() -> None:
    log = new_game()
    three_up(log, halves=2)
    assert (log.state.inning, log.state.bottom, log.state.outs) == (2, False, 0)
    assert log.state.batting.batter == "A3b"


def test_batter_leads_off_after_an_inning_ending_caught_stealing() -> None:
    log = new_game()
    play(log, "walk", 1)
    play(log, "strikeout", OUT, 1)
    play(log, "strikeout", OUT, 1)
    at_bat = log.state.batting.batter
    play(log, "caught_stealing", ABSENT, OUT)
    assert log.state.bottom
    assert log.state.sides[0].batter == at_bat


def test_leading_home_team_does_not_bat_in_the_ninth() -> None:
    log = new_game()
    three_up(log)
    play(log, "homerun", HOME)
    three_up(log, halves=16)
    assert (log.state.ending, log.state.inning, log.state.bottom) == ("full", 9, False)


def test_go_ahead_run_in_the_last_half_inning_ends_the_game() -> None:
    log = new_game()
    three_up(log, halves=17)
    play(log, "homerun", HOME)
    assert (log.state.ending, log.state.score) == ("walk_off", (0, 1))


def test_tied_game_continues_and_visitors_win_after_a_full_inning() -> None:
    log = new_game()
    three_up(log, halves=18)
    assert (log.state.inning, log.state.over) == (10, False)
    play(log, "homerun", HOME)
    three_up(log, halves=2)
    assert (log.state.ending, log.state.score) == ("full", (1, 0))


def test_extra_inning_option_places_the_last_batter_on_second() -> None:
    log = new_game(GameRules(runner_on_second_from=10))
    three_up(log, halves=18)
    assert log.state.bases == (None, Runner("Ap", "Hp"), None)


def test_t0_04_mercy_rule_never_applies_in_the_middle_of_a_half_inning() -> None:
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


def test_t0_04_home_team_with_a_mercy_lead_after_the_top_does_not_bat() -> None:
    log = new_game(GameRules(mercy_lead=2, mercy_from=2))
    three_up(log)
    play(log, "homerun", HOME)
    play(log, "homerun", HOME)
    three_up(log)
    assert log.state.ending == ""
    three_up(log)
    assert (log.state.inning, log.state.bottom, log.state.ending) == (2, False, "mercy")


def test_half_inning_game_ends_after_the_top() -> None:
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
def test_9_06f_walk_off_hit_counts_only_the_bases_needed(
    lead: int, kind: str, to: tuple, cut_kind: str, cut_to: tuple
) -> None:
    log = new_game()
    three_up(log, halves=16)
    for _ in range(-lead):
        play(log, "homerun", HOME)
    three_up(log)
    cut = cut_at_walk_off(log.state, Play(kind, to))
    assert (cut.kind, cut.to) == (cut_kind, cut_to)


def test_9_16g_batter_on_fielders_choice_is_charged_to_the_retired_runners_pitcher() -> None:
    log = new_game()
    play(log, "walk", 1)
    log.append(Substituted(1, "H1", "Hp"))
    play(log, "fielders_choice", 1, OUT)
    assert log.state.bases[0] == Runner("A1b", "Hp")


def test_9_16g_charges_stay_in_order_after_a_trailing_runner_is_out() -> None:
    log = new_game()
    play(log, "walk", 1)
    log.append(Substituted(1, "H1", "Hp"))
    play(log, "walk", 1, 2)
    log.append(Substituted(1, "H2", "H1"))
    play(log, "fielders_choice", 1, OUT, 3)
    assert log.state.bases == (Runner("A2b", "H1"), None, Runner("Ac", "Hp"))


def test_7_01b_double_after_placed_runner_is_out_is_charged_to_that_pitcher() -> None:
    log = new_game(GameRules(runner_on_second_from=10))
    three_up(log, halves=18)
    play(log, "caught_stealing", ABSENT, second=OUT)
    play(log, "double", 2)
    log.append(Substituted(1, "H1", "Hp"))
    assert log.state.bases[1] == Runner("Ac", "Hp")


def test_5_10_removed_or_unlisted_player_cannot_enter() -> None:
    log = new_game()
    log.append(Substituted(0, "A1", "Ac"))
    for enters, why in (("Ac", "has left the game"), ("H1", "is not on the bench")):
        with pytest.raises(IllegalSubstitutionError, match=why):
            log.append(Substituted(0, enters, "A1"))
    assert log.state.batting.batter == "A1"
    assert log.state.sides[0].at("c") == "A1"


def test_5_10_pinch_runner_stays_charged_to_the_pitcher() -> None:
    log = new_game()
    play(log, "single", 1)
    log.append(Substituted(0, "A1", "Ac"))
    assert log.state.bases[0] == Runner("A1", "Hp")


def test_5_10b_double_switch_puts_pitcher_in_the_replaced_players_spot() -> None:
    log = new_game()
    log.append(Substituted(1, "H1", "Hp"))
    log.append(Substituted(1, "H2", "Hlf"))
    log.append(OrderSwapped(1, "H1", "H2"))
    home = log.state.sides[1]
    assert (home.order[5], home.order[8], home.pitcher, home.at("lf")) == ("H1", "H2", "H1", "H2")


def test_fielders_can_swap_but_not_play_two_positions() -> None:
    log = new_game()
    log.append(FieldersMoved(1, (("lf", "Hcf"), ("cf", "Hlf"))))
    assert log.state.sides[1].at("lf") == "Hcf"
    with pytest.raises(IllegalSubstitutionError, match="two positions"):
        log.append(FieldersMoved(1, (("rf", "Hcf"),)))


def test_5_10_lineup_needs_nine_batters_at_nine_positions() -> None:
    order, field = side("A").order, dict(zip(POSITIONS, side("A").field, strict=True))
    assert lineup_ruling(order, field)
    assert "nine different players" in lineup_ruling((*order[:8], order[0]), field).reason
    assert "No one plays rf" in lineup_ruling(order, {k: v for k, v in field.items() if k != "rf"}).reason
    assert "doesn't bat" in lineup_ruling(order, field | {"p": "A1"}).reason
    with_hitter = (*order[:8], "A1")
    assert lineup_ruling(with_hitter, field, designated_hitter=True)
    assert not lineup_ruling(order, field, designated_hitter=True)
