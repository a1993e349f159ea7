"""Real seasons under a game system, with a cache of their cards in the data folder."""

import sys

from django.conf import settings

from seasons.by_system import season_play
from seasons.season_play import SeasonPlay


def play_of(system: str) -> SeasonPlay:
    """Return the season play of a system. Raises NoSuchSystemError."""
    return season_play(system, settings.DATA_DIR / "cards", _tell_at_terminal)


def _tell_at_terminal(text: str) -> None:
    """Print progress."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
