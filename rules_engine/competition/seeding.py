"""Playoff seeds for teams from several divisions. No printed rule decides them, so the edition does."""

from fractions import Fraction

from rules_engine.profile_lines import StandingsRules

SeedingKey = tuple[int, int | Fraction]


def seeding_key(
    rules: StandingsRules, place: int, rank_value: int | Fraction, *, has_wild_card: bool = False
) -> SeedingKey:
    """Return a qualifier's sort key for seeding. Equal keys are tied and roll a d20.

    Args:
        place: Place in the division, from 1.
        rank_value: The value by which the edition ranks teams. Higher is better.
        has_wild_card: Whether the team advances without a place of its division.
    """
    if rules.seeding_priority == "division_winners":
        return int(has_wild_card or place > 1), -rank_value
    return _AFTER_EVERY_PLACE if has_wild_card else place, -rank_value


_AFTER_EVERY_PLACE = 1000  # larger than any division


def seeding_sentence(rules: StandingsRules) -> str:
    """Return the seeding order for the bracket: "Seeding: division winners first, then games over .500; ..."."""
    first = {"division_winners": "division winners", "place_in_division": "place in the division"}
    by_record = {"games_over_500": "games over .500", "winning_percentage": "winning percentage"}
    order = f"{first[rules.seeding_priority]} first, then {by_record[rules.rank_by]}"
    return f"Seeding: {order}. A d20 breaks ties between equal records."
