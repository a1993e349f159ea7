"""Load real seasons under a game system, with made cards cached in the data folder."""

import sys

from django.conf import settings

from seasons.by_system import load_season_play
from seasons.season_play import SeasonPlay


def season_play_for(system: str) -> SeasonPlay:
    """Return the seasons of a system. Raises NoSuchSystemError."""
    return load_season_play(system, settings.DATA_DIR / "cards", _print_to_stderr)


def _print_to_stderr(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
