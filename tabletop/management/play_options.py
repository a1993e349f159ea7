"""The play command's options, and checks for incompatible ones."""

from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError

from rules_engine.baseball.system import AnySystem
from rules_engine.baseball.system_types import MONTHS
from tabletop.management.game_options import (
    add_charts_option,
    add_ruleset_option,
    add_style_options,
    add_system_option,
)
from tournaments.management.arguments import file_to_write

MANAGERS: Final = ("person", "auto")
DEFAULT_AWAY: Final = "NYA"
DEFAULT_HOME: Final = "ATL"


def add_play_options(parser: ArgumentParser) -> None:
    _add_team_arguments(parser)
    _add_rule_arguments(parser)
    _add_playing_arguments(parser)


def _add_team_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--season", type=int, default=1998)
    parser.add_argument("--cards", type=Path, help="a file from make_cards, instead of a season")
    parser.add_argument("--away", help=f"visiting club or tournament team (default: {DEFAULT_AWAY})")
    parser.add_argument("--home", help=f"home club or tournament team (default: {DEFAULT_HOME})")
    parser.add_argument("--away-starter", default="", metavar="NAME", help="part of the starting pitcher's name")
    parser.add_argument("--home-starter", default="", metavar="NAME")
    tournament = parser.add_mutually_exclusive_group()
    tournament.add_argument(
        "--series",
        type=int,
        metavar="NUMBER",
        help="play the next game of a tournament's series, by the pitching sheets",
    )
    tournament.add_argument(
        "--tournament", metavar="SLUG", help="play two of its teams, --away and --home, by their pitching sheets"
    )
    parser.add_argument("--lineup", type=Path, metavar="FILE", help="lineups: rows of team, spot, player, position")
    parser.add_argument(
        "--situation",
        nargs="+",
        metavar="WORD=VALUE",
        help="start in mid-game: inning=7 half=bottom outs=1 score=2-3 first=NAME second= third= bats= next=",
    )


def _add_rule_arguments(parser: ArgumentParser) -> None:
    add_system_option(parser)
    add_ruleset_option(parser)
    add_charts_option(parser)
    parser.add_argument(
        "--dh",
        action=BooleanOptionalAction,
        help="use designated hitters, if the ruleset has them (default: as in the home club's league that season)",
    )
    parser.add_argument("--reverse-underlines", action="store_true", help="for new card sets against old ones (15.2)")
    parser.add_argument("--park", default="", help="a park from the ballparks chart, such as harbor_yard")
    parser.add_argument("--weather", choices=MONTHS, help="roll for the weather of this month, instead of --park")
    parser.add_argument("--rest", action="store_true", help="roll which batters rest, for solitaire play (26.2)")
    parser.add_argument("--night", action="store_true", help="a night game (with --weather)")


def _add_playing_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, help="seed for Pennant's dice (default: random)")
    parser.add_argument("--typed-dice", action="store_true", help="roll your own dice and enter them")
    parser.add_argument("--auto", action="store_true", help="let the computer manage both teams")
    parser.add_argument("--away-manager", choices=MANAGERS, default="person", help="the visitors' manager")
    parser.add_argument("--home-manager", choices=MANAGERS, default="person", help="the home team's manager")
    parser.add_argument("--save", type=file_to_write, help="save the game to this file after every play")
    parser.add_argument("--resume", type=Path, help="resume a saved game, with its teams and rules")
    add_style_options(parser)
    parser.add_argument(
        "--retrosheet", type=file_to_write, help="at the end, write the game to this file as Retrosheet events"
    )
    parser.add_argument("--date", type=_date, help="date of the game in that file, YYYY/MM/DD (default: today)")


def _date(text: str) -> date:
    try:
        return datetime.strptime(text, "%Y/%m/%d").date()
    except ValueError:
        raise ArgumentTypeError(f"“{text}” is not a date. Enter it as YYYY/MM/DD") from None


def managed_by_person(options: dict[str, Any]) -> tuple[bool, bool]:
    """Return whether a person manages the visitors and the home team."""
    if options["auto"]:
        return False, False
    return options["away_manager"] == "person", options["home_manager"] == "person"


def check_options(options: dict[str, Any]) -> None:
    """Raise CommandError for incompatible options."""
    if options["resume"] and options["lineup"]:
        raise CommandError("--lineup is for a new game; the saved game has its lineups")
    if options["resume"] and options["rest"]:
        raise CommandError("--rest is for a new game; the saved game has its lineups")
    if options["resume"] and (options["away_style"] or options["home_style"]):
        raise CommandError("--away-style and --home-style are for a new game; the saved game has its styles")
    if options["resume"] and options["situation"]:
        raise CommandError("--situation is for a new game; the saved game continues where it stopped")
    if not options["resume"] and options["save"] and options["save"].exists():
        raise CommandError(f"{options['save']} already exists. Resume it with --resume, or choose another file.")
    if options["night"] and not options["weather"]:
        raise CommandError("--night needs --weather MONTH")
    if options["weather"] and options["park"]:
        raise CommandError("use --park or --weather, not both; the weather replaces the park (30.5)")


def check_drafted_options(options: dict[str, Any]) -> None:
    """Raise CommandError for options that a tournament game doesn't allow."""
    if options["series"] is not None and (options["away"] or options["home"]):
        raise CommandError("--series chooses the teams; leave out --away and --home")
    if options["tournament"] is not None and not (options["away"] and options["home"]):
        raise CommandError("--tournament needs two of its teams: --away TEAM --home TEAM")
    if options["situation"]:
        raise CommandError("--situation: a tournament game starts with the first pitch")
    if options["dh"] is not None or options["weather"] or options["night"] or options["rest"]:
        raise CommandError(
            "a tournament game uses the tournament's rules. Remove --dh, --no-dh, --weather, --night and --rest."
        )


def check_system_options(system: AnySystem, options: dict[str, Any]) -> None:
    """Raise CommandError for options that the system doesn't have."""
    is_available = {
        "weather": system.weather is not None,
        "night": system.weather is not None,
    }
    for name, available in is_available.items():
        if options[name] and not available:
            raise CommandError(f"--{name.replace('_', '-')}: {system.title} doesn't have this option")
