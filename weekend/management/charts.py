"""The charts that a command plays by: those of a folder in place of ours, checked before anything starts."""

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from rules_engine.systems.strat_o_matic.own_charts import (
    OwnChartsError,
    charts_in_use,
    charts_that_differ,
    use_charts_of,
)


def add_charts_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--charts",
        default=settings.PENNANT_CHARTS,
        metavar="FOLDER",
        help="your own charts in place of ours (see chart_templates); PENNANT_CHARTS when not given, ours for ''",
    )


def use_charts(options: Mapping[str, Any]) -> None:
    """Put the folder's charts in use for this command. Raises CommandError with every fault of every file."""
    folder = str(options["charts"])
    try:
        use_charts_of(Path(folder) if folder else None)
    except OwnChartsError as fault:
        count = "One fault" if len(fault.faults) == 1 else f"{len(fault.faults)} faults"
        raise CommandError(f"{count} in the charts of {folder}; nothing was begun.\n{fault}") from None


def other_charts_told(begun: Mapping[str, str]) -> str:
    """What is said of a game taken up again by other charts than it was begun with, "" for the same."""
    differ = charts_that_differ(begun, charts_in_use())
    if not differ:
        return ""
    return (
        f"This game was begun with other charts: {', '.join(differ)} said other things then. "
        "From here on those in use now count; --charts FOLDER names others."
    )
