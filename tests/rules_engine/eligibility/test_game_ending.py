import pytest

from rules_engine.eligibility.game_ending import conceded_score, game_over_by_mercy, may_concede
from rules_engine.profile import load_profile

PURESTRAT = load_profile("purestrat@1")


@pytest.mark.parametrize(
    ("innings", "visitor", "home", "over"),
    [(4, 12, 0, False), (5, 10, 0, True), (5, 9, 0, False), (6, 0, 10, True), (9, 4, 4, False)],
)
def test_t0_04_ten_runs_after_five_complete_innings(innings, visitor, home, over):
    assert bool(game_over_by_mercy(innings, visitor, home, PURESTRAT)) is over


@pytest.mark.parametrize(
    ("inning", "visitor", "home", "over"), [(5, 1, 11, True), (4, 1, 12, False), (6, 13, 3, False), (6, 3, 12, False)]
)
def test_t0_04_home_need_not_bat_when_ten_ahead_after_the_top(inning, visitor, home, over):
    ruling = game_over_by_mercy(inning - 1, visitor, home, PURESTRAT, top_just_completed=inning)
    assert bool(ruling) is over


def test_t0_04_a_half_inning_is_played_out():
    assert not game_over_by_mercy(5, 2, 12, PURESTRAT, half_in_progress=True)


def test_t0_04_reason_shows_the_lead():
    assert game_over_by_mercy(5, 11, 2, PURESTRAT).reason == "lead of 9 after inning 5, 10 needed"


@pytest.mark.parametrize(
    ("victor", "conceding", "credited"), [(13, 2, (13, 2)), (6, 0, (10, 0)), (20, 11, (21, 11)), (12, 2, (12, 2))]
)
def test_t0_05_the_victor_is_credited_with_a_lead_of_ten(victor, conceding, credited):
    assert conceded_score(victor, conceding, PURESTRAT) == credited


def test_t0_05_who_is_not_behind_needs_the_director():
    assert may_concede(5, 2)
    assert "Tournament Director" in may_concede(2, 2).reason
