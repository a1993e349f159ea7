"""Inside Pitch at the terminal: the printed examples typed in die by die, and what is said of one's own accord."""

from typing import Any, Final, NamedTuple

import pytest

from rules_engine.baseball.events import PlayMade
from tests.rules_engine.systems.inside_pitch.at_the_table import laid_out, typed


class Example(NamedTuple):
    """The number of the rule, the cards, the lines typed, and what is then written."""

    number: str
    cards: dict[str, Any]
    lines: tuple[str, ...]
    told: tuple[str, ...]


SPECIAL: Final[dict[str, Any]] = {
    "pitcher_cell": "K",
    "batter_cell": "G4",
    "park_k": -2,
    "batter": {"k": 10},
    "pitcher": {"special_k_rhb": "1-10"},
}
LONG_FLY: Final[dict[str, Any]] = {
    "pitcher_cell": "RP@",
    "park_cell": "[HRp]",
    "batter": {"hr": 13},
    "gloves": {"lf": {"range": 4}},
}
STRETCHED: Final[dict[str, Any]] = {
    "pitcher_cell": "RP@",
    "park_cell": "S+7",
    "batter": {"br": 3},
    "gloves": {"lf": {"range": 4, "arm": -1}},
}
MISPLAYED: Final[dict[str, Any]] = {
    "pitcher_cell": "EG?",
    "batter_cell": "S8",
    "men": {1: {"br": 3}},
    "outs": 1,
    "batter": {"br": 2},
    "gloves": {"cf": {"error": 4, "arm": 1}},
}
LOADED: Final[dict[str, Any]] = {
    "batter_cell": "S8",
    "men": {1: {"br": 3}, 2: {"br": 4}, 3: {"br": 2}},
    "outs": 1,
    "batter": {"br": 3},
    "gloves": {"cf": {"arm": -1}},
}
DOUBLED: Final[dict[str, Any]] = {
    "batter_cell": "G6",
    "men": {1: {"br": 3}},
    "batter": {"gdp": 1},
    "gloves": {"2b": {"pivot": 1}},
}
SACRIFICE: Final[dict[str, Any]] = {
    "batter_cell": "F9",
    "men": {2: {"br": 3}, 3: {"br": 1}},
    "outs": 1,
    "batter": {"sf": 2},
    "gloves": {"rf": {"arm": 1}},
}
SWING = ("", "")  # the depth that is suggested, and nothing announced

EXAMPLES = (
    Example("2.19", SPECIAL, ("3 5 9", "2 2", "10"), ("35 Hurler: K, on 1-8", "22 Hitter: G4", "out (IP2.19-a).")),
    Example("2.19", SPECIAL, ("3 5 9", "2 2", "11"), ("Hitter grounds out to 2b (IP8.1).",)),
    Example("4.5", LONG_FLY, ("3 5", "1 1 13"), ("11 Old Park: [HR]7", "Hitter hits a homerun (IP3.3-a).")),
    Example("4.5", LONG_FLY, ("3 5", "1 1 14", "4"), ("Hitter flies out to lf (IP4.5-c).",)),
    Example("4.5", LONG_FLY, ("3 5", "1 1 14", "5"), ("Hitter doubles to lf",)),
    Example("4.6", STRETCHED, ("1 1", "2 2", "4"), ("Hitter flies out to lf (IP10.1).",)),
    Example("4.6", STRETCHED, ("1 1", "2 2", "5", "2"), ("Hitter doubles to lf (IP4.6-a).",)),
    Example("4.6", STRETCHED, ("1 1", "2 2", "5", "3"), ("Hitter singles to lf (IP4.6-a).",)),
    Example("4.6", STRETCHED, ("1 1", "2 2", "5", "6"), ("Hitter singles to lf", "out at second")),
    Example("5.1", MISPLAYED, (*SWING, "1 1", "2 2", "4", "1"), ("Adams scores", "Hitter on third")),
    Example("5.1", MISPLAYED, (*SWING, "1 1", "2 2", "4", "4"), ("Adams scores", "Hitter on second")),
    Example("5.1", MISPLAYED, (*SWING, "1 1", "2 2", "4", "5"), ("Adams to third", "Hitter on second, Adams on third")),
    Example(
        "7.1",
        {"batter_cell": "S6", "men": {1: {"br": 5}, 2: {"br": 2}}, "outs": 1},
        (*SWING, "1 1", "2 2"),
        ("Hitter singles to ss; Brown to third; Adams to second (IP7.1-a).",),
    ),
    Example(
        "7.2",
        LOADED,
        (*SWING, "1 1", "2 2", "1 3"),
        ("Hitter singles to cf; Clark scores; Brown scores; Adams to third (IP7.2-f).", "Hitter on second"),
    ),
    Example("7.2", LOADED, (*SWING, "1 1", "2 2", "6 3"), ("Clark scores; Brown out",)),
    Example("8.2", DOUBLED, (*SWING, "1 1", "2 2", "3"), ("Hitter grounds out to ss; Adams out (IP8.2-a).", "2 out")),
    Example("8.2", DOUBLED, (*SWING, "1 1", "2 2", "4"), ("fielder's choice", "(IP8.2-b)")),
    Example("8.2", DOUBLED, (*SWING, "1 1", "2 2", "6"), ("Hitter grounds out to ss; Adams to second (IP8.2-b).",)),
    Example(
        "9",
        {"batter_cell": "L4", "men": {1: {}, 2: {}}},
        (*SWING, "1 1", "2 2", "2"),
        ("Hitter lines", "Adams"),
    ),
    Example("10.3", SACRIFICE, (*SWING, "1 1", "2 2", "2", "2 6"), ("Clark scores; Brown to third (IP10.3-a).",)),
    Example("10.3", SACRIFICE, (*SWING, "1 1", "2 2", "3", "1 6"), ("Clark scores", "(IP10.3-b).")),
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.number}: {' '.join(example.lines)}")
def test_a_printed_example_typed_in_comes_out_as_it_is_printed(example: Example) -> None:
    game = laid_out(**example.cards)
    written = typed(game, example.lines)
    assert game.log.number == 1, written
    for sentence in example.told:
        assert sentence in written


def test_ip_11_1_1c_a_1_is_a_double_steal_in_the_printed_example_and_the_roll_asks_nobody() -> None:
    men = {1: {"att": 1, "sb": 15}, 2: {"att": 6, "sb": 15}}
    game = laid_out(men=men, edition="roll")
    written = typed(game, ("1", "3", "4"))
    assert "which?" not in written.partition("Brown to third")[0]
    assert "Stolen base; Brown to third; Adams to second" in written


def test_ip_12_2_nobody_is_asked_about_a_walk_or_a_throw_and_both_may_be_said() -> None:
    assert "defence, pitch" not in typed(laid_out(men={1: {}}), ("",))
    assert "Hitter walks (IP12.2)." in typed(laid_out(), ("walk",))
    picked = typed(laid_out(men={1: {}}, pitcher={"po": "2-4"}), ("pickoff", "3"))
    assert "Adams out" in picked


def test_ip_11_5_with_nobody_on_a_bunt_is_said_and_not_asked() -> None:
    game = laid_out(batter={"bnt": 4, "br": 5})
    typed(game, ("bunt", "1 1", "5", "1", "5"))
    [event] = game.log.events
    assert isinstance(event, PlayMade)
    assert (event.play.rule, event.record[0]) == ("IP11.5", ("pitch", "pitch"))


def test_a_line_with_a_die_too_many_changes_nothing() -> None:
    written = typed(laid_out(**SPECIAL), ("3 5 9 2",))
    assert "2 comes too soon" in written
    assert "Hurler: K" not in written
