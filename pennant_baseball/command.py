"""The `pennant` command. Each subcommand imports only the modules it needs."""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pennant_baseball import VERSION
from pennant_baseball.places import command_name, data_folder, set_up_paths


class Subcommand(NamedTuple):
    """A subcommand's help text, and the `manage.py` arguments that run it."""

    help: str
    manage_arguments: tuple[str, ...] = ()


SUBCOMMANDS: Final[Mapping[str, Subcommand]] = {
    "run": Subcommand("start everything on this computer and open the browser; Ctrl-C stops it"),
    "follow": Subcommand("act as another computer's standby: copy everything, and take over if that computer fails"),
    "demo": Subcommand("make another practice weekend: --stage signup|draft|round_robin|finished, --seed N", ("demo",)),
    "play": Subcommand("play a game at the keyboard, with your dice or Pennant's", ("play",)),
    "simulate": Subcommand("play whole games with computer managers and print the totals", ("simulate",)),
    "make-cards": Subcommand("make the cards of a real season", ("make_cards",)),
    "backup": Subcommand("back up everything to one file, even while Pennant is running", ("backup",)),
    "restore": Subcommand("show what a backup contains, and with --yes restore it", ("restore",)),
    "export": Subcommand("export a tournament to a file for another installation", ("export_tournament",)),
    "import": Subcommand("show what a tournament file contains, and with --yes import it", ("import_tournament",)),
    "downgrade": Subcommand("show what a downgrade changes, and with --yes prepare the database", ("downgrade",)),
    "doctor": Subcommand("check this installation and show what to fix (exit code for scripts)", ("doctor",)),
    "verify": Subcommand("check every tournament's data against its log (exit code for scripts)", ("verify",)),
    "version": Subcommand("show the version and the data folder"),
    "manage": Subcommand("run any other command: manage help"),
}
NEEDS_TABLES: Final = {"demo", "import"}


def usage() -> str:
    lines = [f"  {command_name()} {name:<11} {subcommand.help}" for name, subcommand in SUBCOMMANDS.items()]
    return "\n".join(["Pennant runs a tabletop dice-baseball tournament.", "", *lines, ""])


def main(arguments: Sequence[str] | None = None) -> None:
    _replace_unprintable_characters()
    name, *other_arguments = list(sys.argv[1:] if arguments is None else arguments) or ["help"]
    if name in ("help", "-h", "--help"):
        sys.stdout.write(usage())
    elif name in ("version", "--version"):
        sys.stdout.write(f"Pennant {VERSION}\nData: {data_folder()}\n")
    elif name == "run":
        set_up_paths()
        from pennant_baseball.running import run  # noqa: PLC0415 - only this subcommand needs it

        sys.exit(run(other_arguments, f"{command_name()} run"))
    elif name == "follow":
        set_up_paths()
        from pennant_baseball.following import follow  # noqa: PLC0415 - only this subcommand needs it

        sys.exit(follow(other_arguments, f"{command_name()} follow"))
    elif (subcommand := _subcommand_name(name)) in SUBCOMMANDS:
        _manage(subcommand, other_arguments)
    else:
        sys.exit(f"“{name}” is not a Pennant command.\n\n{usage()}")


def _subcommand_name(name: str) -> str:
    """Return the name in help and `manage.py`, such as "make-cards" for "make_cards"."""
    return next((subcommand for subcommand, entry in SUBCOMMANDS.items() if entry.manage_arguments == (name,)), name)


def _manage(name: str, arguments: Sequence[str]) -> None:
    """Run a `manage.py` command."""
    set_up_paths()
    from django.core.management import CommandError, call_command, execute_from_command_line  # noqa: PLC0415

    if name in NEEDS_TABLES:
        import django  # noqa: PLC0415

        django.setup()
        try:
            call_command("migrate", verbosity=0)
        except CommandError as error:
            sys.exit(str(error))
    manage_arguments = SUBCOMMANDS[name].manage_arguments
    program = command_name() if manage_arguments else f"{command_name()} {name}"
    execute_from_command_line([program, *manage_arguments, *arguments])


def _replace_unprintable_characters() -> None:
    """Print "?" for characters that the console lacks, such as on Windows, instead of crashing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")
    os.environ.setdefault("PYTHONIOENCODING", ":replace")
