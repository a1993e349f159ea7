"""Load untrusted card files. This module doesn't need Django, because it runs in a child process."""

import tempfile
from pathlib import Path
from typing import Final

from rules_engine.baseball.system_types import SystemFileError
from seasons.by_system import load_season_play
from seasons.lahman import SeasonError

FEWEST_PLAYERS: Final = 10  # nine batters and a pitcher


class CardFileError(ValueError):
    """A card file has errors. The message contains the first ones."""


def read_card_file(system: str, name: str, content: bytes) -> tuple[list[str], str]:
    """Return a card file's clubs, and its cards as text. Call this only in a child process.

    Raises:
        CardFileError: The file has errors.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content)
        play = load_season_play(system, Path(folder), lambda text: None, may_start_processes=False)
        ruleset = next(iter(play.system.editions))
        try:
            season = play.season(ruleset, str(path))
            teams = [team for team, players in season.teams.items() if len(players) >= FEWEST_PLAYERS and team]
            return teams, play.club_cards(season, teams)
        except (SeasonError, SystemFileError, ValueError) as fault:
            raise CardFileError(str(fault).replace(f"{folder}/", "")) from None
