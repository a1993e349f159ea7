"""This app's functions that use rules edition settings."""

from typing import Final

from games.queries.carry_over import CarryoverRules
from games.queries.suspended_games import completion_of_game, suspended_game
from rules_engine.setting_readers import Readers

CHANGES_OF_ROUND: Final = (
    "starts_carry_over",
    "relief_carries_over",
    "starts_carry_into_power_rounds",
    "relief_carries_into_power_rounds",
    "starts_carry_into_tie_breaks",
    "relief_carries_into_tie_breaks",
    "starts_carry_between_best_ofs",
    "relief_carries_between_best_ofs",
)
READERS: Final[Readers] = {
    **{f"pitching.{setting}": CarryoverRules.round_change for setting in CHANGES_OF_ROUND},
    "game.nationals_suspension": suspended_game,
    "game.rounds_on_first_day": completion_of_game,
}
