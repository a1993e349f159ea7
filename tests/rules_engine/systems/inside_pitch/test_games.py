"""Whole games by the computer manager: invariants, replay, rewind, box scores, odds, and cards from a season."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.game import Game, resolve_recorded
from rules_engine.baseball.game_input import first_option
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog, replay
from rules_engine.baseball.plays import Play
from rules_engine.baseball.seasons import BattingSeason, FieldingSeason, LeagueSeason, PitchingSeason
from rules_engine.baseball.state import POSITIONS
from rules_engine.systems.inside_pitch import system
from rules_engine.systems.inside_pitch.at_bat import resolve_reading
from rules_engine.systems.inside_pitch.odds import plate_appearance_chances
from rules_engine.systems.inside_pitch.pitcher_cells import read_pitcher_cell
from rules_engine.systems.inside_pitch.situation import situation_before_play
from rules_engine.systems.inside_pitch.wild_pitches import wild_pitch
from tests.rules_engine.systems.inside_pitch.players import new_game, play_out

EDITIONS = ("roll", "suggest", "off", "suggest+pull+exhausted+infield_fly+foul_popups")


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_satisfy_every_invariant_and_box_scores_match(edition: str) -> None:
    start = new_game(edition, 4)
    for seed in range(12):
        game = play_out(Game(start.setup, GameLog(start.log.start)), seed)
        assert broken_invariants(game.log) + batting_order_faults(game.log) == []
        box = box_score(game.log.in_force())
        plays = [event.play for event in game.log.events if isinstance(event, PlayMade)]
        hits = sum(play.kind in ("single", "double", "triple", "homerun") for play in plays)
        assert sum(team.total("hits") for team in box.teams) == hits


def test_replayed_and_rewound_games_are_the_same() -> None:
    game = play_out(new_game("suggest", 2), 9)
    assert replay(game.log.start, game.log.events) == game.state
    number = game.log.number
    before = game.log.states[number // 2]
    assert game.rewind(number // 2) == before
    tracked = system.tracker(game.setup, game.log.start)
    for state, event in game.log.in_force():
        tracked.after(state, event)
    assert tracked.outings == game.tracker.outings
    game.rewind(number)
    assert game.state.over


def test_recorded_dice_reproduce_every_play() -> None:
    game = play_out(new_game("suggest", 5), 2)
    for number, event in enumerate(game.log.events, start=1):
        if isinstance(event, PlayMade):
            assert resolve_recorded(game, number).play == event.play


def test_plate_appearance_odds_add_up_to_1() -> None:
    game = new_game("roll", 3)
    batter = game.state.batting.order[2]
    for occupied in (0, 3):
        odds = system.appearance_odds(game, batter, occupied, 1)
        assert sum(odds.values()) == Fraction(1)
        assert all(chance > 0 for chance in odds.values())


@pytest.mark.parametrize("special_k", [None, (1, 7)])
def test_odds_match_the_rules_played_step_by_step(special_k: tuple[int, int] | None) -> None:
    game = new_game("off", 3)
    drawn = situation_before_play(game.setup, game.state, tired=False)
    moment = replace(drawn, matchup=replace(drawn.matchup, special_k=special_k), state=None)
    straight: dict[Play | None, Fraction] = {}
    for code in moment.matchup.pitcher_cells:
        for play, chance in exact_chances(partial(reading_result, game.setup, moment, code)).items():
            straight[play] = straight.get(play, Fraction(0)) + chance / 36
    foul = straight.pop(None)
    odds = plate_appearance_chances(game.setup, moment, first_option)
    assert odds == {play: chance / (1 - foul) for play, chance in straight.items()}
    assert any(play.rule == "IP2.19-a" for play in odds) == bool(special_k)


def reading_result(setup: Any, moment: Any, code: str, table: Any) -> Play | None:
    if code == "WLD":
        return wild_pitch(table, setup, moment)
    resolved = resolve_reading(table, setup, moment, read_pitcher_cell(table, code, moment.matchup, tired=False))
    return resolved.play if resolved else None


def test_steal_odds_cover_only_runners_who_can_run() -> None:
    game = new_game("off", 3)
    assert system.steal_odds(game) == {}


def season() -> LeagueSeason:
    """Return a small league with sixteen regulars and four pitchers."""
    batting, fielding, pitching = {}, {}, {}
    for place in range(16):
        player = f"man{place:02}"
        homeruns = place * 2
        hits, strikeout_counts = (
            (140 + place, 25 + place % 7, place % 5, homeruns),
            (4, 4, 2, 3, place, place // 2, 70, 10),
        )
        batting[player] = BattingSeason(
            player, "LRS"[place % 3], 550, *hits, 40 + 3 * place, 60 + 5 * place, *strikeout_counts
        )
        fielding[player] = [FieldingSeason(POSITIONS[1 + place % 8], 4000, 150, 300, 100, 10)]
    for place in range(4):
        player = f"arm{place}"
        batting[player] = BattingSeason(player, "R", 70, 8, 1, 0, 0, 2, 30, sacrifices=8)
        pitching[player] = PitchingSeason(player, "LR"[place % 2], 2400, 1700, 35, 34, 600, 60, 180, 380, 14, 10, 8, 1)
    teams = {"A": tuple(batting)}
    return LeagueSeason(1950, "XL", batting, pitching, fielding, dict.fromkeys(pitching, "R"), teams)


def test_season_cards_match_totals_within_two_percent() -> None:
    made = system.make_cards(season(), system.edition("roll"))
    assert {line.name for line in made.report} >= {"homeruns", "walks", "strikeouts", "singles"}
    for line in made.report:
        assert line.cards == pytest.approx(line.played, rel=0.02, abs=2), line.name
    for card in made.cards.values():
        assert system.read_card(system.write_card(card)) == card


def test_same_season_produces_the_same_cards() -> None:
    assert system.make_cards(season(), None).cards == system.make_cards(season(), None).cards


def test_impossible_card_values_are_listed_by_player() -> None:
    league = season()
    batting = {**league.batting, "giant": BattingSeason("giant", "R", 400, 150, 10, 0, 120, 300, 20)}
    short = system.make_cards(
        LeagueSeason(1950, "XL", batting, league.pitching, league.fielding, league.hands, league.teams), None
    ).short
    assert all(line.played != line.cards for lines in short.values() for line in lines)


def test_every_card_cell_can_be_reached() -> None:
    """Every pair of dice leads to a cell, and every card cell is reached by some pair."""
    game = new_game("roll", 3)
    pitcher, batter = game.state.fielding.pitcher, game.state.batting.batter
    matchup = game.setup.matchup(pitcher, batter)
    for cells in (matchup.pitcher_cells, matchup.batter_cells, matchup.park_cells):
        assert [cells[6 * red + white - 7] for red in range(1, 7) for white in range(1, 7)] == list(cells)
