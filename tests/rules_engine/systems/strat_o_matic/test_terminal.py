"""A user at the keyboard: typed dice, decisions with their rules, typing errors, undo, and the final box score."""

from dataclasses import replace
from typing import Any

import pytest

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.game_input import SeededDice
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import Play
from rules_engine.baseball.state import start_game
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, write_line
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.leaving import players_to_replace
from rules_engine.terminal.keyboard import PlayerLookupError, find_player
from rules_engine.terminal.session import play_at_terminal
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

TEAMS = ("New York", "Atlanta")


def play(*typed: str, dice: int | None = None, game: StratGame | None = None, edition: str = "star", **manager: Any):
    """Return the game and all output, including prompts, after a user types this and quits."""
    game, written, keys = game or new_game(edition), [], iter(typed)
    names = {player: card.name for player, card in game.setup.cards.items()}
    table = SeededDice(dice) if dice is not None else None

    def read(prompt: str) -> str:
        written.append(prompt)
        return next(keys, "quit")

    play_at_terminal(game, TEAMS, names, read, written.append, table, **manager)
    return game, "\n".join(written)


def test_typed_dice_are_used_and_invalid_dice_asked_again() -> None:
    game, text = play("7", "4", "2", "2", *["6"] * 6)
    assert "white, die of 6" in text
    assert "enter a number from 1 to 6" in text
    assert game.log.events[0].record[:4] == (("pitch", "pitch"), ("white", 4), ("colored_1", 2), ("colored_2", 2))


def test_card_line_appears_once_the_three_dice_are_rolled() -> None:
    game, text = play("4", "2", "6")
    at_bat = game.setup.at_bat("jeterde01", "maddugr01")
    assert f"4-8 Greg Maddux, to right-handers: {write_line(at_bat.pitcher_card.line('right', 4, 8))}" in text
    _, text = play("2, 3 4", edition="som_basic")
    assert f"2-7 Derek Jeter: {write_line(at_bat.card.line('basic', 2, 7))}" in text


THROWN = (("pitch", "pitch"), ("white", 4), ("colored_1", 2), ("colored_2", 6))


def test_t29_11_dice_rolled_together_can_be_typed_on_a_single_line() -> None:
    game, _ = play("4 2 6", "4,2, 6")
    assert [event.record for event in game.log.events] == [THROWN, THROWN]
    game, _ = play("2 2", "undo", "4 2 6")  # undo reverts the whole line
    assert [event.record for event in game.log.events if isinstance(event, PlayMade)] == [THROWN]
    game, _ = play("4 2", "6")  # a line can end before the roll is complete
    assert [event.record for event in game.log.events] == [THROWN]


@pytest.mark.parametrize("line", ["4-2-6", "426", "4,2,6", " 4 2 6 "])
def test_dice_can_be_typed_in_common_notations(line: str) -> None:
    game, _ = play(line)
    assert [event.record for event in game.log.events] == [THROWN]


@pytest.mark.parametrize("line", ["42", "14", "427", "4261", "4-2-7", "4--2"])
def test_digits_that_do_not_match_the_dice_exactly_are_rejected(line: str) -> None:
    """A 14 for the d20 is not accepted as a white 1 and a colored 4."""
    game, text = play(line)
    assert f"“{line}”: " in text
    assert not game.log.events
    assert not game.dice_rolled


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("4 2 7", "7 is not on the second colored d6: enter a number from 1 to 6; none of these dice is used"),
        ("7 2 6", "7 is not on the white d6: enter a number from 1 to 6; none of these dice is used"),
        ("4 0 6", "0 is not on the first colored d6: enter a number from 1 to 6; none of these dice is used"),
        ("4 x 6", "x is not a number; none of these dice is used"),
        ("4 -2 6", "-2 is not a number; none of these dice is used"),
        ("4 2 6 15", "15 is one die too many: the play needs no more dice after the 6; none of these dice is used"),
        ("4 2 6 15 3", "15 is one die too many: the play needs no more dice after the 6; none of these dice is used"),
    ],
)
def test_line_with_an_invalid_or_extra_die_is_rejected_whole(line: str, message: str) -> None:
    """A mistyped 4 2 7 for 4 2 6 is rejected. The corrected 4 2 6 must not combine with it into a 4-8."""
    game, text = play(line, "4 2 6")
    assert f"“{line}”: {message}" in text
    assert text.count("  white, die of 6: ") == 3
    assert text.count("    colored 1: 2") == 1  # shown once, for the accepted line
    assert [event.record for event in game.log.events] == [THROWN]
    game, text = play(line, "undo")  # nothing to undo, because the line was rejected
    assert "there is no play to undo" in text
    assert game.log.number == 0


def test_partial_roll_also_rejects_an_invalid_line() -> None:
    game, text = play("4", "2 7", "2 6 1", "2 6")
    assert "“2 7”: 7 is not on the second colored d6" in text
    assert "“2 6 1”: 1 is one die too many: the play needs no more dice after the 6" in text
    assert [event.record for event in game.log.events] == [THROWN]


def test_29_1_d20_rolled_with_the_three_dice_can_be_typed_with_them() -> None:
    game, text = play("walk", "", "", "swing", "4 2 6 15", edition="som_super_advanced")
    assert dict(game.log.events[1].record)["pitch"] == 15
    assert "none of these dice" not in text


def test_die_typed_early_never_decides_a_different_roll() -> None:
    """T29.1: after a 1 the next die is for the wild pitch, and it is rolled only then."""
    keys = ("walk", "back", "none", "swing")
    game, text = play(*keys, "1 3 2 5", "1", "20", "4 2 6")
    assert "“1 3 2 5”: 3 is too early: the d20 against the wild pitch rating is rolled separately; none of" in text
    assert "Chuck Knoblauch strikes out" in text
    assert [value for _, value in game.log.events[1].record[-5:]] == [1, 20, 4, 2, 6]
    game, text = play(*keys, "7 4 2 6")  # after any other d20, the three dice can follow
    assert [value for _, value in game.log.events[1].record[-4:]] == [7, 4, 2, 6]


def test_die_typed_before_an_open_decision_rejects_the_line() -> None:
    game = single_to_center()
    keys = ("walk", "back", "none", "swing")
    _, text = play(*keys, "7 1 1 1 12", "7 1 1 1", "send", game=game)
    assert "“7 1 1 1 12”: 12 is too early: the offense decides first (send lead); none of these dice" in text
    assert "defense, throw:" in text


def single_to_center() -> StratGame:
    """Make every white 1 a single to center with no extra base (13.1)."""
    game = new_game()
    lines = ((parse_line("SINGLE (cf)"),) * 11,) * 3
    game.setup.cards = {
        player: replace(card, columns=dict.fromkeys(card.columns, lines)) if hasattr(card, "bats") else card
        for player, card in game.setup.cards.items()
    }
    return game


def test_decisions_show_their_rule_and_accept_a_number_or_name() -> None:
    game, text = play("walk", "2", "back", "walk")
    assert "1 back           " in text
    assert [event.play.kind for event in game.log.events] == ["walk", "walk"]


def test_undo_reverses_the_last_play() -> None:
    game, text = play("walk", "undo", "undo")
    assert game.state == game.log.start
    assert "Undid the last play: top of the 1st, New York 0, Atlanta 0, no outs, bases empty." in text
    assert "there is no play to undo" in text


def test_autopilot_can_finish_the_game_with_a_box_score() -> None:
    game, text = play("walk", "auto", dice=3)
    assert game.state.over
    assert "Bottom of the 1st" in text
    runs = [line.split()[-3] for line in text.splitlines() if line.startswith(("New York  ", "Atlanta  "))]
    assert runs[:2] == [str(score) for score in game.state.score]
    assert text.count("(W)") == text.count("(L)") == 1


def test_s7_0_back_undoes_the_last_announcement_but_not_rolled_dice() -> None:
    game, text = play("walk", "1", "1", "back", "2", "swing", "7", "back", "4", "2", "2", *["6"] * 6)
    assert "Undid the last announcement." in text
    assert "S7.0: The dice have been rolled." in text
    record = game.log.events[1].record
    assert dict(record)["hold"] == "1"
    assert [value for name, value in record if name == "pitch"] == ["pitch", 7]


def test_undo_reverses_the_play_and_its_following_substitution() -> None:
    """A player injured on the play is replaced immediately.

    Undo must not stop at the replacement and prompt for it again.
    """
    game = new_game()
    batter = game.state.batting.batter
    card = game.setup.cards[batter]
    columns = {side: ((parse_line("SINGLE* plus injury"),) * 11,) * 3 for side in card.columns}
    game.setup.cards = {**game.setup.cards, batter: replace(card, columns=columns)}
    _, text = play("1", "3", "4", "", "nobody", "raines", "undo", game=game)
    assert "Derek Jeter is injured and must leave (T25.2)" in text
    assert "“nobody”: enter a number from 1 to" in text
    assert "Tim Raines comes in for Derek Jeter (T25.2)." in text
    assert game.state == game.log.start
    assert players_to_replace(game) == []


@pytest.mark.parametrize("typed", ["oneill", "O'Neill", "paul o", "PAUL ONEILL", "oneilpa01"])
def test_player_is_found_by_key_or_any_part_of_the_name(typed: str) -> None:
    names = {"oneilpa01": "Paul O'Neill", "willibe02": "Bernie Williams", "alomaro01": "Róberto Alomar"}
    assert find_player(typed, list(names), names) == "oneilpa01"
    assert find_player("roberto", list(names), names) == "alomaro01"


def test_unknown_or_ambiguous_name_is_reported() -> None:
    names = {"a": "Gerald Williams", "b": "Bernie Williams"}
    with pytest.raises(PlayerLookupError, match="“williams” may be Gerald Williams, Bernie Williams"):
        find_player("williams", list(names), names)
    for unknown_name in ("jeter", "", "'"):
        with pytest.raises(PlayerLookupError):
            find_player(unknown_name, list(names), names)


def test_namesakes_are_never_confused() -> None:
    names = {"jonesbo03": "Bobby Jones (R)", "jonesbo04": "Bobby Jones (L)", "ramirjo01": "José Gil", "b": "Jose Gil"}
    with pytest.raises(PlayerLookupError, match=r"may be Bobby Jones \(R\), Bobby Jones \(L\)"):
        find_player("bobby jones", list(names), names)
    with pytest.raises(PlayerLookupError, match="“jose gil” may be José Gil, Jose Gil"):
        find_player("jose gil", list(names), names)
    assert find_player("bobby jones l", list(names), names) == "jonesbo04"
    assert find_player("jonesbo03", list(names), names) == "jonesbo03"


def test_illegal_lineup_is_reported_and_can_be_corrected() -> None:
    game = new_game("som_advanced")
    away, home = game.state.sides
    swapped = tuple({"lopezja01": "galaran01", "galaran01": "lopezja01"}.get(player, player) for player in home.field)
    game = StratGame(game.setup, GameLog(start_game(away, home._replace(field=swapped))))
    game, text = play("move galarraga 1b, lopez c", "walk", game=game)
    assert "Andres Galarraga is at catcher, which is not on his card" in text
    assert game.state.occupied == 1


def test_help_lists_only_known_commands() -> None:
    _, text = play("help", "lineup", "bench", "score", "box", "plays", "?", "tea")
    listed = (
        "undo",
        "redo",
        "events",
        "fresh",
        "ph",
        "pr",
        "p",
        "def",
        "move",
        "double",
        "auto",
        "lineup",
        "quit",
    )
    for word in listed:
        assert f"    {word}" in text
    assert "  >1 Derek Jeter" in text
    assert "Tim Raines               bats S, .3" in text
    assert "“tea”: enter a number from 1 to 6" in text


@pytest.mark.parametrize(("edition", "rule"), [("som_basic", "8.11"), ("star", "23.6")])
def test_steal_option_shows_the_editions_rule(edition: str, rule: str) -> None:
    _, text = play("walk", "1", "1", edition=edition)
    assert f"steal_1        The runner on first goes. ({rule})" in text


def test_runners_who_can_steal_are_shown_with_rating_and_safe_numbers() -> None:
    _, text = play("walk", "1", "1")
    assert "Derek Jeter, 7,8/- (18-12): safe held 1-15 with a lead, 1-7 without; not held 1-17 with a lead" in text
    assert "Derek Jeter, 7,8/- (18-12): safe 1-17 with a lead, 1-11 without" in text
    _, text = play("walk", "1", "2", edition="som_super_advanced")
    assert "Derek Jeter, 7,8/- (18-12): safe 1-15 with a lead, 1-7 without" in text
    _, text = play("walk", "2", edition="som_basic")
    assert "Derek Jeter, A: safe held 1-12; not held 1-15" in text
    assert "Derek Jeter, A: safe 1-12" in text


def test_t23_01_enter_at_holds_means_silence_if_the_edition_allows_it() -> None:
    game, text = play("walk", "", "", "swing", "20", "4 2 2", *["6"] * 6)
    assert "which? (Enter: unsaid)" in text
    assert dict(game.log.events[1].record)["hold"] == "unsaid"
    _, text = play("walk", "", edition="som_super_advanced")
    assert "which? (Enter: none)" in text


def test_enter_alone_is_rejected_with_instructions() -> None:
    _, text = play("")
    assert "Enter alone is not an answer here: enter a number from 1 to 6; help lists" in text
    assert "“”" not in text


def test_29_1d_first_line_is_marked_void_after_a_1_or_2_on_the_d20() -> None:
    keys = ("walk", "", "", "swing", "4 2 2")
    _, text = play(*keys, "2", "1", "20", "5 5 6", edition="som_super_advanced")
    shown, void, after = text.rpartition("The d20 shows 2: the dice rolled with it are void (29.1D).")
    assert "4-4 Greg Maddux" in shown
    assert void
    assert "5-11 Greg Maddux" in after
    for edition, die in (("som_super_advanced", "3"), ("star", "1")):  # T29.11: in STAR the d20 comes first
        assert "void" not in play(*keys[:5], *(keys[5:] if die == "3" else ()), die, "20", edition=edition)[1]


def behind(runs: int) -> StratGame:
    """Return a game in which the visitors have this many runs."""
    game = new_game()
    for _ in range(runs):
        state = game.state
        game.append(PlayMade(Play("homerun", (4, -2, -2, -2), "1.0"), state.batting.batter, state.fielding.pitcher))
    return game


def test_t0_05_trailing_manager_can_concede_with_a_ten_run_margin() -> None:
    star = load_profile("purestrat@1")
    game, text = play("concede", "", game=behind(3), profile=star)
    assert "The game is conceded (T0.05)." in text
    assert "B conceded: A 10, B 0 (T0.05)" in text.replace(TEAMS[0], "A").replace(TEAMS[1], "B")
    assert (game.state.ending, game.state.score) == ("conceded", (3, 0))
    game, text = play("concede", "undo", "quit", game=behind(3), profile=star)
    assert not game.state.over


def test_t0_05_team_not_behind_and_computer_manager_cannot_concede() -> None:
    star = load_profile("purestrat@1")
    game, text = play("concede", "concede away", game=behind(0), profile=star)
    assert "0-0: not behind, so the Tournament Director must agree." in text
    game, text = play("concede away", game=behind(3), profile=star)
    assert "3-0: not behind" in text
    game, text = play("concede", game=behind(3), profile=star, people=(True, False))
    assert f"The computer manages {TEAMS[1]} and continues the game." in text
    game, text = play("concede", game=behind(3))
    assert "These rules don't allow concessions" in text
    assert not game.state.over


def test_5_10_reliever_typed_for_the_catcher_is_rejected_with_a_double_switch_hint() -> None:
    game, text = play("p ligtenberg for lopez")
    assert "A reliever can take his spot in a double switch" in text
    assert game.log.events == []


def test_dice_typed_at_a_question_accept_the_default_answers() -> None:
    game, _ = play("walk", "7 4 2 6")  # typed at the infield prompt
    record = dict(game.log.events[1].record)
    assert (record["infield"], record["hold"], record["play"], record["white"]) == ("back", "unsaid", "swing", 4)
    game, text = play("walk", "7 4 2 7")
    assert game.log.number == 1
    assert "7 is not on the second colored d6" in text


def announcements(game: StratGame) -> dict[str, int | str]:
    """Return the announcements and rolls of the play in progress."""
    return {name: value for name, value, _ in game.under_way}


def test_steal_bunt_and_hold_are_announced_before_the_dice() -> None:
    game, _ = play("walk", "steal")
    assert (announcements(game)["play"], announcements(game)["hold"]) == ("steal_1", "unsaid")
    game, _ = play("walk", "bunt")
    assert announcements(game)["play"] == "sacrifice"
    game, _ = play("walk", "hold", "swing")
    assert (announcements(game)["hold"], announcements(game)["play"]) == ("1", "swing")
    _, text = play("steal", "4", "walk")
    assert "steal: steal is not possible now" in text
    assert "walk: the dice for this play have been rolled" in text


def test_card_and_bench_commands_show_full_details() -> None:
    _, text = play("card jeter", "card maddux", "card nobody", "bench")
    assert "Derek Jeter, bats R" in text
    assert "  Against left-handers" in text
    assert "stealing " in text
    assert "defense ss-" in text
    assert "Greg Maddux, throws R" in text
    assert "“nobody” is not on the list" in text
    assert "Tim Raines               bats S, ." in text


def test_ending_shows_the_winner_and_the_reason() -> None:
    game, text = play("auto", dice=3)
    winner = TEAMS[game.state.score[1] > game.state.score[0]]
    assert f"{winner} win {max(game.state.score)}-{min(game.state.score)}, " in text.splitlines()[-1]
