"""Invent a series' results: believable scores for the drafted teams, with legal pitching."""

import random

from drafts.models import Pick, PlayerCard
from games.models import Game
from games.queries.carry_over import carryover_rules, next_usage_window
from games.queries.usage import TeamUsage, usage_of_teams
from games.scoresheet.entries import GameEntry
from rules_engine.competition.bracket import BestOf
from rules_engine.eligibility.game_ending import game_rules
from rules_engine.eligibility.pitching import Cell
from tournaments.models import Series, Tournament
from weekend.practice.bullpen import Arm, choose_outings, most_outs
from weekend.practice.innings import InventedGame, invent_game

Staff = tuple[list[Arm], int]  # the pitchers, and the first column that counts for relief
AVERAGE_RUNS = 4.8
AVERAGE_EARNED_RUNS = 4.3


def invent_series(dice: random.Random, tournament: Tournament, series: Series) -> list[GameEntry]:
    """Return all games in a series that has not started and whose home team is decided."""
    usages = usage_of_teams(series.home_id, series.away_id)
    staffs = {team: _staff(tournament, usage.before_next_game_in(series.pk)) for team, usage in usages.items()}
    expected = {team: _expected_runs(team) for team in usages}
    standing = BestOf(series.games_planned) if series.is_best_of else None
    games: list[GameEntry] = []
    for number in range(1, series.games_planned + 1):
        home, away = series.home_and_away(number, tournament.home_pattern)
        game = _pitchable_game(dice, tournament, expected[home], expected[away], staffs[home], staffs[away])
        games.append(_entry(dice, tournament, number, home, away, game, staffs))
        if standing is not None:
            winner = home if game.home_runs > game.away_runs else away
            standing = standing.after((series.home_id, series.away_id).index(winner))
            if standing.winner is not None:
                break
    return games


def _pitchable_game(
    dice: random.Random, tournament: Tournament, home_runs: float, away_runs: float, home: Staff, away: Staff
) -> InventedGame:
    """Return a game that both staffs can pitch. Longer games are replayed."""
    profile = tournament.profile
    while True:
        game = invent_game(dice, home_runs, away_runs, game_rules(profile))
        home_can_pitch = game.away_outs <= most_outs(home[0], profile, home[1])
        away_can_pitch = game.home_outs <= most_outs(away[0], profile, away[1])
        if home_can_pitch and away_can_pitch:
            return game


def _entry(
    dice: random.Random,
    tournament: Tournament,
    number: int,
    home: int,
    away: int,
    game: InventedGame,
    staffs: dict[int, Staff],
) -> GameEntry:
    profile = tournament.profile
    outings = []
    for team, outs, runs in ((away, game.home_outs, game.home_runs), (home, game.away_outs, game.away_runs)):
        staff, relief_from = staffs[team]
        outings += choose_outings(dice, team, staff, outs, runs, profile, relief_from)
    return GameEntry(
        number=number,
        home_runs=game.home_runs,
        away_runs=game.away_runs,
        innings=game.innings,
        ending=Game.Ending.MERCY if game.by_mercy else Game.Ending.PLAYED_OUT,
        home_line=game.home_line,
        away_line=game.away_line,
        outings=tuple(outings),
    )


def _staff(tournament: Tournament, usage: TeamUsage) -> Staff:
    """Return the team's pitchers with their usage, and the first column that counts for relief."""
    window = next_usage_window(usage, carryover_rules(tournament))
    picks = Pick.objects.filter(team_id=usage.team_id, card__is_pitcher=True)
    earned_run_averages = {}
    for card_id, earned_runs, outs in picks.values_list("card_id", "card__earned_runs", "card__outs_pitched"):
        earned_run_averages[card_id] = 27 * earned_runs / max(1, outs)
    arms: list[Arm] = []
    for card_id, pitcher in usage.pitchers.items():
        if pitcher.card is not None:
            cells: list[Cell] = list(window.counted(pitcher.cells))
            average = earned_run_averages.get(card_id, AVERAGE_EARNED_RUNS)
            arms.append(Arm(card_id, pitcher.card, average, cells, usage.slot))
    return arms, window.relief_from


def _expected_runs(team_id: int) -> float:
    """Return the expected runs per nine innings, from the hitters' on-base and slugging averages."""
    drafted = PlayerCard.objects.filter(picks__team_id=team_id)
    hitters = [card for card in drafted if card.has_hitter_card]
    at_bats = sum(card.at_bats for card in hitters)
    hits = sum(card.hits for card in hitters)
    walks = sum(card.walks for card in hitters)
    extra_bases = sum(card.doubles + 2 * card.triples + 3 * card.homeruns for card in hitters)
    on_base = (hits + walks) / (at_bats + walks) if at_bats else 0.33
    slugging = (hits + extra_bases) / at_bats if at_bats else 0.42
    return min(6.5, max(3.5, AVERAGE_RUNS * (on_base * slugging) / (0.345 * 0.44)))
