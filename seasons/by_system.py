"""Which systems' cards of real seasons are fitted by replays, each in a folder of its own here; all others' are
counted out."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rules_engine.systems import load
from seasons.counted_play import CountedPlay
from seasons.season_play import SeasonPlay, Tell
from seasons.strat_o_matic.fitted_play import FittedPlay

_FITTED: Final[Mapping[str, type[SeasonPlay]]] = {"strat_o_matic": FittedPlay}


def season_play(key: str, folder: Path, tell: Tell) -> SeasonPlay:
    """Real seasons under the system of this key, their made cards kept in the folder. Raises NoSuchSystemError."""
    return _FITTED.get(key, CountedPlay)(load(key), folder, tell)
