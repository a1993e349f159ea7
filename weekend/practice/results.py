"""Invent results of a series: believable scores for the drafted teams, with legal pitching."""

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
    """Return all games of a series that has not started and whose home team is decided."""
    usages = usage_of_teams(series.home_id, series.away_id)
    staffs = {team: _staff(tournament, usage.before_next_game_in(series.pk)) for team, usage in usages.items()}
    expected = {team: _runs_expected(team) for team in usages}
    stands = BestOf(series.games_planned) if series.is_best_of else None
    games: list[GameEntry] = []
    for number in range(1, series.games_planned + 1):
        home, away = series.home_and_away(number, tournament.home_pattern)
        game = _game_they_can_pitch(dice, tournament, expected[home], expected[away], staffs[home], staffs[away])
        games.append(_entry(dice, tournament, number, home, away, game, staffs))
        if stands is not None:
            winner = home if game.home_runs > game.away_runs else away
            stands = stands.after((series.home_id, series.away_id).index(winner))
            if stands.winner is not None:
                break
    return games


def _game_they_can_pitch(
    dice: random.Random, tournament: Tournament, home_runs: float, away_runs: float, home: Staff, away: Staff
) -> InventedGame:
    """Return a game short enough for both staffs. A longer one is played again."""
    profile = tournament.profile
    while True:
        game = invent_game(dice, home_runs, away_runs, game_rules(profile))
        if game.away_outs <= most_outs(home[0], profile, home[1]) and game.home_outs <= most_outs(
            away[0], profile, away[1]
        ):
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
    work = ((away, game.home_outs, game.home_runs), (home, game.away_outs, game.away_runs))
    outings = [
        outing
        for team, outs, runs in work
        for outing in choose_outings(dice, team, staffs[team][0], outs, runs, profile, staffs[team][1])
    ]
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
    lines = {
        pick["card_id"]: 27 * pick["card__earned_runs"] / max(1, pick["card__outs_pitched"])
        for pick in Pick.objects.filter(team_id=usage.team_id, card__is_pitcher=True).values(
            "card_id", "card__earned_runs", "card__outs_pitched"
        )
    }
    arms: list[Arm] = []
    for card_id, pitcher in usage.pitchers.items():
        if pitcher.card is not None:
            cells: list[Cell] = list(window.counted(pitcher.cells))
            arms.append(Arm(card_id, pitcher.card, lines.get(card_id, AVERAGE_EARNED_RUNS), cells, usage.slot))
    return arms, window.relief_from


def _runs_expected(team_id: int) -> float:
    """Return expected runs in nine innings, by how often the hitters reached base and how far."""
    drafted = PlayerCard.objects.filter(picks__team_id=team_id)
    hitters = [card for card in drafted if card.has_hitter_card]
    at_bats = sum(card.at_bats for card in hitters)
    hits, walks = sum(card.hits for card in hitters), sum(card.walks for card in hitters)
    extra_bases = sum(card.doubles + 2 * card.triples + 3 * card.homeruns for card in hitters)
    on_base = (hits + walks) / (at_bats + walks) if at_bats else 0.33
    slugging = (hits + extra_bases) / at_bats if at_bats else 0.42
    return min(6.5, max(3.5, AVERAGE_RUNS * (on_base * slugging) / (0.345 * 0.44)))
