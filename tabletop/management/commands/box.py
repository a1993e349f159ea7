"""Box scores of saved games, and everybody's line over all of them: the lines of a series."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.many_games import GamesAddedUp, players_text, standings_text
from rules_engine.baseball.saved_games import SavedGameError
from rules_engine.terminal.showing import box_report, ending_text
from tabletop.table_games import resume_game


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Show the box score of each game that play --save has kept, and everybody's line over all of them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="+", type=Path, metavar="FILE", help="the files, in the order of the games")
        parser.add_argument("--cards", type=Path, help="the file of their cards, where that has another place now")
        parser.add_argument("--lines", action="store_true", help="the lines over all games alone")

    def handle(self, *args: Any, **options: Any) -> None:
        if len(set(options["games"])) < len(options["games"]):
            raise CommandError("a game is named twice: each counts once")
        totals, names = GamesAddedUp(), dict[str, str]()
        for path in options["games"]:
            try:
                table = resume_game(path, options["cards"])
            except SavedGameError as fault:
                raise CommandError(str(fault)) from None
            state, teams = table.game.state, table.saved.teams
            if not state.over and len(options["games"]) > 1:
                raise CommandError(f"{path}: this game is not over; its box score stands alone: name no other")
            names |= table.names
            if not options["lines"]:
                ending = f"\n{ending_text(state, teams)}" if state.over else ""
                self.stdout.write(f"{path}\n{box_report(table.game, teams, table.names)}{ending}\n")
            if state.over:
                totals.add_game(teams, list(table.game.log.in_force()), state)
        if len(options["games"]) > 1 or options["lines"]:
            self.stdout.write(f"All {totals.games} games\n{standings_text(totals)}\n\n{players_text(totals, names)}")
