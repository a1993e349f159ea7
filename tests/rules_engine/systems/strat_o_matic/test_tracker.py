"""A game's record of its pitchers from play to play (27, 28)."""

import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.events import PlayMade, Substituted
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.systems.strat_o_matic.batting.bunting import ONE_AND_TWO
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.pitching.fatigue import StratAppearance
from rules_engine.systems.strat_o_matic.play.game import StratGame
from tests.rules_engine.systems.strat_o_matic.real_league import new_game


def relievers(game: StratGame) -> list[str]:
    return [player for player in game.state.sides[1].bench if isinstance(game.setup.cards[player], PitcherCard)]


def made(game: StratGame, kind: str, *to: int, code: str = "", **record: str) -> None:
    """Append a play with the batter's and runners' destinations."""
    batter, first, second, third = (*to, *[ABSENT] * (4 - len(to)))
    play, state = Play(kind, (batter, first, second, third), code=code), game.state
    game.append(PlayMade(play, state.batting.batter, state.fielding.pitcher, tuple(record.items())))


def test_27_0_only_the_first_pitcher_on_the_mound_started() -> None:
    game = new_game()
    pitchers = [game.state.sides[1].pitcher, *relievers(game)[:2]]
    for leaves, enters in zip(pitchers, pitchers[1:], strict=False):
        made(game, "strikeout", OUT)
        game.append(Substituted(1, enters, leaves))
    made(game, "strikeout", OUT)
    assert [game.tracker.appearances[player].started for player in pitchers] == [True, False, False]


@pytest.mark.parametrize(("score", "tired"), [((0, 1), True), ((0, 2), False), ((1, 1), False), ((1, 0), False)])
def test_28_36_non_closer_tires_with_a_close_team_lead(score, tired) -> None:
    game = new_game("som_super_advanced")
    ninth = game.state._replace(inning=9, score=score)
    game.tracker.appearances[ninth.fielding.pitcher] = StratAppearance(False, 4, closer="N")
    assert game.tracker.tired(ninth) is tired
    assert game.tracker.appearance(ninth).tired_by == ""  # the check has no side effect, since he may still be replaced


def test_27_55_every_run_on_a_play_counts_against_the_current_pitcher() -> None:
    game = new_game()
    for bases in ((1,), (1, 2), (1, 2, 3), (HOME, HOME, HOME, HOME)):
        made(game, "homerun" if HOME in bases else "walk", *bases)
    assert game.tracker.appearance(game.state).runs == {1: 4}


def test_18_8_fouled_bunt_is_remembered_until_the_at_bat_ends() -> None:
    game = new_game()
    made(game, "walk", 1)
    made(game, "no_play", ABSENT, 1, code=ONE_AND_TWO)
    made(game, "wild_pitch", ABSENT, 2)
    assert game.tracker.one_and_two
    made(game, "strikeout", OUT, ABSENT, 2)
    assert not game.tracker.one_and_two


def test_8_22_holding_orders_are_asked_again_when_the_same_batter_returns() -> None:
    game = new_game("som_super_advanced")
    made(game, "walk", 1)
    batter = game.state.batting.batter
    made(game, "no_play", ABSENT, 1, hold="1")
    assert game.tracker.standing_holds(game.state) == 1
    for _ in range(9):
        made(game, "single", 1, HOME)
    assert game.state.batting.batter == batter
    assert game.tracker.standing_holds(game.state) is None
