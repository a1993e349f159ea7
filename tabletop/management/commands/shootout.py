"""Play a shootout between two real teams, with a new pitcher every inning, like STAR tiebreakers (T32.0)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.systems import KEYS
from seasons.club_games import check_teams
from seasons.lahman import SeasonError
from tabletop.management.game_options import add_charts_option, add_system_option, checked_charts, chosen_system
from tabletop.season_plays import season_play_for


class Command(BaseCommand):
    requires_system_checks = ()  # uses neither pages nor the database
    help = "Play a shootout between two teams of a season with computer managers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_system_option(parser)
        parser.add_argument("--season", type=int, default=1998)
        parser.add_argument("--away", default="NYA")
        parser.add_argument("--home", default="ATL")
        parser.add_argument(
            "--parks", nargs=2, metavar=("AWAY", "HOME"), help="both teams' parks, to use their average"
        )
        add_charts_option(parser)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        play = season_play_for(chosen_system(options).key)
        if not play.has_shootout:
            raise CommandError(
                f"--system: this command plays shootouts of {_systems_with_shootouts()} only; "
                f"play a {play.system.title} shootout by hand and enter it on the tie page"
            )
        checked_charts(play.system, options)
        teams = options["away"], options["home"]
        try:
            check_teams(*teams)
            shootout = play.shootout(options["season"], teams, options["seed"], options["parks"])
        except SeasonError as error:
            raise CommandError(str(error)) from None
        for number, (pitcher, runs) in enumerate(shootout.halves()):
            inning, team = number // 2 + 1, teams[number % 2]
            self.stdout.write(f"Inning {inning}, {team} against {pitcher}: {runs}")
        self.stdout.write(f"{teams[shootout.winner]} wins in inning {shootout.after_inning}.")


def _systems_with_shootouts() -> str:
    plays = [season_play_for(key) for key in KEYS]
    return " and ".join(play.system.title for play in plays if play.has_shootout)
