from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.eligibility.board import StaffMember, earliest_game, eligibility_board, plan_games
from rules_engine.eligibility.carry_over import UsageWindow
from rules_engine.eligibility.dropout_slot import availability
from rules_engine.eligibility.pitching import RELIEF, START
from rules_engine.profile import load_profile
from tests.rules_engine.eligibility.sheets import RELIEVER, STARTER, SWING_MAN, cards, cells, relieved, sheet, started

PURESTRAT = load_profile("purestrat@1")
staffs = st.dictionaries(st.text(min_size=1, max_size=3), st.builds(StaffMember, cards, cells), max_size=5)


@given(staffs, st.integers(1, 13))
def test_board_matches_each_pitchers_own_availability(staff, game):
    board = eligibility_board(staff, game, PURESTRAT)
    assert list(board) == list(staff)
    for name, (card, cells_of_his) in staff.items():
        assert board[name] == availability(card, cells_of_his, game, PURESTRAT)


@settings(max_examples=50)
@given(cards, cells)
def test_earliest_game_is_the_first_allowed_by_the_board(card, so_far):
    game = len(so_far) + 1
    member = StaffMember(card, so_far)
    for role in (START, RELIEF):
        earliest = earliest_game(member, role, game, PURESTRAT)
        rested = [availability(card, so_far, later, PURESTRAT) for later in range(game, game + 20)]
        open_games = [game + n for n, free in enumerate(rested) if (free.start if role == START else free.relief)]
        assert earliest == (open_games[0] if open_games else None)


def test_plan_shows_the_next_games_after_tonights_relief():
    staff = {"Ray": StaffMember(RELIEVER, sheet("- 1.0"))}
    tonight, *later = plan_games(staff, 3, [{"Ray": relieved("1.2")}], PURESTRAT, games=4)
    assert tonight.appearances["Ray"]
    assert [game.board["Ray"].relief_outs for game in [tonight, *later]] == [9, 4, 4, 7]


def test_plan_counts_a_planned_appearance_even_if_ineligible():
    staff = {"Ray": StaffMember(RELIEVER, sheet("2.0 2.0"))}
    plan = plan_games(staff, 3, [{"Ray": relieved("1.0")}], PURESTRAT, games=2)
    assert not plan[0].appearances["Ray"]
    assert plan[1].board["Ray"].relief.rule == "T27.64"


def test_plan_covers_several_games_with_a_swingman():
    staff = {"Sam": StaffMember(SWING_MAN, []), "Al": StaffMember(STARTER, [])}
    planned = [{"Al": started("6.0"), "Sam": relieved("2.0")}, {}, {}, {"Sam": started("7.0")}]
    plan = plan_games(staff, 1, planned, PURESTRAT, games=5)
    assert [bool(game.board["Sam"].start) for game in plan] == [True, False, False, True, False]
    assert [bool(game.board["Al"].start) for game in plan] == [True, False, False, False, True]


def test_plan_resets_the_bullpen_with_the_series():
    staff = {"Ray": StaffMember(RELIEVER, sheet("1.0 1.0 1.0 -"))}
    planned = [{"Ray": relieved("4.0")}]
    plan = plan_games(
        staff,
        5,
        planned,
        PURESTRAT,
        games=5,
        windows={n: UsageWindow(1, 5 if n < 9 else 9) for n in range(5, 10)},
    )
    assert [game.board["Ray"].relief_outs for game in plan] == [12, 0, 0, 0, 12]


def test_t0_08_plan_starts_fresh_in_a_round_without_carryover():
    staff = {"Al": StaffMember(STARTER, []), "Ray": StaffMember(RELIEVER, [])}
    planned = [{"Al": started("6.0"), "Ray": relieved("4.0")}]
    new_windows = {5: UsageWindow(1, 1), 6: UsageWindow(6, 6), 7: UsageWindow(6, 6)}
    plan = plan_games(staff, 5, planned, PURESTRAT, games=3, windows=new_windows)
    assert [bool(game.board["Al"].start) for game in plan] == [True, True, True]
    assert [game.board["Ray"].relief_outs for game in plan] == [12, 12, 12]
    starts_alone = {6: UsageWindow(1, 6), 7: UsageWindow(1, 6)}
    plan = plan_games(staff, 5, planned, PURESTRAT, games=3, windows=starts_alone)
    assert [bool(game.board["Al"].start) for game in plan] == [True, False, False]
    assert [game.board["Ray"].relief_outs for game in plan] == [12, 12, 12]
