"""Makes cards of a real season for a game system and says how near they come to it."""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.processes import usable_cores
from rules_engine.baseball.system import AnySystem
from seasons.card_workbook import cards_workbook
from seasons.lahman import SeasonError
from seasons.league_statistics import read_statistics
from seasons.season_play import MadeSeason
from tabletop.card_sheets import cards_pdf
from tabletop.management.charts import add_charts_option, charts_of
from tabletop.management.game_systems import add_ruleset_option, add_system_option, edition_key, system_of, system_word
from tabletop.season_plays import play_of
from tournaments.management.arguments import file_of_kind, file_to_write, positive_number, write_file

MOST_SHORT = 12  # men whose cards cannot give what they did, told by name


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Make cards of a real season, write them to a file, and report their totals against the real ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("year", type=int)
        add_system_option(parser)
        add_ruleset_option(parser)
        parser.add_argument("--out", type=file_to_write, help="the file to write; cards-YEAR.json here when not given")
        parser.add_argument("--xlsx", type=file_of_kind(".xlsx"), help="write the cards line by line as a workbook too")
        parser.add_argument("--pdf", type=file_of_kind(".pdf"), help="print the cards too, four to a sheet")
        parser.add_argument("--team", default="", help="print this team's cards only, such as NYA; with --pdf")
        parser.add_argument(
            "--games",
            type=int,
            help="of each league to fit by, 0 is no replay; where cards are fitted by replays alone",
        )
        parser.add_argument("--workers", type=positive_number, default=usable_cores(), help="processes at work")
        add_charts_option(parser)
        parser.add_argument("--paper", choices=("letter", "a4"), default="letter", help="the sheets of --pdf")
        parser.add_argument("--short", action="store_true", help="name every man whose card cannot give what he did")

    def handle(self, *args: Any, **options: Any) -> None:
        play, year = play_of(system_of(options).key), options["year"]
        system = play.system
        path = options["out"] or Path(f"cards-{year}{'-' if options['system'] else ''}{options['system'] or ''}.json")
        _check_files(options, path)
        if play.fit_games:
            charts_of(system, options)
        else:
            _check_unfitted(system, options)
        edition = edition_key(system, options["edition"])
        try:
            _check_team(year, options["team"])
            games = play.fit_games if options["games"] is None else options["games"]
            made = play.make(year, edition, games, options["workers"], self._progress)
        except SeasonError as fault:
            raise CommandError(str(fault)) from None
        self._write(system, options, path, made)
        self.stdout.write(f"{len(made.season.cards)} cards of {len(made.season.teams)} teams are in {path}")
        self._report(made, every_man=options["short"])
        if play.fit_games:
            self.stdout.write(f"replayed against the season: manage.py replay_season {year} --cards {path}")
        else:
            self.stdout.write(f"played with them: manage.py play{system_word(options)} --cards {path}")

    def _write(self, system: AnySystem, options: dict[str, Any], path: Path, made: MadeSeason) -> None:
        write_file(path, made.document)
        if options["xlsx"]:
            write_file(options["xlsx"], cards_workbook(system, made.season.cards, made.season.teams))
        if options["pdf"]:
            team, year = options["team"], options["year"]
            faces = [
                (system.card_face(made.season.cards[man]), f"{year} {club}")
                for club in ([team] if team else sorted(made.season.teams))
                for man in made.season.teams[club]
            ]
            write_file(options["pdf"], cards_pdf(faces, f"Cards of {year} {team}".strip(), options["paper"]))

    def _report(self, made: MadeSeason, *, every_man: bool) -> None:
        self.stdout.write("by exact count, each man with a card as often as he batted and pitched:")
        width = max(5, *(len(line.name) + 2 for line in made.report))
        self.stdout.write(f"{'':<{width}}{'played':>9}{'cards':>9}{'off':>9}")
        for line in made.report:
            off = line.cards / line.played - 1 if line.played else 0.0
            self.stdout.write(f"{line.name:<{width}}{line.played:>9.0f}{line.cards:>9.0f}{off:>+9.2%}")
        for note in made.notes:
            self.stdout.write(note)
        told = list(made.short.items())[: None if every_man else MOST_SHORT]
        if told:
            self.stdout.write("What a card cannot give, by man, as played and as his card gives it:")
        for man, lines in told:
            counts = "; ".join(f"{line.name} {line.played:.0f}, {line.cards:.1f}" for line in lines)
            self.stdout.write(f"  {made.season.cards[man].name} ({man}): {counts}")
        if len(told) < len(made.short):
            self.stdout.write(f"  and {len(made.short) - len(told)} more: --short names all of them")

    def _progress(self, name: str, games: int) -> Callable[[int], None]:
        def on_progress(done: int) -> None:
            self.stderr.write(f"{name}: {done} of {games} games", ending="\n" if done >= games else "\r")
            self.stderr.flush()

        return on_progress


def _check_unfitted(system: AnySystem, options: dict[str, Any]) -> None:
    """Raises CommandError for words that mean something only where cards are fitted by replays."""
    if options["games"]:
        raise CommandError(f"--games: cards of {system.title} are made by exact count, without replays")
    if options["charts"] not in ("", settings.PENNANT_CHARTS):
        raise CommandError(
            f"--charts: cards of {system.title} are made by our charts alone; play and simulate take yours"
        )


def _check_files(options: dict[str, Any], out: Path) -> None:
    """Before the work begins; raises CommandError for what would be lost or would do nothing."""
    if options["team"] and not options["pdf"]:
        raise CommandError("--team says whose cards are printed: give --pdf FILE too")
    files = [out, *(options[kind] for kind in ("xlsx", "pdf") if options[kind])]
    whole = [file.resolve() for file in files]
    if twice := next((file for place, file in enumerate(files) if whole[place] in whole[:place]), None):
        raise CommandError(f"{twice} is named twice: cards, workbook and paper are each a file of their own")


def _check_team(year: int, team: str) -> None:
    """Before the work begins; raises SeasonError for a team, or a year, that there was not."""
    teams = read_statistics(year).teams
    if team and team not in teams:
        raise SeasonError(f"there is no team {team}; there are {', '.join(sorted(teams))}")
