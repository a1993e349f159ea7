"""The scene that plays cases, and printed rules without a rulebook example."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules_engine.baseball.bases import FIRST, SECOND, THIRD
from rules_engine.baseball.plays import OUT, Play
from rules_engine.systems.strat_o_matic.cards.notation import parse_line
from rules_engine.systems.strat_o_matic.cards.ratings import PositionRating, StealRating
from rules_engine.systems.strat_o_matic.cards.reading import Kind, Mark, Reading, plain
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from tests.conformance.playing import X_DICE, Scene, Script, x_chance, x_line

SUPER, ADVANCED, STAR = (load_ruleset(key) for key in ("som_super_advanced", "som_advanced", "star"))
ALWAYS_A_LEAD = {"steal": StealRating(False, tuple(range(2, 13)), (), 19, 14)}
LEAD_DICE = {"pickoff_or_balk": 20, "lead_1": 1, "lead_2": 1, "throwing_error": 20}


def made(scene: Scene, script: Script) -> Play:
    play = scene.play(script)
    assert play is not None, f"{script.missing} is not laid out"
    return play


def test_game_starts_from_the_case_and_logs_its_rolls() -> None:
    scene = Scene(STAR, {"first": "Speaker"}, outs=1, line=parse_line("DOUBLE**"), inning=7, lead=-2)
    made(scene, Script())
    state = scene.game.state
    assert (state.inning, state.outs, state.lead) == (7, 1, -2)
    assert [runner and runner.player for runner in state.bases] == [None, "batter", "Speaker"]
    assert ("white", 1) in scene.made.record


def test_play_with_missing_facts_stops_and_logs_nothing() -> None:
    scene, script = Scene(STAR, line=parse_line("HOMERUN 1-10 / DOUBLE 11-20")), Script()
    assert scene.play(script) is None
    assert (script.missing, scene.game.log.number) == ("split", 0)


def test_choice_not_offered_by_the_rules_is_refused() -> None:
    with pytest.raises(ValueError, match="infield"):
        Scene(STAR, {"first": "r1"}, line=parse_line("gb(ss)A")).play(Script({}, {"infield": "in"}))


def test_13_31_defense_decides_on_the_cutoff_for_the_runner_from_second() -> None:
    script = Script({}, {"send_lead": "send"})
    Scene(ADVANCED, {"first": "r1", "second": "r2"}, line=parse_line("SINGLE(cf)")).play(script)
    assert (script.missing, list(script.offered["throw"])) == ("throw", ["cut_off", "throw"])


@pytest.mark.parametrize(("infield", "hold"), [("back", True), ("corners_in", True), ("in", False)])
def test_18_7_19_6_and_20_75_holds_are_legal_with_the_infield_back_or_corners_in(infield: str, hold: bool) -> None:
    script = Script({}, {"infield": infield})
    Scene(SUPER, {"first": "r1", "third": "r3"}).play(script)
    assert ("13" in script.offered.get("hold", {})) is hold


def test_19_7_after_1and2_the_hit_and_run_is_not_offered() -> None:
    scene = Scene(SUPER, {"first": "r1"})
    assert scene.offered("hit_and_run")
    scene.strategy_says("1AND2")
    made(scene, Script({}, {"play": "sacrifice"}))
    assert not scene.offered("hit_and_run")
    assert scene.offered("sacrifice")


def test_20_74_pitcher_plays_in_with_the_corners_under_20_5() -> None:
    scene = Scene(SUPER, {"third": "r3"}, line=parse_line("gb(p)A"))
    play = made(scene, Script({}, {"infield": "corners_in"}))
    assert (play.code, play.to[THIRD]) == ("Batter", THIRD)  # the infield is in; back, the ball would be Deep


def test_20_8_g1_on_the_fielding_chart_uses_a_separate_table() -> None:
    on_base = {"second": "r2", "third": "r3"}
    off_card = made(Scene(SUPER, on_base, line=parse_line("gb(3b)A")), Script())
    off_chart = made(Scene(SUPER, on_base, line=x_line("3b"), charts=x_chance(SUPER, "3b", "G1")), Script(dict(X_DICE)))
    assert (off_card.code, off_card.scored) == ("Deep", ())
    assert (off_chart.code, off_chart.scored) == ("Runadv", (THIRD,))


def safe_up_to(base: str, hold: bool, battery: Mapping[str, Any]) -> int:
    """Return the highest d20 on which a (19-14) runner with a good lead steals from this base."""
    number = ("first", "second", "third").index(base) + 1
    answers = {"play": f"steal_{number}", "lead_or_go": "try_lead", "steal_throw": "throw"}
    answers["hold"] = str(number) if hold else "none"

    def stolen(face: int) -> bool:
        scene = Scene(SUPER, {base: "runner"}, runners={base: ALWAYS_A_LEAD}, **battery)
        return made(scene, Script(LEAD_DICE | {"steal": face}, answers)).to[number] != OUT

    return sum(stolen(face) for face in range(1, 21))


def test_23_41_steal_of_third_uses_the_second_number_minus_4_hold_and_battery() -> None:
    battery = {"pitcher": {"hold": 1}, "fielders": {"c": PositionRating("c", 3, -2, 0)}}
    assert safe_up_to("second", True, battery) == 9
    assert safe_up_to("second", False, battery) == 13


def test_23_51_steal_of_home_uses_the_second_number_minus_9() -> None:
    battery = {"pitcher": {"hold": 9}, "fielders": {"c": PositionRating("c", 3, 5, 0)}}
    assert [safe_up_to("third", hold, battery) for hold in (False, True)] == [5, 1]


@pytest.mark.parametrize(("bunt", "bases"), [("sacrifice", {"first": "r1"}), ("squeeze", {"third": "r3"})])
def test_29_11_wild_pitch_precedes_the_bunt(bunt: str, bases: dict[str, str]) -> None:
    scene = Scene(STAR, bases, pitcher={"wild_pitch": 9})
    scene.strategy_says("hit")
    play = made(scene, Script({"pitch": 1, "wild_pitch": 9}, {"play": bunt}))
    assert (play.kind, scene.game.state.batting.batter) == ("wild_pitch", "batter")


def test_29_11_wild_pitch_precedes_the_hit_and_run() -> None:
    scene = Scene(STAR, {"first": "r1"}, pitcher={"wild_pitch": 9})
    scene.strategy_says("single")
    play = made(scene, Script({"pitch": 1, "wild_pitch": 9}, {"play": "hit_and_run"}))
    assert (play.kind, play.to[FIRST]) == ("wild_pitch", SECOND)


def test_16_7_runner_on_second_advances_on_f2_under_its_own_rule() -> None:
    script = Script(dict(X_DICE), {"send_second": "hold"})
    scene = Scene(SUPER, {"second": "r2"}, line=x_line("rf"), charts=x_chance(SUPER, "rf", "F2"))
    made(scene, script)
    assert {option.rule for option in script.offered["send_second"].values()} == {"16.7"}


@pytest.mark.parametrize(("white", "kind"), [(1, "strikeout"), (4, "single")])
def test_27_1_dots_count_only_on_the_pitchers_card(white: int, kind: str) -> None:
    scene = Scene(STAR, line=plain(Reading(Kind.STRIKEOUT), Mark.FATIGUE_DOT))
    scene.game.tracker.appearance(scene.game.state).tire("27.3")
    assert made(scene, Script({"white": white})).kind == kind
