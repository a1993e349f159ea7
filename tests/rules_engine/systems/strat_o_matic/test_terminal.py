"""A person at the keyboard: typed dice, decisions with their rules, mistakes, undo, the box score at the end."""

from dataclasses import replace

from rules_engine.baseball.table import RandomTable
from rules_engine.systems.strat_o_matic.notation import parse_line
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


def test_undo_takes_back_the_play_and_the_change_of_men_that_followed_it() -> None:
    """A man hurt on the play is replaced at once; undo must not stop at the replacement and be asked it again."""
    game, keys = new_game(), iter(["1", "1", "3", "4", "undo", "quit"])
    batter = game.state.batting.batter
    card = game.book.cards[batter]
    columns = {side: ((parse_line("gb(ss)A plus injury"),) * 11,) * 3 for side in card.columns}
    game.book.cards = {**game.book.cards, batter: replace(card, columns=columns)}
    written: list[str] = []
    play_at_terminal(game, TEAMS, {}, lambda prompt: next(keys), written.append)
    assert any("comes in for" in line for line in written)
    assert game.state == game.log.start
    assert game.hurt_men() == []
