"""Name comparison that ignores spelling variants."""

import pytest

from rules_engine.names import fits_search, matching_names, names_that_fit, split_name

ROSTER = {
    **{1: "A.J. Burnett", 2: "Ken Griffey", 3: "Ken Griffey Jr.", 4: "Mike Stanton", 5: "Giancarlo Stanton"},
    **{6: "CC Sabathia", 7: "Eric O'Flaherty", 8: "Pedro Martínez", 9: "Ramón Martínez", 10: "Rubby De La Rosa"},
    **{11: "Isiah Kiner-Falefa", 12: "Kevin Brown (LAD)", 13: "Kevin Brown (MIL)", 14: "Bobby Witt"},
}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        *[("AJ Burnett", [1]), ("A. J. Burnett", [1]), ("a j burnett", [1]), ("Burnett, A.J.", [1]), ("burn", [1])],
        *[("Ken Griffey", [2]), ("griffey jr", [3]), ("Griffey Jr., Ken", [3]), ("Griffey, Ken, Jr.", [3])],
        *[("Griffey", [2, 3]), ("Michael Stanton", [4]), ("Stanton", [4, 5]), ("G Stanton", [5])],
        *[("C.C. Sabathia", [6]), ("O’Flaherty", [7]), ("O`FLAHERTY", [7]), ("oflaherty", [7]), ("e ofl", [7])],
        *[("martinez", [8, 9]), ("P. Martinez", [8]), ("Martinez, Ramon", [9]), ("de la rosa", [10])],
        *[("Rosa", [10]), ("Kiner Falefa", [11]), ("Kevin Brown", [12, 13]), ("kevin brown mil", [13])],
        *[("Robert Witt Jr.", [14]), ("Witt Sr", [14]), ("Burnett A", [1]), ("", []), ("'", []), ("Jeter", [])],
    ],
)
def test_typed_name_lists_its_best_matches(typed: str, expected: list[int]) -> None:
    assert matching_names(typed, ROSTER) == expected


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        *[("griffey jr", "Ken Griffey"), ("ripken jr.", "Cal Ripken"), ("Bobby Witt Jr.", "Bobby Witt")],
        *[("Acuna", "Ronald Acuña"), ("Acuña Jr", "Ronald Acuna Jr."), ("michael piazza", "Mike Piazza")],
        *[("j.d. drew", "J. D. Drew"), ("JD", "J.D. Drew"), ("Soto, Juan", "Juan Soto"), ("o’neill", "Paul O'Neill")],
    ],
)
def test_f10_search_finds_the_player(typed: str, name: str) -> None:
    assert fits_search(typed, name)


@pytest.mark.parametrize(
    ("typed", "name"), [("griffey sr", "Ken Griffey Jr."), ("griffey randy", "Ken Griffey"), ("albert", "Alan Wirth")]
)
def test_search_lists_only_matches(typed: str, name: str) -> None:
    assert not fits_search(typed, name)


@pytest.mark.parametrize("typed", ["ken jr", "stanton", "mike", "martinez", "mil", "", "'", "griffey sr"])
def test_a_search_of_many_names_finds_the_same_names(typed: str) -> None:
    assert names_that_fit(typed, ROSTER) == [key for key, name in ROSTER.items() if fits_search(typed, name)]


@pytest.mark.parametrize(
    ("written", "shown", "sorted_by"),
    [
        ("Soto, Juan", "Juan Soto", "Soto, Juan"),
        ("Ken Griffey Jr.", "Ken Griffey Jr.", "Griffey, Ken Jr."),
        ("Griffey Jr., Ken", "Ken Griffey Jr.", "Griffey, Ken Jr."),
        ("Vladimir Guerrero II", "Vladimir Guerrero II", "Guerrero, Vladimir II"),
        ("Elly De La Cruz", "Elly De La Cruz", "De La Cruz, Elly"),
        ("Juan\nSoto*", "Juan Soto", "Soto, Juan"),
        ("Ichiro", "Ichiro", "Ichiro"),
    ],
)
def test_f14_names_are_shown_in_order_and_sorted_by_last_name(written: str, shown: str, sorted_by: str) -> None:
    name = split_name(written)
    assert (name.shown, name.sorted_by) == (shown, sorted_by)
