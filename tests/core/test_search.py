"""Test that typed words match names by prefix, by words in any order, by initials and by first-name variants."""

import pytest

from core.search import SearchEntry, SearchGroup, best_matches, match_rank

PLAYER = SearchEntry("Ken Griffey Jr.", "/griffey", names=("Griffey, Ken",))
TEAM = SearchEntry("El Paso Mudcats", "/mudcats", names=("EPM",), words="Dee Yarborough")


@pytest.mark.parametrize(
    ("typed", "entry", "rank"),
    [
        ("Griff", PLAYER, 0),
        ("ken g", PLAYER, 0),
        ("griffey ken", PLAYER, 0),
        ("KGJ", PLAYER, 2),
        ("kg", PLAYER, 2),
        ("iffey", PLAYER, 3),
        ("sosa", PLAYER, None),
        ("el paso", TEAM, 0),
        ("epm", TEAM, 0),
        ("mudc", TEAM, 1),
        ("mud paso", TEAM, 1),
        ("yarb", TEAM, 1),
        ("dcat", TEAM, 3),
        ("baez", SearchEntry("Javier Báez", "/"), 1),
        ("Báez", SearchEntry("Javier Baez", "/"), 1),
        ("oneill", SearchEntry("Paul O’Neill", "/"), 1),
        ("mike", SearchEntry("Michael Piazza", "/"), 3),
        ("?!", PLAYER, None),
    ],
)
def test_match_rank_depends_on_the_kind_of_match(typed: str, entry: SearchEntry, rank: int | None) -> None:
    assert match_rank(typed, entry) == rank


def test_groups_and_entries_are_sorted_by_best_match() -> None:
    pages = SearchGroup("Pages", [SearchEntry("Suspended games", "/"), SearchEntry("Games of today", "/")])
    people = SearchGroup("People", [SearchEntry("Sue Gamble", "/")])
    empty = SearchGroup("Teams", [SearchEntry("Toledo", "/")])
    groups = best_matches("gam", [people, empty, pages], 5)
    assert [group.title for group in groups] == ["Pages", "People"]
    assert [entry.label for entry in groups[0].entries] == ["Games of today", "Suspended games"]


def test_group_is_limited() -> None:
    teams = SearchGroup("Teams", [SearchEntry(f"Toledo {number}", "/") for number in range(9)])
    (group,) = best_matches("tol", [teams], 4)
    assert [entry.label for entry in group.entries] == ["Toledo 0", "Toledo 1", "Toledo 2", "Toledo 3"]
