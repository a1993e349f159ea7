"""Every cell of cards and charts is reachable, and every roll leads to a legal play."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final

import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.baseball.state import cut_at_walk_off
from rules_engine.systems.pine_tar.ball.batter_roll import read_roll
from rules_engine.systems.pine_tar.cards.cards import GRADES
from rules_engine.systems.pine_tar.cards.notation import read_wildness
from rules_engine.systems.pine_tar.cards.outcomes import ERROR_CHECKS, OUTCOMES
from rules_engine.systems.pine_tar.charts.reading import house_charts
from rules_engine.systems.pine_tar.pitchers.grades import CAREFUL_GRADES
from rules_engine.systems.pine_tar.play.next_play import next_play
from tests.rules_engine.systems.pine_tar.league import game
from tests.rules_engine.systems.pine_tar.scene import Scene, dice

STATES: Final = [
    {base: f"r{number}" for number, base in enumerate(("first", "second", "third"), start=1) if bits >> number - 1 & 1}
    for bits in range(8)
]
MEN: Final[dict[str, Any]] = {
    "batter": {"bunt": 60, "bats": "L"},
    "r1": {"speed": "F", "steal_opportunity": "AA", "steal": 60},
    "r2": {"speed": "M", "steal_opportunity": "A", "steal": 55},
    "r3": {"speed": "S"},
    "c": {"fielding_range": "Pos", "throwing": -4},
    "ss": {"fielding_range": "Neg", "error": 9},
    "cf": {"fielding_range": "Pos", "arm": "E"},
    "lf": {"fielding_range": "Neg", "arm": "W"},
    "2b": {"fielding_range": "Pos"},
}


def is_legal(play: Play, outs: int) -> bool:
    """Check that no runner moves back, shares a base or disappears, and that there is no fourth out."""
    standing = [to for to in play.to if 1 <= to < HOME]
    forward = all(to in (OUT, ABSENT) or to >= base for base, to in enumerate(play.to))
    return len(set(standing)) == len(standing) and forward and outs + play.to.count(OUT) <= 3


class RollRecorder:
    """Game input with a known batter roll. All other dice come from the wrapped input."""

    def __init__(self, game_input: GameInput, rolls: Mapping[str, int]) -> None:
        self.table, self.rolls = game_input, rolls

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        return self.rolls[name] if name in self.rolls else self.table.roll(name, sides, lowest)

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        return self.table.ask(side, question, options)


def every_way(scene: Scene, announcement: str, choice: str, rolls: Mapping[str, int] | None = None) -> list[Play]:
    """Return every play that the dice can produce after an announcement, with fixed answers to other decisions."""

    def choose(side: str, question: str, options: Sequence[Option]) -> str:
        keys = [option.key for option in options]
        answer = announcement if question == "play" else choice
        return answer if answer in keys else keys[0] if question == "play" else keys[-1]

    state, setup, tracker = scene.game.state, scene.game.setup, scene.game.tracker
    ways = exact_chances(
        lambda table: next_play(RollRecorder(table, rolls or {}), setup, state, tracker).play, choose
    ).items()
    total, plays = Fraction(0), []
    for play, probability in ways:
        total += probability
        plays.append(play)
    assert total == 1
    return plays


def rolls_that_matter(line: str) -> Iterator[Mapping[str, int]]:
    """Return batter rolls of every kind: even, odd, doubled, modifier, 19, and rolls with special rules."""
    for roll in (43,) if line in ERROR_CHECKS else (5, 11, 12, 13, 19, 44, 61, 66, 69, 77):
        yield dice(roll)


@pytest.mark.parametrize("line", [line for line in OUTCOMES if line != "GO-C"])
def test_every_roll_on_every_outcome_is_a_legal_play(line: str) -> None:
    pitching = {"wildness": read_wildness("21/80")}
    for bases, outs in product(STATES, (0, 2)):
        ratings = {
            player: ratings for player, ratings in MEN.items() if not player.startswith("r") or player in bases.values()
        }
        scene = Scene(line, bases, outs, edition="full", ratings=ratings, pitching=pitching, grade="A", inning=8)
        plays = ("swing", "hit_and_run") if scene.offered("hit_and_run") else ("swing",)
        for announcement, rolls in product(plays, rolls_that_matter(line)):
            for play in set(every_way(scene, announcement, "tag", rolls)):
                assert is_legal(play, outs), (bases, outs, play)
                assert sum(to != ABSENT for to in play.to[1:]) == len(bases)


@pytest.mark.parametrize("play", ["steal_1", "steal_2", "sacrifice", "squeeze"])
def test_every_roll_after_every_announcement_is_a_legal_play(play: str) -> None:
    for bases, outs in product(STATES, range(3)):
        ratings = {
            player: ratings for player, ratings in MEN.items() if not player.startswith("r") or player in bases.values()
        }
        scene = Scene("SO", bases, outs, edition="full", ratings=ratings)
        if scene.offered(play):
            assert all(is_legal(play, outs) for play in every_way(scene, play, "hold"))


def test_every_card_cell_is_reached_by_its_own_roll() -> None:
    made = game(5, "standard")
    for card in made.setup.cards.values():
        for hand, column in card.columns.items():
            scene = Scene(ratings={"batter": {"columns": {"L": column, "R": column}}}, throws=hand)
            assert [read_roll(scene.situation, roll).printed for roll in range(100)] == list(column)


def test_every_ground_out_table_cell_is_reached() -> None:
    for name, rows in house_charts().ground_outs.items():
        bases = {"go_runner_on_1st": STATES[0b101], "go_bases_loaded": STATES[0b111]}.get(name, STATES[0b110])
        for fielder, cells in rows.items():
            if fielder == "c":  # used only with a positive defense
                continue
            codes = {play.code for play in every_way(Scene(f"GO-{fielder.upper()}", bases), "swing", "double_play")}
            assert codes == set(cells), (name, fielder)


def test_every_modifier_table_cell_is_reached() -> None:
    table = house_charts().pitcher_modifier
    for kind, row in table.items():
        line = "GO-SS" if kind == "GO" else kind
        for grade in GRADES:
            reached = {read_roll(Scene(line, grade=grade).situation, roll).outcome.kind for roll in range(100)}
            assert reached == {kind, row.get(grade, kind)}


def test_every_error_and_defense_table_row_is_reached() -> None:
    plays = every_way(Scene("ROE/PO", ratings={"ss": {"error": 9}}), "swing", "hold", dice(43))
    assert {play.fielder for play in plays} == {row.fielder for row in house_charts().error}
    scene = Scene(
        "1B", edition="standard+defensive_rolls", ratings=dict.fromkeys(("c", "p", "cf"), {"fielding_range": "Pos"})
    )
    kinds = {(play.kind, play.fielder) for play in every_way(scene, "swing", "hold")}
    assert {("groundout", "c"), ("groundout", "p"), ("flyout", "cf"), ("single", "rf"), ("single", "lf")} <= kinds


def test_careful_pitcher_never_walks_a_batter_at_once_with_first_occupied() -> None:
    for grade in GRADES:
        plays = every_way(Scene("BB", STATES[1], grade=grade), "swing", "hold")
        assert ("walk" not in {play.kind for play in plays}) == (grade in CAREFUL_GRADES)


def test_no_play_is_cut_twice_at_the_winning_run() -> None:
    scene = Scene("1B", STATES[0b111], bottom=True, inning=9)
    for play in every_way(scene, "swing", "hold"):
        assert cut_at_walk_off(scene.game.state, play) == play
