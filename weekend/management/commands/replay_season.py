"""Plays a real season again with cards made from it and reports every line beside the real one."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.systems.strat_o_matic.edition import available_editions
from weekend.real_cards import SeasonError
from weekend.season_replay import real_per_game, replay_season


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Play many games of a real season by the autopilot; per 27 outs beside what was played."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("year", type=int)
        parser.add_argument("--games", type=int, default=2000)
        parser.add_argument("--edition", choices=sorted(available_editions()), default="star")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            real = real_per_game(options["year"])
            replay = replay_season(
                options["year"], options["games"], options["seed"], options["edition"], self._progress(options["games"])
            )
        except SeasonError as fault:
            raise CommandError(str(fault)) from None
        self.stdout.write(f"{replay.games} games, {len(replay.faults)} broken invariants; per team and 27 outs:")
        self.stdout.write(f"{'':<6}{'played':>8}{'cards':>8}{'off':>9}")
        for name, given in replay.per_game().items():
            off = f"{given / real[name] - 1:>+9.1%}" if real[name] else ""
            self.stdout.write(f"{name:<6}{real[name]:>8.3f}{given:>8.3f}{off}")

    def _progress(self, games: int) -> Any:
        def tell(done: int) -> None:
            if done % 100 == 0:
                self.stdout.write(f"{done} of {games} games", ending="\r")
                self.stdout.flush()

        return tell
