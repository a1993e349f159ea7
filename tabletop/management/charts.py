"""Charts of a command: from a folder or the built-in ones, checked before the game starts."""

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from rules_engine.baseball.saved_games import charts_that_differ
from rules_engine.baseball.system import AnySystem, SystemFileError


def add_charts_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--charts",
        default=settings.PENNANT_CHARTS,
        metavar="FOLDER",
        help="your own charts in place of ours (see chart_templates); PENNANT_CHARTS when not given, ours for ''",
    )


def charts_of(system: AnySystem, options: Mapping[str, Any]) -> Path | None:
    """The folder of the charts by which a system's games are played, every chart in it read; None for ours.

    Raises CommandError with every fault of every file.
    """
    folder = _charts_folder(system, options)
    try:
        system.charts(folder)
    except SystemFileError as fault:
        raise CommandError(_said(str(folder), fault.faults)) from None
    return folder


def _charts_folder(system: AnySystem, options: Mapping[str, Any]) -> Path | None:
    """The one that is given, or the system's own in PENNANT_CHARTS. Raises CommandError for one that is not there."""
    folder = str(options["charts"])
    if not folder:
        return None
    installations = folder == settings.PENNANT_CHARTS
    path = Path(folder) / system.charts_lie_in if installations else Path(folder)
    if path.is_dir():
        return path
    if installations and system.charts_lie_in:
        return None
    raise CommandError(f"--charts: there is no folder {folder}")


def _said(folder: str, faults: Sequence[str]) -> str:
    count = "One fault" if len(faults) == 1 else f"{len(faults)} faults"
    return "\n".join((f"{count} in the charts of {folder}; nothing was begun.", *faults))


def charts_note(begun: Mapping[str, str], now: Mapping[str, str]) -> str:
    """What is said of a game taken up again by other charts than it was begun with, "" for the same."""
    differ = charts_that_differ(begun, now)
    if not differ:
        return ""
    return (
        f"This game was begun with other charts: {', '.join(differ)} said other things then. "
        "From here on those in use now count; --charts FOLDER names others."
    )
