"""Load real seasons for a game system, with generated cards cached in the data folder."""

import sys

from django.conf import settings

from seasons.by_system import load_season_play
from seasons.season_play import SeasonPlay


def season_play_for(system: str) -> SeasonPlay:
    """Return a system's seasons. Raise NoSuchSystemError for an unknown system."""
    return load_season_play(system, settings.DATA_DIR / "cards", _print_to_stderr)


def _print_to_stderr(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
