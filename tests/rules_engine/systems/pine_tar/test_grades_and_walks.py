"""Grades and their effects, walks, balks and wild pitches."""

import pytest

from rules_engine.baseball.events import Substituted
from rules_engine.systems.pine_tar.ball.batter_roll import read_roll
from rules_engine.systems.pine_tar.cards.cards import GRADES
from rules_engine.systems.pine_tar.cards.notation import read_grades, read_wildness
from rules_engine.systems.pine_tar.pitchers.grades import adjust_for_scoring_position, time_through
from tests.rules_engine.systems.pine_tar.scene import NEXT_PITCHER, Scene, Script, dice
from tests.rules_engine.systems.pine_tar.telling import charts_with, location_of, outcome_of

BOTH = {"home": read_grades("A+/B"), "away": read_grades("D/E")}


def test_pt_g1_visiting_pitcher_uses_the_away_grade() -> None:
    assert Scene(pitching=BOTH).situation.grade == "A+"
    assert Scene(pitching=BOTH, bottom=True).situation.grade == "D"


def test_pt_g2_and_pt_a6_nineteenth_batter_starts_the_third_time_through() -> None:
    assert [time_through(batter) for batter in (1, 9, 10, 18, 19, 27, 28)] == [1, 1, 2, 2, 3, 3, 4]
    scene = Scene(pitching=BOTH)
    outing = scene.game.tracker.appearance(scene.game.state)
    for faced, grade in ((0, "A+"), (17, "A+"), (18, "B"), (40, "B")):
        outing.batters_faced = faced
        assert scene.situation.grade == grade


def test_pt_g2_batters_faced_count_continues_during_the_game() -> None:
    scene = Scene("SO", pitching=BOTH)
    for number in range(1, 20):
        if scene.game.state.bottom:  # switch to the other half-inning
            scene.game.play(Script(dice(43)))
            continue
        assert scene.situation.grade == ("B" if scene.game.tracker.appearances["p"].batters_faced >= 18 else "A+"), (
            number
        )
        scene.game.play(Script(dice(43)))


def test_pt_g3_reliever_uses_the_first_grade_throughout() -> None:
    scene = Scene(pitching=BOTH, relief=True)
    scene.game.tracker.appearance(scene.game.state).batters_faced = 30
    assert scene.situation.grade == "A+"


@pytest.mark.parametrize(
    ("grade", "line", "roll", "becomes"),
    [
        ("B", "1B", 15, "BB"),
        ("A+", "3B", 5, "1B"),
        ("C", "HR", 0, "HR"),
        ("G", "2B", 10, "HR"),
        ("C", "1B", 15, "2B"),
    ],
)
def test_pt_g4_printed_modifier_table_examples_match(grade: str, line: str, roll: int, becomes: str) -> None:
    assert str(read_roll(Scene(line, grade=grade).situation, roll).outcome) == becomes


def test_pt_g4_column_without_a_plus_uses_a() -> None:
    assert str(read_roll(Scene("BB", grade="A+").situation, 30).outcome) == "SO"


@pytest.mark.parametrize("line", ["FO-LF", "LO-3B", "ROE/PO", "ROE/LO", "BK/WP"])
def test_pt_g5_lines_below_the_ground_outs_are_never_modified(line: str) -> None:
    for grade in GRADES:
        for roll in range(100):
            reading = read_roll(Scene(line, grade=grade).situation, roll)
            assert (reading.modified, str(reading.outcome)) == (False, line)


def test_pt_g5_other_rolls_are_not_modified() -> None:
    assert not read_roll(Scene("1B", grade="C").situation, 55).modified


def test_pt_g6_unmodified_roll_determines_the_location_of_the_new_hit() -> None:
    play = Scene("1B", {"first": "r1"}, ratings={"r1": {"speed": "M"}}).play(Script(dice(15)))
    assert (outcome_of(play), location_of(play), play.to[1]) == ("2B", "RF", 3)


def test_pt_g7_single_changed_to_a_walk_follows_the_walk_rule() -> None:
    assert outcome_of(Scene("1B", {"first": "r1"}, grade="B").play(Script(dice(15)))) == "ball 2"
    assert outcome_of(Scene("1B", grade="B").play(Script(dice(15)))) == "BB"


def test_pt_a24_ground_out_made_by_a_grade_goes_to_the_shortstop() -> None:
    scene = Scene("1B", grade="C", charts=charts_with({"pitcher_modifier": {"1B": {"C": "GO"}}}))
    assert outcome_of(scene.play(Script(dice(15)))) == "GO-SS"


@pytest.mark.parametrize("grade", ["A+", "A", "B"])
def test_pt_w1_careful_pitcher_throws_ball_2_before_the_walk(grade: str) -> None:
    scene = Scene("BB", {"first": "r1"}, grade=grade)
    assert outcome_of(scene.play(Script(dice(43)))) == "ball 2"
    assert scene.game.tracker.balls == 2
    play = scene.play(Script(dice(43)))
    assert (play.kind, play.to) == ("walk", (1, 2, -2, -2))
    assert scene.game.tracker.balls == 0


@pytest.mark.parametrize("grade", ["C", "D", "E", "G", "M"])
def test_pt_w2_other_grades_walk_at_once(grade: str) -> None:
    assert Scene("BB", {"first": "r1"}, grade=grade).play(Script(dice(43))).kind == "walk"


def test_pt_w3_and_pt_a3_counts_are_labels_that_never_decrease() -> None:
    scene = Scene("BK/WP", {"first": "r1"}, grade="A")
    scene.game.tracker.balls = 2
    scene.play(Script(dice(43)))
    assert scene.game.tracker.balls == 2
    fresh = Scene("BB", {"first": "r1"}, grade="A")
    fresh.game.tracker.balls = 1
    assert outcome_of(fresh.play(Script(dice(43)))) == "ball 2"


def test_pt_w3_undo_resets_the_count() -> None:
    scene = Scene("BK/WP")
    scene.play(Script(dice(43)))
    assert scene.game.tracker.balls == 1
    scene.game.undo()
    assert scene.game.tracker.balls == 0


@pytest.mark.parametrize(
    ("rating", "bases", "roll", "kind", "rolls"),
    [
        ("21/99", {}, None, "ball 1", False),  # K1
        ("--/--", {"first": "r1"}, None, "ball 1", False),  # K3
        ("--/99", {"first": "r1"}, None, "WP", False),  # K4
        ("21/99", {"first": "r1"}, 21, "BK", True),  # K2
        ("21/99", {"first": "r1"}, 22, "WP", True),  # K5
        ("21/60", {"first": "r1"}, 61, "ball 1", True),  # K7
        ("--/40", {"first": "r1"}, 0, "WP", True),
        ("--/40", {"first": "r1"}, 41, "ball 1", True),
        ("30/--", {"first": "r1"}, 30, "BK", True),
        ("30/--", {"first": "r1"}, 31, "ball 1", True),
    ],
)
def test_pt_k1_pt_k2_pt_k3_pt_k4_pt_k5_pt_k7_and_pt_a2_bk_wp_becomes_a_balk_wild_pitch_or_ball(
    rating: str, bases: dict, roll: int | None, kind: str, rolls: bool
) -> None:
    scene = Scene("BK/WP", bases, pitching={"wildness": read_wildness(rating)})
    table = Script(dice(43) | (dice(roll, "balk_") if roll is not None else {}))
    assert outcome_of(scene.play(table)) == kind
    assert ("balk_red" in table.rolled) == rolls


def test_pt_k5_wild_pitch_advances_every_runner_and_scores_the_runner_on_third() -> None:
    scene = Scene("BK/WP", {"first": "r1", "third": "r3"}, pitching={"wildness": read_wildness("--/99")})
    assert scene.play(Script(dice(43))).to == (-2, 2, -2, 4)
    assert (scene.game.tracker.balls, scene.game.state.batting.batter) == (1, "batter")


def test_pt_k6_and_pt_a1_balk_advances_every_runner_without_changing_the_count() -> None:
    scene = Scene("BK/WP", {"second": "r2"}, pitching={"wildness": read_wildness("50/99")})
    assert scene.play(Script(dice(43) | dice(7, "balk_"))).to == (-2, -2, 3, -2)
    assert scene.game.tracker.balls == 0


def test_pt_ri1_grade_drops_by_1_with_a_runner_in_scoring_position() -> None:
    lowered = [adjust_for_scoring_position(grade, "R", "L", scoring_position=True) for grade in GRADES]
    assert lowered == ["A", "B", "C", "C", "D", "E", "G", "G"]
    assert adjust_for_scoring_position("B", "S", "L", scoring_position=True) == "C"
    assert adjust_for_scoring_position("B", "L", "L", scoring_position=True) == "B"
    assert adjust_for_scoring_position("B", "R", "L", scoring_position=False) == "B"


def test_pt_a21_lower_grade_also_applies_to_the_walk_rule() -> None:
    bases, ratings = {"first": "r1", "second": "r2"}, {"batter": {"bats": "L"}}
    assert Scene("BB", bases, grade="B", ratings=ratings).play(Script(dice(43))).code == "ball 2"
    assert (
        Scene("BB", bases, grade="B", ratings=ratings, edition="standard+risp_penalty").play(Script(dice(43))).kind
        == "walk"
    )


def test_new_pitcher_inherits_the_count() -> None:
    scene = Scene("BK/WP")
    scene.play(Script(dice(43)))
    scene.game.append(Substituted(1, NEXT_PITCHER, "p"))
    assert scene.game.tracker.balls == 1
