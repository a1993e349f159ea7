"""Naming and rescinding picks."""

import pytest

from rules_engine.draft.order import turn_at
from rules_engine.draft.rescind import (
    PickedCard,
    check_new_choice,
    find_double_up,
    last_rescindable,
    last_selection_to_rescind,
    may_rescind,
    turns_after_rescission,
)
from rules_engine.profile import load_profile

RULES = load_profile("purestrat@1").draft
SHORTSTOP = PickedCard(("SS",))


def rescind(teams, overall, made_since, earlier=(SHORTSTOP,), latest=SHORTSTOP):
    return may_rescind(teams=teams, overall=overall, earlier=earlier, latest=latest, made_since=made_since, rules=RULES)


@pytest.mark.parametrize(
    ("overall", "closes_with"),
    [(35, 37), (28, 31), (29, 32), (30, 31), (31, 33), (61, 63), (22, 24), (20, 21), (21, 23), (11, 13), (40, 41)],
)
def test_t0_18_ten_team_window_closes_after_two_other_drafters_or_own_pick(overall, closes_with):
    assert last_selection_to_rescind(10, overall) == closes_with


@pytest.mark.parametrize("teams", range(3, 15))
def test_t0_18_window_stays_open_until_two_others_pick_or_the_drafter_picks_again(teams):
    for overall in range(1, 6 * teams + 2):
        drafter = turn_at(teams, overall).position
        made = []
        while True:
            made.append(turn_at(teams, overall + len(made) + 1).position)
            following = turn_at(teams, overall + len(made) + 1).position
            remaining_positions = {position for position in made if position != drafter}
            pair_open = following == made[-1]
            if made[-1] == drafter or (len(remaining_positions) == 2 and not pair_open):
                break
        assert last_selection_to_rescind(teams, overall) == overall + len(made)


@pytest.mark.parametrize(("teams", "limit"), [(8, 49), (9, 55), (10, 61), (11, 67), (12, 73), (13, 79), (14, 85)])
def test_t0_18_first_pick_of_round_seven_is_the_last_rescindable(teams, limit):
    assert last_rescindable(teams, RULES) == limit
    assert rescind(teams, limit, 0)
    assert "comes after" in rescind(teams, limit + 1, 0).reason


def test_t0_18_ruling_shows_how_long_the_window_stays_open():
    assert (
        rescind(10, 35, 1).reason
        == "The second player who plays only SS. The pick can be rescinded until pick 37 is made."
    )
    assert not rescind(10, 35, 2)


@pytest.mark.parametrize(
    ("earlier", "latest", "position"),
    [
        ([("SS",)], ("SS",), "SS"),
        ([("SS", "2B")], ("SS",), None),
        ([("SS",)], ("SS", "2B"), None),
        ([("2B",), ("SS",)], ("SS",), "SS"),
        ([()], ("1B",), "1B"),
        ([("C",)], (), None),
        ([], ("SS",), None),
    ],
)
def test_t0_18_double_up_is_two_players_with_the_same_only_position(earlier, latest, position):
    assert find_double_up([PickedCard(card) for card in earlier], PickedCard(latest)) == position


def test_t0_18_pitchers_and_parks_never_double_up():
    assert find_double_up([PickedCard(pitcher=True)], PickedCard(pitcher=True)) is None
    assert find_double_up([PickedCard(park=True)], PickedCard(("1B",))) is None


def test_t0_18_later_drafters_repick_before_the_double_up_drafter():
    turns = turns_after_rescission(10, 28, 2)
    assert [(turn.overall, turn.position, turn.may_keep) for turn in turns] == [
        (29, 9, True),
        (30, 10, True),
        (28, 8, False),
    ]


def test_t0_18_only_the_double_up_drafter_must_choose_another_player():
    assert not check_new_choice("Smith", is_double_up_drafter=True, names_rescinded=True)
    assert check_new_choice("Smith", is_double_up_drafter=True, names_rescinded=False)
    assert check_new_choice("Smith", is_double_up_drafter=False, names_rescinded=True)
