"""Functions in this app that use an edition's settings."""

from typing import Final

from rules_engine.setting_readers import Readers
from tabletop.prepared_games import ruleset_of_tournament

READERS: Final[Readers] = {"game.system": ruleset_of_tournament, "game.edition": ruleset_of_tournament}
