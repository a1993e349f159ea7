import pytest

from rules_engine.eligibility.suspended_games import (
    D20,
    VOLUNTEER,
    ReadyOpponent,
    SuspensionFinding,
    choose_first_opponent,
    completion,
    completion_at_the_nationals,
    may_appoint_stand_in,
    may_be_suspended,
    series_minutes,
)
from rules_engine.profile import load_profile

PURESTRAT = load_profile("purestrat@1")
NATIONALS = load_profile("purestrat_nationals@1")


def test_t33_series_lasts_45_minutes_per_game():
    assert series_minutes(3, PURESTRAT) == 135


def test_t33_volunteer_finishes_a_game_that_matters_for_a_missing_manager():
    done = completion(matters=True, both_available=False)
    assert (done.must, done.finished_by, done.if_unfinished) == (True, VOLUNTEER, "")


def test_t33_unplayed_game_that_does_not_matter_is_a_tie():
    done = completion(matters=False, both_available=False)
    assert (done.must, bool(done.ruling), done.if_unfinished) == (False, False, "tie")


def test_t33_managers_can_agree_to_finish_a_game_that_does_not_matter():
    assert completion(matters=False, both_agree=True).ruling.finding is SuspensionFinding.BOTH_AGREE
    assert not completion(matters=False, both_agree=False).ruling
    assert completion(matters=False).ruling, "nobody has asked them"


@pytest.mark.parametrize(
    ("day", "chance", "agree", "must", "may", "unfinished"),
    [
        (1, False, False, True, True, ""),
        (2, True, False, True, True, ""),
        (3, False, True, False, True, "tie"),
        (2, False, False, False, False, "tie"),
    ],
)
def test_t33_nationals_completion_depends_on_the_day(day, chance, agree, must, may, unfinished):
    done = completion_at_the_nationals(day=day, hopeful=["Bears"] if chance else [], both_agree=agree)
    assert (done.must, bool(done.ruling), done.if_unfinished) == (must, may, unfinished)


@pytest.mark.parametrize(
    ("advancing", "hopeful", "sentence"),
    [
        (["Sharks"], [], "Sharks is advancing"),
        (["Sharks", "Bears"], [], "Sharks and Bears are advancing"),
        (["Sharks"], ["Bears"], "Sharks is advancing and Bears has a chance to advance"),
        ([], ["Bears"], "Bears has a chance to advance"),
        ([], ["Sharks", "Bears"], "Sharks and Bears have a chance to advance"),
    ],
)
def test_t33_nationals_require_finishing_games_of_contenders(advancing, hopeful, sentence):
    done = completion_at_the_nationals(day=2, advancing=advancing, hopeful=hopeful)
    assert (done.must, done.ruling.reason) == (True, sentence)


@pytest.mark.parametrize("day", [1, 2])
def test_t33_nationals_volunteer_plays_for_a_missing_manager(day):
    done = completion_at_the_nationals(day=day, advancing=["Sharks"], both_available=False)
    assert done.finished_by == VOLUNTEER


def test_t33_nationals_best_of_series_allow_no_suspensions():
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
def test_t33_first_opponent_is_chosen_among_those_ready(ready, name, decided_by):
    first = choose_first_opponent([ReadyOpponent(*opponent) for opponent in ready])
    assert (first.name, first.decided_by) == (name, decided_by)
    assert first.tied == (("Ann", "Bob") if name is None else ())


def test_t33_stand_in_needs_more_than_a_single_suspended_game():
    assert may_appoint_stand_in(2)
    assert not may_appoint_stand_in(1)
