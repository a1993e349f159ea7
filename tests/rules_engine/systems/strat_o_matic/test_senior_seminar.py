"""Senior Seminar in play: each changed ruleset setting changes the result, plus differences in its text."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import pytest

from rules_engine.baseball.bases import FIRST, SECOND, occupied
from rules_engine.baseball.events import Substituted
from rules_engine.baseball.game_input import RandomInput, ScriptedInput
from rules_engine.baseball.plays import OUT, Play
from rules_engine.rulings import Ruling
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard
from rules_engine.systems.strat_o_matic.cards.notation import parse_line
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance, PositionRating
from rules_engine.systems.strat_o_matic.charts.chart_files import ChartError
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.fielding.grounders import Grounder, chart_portion
from rules_engine.systems.strat_o_matic.game_state.carryover import Carryover
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.game_state.resting import rest_batters
from rules_engine.systems.strat_o_matic.pitching.rest import load_rest_guide, rest_after_start
from rules_engine.systems.strat_o_matic.play.leaving import forced_pitching_change
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import Situation
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from tests.conformance.innings import face, other_half, pitching_scene
from tests.conformance.playing import NEW_PITCHER, PINCH_HITTER, Scene, Script, x_chance, x_line
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

SEMINAR, ADVANCED = load_ruleset("senior_seminar"), load_ruleset("som_advanced")
SPLIT = {"split": 1}
LINES = [
    (section.name, line.name)
    for section in fields(Ruleset)
    if hasattr(getattr(SEMINAR, section.name), "__dataclass_fields__")
    for line in fields(getattr(SEMINAR, section.name))
    if getattr(getattr(SEMINAR, section.name), line.name) != getattr(getattr(ADVANCED, section.name), line.name)
]


def made(scene: Scene, script: Script) -> Play:
    play = scene.play(script)
    assert play is not None, f"{script.missing} is not laid out"
    return play


def at_advanced(section: str, line: str) -> Ruleset:
    """Return Senior Seminar with this setting from Advanced, the ruleset that it extends."""
    return SEMINAR.with_options(section, **{line: getattr(getattr(ADVANCED, section), line)})


def hit(edition: Ruleset, *, hold: bool = False, location: int = 3, lead: int = 12, line: str = "SINGLE") -> Play:
    """Send a runner with running 12 from first to third on a single."""
    scene = Scene(edition, {"first": "r1"}, line=parse_line(line), runners={"first": {"running": 12}})
    rolls = SPLIT | {"location": location, "lead": lead, "plate": 1}
    return made(scene, Script(rolls, {"send_lead": "send", "hold": "1" if hold else "none"}))


def single_with(
    edition: Ruleset, reading: str, *, infield: str = "back", hold: str = "none", on: str = "first"
) -> bool:
    """Return whether this groundball is a single."""
    scene = Scene(edition, {on: "r1"}, line=parse_line(reading))
    return made(scene, Script(dict(SPLIT), {"infield": infield, "hold": hold})).kind == "single"


def steal(edition: Ruleset, *, infield: str = "back", arm: int = 0, charted: int = 9, hold: bool = False) -> int:
    """Return the highest d20 on which a B runner steals second."""

    def stolen(face_: int) -> bool:
        scene = Scene(
            edition, {"first": "r1"}, runners={"first": {"grade": "B"}}, fielders={"c": PositionRating("c", 3, arm)}
        )
        scene.game.setup.steal_chart = {**scene.game.setup.steal_chart, ("B", SECOND): charted}
        answers = {"play": "steal_1", "infield": infield, "hold": "1" if hold else "none", "steal_throw": "throw"}
        return made(scene, Script({"steal": face_, "throwing_error": 20}, answers)).to[FIRST] != OUT

    return sum(stolen(face_) for face_ in range(1, 21))


def offers(edition: Ruleset, question: str, key: str, **situation: Any) -> bool:
    """Return whether this option is offered to a manager. The batter swings away unless specified."""
    script = Script(dict(SPLIT), dict(situation.pop("answers", {})))
    Scene(edition, **situation).play(script)
    return key in script.offered.get(question, {})


def pitched(edition: Ruleset, words: list[str], *, starter: bool, pow_inning: int, inning: int = 6) -> Ruling | None:
    """Return the reason why the pitcher must leave after these batters, or None if he may stay."""
    endurance = Endurance(starter=pow_inning, relief=pow_inning)
    scene = pitching_scene(edition, endurance, inning=inning, relief=not starter)
    for word in words:
        other_half(scene)
        face(scene, word)
    other_half(scene)
    return forced_pitching_change(scene.game, scene.game.state)


def games_injured(edition: Ruleset, injury: int = 20) -> int:
    """Return the number of games that a batter misses with the worst number on the chart."""
    scene = Scene(edition, line=parse_line("strikeout plus injury"))
    made(scene, Script(SPLIT | {"injury": injury}))
    return scene.made.games_missed


def injury_on_six_twelve(edition: Ruleset) -> str:
    line = parse_line("strikeout plus injury")
    scene = Scene(edition, line=line, designated_hitter="batter")
    made(scene, Script(SPLIT | {"white": 6, "colored_1": 6, "colored_2": 6, "injury": 1}))
    return scene.made.injured


def bunted(edition: Ruleset) -> str:
    """Return the bunt result for an A bunter with the corners in. Each chart column has a different result."""
    scene = Scene(edition, {"first": "r1"}, batter={"bunt": "A"})
    results = ("hit", "sacrifice", "popout", "strikeout", "lead_out")
    column = {rating: (result,) * 11 for rating, result in zip("ABCDE", results, strict=True)}
    scene.game.setup.strategy_chart = scene.game.setup.strategy_chart.__class__(column, column, column)
    return made(scene, Script({}, {"play": "sacrifice", "infield": "corners_in"})).code


def after_the_offence(edition: Ruleset) -> Ruling:
    """Return the ruling on a pitching change after the offense has announced a bunt."""
    scene = Scene(edition, {"first": "r1"})
    scene.play(Script({"colored_1": None}, {"play": "sacrifice"}))
    return change_ruling(scene.game, None, 1, NEW_PITCHER, "p", "pitcher")


def relieved_at_once(edition: Ruleset) -> Ruling:
    scene = Scene(edition, relief=True)
    return change_ruling(scene.game, None, 1, NEW_PITCHER, "p", "pitcher")


def grounder(edition: Ruleset, text: str, infield: str, on: Mapping[str, str], *, chart: str = "") -> str:
    """Return the chart cell for a groundball."""
    charts = x_chance(edition, text, chart) if chart else {}
    line = x_line(text) if chart else parse_line(text)
    scene = Scene(edition, on, line=line, charts=charts)
    return made(scene, Script(SPLIT | {"range": 1}, {"infield": infield})).code


def no_stuff(edition: Ruleset) -> Ruling | None:
    return pitched(edition, ["homer"] * 6, starter=False, pow_inning=9)


def inherited(edition: Ruleset) -> Ruling | None:
    """Return the ruling on a reliever who allows three inherited runs and three of his own in one inning."""
    scene = pitching_scene(
        edition,
        Endurance(starter=9, relief=9),
        inning=6,
        relief=True,
        bases={"first": "a", "second": "b", "third": "c"},
    )
    for word in ("homer", "homer", "homer"):
        face(scene, word)
    return forced_pitching_change(scene.game, scene.game.state)


def rests(edition: Ruleset) -> bool:
    game = new_game(edition.key)
    game.setup.edition = edition
    carried = Carryover(game.setup)
    ComputerManager(game).play_out(RandomInput(3))
    carried.after(game.log, 0, game.tracker)
    return bool(carried.may_start(game.log.start.sides[0].pitcher))


def guide(edition: Ruleset) -> tuple[Any, ...]:
    return load_rest_guide(edition.rest.guide).slots if edition.rest.guide else ()


def resting_players(edition: Ruleset) -> tuple[str, ...]:
    """Return the three players with few at-bats who must rest on the lowest numbers."""
    game = new_game(edition.key)
    setup, side = game.setup, game.log.start.sides[0]
    setup.edition = edition
    for player in side.order:
        if isinstance(card := setup.cards[player], BatterCard):
            setup.cards[player] = replace(card, at_bats_and_walks=300)
    return rest_batters(ScriptedInput([("usage", 2), ("rest", 1), ("rest", 1), ("rest", 1)]), setup, side)[1]


SEES: Mapping[tuple[str, str], Any] = {
    ("cards", "sides"): lambda edition: _side_read(edition),
    ("cards", "d20_with_every_throw"): lambda edition: dict(_record(edition)).get("split"),
    ("hits", "no_hold_adds"): lambda edition: hit(edition, lead=13).to[FIRST],
    ("hits", "location_by_die"): lambda edition: hit(edition, location=5, lead=14).fielder,
    ("hits", "throw_location"): lambda edition: hit(edition, location=5, lead=14).to[FIRST],
    ("hits", "block_the_plate"): lambda edition: _blocked(edition),
    ("flies", "query"): lambda edition: _query(edition),
    ("grounders", "in_allowed"): lambda edition: offers(edition, "infield", "in", bases={"second": "r2"}, outs=2),
    ("grounders", "corners_in"): lambda edition: offers(edition, "infield", "corners_in", bases={"first": "r1"}),
    ("grounders", "hold_with_corners_in"): lambda edition: offers(
        edition, "hold", "1", bases={"first": "r1"}, answers={"infield": "corners_in"}
    ),
    ("grounders", "corners_back_without_third"): lambda edition: chart_portion(
        edition, Situation(occupied(SECOND), infield="corners_in"), Grounder("1b", 0, "card")
    ),
    ("grounders", "x_plays_back"): lambda edition: grounder(edition, "2b", "in", {"third": "r3"}, chart="gb A"),
    ("grounders", "plus_with_runner_on_hold"): lambda edition: single_with(edition, "gb(3b)A+", hold="1"),
    ("grounders", "plus_by_fielder"): lambda edition: single_with(edition, "gb(ss)A+", hold="1"),
    ("grounders", "battery_position"): lambda edition: grounder(edition, "gb(p)A", "corners_in", {"third": "r3"}),
    ("fielding", "chart"): lambda edition: _x_rule(edition),
    ("strategy", "corners_in_hurts_bunt"): bunted,
    ("strategy", "declared_in_turn"): lambda edition: bool(after_the_offence(edition)),
    ("stealing", "may_hold_ball"): lambda edition: offers(
        edition, "steal_throw", "hold_ball", bases={"first": "r1"}, answers={"play": "steal_1"}
    ),
    ("stealing", "infield_in_adds"): lambda edition: steal(edition, infield="in"),
    ("stealing", "grade_limits"): lambda edition: steal(edition, charted=1, arm=-3),
    ("injuries", "six_twelve_before_reading"): injury_on_six_twelve,
    ("injuries", "this_game_at_most"): games_injured,
    ("endurance", "tired_must_leave"): lambda edition: pitched(edition, ["single"] * 3, starter=True, pow_inning=6),
    ("endurance", "reliever_window"): lambda edition: pitched(
        edition, ["single", "single", "out", "out", "out", "single", "single"], starter=False, pow_inning=1
    ),
    ("endurance", "lost_stuff"): lambda edition: pitched(edition, ["homer"] * 6, starter=True, pow_inning=9, inning=2),
    ("endurance", "charges_all_relievers"): no_stuff,
    ("endurance", "starter_innings_from_pow"): lambda edition: pitched(
        edition, [], starter=True, pow_inning=6, inning=9
    ),
    ("endurance", "reliever_innings_beyond_pow"): lambda edition: pitched(
        edition, ["out"] * 9, starter=False, pow_inning=1
    ),
    ("endurance", "reliever_faces_a_batter"): lambda edition: bool(relieved_at_once(edition)),
    ("rest", "games_after_start"): rests,
    ("rest", "games_after_start_with_asterisk"): lambda edition: rest_after_start(edition.rest, asterisk=True),
    ("rest", "solitaire_guide"): resting_players,
    ("rest", "guide"): guide,
}


def _side_read(edition: Ruleset) -> str:
    """SS6.5: return the kind of hit: a single on the Basic side, a double on either other side."""
    card = {side: ((parse_line("SINGLE*" if side == "basic" else "DOUBLE**"),) * 11,) * 3 for side in SIDES}
    return made(Scene(edition, batter={"columns": card}), Script(dict(SPLIT))).kind


SIDES = ("basic", "right", "left")


def _record(edition: Ruleset) -> tuple[tuple[str, int | str], ...]:
    scene = Scene(edition)
    made(scene, Script({"split": 13}))
    return scene.made.record


def _blocked(edition: Ruleset) -> int:
    """Return the lead runner's base on the last safe number against a range 1 catcher."""
    catcher = {"c": PositionRating("c", 1, 0, 0)}
    scene = Scene(
        edition, {"second": "r2"}, line=parse_line("SINGLE"), runners={"second": {"running": 12}}, fielders=catcher
    )
    rolls = SPLIT | {"location": 3, "lead": 12, "plate": 20}
    return made(scene, Script(rolls, {"send_lead": "send"})).to[SECOND]


def _query(edition: Ruleset) -> bool:
    return offers(edition, "send_lead", "send", bases={"third": "r3"}, line=parse_line("fly(cf)B?"))


def _x_rule(edition: Ruleset) -> str:
    scene = Scene(edition, line=x_line("2b"), charts=x_chance(edition, "2b", "error 1"))
    return made(scene, Script(SPLIT | {"range": 1})).rule


@pytest.mark.parametrize(("section", "line"), LINES, ids=lambda name: str(name))
def test_each_setting_differs_from_advanced(section: str, line: str) -> None:
    sees = SEES[section, line]
    assert sees(SEMINAR) != sees(at_advanced(section, line))


def test_every_setting_with_a_guide_number_is_tested() -> None:
    assert set(SEES) == set(LINES)


def rule_of(words: list[str], *, starter: bool, pow_inning: int, inning: int = 6) -> str:
    """Return the rule that removes him after these batters, or "" if he may stay."""
    ruling = pitched(SEMINAR, words, starter=starter, pow_inning=pow_inning, inning=inning)
    return ruling.rule if ruling is not None else ""


def test_ss_10_1a_starter_leaves_on_the_third_hit_or_walk_in_the_pow_inning() -> None:
    assert rule_of(["single", "walk", "double"], starter=True, pow_inning=6) == "SS10.1A"
    assert rule_of(["single", "intentional_walk", "hit_by_pitch", "error", "single"], starter=True, pow_inning=6) == ""
    assert rule_of(["single", "single", "single"], starter=True, pow_inning=7) == ""


def test_ss_10_1b_starter_leaves_after_four_in_two_innings_from_the_pow_inning() -> None:
    two_and_two = ["walk", "walk", "out", "out", "out", "single", "single"]
    assert rule_of(two_and_two, starter=True, pow_inning=6) == "SS10.1B"
    assert rule_of(two_and_two, starter=True, pow_inning=7) == ""


def test_ss_10_1c_starter_leaves_after_the_third_endurance_inning() -> None:
    assert rule_of(["out"] * 3, starter=True, pow_inning=6, inning=8) == "SS10.1C"
    assert rule_of(["out"] * 3, starter=True, pow_inning=6, inning=7) == ""


def test_ss_10_2a_and_10_2b_vulnerable_reliever_leaves_after_three_within_three_outs() -> None:
    assert rule_of(["single", "walk", "single"], starter=False, pow_inning=1) == "SS10.2B"
    assert rule_of(["single", "walk", "single"], starter=False, pow_inning=2) == ""
    assert rule_of(["out"] * 3 + ["single", "walk", "single"], starter=False, pow_inning=2) == "SS10.2B"
    four_in_six_outs = ["single", "single", "out", "out", "out", "single", "single"]
    assert rule_of(four_in_six_outs, starter=False, pow_inning=1) == ""


def test_ss_10_2c_reliever_leaves_two_innings_past_endurance() -> None:
    assert rule_of(["out"] * 9, starter=False, pow_inning=1) == "SS10.2C"
    assert rule_of(["out"] * 8, starter=False, pow_inning=1) == ""


def test_ss_10_3_six_runs_in_an_inning_remove_any_pitcher_excluding_inherited_runs() -> None:
    assert rule_of(["homer"] * 6, starter=True, pow_inning=9, inning=1) == "SS10.3"
    assert rule_of(["homer"] * 5, starter=True, pow_inning=9, inning=1) == ""
    assert rule_of(["homer"] * 6, starter=False, pow_inning=9, inning=1) == "SS10.3"
    assert inherited(SEMINAR) is None


def test_ss_10_0_pitcher_without_a_replacement_continues() -> None:
    scene = pitching_scene(SEMINAR, Endurance(starter=1, relief=1))
    side = scene.game.state.sides[1]
    scene.game.log.states[-1] = scene.game.state._replace(sides=(scene.game.state.sides[0], side._replace(bench=())))
    for _ in range(4):
        face(scene, "single")
    assert scene.game.tracker.must_leave
    assert forced_pitching_change(scene.game, scene.game.state) is None


def test_ss_1_1_reliever_must_face_a_batter_but_a_starter_need_not() -> None:
    assert str(relieved_at_once(SEMINAR)) == "SS1.1: p came in to relieve and must face a batter first."
    assert change_ruling(Scene(SEMINAR).game, None, 1, NEW_PITCHER, "p", "pitcher")


def test_ss_1_1_position_player_on_the_mound_can_be_replaced_at_once() -> None:
    game = Scene(SEMINAR).game
    position_player = next(player for player in game.state.sides[1].bench if not game.setup.is_pitcher(player))
    game.append(Substituted(1, position_player, "p"))
    assert forced_pitching_change(game, game.state) is not None
    assert change_ruling(game, None, 1, NEW_PITCHER, position_player, "pitcher")


def test_ss_1_1_pinch_hitter_restarts_the_declarations() -> None:
    scene = Scene(SEMINAR, {"first": "r1"})
    scene.play(Script({"colored_1": None}, {"play": "sacrifice"}))
    assert str(change_ruling(scene.game, None, 1, NEW_PITCHER, "p", "pitcher")).startswith("SS1.1: The offense has")
    assert change_ruling(scene.game, None, 0, PINCH_HITTER, "batter", "pinch_hitter")
    scene.game.append(Substituted(0, PINCH_HITTER, "batter"))
    assert change_ruling(scene.game, None, 1, NEW_PITCHER, "p", "pitcher")
    script = Script({"split": 1})
    made(scene, script)
    assert {"infield", "hold", "play"} <= set(script.offered)  # both sides are prompted again


ASKS: Mapping[tuple[str, str], Any] = {
    ("injuries", "chart"): games_injured,
    ("rest", "guide"): guide,
    ("grounders", "chart"): lambda edition: grounder(edition, "gb(ss)A", "back", {"first": "r1"}),
    ("strategy", "chart"): lambda edition: GameSetup(edition, {}),
}


@pytest.mark.parametrize(("section", "line"), ASKS)
def test_missing_chart_stops_the_game_with_its_name(section: str, line: str) -> None:
    without = SEMINAR.with_options(section, **{line: "the_missing_one"})
    with pytest.raises(ChartError, match=r"the_missing_one\.toml: this chart file doesn't exist"):
        ASKS[section, line](without)


def test_ss_11_2_computer_manager_replaces_a_finished_position_player_pitcher() -> None:
    game = new_game("senior_seminar")
    home = game.state.sides[1]
    first, second = game.setup.batters(home.bench)[:2]
    sides = (game.state.sides[0], home._replace(bench=(first, second)))
    game.log.states[-1] = game.state._replace(sides=sides)
    game.append(Substituted(1, first, home.pitcher))
    game.play(ComputerManager(game).table(1))
    game.tracker.appearance(game.state).tire("SS10.2C")
    ComputerManager(game).changes()
    assert game.state.fielding.pitcher == second
