"""Sections 5 to 10: errors, range plays, hits, groundouts and balls in the air, with their printed examples."""

from itertools import product

import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.plays import OUT
from rules_engine.systems.inside_pitch.air import flyout, lineout, popup
from rules_engine.systems.inside_pitch.at_bat import BattedBall, resolve_range_check
from rules_engine.systems.inside_pitch.depth import ask_depths, default_depths, depth_of_answer, suggested_depth
from rules_engine.systems.inside_pitch.errors import resolve_error_check
from rules_engine.systems.inside_pitch.grounders import (
    allowed_plays,
    br_toward_home,
    force_numbers,
    grounder,
    pivot_position,
    possible_double_plays,
    throw_targets,
)
from rules_engine.systems.inside_pitch.hits import resolve_hit, runners_on_hit
from rules_engine.systems.inside_pitch.range_plays import effective_range
from rules_engine.systems.inside_pitch.throws import AdvancingRunner, causes_rundown, resolve_throw
from tests.rules_engine.systems.inside_pitch.table import BOOK, CHARTS, Table, ball, ends, moment


def checked(code: str, pending: str, dice: dict[str, int], error: int = 5, **facts: object) -> tuple[str, list[str]]:
    """Return the kind of play and all final bases, for a fielder with error rating 5."""
    target = ball(code)
    gloves = {
        place: {"error": error, "range": 4, "arm": 1} for place in ("p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")
    }
    now = moment(gloves=gloves, **facts)  # type: ignore[arg-type]
    play = resolve_error_check(Table(dice), BOOK, now, target, pending)
    return ("foul", []) if play is None else (play.kind, ends(play))


def test_ip_5_0a_and_5_0b_roll_within_the_rating_is_an_error_and_the_batter_reaches() -> None:
    """IP5.0-a, IP5.0-b, IP5.1 #1."""
    assert checked("G4", "E", {"error": 5}, runner_lanes={2: 1}, outs=1) == ("error", ["1", "3"])
    assert checked("G4", "E", {"error": 6}) == ("groundout", ["out"])
    assert checked("L6", "E", {}) == ("lineout", ["out"])


def test_ip_5_1_note_2_covers_popups_fouls_and_the_infield_fly() -> None:
    assert checked("P6", "E", {"error": 5}, runner_lanes={2: 1}, outs=1) == ("error", ["1", "3"])
    assert checked("P3", "E", {"error": 2}, runner_lanes={1: 1}, outs=2) == ("error", ["2", "3"])
    assert checked("P2", "E", {"error": 5}) == ("foul", [])
    assert checked("P4", "E", {}, runner_lanes={1: 1, 2: 1}, outs=1) == ("popout", ["out", "1", "2"])


def test_ip_5_1_note_3_drops_a_fly_only_on_odd_rolls() -> None:
    assert checked("F8", "E", {"error": 5, "br": 2}, runner_lanes={2: 1}, batter={"br": 0}) == ("error", ["1", "H"])
    assert checked("F8", "E", {"error": 4}, error=7) == ("flyout", ["out"])
    assert checked("F8", "E", {"error": 5}, runner_lanes={1: 1}, outs=2) == ("error", ["2", "3"])


def test_ip_5_1_note_4_infield_single_is_an_error_or_moves_all_runners_a_base() -> None:
    assert checked("S6", "E", {"error": 5}, runner_lanes={1: 5}) == ("single", ["2", "3"])
    assert checked("S6", "ET", {"error": 6}, runner_lanes={1: 5, 2: 6}) == ("single", ["1", "2", "3"])


@pytest.mark.parametrize(
    ("outs", "roll", "where"),
    [
        (1, 1, ["3", "H"]),
        (1, 3, ["3", "H"]),
        (1, 4, ["2", "H"]),
        (1, 5, ["2", "3"]),
        (2, 4, ["3", "H"]),
        (2, 5, ["2", "H"]),
    ],
)
def test_ip_5_1_note_5_single_misplayed_in_center_matches_the_printed_example(
    outs: int, roll: int, where: list[str]
) -> None:
    """With a BR 3 runner on first, a BR 2 batter and arm +1, a 1-4 scores the runner, and a 1-3 also sends the batter
    to third.
    """
    dice = {"error": 5, "br": roll}
    assert checked("S8", "EG", dice, runner_lanes={1: 3}, outs=outs, batter={"br": 2}) == ("single", where)


def test_ip_5_2_note_6_receiver_can_limit_a_throw_to_a_single_base() -> None:
    assert checked("G6", "ET", {"error": 5, "receiver": 4}) == ("error", ["1"])
    assert checked("G6", "ET", {"error": 5, "receiver": 5, "extra": 3}) == ("error", ["2"])
    both = checked("G6", "ET", {"error": 6, "pivot_error": 5, "receiver": 5, "extra": 2}, runner_lanes={1: 2})
    assert both == ("error", ["2", "3"])


def test_ip_5_2_note_7_and_8_cover_throws_after_a_catch_and_from_the_outfield() -> None:
    assert checked("L5", "ET", {"error": 5}, runner_lanes={3: 1}) == ("lineout", ["out", "H"])
    assert checked("L6", "ET", {"error": 6}, runner_lanes={1: 1, 2: 1}) == ("lineout", ["out", "1", "out"])
    assert checked("L6", "ET", {}) == ("lineout", ["out"])
    assert checked("S8", "ET", {}) == ("single", ["1"])
    rolls = {"throw_1": 6, "throw_2": 3, "error": 5}
    assert checked("S7", "ET", rolls, runner_lanes={2: 2}, batter={"br": 1}) == ("single", ["2", "H"])


def test_ip_5_0c_and_ip_5_3_eg_checks_only_grounders_in_the_infield() -> None:
    """IP5.0-c."""
    assert checked("S6", "EG", {}) == ("single", ["1"])
    assert checked("P3", "EG", {}) == ("popout", ["out"])
    assert checked("G3", "EG", {"error": 5}) == ("error", ["1"])


@pytest.mark.parametrize(
    ("code", "position", "reach", "roll", "sub", "left"),
    [
        ("D8", "cf", 3, 3, 0, "F8"),
        ("D8", "cf", 3, 4, 0, "D8"),
        ("L3", "1b", 2, 2, 0, "L3"),
        ("L3", "1b", 2, 3, 4, "S9"),
        ("L3", "1b", 2, 6, 5, "D9"),
    ],
)
def test_ip_6a_and_6b_printed_range_plays_match(
    code: str, position: str, reach: int, roll: int, sub: int, left: str
) -> None:
    """IP6-a, IP6-b."""
    now = moment(gloves={position: {"range": reach}})
    play = resolve_range_check(Table({"range": roll, "failed_range": sub}), BOOK, now, BattedBall(ball(code)))
    assert play is not None
    assert play.code == left


def test_ip_6c_and_6d_infield_in_reduces_range_and_holds_or_sends_the_tying_run() -> None:
    """IP6-c, IP6-d: a range 4 shortstop playing in has range 2. The runner holds, or goes with BR 1."""
    now = moment({3: 3}, outs=1, gloves={"ss": {"range": 4}}, depth="in")
    grounded = BattedBall(ball("G6"))
    assert effective_range(CHARTS, now, ball("G6")) == 2
    assert ends(resolve_range_check(Table({"range": 3}), BOOK, now, grounded)) == ["1", "H"]
    assert ends(resolve_range_check(Table({"range": 2}, {"third": "hold"}), BOOK, now, grounded)) == ["out", "3"]
    goes = {"third": "go", "infield_play": "home"}
    assert ends(resolve_range_check(Table({"range": 1, "home": 1}, goes), BOOK, now, grounded)) == ["1", "H"]
    assert ends(resolve_range_check(Table({"range": 1, "home": 2}, goes), BOOK, now, grounded)) == ["1", "out"]


@pytest.mark.parametrize(
    ("code", "runner_bases", "outs", "where"),
    [
        ("S3", {2: 3}, 1, ["1", "3"]),
        ("S3", {2: 3}, 2, ["1", "H"]),
        ("S6", {1: 5, 2: 2}, 1, ["1", "2", "3"]),
        ("S6", {1: 5, 2: 2}, 2, ["1", "3", "H"]),
        ("S2", {1: 6, 2: 6}, 2, ["1", "2", "3"]),
    ],
)
def test_ip_7_1_printed_infield_singles_match(
    code: str, runner_bases: dict[int, int], outs: int, where: list[str]
) -> None:
    """IP7.0, IP7.1-a, IP7.1-b, IP7.1-c."""
    assert ends(resolve_hit(Table(), BOOK, moment(runner_bases, outs), ball(code))) == where


LOADED = {1: 3, 2: 4, 3: 2}


@pytest.mark.parametrize(
    ("dice", "where"),
    [
        ((1, 3, 0), ["2", "3", "H", "H"]),
        ((1, 4, 0), ["1", "2", "H", "H"]),
        ((2, 6, 0), ["1", "2", "H", "H"]),
        ((6, 1, 0), ["1", "out", "H", "H"]),
        ((6, 3, 0), ["2", "3", "out", "H"]),
        ((6, 4, 0), ["1", "2", "out", "H"]),
        ((6, 6, 1), ["1", "out", "H", "H"]),
        ((6, 6, 3), ["2", "out", "H", "H"]),
        ((6, 6, 4), ["1", "out", "H", "H"]),
        ((6, 6, 6), ["1", "3", "H", "H"]),
    ],
)
def test_ip_7_2_printed_single_to_center_with_the_bases_loaded_matches(
    dice: tuple[int, int, int], where: list[str]
) -> None:
    """IP7.2-b to IP7.2-g: IP7.2-c, IP7.2-d, IP7.2-f, IP7.2-g. The lead runner's ABR is 5 (M9: outcomes worked out)."""
    now = moment(LOADED, outs=1, gloves={"cf": {"arm": -1}})
    table = Table(dict(zip(("throw_1", "throw_2", "rundown"), dice, strict=True)))
    assert runners_on_hit(CHARTS, now, ball("S8"))[0].abr == 5
    assert ends(resolve_hit(table, BOOK, now, ball("S8"))) == where


def test_ip_7_2a_7_2b_and_7_2e_triples_doubles_and_unthrown_lead_runners_advance_as_printed() -> None:
    """IP7.2-a, IP7.2-b, IP7.2-e."""
    assert ends(resolve_hit(Table(), BOOK, moment({1: 1, 2: 1}, 2), ball("T8"))) == ["3", "H", "H"]
    assert ends(resolve_hit(Table(), BOOK, moment({2: 1, 3: 1}), ball("D7"))) == ["2", "H", "H"]
    now = moment({1: 3, 2: 4})
    assert ends(resolve_hit(Table({"throw_1": 2, "throw_2": 5}), BOOK, now, ball("S8"))) == ["1", "3", "H"]


def test_ip_7_2h_runners_stay_in_order_on_separate_bases_after_every_outfield_throw() -> None:
    """IP7.2-h: try every pair of dice, rundown and set of ratings."""
    for first, second, rundown, lead, trail, batter in product(
        range(1, 7), range(1, 7), (1, 3, 6), range(1, 6), (0, 3, 6), (1, 5)
    ):
        runners = [
            AdvancingRunner(2, 3, lead, lead),
            AdvancingRunner(1, 2, trail, trail),
            AdvancingRunner(0, 1, batter, 0),
        ]
        end = resolve_throw(CHARTS, first, second, rundown, runners)
        standing = [base for base in (end[2], end[1], end[0]) if base not in (OUT, HOME)]
        assert standing == sorted(set(standing), reverse=True)
        assert list(end.values()).count(OUT) <= 1
        assert all(
            base in (OUT, runner.base, runner.base + 1)
            for runner, base in zip(runners, (end[2], end[1], end[0]), strict=True)
        )
    assert causes_rundown(CHARTS, 6, 6, [AdvancingRunner(3, 3, 1, 1)]) is False


def doubled(code: str, br: int, gdp: int, roll: int, pivots: dict[str, int]) -> list[str]:
    gloves = {place: {"pivot": rating} for place, rating in pivots.items()}
    now = moment({1: br}, gloves=gloves, depth="half", batter={"gdp": gdp})
    return ends(grounder(Table({"gdp": roll}), BOOK, now, ball(code)))


def test_ip_8_2_printed_double_plays_match() -> None:
    """IP8.1, IP8.2-a, IP8.2-b, IP8.2-c, IP8.2-d: 3 is a double play, although the printed chart lists it with the force
    outs.
    """
    double, forced, moved = ["out", "out"], ["1", "out"], ["out", "2"]
    assert [doubled("G6", 3, 1, roll, {"2b": 1}) for roll in range(1, 7)] == [double] * 3 + [forced] * 2 + [moved]
    assert [doubled("G6", 5, 1, roll, {"2b": 1}) for roll in range(3, 7)] == [double, moved, forced, moved]
    assert all(doubled("G4", 3, 4, roll, {"ss": 1}) == double for roll in range(1, 7))
    assert ends(grounder(Table(), BOOK, moment(outs=1), ball("G4"))) == ["out"]


def test_ip_8_2d_combined_gdp_has_four_terms() -> None:
    now = moment({1: 3}, gloves={"2b": {"pivot": 1}}, depth="half", batter={"gdp": 1}, pitcher={"gdp": 0})
    assert force_numbers(CHARTS, now, ball("G6")) == (3, 2)
    assert [pivot_position(CHARTS, place, side) for place in (1, 3, 6) for side in "LR"] == [6, 4, 6, 6, 4, 4]


def test_ip_8_2e_range_play_on_a_grounder_is_settled_first() -> None:
    """IP8.2-e: a first baseman playing halfway loses one point of range."""
    now = moment({1: 3}, gloves={"1b": {"range": 3}}, depth="half")
    assert ends(resolve_range_check(Table({"range": 2, "gdp": 1}), BOOK, now, BattedBall(ball("G3")))) == ["out", "out"]


def test_ip_8_3_runner_on_second_advances_holds_or_is_checked_by_the_fielder() -> None:
    where = {
        code: ends(grounder(Table({"second": 2}), BOOK, moment({2: 2}), ball(code))) for code in ("G3", "G5", "G6")
    }
    assert where == {"G3": ["out", "3"], "G5": ["out", "2"], "G6": ["out", "3"]}


def test_ip_8_4_and_ip_8_9_lead_runner_always_reaches_third_with_first_and_second() -> None:
    for roll in range(1, 7):
        assert ends(grounder(Table({"gdp": roll}), BOOK, moment({1: 2, 2: 2}, depth="half"), ball("G6")))[2] == "3"


def test_ip_8_5a_8_5b_and_ip_8_7_runner_on_third_goes_or_holds() -> None:
    """IP8.5-a, IP8.5-b, IP8.7."""
    home = {"third": "go", "infield_play": "home"}
    now = moment({2: 1, 3: 3}, depth="back")
    assert ends(grounder(Table({"home": 5}, home), BOOK, now, ball("G6"))) == ["1", "3", "H"]
    assert ends(grounder(Table({"home": 6}, home), BOOK, now, ball("G6"))) == ["1", "3", "out"]
    assert ends(grounder(Table({}, {"third": "hold"}), BOOK, now, ball("G6"))) == ["out", "2", "3"]
    assert throw_targets(2) == ("home", "first")
    assert [br_toward_home(CHARTS, 3, column) for column in range(5)] == [5, 2, 1, 1, 1]


@pytest.mark.parametrize(
    ("depth", "goes", "plays"),
    [
        ("back", True, ["double_play", "home", "first"]),
        ("half", True, ["double_play", "home", "first"]),
        ("half", False, ["double_play", "look_back"]),
        ("in", True, ["home", "first"]),
        ("in", False, ["first"]),
    ],
)
def test_ip_8_6_plays_with_first_and_third_depend_on_depth(depth: str, goes: bool, plays: list[str]) -> None:
    """IP8.6-a, IP8.6.1, IP8.6.2, IP8.6.3."""
    assert allowed_plays(CHARTS, moment({1: 2, 3: 2}, depth=depth), 6, goes=goes) == plays


@pytest.mark.parametrize(
    ("bases", "depth", "third", "code", "rule"),
    [
        ({1: 2, 3: 2}, "back", "go", "G6", "IP8.6.1"),
        ({1: 2, 3: 2}, "half", "hold", "G6", "IP8.6.2"),
        ({1: 2, 3: 2}, "in", "hold", "G6", "IP8.6.3"),
        ({1: 2, 3: 2}, "in", "go", "G1", "IP8.6-a"),
        ({3: 2}, "in", "hold", "G6", "IP8.5-b"),
        ({2: 2, 3: 2}, "half", "hold", "G6", "IP8.7"),
        ({1: 2, 2: 2, 3: 2}, "in", "go", "G6", "IP8.8"),
    ],
)
def test_ip_8_6_grounder_with_a_runner_on_third_is_logged_by_bases_and_depth(
    bases: dict[int, int], depth: str, third: str, code: str, rule: str
) -> None:
    now = moment(bases, depth=depth)
    plays = allowed_plays(CHARTS, now, int(code[1]), goes=third == "go")
    out_at_first = next(play for play in plays if play in ("first", "look_back"))
    play = grounder(Table({}, {"third": third, "infield_play": out_at_first}), BOOK, now, ball(code))
    assert (play.rule, ends(play)[0]) == (rule, "out")


def test_ip_8_6_1_and_ip_8_6_2_run_scores_on_a_double_play_and_holds_when_looked_back() -> None:
    back = moment({1: 2, 3: 2}, batter={"gdp": 3})
    double = {"third": "go", "infield_play": "double_play"}
    assert ends(grounder(Table({"gdp": 3}, double), BOOK, back, ball("G6"))) == ["out", "out", "H"]
    looked = {"third": "hold", "infield_play": "look_back"}
    half = moment({1: 2, 3: 2}, depth="half")
    assert ends(grounder(Table({}, looked), BOOK, half, ball("G6"))) == ["out", "2", "3"]


def test_ip_8_6_3_middle_infield_turns_the_double_play_with_the_corners_in() -> None:
    now = moment({1: 2, 3: 2})
    now.depths = ("in", "half", "in", "half")
    assert "double_play" in allowed_plays(CHARTS, now, 5, goes=True)


def test_ip_8_8_bases_loaded_with_infield_in_allows_only_home_to_first() -> None:
    full = moment({1: 2, 2: 2, 3: 2}, depth="in", batter={"gdp": 2})
    assert possible_double_plays(CHARTS, full, 6) == ("home-first",)
    assert ends(grounder(Table({"gdp": 2}), BOOK, full, ball("G6"))) == ["out", "2", "3", "out"]
    assert ends(grounder(Table({"gdp": 4}), BOOK, full, ball("G6"))) == ["1", "2", "3", "out"]


def test_ip_8_10_suggested_depth_can_be_overridden() -> None:
    assert [suggested_depth(CHARTS, on, 0, 3) for on in (1, 2, 4, 3, 5, 6, 7)] == [
        *("half", "back", "back", "half", "half", "back", "back")
    ]
    assert suggested_depth(CHARTS, 5, 0, -1) == "in"
    assert suggested_depth(CHARTS, 5, 2, 0) == suggested_depth(CHARTS, 5, 0, 4) == "back"
    assert default_depths(CHARTS, 1, 0, 0) == ("half",) * 4


def test_ip_8_11a_every_infielder_plays_at_the_chosen_depth_and_a_hold_is_not_in() -> None:
    answers = {"infield": "each", "infield_1b": "hold", "infield_2b": "half", "infield_3b": "in", "infield_ss": "half"}
    assert ask_depths(Table({}, answers), "back", 0b001) == ("back", "half", "in", "half")
    with pytest.raises(ValueError, match="hold"):
        ask_depths(Table({}, answers), "back", 0b010)
    assert depth_of_answer("hold") == "back"


def test_ip_9a_and_9b_printed_lineout_to_second_with_first_and_second_matches() -> None:
    """IP9-a, IP9-b."""
    where = [
        ends(lineout(Table({"lineout": roll}), BOOK, moment({1: 1, 2: 1}, depth="in"), ball("L4")))
        for roll in range(1, 7)
    ]
    assert where == [["out", "out", "2"]] * 2 + [["out", "1", "out"]] * 2 + [["out", "1", "2"]] * 2


def test_ip_10_1_and_ip_10_2_flyout_moves_a_runner_on_second_by_the_tag_roll() -> None:
    assert ends(flyout(Table(), BOOK, moment(), ball("F8"))) == ["out"]
    now = moment({2: 3})
    assert ends(flyout(Table({"tag_red": 6, "tag_white": 6}), BOOK, now, ball("F8"))) == ["out", "out"]
    assert ends(flyout(Table({"tag_red": 1, "tag_white": 6}), BOOK, now, ball("F8"))) == ["out", "3"]
    assert ends(flyout(Table({"tag_red": 6, "tag_white": 5}), BOOK, now, ball("F8"))) == ["out", "2"]
    assert ends(popup(moment({3: 1}), ball("P4"))) == ["out", "3"]


@pytest.mark.parametrize(
    ("dice", "where"),
    [
        ({"sf": 2, "throw_1": 4, "throw_2": 1}, ["out", "3", "H"]),
        ({"sf": 3, "throw_1": 6, "throw_2": 1}, ["out", "out", "H"]),
        ({"sf": 6, "throw_1": 2, "throw_2": 6}, ["out", "3", "H"]),
        ({"sf": 6, "throw_1": 3, "throw_2": 6}, ["out", "2", "3"]),
    ],
)
def test_ip_10_3_printed_sacrifice_fly_to_right_matches(dice: dict[str, int], where: list[str]) -> None:
    """IP10.3-a, IP10.3-b, IP10.3-c: SF 2, arm +1, with a BR 1 runner on third and a BR 3 runner on second."""
    now = moment({2: 3, 3: 1}, outs=1, gloves={"rf": {"arm": 1}}, batter={"sf": 2})
    assert ends(flyout(Table(dice), BOOK, now, ball("F9"))) == where
