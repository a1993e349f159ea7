"""Substitutions at the keyboard: options, rejections with reasons, and changes required before a play."""

from dataclasses import replace

from rules_engine.baseball.events import FieldersMoved, OrderSwapped, Substituted
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import start_game
from rules_engine.eligibility.pitching import PitchingFinding, ReliefLeft
from rules_engine.profile import load_profile
from rules_engine.rulings import refuse
from rules_engine.systems.strat_o_matic.cards.notation import parse_line
from rules_engine.systems.strat_o_matic.play.game import StratGame
from tests.rules_engine.systems.strat_o_matic.real_league import new_game
from tests.rules_engine.systems.strat_o_matic.test_terminal import play

STAR = load_profile("purestrat@1")
WALK = "walk"
OUT = ("1", "1", "1")  # every such roll is an out on the card below


def strikeouts(edition: str = "star") -> StratGame:
    """Return a game where every batter strikes out on column 1, so nine innings need few keys."""
    game = new_game(edition)
    lines = ((parse_line("strikeout"),) * 11,) * 3
    game.setup.cards = {
        player: replace(card, columns=dict.fromkeys(card.columns, lines)) if hasattr(card, "bats") else card
        for player, card in game.setup.cards.items()
    }
    return game


def subs(game: StratGame) -> list[tuple[str, str]]:
    made = [event for _, event in game.log.in_force() if isinstance(event, Substituted)]
    return [(event.enters, event.leaves) for event in made]


def test_7_0_pinch_hitter_can_be_typed_or_chosen_from_the_list() -> None:
    game, text = play("ph", "2", "ph girardi", WALK, edition="som_advanced")
    assert "1 Tim Raines, bats S" in text
    assert subs(game) == [("strawda01", "jeterde01"), ("girarjo01", "strawda01")]
    assert "Joe Girardi comes in for Darryl Strawberry" in text


def test_t10_11_illegal_pinch_hitter_is_rejected_with_rule_and_reason() -> None:
    game, text = play("ph raines", "ph", "ph nobody", "ph jo", "ph jeter", profile=STAR)
    assert text.count("refused, T10.11: inning 1: starters stay in until inning 6") == 1
    assert "No one may come in now." in text
    assert "not Tim Raines, Darryl Strawberry" in text
    assert "“nobody” is not on the list (Tim Raines, Darryl Strawberry, Joe Girardi ...)" in text
    assert "refused, 5.10: Derek Jeter is not on the bench." in text
    assert game.log.number == 0


def test_7_0_pinch_runner_replaces_the_runner_on_base() -> None:
    game, text = play("pr bush", WALK, "pr bush", WALK, "pr sojo", "pr ledee for knob", edition="som_advanced")
    assert "no one can leave now" in text
    assert "for whom? type: sojo for Chuck Knoblauch or Homer Bush" in text
    assert subs(game) == [("bushho01", "jeterde01"), ("ledeeri01", "knoblch01")]
    assert [runner.player for runner in game.state.bases if runner] == ["ledeeri01", "bushho01"]


def test_t10_2_bullpen_list_shows_why_each_pitcher_is_ineligible() -> None:
    game, text = play("p", "p rocker", profile=STAR)
    assert "(T10.2: 0.0 innings and 0 runs: the starter may leave after 5.0 innings or 4 runs)" in text
    assert "not Bruce Chen (T27.62: he has no relief rating.)" in text
    assert subs(game) == []
    game, text = play("p", "john rocker", WALK, edition="som_super_advanced")
    assert subs(game) == [("rockejo01", "maddugr01")]


def test_t10_2_pitching_sheet_also_excludes_a_pitcher_at_the_terminal() -> None:
    game = new_game("som_advanced")
    game.relief = {
        "rockejo01": ReliefLeft(refuse(PitchingFinding.STARTED_TOO_RECENTLY, "T10.2", started=3, rest=(4, 6)), 0)
    }
    _, text = play("bench", "p rocker", game=game)
    assert "(T10.2: started game 3: must rest games 4-6)" in text
    assert "refused, T10.2: started game 3: must rest games 4-6" in text


def test_t0_15_fielders_can_swap_and_invalid_positions_are_rejected() -> None:
    words = ("move lockhart", "move lockhart 4b", "move lockhart ss", "move lopez 1b, galarraga c", "move jones 3b")
    game, text = play(*words, "move chipper lf, klesko 3b", "def guillen for weiss", WALK, edition="som_advanced")
    assert "enter a player and a position, such as sojo 2b" in text
    assert "refused, 5.10: A player is at two positions." in text
    assert "refused, 10.1: Javy Lopez does not have 1b on his card." in text
    assert "“jones” may be Chipper Jones, Andruw Jones" in text
    assert subs(game) == [("guilloz01", "weisswa01")]


def test_defensive_replacement_includes_the_covering_moves() -> None:
    game, text = play(
        "def williams for galarraga",
        "def williams for galarraga, klesko 1b, williams lf",
        WALK,
        edition="som_advanced",
    )
    assert "refused, 10.1: Gerald Williams does not have 1b on his card." in text
    assert game.state.fielding.at("1b") == "kleskry01"
    assert game.state.fielding.at("lf") == "willige02"
    assert any(isinstance(event, FieldersMoved) for event in game.log.events)


def test_5_10_double_switch_is_a_single_command() -> None:
    words = (
        "double",
        "double rocker for weiss",
        "double rocker for weiss, williams",
        "double rocker for weiss, guillen",
    )
    game, text = play(*words, WALK, edition="som_advanced")
    assert text.count("type: double NEW PITCHER for PLAYER WHO LEAVES") == 2
    assert "refused, 10.1: Gerald Williams does not have ss on his card." in text
    assert any(isinstance(event, OrderSwapped) for event in game.log.events)
    side = game.state.fielding
    assert (side.order.index("rockejo01"), side.order.index("guilloz01")) == (6, 8)


def test_t31_11_pinch_hitter_for_the_pitcher_must_be_followed_by_a_pitcher() -> None:
    game = strikeouts("som_advanced")
    top = OUT * 3
    bottom = OUT * 3
    until_the_pitcher_bats = (*top, *bottom, *top, *bottom, *OUT * 2)  # the visitors' ninth batter is up in the third
    game, text = play(*until_the_pitcher_bats, "ph raines", *OUT, "", "raines", "p lloyd", WALK, game=game)
    assert (
        "New York: Tim Raines must leave the mound: 25.3: Tim Raines is not a pitcher, so a new pitcher must come in."
        in text
    )
    assert subs(game) == [("raineti01", "pettian01"), ("lloydgr01", "raineti01")]
    assert game.state.fielding.pitcher == "lloydgr01"
    assert broken_invariants(game.log) == []


def test_t31_6_pinch_hitter_without_the_position_forces_moves_or_a_replacement() -> None:
    game = strikeouts("som_advanced")
    game, text = play("ph sojo", *OUT * 3, *OUT * 3, "", game=game)
    assert "not on his card" not in text
    game, text = play("ph raines", *OUT * 3, "undo", "redo", "girardi", "sojo", WALK, game=strikeouts("som_advanced"))
    assert "New York: Tim Raines is at shortstop, which is not on his card (10.1)." in text
    assert "a number from 1 to 2 or one of these names" in text
    assert game.state.fielding.at("ss") == "sojolu01"


def test_t31_6_pinch_hitter_and_teammates_shift_when_taking_the_field() -> None:
    game = strikeouts("som_advanced")
    five_batters = (*OUT * 3, *OUT * 3, *OUT * 2)
    game, text = play(*five_batters, "ph spencer", *OUT, "", WALK, game=game)  # he bats for the center fielder
    assert "New York: Shane Spencer is at center field, which is not on his card (10.1)." in text
    assert "who? (Enter: move" in text
    field = game.state.fielding
    assert "spencsh01" in (field.at("lf"), field.at("rf"))
    assert broken_invariants(game.log) == []


def test_25_1_injured_players_are_replaced_from_the_list_or_by_an_invented_player() -> None:
    game = new_game("som_super_advanced")
    away, home = game.state.sides
    game = StratGame(game.setup, GameLog(start_game(away._replace(bench=()), home)))
    game.tracker.injured.add("jeterde01")
    game, text = play(WALK, game=game)
    assert "Derek Jeter is injured and must leave (25.1)" in text
    assert subs(game) == [("stand-in for jeterde01", "jeterde01")]


def test_t29_13_no_player_enters_after_the_first_die() -> None:
    for edition, rule in (("star", "T29.13"), ("som_advanced", "7.0")):
        game, text = play("4", "ph raines", "p rocker", "move lockhart ss", "2", "2", *["6"] * 6, edition=edition)
        assert text.count(f"refused, {rule}: The dice are being rolled.") == 3
        assert dict(game.log.events[0].record)["white"] == 4
        assert subs(game) == []


def test_computer_managed_team_cannot_be_changed_until_a_person_takes_over() -> None:
    game, text = play(
        "ph raines", "person away", "ph raines", "auto tea", "auto away", WALK,
        edition="som_advanced", people=(False, True),
    )  # fmt: skip
    assert "the computer manages New York; type person away" in text
    assert "New York: you" in text
    assert "enter away or home, or nothing for both" in text
    assert subs(game) == [("raineti01", "jeterde01")]


def with_hitter(edition: str = "som_advanced") -> tuple[StratGame, str]:
    """Return a game with Tony Graffanino as the home team's designated hitter."""
    game = new_game(edition)
    away, home = game.state.sides
    order = tuple("graffto01" if player == home.pitcher else player for player in home.order)
    bench = tuple(player for player in home.bench if player != "graffto01")
    return StratGame(game.setup, GameLog(start_game(away, home._replace(order=order, bench=bench)))), "graffto01"


def test_5_11_dh_command_puts_the_designated_hitter_in_the_field() -> None:
    game, hitter = with_hitter()
    second = game.state.sides[1].at("2b")
    game, text = play("dh p", "dh left", "dh 2b", "dh 2b", game=game)
    assert "enter a position" in text
    assert "The designated hitter moves to second base; the pitcher bats." in text
    assert "refused, 5.11: There is no designated hitter." in text
    side = game.state.sides[1]
    assert (side.at("2b"), second in side.removed, side.pitcher in side.order) == (hitter, True, True)


def test_t0_01_star_game_does_not_start_with_a_designated_hitter() -> None:
    game, _ = with_hitter("star")
    game, text = play(game=game)
    assert "T0.01: There is no designated hitter: the pitcher bats." in text
    assert game.log.number == 0
