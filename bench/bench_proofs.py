"""Benchmark late-Sunday questions: suspended games and whether they matter, tie proofs, and all pitching sheets."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from bench.figure import Figure, cpu_ms, cpu_seconds
from bench.weekend import weekend_of_fourteen
from games.queries.carry_over import carryover_rules, sheet_faults
from games.queries.suspended_games import read_suspended_games
from games.queries.usage import usage_of_division
from games.scoresheet.entries import SubmittedBy
from games.scoresheet.save import save_series_results
from games.scoresheet.sheet import SaveMode, Scoresheet, read_entries
from rules_engine.competition.elimination import game_matters, seeding_matters
from rules_engine.competition.race import Race
from rules_engine.competition.schedule import round_robin
from rules_engine.competition.standings import GameScore, standings, tally_games
from rules_engine.competition.tiebreaks import advancement
from rules_engine.profile import load_profile
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series, Tournament
from weekend.practice.results import invent_series
from weekend.practice.weekend import play_series

LAST_ROUND = 10  # out of thirteen rounds; 29 of each team's games are final and the thirtieth is suspended


def play_on(tournament: Tournament) -> None:
    """Play from the middle of the round robin through LAST_ROUND, in which every third game is suspended."""
    dice = random.Random(3)
    open_ones = tournament.series.filter(stage=Series.Stage.ROUND_ROBIN, status=Series.Status.SCHEDULED)
    for series in open_ones.filter(round__lt=LAST_ROUND).order_by("round", "pk"):
        play_series(dice, tournament, series)
    for series in open_ones.filter(round=LAST_ROUND).order_by("pk"):
        _suspend_the_last(dice, tournament, series)


def _suspend_the_last(dice: random.Random, tournament: Tournament, series: Series) -> None:
    series.home_decided = True
    series.save(update_fields=["home_decided"])
    *final, last = invent_series(dice, tournament, series)
    entries = [*final, replace(last, ending="suspended", home_line=(), away_line=())]
    sheet = Scoresheet(SubmittedBy(PROGRAM), read_entries(entries), SaveMode.FINAL)
    save_series_results(series=series, sheet=sheet, version=series.version, confirm_suspended=[last.number])


def does_any_matter(seed: int) -> None:
    """Check for advancement and seeding whether each remaining game matters.

    Fourteen teams have four rounds of three games left. A greater seed spreads the teams further apart.
    """
    dice, teams = random.Random(seed), range(14)
    names = {team: f"Club {team}" for team in teams}
    left = {frozenset((series.home, series.away)): 3 for series in round_robin(teams).series if series.round > 13 - 4}
    race = Race({team: dice.randint(-2 - seed, 2 + seed) for team in teams}, left, places=4)
    for pair in left:
        first, second = sorted(pair)
        game_matters(race, first, second, names)
        seeding_matters(race, first, second, names)


def eight_way_tie() -> None:
    """Break a tie among eight teams that all split with each other, for four places, down to the d20."""
    games = [GameScore(3, 2), GameScore(2, 3)]
    tallies = [tally_games(home, away, games) for home, away in combinations(range(8), 2)]
    rules = load_profile("purestrat@1").standings
    outcome = advancement(standings(range(8), tallies), tallies, 4, rules)
    for step in outcome.proof:
        step.sentence(str)


def figures() -> Iterator[Figure]:
    tournament = weekend_of_fourteen("round_robin")
    play_on(tournament)
    stopped = len(read_suspended_games(tournament).games)
    dashboard_time = cpu_ms(lambda: read_suspended_games(tournament), runs=10)
    yield Figure(f"suspended desk, 14 teams, {stopped} suspended games", dashboard_time, "ms", 100)
    matters = max(cpu_seconds(partial(does_any_matter, seed)) for seed in range(12))
    yield Figure("which of the games left matter, 14 teams, 4 rounds left, at worst", matters, "s", 2)
    yield Figure("proof of an 8-way tie", cpu_ms(eight_way_tie), "ms", 20)
    usages, form = usage_of_division(tournament.divisions.get()), carryover_rules(tournament)
    columns = min(len(usage.columns) for usage in usages.values())
    validated = cpu_ms(lambda: [sheet_faults(usage, form) for usage in usages.values()], runs=10)
    yield Figure(f"all pitching sheets validated, 14 teams after {columns} games", validated, "ms", 100)
