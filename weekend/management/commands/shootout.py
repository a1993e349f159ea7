"""Plays a shootout between two real teams, as STAR breaks ties (T32.0): a new pitcher every inning."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.systems import load
from seasons.lahman import SeasonError
from seasons.strat_o_matic.shootouts import play_shootout
from weekend.management.charts import add_charts_option, use_charts
from weekend.management.game_systems import USUAL, add_system_option, system_of
from weekend.table_games import check_teams


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Play a shootout between two teams of a season with the autopilot on both sides."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_system_option(parser)
        parser.add_argument("--season", type=int, default=1998)
        parser.add_argument("--away", default="NYA")
        parser.add_argument("--home", default="ATL")
        parser.add_argument("--parks", nargs=2, metavar=("AWAY", "HOME"), help="both teams' parks: played in the mean")
        add_charts_option(parser)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        if (system := system_of(options)).key != USUAL:
            raise CommandError(
                f"--system: a shootout is played here with cards of {load(USUAL).title} alone; one between teams of "
                f"{system.title} is played at the table and entered on the page of the tie"
            )
        use_charts(options)
        teams = options["away"], options["home"]
        try:
            check_teams(*teams)
            played = play_shootout(options["season"], teams, options["seed"], options["parks"])
        except SeasonError as fault:
            raise CommandError(str(fault)) from None
        for number, (pitcher, runs) in enumerate(played.halves()):
            self.stdout.write(f"Inning {number // 2 + 1}, {teams[number % 2]} against {pitcher}: {runs}")
        self.stdout.write(f"{teams[played.winner]} wins in inning {played.after_inning}.")
