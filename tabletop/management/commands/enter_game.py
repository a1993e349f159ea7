"""Puts a game that was played at the terminal into its series of a tournament."""

from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.errors import Refused
from games.models import Outing
from games.queries.game_tables import sheet_names
from games.scoresheet.faults import Violations
from games.scoresheet.write import score_sentence
from rules_engine.baseball.saved_games import SavedGameError
from rules_engine.baseball.system import SystemFileError
from rules_engine.innings import format_innings
from seasons.lahman import SeasonError
from tabletop.management.charts import add_charts_option, charts_of
from tabletop.queries.drafted_game import NoDraftedGameError
from tabletop.services.played_games import enter_played_game
from tabletop.table_games import resume_game
from tournaments.action_log.writing import Actor


class Command(BaseCommand):
    help = "Put a finished game of play --series into the tournament: its score and the innings of every pitcher."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=Path, help="the file of play --save")
        parser.add_argument("--series", type=int, required=True, metavar="NUMBER", help="whose next game it was")
        parser.add_argument("--cards", type=Path, help="the file of its cards, where that has another place now")
        parser.add_argument("--by", default="The desk", metavar="NAME", help="who enters it, for the log")
        add_charts_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            table = resume_game(options["game"], options["cards"], partial(charts_of, options=options))
            saved, number = enter_played_game(options["series"], table, Actor(options["by"].strip() or "The desk"))
        except Violations as fault:
            faults = (f"game {one.game}: {one}" if one.game else str(one) for one in fault.faults)
            raise CommandError("\n".join(("The game was not entered:", *faults))) from None
        except (SavedGameError, SeasonError, SystemFileError, NoDraftedGameError, Refused) as fault:
            raise CommandError(str(fault)) from None
        self.stdout.write(score_sentence(saved.series))
        pitched = Outing.objects.filter(game__series=saved.series, game__number=number).select_related("team")
        outings = list(pitched.order_by("team__name", "order"))
        names = sheet_names({(outing.team_id, outing.card_id) for outing in outings})
        for outing in outings:
            name = names[outing.team_id, outing.card_id]
            part = "started" if outing.part == Outing.Part.START else "relieved"
            self.stdout.write(f"  {outing.team}: {name} {part}, {format_innings(outing.outs)}")
        for breach in saved.later:
            self.stdout.write(f"It makes a breach later on: {breach}")
