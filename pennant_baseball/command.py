"""The command `pennant`: run, practise, play, keep and bring back. Each word loads only what it needs."""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pennant_baseball import VERSION
from pennant_baseball.places import command_name, data_folder, open_house


class Word(NamedTuple):
    """A word of the command: what it does, and which words of the program's own command line do it."""

    help: str
    managed: tuple[str, ...] = ()


WORDS: Final[Mapping[str, Word]] = {
    "run": Word("start everything on this computer and open the browser; Ctrl-C stops it"),
    "follow": Word("be the standby of another computer: copy everything it does, and take over if it fails"),
    "demo": Word("make another practice weekend: --stage signup|draft|round_robin|finished, --seed N", ("demo",)),
    "play": Word("play a game at the keyboard, with your dice or the program's", ("play",)),
    "simulate": Word("play whole games by the autopilot and print what they came to", ("simulate",)),
    "make-cards": Word("make the cards of a real season", ("make_cards",)),
    "backup": Word("keep a copy of everything as one file, also while Pennant runs", ("backup",)),
    "restore": Word("say what a kept copy holds, and with --yes bring it back", ("restore",)),
    "export": Word("one whole tournament as a file that another installation opens", ("export_tournament",)),
    "import": Word("say what such a file holds, and with --yes open it", ("import_tournament",)),
    "downgrade": Word(
        "say what going back to an earlier version changes, and with --yes prepare the database", ("downgrade",)
    ),
    "doctor": Word("check this installation and say what to do; the exit code is for scripts", ("doctor",)),
    "verify": Word("check the data of every tournament against its own log; the exit code is for scripts", ("verify",)),
    "version": Word("which version this is, and where its data lie"),
    "manage": Word("everything else: manage help"),
}
NEEDS_TABLES: Final = {"demo", "import"}


def usage() -> str:
    lines = [f"  {command_name()} {word:<11} {meaning.help}" for word, meaning in WORDS.items()]
    return "\n".join(["Pennant runs a tabletop dice-baseball tournament.", "", *lines, ""])


def main(arguments: Sequence[str] | None = None) -> None:
    _print_what_a_console_cannot_show()
    word, *rest = list(sys.argv[1:] if arguments is None else arguments) or ["help"]
    if word in ("help", "-h", "--help"):
        sys.stdout.write(usage())
    elif word in ("version", "--version"):
        sys.stdout.write(f"Pennant {VERSION}\nData: {data_folder()}\n")
    elif word == "run":
        open_house()
        from pennant_baseball.running import run  # noqa: PLC0415 - only this word needs it

        sys.exit(run(rest, f"{command_name()} run"))
    elif word == "follow":
        open_house()
        from pennant_baseball.following import follow  # noqa: PLC0415 - only this word needs it

        sys.exit(follow(rest, f"{command_name()} follow"))
    elif (known := _as_listed(word)) in WORDS:
        _manage(known, rest)
    else:
        sys.exit(f"“{word}” is no word of this command.\n\n{usage()}")


def _as_listed(word: str) -> str:
    """`make_cards`, as its help and the program's own command line have it, is `make-cards`."""
    return next((listed for listed, meaning in WORDS.items() if meaning.managed == (word,)), word)


def _manage(word: str, rest: Sequence[str]) -> None:
    """Django's own command line, which finds the program in its folder."""
    open_house()
    from django.core.management import CommandError, call_command, execute_from_command_line  # noqa: PLC0415

    if word in NEEDS_TABLES:
        import django  # noqa: PLC0415

        django.setup()
        try:
            call_command("migrate", verbosity=0)
        except CommandError as error:
            sys.exit(str(error))
    managed = WORDS[word].managed
    execute_from_command_line([command_name() if managed else f"{command_name()} {word}", *managed, *rest])


def _print_what_a_console_cannot_show() -> None:
    """Consoles of Windows know few letters: another one is printed as a question mark, and nothing fails of it."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")
    os.environ.setdefault("PYTHONIOENCODING", ":replace")
