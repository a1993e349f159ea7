"""Functions of this app that read settings of an edition."""

from typing import Final

from rules_engine.setting_readers import Readers
from tabletop.table_games import edition_played

READERS: Final[Readers] = {"game.system": edition_played, "game.edition": edition_played}
