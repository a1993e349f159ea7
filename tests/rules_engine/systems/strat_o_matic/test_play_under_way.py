"""A play in progress: what can still be undone, and no substitutions after dice are rolled."""

from dataclasses import replace

import pytest

from rules_engine.baseball.events import Substituted
from rules_engine.baseball.game import CannotRetractError
from rules_engine.baseball.game_input import DiceMissing, ScriptedInput
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard
from rules_engine.systems.strat_o_matic.play.game import StratGame, timing_ruling
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

PROFILE = load_profile("purestrat@1")
WALK = [("pitch", "walk")]
DEFENCE = [("pitch", "pitch"), ("infield", "back"), ("hold", "none")]


def game_after(edition: str, *script: tuple[str, int | str]) -> StratGame:
    """Return a game with these announcements and rolls so far in the second batter's play."""
    game = new_game(edition)
    game.play(ScriptedInput(WALK))
    with pytest.raises(DiceMissing):
        game.play(ScriptedInput(script))
    return game


def hitter(game: StratGame) -> str:
    return next(player for player in game.state.batting.bench if isinstance(game.setup.cards[player], BatterCard))


@pytest.mark.parametrize(("edition", "rule"), [("star", "T29.13"), ("som_super_advanced", "7.0")])
def test_t29_13_no_substitution_after_the_first_die(edition: str, rule: str) -> None:
    first_die = [("play", "swing"), ("pitch" if edition == "star" else "white", 5)]
    game = game_after(edition, *DEFENCE, *first_die)
    refused = change_ruling(game, PROFILE, 0, hitter(game), game.state.batting.batter, "pinch_hitter")
    assert (refused.allowed, refused.rule) == (False, rule)
    announced_only = game_after(edition, *DEFENCE)
    second_change = change_ruling(
        announced_only, PROFILE, 0, hitter(announced_only), announced_only.state.batting.batter, "pinch_hitter"
    )
    assert second_change.rule not in ("T29.13", "7.0")


def test_t29_13_wild_pitch_reopens_substitutions_for_the_same_batter() -> None:
    game = game_after("star", *DEFENCE)
    pitcher, batter = game.state.fielding.pitcher, game.state.batting.batter
    game.setup.cards = {**game.setup.cards, pitcher: replace(game.setup.cards[pitcher], wild_pitch=20)}
    game.play(ScriptedInput([*DEFENCE, ("play", "swing"), ("pitch", 1), ("wild_pitch", 1)]))
    assert game.state.batting.batter == batter
    assert timing_ruling(game)


def test_substitution_restarts_the_announcements() -> None:
    game = game_after("star", *DEFENCE)
    assert len(game.under_way) == 3
    game.append(Substituted(0, hitter(game), game.state.batting.batter))
    assert game.under_way == ()


def test_s7_0_last_announcement_of_a_side_can_be_undone() -> None:
    game = game_after("star", *DEFENCE)
    left = game.take_back("defence")
    assert left == tuple(DEFENCE[:2])
    with pytest.raises(DiceMissing) as missing:
        game.play(ScriptedInput(left))
    assert missing.value.name == "hold"


def test_s7_0_nothing_can_be_undone_after_the_other_side_announces() -> None:
    game = game_after("star", *DEFENCE, ("play", "sacrifice"))
    with pytest.raises(CannotRetractError, match="S7.0: The opponent has announced"):
        game.take_back("defence")
    assert game.take_back("offence") == tuple(DEFENCE)
    assert game.take_back("defence") == tuple(DEFENCE[:2])


def test_s7_0_nothing_can_be_undone_after_the_dice_or_without_the_rule() -> None:
    game = game_after("star", *DEFENCE, ("play", "swing"), ("pitch", 7))
    with pytest.raises(CannotRetractError, match="S7.0: The dice"):
        game.take_back("offence")
    with pytest.raises(CannotRetractError, match="7.0: These rules"):
        game_after("som_super_advanced", *DEFENCE).take_back("defence")
    with pytest.raises(CannotRetractError):
        new_game("star").take_back("offence")


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        ("full", "7.0: The game is over: 2-5 after 9 innings."),
        ("walk_off", "7.0: The game is over: the home team won it 5-2 in inning 9."),
        ("mercy", "T0.04: The game is over by mercy: 2-5 in inning 9."),
        ("conceded", "T0.05: The game is over: it was conceded in inning 9."),
        ("suspended", "T33.0: The game is suspended: 2-5 in inning 9."),
    ],
)
def test_finished_game_rejects_substitutions_with_its_ending(ending: str, sentence: str) -> None:
    game = new_game("star")
    game.log.states[-1] = game.state._replace(ending=ending, score=(2, 5), inning=9)
    refused = timing_ruling(game)
    assert (refused.allowed, str(refused)) == (False, sentence)
    assert refused.facts == {"visitor": 2, "home": 5, "inning": 9}
