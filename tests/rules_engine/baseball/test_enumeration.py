"""Exact enumeration covers every face of every die that a rule rolls."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.baseball.enumeration import every_way, exact_chances

SIDES = (6, 10, 20)
LOWEST = (1, 0, 1)
QUESTIONS = {
    "less": lambda die, than: die < than,
    "at most": lambda die, than: die <= than,
    "more": lambda die, than: die > than,
    "at least": lambda die, than: than <= die,
    "is": lambda die, than: die == than,
    "is not": lambda die, than: than != die,
    "between": lambda die, than: than - 3 <= die < than,
    "of these": lambda die, than: die in (2, than, 9),
    "in a range": lambda die, than: die in range(2, than),
    "even": lambda die, than: die % 2 == 0,
    "a part": lambda die, than: die // 4 == than // 4,
    "on a list": lambda die, than: (list(range(60)) + [0] * 60)[die],
    "in a table": lambda die, than: {than: "hit"}.get(die, "out"),
    "in words": lambda die, than: f"{die}{than}",
    "added": lambda die, than: die + 3 < than,
    "taken away": lambda die, than: die - 2 <= than,
    "taken from": lambda die, than: than - die < 4,
    "twice": lambda die, than: 2 * die > than,
    "at all": lambda die, than: bool(die),
    "the least": lambda die, than: min(die, 4) < than,
    "itself": lambda die, than: die,
}
question_lists = st.lists(
    st.tuples(st.sampled_from(sorted(QUESTIONS)), st.integers(0, 2), st.integers(-1, 22)), max_size=5
)


class RollRecorder:
    def __init__(self, faces):
        self.faces = faces

    def roll(self, name, sides, lowest=1):
        return self.faces[int(name)]


def rule(table, questions):
    """Roll a die only when it is needed. The next question depends on the previous answer."""
    dice, answers = {}, []
    for name, number, than in questions:
        if number not in dice:
            dice[number] = table.roll(str(number), SIDES[number], LOWEST[number])
        answers.append(QUESTIONS[name](dice[number], than))
        if not answers[-1] and 2 in dice and 0 in dice:
            answers.append(dice[0] + dice[2] <= than)
    return tuple(answers)


@given(question_lists)
def test_exact_chances_match_enumerating_every_die_face(questions):
    expected = Counter(
        rule(RollRecorder(faces), questions)
        for faces in product(*(range(low, low + sides) for low, sides in zip(LOWEST, SIDES, strict=True)))
    )
    chances = exact_chances(lambda table: rule(table, questions))
    assert chances == {answers: Fraction(count, expected.total()) for answers, count in expected.items()}


def test_equivalent_faces_are_evaluated_once():
    def steal(table):
        if table.roll("steal", 20) <= 7:
            return "safe"
        return "error" if table.roll("throw", 20) >= 19 else "out"

    assert sorted(every_way(steal)) == [("error", 26, 400), ("out", 234, 400), ("safe", 7, 20)]


def test_comparing_a_die_with_a_fraction_raises():
    with pytest.raises(TypeError):
        exact_chances(lambda table: table.roll("die", 6) < 2.5)
