"""Plays a shootout between two real teams, as STAR breaks ties (T32.0): a new pitcher every inning."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.autopilot.shootout_pilot import ShootoutPilot
from rules_engine.systems.strat_o_matic.editions.edition import load_edition
from rules_engine.systems.strat_o_matic.play.shootout_game import Shootout, shootout_edition, shootout_team
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from seasons.lahman import SeasonError
from seasons.strat_o_matic.line_ups import line_up
from seasons.strat_o_matic.season_cards import make_season
from weekend.management.charts import add_charts_option, use_charts
from weekend.table_games import check_teams


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Play a shootout between two teams of a season with the autopilot on both sides."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--season", type=int, default=1998)
        parser.add_argument("--away", default="NYA")
        parser.add_argument("--home", default="ATL")
        add_charts_option(parser)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        use_charts(options)
        try:
            check_teams(options["away"], options["home"])
            season = make_season(options["season"])[0]
            sides = [(options[side], line_up(season, options[side])) for side in ("away", "home")]
        except SeasonError as fault:
            raise CommandError(str(fault)) from None
        book = Book(shootout_edition(load_edition("star")), season.cards)
        away, home = (shootout_team(side, book, season.teams[team]) for team, side in sides)
        shootout = Shootout(book, load_profile("purestrat@1"), (away, home))
        result = ShootoutPilot(shootout).play(options["seed"])
        self._report(shootout, (options["away"], options["home"]))
        winner = options["away"] if result.winner == "visitor" else options["home"]
        self.stdout.write(f"{winner} wins in inning {result.after_inning}.")

    def _report(self, shootout: Shootout, teams: tuple[str, str]) -> None:
        for number, game in enumerate(shootout.halves):
            pitcher = shootout.book.cards[game.log.start.fielding.pitcher].name
            half = f"Inning {number // 2 + 1}, {teams[number % 2]} against {pitcher}"
            self.stdout.write(f"{half}: {game.state.score[number % 2] - game.log.start.score[number % 2]}")
