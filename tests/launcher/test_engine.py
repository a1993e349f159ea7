"""Test the engine that other Python programs import."""

import importlib
import sys
from fractions import Fraction
from types import ModuleType

import pytest
from django.conf import settings

from pennant_baseball import engine
from pennant_baseball.engine import imports
from pennant_baseball.engine.imports import EngineFinder, make_importable
from rules_engine import read_saved


@pytest.fixture(scope="module")
def season() -> engine.EngineSeason:
    return engine.load_season(1998, folder=settings.DATA_DIR / "cards")


def test_same_seed_plays_the_same_game_at_once_or_in_steps(season: engine.EngineSeason) -> None:
    game, stepped = (season.game("NYA", "ATL", seed=7) for _ in range(2))
    game.play()
    steps = []
    while not stepped.is_over:
        steps.append(stepped.step())
    assert stepped.events() == game.events()
    assert set(steps) <= set(game.events())
    assert stepped.step() == ""
    assert game.odds() == ()


def test_event_log_round_trips(season: engine.EngineSeason) -> None:
    game = season.game("NYA", "ATL", seed=7)
    for _ in range(20):
        game.step()
    saved = read_saved(game.event_log())
    assert saved.teams == ("NYA", "ATL")
    assert saved.log.states[-1].score == game.score
    assert saved.rolled > 20


def test_player_lines_match_the_score(season: engine.EngineSeason) -> None:
    game = season.game("NYA", "ATL", seed=8)
    game.play()
    away, home = (sum(line.runs for line in game.batting()[club]) for club in game.clubs)
    assert game.score == (away, home)
    assert game.score == tuple(sum(line.runs for line in game.pitching()[club]) for club in reversed(game.clubs))


def test_chances_are_exact_fractions(season: engine.EngineSeason) -> None:
    chances = {chance.result: chance.chance for chance in season.game("NYA", "ATL", seed=1).odds()}
    assert isinstance(chances["single"], Fraction)
    assert sum(chances.values()) == 1


def test_choose_decides_and_none_defers_to_the_computer_manager(season: engine.EngineSeason) -> None:
    decisions = []

    def choose(decision: engine.Decision) -> str | None:
        decisions.append(decision)
        return "swing" if decision.question == "play" and "swing" in decision.options else None

    game = season.game("NYA", "ATL", seed=7)
    game.choose = choose
    game.play()
    assert {(decision.club, decision.is_batting) for decision in decisions} == {
        ("NYA", True),
        ("NYA", False),
        ("ATL", True),
        ("ATL", False),
    }
    assert not any("steals" in event for event in game.events())


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda season: season.game("NYA", "XXX", seed=1), "ATL"),
        (lambda season: season.game("NYA", "NYA", seed=1), "NYA"),
        (lambda season: season.game("NYA", "ATL", seed=1, home_starter="nobody"), "Tom Glavine"),
        (lambda season: season.card("no such player"), "no such player"),
        (lambda season: season.card("jones"), "(jonesch06)"),
        (lambda season: engine.load_season(1700), "1700"),
        (lambda season: engine.load_season(1998, system="chess"), "pine_tar"),
        (lambda season: engine.load_season(1998, ruleset="chess"), "star"),
        (lambda season: engine.ruleset_keys("chess"), "pine_tar"),
    ],
)
def test_error_explains_what_is_missing_or_available(season, call, expected: str) -> None:
    with pytest.raises(engine.EngineError) as error:
        call(season)
    assert expected in str(error.value)


def test_relief_eligibility_depends_on_the_sheet() -> None:
    tired = engine.may_relieve(4, season_innings="150.0", starts={1: "7.0"})
    rested = engine.may_relieve(5, season_innings="150.0", starts={1: "7.0"})
    assert (tired.is_allowed, tired.innings, tired.rule) == (False, "0.0", "T10.2")
    assert (rested.is_allowed, rested.innings) == (True, "4.0")
    used = engine.may_relieve(5, season_innings="150.0", relief={2: "1.2", 3: "1.1"})
    assert (used.is_allowed, used.innings) == (True, "1.0")


@pytest.mark.parametrize("sheet", [{"starts": {5: "7.0"}}, {"starts": {1: "7.0"}, "relief": {1: "1.0"}}])
def test_invalid_sheet_is_refused(sheet) -> None:
    with pytest.raises(ValueError, match="Game"):
        engine.may_relieve(5, season_innings="150.0", **sheet)


def test_finder_exposes_only_the_engine() -> None:
    finder = EngineFinder()
    assert finder.find_spec("rules_engine") is not None
    assert finder.find_spec("core") is None
    make_importable()
    assert len([entry for entry in sys.meta_path if isinstance(entry, EngineFinder)]) == 1


def test_conflicting_package_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    namesake = ModuleType("seasons")
    namesake.__file__ = "/home/user/seasons.py"
    monkeypatch.setitem(sys.modules, "seasons", namesake)
    with pytest.raises(ImportError, match="/home/user/seasons.py"):
        imports.make_importable()


def test_every_public_name_exists() -> None:
    module = importlib.import_module("pennant_baseball.engine")
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
