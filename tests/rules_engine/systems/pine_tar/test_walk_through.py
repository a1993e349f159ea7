"""The half-inning printed in the rules, roll by roll."""

from rules_engine.baseball.box_score import box_score
from tests.rules_engine.systems.pine_tar.scene import Scene, Script, column
from tests.rules_engine.systems.pine_tar.telling import location_of, outcome_of

# batter, dice, card line, outcome, location, runners, outs, runs
STEPS = (
    ("Rizzo", (1, 4), "1B", "1B", "RF", {"first": "Rizzo"}, 0, 0),
    ("Zobrist", (1, 6), "1B", "1B", "LF", {"first": "Zobrist", "second": "Rizzo"}, 0, 0),
    ("Soler", (7, 8, 4, 3), "FO-RF", "FO-RF", None, {"first": "Zobrist", "third": "Rizzo"}, 1, 0),
    ("Russell", (6, 8), "GO-SS", "GO-SS", None, {"second": "Zobrist"}, 2, 1),
    ("Montero", (1, 5), "1B", "2B", "RF", {"second": "Montero"}, 2, 2),
    ("Baez", (3, 4), "SO", "SO", None, {}, 3, 2),
)


def test_printed_half_inning_plays_out_roll_by_roll() -> None:
    batters = [step[0] for step in STEPS]
    ratings = {step[0]: {"speed": "S" if step[0] == "Rizzo" else "M", **column(step[2])} for step in STEPS}
    scene = Scene(ratings=ratings, batter=batters[0], following=batters[1:])
    for name, rolled, _, outcome, location, standing, outs, runs in STEPS:
        play = scene.play(Script(in_order=iter(rolled), answers={"tag": "tag"}))
        state, bases = scene.game.state, ("first", "second", "third")
        assert (outcome_of(play), location_of(play)) == (outcome, location), name
        assert state.score[0] == runs, name
        assert (3 if state.bottom else state.outs) == outs, name
        on_base = {base: runner.player for base, runner in zip(bases, state.bases, strict=True) if runner}
        assert on_base == standing, name


def test_printed_half_inning_has_two_runs_on_three_hits_and_a_runner_left() -> None:
    batters = [step[0] for step in STEPS]
    ratings = {step[0]: {"speed": "M", **column(step[2])} for step in STEPS}
    scene = Scene(ratings=ratings, batter=batters[0], following=batters[1:])
    for step in STEPS:
        scene.play(Script(in_order=iter(step[1]), answers={"tag": "tag"}))
    box = box_score(scene.game.log.in_force()).teams[0]
    assert (scene.game.state.score[0], box.total("hits"), box.left_on_base) == (2, 3, 1)
    assert scene.game.state.bottom
