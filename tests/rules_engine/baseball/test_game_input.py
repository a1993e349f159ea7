"""All kinds of game input."""

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
    """Roll two dice and make a decision."""
    if game_input.ask("offence", "run", GO_OR_STAY) == "stay":
        return "stayed"
    return "safe" if game_input.roll("first", 6) + game_input.roll("second", 6) > 4 else "out"


def test_same_seed_rolls_and_records_the_same_dice() -> None:
    first_input, second_input = RandomInput(7), RandomInput(7)
    assert [play(first_input) for _ in range(20)] == [play(second_input) for _ in range(20)]
    assert first_input.record == second_input.record
    assert [name for name, _ in first_input.record[:3]] == ["run", "first", "second"]


def test_replayed_record_produces_the_same_outcome() -> None:
    game_input = RandomInput(3)
    outcome = play(game_input)
    assert play(ScriptedInput(game_input.record)) == outcome


def test_script_that_runs_out_reports_the_next_input() -> None:
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
def test_rejects_impossible_script_entries(script: list, fault: str) -> None:
    with pytest.raises(GameInputError, match=fault):
        play(ScriptedInput(script))


def test_rejects_an_answer_that_was_not_offered() -> None:
    with pytest.raises(GameInputError, match="'steal' is not one of"):
        play(RandomInput(1, lambda side, question, options: "steal"))


def test_exact_chances_cover_every_outcome_of_a_play() -> None:
    odds: dict[str, Fraction] = {}
    for outcome, probability in exact_chances(play).items():
        odds[outcome] = odds.get(outcome, Fraction(0)) + probability
    assert odds == {"safe": Fraction(30, 36), "out": Fraction(6, 36)}


def test_recorder_stores_wrapped_answers_but_skips_single_option_questions() -> None:
    recorder = Recorder(ScriptedInput([("run", "go"), ("first", 1), ("second", 2)]))
    recorder.ask("defence", "nothing", GO_OR_STAY[:1])
    assert play(recorder) == "out"
    assert recorder.record == [("run", "go"), ("first", 1), ("second", 2)]
