"""Plays a real season again with cards made from it and holds every line against the real one and its limit."""

import os
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.system import AnySystem, SystemFileError
from seasons.counted_replay import CountedReplay
from seasons.counted_replay import target_of as target_of_season
from seasons.lahman import SeasonError
from seasons.league_statistics import LEAGUES, read_statistics
from seasons.report import (
    PlayerLine,
    ReplayedLeague,
    ReportLine,
    outcome,
    player_lines,
    report_lines,
    season_lines,
)
from seasons.strat_o_matic.fit import GAMES, fit_league, league_of_file, target_of
from seasons.strat_o_matic.league_cards import LeagueCards
from seasons.strat_o_matic.replay import replay_league
from seasons.strat_o_matic.season_cards import load_cards
from tournaments.management.arguments import positive_number
from weekend.counted_games import season_of
from weekend.management.charts import add_charts_option, checked_charts, use_charts
from weekend.management.game_systems import USUAL, add_system_option, edition_key, system_of


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Play a real season again by the autopilot: every line beside the real one, with its limit and verdict."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("year", type=int)
        parser.add_argument("--games", type=positive_number, default=1000, help="of each league")
        parser.add_argument("--replays", type=float, help="whole seasons, in place of --games")
        parser.add_argument("--cards", type=Path, help="a file of make_cards; without it the cards are made first")
        parser.add_argument(
            "--fit-games", type=positive_number, default=GAMES, help="of each league to make the cards by"
        )
        add_system_option(parser)
        parser.add_argument("--edition", metavar="KEY", help="of the system; its usual one when not given")
        add_charts_option(parser)
        parser.add_argument("--seed", type=int, default=1, help="of the dice, other ones than cards are made with")
        parser.add_argument("--workers", type=positive_number, default=os.cpu_count() or 1, help="processes at work")

    def handle(self, *args: Any, **options: Any) -> None:
        system = system_of(options)
        options["edition"] = edition_key(system, options["edition"])
        if system.key != USUAL:
            self._replay_counted(system, options)
            return
        use_charts(options)
        try:
            leagues = [self._league(name, options) for name in LEAGUES]
        except (SeasonError, SystemFileError) as fault:
            raise CommandError(str(fault)) from None
        replayed = [self._replay(made, options) for made in leagues]
        for league in replayed:
            self._write_league(league)
        whole = season_lines(replayed)
        self._write_table(f"{options['year']}, both leagues", whole)
        players = player_lines(replayed)
        self._write_regulars(players)
        faults = [fault for league in replayed for fault in league.counts.faults]
        said, good = outcome([*(line for league in replayed for line in report_lines(league)), *whole], players)
        self.stdout.write(f"{len(faults)} broken invariants. {said}")
        if not good or faults:
            raise CommandError("the replay is not within its limits")

    def _replay_counted(self, system: AnySystem, options: dict[str, Any]) -> None:
        """Under a system whose cards come out right by exact count; nothing was fitted to these games."""
        charts = system.charts(checked_charts(system, options))
        try:
            season = season_of(system, options["edition"], str(options["cards"] or options["year"]))
            statistics = read_statistics(options["year"])
        except (SeasonError, SystemFileError) as fault:
            raise CommandError(str(fault)) from None
        replayed = []
        for name in LEAGUES:
            league = statistics.of(name)
            teams = {team: [man for man in season.teams[team] if man in season.cards] for team in league.teams}
            book = system.book(system.edition(options["edition"]), season.cards, charts)
            replay = CountedReplay(system, book, league, teams)
            games = options["games"]
            if options["replays"]:
                games = max(1, round(options["replays"] * target_of_season(league).games))
            replayed.append(replay.play(games, options["seed"], self._progress(f"replaying, {name}", games)))
            self._write_league(replayed[-1])
            self.stdout.write(f"{replay.missed} times a man was hurt or without his rest.")
        self._write_table(f"{options['year']}, both leagues", season_lines(replayed))
        self._write_regulars(player_lines(replayed))
        faults = [fault for league in replayed for fault in league.counts.faults]
        self.stdout.write(f"{len(faults)} broken invariants.")
        if faults:
            raise CommandError(faults[0])

    def _league(self, name: str, options: dict[str, Any]) -> LeagueCards:
        if options["cards"]:
            return league_of_file(options["year"], name, load_cards(options["cards"]))
        tell = self._progress(f"making cards, {name}", options["fit_games"])
        return fit_league(options["year"], name, options["fit_games"], workers=options["workers"], tell=tell)

    def _replay(self, made: LeagueCards, options: dict[str, Any]) -> ReplayedLeague:
        target, games = target_of(made), options["games"]
        if options["replays"]:
            games = max(1, round(options["replays"] * target.games))
        counts = replay_league(
            made,
            games,
            options["seed"],
            edition=options["edition"],
            workers=options["workers"],
            tell=self._progress(f"replaying, {made.name}", games),
        )
        return ReplayedLeague(target, made.statistics, counts)

    def _write_league(self, league: ReplayedLeague) -> None:
        title = f"{league.title}: {league.counts.games} games, {league.replays:.1f} replays of the season"
        self._write_table(title, report_lines(league))

    def _write_table(self, title: str, lines: Sequence[ReportLine]) -> None:
        self.stdout.write(f"\n{title}; per team and 27 outs:")
        self.stdout.write(f"{'':<17}{'real':>8}{'replayed':>10}{'off':>8}{'st.err.':>9}{'limit':>7}  verdict")
        for line in lines:
            real = f"{line.real:>8.3f}" if line.real is not None else f"{'-':>8}"
            off = f"{line.off:>+8.1%}" if line.off is not None else f"{'':>8}"
            error = f"{line.error / line.given:>9.2%}" if line.given else f"{'':>9}"
            limit = f"{line.limit:>7.0%}" if line.limit else f"{'':>7}"
            self.stdout.write(f"{line.name:<17}{real}{line.given:>10.3f}{off}{error}{limit}  {line.verdict}".rstrip())

    def _write_regulars(self, players: Sequence[PlayerLine]) -> None:
        self.stdout.write("\nRates of regulars, replayed against real; at best is what chance leaves of perfect cards:")
        self.stdout.write(f"{'':<25}{'men':>5}{'correlation':>13}{'at best':>9}  verdict")
        for line in players:
            self.stdout.write(
                f"{line.name:<25}{line.players:>5}{line.correlation:>13.3f}{line.at_best:>9.3f}"
                f"  {line.verdict}".rstrip()
            )

    def _progress(self, what: str, games: int) -> Any:
        def tell(done: int) -> None:
            self.stderr.write(f"{what}: {done} of {games} games", ending="\n" if done >= games else "\r")
            self.stderr.flush()

        return tell
