"""Senior Seminar at the terminal: the guide's examples, typed die by die."""

from collections.abc import Sequence

import pytest

from rules_engine.systems.strat_o_matic.cards.notation import parse_line
from rules_engine.systems.strat_o_matic.cards.ratings import PositionRating
from rules_engine.terminal.keyboard import UserQuit
from rules_engine.terminal.session import play_at_terminal
from tests.conformance.playing import Scene
from tests.rules_engine.systems.strat_o_matic.test_senior_seminar import SEMINAR


def typed(scene: Scene, lines: Sequence[str]) -> str:
    waiting, written = iter(lines), list[str]()

    def read(prompt: str) -> str:
        written.append(prompt)
        line = next(waiting, None)
        if line is None:
            raise UserQuit
        return line

    play_at_terminal(
        scene.game, ("Home", "Away"), {player: player for player in scene.game.setup.cards}, read, written.append
    )
    return "\n".join(written)


@pytest.mark.parametrize(("line", "read"), [("3 2 6 10", "3-8 batter: SINGLE"), ("4 1 5 10", "4-6 p: SINGLE")])
def test_ss_1_2_four_dice_on_a_line_are_read_as_printed_with_the_d20_for_the_split(line: str, read: str) -> None:
    written = typed(Scene(SEMINAR, line=parse_line("SINGLE 1-10 / strikeout 11-20")), (line,))
    assert read in written
    assert "batter singles" in written


@pytest.mark.parametrize(
    ("d20", "expected"),
    [
        ("15", "batter flies out to right field; r2 to third"),
        ("16", "r2 on second"),
        ("19", "r2 on second"),
        ("20", "r2 out"),
    ],
)
def test_ss_3_1_running_14_against_arm_minus_1_is_offered_1_to_15(d20: str, expected: str) -> None:
    scene = Scene(
        SEMINAR,
        {"second": "r2"},
        line=parse_line("fly(rf)B"),
        runners={"second": {"running": 14}},
        fielders={"rf": PositionRating("rf", 3, -1, 0)},
    )
    written = typed(scene, ("", "", "", "3 2 6 10", "send", d20))
    assert "tags and goes to third, safe on 1-15" in written
    assert expected in written.partition("second, die of 20")[2]


def steal(infield: str, hold: str, d20: str) -> str:
    catcher = {"c": PositionRating("c", 3, -1, 0)}
    scene = Scene(SEMINAR, {"first": "r1"}, runners={"first": {"grade": "B"}}, fielders=catcher)
    return typed(scene, (infield, *((hold,) if hold else ()), "steal_1", "throw", d20))


def test_ss_8_2_held_b_runner_against_arm_minus_1_is_shown_1_to_9_and_out_on_10() -> None:
    safe, out = (steal("back", "2", d20) for d20 in ("9", "10"))  # option 2 holds him
    assert "r1, B: safe 1-9" in safe
    assert "r1 steals second" in safe
    assert "r1 caught stealing, catcher to second" in out
    assert "batter against p, 1 out" in out


def test_ss_9_1_infield_in_shows_a_steal_five_higher() -> None:
    written = steal("in", "", "17")
    assert "r1, B: safe 1-17" in written
    assert "steals second" in written


def test_ss_10_1_finished_pitcher_must_leave_before_the_next_batter() -> None:
    scene = Scene(SEMINAR, line=parse_line("SINGLE"), inning=6)
    scene.game.tracker.appearance(scene.game.state).tire("SS10.1A")
    assert "SS10.1A" in typed(scene, ())
