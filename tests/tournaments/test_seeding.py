"""Test the messages about a correction's effects on the seeding."""

from tournaments.queries.seeding import Seeding, changes_since_seeding, seeding_changes


def seeding(*groups: str, still_open: tuple[str, ...] = ()) -> Seeding:
    return Seeding(tuple(frozenset(group) for group in groups), still_open)


def test_same_seeding_order_is_no_change() -> None:
    assert seeding_changes(seeding("A", "BC"), seeding("A", "BC")) == []


def test_new_seeding_order_includes_tied_teams() -> None:
    sentence = "With these standings, the seeding would be 1 B, 2 A and C (tied, d20 roll). It was 1 A, 2 B, 3 C."
    assert seeding_changes(seeding("A", "B", "C"), seeding("B", "AC")) == [sentence]


def test_seeding_changes_include_new_and_lost_qualifiers() -> None:
    after = seeding("A", "C", still_open=("East: a d20 decides.",))
    assert seeding_changes(seeding("A", "B"), after) == ["C would qualify, B would not.", "East: a d20 decides."]


def test_tied_teams_can_be_seeded_in_either_order() -> None:
    assert changes_since_seeding("ABC", seeding("A", "BC")) == changes_since_seeding("ACB", seeding("A", "BC")) == []
    assert changes_since_seeding("BAC", seeding("A", "BC")) != []
    assert changes_since_seeding("AB", seeding("A")) == ["No one else would qualify, B would not."]
