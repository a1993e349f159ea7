"""Inside Pitch at the terminal: printed examples typed die by die, and announcements that the program does not prompt
for.
"""

from typing import Any, Final, NamedTuple

import pytest

from rules_engine.baseball.events import PlayMade
from tests.rules_engine.systems.inside_pitch.at_the_table import laid_out, typed


class Example(NamedTuple):
    """A printed example: its rule number, the cards, the typed lines and the expected output."""

    number: str
    cards: dict[str, Any]
    lines: tuple[str, ...]
    output: tuple[str, ...]


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
    "runners": {1: {"br": 3}},
    "outs": 1,
    "batter": {"br": 2},
    "gloves": {"cf": {"error": 4, "arm": 1}},
}
LOADED: Final[dict[str, Any]] = {
    "batter_cell": "S8",
    "runners": {1: {"br": 3}, 2: {"br": 4}, 3: {"br": 2}},
    "outs": 1,
    "batter": {"br": 3},
    "gloves": {"cf": {"arm": -1}},
}
DOUBLED: Final[dict[str, Any]] = {
    "batter_cell": "G6",
    "runners": {1: {"br": 3}},
    "batter": {"gdp": 1},
    "gloves": {"2b": {"pivot": 1}},
}
FASTER: Final[dict[str, Any]] = DOUBLED | {"runners": {1: {"br": 5}}}
ALWAYS_TWO_OUT: Final[dict[str, Any]] = {
    "batter_cell": "G4",
    "runners": {1: {}},
    "batter": {"gdp": 4},
    "gloves": {"ss": {"pivot": 1}},
}
FIRST_BASEMAN: Final[dict[str, Any]] = {  # halfway, his range is one less than on his card
    "pitcher_cell": "RP",
    "batter_cell": "G3",
    "runners": {1: {}},
    "batter": {"gdp": 1},
    "gloves": {"1b": {"range": 3}, "ss": {"pivot": 1}},
}
SACRIFICE: Final[dict[str, Any]] = {
    "batter_cell": "F9",
    "runners": {2: {"br": 3}, 3: {"br": 1}},
    "outs": 1,
    "batter": {"sf": 2},
    "gloves": {"rf": {"arm": 1}},
}
SECOND_SPECIAL: Final[dict[str, Any]] = {
    "pitcher_cell": "@",
    "park_cell": "?9",
    "park_hits": "[HR]=1-20",
    "batter": {"hr": 13},
    "pitcher": {"special_k_rhb": "1-10"},
}
SURE_STRIKEOUTS: Final[dict[str, Any]] = {"pitcher": {"special_k_rhb": "1-20"}}
SPLIT: Final[dict[str, Any]] = {"batter_cell": "?8", "batter": {"hits_rhp": "S=1-8; D=9-16; T=17-18"}}
TO_LEFT: Final[dict[str, Any]] = {
    "pitcher_cell": "RP@",
    "park_cell": "?7",
    "park_hits": "S=1-6; D=7-8; [HR]=9-12",
    "batter": {"hr": 1},
    "gloves": {"lf": {"range": 4}},
}
ALWAYS_TWO: Final[dict[str, Any]] = {
    "pitcher_cell": "@",
    "park_cell": "S+9",
    "batter": {"br": 4},
    "gloves": {"rf": {"arm": 2}},
}
RANGE_IN_CENTER: Final[dict[str, Any]] = {
    "pitcher_cell": "RP",
    "batter_cell": "D8",
    "gloves": {"cf": {"range": 3}},
}
RANGE_AT_FIRST: Final[dict[str, Any]] = {"pitcher_cell": "RP", "batter_cell": "L3", "gloves": {"1b": {"range": 2}}}
RANGE_IN_RIGHT: Final[dict[str, Any]] = {
    "pitcher_cell": "RP@",
    "park_cell": "S+9",
    "batter": {"br": 4},
    "gloves": {"rf": {"range": 2, "arm": -1}},
}
ON_THE_LINE: Final[dict[str, Any]] = {  # infield in, tying run on third
    "pitcher_cell": "RP",
    "batter_cell": "G6",
    "runners": {3: {"br": 3}},
    "outs": 1,
    "inning": 9,
    "gloves": {"ss": {"range": 4}},
}
SECOND_TO_HOME: Final[dict[str, Any]] = {"batter_cell": "S3", "runners": {2: {"br": 3}}}
BOTH_ON: Final[dict[str, Any]] = {"batter_cell": "S6", "runners": {1: {"br": 5}, 2: {"br": 2}}}
SWING = ("", "")  # the suggested depth, and no announcement

EXAMPLES = (
    Example("2.19", SPECIAL, ("3 5 9", "2 2", "10"), ("35 Hurler: K, on 1-8", "22 Hitter: G4", "out (IP2.19-a).")),
    Example("2.19", SPECIAL, ("3 5 9", "2 2", "11"), ("Hitter grounds out to the second baseman (IP8.1).",)),
    Example("4.5", LONG_FLY, ("3 5", "1 1 13"), ("11 Old Park: [HR]7", "Hitter hits a home run (IP3.3-a).")),
    Example("4.5", LONG_FLY, ("3 5", "1 1 14", "4"), ("Hitter flies out to left field (IP4.5-c).",)),
    Example("4.5", LONG_FLY, ("3 5", "1 1 14", "5"), ("Hitter doubles to left field",)),
    Example("4.6", STRETCHED, ("1 1", "2 2", "4"), ("Hitter flies out to left field (IP10.1).",)),
    Example("4.6", STRETCHED, ("1 1", "2 2", "5", "2"), ("Hitter doubles to left field (IP4.6-a).",)),
    Example("4.6", STRETCHED, ("1 1", "2 2", "5", "3"), ("Hitter singles to left field (IP4.6-a).",)),
    Example("4.6", STRETCHED, ("1 1", "2 2", "5", "6"), ("Hitter singles to left field", "out at second")),
    Example("5.1", MISPLAYED, (*SWING, "1 1", "2 2", "4", "1"), ("Adams scores", "Hitter on third")),
    Example("5.1", MISPLAYED, (*SWING, "1 1", "2 2", "4", "4"), ("Adams scores", "Hitter on second")),
    Example("5.1", MISPLAYED, (*SWING, "1 1", "2 2", "4", "5"), ("Adams to third", "Hitter on second, Adams on third")),
    Example("2.19", SECOND_SPECIAL, ("3 5", "2 2", "5", "13"), ("hits a home run",)),
    Example("2.19", SECOND_SPECIAL, ("3 5", "2 2", "5", "14", "10"), ("Hitter strikes out (IP2.19-a).",)),
    Example("2.19", SECOND_SPECIAL, ("3 5", "2 2", "5", "14", "11"), ("Hitter flies out to right field (IP10.1).",)),
    Example(
        "2.19",
        SURE_STRIKEOUTS | {"pitcher_cell": "RP", "batter_cell": "G6"},
        ("3 5", "2 2", "3"),
        ("to the shortstop",),
    ),
    Example(
        "2.19",
        SURE_STRIKEOUTS | {"pitcher_cell": "E?", "batter_cell": "F8", "gloves": {"cf": {"error": 4}}},
        ("3 5", "2 2", "5"),
        ("Hitter flies out to center field (IP10.1).",),
    ),
    Example(
        "2.19",
        SURE_STRIKEOUTS | {"pitcher_cell": "E?", "batter_cell": "F8", "gloves": {"cf": {"error": 4}}},
        ("3 5", "2 2", "3", "6"),
        ("Hitter reaches on an error by the center fielder (IP5.1 #3).",),
    ),
    Example("3.2", SPLIT, ("1 1", "2 2", "8"), ("Hitter singles to center field",)),
    Example("3.2", SPLIT, ("1 1", "2 2", "16"), ("Hitter doubles to center field",)),
    Example("3.2", SPLIT, ("1 1", "2 2", "18"), ("Hitter triples to center field",)),
    Example("3.2", SPLIT, ("1 1", "2 2", "19"), ("Hitter flies out to center field",)),
    Example("3.4", {"batter_cell": "S/G6"}, ("1 1", "2 2"), ("Hitter grounds out to the shortstop",)),
    Example(
        "3.4", {"batter_cell": "S/G6", "pitcher": {"throws": "L"}}, ("1 1", "2 3"), ("Hitter singles to the shortstop",)
    ),
    Example("3.4", {"batter_cell": "F/D9"}, ("1 1", "2 2"), ("Hitter doubles to right field",)),
    Example(
        "3.4", {"batter_cell": "F/D9", "pitcher": {"throws": "L"}}, ("1 1", "2 3"), ("Hitter flies out to right field",)
    ),
    Example(
        "4.4",
        TO_LEFT,
        ("1 1", "2 2", "13", "4"),
        (
            "hit, die of 20",
            "Hitter flies out to left field",
        ),
    ),
    Example("4.4", TO_LEFT, ("1 1", "2 2", "6", "5"), ("Hitter singles to left field",)),
    Example(
        "4.4",
        TO_LEFT,
        ("1 1", "2 2", "9", "2", "4"),
        (
            "hr, die of 20",
            "Hitter flies out to left field",
        ),
    ),
    Example("4.6", ALWAYS_TWO, ("1 1", "2 2", "6"), ("Hitter doubles to right field (IP4.6-a).",)),
    Example("6", RANGE_IN_CENTER, ("1 1", "2 2", "3"), ("Hitter flies out to center field",)),
    Example("6", RANGE_IN_CENTER, ("1 1", "2 2", "4"), ("Hitter doubles to center field",)),
    Example("6", RANGE_AT_FIRST, ("1 1", "2 2", "2"), ("Hitter lines out to the first baseman",)),
    Example("6", RANGE_AT_FIRST, ("1 1", "2 2", "3", "4"), ("Hitter singles to right field",)),
    Example("6", RANGE_AT_FIRST, ("1 1", "2 2", "3", "5"), ("Hitter doubles to right field",)),
    Example("6", RANGE_IN_RIGHT, ("1 1", "2 2", "2"), ("Hitter flies out to right field",)),
    Example("6", RANGE_IN_RIGHT, ("1 1", "2 2", "3", "3"), ("Hitter doubles to right field",)),
    Example("6", RANGE_IN_RIGHT, ("1 1", "2 2", "3", "4"), ("Hitter singles to right field (IP4.6-a).",)),
    Example("6", RANGE_IN_RIGHT, ("1 1", "2 2", "3", "6"), ("Hitter out at second (IP4.6-a).",)),
    Example("6", ON_THE_LINE, ("in", "", "1 1", "2 2", "3"), ("Hitter singles to the shortstop; Clark scores",)),
    Example(
        "6",
        ON_THE_LINE,
        ("in", "", "1 1", "2 2", "2", "hold"),
        ("Hitter grounds out to the shortstop", "Clark on third"),
    ),
    Example("6", ON_THE_LINE, ("in", "", "1 1", "2 2", "2", "go", "home", "1"), ("Clark scores (IP8.5-a).",)),
    Example("6", ON_THE_LINE, ("in", "", "1 1", "2 2", "2", "go", "home", "2"), ("Clark out (IP8.5-a).",)),
    Example(
        "7.1",
        SECOND_TO_HOME | {"outs": 1},
        (*SWING, "1 1", "2 2"),
        ("Hitter singles to the first baseman; Brown to third",),
    ),
    Example(
        "7.1",
        SECOND_TO_HOME | {"outs": 2},
        (*SWING, "1 1", "2 2"),
        ("Hitter singles to the first baseman; Brown scores",),
    ),
    Example("7.1", BOTH_ON | {"outs": 2}, (*SWING, "1 1", "2 2"), ("Brown scores; Adams to third (IP7.1-a).",)),
    Example(
        "7.1",
        {"batter_cell": "S6", "runners": {1: {"br": 5}, 2: {"br": 2}}, "outs": 1},
        (*SWING, "1 1", "2 2"),
        ("Hitter singles to the shortstop; Brown to third; Adams to second (IP7.1-a).",),
    ),
    Example(
        "7.2",
        LOADED,
        (*SWING, "1 1", "2 2", "1 3"),
        ("Hitter singles to center field; Clark scores; Brown scores; Adams to third (IP7.2-f).", "Hitter on second"),
    ),
    Example("7.2", LOADED, (*SWING, "1 1", "2 2", "6 3"), ("Clark scores; Brown out",)),
    Example(
        "8.2",
        DOUBLED,
        (*SWING, "1 1", "2 2", "3"),
        ("Hitter grounds out to the shortstop; Adams out (IP8.2-a).", "2 outs"),
    ),
    Example("8.2", DOUBLED, (*SWING, "1 1", "2 2", "4"), ("fielder's choice", "(IP8.2-b)")),
    Example(
        "8.2",
        DOUBLED,
        (*SWING, "1 1", "2 2", "6"),
        ("Hitter grounds out to the shortstop; Adams to second (IP8.2-b).",),
    ),
    Example(
        "8.2", FASTER, (*SWING, "1 1", "2 2", "4"), ("Hitter grounds out to the shortstop; Adams to second (IP8.2-b).",)
    ),
    Example("8.2", FASTER, (*SWING, "1 1", "2 2", "5"), ("fielder's choice", "1 out, Hitter on first")),
    Example(
        "8.2",
        ALWAYS_TWO_OUT,
        (*SWING, "1 1", "2 2", "6"),
        ("Hitter grounds out to the second baseman; Adams out (IP8.2-a).",),
    ),
    Example(
        "8.2", FIRST_BASEMAN, (*SWING, "1 1", "2 2", "2", "1"), ("Hitter grounds out to the first baseman; Adams out",)
    ),
    Example("8.2", FIRST_BASEMAN, (*SWING, "1 1", "2 2", "3", "1", "5 3"), ("Hitter singles to right field",)),
    Example(
        "9",
        {"batter_cell": "L4", "runners": {1: {}, 2: {}}},
        (*SWING, "1 1", "2 2", "2"),
        ("Hitter lines", "Adams"),
    ),
    Example("10.3", SACRIFICE, (*SWING, "1 1", "2 2", "2", "2 6"), ("Clark scores; Brown to third (IP10.3-a).",)),
    Example("10.3", SACRIFICE, (*SWING, "1 1", "2 2", "3", "1 6"), ("Clark scores", "(IP10.3-b).")),
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.number}: {' '.join(example.lines)}")
def test_printed_example_typed_in_matches_its_output(example: Example) -> None:
    game = laid_out(**example.cards)
    written = typed(game, example.lines)
    assert game.log.number == 1, written
    for sentence in example.output:
        assert sentence in written


def test_ip_11a_printed_5_to_2_score_in_the_eighth_skips_the_strategy_die() -> None:
    late, close = (
        typed(laid_out(runners={1: {"att": 7}}, inning=8, score=score, edition="roll"), ("",))
        for score in ((2, 5), (2, 4))
    )
    assert "strategy, die of 20" not in late
    assert "strategy, die of 20" in close


@pytest.mark.parametrize(
    ("att", "hold", "bnt", "calls"),
    [
        (
            7,
            0,
            3,
            {
                7: "Adams steals",
                9: "hit and run",
                10: "no play is called",
                17: "no play is called",
                19: "bunt",
                20: "pickoff",
            },
        ),
        (
            2,
            4,
            4,
            {
                4: "Adams steals",
                6: "hit and run",
                7: "no play is called",
                16: "no play is called",
                19: "bunt",
                20: "pickoff",
            },
        ),
        ("H", 1, 2, {2: "hit and run", 3: "no play is called", 18: "no play is called", 19: "bunt", 20: "pickoff"}),
        (13, 1, 5, {14: "Adams steals", 16: "hit and run", 17: "bunt", 19: "bunt", 20: "pickoff"}),
    ],
    ids=["7 and 0", "2 and +4", "H and +1", "13 and +1"],
)
def test_ip_11b_typed_strategy_die_follows_the_printed_columns(
    att: int | str, hold: int, bnt: int, calls: dict[int, str]
) -> None:
    for roll, call in calls.items():
        game = laid_out(runners={1: {"att": att}}, batter={"bnt": bnt}, pitcher={"hld": hold}, edition="roll")
        assert f"{roll}: {call}" in typed(game, (str(roll),))


def test_ip_11_1_1c_printed_example_steals_only_third_on_a_2_or_3() -> None:
    runners = {1: {"att": 1, "sb": 15}, 2: {"att": 6, "sb": 15}}
    assert "3: Brown steals\n" in typed(laid_out(runners=runners, edition="roll"), ("3",))
    assert "1: Brown steals, Adams steals\n" in typed(laid_out(runners=runners, edition="roll"), ("1",))


def test_ip_11_1_1c_roll_of_1_is_a_double_steal_without_a_question() -> None:
    runners = {1: {"att": 1, "sb": 15}, 2: {"att": 6, "sb": 15}}
    game = laid_out(runners=runners, edition="roll")
    written = typed(game, ("1", "3", "4"))
    assert "which?" not in written.partition("Brown steals third")[0]
    assert "Brown steals third; Adams steals second" in written


def test_ip_12_2_walks_and_pickoffs_are_not_offered_but_can_be_announced() -> None:
    assert "defense, pitch" not in typed(laid_out(runners={1: {}}), ("",))
    assert "Hitter walks (IP12.2)." in typed(laid_out(), ("walk",))
    picked = typed(laid_out(runners={1: {}}, pitcher={"po": "2-4"}), ("pickoff", "3"))
    assert "Adams picked off first" in picked


def test_ip_11_5_bunt_with_bases_empty_is_announced_not_offered() -> None:
    game = laid_out(batter={"bnt": 4, "br": 5})
    typed(game, ("bunt", "1 1", "5", "1", "5"))
    [event] = game.log.events
    assert isinstance(event, PlayMade)
    assert (event.play.rule, event.record[0]) == ("IP11.5", ("pitch", "pitch"))


def test_line_with_an_extra_die_changes_nothing() -> None:
    written = typed(laid_out(**SPECIAL), ("3 5 9 2",))
    assert "2 is too early" in written
    assert "Hurler: K" not in written
