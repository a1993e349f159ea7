"""Simulate many games with computer managers under the full rules, and report totals for teams, players and leaders."""

from argparse import ArgumentParser, BooleanOptionalAction
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import permutations
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from rules_engine.baseball.many_games import GameTotals, leaders_text, players_text, standings_text
from rules_engine.baseball.processes import usable_cores
from rules_engine.baseball.ruleset_words import rule_in_words, switched_rules
from rules_engine.baseball.simulation import Meetings, UnsoundGameError, check, play_out, simulate
from rules_engine.baseball.state import Side
from rules_engine.baseball.system import AnySystem
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.profile import load_profile
from rules_engine.terminal.lineup_files import LineupFileError, read_lineup_file
from seasons.club_games import check_teams, load_ruleset, tournament_edition_key, uses_hitter
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonCardSet
from seasons.season_play import STARTERS, ClubSeries, SeasonPlay
from tabletop.management.game_options import (
    add_charts_option,
    add_ruleset_option,
    add_style_options,
    add_system_option,
    checked_charts,
    chosen_styles,
    chosen_system,
    progress_line,
    ruleset_key,
)
from tabletop.prepared_games import lineup_refusal
from tabletop.season_plays import season_play_for
from tournaments.management.arguments import positive_number

FEW_GAMES: Final = 200  # fewer games finish before other processes have started
STATISTICS: Final = (
    *("at_bats", "runs", "hits", "doubles", "triples", "homeruns", "walks", "strikeouts"),
    *("stolen_bases", "caught_stealing", "sacrifices", "intentional_walks"),
)
_PROGRESS_STEP: Final = 100  # games


class Command(BaseCommand):
    requires_system_checks = ()  # uses neither pages nor the database
    help = "Play games between teams of a real season, all with computer managers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", type=positive_number)
        parser.add_argument("--season", type=int, default=1998)
        parser.add_argument("--away", default="NYA")
        parser.add_argument("--home", default="ATL")
        parser.add_argument(
            "--teams", nargs="+", metavar="TEAM", help="two or more teams; each visits each of the others in turn"
        )
        parser.add_argument(
            "--dh",
            action=BooleanOptionalAction,
            help="use designated hitters, if the ruleset has them (default: as in the home club's league that season)",
        )
        parser.add_argument("--lineup", type=Path, metavar="FILE", help="lineups of --away and --home, as for play")
        add_system_option(parser)
        add_ruleset_option(parser)
        parser.add_argument("--cards", type=Path, help="a file from make_cards, instead of a season")
        parser.add_argument(
            "--reverse-underlines", action="store_true", help="for new card sets against old ones (15.2)"
        )
        parser.add_argument("--park", default="", help="a park of the ballparks chart, such as harbor_yard")
        add_charts_option(parser)
        add_style_options(parser)
        parser.add_argument(
            "--rest",
            action="store_true",
            help="play one game a day, with pitchers' rest and injuries carried over and batters resting (26.2)",
        )
        parser.add_argument(
            "--players", action="store_true", help="also show every player's line, the leaders and the standings"
        )
        parser.add_argument(
            "--workers",
            type=positive_number,
            help=f"number of processes (default: {usable_cores()} from {FEW_GAMES} games, otherwise 1)",
        )
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        system = chosen_system(options)
        options["edition"] = ruleset_key(system, options["edition"])
        _check_options(options)
        options["charts"] = checked_charts(system, options)
        teams = options["teams"] or [options["away"], options["home"]]
        games = options["games"]
        started = perf_counter()
        series = None
        try:
            check_teams(*teams[-2:])
            play = season_play_for(system.key)
            season = play.season(options["edition"], str(options["cards"] or options["season"]))
            plan = _plan(play, season, teams, options)
            cards_ready = perf_counter()
            if options["rest"]:
                series = _start_series(play, season, plan, options)
                totals = self._play_series(series, plan, games)
            else:
                totals = simulate(plan, games, _workers(options), progress_line(self.stderr, games))
        except (SeasonError, LineupFileError, UnsoundGameError, SystemFileError) as error:
            raise CommandError(str(error)) from None
        for rule, is_on in switched_rules(system, options["edition"]):
            self.stdout.write(f"Optional rule {rule_in_words(rule, is_on=is_on)}")
        speed = games / max(perf_counter() - cards_ready, 0.001)
        self.stdout.write(
            f"{games} games, {speed:.0f} a second after {cards_ready - started:.1f} s for the cards; per game:"
        )
        self._report(totals, teams)
        if options["players"] or len(teams) > 2:
            self.stdout.write("\n" + standings_text(totals))
        if options["players"]:
            players = dict.fromkeys(player for _, player in (*totals.batting, *totals.pitching))
            names = season.names_of(players)
            self.stdout.write(f"\n{leaders_text(totals, names)}\n\n{players_text(totals, names)}")
        for note in series.notes() if series else ():
            self.stdout.write(note)

    def _play_series(self, series: ClubSeries, plan: Meetings, games: int) -> GameTotals:
        """Play one game a day, with rest and injuries carried over."""
        (teams,) = plan.pairs
        totals = GameTotals()
        on_progress = progress_line(self.stderr, games)
        for number in range(games):
            game = series.next_game(number)
            game.styles = (plan.styles[teams[0]], plan.styles[teams[1]])
            play_out(game, plan.seed + number)
            check(game, plan.seed + number)
            totals.add_game(teams, list(game.log.in_force()), game.state)
            series.record_game(game)
            if (number + 1) % _PROGRESS_STEP == 0:
                on_progress(number + 1)
        return totals

    def _report(self, totals: GameTotals, teams: Sequence[str]) -> None:
        width = max(8, *(len(team) + 2 for team in teams))
        self._write_row("", [f"{team:>{width}}" for team in teams])
        records = {team: totals.teams[team] for team in teams if team in totals.teams}
        shares = [record.won / max(1, record.games) for record in records.values()]
        self._write_row("won", [f"{share:>{width}.3f}" for share in shares])
        for statistic in STATISTICS:
            cells = []
            for team, record in records.items():
                count = sum(
                    getattr(player.line, statistic) for (club, _), player in totals.batting.items() if club == team
                )
                cells.append(f"{count / max(1, record.games):>{width}.3f}")
            self._write_row(statistic.replace("_", " "), cells)

    def _write_row(self, label: str, cells: Sequence[str]) -> None:
        self.stdout.write(f"{label:<14}" + "".join(cells))


def _plan(play: SeasonPlay, season: SeasonCardSet, teams: Sequence[str], options: dict[str, Any]) -> Meetings:
    """Plan the games. Two teams play in the home team's park. With more teams, each visits every other team in turn."""
    system = play.system
    if options["dh"] is None:
        options["dh"] = _has_hitter(system, teams, options)
    tournament_edition_key(system, options["edition"], hitter=options["dh"])
    edition = load_ruleset(system, options["edition"], reverses_underlines=options["reverse_underlines"])
    charts = system.charts(options["charts"])
    setups = play.setups(edition, season, charts, options["park"], teams)
    lineups: dict[str, Sequence[Side]] = {}
    against_left: dict[str, Sequence[Side]] = {}
    for team in teams:
        side = partial(play.club_side, setups[team], season, team, hitter=options["dh"])
        lineups[team] = [side(turn=turn, against="R") for turn in range(STARTERS)]
        against_left[team] = [side(turn=turn, against="L") for turn in range(STARTERS)]
    if options["lineup"]:
        against_left = {}
        starters = {team: play.available_starters(setups[team], season, team) for team in teams}
        lineups = _lineups_from_file(options["lineup"], season, teams, lineups, setups[teams[1]], starters)
    pairs = [(teams[0], teams[1])] if len(teams) == 2 else list(permutations(teams, 2))
    charts_folder = options["charts"]
    styles = dict(zip(teams, chosen_styles(options), strict=True)) if len(teams) == 2 else {}
    return Meetings(
        setups, lineups, pairs, options["seed"], charts=charts_folder, against_left=against_left, styles=styles
    )


def _has_hitter(system: AnySystem, teams: Sequence[str], options: dict[str, Any]) -> bool:
    """Return whether designated hitters bat by default: in the home club's league, or in all of the clubs' leagues."""
    if options["cards"] or options["rest"]:
        return False
    clubs = teams[1:] if len(teams) == 2 else teams
    return uses_hitter(system, options["edition"], options["season"], clubs)


def _start_series(play: SeasonPlay, season: SeasonCardSet, plan: Meetings, options: dict[str, Any]) -> ClubSeries:
    ((away, home),) = plan.pairs
    key = tournament_edition_key(play.system, options["edition"], hitter=options["dh"])
    profile = load_profile(key) if key else None
    return play.club_series(
        plan.setups[home], season, (away, home), hitter=options["dh"], profile=profile, seed=options["seed"]
    )


def _workers(options: dict[str, Any]) -> int:
    """Return the number of processes."""
    chosen: int | None = options["workers"]
    return chosen or (usable_cores() if options["games"] >= FEW_GAMES else 1)


def _check_options(options: dict[str, Any]) -> None:
    """Raise CommandError for incompatible options."""
    if options["teams"]:
        if len(set(options["teams"])) != len(options["teams"]) or len(options["teams"]) < 2:
            raise CommandError("--teams: name two or more different teams")
        if options["rest"] or options["lineup"] or options["away_style"] or options["home_style"]:
            raise CommandError("--rest, --lineup and styles work with two teams only; use --away and --home")
    if options["rest"] and (options["workers"] or 1) > 1:
        raise CommandError("--rest carries over from game to game, so it uses one process; leave out --workers")
    if options["rest"] and options["lineup"]:
        raise CommandError("--rest chooses who plays; leave out --lineup")


def _lineups_from_file(
    path: Path,
    season: SeasonCardSet,
    teams: Sequence[str],
    lineups: Mapping[str, Sequence[Side]],
    setup: Any,
    starters: Mapping[str, Sequence[str]],
) -> dict[str, Sequence[Side]]:
    """Return the lineups for each rotation turn with changes from a file. Raise SeasonError or LineupFileError."""
    away, home = teams
    names = season.names_of([*season.teams[away], *season.teams[home]])
    changed: dict[str, list[Side]] = {away: [], home: []}
    for sides in zip(lineups[away], lineups[home], strict=True):
        changed_sides = read_lineup_file(path, (away, home), sides, names, (starters[away], starters[home]))
        if refusal := lineup_refusal(setup, (away, home), changed_sides, names):
            raise SeasonError(f"{path}: {refusal}")
        for team, side in zip((away, home), changed_sides, strict=True):
            changed[team].append(side)
    return dict(changed)
