"""Starting lineups and position changes: each rejection cites its rule."""

from dataclasses import replace

import pytest

from rules_engine.baseball.events import PlayMade, Substituted, from_document, to_document
from rules_engine.baseball.game import NotReadyError
from rules_engine.baseball.game_input import RandomInput, ScriptedInput
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_by_play import sentence
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.retrosheet import GameInfo, event_file
from rules_engine.baseball.state import start_game
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.game_state.lineups import starting_lineup_ruling
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from rules_engine.systems.strat_o_matic.substitutions.moves import hitter_ruling, move_ruling, switch_ruling
from tests.rules_engine.systems.strat_o_matic.making_changes import RefusedChange, end_hitter, move, swap_in_order
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

PROFILE = load_profile("purestrat@1")
WALK = [("pitch", "walk")]


def bats(game: StratGame, team: int) -> list[str]:
    return [player for player in game.state.sides[team].bench if isinstance(game.setup.cards[player], BatterCard)]


def relievers(game: StratGame, team: int) -> list[str]:
    pitchers = [player for player in game.state.sides[team].bench if isinstance(game.setup.cards[player], PitcherCard)]
    return [player for player in pitchers if game.setup.pitcher(player).endurance.relief]


def listing(game: StratGame, player: str, *positions: str) -> None:
    """Give a player these positions on his card."""
    card = game.setup.cards[player]
    rated = card.fielding[0]
    fielding = tuple(replace(rated, position=position) for position in positions)
    game.setup.cards = {**game.setup.cards, player: replace(card, fielding=fielding)}


def restarted(game: StratGame, **changes: object) -> StratGame:
    """Return the same game with the home team's side changed before the first pitch."""
    away, home = game.log.start.sides
    return StratGame(game.setup, GameLog(start_game(away, home._replace(**changes))))


def with_hitter(edition: str = "som_super_advanced") -> tuple[StratGame, str]:
    """Return a game where the home team's designated hitter has first base on his card."""
    game = new_game(edition)
    side, hitter = game.state.sides[1], bats(game, 1)[0]
    listing(game, hitter, "1b")
    order = tuple(hitter if player == side.pitcher else player for player in side.order)
    bench = tuple(player for player in side.bench if player != hitter)
    return restarted(game, order=order, bench=bench), hitter


def three_out(game: StratGame) -> None:
    half = (game.state.inning, game.state.bottom)
    while (game.state.inning, game.state.bottom) == half:
        state = game.state
        play = Play("strikeout", (OUT, -2, -2, -2), "1.0")
        game.append(PlayMade(play, state.batting.batter, state.fielding.pitcher))


# starting lineup


def test_t10_11_no_player_starts_at_a_position_not_on_the_card() -> None:
    game = new_game()
    side = game.state.sides[1]
    field = list(side.field)
    field[1], field[8] = field[8], field[1]
    game = restarted(game, field=tuple(field))
    ruling = starting_lineup_ruling(game.setup, game.state.sides[1])
    assert (ruling.allowed, ruling.rule) == (False, "T10.11")
    with pytest.raises(NotReadyError, match="the home team can't start with this lineup: T10.11"):
        game.play(ScriptedInput(WALK))


def test_10_1_team_without_a_fielder_for_a_position_starts_with_available_players() -> None:
    game = new_game()
    side = game.state.sides[1]
    for player in (*side.field, *side.bench):
        if isinstance(game.setup.cards[player], BatterCard) and "ss" in [r.position for r in game.setup.listed(player)]:
            listing(game, player, "2b")
    assert starting_lineup_ruling(game.setup, side)


def test_t0_01_star_forbids_the_designated_hitter_and_other_editions_allow_it() -> None:
    assert starting_lineup_ruling(*_book_and_side("star")).rule == "T0.01"
    for edition in ("som_basic", "som_advanced", "som_super_advanced"):
        assert starting_lineup_ruling(*_book_and_side(edition))


def _book_and_side(edition: str):
    game, _ = with_hitter(edition)
    return game.setup, game.state.sides[1]


def test_t27_53_pitcher_without_a_starter_rating_cannot_start() -> None:
    game = new_game()
    side = game.state.sides[1]
    starter = game.setup.cards[side.pitcher]
    without = replace(starter, endurance=replace(starter.endurance, starter=None))
    game.setup.cards = {**game.setup.cards, side.pitcher: without}
    assert starting_lineup_ruling(game.setup, side).rule == "T27.53"
    supers = new_game("som_super_advanced")
    supers.setup.cards = {**supers.setup.cards, side.pitcher: without}
    assert starting_lineup_ruling(supers.setup, supers.state.sides[1])  # 27.53: in Super Advanced his POW is 4


def test_5_10_no_player_is_both_in_the_lineup_and_on_the_bench() -> None:
    game = new_game()
    side = game.state.sides[1]
    doubled = side._replace(bench=(*side.bench, side.order[2]))
    assert "on the bench" in starting_lineup_ruling(game.setup, doubled).reason


# moves in the field


def swap(game: StratGame, first_player: str, second_player: str) -> dict[str, str]:
    side = game.state.fielding
    return {first_player: side.at(second_player), second_player: side.at(first_player)}


def test_t0_15_fielders_swap_only_at_the_start_of_a_half_inning() -> None:
    game = new_game()
    for position, position_after in (("lf", "cf"), ("cf", "lf")):
        listing(game, game.state.sides[1].at(position), position, position_after)
    move(game, 1, swap(game, "lf", "cf"))
    game.play(ScriptedInput(WALK))
    refused = move_ruling(game, 1, swap(game, "lf", "cf"))
    assert (refused.allowed, refused.rule) == (False, "T0.15")
    with pytest.raises(RefusedChange, match="T0.15"):
        move(game, 1, swap(game, "lf", "cf"))


def test_t0_15_any_legal_moves_can_follow_a_substitution() -> None:
    game = new_game()
    for position, position_after in (("lf", "cf"), ("cf", "lf")):
        listing(game, game.state.sides[1].at(position), position, position_after)
    game.play(ScriptedInput(WALK))
    game.append(Substituted(1, relievers(game, 1)[0], game.state.sides[1].pitcher, "10.2"))
    assert move_ruling(game, 1, swap(game, "lf", "cf"))
    game.play(ScriptedInput(WALK))
    assert not move_ruling(game, 1, swap(game, "lf", "cf"))


def test_t0_15_team_at_bat_cannot_move_fielders() -> None:
    game = new_game()
    side = game.state.sides[0]
    assert "at bat" in move_ruling(game, 0, {"lf": side.at("cf"), "cf": side.at("lf")}).reason


def test_t10_11_player_moves_only_to_positions_on_the_card() -> None:
    game = new_game()
    listing(game, game.state.sides[1].at("lf"), "lf")
    refused = move_ruling(game, 1, swap(game, "lf", "cf"))
    assert (refused.allowed, refused.rule) == (False, "T10.11")


def test_t25_2_any_player_can_take_an_uncoverable_position_and_must_stay() -> None:
    game = new_game()
    side = game.state.sides[1]
    shortstop = side.at("ss")
    for player in (*side.field, *side.bench):
        if player != shortstop and isinstance(game.setup.cards[player], BatterCard):
            listing(game, player, side.position_of(player) or "1b")
    listing(game, shortstop, "ss")
    batter = game.state.batting.batter
    game.append(PlayMade(Play("walk", (1, -2, -2, -2), "1.0"), batter, side.pitcher, (), shortstop))
    spare = bats(game, 1)[0]
    game.append(Substituted(1, spare, shortstop, "T25.2"))
    second = game.state.sides[1].at("2b")
    listing(game, second, "2b")
    listing(game, spare, "2b")
    assert move_ruling(game, 1, {"ss": second, "2b": spare})
    move(game, 1, {"ss": second, "2b": spare})
    three_out(game)
    three_out(game)
    stays = move_ruling(game, 1, {"ss": spare, "2b": second})
    assert (stays.allowed, stays.rule) == (False, "T25.2")


def test_t25_3_position_player_pitching_can_swap_once_at_a_listed_position() -> None:
    game = new_game()
    side = game.state.sides[1]
    no_pitchers = tuple(player for player in side.bench if isinstance(game.setup.cards[player], BatterCard))
    game = restarted(game, bench=no_pitchers)
    spare, first = bats(game, 1)[0], game.state.sides[1].at("1b")
    listing(game, spare, "1b", "2b")
    assert change_ruling(game, PROFILE, 1, spare, side.pitcher, "pitcher").rule != "T25.3"
    game.append(Substituted(1, spare, side.pitcher, "T25.3"))
    game.play(ScriptedInput(WALK))
    move(game, 1, {"p": first, "1b": spare})  # allowed in mid-inning because it involves the pitcher
    game.play(ScriptedInput(WALK))
    back = move_ruling(game, 1, {"p": spare, "1b": first})
    assert (back.allowed, back.rule) == (False, "T25.3")


def test_t25_3_no_position_player_pitches_while_a_pitcher_is_left() -> None:
    game = new_game()
    refused = change_ruling(game, PROFILE, 1, bats(game, 1)[0], game.state.sides[1].pitcher, "pitcher")
    assert (refused.allowed, refused.rule) == (False, "T25.3")


def test_t25_2_pitcher_fields_only_if_no_position_player_is_left() -> None:
    game = new_game()
    side = game.state.sides[1]
    for player in (*side.field[1:], *bats(game, 1)):
        listing(game, player, side.position_of(player) or "1b")
    shortstop, pitcher = side.at("ss"), relievers(game, 1)[0]
    game.tracker.injured.add(shortstop)
    refused = change_ruling(game, PROFILE, 1, pitcher, shortstop, "defence")
    assert (refused.allowed, refused.rule) == (False, "T25.2")
    assert change_ruling(game, PROFILE, 1, bats(game, 1)[0], shortstop, "defence")
    no_bats = restarted(game, bench=tuple(relievers(game, 1)))
    no_bats.tracker.injured.add(shortstop)
    assert change_ruling(no_bats, PROFILE, 1, pitcher, shortstop, "defence")


# double switches and batting spots


def entered_together(inning: int) -> tuple[StratGame, str, str]:
    game = new_game()
    game = StratGame(game.setup, GameLog(game.log.start._replace(inning=inning)))
    side = game.state.sides[1]
    reliever, fielder = relievers(game, 1)[0], bats(game, 1)[0]
    game.append(Substituted(1, reliever, side.pitcher, "10.2"))
    game.append(Substituted(1, fielder, side.at("lf"), "5.10"))
    return game, reliever, fielder


def test_t10_11_double_switch_cannot_move_a_reliever_in_the_order_before_the_sixth() -> None:
    game, reliever, fielder = entered_together(5)
    refused = switch_ruling(game, 1, reliever, fielder)
    assert (refused.allowed, refused.rule) == (False, "T10.11")
    game, reliever, fielder = entered_together(6)
    spot = game.state.sides[1].order.index(reliever)
    swap_in_order(game, 1, reliever, fielder)
    assert game.state.sides[1].order.index(fielder) == spot


def test_5_10_only_players_who_entered_together_can_swap_batting_spots() -> None:
    game, reliever, fielder = entered_together(6)
    game.play(ScriptedInput(WALK))
    assert "didn't come in together" in switch_ruling(game, 1, reliever, fielder).reason


def test_t10_11_early_reliever_bats_for_the_pitcher_or_a_replaced_injured_player() -> None:
    game = new_game()
    side, reliever, hitter = game.state.sides[1], relievers(game, 1)[0], bats(game, 1)[0]
    game.append(Substituted(1, hitter, side.pitcher, "7.0"))
    left = side.at("lf")
    listing(game, hitter, "lf")
    game.tracker.injured.add(left)
    allowed = change_ruling(game, PROFILE, 1, reliever, left, "double_switch")
    assert (allowed.allowed, allowed.rule) == (True, "T10.11")
    listing(game, hitter, "1b")
    assert not change_ruling(game, PROFILE, 1, reliever, left, "double_switch")


# designated hitter


def test_5_11_designated_hitter_who_fields_makes_the_pitcher_bat_for_the_replaced_player() -> None:
    game, hitter = with_hitter()
    side = game.state.sides[1]
    first, spot = side.at("1b"), side.order.index(side.at("1b"))
    end_hitter(game, 1, "1b")
    after = game.state.sides[1]
    assert (after.at("1b"), after.order[spot], first in after.removed) == (hitter, side.pitcher, True)
    assert hitter_ruling(game, 1, "1b").reason == "There is no designated hitter."
    game.append(Substituted(1, relievers(game, 1)[0], side.pitcher, "10.2"))
    assert game.state.sides[1].order[spot] == game.state.sides[1].pitcher


def test_5_11_designated_hitter_can_field_only_a_listed_position_on_defense() -> None:
    game, _ = with_hitter()
    assert hitter_ruling(game, 1, "ss").rule == "10.1"
    three_out(game)
    assert "at bat" in hitter_ruling(game, 1, "1b").reason
    assert hitter_ruling(game, 1, "p").allowed is False


def test_5_11_pitcher_batting_for_the_designated_hitter_ends_the_dh() -> None:
    game, hitter = with_hitter()
    three_out(game)
    pitcher = game.state.sides[1].pitcher
    assert "neither at bat nor on base" in hitter_ruling(game, 1).reason
    while game.state.batting.batter != hitter:
        game.play(ScriptedInput(WALK))
    end_hitter(game, 1)
    assert game.state.batting.batter == pitcher
    assert hitter in game.state.sides[1].removed


def test_5_11_pinch_hitter_for_the_designated_hitter_becomes_the_dh() -> None:
    game, hitter = with_hitter()
    three_out(game)
    while game.state.batting.batter != hitter:
        game.play(ScriptedInput(WALK))
    enters = bats(game, 1)[0]
    game.append(Substituted(1, enters, hitter, "7.0"))
    side = game.state.sides[1]
    assert (side.batter, side.position_of(enters), side.pitcher in side.order) == (enters, "", False)


def test_5_11_game_with_a_fielding_designated_hitter_is_described_stored_and_finished() -> None:
    game, hitter = with_hitter()
    end_hitter(game, 1, "1b")
    event = game.log.events[-1]
    assert from_document(to_document(event)) == event
    assert sentence(game.log.states[0], event, {}) == "The designated hitter moves to first base; the pitcher bats."
    pilot, table = ComputerManager(game), RandomInput(3)
    table.choose = pilot.choose
    while not game.state.over:
        pilot.changes()
        game.play(table)
    assert broken_invariants(game.log) + batting_order_faults(game.log) == []
    lines = event_file(game.log, GameInfo("NYA", "ATL", "1998/10/01"), {}).splitlines()
    pitcher = game.log.start.sides[1].pitcher
    assert any(line.startswith(f"sub,{hitter},") and line.endswith(",3") for line in lines)
    assert any(line.startswith(f"sub,{pitcher},") and not line.endswith(",0,1") for line in lines)
