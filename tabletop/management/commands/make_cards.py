"""Make cards of a real season for a game system, and report how closely they match it."""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.processes import usable_cores
from rules_engine.baseball.system import AnySystem
from seasons.card_workbook import cards_workbook
from seasons.lahman import SeasonError
from seasons.league_statistics import read_statistics
from seasons.season_play import CardMakingResult
from tabletop.card_sheets import cards_pdf
from tabletop.management.game_options import (
    add_charts_option,
    add_ruleset_option,
    add_system_option,
    checked_charts,
    chosen_system,
    progress_line,
    ruleset_key,
    system_argument,
)
from tabletop.season_plays import season_play_for
from tournaments.management.arguments import file_of_kind, file_to_write, positive_number, write_file

MAX_SHORTFALLS: Final = 12  # players listed without --short


class Command(BaseCommand):
    requires_system_checks = ()  # uses neither pages nor the database
    help = "Make a real season's cards, write them to a file, and compare their totals with the actual totals."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("year", type=int)
        add_system_option(parser)
        add_ruleset_option(parser)
        parser.add_argument("--out", type=file_to_write, help="the card file to write (default: cards-YEAR.json)")
        parser.add_argument("--xlsx", type=file_of_kind(".xlsx"), help="also write the cards to a workbook")
        parser.add_argument("--pdf", type=file_of_kind(".pdf"), help="also print the cards, four to a sheet")
        parser.add_argument("--team", default="", help="print only this team's cards, such as NYA (with --pdf)")
        parser.add_argument(
            "--games",
            type=int,
            help="games per league used to fit the cards, 0 for none (only for systems that fit cards)",
        )
        parser.add_argument("--workers", type=positive_number, default=usable_cores(), help="number of processes")
        add_charts_option(parser)
        parser.add_argument("--paper", choices=("letter", "a4"), default="letter", help="paper size of --pdf")
        parser.add_argument("--short", action="store_true", help="list every player whose card can't match his line")

    def handle(self, *args: Any, **options: Any) -> None:
        play = season_play_for(chosen_system(options).key)
        system, year = play.system, options["year"]
        path = options["out"] or _default_path(year, options["system"])
        _check_files(options, path)
        if play.fit_games:
            checked_charts(system, options)
        else:
            _check_exact_options(system, options)
        edition = ruleset_key(system, options["edition"])
        try:
            _check_team(year, options["team"])
            games = play.fit_games if options["games"] is None else options["games"]
            result = play.make(year, edition, games, options["workers"], self._start_progress)
        except SeasonError as error:
            raise CommandError(str(error)) from None
        self._write_files(system, options, path, result)
        cards, teams = len(result.season.cards), len(result.season.teams)
        self.stdout.write(f"Wrote {cards} cards for {teams} teams to {path}.")
        self._report(result, list_all=options["short"])
        if play.fit_games:
            self.stdout.write(f"To replay the season with them: manage.py replay_season {year} --cards {path}")
        else:
            self.stdout.write(f"To play with them: manage.py play{system_argument(options)} --cards {path}")

    def _write_files(self, system: AnySystem, options: dict[str, Any], path: Path, result: CardMakingResult) -> None:
        season = result.season
        write_file(path, result.document)
        if options["xlsx"]:
            write_file(options["xlsx"], cards_workbook(system, season.cards, season.teams))
        if options["pdf"]:
            team, year = options["team"], options["year"]
            faces = []
            for club in [team] if team else sorted(season.teams):
                for player in season.teams[club]:
                    faces.append((system.card_face(season.cards[player]), f"{year} {club}"))
            title = f"Cards of {year} {team}".strip()
            write_file(options["pdf"], cards_pdf(faces, title, options["paper"]))

    def _report(self, result: CardMakingResult, *, list_all: bool) -> None:
        self.stdout.write("Totals by exact count, with each card used as often as the player batted or pitched:")
        width = max(5, *(len(line.name) + 2 for line in result.report))
        self.stdout.write(f"{'':<{width}}{'real':>9}{'cards':>9}{'error':>9}")
        for line in result.report:
            error = line.cards / line.played - 1 if line.played else 0.0
            self.stdout.write(f"{line.name:<{width}}{line.played:>9.0f}{line.cards:>9.0f}{error:>+9.2%}")
        for note in result.notes:
            self.stdout.write(note)
        self._report_shortfalls(result, list_all=list_all)

    def _report_shortfalls(self, result: CardMakingResult, *, list_all: bool) -> None:
        shortfalls = list(result.shortfalls.items())
        if not shortfalls:
            return
        listed = shortfalls if list_all else shortfalls[:MAX_SHORTFALLS]
        self.stdout.write("Lines a card can't match, actual and by card:")
        for player, lines in listed:
            counts = "; ".join(f"{line.name} {line.played:.0f}, {line.cards:.1f}" for line in lines)
            self.stdout.write(f"  {result.season.cards[player].name} ({player}): {counts}")
        if len(listed) < len(shortfalls):
            self.stdout.write(f"  and {len(shortfalls) - len(listed)} more players (use --short to list all)")

    def _start_progress(self, task: str, games: int) -> Callable[[int], None]:
        return progress_line(self.stderr, games, task)


def _default_path(year: int, system: str | None) -> Path:
    return Path(f"cards-{year}-{system}.json" if system else f"cards-{year}.json")


def _check_exact_options(system: AnySystem, options: dict[str, Any]) -> None:
    """Raise CommandError for options that apply only to cards fitted by replays."""
    if options["games"]:
        raise CommandError(f"--games: cards for {system.title} are made by exact count, without replays")
    if options["charts"] not in ("", settings.PENNANT_CHARTS):
        raise CommandError(
            f"--charts: cards for {system.title} are always made with the built-in charts; "
            "use yours with play and simulate"
        )


def _check_files(options: dict[str, Any], card_file: Path) -> None:
    """Raise CommandError if a file would be overwritten or an option would have no effect."""
    if options["team"] and not options["pdf"]:
        raise CommandError("--team chooses the cards to print; add --pdf FILE")
    files = [card_file, *(options[kind] for kind in ("xlsx", "pdf") if options[kind])]
    resolved_files: set[Path] = set()
    for file in files:
        if file.resolve() in resolved_files:
            raise CommandError(f"{file} is named twice; cards, workbook and PDF need separate files")
        resolved_files.add(file.resolve())


def _check_team(year: int, team: str) -> None:
    """Raise SeasonError for an unknown year or team."""
    teams = read_statistics(year).teams
    if team and team not in teams:
        raise SeasonError(f"there is no team {team}; choose from {', '.join(sorted(teams))}")
