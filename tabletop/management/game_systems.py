"""Game system and ruleset options of commands."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError

from rules_engine import systems
from rules_engine.baseball.system import AnySystem, SystemFileError

_USUAL = systems.KEYS[0]


def add_system_option(parser: ArgumentParser) -> None:
    parser.add_argument("--system", choices=systems.KEYS, help=f"the game that is played; {_USUAL} when not given")


def add_ruleset_option(parser: ArgumentParser) -> None:
    """Add --ruleset, and --edition as its older name."""
    parser.add_argument(
        "--ruleset",
        "--edition",
        dest="edition",
        metavar="KEY",
        help="ruleset of the system, with options added as in full+injuries; default: the first of the system",
    )


def system_of(options: Mapping[str, Any]) -> AnySystem:
    return systems.load(options["system"] or _USUAL)


def system_word(options: Mapping[str, Any]) -> str:
    """How a command that is named to the user goes on with the same game, where it was not left unsaid."""
    return f" --system {options['system']}" if options["system"] else ""


def edition_key(system: AnySystem, key: str | None) -> str:
    """Return the key of a ruleset with its options, or the system's default for None.

    Raises CommandError that lists the available rulesets.
    """
    wanted = next(iter(system.editions)) if key is None else key
    try:
        system.edition(wanted)
    except SystemFileError as fault:
        raise CommandError(f"--ruleset of {system.title}: {str(fault).rstrip('.')}.") from None
    return wanted
