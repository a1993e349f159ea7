"""Bases and plays, the common result of every game system."""

from rules_engine.baseball.bases import forced, lead_runner, occupied, runners
from rules_engine.baseball.plays import ABSENT, HOME, OUT, Play, settle


def test_bases_are_listed_lead_runner_first() -> None:
    assert runners(occupied(1, 3)) == (3, 1)
    assert lead_runner(occupied(1, 2)) == 2
    assert occupied(1, 3) == 0b101


def test_only_runners_without_an_open_base_behind_are_forced() -> None:
    assert forced(occupied(1, 3)) == (1,)
    assert forced(occupied(2, 3)) == ()
    assert forced(occupied(1, 2, 3)) == (3, 2, 1)


def test_outs_list_batter_first_and_runs_list_lead_runner_first() -> None:
    assert Play("groundout", (OUT, OUT, 3, HOME)).outs == (0, 1)
    assert Play("homerun", (HOME, HOME, HOME, HOME)).scored == (3, 2, 1, 0)


def test_third_out_stops_all_runners_unless_runs_stand() -> None:
    play = Play("fielders_choice", (1, OUT, 3, HOME))
    assert settle(play, 2).to == (1, OUT, 2, 3)
    assert settle(Play("single", (2, 3, OUT, HOME)), 2).to == (1, 2, OUT, 3)
    assert settle(play, 1) is play
    assert settle(play, 2, runs_stand=True).scored == (3,)


def test_batter_stays_at_bat_after_a_caught_stealing() -> None:
    assert settle(Play("caught_stealing", (ABSENT, OUT, ABSENT, HOME)), 2).to == (ABSENT, OUT, ABSENT, 3)


def test_third_out_never_puts_two_runners_on_a_base() -> None:
    """When the batter reaches first, every runner he forces moves up one base."""
    assert settle(Play("fielders_choice", (1, 2, OUT, ABSENT)), 2).to == (1, 2, OUT, ABSENT)
    assert settle(Play("fielders_choice", (1, 2, 3, OUT)), 2).to == (1, 2, 3, OUT)
    assert settle(Play("fielders_choice", (1, ABSENT, OUT, 3)), 2).to == (1, ABSENT, OUT, 3)
