"""PTIN2, PTIN3: after a game at the table, the dialogue requests the injury checks exactly once."""

from collections.abc import Sequence

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import PlayerInjured, PlayMade, Rewound
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import SeededDice
from rules_engine.baseball.going_back import AFTER_GAME
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_under_way import DialogueLine
from rules_engine.baseball.prompts import Over, Roll
from tests.rules_engine.systems.pine_tar.league import game

TEAMS = ("Away", "Home")
INJURIES = "standard+injuries"


def over(seed: int, edition: str = INJURIES) -> Game:
    """Return a game that computer managers have finished, without any rolls after it."""
    made = game(seed, edition)
    pilot = made.system.pilot(made)
    table = pilot.table(seed)
    while not made.state.over:
        pilot.changes()
        made.play(table)
    return made


def dialogue(
    made: Game, *, people: Sequence[bool] = (True, True), dice: SeededDice | None = None
) -> tuple[Dialogue, list[DialogueLine]]:
    lines: list[DialogueLine] = []
    return Dialogue(made, TEAMS, {}, [*people], dice, None, lines.append), lines


def typed(talk: Dialogue, lowest: bool) -> int:
    """Type the lowest or highest face of every die requested. Return the number of dice."""
    count = 0
    while isinstance(prompt := talk.next(), Roll):
        talk.answer(prompt.lowest if lowest else prompt.lowest + prompt.sides - 1)
        count += 1
    assert prompt == Over(talk.game.state.ending)
    return count


def test_dice_typed_after_the_last_out_decide_injuries_and_are_logged() -> None:
    made = over(3)
    talk, lines = dialogue(made)
    assert isinstance(talk.next(), Roll)
    assert lines[-1].text == "After the game"
    assert typed(talk, lowest=True) > 2
    injured = [event for _, event in made.log.in_force() if isinstance(event, PlayerInjured)]
    assert injured
    assert any("is injured and out for" in line.text for line in lines)
    mark = made.log.events[-1]
    assert isinstance(mark, Rewound)
    assert mark.why.startswith(f"{AFTER_GAME}: hurt ")
    assert isinstance(talk.next(), Over)


def test_die_typed_after_the_game_can_be_undone() -> None:
    talk, _ = dialogue(over(3))
    first = talk.next()
    talk.answer(5)
    second = talk.next()
    assert talk.undo_answer()
    assert talk.next() == first
    talk.answer([5, 6])
    assert talk.next() != second


def test_reopened_game_requests_injury_checks_only_once() -> None:
    made = over(3)
    opened = Game(made.setup, GameLog(made.log.start, [*made.log.events]))
    talk, _ = dialogue(opened)
    assert typed(talk, lowest=False) > 2
    assert not any(isinstance(event, PlayerInjured) for event in opened.log.events)
    later = Game(made.setup, GameLog(opened.log.start, [*opened.log.events]))
    assert isinstance(dialogue(later)[0].next(), Over)


def test_generated_dice_are_reused_after_undo_and_redo_of_the_last_play() -> None:
    made = over(3)
    talk, _ = dialogue(made, dice=SeededDice(11))
    assert isinstance(talk.next(), Over)
    first = [event for _, event in made.log.in_force() if isinstance(event, PlayerInjured)]
    marks = [event.why for event in made.log.events if isinstance(event, Rewound)]
    talk.undo_play()
    assert not made.state.over
    talk.redo()
    assert isinstance(talk.next(), Over)
    assert [event for _, event in made.log.in_force() if isinstance(event, PlayerInjured)] == first
    assert [event.why for event in made.log.events if isinstance(event, Rewound)][-1] == marks[-1]


def test_game_without_injuries_ends_after_the_last_out() -> None:
    made = over(3, "standard")
    talk, lines = dialogue(made)
    assert isinstance(talk.next(), Over)
    assert lines == []
    assert isinstance(made.log.events[-1], PlayMade)
