"""Adapters for Senior Seminar sections 7 to 11: bunts, hit and run, steals, the infield, pitchers, substitutes and
rest.
"""

from typing import Any, Final

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS
from rules_engine.baseball.events import Substituted
from rules_engine.baseball.plays import OUT
from rules_engine.systems.strat_o_matic.baserunning.holding import hold_change_ruling
from rules_engine.systems.strat_o_matic.baserunning.stealing import grade_chance
from rules_engine.systems.strat_o_matic.batting.bunting import MISSED, bunt_rating
from rules_engine.systems.strat_o_matic.batting.hit_and_run import hit_and_run_rating
from rules_engine.systems.strat_o_matic.cards.positions import fielding_assignment
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance, HittingCode, PositionRating
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD
from rules_engine.systems.strat_o_matic.cards.shared_cards import fielders_pitching_card
from rules_engine.systems.strat_o_matic.fielding.infield import fielder_position
from rules_engine.systems.strat_o_matic.pitching.rest import load_rest_guide, must_rest, slots_to_rest
from rules_engine.systems.strat_o_matic.play.leaving import forced_pitching_change
from rules_engine.systems.strat_o_matic.situation import Battery
from rules_engine.systems.strat_o_matic.substitutions.changes import change_ruling
from rules_engine.systems.strat_o_matic.substitutions.moves import move_ruling
from tests.conformance.given import CaseFacts
from tests.conformance.innings import BATTERS, face, other_half, pitching_scene
from tests.conformance.playing import NEW_PITCHER, PINCH_HITTER, Answer, Scene, Script, pitcher_card
from tests.conformance.senior_seminar import (
    ALONG,
    RUNNERS,
    WORDS,
    announced_outcome,
    edition,
    on_base,
    scene_of,
    stance,
)
from tests.conformance.som_1_strategy import battery_change
from tests.conformance.words.som_facts import PLAYS, POSITIONS, ROLES, Vocabulary, base_list, state_of, word_for
from tests.conformance.words.som_phrases import kind_of

__all__ = ("WORDS",)
SYSTEM = "senior_seminar"
SETS = {"must_attempt_steal", "defence_may"}
BUNTS: Final = {bunt: PLAYS[bunt] for bunt in ("sacrifice", "squeeze")}
BUNT_OUTCOMES: Final = {
    "popout_double_play": r"pop.*(double|dp)|(double|dp).*pop",
    "popout": r"pop",
    "hit": r"beats|hit|single|safe_at_first",
    "sacrifice": r"^sacrifice|advances|moves_up|success",
    "double_play": r"double_play|_dp(_|$)",
    "lead_out": r"runner.*_out|force",
    "strikeout": r"strike",
}
MISSES: Final[Vocabulary] = {MISSED: ("batter_misses", "misses_pitch")}
BY: Final = {"SS10.1A": "A", "SS10.1B": "B", "SS10.1C": "C", "SS10.2B": "relief", "SS10.2C": "limit", "SS10.3": "runs"}
EVENTS: Final[Vocabulary] = BATTERS | {"single": (*BATTERS["single"], "hit")}
CHANGES: Final[Vocabulary] = {"change_pitcher": ("change_pitchers", "pitching_change", "new_pitcher")}
ANNOUNCED: Final[Vocabulary] = {"pinch_hitter_announced": ("pinch_hitter", "pinch_hit")}
CHARTED: Final = {"c": "CA"}  # name of the position on the usage chart
ADJUSTMENT: Final = "OUTFIELD FIELDING ADJUSTMENT CHART"
SECTIONS: Final = 9  # endurance if a case gives none


def bunt_grade(case_facts: CaseFacts, ruleset: str) -> Answer:
    """7.11, 7.12, 7.21: return his bunt rating, and the rating after the infield's effect."""
    word_for("play", case_facts["play"], BUNTS)
    facts: dict[str, Any] = {"bunt": case_facts["rating"]} if "rating" in case_facts else {}
    if case_facts.get("bunter_is_pitcher"):
        case_facts["pitchers_hitting_card_rating"]  # printed on the card but unused
        facts = {"bunt": case_facts["pitcher_card_rating"], "hitting": HittingCode(1, "W", "R")}
    scene = Scene(edition(), batter=facts)
    own = scene.game.setup.at_bat("batter", "p").bunt
    case_facts.get("outs")
    return {
        "adjusted_rating": bunt_rating(edition().strategy, own, case_facts["infield"], state_of(on_base(case_facts)))
    }


def bunt_allowed(facts: CaseFacts, ruleset: str) -> Answer:
    scene = scene_of(facts, announced=stance(facts))
    return {"allowed": scene.offered(word_for("play", facts["play"], BUNTS))}


def sacrifice_first_and_third(facts: CaseFacts, ruleset: str) -> Answer:
    scene = scene_of(facts, announced=stance(facts))
    scene.strategy_says(kind_of("bunt_outcome", facts["bunt_outcome"], BUNT_OUTCOMES))
    play = scene.play(Script({}, {"play": "sacrifice"}))
    assert play is not None
    return announced_outcome(scene, play)


def hit_and_run_grade(facts: CaseFacts, ruleset: str) -> Answer:
    holds = base_list("held", facts["held"])
    facts.get("bases")
    rating = hit_and_run_rating(edition().strategy, facts["rating"], facts["infield"], hold=bool(holds))
    return {"adjusted_rating": rating}


def hit_and_run_allowed(facts: CaseFacts, ruleset: str) -> Answer:
    return {"allowed": scene_of(facts, announced=stance(facts)).offered("hit_and_run")}


def hit_and_run_miss(facts: CaseFacts, ruleset: str) -> Answer:
    """7.34: return the runners who must attempt to steal after the batter misses the pitch."""
    scene = scene_of(facts, announced=stance(facts))
    scene.strategy_says(word_for("chart_result", facts["chart_result"], MISSES))
    script = Script({"steal": 20, "throwing_error": 20}, {"play": "hit_and_run", "steal_throw": "throw"})
    play = scene.play(script)
    assert play is not None
    departed = [RUNNERS[base] for base in on_base(facts) if play.to[BASE_NUMBERS[base]] != BASE_NUMBERS[base]]
    return {"must_attempt_steal": departed}


def steal(facts: CaseFacts, ruleset: str) -> Answer:
    """8.0 to 8.3: play a steal from the base before the target, with the case's number on the chart."""
    if "runner_is_pitcher" in facts and "target" not in facts:
        return _grade_of_pitcher(facts)
    grade, target = facts["steal_grade"], facts["target"]
    number = 4 if target == "home" else BASE_NUMBERS[target]
    base, hold, infield = BASE_NAMES[number - 1], bool(facts["held"]), facts["infield"]
    facts.get("catcher_fielding")  # 8.1: it has no effect
    arm, charted = facts["catcher_arm"], facts["chart_safe_up_to"]
    holds_ball = facts.absent("defence_holds_ball", False)
    scene = Scene(
        edition(),
        {base: RUNNERS[base]},
        runners={base: {"grade": grade}},
        fielders={"c": PositionRating("c", facts.absent("catcher_fielding", 3), arm, 0)},
        announced={"infield": infield, "hold": str(BASE_NUMBERS[base]) if hold else "none"},
    )
    setup = scene.game.setup
    setup.steal_chart = {**setup.steal_chart, (grade, number): charted}
    rules, battery = setup.edition.stealing, Battery(arm=arm)
    drawn_in = infield == "in" and target != "home"
    chance = grade_chance(rules, grade, charted, battery, hold=hold, infield_in=drawn_in)
    script = Script(
        {"steal": facts.get("steal_d20"), "throwing_error": 20},
        {"play": f"steal_{BASE_NUMBERS[base]}", "steal_throw": "hold_ball" if holds_ball else "throw"},
    )
    play = scene.play(script)
    answer: Answer = {"safe_up_to": chance.safe, "roll_made": script.has_roll("steal"), "steal_grade": grade}
    answer["t_check"] = script.has_roll("throwing_error")
    return answer | ({"safe": not play.outs} if play else {})


def _grade_of_pitcher(facts: CaseFacts) -> Answer:
    """8.0: return a pitcher's steal grade, which is E unless the roster sheet has a different one."""
    assert facts["runner_is_pitcher"]
    own = {"grade": facts["roster_sheet_grade"]} if facts["roster_sheet_grade"] else {}
    scene = Scene(edition())
    scene.game.setup.cards["runner"] = pitcher_card("runner", **own)  # type: ignore[index]
    return {"steal_grade": scene.game.setup.stealer("runner").grade}


def catcher_t(facts: CaseFacts, ruleset: str) -> Answer:
    """8.4: play a steal in which every trailing runner goes too.

    The chart has the case's number for the lead runner.
    """
    target = facts["target"]
    number = 4 if target == "home" else BASE_NUMBERS[target]
    scene = scene_of(
        facts,
        runners={base: {"grade": "B"} for base in on_base(facts)},
        catcher={"catcher_throw": facts["catcher_T_up_to"]},
        fielders={"c": PositionRating("c", 3, 0, 0)},
        announced=stance(facts),
    )
    setup = scene.game.setup
    setup.steal_chart = {**setup.steal_chart, ("B", number): facts["safe_up_to"]}
    rolls = {"steal": facts["steal_d20"], "throwing_error": facts.get("t_d20")}
    script = Script(rolls, {"play": f"steal_{number - 1}", "steal_throw": "throw"})
    play = scene.play(script)
    answer: Answer = {"t_check": script.has_roll("throwing_error")}
    return answer if play is None else answer | announced_outcome(scene, play) | {"throwing_error": bool(play.errors)}


def double_steal(facts: CaseFacts, ruleset: str) -> Answer:
    """8.5: give each runner his own grade, with the chance that he would have as the lead runner."""
    bases = on_base(facts)
    grades = dict(zip(bases, ("A", "B", "C"), strict=False))
    scene = scene_of(facts, runners={base: {"grade": grade} for base, grade in grades.items()}, announced=stance(facts))
    setup = scene.game.setup
    numbers = {(grades[base], BASE_NUMBERS[base] + 1): runner["safe_up_to_if_lead"] for base, runner in bases.items()}
    setup.steal_chart = {**setup.steal_chart, **numbers}
    lead = max(bases, key=lambda base: BASE_NUMBERS[base])
    rolls = {"steal": facts["steal_d20"], "throwing_error": facts.absent("t_d20", 20)}
    play = scene.play(Script(rolls, {"play": f"steal_{BASE_NUMBERS[lead]}", "steal_throw": "throw"}))
    assert play is not None
    safe = play.to[BASE_NUMBERS[lead]] != OUT
    return announced_outcome(scene, play) | {"lead_runner": RUNNERS[lead], "lead_safe": safe}


def infield_depth(facts: CaseFacts, ruleset: str) -> Answer:
    fielder = word_for("fielder", facts["fielder"], POSITIONS)
    facts.get("outs")
    where = fielder_position(edition(), facts["infield"], fielder, state_of(on_base(facts)), card=True)
    return {"plays": where}


def hold_legal(facts: CaseFacts, ruleset: str) -> Answer:
    """8.9: return whether the defense may hold exactly these runners."""
    holds = base_list("held", facts["held"])
    scene = Scene(edition(), {base: RUNNERS[base] for base in on_base(facts)}, facts.absent("outs", 0))
    script = Script(dict(ALONG), {"infield": facts["infield"]})
    scene.play(script)
    key = "".join(str(BASE_NUMBERS[base]) for base in RUNNERS if base in holds) or "none"
    return {"legal": key in script.offered.get("hold", {"none": None})}


def hold_change(facts: CaseFacts, ruleset: str) -> Answer:
    changes = [battery_change(event) for event in facts["since_last_instruction"]] or ["same_men"]
    return {"may_change": any(hold_change_ruling(edition().stealing, change) for change in changes)}


def fatigue(facts: CaseFacts, ruleset: str) -> Answer:
    """10.1, 10.2: pitch inning by inning, as in the case's log, until a pitching change is required."""
    starter = word_for("role", facts["role"], ROLES) == "starter"
    number, innings = facts["endurance"], facts["log"]
    facts.get("innings_completed_before")
    first = innings[0]["inning"] if innings else facts.absent("innings_completed_before", 0) + 1
    scene = pitching_scene(edition(), Endurance(starter=number, relief=number), inning=first, relief=not starter)
    for inning in innings:
        _go_on_to(scene, inning["inning"])
        if (ruling := _fault(scene)) is not None:
            return _must_leave(scene, ruling.rule, before_inning=inning["inning"])
        for number_of_event, event in enumerate(inning["events"], start=1):
            face(scene, word_for("events", event, EVENTS))
            if (ruling := _fault(scene)) is not None:
                return _must_leave(scene, ruling.rule, after={"inning": inning["inning"], "event": number_of_event})
    if scene.game.state.bottom:  # his half-inning is over, and he may be unable to start the next one
        _go_on_to(scene, innings[-1]["inning"] + 1)
        if (ruling := _fault(scene)) is not None:
            return _must_leave(scene, ruling.rule, before_inning=innings[-1]["inning"] + 1)
    return {"must_leave": False}


def _fault(scene: Scene) -> Any:
    """Return the reason why the pitcher must leave, even if the play has just ended his half-inning."""
    game = scene.game
    appearance = game.tracker.appearance(game.state) if not game.state.bottom else game.tracker.appearances["p"]
    if appearance.tired_by:
        return forced_pitching_change(game, scene.before) or forced_pitching_change(game, game.state)
    return None if game.state.bottom else forced_pitching_change(game, game.state)


def _must_leave(scene: Scene, rule: str, **when: Any) -> Answer:
    return {"must_leave": True, "by": BY[rule], "outs_recorded": scene.game.tracker.appearances["p"].outs, **when}


def _go_on_to(scene: Scene, inning: int) -> None:
    """Play on to this inning. Innings missing from the case are perfect, and so is the other team's half."""
    while scene.game.state.bottom or scene.game.state.inning < inning:
        if scene.game.state.bottom:
            other_half(scene)
        elif scene.game.state.outs or scene.game.state.inning < inning:
            face(scene, "out")


def no_stuff(facts: CaseFacts, ruleset: str) -> Answer:
    """10.3: allow this many home runs in each listed inning, with outs in the others."""
    starter = word_for("role", facts["role"], ROLES) == "starter"
    runs = {int(inning): number for inning, number in facts.full("runs_allowed_by_inning").items()}
    pitches_for_ever = Endurance(starter=99, relief=99)
    scene = pitching_scene(edition(), pitches_for_ever, inning=min(runs), relief=not starter)
    for inning in sorted(runs):
        _go_on_to(scene, inning)
        for _ in range(runs[inning]):
            if _fault(scene) is not None:
                break
            face(scene, "homer")
        if _fault(scene) is not None:
            return {"must_leave": True}
    return {"must_leave": False}


def substitution(facts: CaseFacts, ruleset: str) -> Answer:
    """1.1: return whether pitchers may change after this many batters, or the options after a pinch hitter is
    announced.
    """
    reliever = word_for("current_pitcher", facts["current_pitcher"], ROLES) == "reliever"
    if "event" in facts:
        word_for("event", facts["event"], ANNOUNCED)
        if "action" not in facts:
            return _after_pinch_hitter(facts, reliever=reliever)
    word_for("action", facts["action"], CHANGES)
    scene = pitching_scene(edition(), Endurance(starter=SECTIONS, relief=SECTIONS), relief=reliever)
    for _ in range(facts.absent("batters_faced", 0)):
        face(scene, "hit_by_pitch")
    if "event" in facts:
        scene.game.append(Substituted(0, PINCH_HITTER, scene.game.state.batting.batter))
    return {"allowed": bool(change_ruling(scene.game, None, 1, NEW_PITCHER, "p", "pitcher"))}


def _after_pinch_hitter(facts: CaseFacts, *, reliever: bool) -> Answer:
    """Return the prompts and allowed changes when a pinch hitter enters after the offense has announced a bunt."""
    scene = Scene(edition(), {"first": "r1"}, relief=reliever)
    if reliever:
        for _ in range(facts.absent("batters_faced", 1)):
            assert scene.play(Script({"split": 1, "colored_1": 1})) is not None
    up = scene.game.state.batting.batter
    scene.play(Script({"colored_1": None}, {"play": "sacrifice"}))
    refused = change_ruling(scene.game, None, 1, NEW_PITCHER, "p", "pitcher")
    assert not refused, "the offence has declared"
    scene.game.append(Substituted(0, PINCH_HITTER, up))
    may = []
    if move_ruling(scene.game, 1, {"1b": "2b", "2b": "1b"}, tournament=False) or _is_new_matchup(scene):
        may.append("change positioning")
    if change_ruling(scene.game, None, 1, NEW_PITCHER, "p", "pitcher"):
        may.append("change pitcher")
    script = Script(dict(ALONG))
    sides: list[str] = []
    scene.game.play(_Sides(script, sides))
    return {"order_of_play": list(dict.fromkeys(sides)), "defence_may": may}


def _is_new_matchup(scene: Scene) -> bool:
    """Return whether the defense may set its infield again."""
    script = Script(dict(ALONG))
    scene.game.try_out(script)
    return "infield" in script.offered


class _Sides:
    """Game input that records the side of each decision and the time of the dice rolls."""

    def __init__(self, script: Script, spoken: list[str]) -> None:
        self.script, self.spoken = script, spoken

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        self.spoken.append("dice")
        return self.script.roll(name, sides)

    def ask(self, side: str, question: str, options: Any) -> str:
        self.spoken.append(side)
        return self.script.ask(side, question, options)


def out_of_position(facts: CaseFacts, ruleset: str) -> Answer:
    """11.0, 11.1, 11.2: return how a player performs at a position that is not on his card."""
    position = word_for("plays", facts["plays"], POSITIONS)
    rated = [word_for("rated_positions", name, POSITIONS) for name in facts["rated_positions"]]
    arm = facts.get("outfield_arm")
    if position == "p":
        card = fielders_pitching_card("somebody", "R")
        relief = card.endurance.relief
        return {"fielding": card.fielding.range, "relief": relief, "card": "POSITION PLAYER PITCHING CARD"}
    listed = [PositionRating(own, 2, arm if own in OUTFIELD else None, 0) for own in rated]
    placed = fielding_assignment(edition().injuries, listed, position, 0)
    answer: Answer = {"fielding": placed.fielding.range, "arm": placed.fielding.arm}
    if position == "c":
        answer["T_up_to"] = placed.throws_away
    if placed.rule == "25.21":
        answer["fielding_from"] = ADJUSTMENT
        del answer["fielding"]
    return answer


def lineup_usage(facts: CaseFacts, ruleset: str) -> Answer:
    slots = slots_to_rest(Script({"usage": facts["d6"]}), load_rest_guide(edition().rest.guide))
    return {"checked_positions": [CHARTED.get(str(slot), str(slot).upper()) for slot in slots]}


def player_rest(facts: CaseFacts, ruleset: str) -> Answer:
    appearances = facts["at_bats"] + facts["walks"]
    rests = must_rest(Script({"rest": facts["rest_d20"]}), load_rest_guide(edition().rest.guide), appearances)
    return {"plate_appearances": appearances, "must_rest": bool(rests)}


ADAPTERS = {
    "bunt_rating": bunt_grade,
    "bunt_allowed": bunt_allowed,
    "sacrifice_first_and_third": sacrifice_first_and_third,
    "hit_and_run_rating": hit_and_run_grade,
    "hit_and_run_allowed": hit_and_run_allowed,
    "hit_and_run_miss": hit_and_run_miss,
    "steal": steal,
    "catcher_t": catcher_t,
    "double_steal": double_steal,
    "infield_depth": infield_depth,
    "hold_legal": hold_legal,
    "hold_change": hold_change,
    "starter_fatigue": fatigue,
    "reliever_fatigue": fatigue,
    "no_stuff": no_stuff,
    "substitution": substitution,
    "out_of_position": out_of_position,
    "lineup_usage": lineup_usage,
    "player_rest": player_rest,
}
