"""Pine Tar at the terminal: the printed half-inning, typed die by die."""

from rules_engine.terminal.keyboard import UserQuit
from rules_engine.terminal.session import play_at_terminal
from tests.rules_engine.systems.pine_tar.scene import Scene, column
from tests.rules_engine.systems.pine_tar.test_walk_through import STEPS

TYPED = ["1 4", "swing", "1 6", "swing", "7 8", "tag", "4 3", "swing", "6 8", "swing", "1 5", "3 4"]


def at_the_terminal(scene: Scene, typed: list[str]) -> list[str]:
    waiting, written = iter(typed), list[str]()

    def read(prompt: str) -> str:
        written.append(prompt)
        line = next(waiting, None)
        if line is None:
            raise UserQuit
        return line

    names = {card: card for card in scene.game.setup.cards}
    play_at_terminal(scene.game, ("Chicago", "Cleveland"), names, read, written.append)
    return written


def walk_through() -> Scene:
    ratings = {step[0]: {"speed": "S" if step[0] == "Rizzo" else "M", **column(step[2])} for step in STEPS}
    return Scene(ratings=ratings, batter="Rizzo", following=[step[0] for step in STEPS[1:]])


def test_printed_half_inning_typed_in_matches_its_description() -> None:
    scene = walk_through()
    written = "\n".join(at_the_terminal(scene, TYPED))
    assert (scene.game.state.bottom, scene.game.state.score) == (True, (2, 0)), written
    for sentence in (
        "14, vs RHP: 1B, to RF",
        "Rizzo singles to right field (PTH1).",
        "Zobrist singles to left field; Rizzo to second (PTH1).",
        "Soler flies out to right field; Rizzo to third (PTF2).",
        "Russell grounds out to the shortstop; Rizzo scores; Zobrist to second (PTGO5).",
        "15, vs RHP: 1B, grade C: 2B, to RF",
        "Montero doubles to right field; Zobrist scores (PTH1).",
        "Baez strikes out (PTM4).",
    ):
        assert sentence in written


def test_impossible_die_is_rejected_without_changes() -> None:
    scene = walk_through()
    written = "\n".join(at_the_terminal(scene, ["1 10", "1 4"]))
    assert "red" in written
    assert scene.game.log.number == 1


def test_explain_shows_a_plays_dice_and_their_results() -> None:
    written = "\n".join(at_the_terminal(walk_through(), ["explain", *TYPED[:2], "explain", "explain 9"]))
    assert "explain which event? enter a number from 1 to 0; events lists them" in written
    explained = written.partition("   1  Rizzo singles to right field (PTH1).")[2]
    assert "        red 1, white 4: 14, vs RHP: 1B, to RF" in explained
    assert "The current rules give the same play (PTH1)." in explained
    assert "explain which event? enter a number from 1 to 1; events lists them" in explained


def test_card_command_shows_all_hundred_cells() -> None:
    written = "\n".join(at_the_terminal(walk_through(), ["card Rizzo"]))
    assert "Rizzo   bats R   throws R" in written
    assert "1B     0-99" in written
