"""Plays a shootout between two real teams, as STAR breaks ties (T32.0): a new pitcher every inning."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.systems import KEYS
from seasons.lahman import SeasonError
from tabletop.management.charts import add_charts_option, charts_of
from tabletop.management.game_systems import add_system_option, system_of
from tabletop.season_plays import play_of
from tabletop.table_games import check_teams


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
        play = play_of(system_of(options).key)
        if not play.has_shootout:
            raise CommandError(
                f"--system: a shootout is played here with cards of {_with_shootouts()} alone; one between teams of "
                f"{play.system.title} is played at the table and entered on the page of the tie"
            )
        charts_of(play.system, options)
        teams = options["away"], options["home"]
        try:
            check_teams(*teams)
            played = play.shootout(options["season"], teams, options["seed"], options["parks"])
        except SeasonError as fault:
            raise CommandError(str(fault)) from None
        for number, (pitcher, runs) in enumerate(played.halves()):
            self.stdout.write(f"Inning {number // 2 + 1}, {teams[number % 2]} against {pitcher}: {runs}")
        self.stdout.write(f"{teams[played.winner]} wins in inning {played.after_inning}.")


def _with_shootouts() -> str:
    return " and ".join(play.system.title for play in map(play_of, KEYS) if play.has_shootout)
