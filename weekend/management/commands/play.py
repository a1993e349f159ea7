"""Plays a game at the terminal: two real teams, dice thrown by the program or typed in, decisions asked or left."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import start_game
from rules_engine.baseball.table import RandomTable
from rules_engine.systems.strat_o_matic.book import Book
from rules_engine.systems.strat_o_matic.cards import CardError
from rules_engine.systems.strat_o_matic.edition import available_editions, load_edition
from rules_engine.systems.strat_o_matic.game import StratGame
from rules_engine.systems.strat_o_matic.terminal import play_at_terminal
from weekend.real_cards import SeasonError, line_up, load_cards, make_season


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Play a game of Strat-O-Matic. Type undo, auto or quit at any question."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--season", type=int, default=1998)
        parser.add_argument("--cards", type=Path, help="a file of make_cards in place of a season")
        parser.add_argument("--away", default="NYA")
        parser.add_argument("--home", default="ATL")
        parser.add_argument("--edition", choices=sorted(available_editions()), default="star")
        parser.add_argument("--seed", type=int, default=1, help="of the dice that the program throws")
        parser.add_argument("--typed-dice", action="store_true", help="type in every die you throw")
        parser.add_argument("--auto", action="store_true", help="leave all decisions to the autopilot")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            season = load_cards(options["cards"]) if options["cards"] else make_season(options["season"])[0]
            away, home = (line_up(season, options[side]) for side in ("away", "home"))
        except (SeasonError, CardError) as fault:
            raise CommandError(str(fault)) from None
        book = Book(load_edition(options["edition"]), season.cards)
        game = StratGame(book, GameLog(start_game(away, home)))
        dice = None if options["typed_dice"] else RandomTable(options["seed"])
        names = {player: card.name for player, card in season.cards.items()}
        teams = (options["away"], options["home"])
        try:
            play_at_terminal(game, teams, names, input, self.stdout.write, dice, automatic=options["auto"])
        except (EOFError, KeyboardInterrupt):
            self.stdout.write("\nThe game is left as it stands.")
