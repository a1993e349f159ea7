"""Choose how to make a system's cards for real seasons: fitted by replays, or by exact count."""

from collections.abc import Mapping
from pathlib import Path

from rules_engine.systems import load
from seasons.season_play import SeasonPlay, ShowMessage


def _fitted_systems() -> Mapping[str, type[SeasonPlay]]:
    # numpy is slow to import, and the first page must not wait for it
    from seasons.strat_o_matic.fitted_season_play import FittedSeasonPlay  # noqa: PLC0415

    return {"strat_o_matic": FittedSeasonPlay}


def load_season_play(
    key: str, folder: Path, show_message: ShowMessage, *, may_start_processes: bool = True
) -> SeasonPlay:
    """Return the real seasons for a system, with generated cards cached in the folder.

    Raises:
        NoSuchSystemError: There is no such system.
    """
    from seasons.exact_season_play import ExactSeasonPlay  # noqa: PLC0415 - numpy again

    play_class = _fitted_systems().get(key, ExactSeasonPlay)
    return play_class(load(key), folder, show_message, may_start_processes)
