"""Options shared by game commands: system, ruleset and charts, and a progress line."""

from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import CommandError, OutputWrapper

from rules_engine import systems
from rules_engine.baseball.manager_styles import DEFAULT, manager_styles
from rules_engine.baseball.saved_games import charts_that_differ
from rules_engine.baseball.system import AnySystem
from rules_engine.baseball.system_types import SystemFileError

DEFAULT_SYSTEM: Final = systems.KEYS[0]


def add_system_option(parser: ArgumentParser) -> None:
    parser.add_argument("--system", choices=systems.system_keys(), help=f"game system (default: {DEFAULT_SYSTEM})")


def add_ruleset_option(parser: ArgumentParser) -> None:
    """Add --ruleset, and --edition as its older name."""
    parser.add_argument(
        "--ruleset",
        "--edition",
        dest="edition",
        metavar="KEY",
        help="the system's ruleset, with optional rules switched on or off, such as som_super_advanced-closers or "
        "roll+pull (default: the system's first)",
    )


def add_charts_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--charts",
        default=settings.PENNANT_CHARTS,
        metavar="FOLDER",
        help="your own charts (see chart_templates); default: PENNANT_CHARTS; '' for the built-in ones",
    )


def add_style_options(parser: ArgumentParser) -> None:
    for side in ("away", "home"):
        parser.add_argument(
            f"--{side}-style",
            choices=manager_styles(),
            help=f"style of the {side} team's computer manager (default: {DEFAULT})",
        )


def chosen_styles(options: Mapping[str, Any]) -> tuple[str, str]:
    """Return the computer managers' styles, visitors first."""
    return options["away_style"] or DEFAULT, options["home_style"] or DEFAULT


def chosen_system(options: Mapping[str, Any]) -> AnySystem:
    return systems.load(options["system"] or DEFAULT_SYSTEM)


def system_argument(options: Mapping[str, Any]) -> str:
    """Return the --system option for a command shown to the user, or "" if the user omitted it."""
    return f" --system {options['system']}" if options["system"] else ""


def ruleset_key(system: AnySystem, key: str | None) -> str:
    """Return a ruleset's key with its options, or the system's default if `key` is None.

    Raise CommandError with the available rulesets if there is no such ruleset.
    """
    if key is None:
        return next(iter(system.editions))
    try:
        system.edition(key)
    except SystemFileError as error:
        raise CommandError(f"--ruleset for {system.title}: {str(error).rstrip('.')}.") from None
    return key


def checked_charts(system: AnySystem, options: Mapping[str, Any]) -> Path | None:
    """Return the folder with the user's charts after checking all of its files, or None for the built-in charts.

    Raise CommandError with every error in every file.
    """
    folder = _charts_folder(system, options)
    try:
        system.charts(folder)
    except SystemFileError as error:
        raise CommandError(_chart_faults(str(folder), error.faults)) from None
    return folder


def _charts_folder(system: AnySystem, options: Mapping[str, Any]) -> Path | None:
    """Return the folder named by the user, or the system's folder in PENNANT_CHARTS.

    Raise CommandError if it is missing.
    """
    folder = str(options["charts"])
    if not folder:
        return None
    is_default = folder == settings.PENNANT_CHARTS
    path = Path(folder)
    if is_default:
        path = path / system.charts_folder
    if path.is_dir():
        return path
    if is_default and system.charts_folder:
        return None
    raise CommandError(f"--charts: the folder {folder} doesn't exist")


def _chart_faults(folder: str, faults: Sequence[str]) -> str:
    count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    return "\n".join((f"The game can't start: {count} in the charts of {folder}.", *faults))


def changed_charts_note(saved: Mapping[str, str], in_use: Mapping[str, str]) -> str:
    """Return a note if a resumed game uses different charts than before, or ""."""
    changed = charts_that_differ(saved, in_use)
    if not changed:
        return ""
    return (
        f"These charts have changed since the game started: {', '.join(changed)}. "
        "The game continues with the current ones. Use --charts FOLDER to choose others."
    )


def progress_line(stderr: OutputWrapper, games: int, task: str = "") -> Callable[[int], None]:
    """Return a callback that shows on standard error how many games are done."""
    prefix = f"{task}: " if task else ""

    def show(done: int) -> None:
        ending = "\n" if done >= games else "\r"
        stderr.write(f"{prefix}{done} of {games} games", ending=ending)
        stderr.flush()

    return show
