"""A person at the keyboard: typed dice, decisions with their rules, mistakes, undo, the box score at the end."""

from rules_engine.baseball.table import RandomTable
from rules_engine.systems.strat_o_matic.terminal import play_at_terminal
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

TEAMS = ("New York", "Atlanta")


def play(*typed: str, dice: int | None = None, automatic: bool = False):
    game, written, keys = new_game(), [], iter(typed)
    names = {player: card.name for player, card in game.book.cards.items()}
    table = RandomTable(dice) if dice is not None else None

    def read(prompt: str) -> str:
        written.append(prompt)
        return next(keys, "quit")

    play_at_terminal(game, TEAMS, names, read, written.append, table, automatic=automatic)
    return game, "\n".join(written)


def test_dice_are_typed_in_and_wrong_ones_asked_again() -> None:
    game, text = play("1", "7", "4", "2", "2", *["6"] * 6)
    assert "white, die of 6" in text
    assert "a number from 1 to 6 is wanted" in text
    assert game.log.events[0].record[:4] == (("pitch", "pitch"), ("white", 4), ("colored_1", 2), ("colored_2", 2))


def test_decisions_are_shown_with_their_rule_and_taken_by_number_or_name() -> None:
    game, text = play("walk", "2")
    assert "2 walk           Walk him intentionally. (7.0)" in text
    assert [event.play.kind for event in game.log.events] == ["walk", "walk"]


def test_undo_takes_the_last_play_back() -> None:
    game, text = play("walk", "undo", "undo")
    assert game.state == game.log.start
    assert "The last play is taken back." in text
    assert "there is nothing to undo" in text


def test_the_autopilot_may_take_over_and_the_box_score_closes_the_game() -> None:
    game, text = play("walk", "auto", dice=3)
    assert game.state.over
    assert "Bottom of inning 1" in text
    runs = [line.split()[-3] for line in text.splitlines() if line.startswith(("New York  ", "Atlanta  "))]
    assert runs[:2] == [str(score) for score in game.state.score]
    assert text.count("(W)") == text.count("(L)") == 1
