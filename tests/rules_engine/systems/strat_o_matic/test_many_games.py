"""Many games at once come out as the engine plays them, line by line of the box score."""

from collections import Counter
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, pstdev

import numpy as np
import pytest

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.simulation import play_out
from rules_engine.baseball.state import GameRules, start_game
from rules_engine.baseball.system import LineUpOf
from rules_engine.systems import load
from rules_engine.systems.strat_o_matic.bulk.came import lines_of
from rules_engine.systems.strat_o_matic.bulk.games import GamesAtOnce
from rules_engine.systems.strat_o_matic.bulk.mound import Mound
from rules_engine.systems.strat_o_matic.bulk.players import Players
from rules_engine.systems.strat_o_matic.editions.edition import load_edition
from rules_engine.systems.strat_o_matic.pitchers.fatigue import (
    Stint,
    charge_batter,
    pow_for,
    record_outs,
    record_runs,
)
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from tests.rules_engine.systems.strat_o_matic.real_league import real_league, side

TEAMS = ("NYA", "ATL")
BY_THE_ENGINE, AT_ONCE = 800, 8_000
FEW = 4.0  # standard errors


def book(edition: str = "star") -> Book:
    return Book(load_edition(edition), real_league().season.cards)


def line_ups():
    return {team: [side(team, starter) for starter in range(2)] for team in TEAMS}


def meetings(games: int) -> list[tuple[LineUpOf, LineUpOf]]:
    away, home = TEAMS
    return [(LineUpOf(away, number % 2), LineUpOf(home, number % 2)) for number in range(games)]


def unheard(done):
    """Nobody asks how many are done."""


@cache
def at_once():
    many = GamesAtOnce(book(), line_ups())
    turns = np.arange(AT_ONCE) % 2
    return many.play(many.places["NYA"] + turns, many.places["ATL"] + turns, seed=3)


@cache
def by_the_engine() -> list[tuple[Counter[str], Counter[str]]]:
    """The lines of both teams, game by game."""
    of_games, sides, same_book = [], line_ups(), book()
    for number in range(BY_THE_ENGINE):
        away, home = (sides[team][number % 2] for team in TEAMS)
        game: Game = Game(same_book, GameLog(start_game(away, home)))
        play_out(game, number)
        plays: tuple[Counter, Counter] = (Counter(), Counter())
        for before, event in game.log.in_force():
            if isinstance(event, PlayMade):
                plays[before.bottom][event.play] += 1
        of_games.append(tuple(lines_of(list(each), np.array(list(each.values()))) for each in plays))
    return of_games


@pytest.mark.parametrize("team", [0, 1])
def test_every_line_of_both_teams_is_that_of_the_engine(team):
    many = at_once().lines[team]
    lines = set(many).union(*(of_game[team] for of_game in by_the_engine())) - {"left on base"}
    assert {"hits", "stolen bases", "sacrifices", "defence fielders' errors", "defence wild pitches"} <= lines
    for line in lines:
        games, rate = [of_game[team][line] for of_game in by_the_engine()], many[line] / AT_ONCE
        spread = max(pstdev(games), sqrt(rate))  # what is rare may not have come in so few games
        assert abs(rate - fmean(games)) <= FEW * spread * sqrt(1 / BY_THE_ENGINE + 1 / AT_ONCE), line


def test_home_teams_win_as_often_and_games_are_as_long():
    many = at_once()
    away, home = many.scores.T
    assert (away != home).all(), "games are played to their end"
    won = fmean(games[1]["runs"] > games[0]["runs"] for games in by_the_engine())
    assert abs((home > away).mean() - won) < FEW * 0.5 * sqrt(1 / BY_THE_ENGINE + 1 / AT_ONCE)
    outs = fmean(games[0]["defence outs"] for games in by_the_engine())
    assert many.lines[0]["defence outs"] / AT_ONCE == pytest.approx(outs, rel=0.02)
    assert many.innings.min() == 9


def test_the_same_seed_gives_the_same_games_and_another_one_others():
    star = load("strat_o_matic").many_games(book(), line_ups(), None)
    first = star.scores(meetings(200), 5, unheard)
    assert star.scores(meetings(200), 5, unheard) == first
    assert star.scores(meetings(200), 6, unheard) != first


def test_mercy_and_a_runner_on_second_end_games_sooner():
    many = GamesAtOnce(book(), line_ups())
    plain = many.play(*(np.full(600, many.places[team]) for team in TEAMS), seed=1)
    rules = GameRules(runner_on_second_from=10, mercy_lead=6, mercy_from=5)
    sooner = GamesAtOnce(book(), line_ups(), rules)
    ended = sooner.play(*(np.full(600, sooner.places[team]) for team in TEAMS), seed=1)
    assert ended.innings.min() == 5
    margins = np.abs(ended.scores[:, 1] - ended.scores[:, 0])
    assert margins[ended.innings < 9].min() >= 6
    assert ended.innings.max() < plain.innings.max()


@pytest.mark.parametrize("edition", ["som_basic", "som_advanced", "som_super_advanced", "senior_seminar"])
def test_editions_whose_rules_are_not_counted_here_are_played_one_by_one(edition):
    assert load("strat_o_matic").many_games(book(edition), line_ups(), None) is None


def test_teams_that_are_too_many_for_it_are_played_one_by_one():
    sides = line_ups()["NYA"]
    assert load("strat_o_matic").many_games(book(), {str(number): sides for number in range(200)}, None) is None


def test_systems_without_it_say_so():
    for key in ("pine_tar", "inside_pitch"):
        assert load(key).many_games(None, {}, None) is None


def test_27_3_pitchers_tire_as_by_the_rules_themselves():
    """Sixty men through three hundred plays: the tables against the rules of one outing."""
    dice, players = Random(8), Players(book(), line_ups())
    rules = players.book.edition.endurance
    pitchers = [number for number, name in enumerate(players.names) if players.book.is_pitcher(name)]
    mound = Mound(players)
    mound.resize(60)
    stints, inning = [], np.ones(60, dtype=np.int64)
    for place in range(60):
        man, started = dice.choice(pitchers), place % 2 == 0
        mound.enter(np.array([place]), np.array([man]), started=started)
        endurance = players.book.pitcher(players.names[man]).endurance
        stints.append(Stint(started, pow_for(rules, endurance, started=started), endurance.closer))
    outs_of_inning = np.zeros(60, dtype=np.int64)
    for _ in range(300):
        counted = np.array([dice.random() < 0.3 for _ in stints]).astype(np.int64)
        outs = np.array([0 if hit else dice.randint(0, 1) for hit in counted])
        runs = np.array([dice.choice((0, 0, 0, 1, 2)) if hit else 0 for hit in counted])
        mound.work(np.arange(60), inning, counted, outs, runs)
        for place, stint in enumerate(stints):
            if counted[place]:
                charge_batter(rules, stint, int(inning[place]))
            record_outs(rules, stint, int(outs[place]))
            record_runs(rules, stint, int(inning[place]), int(runs[place]))
        assert [stint.tired for stint in stints] == mound.tired.tolist()
        outs_of_inning += outs
        over = np.flatnonzero(outs_of_inning == 3)
        outs_of_inning[over] = 0
        inning[over] += 1
        mound.take_field(over)
