"""Exact odds of a plate appearance and of steals, and the text next to dice and options."""

from fractions import Fraction
from typing import Any

import pytest

from rules_engine.systems.pine_tar import system
from rules_engine.systems.pine_tar.cards.columns import read_column
from tests.rules_engine.systems.pine_tar.league import game
from tests.rules_engine.systems.pine_tar.scene import Scene, Script, dice


@pytest.mark.parametrize("edition", ["standard", "full"])
@pytest.mark.parametrize(("occupied", "outs"), [(0, 0), (0b001, 1), (0b111, 1), (0b110, 2)])
def test_plate_appearance_odds_add_up_to_1(edition: str, occupied: int, outs: int) -> None:
    made = game(6, edition)
    odds = system.appearance_odds(made, made.state.batting.batter, occupied, outs)
    assert sum(odds.values()) == 1
    assert not {play.code for play in odds} & {"ball 1", "ball 2"}


def test_odds_match_the_card_cells() -> None:
    column = read_column("card", {"HR": "0-9", "SO": "10-89", "BK/WP": "90-99"})
    scene = Scene(ratings={"batter": {"columns": {"L": column, "R": column}}})
    odds = system.appearance_odds(scene.game, "batter", 0, 0)
    assert sum(chance for play, chance in odds.items() if play.kind == "homerun") == Fraction(1, 9)


def test_ball_2_is_rerolled_until_it_has_a_result() -> None:
    column = read_column("card", {"BB": "51-75", "SO": "0-50, 76-99"})
    scene = Scene(ratings={"batter": {"columns": {"L": column, "R": column}}}, bases={"first": "r1"}, grade="A+")
    odds = system.appearance_odds(scene.game, "batter", 0b001, 0)
    walks = sum(chance for play, chance in odds.items() if play.kind == "walk")
    assert walks == Fraction(25, 100) * Fraction(25, 100)


def test_steal_odds_equal_the_steal_chance() -> None:
    ratings: dict[str, Any] = {"r1": {"steal_opportunity": "AA", "steal": 72}, "c": {"throwing": -3}}
    scene = Scene(bases={"first": "r1"}, edition="standard+base_stealing", ratings=ratings)
    [(base, odds)] = system.steal_odds(scene.game).items()
    assert base == 1
    assert {play.kind: chance for play, chance in odds.items()} == {
        "stolen_base": Fraction(70, 100),
        "caught_stealing": Fraction(30, 100),
    }
    assert system.steal_odds(Scene(bases={"first": "r1"}, ratings=ratings).game) == {}


def test_dice_note_shows_column_grade_and_location() -> None:
    scene = Scene("1B", grade="C")
    assert system.dice_note(scene.game, (("red", 1),), {}) == ""
    note = system.dice_note(scene.game, (("red", 1), ("white", 5)), {})
    assert note == "15, vs RHP: 1B, grade C: 2B, to RF"


def test_dice_note_describes_the_hit_and_run_shift() -> None:
    ratings = {"r1": {"steal_opportunity": "A"}}
    scene = Scene("SO", {"first": "r1"}, edition="standard+hit_and_run", ratings=ratings)
    note = system.dice_note(scene.game, (("play", "hit_and_run"), ("red", 3), ("white", 4)), {})
    assert note == "34 read as 39, vs RHP: SO"


def test_option_note_shows_its_rating() -> None:
    ratings: dict[str, Any] = {
        "r1": {"steal_opportunity": "B", "steal": 82},
        "c": {"throwing": -9},
        "batter": {"bunt": 60},
    }
    scene = Scene(bases={"first": "r1"}, edition="standard+base_stealing", ratings=ratings)
    note = system.option_note(scene.game, "play", "steal_1", (), {"r1": "Runner"})
    assert note == "Runner, SBO B: safe 0-73. It costs 2 points and leaves 2."
    assert system.option_note(scene.game, "play", "sacrifice", (), {}) == "batter: below 60"
    assert system.option_note(scene.game, "tag", "tag", (), {}) == ""


@pytest.mark.parametrize(
    ("line", "bases", "sentence"),
    [("BK/WP", {}, "Bat has ball 1"), ("BB", {"first": "r1"}, "Bat has two balls"), ("SO", {}, "")],
)
def test_sentence_includes_the_count(line: str, bases: dict, sentence: str) -> None:
    scene = Scene(line, bases, grade="A")
    scene.play(Script(dice(43)))
    assert system.play_note(scene.before, scene.made, {"batter": "Bat"}) == sentence
