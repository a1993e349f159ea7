"""Show saved games' box scores, and the totals of a series."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.many_games import GameTotals, players_text, standings_text
from rules_engine.baseball.saved_games import SavedGameError
from rules_engine.terminal.game_reports import box_report, ending_text
from tabletop.prepared_games import resume_game


class Command(BaseCommand):
    requires_system_checks = ()  # uses neither pages nor the database
    help = "Show the box score of each game saved with play --save, and every player's totals."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="+", type=Path, metavar="FILE", help="saved games, in order")
        parser.add_argument("--cards", type=Path, help="the file with their cards, if it has moved")
        parser.add_argument("--lines", action="store_true", help="show only the totals of all games")

    def handle(self, *args: Any, **options: Any) -> None:
        paths = options["games"]
        if len(set(paths)) < len(paths):
            raise CommandError("a game is listed twice; list each game once")
        totals = GameTotals()
        names: dict[str, str] = {}
        for path in paths:
            try:
                prepared = resume_game(path, options["cards"])
            except SavedGameError as error:
                raise CommandError(str(error)) from None
            state, teams = prepared.game.state, prepared.saved.teams
            if not state.over and len(paths) > 1:
                raise CommandError(f"{path}: this game is not over; show its box score on its own")
            names |= prepared.names
            if not options["lines"]:
                ending = f"\n{ending_text(state, teams)}" if state.over else ""
                self.stdout.write(f"{path}\n{box_report(prepared.game, teams, prepared.names)}{ending}\n")
            if state.over:
                totals.add_game(teams, list(prepared.game.log.in_force()), state)
        if len(paths) > 1 or options["lines"]:
            self.stdout.write(f"All {totals.games} games\n{standings_text(totals)}\n\n{players_text(totals, names)}")
