"""Makes cards of a real season for a game system and says how near they come to it."""

import os
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.system import AnySystem, Counted
from seasons import made_cards
from seasons.card_workbook import cards_workbook
from seasons.lahman import SeasonError
from seasons.league_statistics import LEAGUES, read_statistics
from seasons.strat_o_matic.fit import GAMES, at_their_bounds, fit_league
from seasons.strat_o_matic.league_cards import LeagueCards, make_league
from seasons.strat_o_matic.season_cards import added, cards_document, joined
from tournaments.management.arguments import file_of_kind, file_to_write, positive_number, write_file
from weekend.card_paper import cards_pdf
from weekend.management.charts import add_charts_option, use_charts
from weekend.management.game_systems import USUAL, add_system_option, edition_key, system_of

MOST_SHORT = 12  # men whose cards cannot give what they did, told by name


@dataclass(frozen=True)
class SeasonMade:
    """A season's cards with their file, the count of all of them together, and what is to be said of them."""

    cards: Mapping[str, Any]
    teams: Mapping[str, Sequence[str]]
    document: bytes
    report: Sequence[Counted]
    notes: Sequence[str] = ()
    short: Mapping[str, Sequence[Counted]] = field(default_factory=dict)


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Make cards of a real season, write them to a file, and report their totals against the real ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("year", type=int)
        add_system_option(parser)
        parser.add_argument("--edition", metavar="KEY", help="of the system, whose options the cards are made for")
        parser.add_argument("--out", type=file_to_write, help="the file to write; cards-YEAR.json here when not given")
        parser.add_argument("--xlsx", type=file_of_kind(".xlsx"), help="write the cards line by line as a workbook too")
        parser.add_argument("--pdf", type=file_of_kind(".pdf"), help="print the cards too, four to a sheet")
        parser.add_argument("--team", default="", help="print this team's cards only, such as NYA; with --pdf")
        parser.add_argument(
            "--games",
            type=int,
            help=f"of each league to fit by, 0 is no replay; {USUAL} alone ({GAMES})",
        )
        parser.add_argument("--workers", type=positive_number, default=os.cpu_count() or 1, help="processes at work")
        add_charts_option(parser)
        parser.add_argument("--paper", choices=("letter", "a4"), default="letter", help="the sheets of --pdf")
        parser.add_argument("--short", action="store_true", help="name every man whose card cannot give what he did")

    def handle(self, *args: Any, **options: Any) -> None:
        system, year = system_of(options), options["year"]
        usual = f"cards-{year}.json" if system.key == USUAL else f"cards-{year}-{system.key}.json"
        path = options["out"] or Path(usual)
        _check_files(options, path)
        if system.key != USUAL and options["games"]:
            raise CommandError(f"--games: cards of {system.title} are made by exact count, without replays")
        if system.key != USUAL and options["charts"] not in ("", settings.PENNANT_CHARTS):
            raise CommandError(
                f"--charts: cards of {system.title} are made by our charts alone; play and simulate take yours"
            )
        edition = edition_key(system, options["edition"])
        try:
            _check_team(year, options["team"])
            made = self._fitted(options) if system.key == USUAL else _counted(system, year, edition)
        except SeasonError as fault:
            raise CommandError(str(fault)) from None
        self._write(system, options, path, made)
        self.stdout.write(f"{len(made.cards)} cards of {len(made.teams)} teams are in {path}")
        self._report(made, every_man=options["short"])
        if system.key == USUAL:
            self.stdout.write(f"replayed against the season: manage.py replay_season {year} --cards {path}")
        else:
            self.stdout.write(f"played with them: manage.py play --system {system.key} --cards {path}")

    def _write(self, system: AnySystem, options: dict[str, Any], path: Path, made: SeasonMade) -> None:
        write_file(path, made.document)
        if options["xlsx"]:
            write_file(options["xlsx"], cards_workbook(system, made.cards, made.teams))
        if options["pdf"]:
            team, year = options["team"], options["year"]
            faces = [
                (system.card_face(made.cards[man]), f"{year} {club}")
                for club in ([team] if team else sorted(made.teams))
                for man in made.teams[club]
            ]
            write_file(options["pdf"], cards_pdf(faces, f"Cards of {year} {team}".strip(), options["paper"]))

    def _report(self, made: SeasonMade, *, every_man: bool) -> None:
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
            self.stdout.write(f"  {made.cards[man].name} ({man}): {counts}")
        if len(told) < len(made.short):
            self.stdout.write(f"  and {len(made.short) - len(told)} more: --short names all of them")

    def _fitted(self, options: dict[str, Any]) -> SeasonMade:
        """The usual system's: fitted by replays."""
        use_charts(options)
        leagues = [self._league(name, options) for name in LEAGUES]
        season = joined(leagues)
        report = [Counted(*line) for line in added(leagues)]
        notes = [
            f"{made.name}: {', '.join(lines)} can come no nearer, for cards and habits end there"
            for made in leagues
            if (lines := at_their_bounds(made))
        ]
        return SeasonMade(season.cards, season.teams, cards_document(season), report, notes)

    def _league(self, name: str, options: dict[str, Any]) -> LeagueCards:
        games = GAMES if options["games"] is None else options["games"]

        def tell(done: int) -> None:
            self.stderr.write(f"{name}: {done} of {games} games", ending="\n" if done >= games else "\r")
            self.stderr.flush()

        if not games:
            return make_league(options["year"], name)
        return fit_league(options["year"], name, games, workers=options["workers"], tell=tell)


def _counted(system: AnySystem, year: int, edition: str) -> SeasonMade:
    """Any other system's: right by exact count."""
    season = made_cards.make_season(system, year, edition)
    document = made_cards.cards_document(system, season)
    return SeasonMade(season.cards, season.teams, document, season.report, short=season.short)


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
