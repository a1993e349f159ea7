"""Titles of the tiebreaker steps. `competition/tie_steps.py` implements them."""

from collections.abc import Mapping

TITLES: Mapping[str, str] = {
    "head_to_head": "head-to-head",
    "head_to_head_of_two": "head-to-head",
    "playoff_game": "one-game playoff",
    "shootout": "shootout",
    "strength_of_schedule": "strength of schedule",
    "fewest_runs_allowed": "fewest runs allowed",
    "runs_scored": "runs scored",
    "run_difference": "run difference",
    "record": "record",
    "winning_percentage": "winning percentage",
    "d20": "d20",
    "coin": "coin",
    "director": "director's decision",
}

# Teams from different divisions have not met and have played other opponents.
ACROSS_DIVISIONS = (
    "shootout",
    "record",
    "winning_percentage",
    "run_difference",
    "runs_scored",
    "fewest_runs_allowed",
    "d20",
    "coin",
    "director",
)
