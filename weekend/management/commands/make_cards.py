"""Makes Strat-O-Matic cards of a real season and says how near they come to it."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.systems.strat_o_matic.cards.cards import Card
from seasons.lahman import SeasonError
from seasons.league_statistics import LEAGUES, read_statistics
from seasons.strat_o_matic.card_workbook import cards_workbook
from seasons.strat_o_matic.fit import GAMES, at_their_bounds, fit_league
from seasons.strat_o_matic.league_cards import LeagueCards, make_league
from seasons.strat_o_matic.season_cards import SeasonCards, added, cards_document, joined
from tournaments.management.arguments import at_least_one, file_of_kind, file_to_write, write_file
from weekend.card_paper import cards_pdf
from weekend.management.charts import add_charts_option, use_charts


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Make cards of a real season, write them to a file, and report their totals against the real ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("year", type=int)
        parser.add_argument("--out", type=file_to_write, help="the file to write; cards-YEAR.json here when not given")
        parser.add_argument("--xlsx", type=file_of_kind(".xlsx"), help="write the cards line by line as a workbook too")
        parser.add_argument("--pdf", type=file_of_kind(".pdf"), help="print the cards too, four to a sheet")
        parser.add_argument("--team", default="", help="print this team's cards only, such as NYA; with --pdf")
        parser.add_argument("--games", type=int, default=GAMES, help="of each league to fit by; 0 is no replay")
        parser.add_argument("--workers", type=at_least_one, default=os.cpu_count() or 1, help="processes at work")
        add_charts_option(parser)
        parser.add_argument("--paper", choices=("letter", "a4"), default="letter", help="the sheets of --pdf")

    def handle(self, *args: Any, **options: Any) -> None:
        use_charts(options)
        path = options["out"] or Path(f"cards-{options['year']}.json")
        _check_files(options, path)
        try:
            _check_team(options["year"], options["team"])
            leagues = [self._league(name, options) for name in LEAGUES]
            season, report = joined(leagues), added(leagues)
        except SeasonError as fault:
            raise CommandError(str(fault)) from None
        write_file(path, cards_document(season))
        if options["xlsx"]:
            write_file(options["xlsx"], cards_workbook(season.cards, season.teams))
        if options["pdf"]:
            title = f"Cards of {options['year']} {options['team']}".strip()
            printed = _cards_of(season, options["year"], options["team"])
            write_file(options["pdf"], cards_pdf(printed, title, options["paper"]))
        self.stdout.write(f"{len(season.cards)} cards of {len(season.teams)} teams are in {path}")
        self.stdout.write("by exact count, each man with a card as often as he batted and pitched:")
        self.stdout.write(f"{'':<5}{'played':>9}{'cards':>9}{'off':>9}")
        for line in report:
            self.stdout.write(f"{line.name:<5}{line.played:>9.0f}{line.cards:>9.0f}{line.off:>+9.2%}")
        for made in leagues:
            if lines := at_their_bounds(made):
                self.stdout.write(f"{made.name}: {', '.join(lines)} can come no nearer, for cards and habits end there")
        self.stdout.write(f"replayed against the season: manage.py replay_season {options['year']} --cards {path}")

    def _league(self, name: str, options: dict[str, Any]) -> LeagueCards:
        def tell(done: int) -> None:
            self.stderr.write(f"{name}: {done} of {games} games", ending="\n" if done >= games else "\r")
            self.stderr.flush()

        games = options["games"]
        if not games:
            return make_league(options["year"], name)
        return fit_league(options["year"], name, games, workers=options["workers"], tell=tell)


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


def _cards_of(season: SeasonCards, year: int, team: str) -> list[tuple[Card, str]]:
    """The cards of one team or of all, by team, with what stands under the name."""
    teams = [team] if team else sorted(season.teams)
    return [(season.cards[man], f"{year} {club}") for club in teams for man in season.teams[club]]
