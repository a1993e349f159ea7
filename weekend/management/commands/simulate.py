"""Plays many games by the autopilot under the full rules and adds them up."""

import gc
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from time import process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import start_game
from rules_engine.baseball.table import RandomTable
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.autopilot.autopilot import Autopilot
from rules_engine.systems.strat_o_matic.editions.edition import available_editions
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from seasons.lahman import SeasonError
from seasons.strat_o_matic.line_ups import line_up
from seasons.strat_o_matic.rested_teams import RestedTeam, rested_game, rested_teams
from seasons.strat_o_matic.season_cards import make_season
from tournaments.management.arguments import at_least_one
from weekend.management.charts import add_charts_option, use_charts
from weekend.table_games import TOURNAMENT_EDITION, TOURNAMENT_PROFILE, check_teams, edition_of, park_of

LINES = ("at_bats", "runs", "hits", "doubles", "triples", "homeruns", "walks", "strikeouts", "stolen_bases")


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Play N games between two teams of a real season, both managed by the autopilot."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", type=at_least_one)
        parser.add_argument("--season", type=int, default=1998)
        parser.add_argument("--away", default="NYA")
        parser.add_argument("--home", default="ATL")
        parser.add_argument("--edition", choices=sorted(available_editions()), default="star")
        parser.add_argument(
            "--reverse-underlines", action="store_true", help="for new card sets against old ones (15.2)"
        )
        parser.add_argument("--park", default="", help="a park of the ballparks chart, such as harbor_yard")
        add_charts_option(parser)
        parser.add_argument(
            "--rest",
            action="store_true",
            help="one game a day: pitchers' rest and the hurt carry over, batters rest (26.2)",
        )
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        use_charts(options)
        try:
            check_teams(options["away"], options["home"])
            season = make_season(options["season"])[0]
            park = park_of(options["park"])
            edition = edition_of(options["edition"], reverse_underlines=options["reverse_underlines"])
            sides = [[line_up(season, options[team], day) for day in range(5)] for team in ("away", "home")]
        except SeasonError as fault:
            raise CommandError(str(fault)) from None
        book = Book(edition, season.cards, park, habits=season.habits[options["home"]])
        profile = load_profile(TOURNAMENT_PROFILE) if options["edition"] == TOURNAMENT_EDITION else None
        clubs = rested_teams(book, season, (options["away"], options["home"]), profile)
        totals: Counter[str] = Counter()
        rest_dice = RandomTable(options["seed"])
        gc.freeze()  # cards and rules stay to the end: they need not be looked through again and again
        began = process_time()
        for number in range(options["games"]):
            if options["rest"]:
                game = rested_game(book, clubs, rest_dice)
            else:
                away, home = (side[number % 5] for side in sides)
                game = StratGame(book, GameLog(start_game(away, home)))
            totals += self._play(game, options["seed"] + number)
            if options["rest"]:
                for team, club in enumerate(clubs):
                    club.carried.after(game.log, team, game.tracker)
            if (number + 1) % 100 == 0:
                self.stdout.write(f"{number + 1} of {options['games']} games", ending="\r")
                self.stdout.flush()
        self._report(totals, options, process_time() - began)
        if options["rest"]:
            self._report_rest(clubs)

    def _play(self, game: StratGame, seed: int) -> Counter[str]:
        pilot = Autopilot(game)
        pilot.play_out(pilot.table(seed))
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

    def _report_rest(self, clubs: Sequence[RestedTeam]) -> None:
        for club in clubs:
            self.stdout.write(
                f"{club.team}: {club.out_of_turn} starts out of turn, {club.unrested} without rest; "
                f"hurt men missed {club.missed} games."
            )
