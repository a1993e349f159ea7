"""Which systems' cards of real seasons are fitted by replays, each in a folder of its own here; all others' are
counted out."""

from collections.abc import Mapping
from pathlib import Path

from rules_engine.systems import load
from seasons.season_play import OnProgress, SeasonPlay


def _fitted() -> Mapping[str, type[SeasonPlay]]:
    from seasons.strat_o_matic.fitted_play import FittedPlay  # noqa: PLC0415 - numpy, for which no first page waits

    return {"strat_o_matic": FittedPlay}


def season_play(key: str, folder: Path, on_progress: OnProgress) -> SeasonPlay:
    """Real seasons under the system of this key, their made cards kept in the folder. Raises NoSuchSystemError."""
    from seasons.counted_play import CountedPlay  # noqa: PLC0415 - likewise

    return _fitted().get(key, CountedPlay)(load(key), folder, on_progress)
