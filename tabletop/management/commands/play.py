"""Play a game at the terminal against a person or the computer, with dice rolled by the program or by hand."""

import secrets
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from core.durable_files import write_durably
from rules_engine import systems
from rules_engine.baseball.events import GameHalted
from rules_engine.baseball.game import NotReadyError
from rules_engine.baseball.game_input import ScriptedInput, SeededDice
from rules_engine.baseball.retrosheet import GameInfo, event_file, team_codes
from rules_engine.baseball.ruleset_words import optional_rules_of, rule_in_words, switched_rules
from rules_engine.baseball.saved_games import SavedGameError, saved_text
from rules_engine.baseball.situations import is_midgame
from rules_engine.baseball.system import AnySystem
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.odds.in_words import ODDS_BY_WORD
from rules_engine.terminal.keyboard import Keyboard, UserQuit, parse_number
from rules_engine.terminal.lineup_dialog import LineupDialog
from rules_engine.terminal.lineup_files import LineupFileError, read_lineup_file
from rules_engine.terminal.session import play_at_terminal
from seasons.club_games import GameOptions
from seasons.lahman import SeasonError
from tabletop.drafted_lineups import DraftedGame
from tabletop.management.game_options import (
    changed_charts_note,
    checked_charts,
    chosen_styles,
    chosen_system,
    ruleset_key,
)
from tabletop.management.play_options import (
    DEFAULT_AWAY,
    DEFAULT_HOME,
    add_play_options,
    check_drafted_options,
    check_options,
    check_system_options,
    managed_by_person,
)
from tabletop.prepared_games import (
    PreparedGame,
    new_club_game,
    new_drafted_game,
    resume_game,
    start_from_situation,
    with_lineups,
)
from tabletop.queries.drafted_game import NoDraftedGameError, game_of_series, game_of_teams
from tabletop.queries.lineups import with_saved_lineups
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series
from tournaments.services.order_of_play import start_series

RESTING: Final = "batters_rest"  # the optional rule for --rest
_WEATHER_DIE: Final = 20


@dataclass(frozen=True, slots=True)
class TypedDice:
    """Dice that a person rolls and enters before the first pitch."""

    write: Callable[[str], None]

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        keyboard = Keyboard(input, self.write)
        while True:
            roll = parse_number(keyboard.line(f"  {name}, die of {sides}: "), sides)
            if roll is not None:
                return roll
            self.write(f"    Enter a number from {lowest} to {sides}.")


class Command(BaseCommand):
    requires_system_checks = ()  # uses no pages, and the database only for a tournament's teams
    help = "Play a game of Strat-O-Matic or another --system. Type help at any prompt."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_play_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")  # after an undecodable line, the question is repeated
        try:
            prepared = self._prepare(options)
        except (EOFError, KeyboardInterrupt, UserQuit):
            raise CommandError("no game was started") from None
        except (LineupFileError, NoDraftedGameError, SavedGameError, SeasonError, SystemFileError) as error:
            raise CommandError(str(error)) from None
        if options["retrosheet"] and is_midgame(prepared.game.log.start):
            raise CommandError("--retrosheet needs a game from the first pitch, but this one starts mid-game")
        self._write_notes(prepared)
        self.save_path = options["save"] or options["resume"]
        if self.save_path and options["series"] is not None:
            self._start_series(options["series"])
        self._play(prepared, options)
        if options["retrosheet"]:
            self._write_retrosheet(prepared, options["retrosheet"], options["date"] or date.today())

    # These methods prepare the game. They raise CommandError and the errors that handle() catches.

    def _prepare(self, options: dict[str, Any]) -> PreparedGame:
        check_options(options)
        if options["resume"]:
            return resume_game(options["resume"], options["cards"], partial(checked_charts, options=options))
        prepared = self._new_game(options)
        if options["rest"]:
            prepared = self._with_rested_batters(prepared)
        prepared = self._with_user_lineups(prepared, options)
        if options["situation"]:
            prepared = start_from_situation(prepared, options["situation"])
        return prepared

    def _new_game(self, options: dict[str, Any]) -> PreparedGame:
        seed = secrets.randbelow(2**31) if options["seed"] is None else options["seed"]
        game_options = GameOptions(
            season=options["season"],
            cards=options["cards"],
            away=DEFAULT_AWAY if options["away"] is None else options["away"],
            home=DEFAULT_HOME if options["home"] is None else options["home"],
            starters=(options["away_starter"], options["home_starter"]),
            park=options["park"],
            has_designated_hitter=options["dh"],
            reverses_underlines=options["reverse_underlines"],
            types_dice=options["typed_dice"],
            seed=seed,
            styles=chosen_styles(options),
        )
        if options["series"] is None and options["tournament"] is None:
            return self._new_club_game(game_options, options)
        return self._new_drafted_game(game_options, options)

    def _new_club_game(self, game_options: GameOptions, options: dict[str, Any]) -> PreparedGame:
        system = chosen_system(options)
        game_options = replace(
            game_options,
            system=system.key,
            edition=ruleset_key(system, options["edition"]),
            charts=checked_charts(system, options),
        )
        check_system_options(system, options)
        if options["weather"]:
            game_options = self._with_weather(game_options, system, options)
        return new_club_game(game_options)

    def _with_weather(self, game_options: GameOptions, system: AnySystem, options: dict[str, Any]) -> GameOptions:
        """Roll for the weather, which is the game's first roll (30.5)."""
        assert system.weather is not None  # check_system_options rejects --weather otherwise
        dice = SeededDice(game_options.seed)
        roll = TypedDice(self.stdout.write).roll if game_options.types_dice else dice.roll
        game_input = ScriptedInput([("weather", roll("weather", _WEATHER_DIE))])
        park = system.weather(
            game_options.edition,
            game_options.home,
            options["weather"],
            night=options["night"],
            game_input=game_input,
        )
        self.stdout.write(f"{park.capitalize()}, by the d20 (30.5).")
        return replace(game_options, park=park, rolls_used=dice.rolled)

    def _with_rested_batters(self, prepared: PreparedGame) -> PreparedGame:
        """Roll which batters rest, and return the game with lineups that leave them out (26.2)."""
        saved, system = prepared.saved, prepared.game.system
        rules = {rule.key: is_on for rule, is_on in optional_rules_of(system, saved.edition)}
        if not rules.get(RESTING):
            raise CommandError("--rest: under these rules, no dice decide which batters rest (26.2)")
        dice = SeededDice(saved.seed, saved.rolled)
        roller = TypedDice(self.stdout.write) if saved.typed_dice else dice
        sides = []
        for team, lineup in zip(saved.teams, saved.log.start.sides, strict=True):
            side, rested = system.rest_batters(roller, prepared.game.setup, lineup)
            names = ", ".join(prepared.names[player] for player in rested) or "nobody"
            self.stdout.write(f"Resting for {team}: {names} (26.2).")
            sides.append(side)
        prepared = with_lineups(prepared, (sides[0], sides[1]))
        return replace(prepared, saved=replace(prepared.saved, rolled=dice.rolled))

    def _new_drafted_game(self, game_options: GameOptions, options: dict[str, Any]) -> PreparedGame:
        """Prepare a game between two teams in a tournament, with their pitching sheets (T10.2)."""
        check_drafted_options(options)
        game = _load_drafted_game(options)
        system = systems.load(game.profile.game.system)
        if options["system"] not in (None, system.key):
            raise CommandError(f"this tournament plays {system.title}; leave out --system")
        if options["edition"] not in (None, game.profile.game.edition):
            raise CommandError(f"a tournament game uses its ruleset, {game.profile.game.edition}. Remove --ruleset.")
        check_system_options(system, options)
        game_options = replace(game_options, charts=checked_charts(system, options))
        prepared, without_card = new_drafted_game(game_options, game)
        self.stdout.write(f"{game.title}, by the current pitching sheets.")
        prepared, warnings = with_saved_lineups(prepared, game)
        for warning in warnings:
            self.stdout.write(warning)
        if without_card:
            self.stdout.write(f"Left out, because the season has no cards for them: {', '.join(without_card)}.")
        return prepared

    def _with_user_lineups(self, prepared: PreparedGame, options: dict[str, Any]) -> PreparedGame:
        """Return the game with the lineups from a file, or with those chosen at the keyboard."""
        teams = prepared.saved.teams
        starters = prepared.starters(0), prepared.starters(1)
        path = options["lineup"]
        if path:
            sides = read_lineup_file(path, teams, prepared.game.log.start.sides, prepared.names, starters)
            return with_lineups(prepared, sides, f"{path}: ")
        people = managed_by_person(options)
        if not any(people):
            return prepared
        keyboard = Keyboard(input, self.stdout.write)
        dialog = LineupDialog(prepared.game, teams, prepared.names, keyboard, starters)
        return with_lineups(prepared, dialog.ask(people))

    # These methods play the game.

    def _write_notes(self, prepared: PreparedGame) -> None:
        if note := changed_charts_note(prepared.saved.charts, prepared.charts):
            self.stdout.write(note)
        if note := getattr(prepared.game.setup.edition, "stand_in", ""):
            self.stdout.write(note)
        for rule, is_on in switched_rules(prepared.game.system, prepared.saved.edition):
            self.stdout.write(f"Optional rule {rule_in_words(rule, is_on=is_on)}")

    def _start_series(self, number: int) -> None:
        """Start the series with its first saved game (T10.2). Without --save, the game is practice."""
        series = Series.objects.get(pk=number)
        if not series.is_started:
            start_series(series=series, actor=PROGRAM)
            self.stdout.write(f"{series} has started (T10.2).")

    def _play(self, prepared: PreparedGame, options: dict[str, Any]) -> None:
        """Play the game, and show the next step."""
        try:
            is_over = self._play_at_terminal(prepared, options)
        except (EOFError, KeyboardInterrupt):
            is_over = False
        except NotReadyError as error:
            raise CommandError(str(error)) from None
        if not is_over:
            self.stdout.write("\n" + self._unfinished_note())
        elif options["series"] is not None and self.save_path:
            series = options["series"]
            self.stdout.write(f"To enter it in its series: manage.py enter_game {self.save_path} --series {series}")
            self.stdout.write(f"For series totals: manage.py box {self.save_path} OTHER_FILES ...")

    def _play_at_terminal(self, prepared: PreparedGame, options: dict[str, Any]) -> bool:
        """Play until the game is over or the user leaves. Return whether it is over."""
        saved = prepared.saved
        dice = None
        if not (saved.typed_dice or options["typed_dice"]):
            dice = SeededDice(saved.seed, saved.rolled)
            self.stdout.write(f"Pennant rolls the dice (seed {saved.seed}). Type help at any prompt.")
        if prepared.game.state.ending == "suspended":
            prepared.game.append(GameHalted("", "T33.0"))
        return play_at_terminal(
            prepared.game,
            saved.teams,
            prepared.names,
            input,
            self.stdout.write,
            dice,
            people=managed_by_person(options),
            profile=prepared.profile,
            not_suspended=saved.not_suspended,
            save_game=partial(self._save, prepared, dice) if self.save_path else None,
            odds=None if prepared.is_tournament_game else ODDS_BY_WORD,
            printed=saved.ratings,
        )

    def _save(self, prepared: PreparedGame, dice: SeededDice | None) -> None:
        """Save in one step, so that a crash can't damage the saved game."""
        rolls_used = dice.rolled if dice else prepared.saved.rolled
        try:
            write_durably(self.save_path, saved_text(replace(prepared.saved, rolled=rolls_used)))
        except OSError as error:
            self.stdout.write(f"    The game couldn't be saved to {self.save_path}: {error.strerror}")

    def _unfinished_note(self) -> str:
        if not self.save_path:
            return "The game was not saved. To save a game, start with --save FILE."
        if not self.save_path.exists():
            return f"The game was not saved, because {self.save_path} couldn't be written."
        return f"The game is saved up to the last complete play. To resume it: --resume {self.save_path}"

    def _write_retrosheet(self, prepared: PreparedGame, path: Path, day: date) -> None:
        info = GameInfo(*team_codes(*prepared.saved.teams), day.strftime("%Y/%m/%d"))
        try:
            path.write_text(event_file(prepared.game.log, info, prepared.names), encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{path} couldn't be written: {error.strerror}") from None
        self.stdout.write(f"Wrote the game to {path} as Retrosheet events.")


def _load_drafted_game(options: dict[str, Any]) -> DraftedGame:
    try:
        if options["series"] is not None:
            return game_of_series(options["series"])
        return game_of_teams(options["tournament"], options["away"], options["home"])
    except OperationalError as error:
        raise CommandError(f"The tournaments can't be read: {error}.") from None
