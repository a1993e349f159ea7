"""Replay a real season with its cards, and compare each line with the real one."""

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.processes import usable_cores
from rules_engine.baseball.system_types import SystemFileError
from seasons.lahman import SeasonError
from seasons.report import (
    PlayerLine,
    ReplayedLeague,
    ReportLine,
    player_lines,
    report_lines,
    season_lines,
    summarize_verdicts,
)
from seasons.season_play import ReplayPlan
from tabletop.management.game_options import (
    add_charts_option,
    add_ruleset_option,
    add_system_option,
    checked_charts,
    chosen_system,
    progress_line,
    ruleset_key,
)
from tabletop.season_plays import season_play_for
from tournaments.management.arguments import positive_number


class Command(BaseCommand):
    requires_system_checks = ()  # uses neither pages nor the database
    help = "Replay a real season with computer managers, and compare each line with the actual line and its limit."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("year", type=int)
        parser.add_argument("--games", type=positive_number, default=1000, help="games per league")
        parser.add_argument("--replays", type=float, help="whole seasons to play, instead of --games")
        parser.add_argument("--cards", type=Path, help="a file from make_cards (default: make the cards first)")
        parser.add_argument(
            "--fit-games", type=positive_number, help="games per league used to fit the cards, if the system does so"
        )
        add_system_option(parser)
        add_ruleset_option(parser)
        add_charts_option(parser)
        parser.add_argument("--seed", type=int, default=1, help="seed for the dice")
        parser.add_argument("--workers", type=positive_number, default=usable_cores(), help="number of processes")

    def handle(self, *args: Any, **options: Any) -> None:
        system = chosen_system(options)
        play = season_play_for(system.key)
        edition = ruleset_key(system, options["edition"])
        charts = system.charts(checked_charts(system, options))
        plan = ReplayPlan(
            options["year"],
            edition,
            options["cards"],
            options["games"],
            options["replays"],
            options["seed"],
            options["workers"],
            options["fit_games"] or play.fit_games,
        )
        leagues = []
        try:
            for league, note in play.replays(plan, charts, self._start_progress):
                self._write_league(league)
                if note:
                    self.stdout.write(note)
                leagues.append(league)
        except (SeasonError, SystemFileError) as error:
            raise CommandError(str(error)) from None
        self._write_conclusion(options["year"], leagues, is_fitted=bool(play.fit_games))

    def _write_conclusion(self, year: int, leagues: Sequence[ReplayedLeague], *, is_fitted: bool) -> None:
        """Write the totals of both leagues. Raise CommandError if fitted cards are outside the limits."""
        lines = season_lines(leagues)
        players = player_lines(leagues)
        self._write_table(f"{year}, both leagues", lines)
        self._write_regulars(players)
        faults = [fault for league in leagues for fault in league.counts.faults]
        broken = f"{len(faults)} broken invariants."
        if not is_fitted:
            self.stdout.write(broken)
            if faults:
                raise CommandError(faults[0])
            return
        all_lines = [line for league in leagues for line in report_lines(league)] + lines
        summary, is_within = summarize_verdicts(all_lines, players)
        self.stdout.write(f"{broken} {summary}")
        if faults or not is_within:
            raise CommandError("the replay is not within its limits")

    def _write_league(self, league: ReplayedLeague) -> None:
        title = f"{league.title}: {league.counts.games} games, {league.replays:.1f} replays of the season"
        self._write_table(title, report_lines(league))

    def _write_table(self, title: str, lines: Sequence[ReportLine]) -> None:
        self.stdout.write(f"\n{title}; per team and 27 outs:")
        self.stdout.write(f"{'':<17}{'real':>8}{'replayed':>10}{'error':>8}{'st.err.':>9}{'limit':>7}  verdict")
        for line in lines:
            cells = [
                f"{line.name:<17}",
                f"{line.real:>8.3f}" if line.real is not None else f"{'-':>8}",
                f"{line.replayed:>10.3f}",
                f"{line.relative_error:>+8.1%}" if line.relative_error is not None else f"{'':>8}",
                f"{line.error / line.replayed:>9.2%}" if line.replayed else f"{'':>9}",
                f"{line.limit:>7.0%}" if line.limit else f"{'':>7}",
                f"  {line.verdict}",
            ]
            self.stdout.write("".join(cells).rstrip())

    def _write_regulars(self, players: Sequence[PlayerLine]) -> None:
        self.stdout.write("\nRegulars' rates, replayed and actual. The best possible is with perfect cards:")
        self.stdout.write(f"{'':<25}{'players':>9}{'correlation':>13}{'best':>7}  verdict")
        for line in players:
            rates = f"{line.correlation:>13.3f}{line.best_possible:>7.3f}"
            self.stdout.write(f"{line.name:<25}{line.players:>9}{rates}  {line.verdict}".rstrip())

    def _start_progress(self, task: str, games: int) -> Callable[[int], None]:
        return progress_line(self.stderr, games, task)
