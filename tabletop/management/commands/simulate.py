"""Plays many games by the autopilot under the full rules and adds them up: teams, men, leaders."""

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from itertools import permutations
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.many_games import GamesAddedUp, leaders_text, players_text, standings_text
from rules_engine.baseball.processes import usable_cores
from rules_engine.baseball.simulation import Meetings, NotSoundError, OnProgress, check, play_out, simulate
from rules_engine.baseball.state import Side
from rules_engine.baseball.system import AnySystem, SystemFileError
from rules_engine.profile import load_profile
from rules_engine.terminal.lineup_files import LineupFileError, lineups_from
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonOfCards
from seasons.season_play import STARTERS, Days, SeasonPlay
from tabletop.management.charts import add_charts_option, charts_of
from tabletop.management.game_systems import add_ruleset_option, add_system_option, edition_key, system_of
from tabletop.season_plays import play_of
from tabletop.table_game import lineup_refusal
from tabletop.table_games import REVERSED, check_teams, edition_of, profile_beside
from tournaments.management.arguments import positive_number

FEW_GAMES: Final = 200
LINES: Final = ("at_bats", "runs", "hits", "doubles", "triples", "homeruns", "walks", "strikeouts", "stolen_bases")


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Play N games between teams of a real season, all managed by the autopilot."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", type=positive_number)
        parser.add_argument("--season", type=int, default=1998)
        parser.add_argument("--away", default="NYA")
        parser.add_argument("--home", default="ATL")
        parser.add_argument(
            "--teams", nargs="+", metavar="TEAM", help="two or more, each at each of the others in turn"
        )
        parser.add_argument("--dh", action="store_true", help="with designated hitters, if the ruleset has them")
        parser.add_argument("--lineup", type=Path, metavar="FILE", help="line-ups of --away and --home, as for play")
        add_system_option(parser)
        add_ruleset_option(parser)
        parser.add_argument("--cards", type=Path, help="a file of make_cards in place of a season")
        parser.add_argument(
            "--reverse-underlines", action="store_true", help="for new card sets against old ones (15.2)"
        )
        parser.add_argument("--park", default="", help="a park of the ballparks chart, such as harbor_yard")
        add_charts_option(parser)
        parser.add_argument(
            "--rest",
            action="store_true",
            help="one game a day: pitchers' rest and the hurt carry over, batters rest (26.2)",
        )
        parser.add_argument(
            "--players", action="store_true", help="every man's line, the leaders and the standings too"
        )
        parser.add_argument(
            "--workers",
            type=positive_number,
            help=f"processes at work; with {FEW_GAMES} games or more one for each core, {usable_cores()} here",
        )
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        system = system_of(options)
        options["edition"] = edition_key(system, options["edition"])
        _check(options, system)
        options["charts"] = charts_of(system, options)
        teams = options["teams"] or [options["away"], options["home"]]
        began, days = perf_counter(), None
        try:
            check_teams(*teams[-2:])
            play = play_of(system.key)
            season = play.season(options["edition"], str(options["cards"] or options["season"]))
            plan = _plan(play, season, teams, options)
            made = perf_counter()
            if options["rest"]:
                days = _days(play, season, plan, options)
                totals = self._rested(days, plan, options["games"])
            else:
                totals = simulate(plan, options["games"], _workers(options), self._progress_of(options["games"]))
        except (SeasonError, LineupFileError, NotSoundError, SystemFileError) as fault:
            raise CommandError(str(fault)) from None
        self.stdout.write(
            f"{options['games']} games, {options['games'] / max(perf_counter() - made, 0.001):.0f} a second "
            f"after {made - began:.1f} s for the cards; per game:"
        )
        self._report(totals, teams)
        if options["players"] or len(teams) > 2:
            self.stdout.write("\n" + standings_text(totals))
        if options["players"]:
            names = season.names_of(dict.fromkeys(man for _, man in (*totals.batting, *totals.pitching)))
            self.stdout.write(f"\n{leaders_text(totals, names)}\n\n{players_text(totals, names)}")
        for note in days.notes() if days else ():
            self.stdout.write(note)

    def _rested(self, days: Days, plan: Meetings, games: int) -> GamesAddedUp:
        """One game a day, each after what the days before have left."""
        (teams,), totals, on_progress = plan.pairs, GamesAddedUp(), self._progress_of(games)
        for number in range(games):
            game = days.next_game(number)
            play_out(game, plan.seed + number)
            check(game, plan.seed + number)
            totals.add_game(teams, list(game.log.in_force()), game.state)
            days.after(game)
            if (number + 1) % 100 == 0:
                on_progress(number + 1)
        return totals

    def _progress_of(self, games: int) -> OnProgress:
        def show(done: int) -> None:
            self.stderr.write(f"{done} of {games} games", ending="\n" if done >= games else "\r")
            self.stderr.flush()

        return show

    def _report(self, totals: GamesAddedUp, teams: Sequence[str]) -> None:
        width = max(8, *(len(team) + 2 for team in teams))
        self.stdout.write(f"{'':<14}" + "".join(f"{team:>{width}}" for team in teams))
        records = [totals.teams[team] for team in teams if team in totals.teams]
        self.stdout.write(f"{'won':<14}" + "".join(f"{one.won / max(1, one.games):>{width}.3f}" for one in records))
        for line in LINES:
            sums = [
                sum(getattr(one.line, line) for (of, _), one in totals.batting.items() if of == team) for team in teams
            ]
            counts = zip(sums, records, strict=True)
            cells = "".join(f"{count / max(1, one.games):>{width}.3f}" for count, one in counts)
            self.stdout.write(f"{line.replace('_', ' '):<14}{cells}")


def _plan(play: SeasonPlay, season: SeasonOfCards, teams: Sequence[str], options: dict[str, Any]) -> Meetings:
    """Two teams meet at the home team's; of more each visits each of the others in turn."""
    system = play.system
    profile_beside(system, options["edition"], hitter=options["dh"])
    edition, charts = edition_of(system, options), system.charts(options["charts"])
    setups = play.setups(edition, season, charts, options["park"], teams)
    line_ups: dict[str, Sequence[Side]] = {
        team: [play.club_side(setups[team], season, team, hitter=options["dh"], turn=turn) for turn in range(STARTERS)]
        for team in teams
    }
    if options["lineup"]:
        starters = {team: play.able_to_start(setups[team], season, team) for team in teams}
        line_ups = _from_file(options["lineup"], season, teams, line_ups, setups[teams[1]], starters)
    pairs = [(teams[0], teams[1])] if len(teams) == 2 else list(permutations(teams, 2))
    return Meetings(setups, line_ups, pairs, options["seed"], charts=options["charts"])


def _days(play: SeasonPlay, season: SeasonOfCards, plan: Meetings, options: dict[str, Any]) -> Days:
    ((away, home),) = plan.pairs
    key = profile_beside(play.system, options["edition"], hitter=options["dh"])
    profile = load_profile(key) if key else None
    return play.days(
        plan.setups[home], season, (away, home), hitter=options["dh"], profile=profile, seed=options["seed"]
    )


def _workers(options: dict[str, Any]) -> int:
    """Return the number of processes; few games are over before other processes have started."""
    chosen: int | None = options["workers"]
    return chosen or (usable_cores() if options["games"] >= FEW_GAMES else 1)


def _check(options: dict[str, Any], system: AnySystem) -> None:
    """What does not go together. Raises CommandError."""
    if options["reverse_underlines"] and REVERSED not in system.switches:
        raise CommandError(f"--reverse-underlines: {system.title} has no such thing")
    if options["teams"]:
        if len(set(options["teams"])) != len(options["teams"]) or len(options["teams"]) < 2:
            raise CommandError("--teams wants two teams or more, each once")
        if options["rest"] or options["lineup"]:
            raise CommandError("--rest and --lineup are for two teams: name them by --away and --home")
    if options["rest"] and (options["workers"] or 1) > 1:
        raise CommandError("--rest goes from game to game, so one process plays them all: leave out --workers")
    if options["rest"] and options["lineup"]:
        raise CommandError("--rest draws who rests: leave out --lineup")


def _from_file(
    path: Path,
    season: Any,
    teams: Sequence[str],
    line_ups: Mapping[str, Sequence[Side]],
    setup: Any,
    able: Mapping[str, Sequence[str]],
) -> dict[str, Sequence[Side]]:
    """Each day's line-ups as the file has them. Raises SeasonError, LineupFileError."""
    away, home = teams
    starters = able[away], able[home]
    names = season.names_of([*season.teams[away], *season.teams[home]])
    days: list[tuple[Side, Side]] = []
    for sides in zip(line_ups[away], line_ups[home], strict=True):
        read = lineups_from(path, (away, home), sides, names, starters)
        if refused := lineup_refusal(setup, (away, home), read, names):
            raise SeasonError(f"{path}: {refused}")
        days.append(read)
    return {away: [day[0] for day in days], home: [day[1] for day in days]}
