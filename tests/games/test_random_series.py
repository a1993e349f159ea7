"""Test that any legal series can be saved, and that the saved numbers add up."""

import random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Game, Outing
from games.queries.carry_over import carryover_rules, sheet_faults
from games.queries.usage import usage_of_teams
from games.scoresheet.entries import GameEntry, OutingEntry
from pitching.queries.board import team_board
from rules_engine.innings import OUTS_PER_INNING
from tests.games.building import League
from tournaments.models import Series

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def staff_for(side, outs, runs_allowed, dice):
    """Return appearances that the board allows: a starter for five innings or more, then the available relievers."""
    board = team_board(side.team)
    starters = [row for row in board.rows if row.can_start]
    if not starters:
        return None
    starter = dice.choice(starters)
    least = 0 if runs_allowed >= 4 else min(15, outs)
    first = min(outs, 30, dice.choice([outs, dice.randint(least, max(least, outs))]))
    outings, left = [OutingEntry(side.team.pk, starter.card_id, first, starts=True)], outs - first
    for row in dice.sample(board.rows, len(board.rows)):
        if left and row.can_relieve and row.card_id != starter.card_id:
            pitched = min(left, dice.randint(0, row.relief_outs))
            outings.append(OutingEntry(side.team.pk, row.card_id, pitched))
            left -= pitched
    return (
        outings if not left else [OutingEntry(side.team.pk, starter.card_id, outs, starts=True)] if outs <= 30 else None
    )


def random_game(number, home, away, dice):
    innings = dice.choice([9, 9, 9, 10])
    loser = dice.randint(0, 6)
    home_wins = dice.random() < 0.5
    runs = (loser + dice.randint(1, 4), loser) if home_wins else (loser, loser + dice.randint(1, 9))
    last = dice.choice([0, 0, 1, 2]) if home_wins else OUTS_PER_INNING
    away_outs = (innings - 1) * OUTS_PER_INNING + (last if innings == 9 or not home_wins else dice.randint(0, 2))
    home_staff = staff_for(home, innings * OUTS_PER_INNING, runs[1], dice)
    away_staff = staff_for(away, away_outs, runs[0], dice)
    if home_staff is None or away_staff is None:
        return None
    return GameEntry(number, home_runs=runs[0], away_runs=runs[1], innings=innings, outings=(*home_staff, *away_staff))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), length=st.integers(1, 4))
def test_random_legal_series_are_saved_with_matching_outs(seed, length, db):
    dice = random.Random(seed)
    with transaction.atomic():
        league = League(rounds=3, games=length)
        for series in league.series:
            games = []
            for number in range(1, length + 1):
                pair = (league.sharks, league.bears)
                game = random_game(number, *(pair if number % 2 else pair[::-1]), dice)
                if game is None:
                    break
                games.append(game)
                league.save(games, series)
            if len(games) < length:
                break
        check_what_was_saved(league)
        transaction.set_rollback(True)


def check_what_was_saved(league):
    for game in Game.objects.all():
        outs = dict.fromkeys((game.home_id, game.away_id), 0)
        for outing in Outing.objects.filter(game=game):
            outs[outing.team_id] += outing.outs
        assert outs == {game.home_id: game.away_outs_batting, game.away_id: game.home_outs_batting}
        assert Outing.objects.filter(game=game, part="S").count() == 2
    for side in (league.sharks, league.bears):
        usage = usage_of_teams(side.team.pk)[side.team.pk]
        form = carryover_rules(league.tournament)
        assert not any(sheet_faults(usage, form).values())
    for series in Series.objects.all():
        assert len(series.outcomes) == series.home_wins + series.away_wins
        runs = sum(game.home_runs + game.away_runs for game in Game.objects.filter(series=series))
        assert series.home_runs + series.away_runs == runs
