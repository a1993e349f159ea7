"""Value of every option in a decision. Each test has a situation, the better choice and the reason for it."""

from typing import Any

import pytest

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.dice_line import next_question
from rules_engine.baseball.enumeration import nearly_exact_chances
from rules_engine.baseball.game_input import GameInput, first_option
from rules_engine.baseball.option_odds import AnsweredInput, count_plays
from rules_engine.baseball.prompts import Ask
from rules_engine.odds.in_words import options_text
from rules_engine.odds.option_values import AS_DECIDED, best_option, option_title, option_values
from rules_engine.systems.strat_o_matic.play.game import StratGame
from tests.rules_engine.odds.test_odds_in_words import on_base
from tests.rules_engine.systems.odds_against_play import moments

RULESETS = (
    *(("strat_o_matic", edition) for edition in ("som_basic", "som_advanced", "som_super_advanced", "star")),
    ("strat_o_matic", "senior_seminar"),
    ("pine_tar", "full"),
    ("inside_pitch", "off"),
)


def dialogue_at(game: Any, question: str, *, people: tuple[bool, bool] = (True, True)) -> Dialogue:
    """Return the dialogue at this question, with the default answers to all earlier questions."""
    talk = Dialogue(game, ("Visitors", "Home team"), {}, list(people))
    prompt = talk.next()
    while isinstance(prompt, Ask) and prompt.question != question:
        talk.answer(prompt.usual)
        prompt = talk.next()
    return talk


def late(game: StratGame, **changes: Any) -> StratGame:
    return StratGame(game.setup, type(game.log)(game.state._replace(**changes)))


@pytest.mark.parametrize(("system", "edition"), RULESETS)
def test_every_option_of_every_question_before_the_dice_has_chances_that_add_up(system: str, edition: str) -> None:
    game = next(game for game in moments(system, edition, 7) if game.state.occupied)
    pilot, questions = game.system.pilot(game), 0
    record: list[tuple[str, int | str]] = []
    while (question := next_question(game.try_out, record)) is not None:
        _, name, options = question
        for option in options:
            odds = game.system.option_odds(game, (*record, (name, option.key)), pilot.choose)
            assert sum(odds.chances.values()) == 1
        record.append((name, options[0].key))
        questions += 1
    assert questions


@pytest.mark.parametrize("key", ["swing", "sacrifice", "hit_and_run", "steal_1"])
def test_option_odds_equal_the_count_of_its_rolls(key: str) -> None:
    game = on_base(1, outs=1, edition="som_basic")
    record = (("pitch", "pitch"), ("hold", "none"), ("play", key))
    odds = game.system.option_odds(game, record, first_option).chances
    counted = count_plays(game, record, first_option)
    assert counted.is_exact
    assert odds == counted.chances


def test_the_defense_can_also_walk_the_batter() -> None:
    talk = dialogue_at(on_base(1, outs=1), "infield")
    values = {value.key: value for value in option_values(talk, 1)}
    assert values.keys() == {"back", "corners_in", "walk"}
    assert best_option([*values.values()]) != "walk"  # it moves a runner into scoring position
    assert values["walk"].runs > values["back"].runs
    assert option_values(talk, 0) == []


def test_before_a_roll_with_the_bases_empty_the_defense_may_still_walk_the_batter() -> None:
    talk = dialogue_at(on_base(), "none")
    assert {value.key for value in option_values(talk, 1)} == {AS_DECIDED, "walk"}


def test_the_infield_plays_in_with_the_winning_run_on_third() -> None:
    tied = late(on_base(3, outs=1), inning=9, bottom=True, score=(2, 2))
    tied = late(tied, sides=tied.state.sides[::-1])
    values = option_values(dialogue_at(tied, "infield"), 0)
    assert best_option(values) == "in"


def test_far_ahead_the_chance_to_win_hardly_changes_and_runs_still_count() -> None:
    ahead = late(on_base(1, outs=0), score=(9, 0), inning=8)
    values = {value.key: value for value in option_values(dialogue_at(ahead, "play"), 0)}
    assert values["swing"].win == pytest.approx(1, abs=0.01)
    assert values["swing"].runs > values["sacrifice"].runs


def test_the_text_marks_the_best_option() -> None:
    talk = dialogue_at(on_base(1, outs=1), "play")
    best = best_option(option_values(talk, 0))
    marked = [line for line in options_text(talk).splitlines() if line.startswith("    * ") and "%" in line]
    assert len(marked) == 1
    assert marked[0].endswith(f"  {option_title(best or '')}")


def test_chances_with_rare_branches_cut_off_sum_to_1() -> None:
    def total(dice: GameInput) -> int:
        return sum(int(dice.roll(str(number), 6)) for number in range(4))

    chances, is_exact = nearly_exact_chances(total, first_option, 0.01)
    assert not is_exact
    assert sum(chances.values()) == 1
    assert float(sum(total * chance for total, chance in chances.items())) == pytest.approx(14, abs=0.3)


def test_recorded_answers_come_first() -> None:
    answers = AnsweredInput((("die", 4),), first_option)
    assert answers.roll("die", 6) == 4
    assert answers.is_used_up
