import pytest

from rules_engine.eligibility.dropout import (
    CoveringPlayer,
    may_be_compensated,
    may_replace_in_even_division,
    may_take_over,
    sheet_adjustment,
    takeover,
)

PAT, QUIN = CoveringPlayer("Pat", False, False), CoveringPlayer("Quin", False, False)
INSIDER, BUSY = CoveringPlayer("Ida", True, False), CoveringPlayer("Bea", False, True)


def test_t0_08_even_division_replacements_come_from_outside():
    assert may_replace_in_even_division(from_same_division=False)
    assert not may_replace_in_even_division(from_same_division=True)
    assert may_be_compensated(offered_by_director=True)
    assert not may_be_compensated(offered_by_director=False)


@pytest.mark.parametrize(("player", "may"), [(PAT, True), (INSIDER, False), (BUSY, False)])
def test_t0_08_eligible_players_can_take_over_the_team(player, may):
    assert bool(may_take_over(player)) is may


def test_t0_08_single_available_outsider_needs_no_roll():
    assert takeover([PAT, INSIDER, BUSY], {}, has_chance_to_advance=True).name == "Pat"


def test_t0_08_several_candidates_roll_after_division_play_and_reroll_ties():
    both = [PAT, QUIN]
    early = takeover(both, {"Pat": 14, "Quin": 9}, has_chance_to_advance=True, division_play_concluded=False)
    assert (early.name, early.to_roll) == (None, ("Pat", "Quin"))
    assert takeover(both, {"Pat": 14}, has_chance_to_advance=True).to_roll == ("Quin",)
    assert takeover(both, {"Pat": 9, "Quin": 9}, has_chance_to_advance=True).to_roll == ("Pat", "Quin")
    assert takeover(both, {"Pat": 9, "Quin": 14}, has_chance_to_advance=True).name == "Quin"


@pytest.mark.parametrize(("players", "chance"), [([INSIDER, BUSY], True), ([], True), ([PAT], False)])
def test_t0_08_team_without_candidates_is_out(players, chance):
    ruling = takeover(players, {}, has_chance_to_advance=chance)
    assert (ruling.name, ruling.to_roll, bool(ruling.ruling)) == (None, (), False)


@pytest.mark.parametrize(
    ("player", "item", "change", "byes", "bound"),
    [
        ("Eve", 1, "none", True, False),
        ("Dee", 2, "erase", False, False),
        ("Bob", 3, "none", False, True),
    ],
)
def test_t0_08_sheet_adjustment_matches_each_item(player, item, change, byes, bound):
    adjusted = sheet_adjustment(player, ["Ann", "Bob", "Dee"], covered=False)
    assert adjusted[:4] == (item, change, byes, bound)


def test_t0_08_covered_schedule_changes_no_sheet():
    assert sheet_adjustment("Dee", ["Dee"], covered=True)[:4] == (0, "none", False, False)
