"""Bases and plays: what every system returns."""

from rules_engine.baseball.bases import forced, lead_runner, occupied, runners
from rules_engine.baseball.plays import ABSENT, HOME, OUT, Play, settle


def test_bases_are_named_lead_runner_first() -> None:
    assert runners(occupied(1, 3)) == (3, 1)
    assert lead_runner(occupied(1, 2)) == 2
    assert occupied(1, 3) == 0b101


def test_only_runners_with_no_free_base_behind_them_are_forced() -> None:
    assert forced(occupied(1, 3)) == (1,)
    assert forced(occupied(2, 3)) == ()
    assert forced(occupied(1, 2, 3)) == (3, 2, 1)


def test_a_play_names_the_outs_batter_first_and_the_runs_lead_runner_first() -> None:
    assert Play("groundout", (OUT, OUT, 3, HOME)).outs == (0, 1)
    assert Play("homerun", (HOME, HOME, HOME, HOME)).scored == (3, 2, 1, 0)


def test_with_the_third_out_no_runner_scores_or_moves_unless_the_rule_says_so() -> None:
    play = Play("fielders_choice", (1, OUT, 3, HOME))
    assert settle(play, 2).to == (1, OUT, 2, 3)
    assert settle(Play("single", (2, 3, OUT, HOME)), 2).to == (1, 2, OUT, 3)
    assert settle(play, 1) is play
    assert settle(play, 2, runs_stand=True).scored == (3,)


def test_a_play_without_the_batter_leaves_him_at_bat() -> None:
    assert settle(Play("caught_stealing", (ABSENT, OUT, ABSENT, HOME)), 2).to == (ABSENT, OUT, ABSENT, 3)


def test_the_third_out_leaves_no_two_players_on_a_base() -> None:
    """The batter who reached first pushes the runners whom he forced one base on."""
    assert settle(Play("fielders_choice", (1, 2, OUT, ABSENT)), 2).to == (1, 2, OUT, ABSENT)
    assert settle(Play("fielders_choice", (1, 2, 3, OUT)), 2).to == (1, 2, 3, OUT)
    assert settle(Play("fielders_choice", (1, ABSENT, OUT, 3)), 2).to == (1, ABSENT, OUT, 3)
