import pytest

from rules_engine.eligibility.suspended_games import (
    D20,
    VOLUNTEER,
    ReadyOpponent,
    completion,
    first_opponent,
    may_appoint_stand_in,
    may_be_suspended,
    series_minutes,
)
from rules_engine.profile import load_profile

PURESTRAT = load_profile("purestrat@1")
NATIONALS = load_profile("purestrat_nationals@1")


def test_t33_series_may_last_45_minutes_a_game():
    assert series_minutes(3, PURESTRAT) == 135


def test_t33_a_game_that_matters_is_finished_by_a_volunteer_for_a_missing_manager():
    done = completion(matters=True, both_available=False)
    assert (done.must, done.finished_by, done.if_unfinished) == (True, VOLUNTEER, "")


def test_t33_a_game_that_does_not_matter_and_is_not_played_is_a_tie():
    done = completion(matters=False, both_available=False)
    assert (done.must, bool(done.ruling), done.if_unfinished) == (False, False, "tie")


@pytest.mark.parametrize(
    ("day", "chance", "agree", "must", "may", "unfinished"),
    [
        (1, False, False, True, True, ""),
        (2, True, False, True, True, ""),
        (3, False, True, False, True, "tie"),
        (2, False, False, False, False, "tie"),
    ],
)
def test_t33_nationals_by_day(day, chance, agree, must, may, unfinished):
    done = completion(at_the_nationals=True, matters=False, day=day, either_has_a_chance=chance, both_agree=agree)
    assert (done.must, bool(done.ruling), done.if_unfinished) == (must, may, unfinished)


def test_t33_where_no_day_is_told_the_rule_of_the_first_day_is_not_read():
    assert not completion(at_the_nationals=True, matters=False).must


def test_t33_no_suspended_games_in_the_best_ofs_of_the_nationals():
    assert not may_be_suspended(NATIONALS, best_of=True)
    assert may_be_suspended(NATIONALS)
    assert may_be_suspended(PURESTRAT)


@pytest.mark.parametrize(
    ("ready", "name", "decided_by"),
    [
        ([("Ann", False, 42), ("Bob", True, 18)], "Bob", "coming off a bye"),
        ([("Ann", False, 42), ("Bob", False, 18)], "Ann", "game furthest along when suspended"),
        ([("Ann", True, 20), ("Bob", True, 21), ("Cy", False, 50)], "Bob", "game furthest along when suspended"),
        ([("Ann", False, 30), ("Bob", False, 30), ("Cy", False, 29)], None, D20),
        ([("Ann", False, 30)], "Ann", "only opponent ready"),
    ],
)
def test_t33_order_among_opponents_ready_to_finish(ready, name, decided_by):
    first = first_opponent([ReadyOpponent(*opponent) for opponent in ready])
    assert (first.name, first.decided_by) == (name, decided_by)
    assert first.tied == (("Ann", "Bob") if name is None else ())


def test_t33_a_stand_in_is_appointed_for_more_than_one_suspended_game():
    assert may_appoint_stand_in(2)
    assert not may_appoint_stand_in(1)
