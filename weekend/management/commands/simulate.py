"""Plays many games by the autopilot under the full rules and adds them up."""

from argparse import ArgumentParser
from collections import Counter
from time import process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import start_game
from rules_engine.baseball.table import RandomTable
from rules_engine.systems.strat_o_matic.autopilot import Autopilot
from rules_engine.systems.strat_o_matic.book import Book
from rules_engine.systems.strat_o_matic.edition import available_editions, load_edition
from rules_engine.systems.strat_o_matic.game import StratGame
from weekend.real_cards import SeasonError, line_up, make_season

LINES = ("at_bats", "runs", "hits", "doubles", "triples", "homeruns", "walks", "strikeouts", "stolen_bases")


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Play N games between two teams of a real season, both managed by the autopilot."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", type=int)
        parser.add_argument("--season", type=int, default=1998)
        parser.add_argument("--away", default="NYA")
        parser.add_argument("--home", default="ATL")
        parser.add_argument("--edition", choices=sorted(available_editions()), default="star")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            season = make_season(options["season"])[0]
            sides = [[line_up(season, options[team], day) for day in range(5)] for team in ("away", "home")]
        except SeasonError as fault:
            raise CommandError(str(fault)) from None
        book = Book(load_edition(options["edition"]), season.cards)
        totals: Counter[str] = Counter()
        began = process_time()
        for number in range(options["games"]):
            away, home = (side[number % 5] for side in sides)
            totals += self._play(StratGame(book, GameLog(start_game(away, home))), options["seed"] + number)
            if (number + 1) % 100 == 0:
                self.stdout.write(f"{number + 1} of {options['games']} games", ending="\r")
                self.stdout.flush()
        self._report(totals, options, process_time() - began)

    def _play(self, game: StratGame, seed: int) -> Counter[str]:
        pilot = Autopilot(game)
        table = RandomTable(seed, pilot.choose)
        while not game.state.over:
            pilot.changes()
            game.play(table)
        if faults := broken_invariants(game.log) + batting_order_faults(game.log):
            raise CommandError(f"the game of seed {seed} is not sound: {faults[0]}")
        box = box_score(game.log.in_force())
        won = Counter({f"won_{int(game.state.score[1] > game.state.score[0])}": 1})
        return won + Counter({f"{line}_{team}": box.teams[team].total(line) for team in (0, 1) for line in LINES})

    def _report(self, totals: Counter[str], options: dict[str, Any], seconds: float) -> None:
        games = options["games"]
        self.stdout.write(f"{games} games, {games / seconds:.0f} a second; per game:          ")
        self.stdout.write(f"{'':<14}{options['away']:>8}{options['home']:>8}")
        for line in ("won", *LINES):
            away, home = (totals[f"{line}_{team}"] / games for team in (0, 1))
            self.stdout.write(f"{line.replace('_', ' '):<14}{away:>8.3f}{home:>8.3f}")
