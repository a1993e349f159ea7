"""Test that invented games follow baseball's rules for innings, walk-offs and mercy."""

import random

import pytest

from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.game_ending import game_rules
from rules_engine.eligibility.game_report import check_game
from rules_engine.eligibility.pitching import RELIEF, START, Appearance
from rules_engine.eligibility.reported_game import GameReport, ReportedPitcher
from rules_engine.eligibility.sheet import check_appearance
from rules_engine.profile import load_profile
from weekend.practice.bullpen import Arm, NoStarterError, choose_outings, most_outs
from weekend.practice.innings import InventedGame, invent_game

PROFILE = load_profile("purestrat@1")


def games(count: int) -> list[InventedGame]:
    dice = random.Random(7)
    return [invent_game(dice, 4.8, 4.6, game_rules(PROFILE)) for _ in range(count)]


def arms() -> list[Arm]:
    starters = [Arm(n, PitchingRoles(True, False, 600), 3 + n / 10, []) for n in range(1, 6)]
    relievers = [Arm(n, PitchingRoles(False, True, 210), 3 + n / 10, []) for n in range(6, 12)]
    return [*starters, *relievers]


def test_generated_games_pass_the_report_check_and_the_pitching_rules() -> None:
    dice = random.Random(3)
    staffs = {1: arms(), 2: arms()}
    for game in games(500):
        if max(game.home_outs, game.away_outs) > min(most_outs(staff, PROFILE, 1) for staff in staffs.values()):
            continue
        number = len(staffs[1][0].cells) + 1
        pitching: dict[int, list[ReportedPitcher]] = {}
        for team, outs, against in ((2, game.home_outs, game.home_runs), (1, game.away_outs, game.away_runs)):
            before = {arm.card_id: (arm.card, list(arm.cells)) for arm in staffs[team]}
            entries = choose_outings(dice, team, staffs[team], outs, against, PROFILE, 1)
            lines = [(e.card_id, Appearance(START if e.starts else RELIEF, e.outs)) for e in entries]
            for card_id, outing in lines:
                card, cells = before[card_id]
                assert check_appearance(card, cells, number, outing, PROFILE), f"game {number}, pitcher {card_id}"
            pitching[team] = [ReportedPitcher(str(card_id), outing) for card_id, outing in lines]
        report = GameReport(
            innings=game.innings,
            visitor_runs=game.away_runs,
            home_runs=game.home_runs,
            visitor_pitching=pitching[2],
            home_pitching=pitching[1],
            ended="mercy" if game.by_mercy else "played_out",
            line_score=(game.away_line, game.home_line),
        )
        assert check_game(report, PROFILE) == []
    assert len(staffs[1][0].cells) > 480, "hardly any game is too long for both staffs"


def test_generated_games_include_walk_offs_extra_innings_and_mercy() -> None:
    played = games(2000)
    assert any(game.by_mercy for game in played)
    assert any(game.innings > 9 for game in played)
    assert any(game.home_outs % 3 for game in played), "a walk-off with fewer than three out"
    assert any(len(game.home_line) < len(game.away_line) for game in played)


def test_generated_scores_look_like_baseball() -> None:
    played = games(4000)
    runs = sum(game.home_runs + game.away_runs for game in played) / len(played)
    assert 8.2 < runs < 10.2


def test_team_without_a_rested_starter_cannot_continue() -> None:
    tired = [Arm(1, PitchingRoles(True, False, 600), 3.0, [Appearance(START, 21)])]
    with pytest.raises(NoStarterError):
        choose_outings(random.Random(1), 1, tired, 27, 3, PROFILE, 1)
