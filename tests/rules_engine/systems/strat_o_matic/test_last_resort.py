"""The computer manager finds a pitcher although a pinch hitter in the pitcher's spot is needed in the field."""

from dataclasses import replace

import pytest

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.dice_line import DiceRejectedError
from rules_engine.baseball.events import FieldersMoved, Substituted
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.prompts import Roll, Settle
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard
from rules_engine.systems.strat_o_matic.computer_manager.bench import better_glove
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from rules_engine.terminal.session import play_at_terminal
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

PROFILE = load_profile("purestrat@1")


def ninth_after_a_pinch_hitter() -> tuple[StratGame, dict[str, str]]:
    """Return the top of the ninth with a one-run lead and the pinch hitter for the pitcher at second base, his card
    position.

    Only the second baseman can also play first. A left fielder and a catcher are on the bench.
    """
    game = new_game()
    home = game.state.sides[1]
    hitters = [player for player in home.bench if isinstance(game.setup.cards[player], BatterCard)]
    pitchers = [player for player in home.bench if player not in hitters]
    pinch_hitter, glove, spare = hitters[:3]
    rated = {player: home.position_of(player) for player in home.field[1:]} | {
        pinch_hitter: "2b",
        glove: "lf",
        spare: "c",
    }
    cards = dict(game.setup.cards)
    for player, position in rated.items():
        cards[player] = _fielder(cards[player], position)
    second_baseman, first_baseman = home.field[3], home.field[2]
    rating = cards[first_baseman].fielding[0]
    cards[second_baseman] = replace(cards[second_baseman], fielding=(*cards[second_baseman].fielding, rating))
    game.setup.cards = cards
    pitcher = home.pitcher
    order = tuple(pinch_hitter if player == pitcher else player for player in home.order)
    side = home._replace(
        order=order,
        field=(pinch_hitter, *home.field[1:]),
        bench=(glove, spare, *pitchers),
        removed=(*home.removed, pitcher),
    )
    sides = (game.state.sides[0], side)
    state = game.state._replace(inning=9, score=(3, 4), sides=sides)
    names = {"pinch_hitter": pinch_hitter, "glove": glove, "first_baseman": first_baseman, "second": second_baseman}
    return StratGame(game.setup, GameLog(state), lineups_checked=False), names


def _fielder(card: BatterCard, position: str) -> BatterCard:
    rating = card.fielding[0] if card.fielding else None
    assert rating is not None
    return replace(card, fielding=(replace(rating, position=position, range=3),))


def test_glove_waits_if_only_the_pinch_hitter_could_cover_the_position() -> None:
    """Only the left fielder and the pinch hitter can play first, and the pinch hitter gives way to a reliever."""
    game, names = ninth_after_a_pinch_hitter()
    cards = dict(game.setup.cards)
    left_fielder = game.state.fielding.at("lf")
    for player in (names["first_baseman"], names["second"]):
        cards[player] = _fielder(cards[player], "2b")
    cards[names["pinch_hitter"]] = _fielder(cards[names["pinch_hitter"]], "1b")
    first_base = cards[names["pinch_hitter"]].fielding[0]
    cards[left_fielder] = replace(
        cards[left_fielder], fielding=(*_fielder(cards[left_fielder], "lf").fielding, first_base)
    )
    cards[names["glove"]] = replace(cards[names["glove"]], fielding=(replace(first_base, position="lf", range=1),))
    game.setup.cards = cards
    assert better_glove(game) is None
    side = game.state.fielding
    reliever = next(player for player in side.bench if game.setup.is_pitcher(player))
    field, order = (
        (reliever if player == side.pitcher else player for player in players) for players in (side.field, side.order)
    )
    home = side._replace(field=tuple(field), order=tuple(order), bench=tuple(set(side.bench) - {reliever}))
    cards[names["first_baseman"]] = _fielder(cards[names["first_baseman"]], "1b")
    relieved = StratGame(
        game.setup, GameLog(game.state._replace(sides=(game.state.sides[0], home))), lineups_checked=False
    )
    assert better_glove(relieved) == (1, names["glove"], left_fielder)


def test_reliever_replaces_another_fielder_if_the_pinch_hitter_must_stay() -> None:
    """The left fielder's glove has replaced the first baseman, so first base needs the second baseman."""
    game, names = ninth_after_a_pinch_hitter()
    game.append(Substituted(1, names["glove"], names["first_baseman"], "7.0"))
    reliever = next(player for player in game.state.fielding.bench if game.setup.is_pitcher(player))
    assert not change_ruling(game, PROFILE, 1, reliever, names["pinch_hitter"], "pitcher")
    ComputerManager(game, PROFILE).changes()
    side = game.state.fielding
    assert game.setup.is_pitcher(side.pitcher)
    assert (side.at("1b"), side.at("2b")) == (names["second"], names["pinch_hitter"])
    assert names["glove"] in side.removed
    assert game.system.must_settle(game) is None
    assert any(isinstance(event, FieldersMoved) for event in game.log.events)


@pytest.mark.parametrize("profile", [None, PROFILE])
def test_ordinary_reliever_replaces_the_pinch_hitter(profile) -> None:
    game, names = ninth_after_a_pinch_hitter()
    ComputerManager(game, profile).changes()
    assert names["pinch_hitter"] in game.state.fielding.removed


def test_a_person_chooses_among_the_legal_ways_when_no_reliever_may_replace_the_pinch_hitter() -> None:
    """In each option the reliever replaces another fielder, and the moves cover every position."""
    game, names = ninth_after_a_pinch_hitter()
    game.append(Substituted(1, names["glove"], names["first_baseman"], "7.0"))
    talk = Dialogue(game, ("NY", "ATL"), {}, [True, True], profile=PROFILE)
    prompt = talk.next()
    assert isinstance(prompt, Settle)
    assert all(candidate.moves for candidate in prompt.candidates)
    chosen = [candidate for candidate in prompt.candidates if candidate.leaves == names["glove"]][-1]
    with pytest.raises(DiceRejectedError):
        talk.settle(chosen.enters, names["pinch_hitter"])
    talk.settle(chosen.enters, chosen.leaves)
    side = game.state.fielding
    assert side.pitcher == chosen.enters
    assert (side.at("1b"), side.at("2b")) == (names["second"], names["pinch_hitter"])
    assert isinstance(talk.next(), Roll)


def test_the_terminal_lists_the_ways_with_their_moves() -> None:
    game, names = ninth_after_a_pinch_hitter()
    game.append(Substituted(1, names["glove"], names["first_baseman"], "7.0"))
    written: list[str] = []
    answers = iter(["1", "quit"])
    play_at_terminal(game, ("NY", "ATL"), {}, lambda _: next(answers), written.append, profile=PROFILE)
    way = next(line for line in written if line.lstrip().startswith("1 "))
    assert f"{names['second']} to 1b" in way
    assert game.setup.is_pitcher(game.state.fielding.pitcher)
