"""This app's functions that read edition settings."""

from typing import Final

from rules_engine.setting_readers import Readers
from tournaments.queries.standings import rank_division
from tournaments.services.home_rolls import may_choose_away
from tournaments.services.setup import apply_edition_format

READERS: Final[Readers] = {
    "game.roll_winner_chooses_home": may_choose_away,
    "standings.rank_by": rank_division,
    "format.series_length": apply_edition_format,
    "format.rounds_played": apply_edition_format,
    "format.power_rounds": apply_edition_format,
}
