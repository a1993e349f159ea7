"""The order of playoff seeds among teams of several divisions. No printed rule decides it, so the edition does."""

from fractions import Fraction

from rules_engine.profile_lines import StandingsRules

SeedingKey = tuple[int, int | Fraction]


def seeding_key(
    rules: StandingsRules, place: int, rank_value: int | Fraction, *, has_wild_card: bool = False
) -> SeedingKey:
    """Return what a qualifier is seeded by, lowest first. Equal keys are tied and roll a d20.

    Args:
        place: Place in the division, from 1.
        rank_value: What the edition ranks teams by; more is better.
        has_wild_card: The team has none of the places of its division.
    """
    if rules.seeding_priority == "division_winners":
        return int(has_wild_card or place > 1), -rank_value
    return _BEHIND_EVERY_PLACE if has_wild_card else place, -rank_value


_BEHIND_EVERY_PLACE = 1000  # no division is as large


def seeding_sentence(rules: StandingsRules) -> str:
    """Return the seeding order for the bracket: "Seeding: division winners first, then games over .500; ..."."""
    first = {"division_winners": "division winners", "place_in_division": "place in the division"}
    then = {"games_over_500": "games over .500", "winning_percentage": "winning percentage"}
    order = f"{first[rules.seeding_priority]} first, then {then[rules.rank_by]}"
    return f"Seeding: {order}; a d20 decides between equal records."
