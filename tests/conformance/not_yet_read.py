"""The areas whose adapters are not yet read through Given: a key they do not know is passed over in silence.

This list only grows shorter: an area that has come to read everything must leave it, and nothing is ever added.
"""

from typing import Final

NOT_YET_READ: Final = {
    "star_tournament": frozenset(
        (
            "card_choice",
            "hitter_eligibility",
            "injury",
            "internet",
            "legal_team",
            "pitcher_card",
            "pitcher_eligibility",
            "position_player_pitching",
            "remedy",
            "sheet_validation",
            "starter_removal",
            "starting_lineup",
            "substitution",
            "suspended_pitching",
            "team_composition",
        )
    ),
}
