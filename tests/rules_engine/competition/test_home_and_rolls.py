"""d20 rolls in order, and the choice of home team."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.competition.home import HomeError, home_pattern, home_roll, may_choose_home, pattern_of_best_of
from rules_engine.competition.rolls import RollError, order_by_rolls, roll_order, rolls_until_decided


def test_high_roll_is_first_and_others_follow_by_roll():
    order = roll_order({"Ann": [3], "Bob": [18], "Cy": [11]})
    assert order.decided
    assert order.order == ("Bob", "Cy", "Ann")


def test_only_tied_teams_roll_again():
    order = roll_order({"Ann": [15], "Bob": [15], "Cy": [11]})
    assert order.first is None
    assert order.rerolls == (("Ann", "Bob"),)


def test_reroll_orders_tied_teams_without_passing_others():
    order = roll_order({"Ann": [15, 2], "Bob": [15, 9], "Cy": [11], "Dee": [20], "Eve": [11]})
    assert order.order == ("Dee", "Bob", "Ann", "Cy", "Eve")
    assert order.rerolls == (("Cy", "Eve"),)
    assert order.first == "Dee"


def test_tie_lasts_until_both_teams_reroll():
    order = roll_order({"Ann": [15, 2], "Bob": [15]})
    assert order.rerolls == (("Ann", "Bob"),)
    assert order.missing_rerolls == ("Bob",)


def test_reroll_is_needless_after_the_other_tied_team_withdraws():
    order = order_by_rolls({"Ann": [15, 2], "Cy": [17]})
    assert order.decided
    assert (order.order, order.needless) == (("Cy", "Ann"), ("Ann",))


def test_no_team_is_first_until_all_have_rolled():
    order = roll_order({"Ann": [20], "Bob": []})
    assert (order.first, order.missing, order.decided) == (None, ("Bob",), False)


@pytest.mark.parametrize(
    ("rolls", "why"), [({"Ann": [21]}, "not on a 20-sided die"), ({"Ann": [5, 6], "Bob": [4]}, "without a tie")]
)
def test_rejects_impossible_rolls(rolls, why):
    with pytest.raises(RollError, match=why):
        roll_order(rolls)


@given(st.dictionaries(st.text(min_size=1), st.integers(1, 20), min_size=1))
def test_every_team_gets_a_place_in_roll_order(rolls):
    order = roll_order({roller: [roll] for roller, roll in rolls.items()}).order
    assert sorted(order) == sorted(rolls)
    assert [rolls[roller] for roller in order] == sorted(rolls.values(), reverse=True)


def test_t0_16_high_roll_hosts_the_first_game_and_home_alternates():
    assert home_roll({1: [8], 2: [15]}, {1: "Ann", 2: "Bob"}).subject == 2
    assert home_pattern("alternating", 3) == (True, False, True)
    assert home_pattern("alternating", 4) == (True, False, True, False)


def test_t0_16_tied_rolls_are_rerolled():
    ruling = home_roll({1: [8], 2: [8]}, {1: "Ann", 2: "Bob"})
    assert not ruling
    assert ruling.facts["reroll"] == (1, 2)


def test_t0_16_edition_decides_whether_roll_winner_chooses_home():
    assert not may_choose_home(False)
    assert may_choose_home(True)


@pytest.mark.parametrize(
    ("pattern", "games", "home"),
    [("2-2-1", 5, "AABBA"), ("2-3-2", 7, "AABBBAA"), ("1-1-1", 3, "ABA"), ("alternating", 5, "ABABA")],
)
def test_home_pattern_matches_best_of_series(pattern, games, home):
    assert "".join("BA"[opens] for opens in home_pattern(pattern, games)) == home


@pytest.mark.parametrize("choice", ["alternate", "2-2-1", "2-3-2"])
@pytest.mark.parametrize("games", [1, 3, 5, 7, 9])
def test_t0_16_game_1_host_gets_the_extra_home_game(choice, games):
    at_home = home_pattern(pattern_of_best_of(choice, games), games)
    assert sum(at_home) == (games + 1) // 2, "the team that is home in game 1 is so once more than the other"


@pytest.mark.parametrize(
    ("pattern", "games", "why"),
    [("2-2-1", 7, "for 5 games, not for 7"), ("home", 3, "not a home pattern"), ("alternating", 0, "at least one")],
)
def test_rejects_home_pattern_that_does_not_fit(pattern, games, why):
    with pytest.raises(HomeError, match=why):
        home_pattern(pattern, games)


def test_rerolls_continue_until_ties_are_broken():
    results = iter((12, 7, 12, 7, 3, 5, 5, 20, 1, 9, 8))
    rolls = rolls_until_decided(["Ann", "Bob", "Cy", "Dee", "Eve"], lambda: next(results))
    assert rolls == {"Ann": [12, 5, 9], "Cy": [12, 5, 8], "Bob": [7, 20], "Dee": [7, 1], "Eve": [3]}
    assert roll_order(rolls).order == ("Ann", "Cy", "Bob", "Dee", "Eve")
