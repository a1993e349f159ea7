"""Plays a game at the terminal: two real teams, dice thrown by the program or typed in, decisions asked or left."""

import secrets
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from rules_engine import systems
from rules_engine.baseball.events import GameHalted
from rules_engine.baseball.game import NotReadyError
from rules_engine.baseball.game_input import ScriptedInput, SeededDice
from rules_engine.baseball.retrosheet import GameInfo, event_file, team_codes
from rules_engine.baseball.saved_games import SavedGameError, saved_text
from rules_engine.baseball.situations import begins_in_the_middle
from rules_engine.baseball.system import MONTHS, AnySystem, SystemFileError
from rules_engine.odds.in_words import game_text, inning_text, odds_text
from rules_engine.terminal.keyboard import Keyboard, Left, number_from
from rules_engine.terminal.lineup_files import LineupFileError, lineups_from
from rules_engine.terminal.lining_up import LiningUp
from rules_engine.terminal.session import play_at_terminal
from seasons.lahman import SeasonError
from tabletop.management.charts import add_charts_option, charts_note, charts_of
from tabletop.management.game_systems import add_ruleset_option, add_system_option, edition_key, system_of
from tabletop.queries.drafted_game import NoDraftedGameError, game_of_series, game_of_teams
from tabletop.queries.lineups import with_saved_line_ups
from tabletop.table_game import TableGame, start_from_situation, with_lineups
from tabletop.table_games import REVERSED, new_drafted_game, new_table_game, resume_game
from tournaments.action_log.writing import PROGRAM
from tournaments.management.arguments import file_to_write
from tournaments.models import Series
from tournaments.services.order_of_play import start_series

MANAGERS = ("person", "auto")


def _day(text: str) -> date:
    """A day written YYYY/MM/DD."""
    try:
        return datetime.strptime(text, "%Y/%m/%d").date()
    except ValueError:
        raise ArgumentTypeError(f"“{text}” is no day; write YYYY/MM/DD") from None


ODDS: Final = {"": odds_text, "inning": inning_text, "game": game_text}


class Command(BaseCommand):
    requires_system_checks = ()  # no pages are used, and the database for a tournament's teams alone
    help = "Play a game of Strat-O-Matic, or of another --system. Type help at any question."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--season", type=int, default=1998)
        parser.add_argument("--cards", type=Path, help="a file of make_cards in place of a season")
        add_charts_option(parser)
        parser.add_argument("--away", help="the visitors: a club of the season (NYA), or a team of the tournament")
        parser.add_argument("--home", help="the home team (ATL)")
        parser.add_argument("--away-starter", default="", metavar="NAME", help="part of the name of who starts")
        parser.add_argument("--home-starter", default="", metavar="NAME")
        which = parser.add_mutually_exclusive_group()
        which.add_argument(
            "--series",
            type=int,
            metavar="NUMBER",
            help="the next game of a tournament's series, by its pitching sheets",
        )
        which.add_argument(
            "--tournament", metavar="SLUG", help="two of its teams, --away and --home, by their pitching sheets"
        )
        parser.add_argument("--lineup", type=Path, metavar="FILE", help="line-ups: rows of team, place, man, position")
        parser.add_argument(
            "--situation",
            nargs="+",
            metavar="WORD=VALUE",
            help="begin in the middle: inning=7 half=bottom outs=1 score=2-3 first=NAME second= third= bats= next=",
        )
        add_system_option(parser)
        add_ruleset_option(parser)
        parser.add_argument("--dh", action="store_true", help="with designated hitters, if the ruleset has them")
        parser.add_argument(
            "--reverse-underlines", action="store_true", help="for new card sets against old ones (15.2)"
        )
        parser.add_argument("--park", default="", help="a park of the ballparks chart, such as harbor_yard")
        parser.add_argument("--weather", choices=MONTHS, help="roll for the home team's weather of this month instead")
        parser.add_argument("--night", action="store_true", help="a night game; only with --weather")
        parser.add_argument("--seed", type=int, help="of the dice that the program throws; drawn when not given")
        parser.add_argument("--typed-dice", action="store_true", help="type in every die you throw")
        parser.add_argument("--auto", action="store_true", help="leave both teams to the autopilot")
        parser.add_argument("--away-manager", choices=MANAGERS, default="person", help="who manages the visitors")
        parser.add_argument("--home-manager", choices=MANAGERS, default="person", help="who manages the home team")
        parser.add_argument("--save", type=file_to_write, help="keep the game in this file, after every play")
        parser.add_argument("--resume", type=Path, help="go on with a game that was saved; teams and rules are its own")
        parser.add_argument(
            "--retrosheet", type=file_to_write, help="write the game as Retrosheet event text at the end"
        )
        parser.add_argument("--date", type=_day, help="of the game in that file, YYYY/MM/DD; today when not given")

    def handle(self, *args: Any, **options: Any) -> None:
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")  # what is no text is asked again, like every wrong answer
        try:
            table = self._table(options)
            if not options["resume"]:
                table = self._lined_up(table, options)
            if options["situation"]:
                table = self._in_the_middle(table, options["situation"])
            if options["retrosheet"] and begins_in_the_middle(table.game.log.start):
                raise CommandError("--retrosheet: a game that began in the middle has no account from the first pitch")
        except (EOFError, KeyboardInterrupt, Left):
            raise CommandError("no game was begun") from None
        if told := charts_note(table.saved.charts, table.charts):
            self.stdout.write(told)
        if stand_in := getattr(table.game.setup.edition, "stand_in", ""):
            self.stdout.write(stand_in)
        self.kept = options["save"] or options["resume"]
        if self.kept and options["series"] is not None:
            self._start_series(options["series"])
        try:
            over = self._play(table, options)
        except (EOFError, KeyboardInterrupt):
            over = False
        except NotReadyError as fault:
            raise CommandError(str(fault)) from None
        if not over:
            self.stdout.write("\n" + self._left())
        elif options["series"] is not None and self.kept:
            self.stdout.write(f"Put it into its series: manage.py enter_game {self.kept} --series {options['series']}")
            self.stdout.write(
                f"Everybody's line over the series: manage.py box {self.kept}, with its other games' files"
            )
        self._write_retrosheet(table, options)

    def _start_series(self, number: int) -> None:
        """T10.2: the first game at the play table starts its series. Without --save it is practice."""
        series = Series.objects.get(pk=number)
        if not series.is_started:
            start_series(series=series, actor=PROGRAM)
            self.stdout.write(f"{series} has started (T10.2).")

    def _play(self, table: TableGame, options: dict[str, Any]) -> bool:
        """Whether the game was played to its end."""
        typed = table.saved.typed_dice or options["typed_dice"]
        dice = None if typed else SeededDice(table.saved.seed, table.saved.thrown)
        if table.game.state.ending == "suspended":
            table.game.append(GameHalted("", "T33.0"))
        if dice is not None:
            self.stdout.write(f"The program throws the dice of seed {table.saved.seed}. Type help at any question.")
        return play_at_terminal(
            table.game,
            table.saved.teams,
            table.names,
            input,
            self.stdout.write,
            dice,
            people=self._people(options),
            profile=table.profile,
            not_suspended=table.saved.not_suspended,
            keep=(lambda: self._keep(table, dice)) if self.kept else None,
            odds=None if table.is_tournament_game else ODDS,
        )

    def _lined_up(self, table: TableGame, options: dict[str, Any]) -> TableGame:
        """With the line-ups of a file, or as those who manage at the keyboard want them. Raises Left, CommandError."""
        people = self._people(options)
        starters = table.starters(0), table.starters(1)
        try:
            if options["lineup"]:
                sides = table.game.log.start.sides
                teams = table.saved.teams
                read = lineups_from(options["lineup"], teams, sides, table.names, starters)
                return with_lineups(table, read, f"{options['lineup']}: ")
            if not any(people):
                return table
            keyboard = Keyboard(input, self.stdout.write)
            return with_lineups(
                table, LiningUp(table.game, table.saved.teams, table.names, keyboard, starters).sides(people)
            )
        except (LineupFileError, SeasonError) as fault:
            raise CommandError(str(fault)) from None

    def _in_the_middle(self, table: TableGame, words: Sequence[str]) -> TableGame:
        """Raises CommandError."""
        try:
            return start_from_situation(table, words)
        except SeasonError as fault:
            raise CommandError(str(fault)) from None

    def _people(self, options: dict[str, Any]) -> tuple[bool, bool]:
        """Whether a person manages the visitors and the home team."""
        away, home = (not options["auto"] and options[f"{side}_manager"] == "person" for side in ("away", "home"))
        return away, home

    def _table(self, options: dict[str, Any]) -> TableGame:
        """The game to be played, new or taken up again; raises CommandError for whatever is not there."""
        try:
            if options["resume"] and options["lineup"]:
                raise CommandError("--lineup is for a new game: the saved one has its line-ups")
            if options["resume"] and options["situation"]:
                raise CommandError("--situation is for a new game: the saved one goes on where it stands")
            if options["resume"]:
                return resume_game(options["resume"], options["cards"], partial(charts_of, options=options))
            if options["save"] and options["save"].exists():
                raise CommandError(
                    f"{options['save']} is there already: go on with it by --resume, or name another file."
                )
            seed = secrets.randbelow(2**31) if options["seed"] is None else options["seed"]
            return self._new(options, seed)
        except (SeasonError, SavedGameError, SystemFileError) as fault:
            raise CommandError(str(fault)) from None

    def _new(self, options: dict[str, Any], seed: int) -> TableGame:
        """30.5: the die for the weather is the first of the game."""
        if options["series"] is not None or options["tournament"] is not None:
            return self._drafted(options, seed)
        for side, team in (("away", "NYA"), ("home", "ATL")):
            options[side] = team if options[side] is None else options[side]
        system = system_of(options)
        options["edition"] = edition_key(system, options["edition"])
        options["charts"] = charts_of(system, options)
        _check_words(system, options)
        dice = SeededDice(seed)
        if options["night"] and not options["weather"]:
            raise CommandError("--night is for the weather: give --weather MONTH too")
        if options["weather"] and system.weather:
            if options["park"]:
                raise CommandError("--park or --weather, not both: the weather takes the place of the park (30.5)")
            read = self._typed if options["typed_dice"] else dice.roll
            game_input = ScriptedInput([("weather", read("weather", 20))])
            where = (options["edition"], options["home"], options["weather"])
            options["park"] = system.weather(*where, night=options["night"], game_input=game_input)
            self.stdout.write(f"{options['park'].capitalize()}, by the d20 (30.5).")
        return new_table_game(options, seed, dice.thrown)

    def _drafted(self, options: dict[str, Any], seed: int) -> TableGame:
        """T10.2: two teams of a tournament, their pitchers as their sheets leave them."""
        self._check_drafted(options)
        try:
            if options["series"] is not None:
                game = game_of_series(options["series"])
            else:
                game = game_of_teams(options["tournament"], options["away"], options["home"])
        except NoDraftedGameError as fault:
            raise CommandError(str(fault)) from None
        except OperationalError as fault:
            raise CommandError(f"The tournaments cannot be read: {fault}.") from None
        system = systems.load(game.profile.game.system)
        if options["system"] not in (None, system.key):
            raise CommandError(f"this tournament plays {system.title}: leave out --system")
        options["charts"] = charts_of(system, options)
        _check_words(system, options)
        if options["edition"] not in (None, game.profile.game.edition):
            raise CommandError(f"a tournament's game uses its ruleset, {game.profile.game.edition}. Remove --ruleset.")
        table, without_card = new_drafted_game(options, game, seed)
        self.stdout.write(f"{game.title}, by the pitching sheets as they stand.")
        table, not_taken = with_saved_line_ups(table, game)
        for said in not_taken:
            self.stdout.write(said)
        if without_card:
            self.stdout.write(f"Left out, for the season makes no card of them: {', '.join(without_card)}.")
        return table

    def _check_drafted(self, options: dict[str, Any]) -> None:
        """What of the other words has no meaning beside a tournament. Raises CommandError."""
        if options["series"] is not None and (options["away"] or options["home"]):
            raise CommandError("--series names its teams: leave out --away and --home")
        if options["tournament"] is not None and not (options["away"] and options["home"]):
            raise CommandError("--tournament wants two of its teams: --away TEAM --home TEAM")
        if options["situation"]:
            raise CommandError("--situation: a tournament's game begins with its first pitch")
        if options["dh"] or options["weather"] or options["night"]:
            raise CommandError("a tournament's game uses the tournament's rules. Remove --dh, --weather and --night.")

    def _typed(self, name: str, sides: int) -> int:
        keyboard = Keyboard(input, self.stdout.write)
        while (thrown := number_from(keyboard.line(f"  {name}, die of {sides}: "), sides)) is None:
            self.stdout.write(f"    1 to {sides} is wanted")
        return thrown

    def _keep(self, table: TableGame, dice: SeededDice | None) -> None:
        """Into a file of another name first, so that a pulled plug leaves the one that was there."""
        thrown = dice.thrown if dice else table.saved.thrown
        beside = self.kept.with_name(f"{self.kept.name}.new")
        try:
            beside.write_text(saved_text(replace(table.saved, thrown=thrown)), encoding="utf-8")
            beside.replace(self.kept)
        except OSError as fault:
            self.stdout.write(f"    The game could not be written to {self.kept}: {fault.strerror}")

    def _left(self) -> str:
        if not self.kept:
            return "The game is left as it stands and was not saved; begin with --save FILE to keep one."
        if not self.kept.exists():
            return f"The game is left as it stands; {self.kept} could not be written."
        return f"The game is left as it stands, up to the last whole play. Go on with it: --resume {self.kept}"

    def _write_retrosheet(self, table: TableGame, options: dict[str, Any]) -> None:
        path = options["retrosheet"]
        if not path:
            return
        info = GameInfo(*team_codes(*table.saved.teams), (options["date"] or date.today()).strftime("%Y/%m/%d"))
        try:
            path.write_text(event_file(table.game.log, info, table.names), encoding="utf-8")
        except OSError as fault:
            raise CommandError(f"{path} could not be written: {fault.strerror}") from None
        self.stdout.write(f"The game is in {path} as Retrosheet event text.")


def _check_words(system: AnySystem, options: dict[str, Any]) -> None:
    """Words for what this system does not have. Raises CommandError."""
    there = {
        "weather": system.weather is not None,
        "night": system.weather is not None,
        "reverse_underlines": REVERSED in system.switches,
    }
    for word, known in there.items():
        if options[word] and not known:
            raise CommandError(f"--{word.replace('_', '-')}: {system.title} has no such thing")
