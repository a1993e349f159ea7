"""Plays a real season again with cards made from it and holds every line against the real one and its limit."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.processes import usable_cores
from rules_engine.baseball.system import SystemFileError
from seasons.lahman import SeasonError
from seasons.report import (
    PlayerLine,
    ReplayedLeague,
    ReportLine,
    outcome,
    player_lines,
    report_lines,
    season_lines,
)
from seasons.season_play import ReplayPlan
from tabletop.management.charts import add_charts_option, charts_of
from tabletop.management.game_systems import add_ruleset_option, add_system_option, edition_key, system_of
from tabletop.season_plays import play_of
from tournaments.management.arguments import positive_number


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Play a real season again by the autopilot: every line beside the real one, with its limit and verdict."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("year", type=int)
        parser.add_argument("--games", type=positive_number, default=1000, help="of each league")
        parser.add_argument("--replays", type=float, help="whole seasons, in place of --games")
        parser.add_argument("--cards", type=Path, help="a file of make_cards; without it the cards are made first")
        parser.add_argument(
            "--fit-games", type=positive_number, help="of each league to make the cards by, where they are fitted"
        )
        add_system_option(parser)
        add_ruleset_option(parser)
        add_charts_option(parser)
        parser.add_argument("--seed", type=int, default=1, help="of the dice, other ones than cards are made with")
        parser.add_argument("--workers", type=positive_number, default=usable_cores(), help="processes at work")

    def handle(self, *args: Any, **options: Any) -> None:
        system = system_of(options)
        play, edition = play_of(system.key), edition_key(system, options["edition"])
        charts = system.charts(charts_of(system, options))
        replay = ReplayPlan(
            options["year"],
            edition,
            options["cards"],
            options["games"],
            options["replays"],
            options["seed"],
            options["workers"],
            options["fit_games"] or play.fit_games,
        )
        replayed = []
        try:
            for league, note in play.replays(replay, charts, self._progress):
                self._write_league(league)
                if note:
                    self.stdout.write(note)
                replayed.append(league)
        except (SeasonError, SystemFileError) as fault:
            raise CommandError(str(fault)) from None
        self._conclude(options["year"], replayed, fitted=bool(play.fit_games))

    def _conclude(self, year: int, replayed: Sequence[ReplayedLeague], *, fitted: bool) -> None:
        """Both leagues together; cards that were fitted to such games must come out within the limits."""
        whole, players = season_lines(replayed), player_lines(replayed)
        self._write_table(f"{year}, both leagues", whole)
        self._write_regulars(players)
        faults = [fault for league in replayed for fault in league.counts.faults]
        sound = f"{len(faults)} broken invariants."
        if not fitted:
            self.stdout.write(sound)
            if faults:
                raise CommandError(faults[0])
            return
        said, good = outcome([*(line for league in replayed for line in report_lines(league)), *whole], players)
        self.stdout.write(f"{sound} {said}")
        if not good or faults:
            raise CommandError("the replay is not within its limits")

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
        def on_progress(done: int) -> None:
            self.stderr.write(f"{what}: {done} of {games} games", ending="\n" if done >= games else "\r")
            self.stderr.flush()

        return on_progress
