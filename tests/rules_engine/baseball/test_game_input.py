"""The playing table in all its kinds."""

from fractions import Fraction

import pytest

from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import (
    DiceMissing,
    GameInput,
    GameInputError,
    Option,
    RandomInput,
    Recorder,
    ScriptedInput,
)

GO_OR_STAY = (Option("go", "1.0"), Option("stay", "1.0"))


def play(game_input: GameInput) -> str:
    """Two dice and a decision."""
    if game_input.ask("offence", "run", GO_OR_STAY) == "stay":
        return "stayed"
    return "safe" if game_input.roll("first", 6) + game_input.roll("second", 6) > 4 else "out"


def test_a_seed_gives_the_same_dice_and_the_record_holds_them_in_order() -> None:
    first_input, second_input = RandomInput(7), RandomInput(7)
    assert [play(first_input) for _ in range(20)] == [play(second_input) for _ in range(20)]
    assert first_input.record == second_input.record
    assert [name for name, _ in first_input.record[:3]] == ["run", "first", "second"]


def test_a_record_played_again_gives_the_same_outcome() -> None:
    game_input = RandomInput(3)
    outcome = play(game_input)
    assert play(ScriptedInput(game_input.record)) == outcome


def test_a_script_that_ends_says_what_is_wanted_next() -> None:
    with pytest.raises(DiceMissing) as missing:
        play(ScriptedInput([]))
    assert (missing.value.side, [option.key for option in missing.value.options]) == ("offence", ["go", "stay"])
    with pytest.raises(DiceMissing) as missing:
        play(ScriptedInput([("run", "go"), ("first", 3)]))
    assert (missing.value.name, missing.value.sides) == ("second", 6)


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ([("run", "fly")], "'fly' is not one of go, stay"),
        ([("run", "go"), ("first", 7)], "7 is not on a die of 6"),
        ([("run", "go"), ("first", "six")], "'six' is not on a die of 6"),
        ([("steal", "go")], "asks for run, but the script has steal"),
    ],
)
def test_what_cannot_be_is_refused(script: list, fault: str) -> None:
    with pytest.raises(GameInputError, match=fault):
        play(ScriptedInput(script))


def test_a_manager_that_chooses_an_answer_not_offered_is_refused() -> None:
    with pytest.raises(GameInputError, match="'steal' is not one of"):
        play(RandomInput(1, lambda side, question, options: "steal"))


def test_every_way_a_play_can_end_comes_with_its_exact_probability() -> None:
    odds: dict[str, Fraction] = {}
    for outcome, probability in exact_chances(play).items():
        odds[outcome] = odds.get(outcome, Fraction(0)) + probability
    assert odds == {"safe": Fraction(30, 36), "out": Fraction(6, 36)}


def test_a_recorder_stores_the_answers_of_another_input_and_no_question_with_a_single_answer() -> None:
    recorder = Recorder(ScriptedInput([("run", "go"), ("first", 1), ("second", 2)]))
    recorder.ask("defence", "nothing", GO_OR_STAY[:1])
    assert play(recorder) == "out"
    assert recorder.record == [("run", "go"), ("first", 1), ("second", 2)]
