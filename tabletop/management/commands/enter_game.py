"""Enter a game played at the terminal in its tournament series."""

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
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.innings import format_innings
from seasons.lahman import SeasonError
from tabletop.management.game_options import add_charts_option, checked_charts
from tabletop.prepared_games import resume_game
from tabletop.queries.drafted_game import NoDraftedGameError
from tabletop.services.played_games import enter_played_game
from tournaments.action_log.writing import Actor


class Command(BaseCommand):
    help = "Enter a finished game from play --series in the tournament: its score and every pitcher's innings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=Path, help="the file saved by play --save")
        parser.add_argument("--series", type=int, required=True, metavar="NUMBER", help="the game's series")
        parser.add_argument("--cards", type=Path, help="the file with its cards, if it has moved")
        parser.add_argument("--by", default="The desk", metavar="NAME", help="who is entering it, for the activity log")
        add_charts_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            prepared = resume_game(options["game"], options["cards"], partial(checked_charts, options=options))
            saved, number = enter_played_game(options["series"], prepared, Actor(options["by"].strip() or "The desk"))
        except Violations as fault:
            lines = ["The game was not entered:"]
            for violation in fault.faults:
                lines.append(f"game {violation.game}: {violation}" if violation.game else str(violation))
            raise CommandError("\n".join(lines)) from None
        except (SavedGameError, SeasonError, SystemFileError, NoDraftedGameError, Refused) as fault:
            raise CommandError(str(fault)) from None
        self.stdout.write(score_sentence(saved.series))
        rows = Outing.objects.filter(game__series=saved.series, game__number=number).select_related("team")
        outings = list(rows.order_by("team__name", "order"))
        names = sheet_names({(outing.team_id, outing.card_id) for outing in outings})
        for outing in outings:
            name = names[outing.team_id, outing.card_id]
            part = "started" if outing.part == Outing.Part.START else "relieved"
            self.stdout.write(f"  {outing.team}: {name} {part}, {format_innings(outing.outs)}")
        for breach in saved.later_breaches:
            self.stdout.write(f"This makes a later game break a rule: {breach}")
