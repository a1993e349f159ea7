"""Real seasons under a game system, their made cards kept where this installation keeps its data."""

import sys

from django.conf import settings

from seasons.by_system import season_play
from seasons.season_play import SeasonPlay


def play_of(system: str) -> SeasonPlay:
    """Of the system of this key. Raises NoSuchSystemError."""
    return season_play(system, settings.DATA_DIR / "cards", _tell_at_terminal)


def _tell_at_terminal(text: str) -> None:
    """How far it is, for whoever waits."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
