from rules_engine.namesakes import Named, distinct_names


def names(*players: tuple[str, ...]) -> list[str]:
    """Return the distinct names of players given as (name, club, hand, number)."""
    return list(
        distinct_names({number: Named(name, (club, hand, number)) for name, club, hand, number in players}).values()
    )


def test_unique_name_stays_unchanged():
    assert names(("Bobby Jones", "NYN", "R", "51"), ("Al Leiter", "NYN", "L", "22")) == ["Bobby Jones", "Al Leiter"]


def test_namesakes_are_distinguished_by_club_then_hand_then_number():
    assert names(("Kevin Brown", "LAN", "R", "1"), ("Kevin Brown", "MIL", "R", "2")) == [
        "Kevin Brown (LAN)",
        "Kevin Brown (MIL)",
    ]
    assert names(("Bobby Jones", "NYN", "R", "1"), ("Bobby Jones", "NYN", "L", "2")) == [
        "Bobby Jones (R)",
        "Bobby Jones (L)",
    ]
    assert names(("Bob Lee", "", "R", "1"), ("Bob Lee", "", "R", "2")) == ["Bob Lee (1)", "Bob Lee (2)"]


def test_shared_or_partial_detail_does_not_distinguish_namesakes():
    three = (("Bob Lee", "NYN", "R", "1"), ("Bob Lee", "NYN", "L", "2"), ("Bob Lee", "BOS", "R", "3"))
    assert names(*three) == ["Bob Lee (1)", "Bob Lee (2)", "Bob Lee (3)"]
    assert names(("Bob Lee", "NYN", "R", "1"), ("Bob Lee", "", "R", "2")) == ["Bob Lee (1)", "Bob Lee (2)"]
