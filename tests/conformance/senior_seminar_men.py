"""Senior Seminar, sections 7 to 11: bunts, hit and run, steals, the infield, pitchers, substitutes, rest."""

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
from tests.conformance.given import Given
from tests.conformance.innings import BATTERS, face, other_half, pitching_scene
from tests.conformance.playing import NEW_PITCHER, PINCH_HITTER, Answer, Scene, Script, pitcher_card
from tests.conformance.senior_seminar import ALONG, RUNNERS, WORDS, as_told, edition, on_base, scene_of, stance
from tests.conformance.som_1_strategy import change_of_men
from tests.conformance.words.som_facts import PLAYS, POSITIONS, ROLES, Vocabulary, base_list, one_of, state_of
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
CHARTED: Final = {"c": "CA"}  # how the usage chart names a position
ADJUSTMENT: Final = "OUTFIELD FIELDING ADJUSTMENT CHART"
SECTIONS: Final = 9  # endurance of a man of whom a case tells none


def bunt_grade(given: Given, ruleset: str) -> Answer:
    """7.11, 7.12, 7.21: the rating on which he bunts, and what the infield makes of it."""
    one_of("play", given["play"], BUNTS)
    facts: dict[str, Any] = {"bunt": given["rating"]} if "rating" in given else {}
    if given.get("bunter_is_pitcher"):
        given["pitchers_hitting_card_rating"]  # it is printed there, and never read
        facts = {"bunt": given["pitcher_card_rating"], "hitting": HittingCode(1, "W", "R")}
    scene = Scene(edition(), batter=facts)
    own = scene.game.setup.at_bat("batter", "p").bunt
    given.get("outs")
    return {"adjusted_rating": bunt_rating(edition().strategy, own, given["infield"], state_of(on_base(given)))}


def bunt_allowed(given: Given, ruleset: str) -> Answer:
    scene = scene_of(given, said=stance(given))
    return {"allowed": scene.offered(one_of("play", given["play"], BUNTS))}


def sacrifice_first_and_third(given: Given, ruleset: str) -> Answer:
    scene = scene_of(given, said=stance(given))
    scene.strategy_says(kind_of("bunt_outcome", given["bunt_outcome"], BUNT_OUTCOMES))
    play = scene.play(Script({}, {"play": "sacrifice"}))
    assert play is not None
    return as_told(scene, play)


def hit_and_run_grade(given: Given, ruleset: str) -> Answer:
    held = base_list("held", given["held"])
    given.get("bases")
    rating = hit_and_run_rating(edition().strategy, given["rating"], given["infield"], runner_held=bool(held))
    return {"adjusted_rating": rating}


def hit_and_run_allowed(given: Given, ruleset: str) -> Answer:
    return {"allowed": scene_of(given, said=stance(given)).offered("hit_and_run")}


def hit_and_run_miss(given: Given, ruleset: str) -> Answer:
    """7.34: who has gone when the batter has missed the pitch."""
    scene = scene_of(given, said=stance(given))
    scene.strategy_says(one_of("chart_result", given["chart_result"], MISSES))
    script = Script({"steal": 20, "throwing_error": 20}, {"play": "hit_and_run", "steal_throw": "throw"})
    play = scene.play(script)
    assert play is not None
    gone = [RUNNERS[base] for base in on_base(given) if play.to[BASE_NUMBERS[base]] != BASE_NUMBERS[base]]
    return {"must_attempt_steal": gone}


def steal(given: Given, ruleset: str) -> Answer:
    """8.0 to 8.3: a runner on the base before his target, with the number of the case on the chart."""
    if "runner_is_pitcher" in given and "target" not in given:
        return _grade_of_pitcher(given)
    grade, target = given["steal_grade"], given["target"]
    number = 4 if target == "home" else BASE_NUMBERS[target]
    base, held, infield = BASE_NAMES[number - 1], bool(given["held"]), given["infield"]
    given.get("catcher_fielding")  # 8.1: it plays no part
    arm, charted = given["catcher_arm"], given["chart_safe_up_to"]
    holds_ball = given.absent("defence_holds_ball", False)
    scene = Scene(
        edition(),
        {base: RUNNERS[base]},
        runners={base: {"grade": grade}},
        fielders={"c": PositionRating("c", given.absent("catcher_fielding", 3), arm, 0)},
        said={"infield": infield, "hold": str(BASE_NUMBERS[base]) if held else "none"},
    )
    setup = scene.game.setup
    setup.steal_chart = {**setup.steal_chart, (grade, number): charted}
    rules, battery = setup.edition.stealing, Battery(arm=arm)
    drawn_in = infield == "in" and target != "home"
    chance = grade_chance(rules, grade, charted, battery, held=held, infield_in=drawn_in)
    script = Script(
        {"steal": given.get("steal_d20"), "throwing_error": 20},
        {"play": f"steal_{BASE_NUMBERS[base]}", "steal_throw": "hold_ball" if holds_ball else "throw"},
    )
    play = scene.play(script)
    answer: Answer = {"safe_up_to": chance.safe, "roll_made": script.wanted("steal"), "steal_grade": grade}
    answer["t_check"] = script.wanted("throwing_error")
    return answer | ({"safe": not play.outs} if play else {})


def _grade_of_pitcher(given: Given) -> Answer:
    """8.0: a pitcher's grade is E, or what the roster sheet gives him."""
    assert given["runner_is_pitcher"]
    own = {"grade": given["roster_sheet_grade"]} if given["roster_sheet_grade"] else {}
    scene = Scene(edition())
    scene.game.setup.cards["runner"] = pitcher_card("runner", **own)  # type: ignore[index]
    return {"steal_grade": scene.game.setup.stealer("runner").grade}


def catcher_t(given: Given, ruleset: str) -> Answer:
    """8.4: everybody behind the man who steals goes too; the case's number stands on the chart for him."""
    target = given["target"]
    number = 4 if target == "home" else BASE_NUMBERS[target]
    scene = scene_of(
        given,
        runners={base: {"grade": "B"} for base in on_base(given)},
        catcher={"catcher_throw": given["catcher_T_up_to"]},
        fielders={"c": PositionRating("c", 3, 0, 0)},
        said=stance(given),
    )
    setup = scene.game.setup
    setup.steal_chart = {**setup.steal_chart, ("B", number): given["safe_up_to"]}
    rolls = {"steal": given["steal_d20"], "throwing_error": given.get("t_d20")}
    script = Script(rolls, {"play": f"steal_{number - 1}", "steal_throw": "throw"})
    play = scene.play(script)
    answer: Answer = {"t_check": script.wanted("throwing_error")}
    return answer if play is None else answer | as_told(scene, play) | {"throwing_error": bool(play.errors)}


def double_steal(given: Given, ruleset: str) -> Answer:
    """8.5: each runner has a grade of his own, whose number is the one that he would have as the lead runner."""
    bases = on_base(given)
    grades = dict(zip(bases, ("A", "B", "C"), strict=False))
    scene = scene_of(given, runners={base: {"grade": grade} for base, grade in grades.items()}, said=stance(given))
    setup = scene.game.setup
    numbers = {(grades[base], BASE_NUMBERS[base] + 1): man["safe_up_to_if_lead"] for base, man in bases.items()}
    setup.steal_chart = {**setup.steal_chart, **numbers}
    lead = max(bases, key=lambda base: BASE_NUMBERS[base])
    rolls = {"steal": given["steal_d20"], "throwing_error": given.absent("t_d20", 20)}
    play = scene.play(Script(rolls, {"play": f"steal_{BASE_NUMBERS[lead]}", "steal_throw": "throw"}))
    assert play is not None
    safe = play.to[BASE_NUMBERS[lead]] != OUT
    return as_told(scene, play) | {"lead_runner": RUNNERS[lead], "lead_safe": safe}


def infield_depth(given: Given, ruleset: str) -> Answer:
    fielder = one_of("fielder", given["fielder"], POSITIONS)
    given.get("outs")
    where = fielder_position(edition(), given["infield"], fielder, state_of(on_base(given)), card=True)
    return {"plays": where}


def hold_legal(given: Given, ruleset: str) -> Answer:
    """8.9: whether the defence is offered to hold just these."""
    held = base_list("held", given["held"])
    scene = Scene(edition(), {base: RUNNERS[base] for base in on_base(given)}, given.absent("outs", 0))
    script = Script(dict(ALONG), {"infield": given["infield"]})
    scene.play(script)
    key = "".join(str(BASE_NUMBERS[base]) for base in RUNNERS if base in held) or "none"
    return {"legal": key in script.offered.get("hold", {"none": None})}


def hold_change(given: Given, ruleset: str) -> Answer:
    changes = [change_of_men(event) for event in given["since_last_instruction"]] or ["same_men"]
    return {"may_change": any(hold_change_ruling(edition().stealing, change) for change in changes)}


def fatigue(given: Given, ruleset: str) -> Answer:
    """10.1, 10.2: he pitches inning by inning as the log has it, until the game wants another pitcher."""
    starter = one_of("role", given["role"], ROLES) == "starter"
    number, innings = given["endurance"], given["log"]
    given.get("innings_completed_before")
    first = innings[0]["inning"] if innings else given.absent("innings_completed_before", 0) + 1
    scene = pitching_scene(edition(), Endurance(starter=number, relief=number), inning=first, relief=not starter)
    for inning in innings:
        _go_on_to(scene, inning["inning"])
        if (ruling := _fault(scene)) is not None:
            return _must_leave(scene, ruling.rule, before_inning=inning["inning"])
        for number_of_event, event in enumerate(inning["events"], start=1):
            face(scene, one_of("events", event, EVENTS))
            if (ruling := _fault(scene)) is not None:
                return _must_leave(scene, ruling.rule, after={"inning": inning["inning"], "event": number_of_event})
    if scene.game.state.bottom:  # his half is over, and the next one may be too much for him
        _go_on_to(scene, innings[-1]["inning"] + 1)
        if (ruling := _fault(scene)) is not None:
            return _must_leave(scene, ruling.rule, before_inning=innings[-1]["inning"] + 1)
    return {"must_leave": False}


def _fault(scene: Scene) -> Any:
    """Why the man who pitches must leave, also where his half-inning has just ended on the play."""
    game = scene.game
    appearance = game.tracker.appearance(game.state) if not game.state.bottom else game.tracker.appearances["p"]
    if appearance.tired_by:
        return forced_pitching_change(game, scene.before) or forced_pitching_change(game, game.state)
    return None if game.state.bottom else forced_pitching_change(game, game.state)


def _must_leave(scene: Scene, rule: str, **when: Any) -> Answer:
    return {"must_leave": True, "by": BY[rule], "outs_recorded": scene.game.tracker.appearances["p"].outs, **when}


def _go_on_to(scene: Scene, inning: int) -> None:
    """The other team's half-inning, when his own is over; an inning that the case leaves out is a clean one."""
    while scene.game.state.bottom or scene.game.state.inning < inning:
        if scene.game.state.bottom:
            other_half(scene)
        elif scene.game.state.outs or scene.game.state.inning < inning:
            face(scene, "out")


def no_stuff(given: Given, ruleset: str) -> Answer:
    """10.3: so many homeruns in each of these innings, and outs in the others."""
    starter = one_of("role", given["role"], ROLES) == "starter"
    runs = {int(inning): number for inning, number in given.whole("runs_allowed_by_inning").items()}
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


def substitution(given: Given, ruleset: str) -> Answer:
    """1.1: a change of pitchers after so many batters, or what may be done once a pinch hitter is announced."""
    reliever = one_of("current_pitcher", given["current_pitcher"], ROLES) == "reliever"
    if "event" in given:
        one_of("event", given["event"], ANNOUNCED)
        if "action" not in given:
            return _after_pinch_hitter(given, reliever=reliever)
    one_of("action", given["action"], CHANGES)
    scene = pitching_scene(edition(), Endurance(starter=SECTIONS, relief=SECTIONS), relief=reliever)
    for _ in range(given.absent("batters_faced", 0)):
        face(scene, "hit_by_pitch")
    if "event" in given:
        scene.game.append(Substituted(0, PINCH_HITTER, scene.game.state.batting.batter))
    return {"allowed": bool(change_ruling(scene.game, None, 1, NEW_PITCHER, "p", "pitcher"))}


def _after_pinch_hitter(given: Given, *, reliever: bool) -> Answer:
    """The offence has announced a bunt when a pinch hitter comes in: who is asked then, and what may be changed."""
    scene = Scene(edition(), {"first": "r1"}, relief=reliever)
    if reliever:
        for _ in range(given.absent("batters_faced", 1)):
            assert scene.play(Script({"split": 1, "colored_1": 1})) is not None
    up = scene.game.state.batting.batter
    scene.play(Script({"colored_1": None}, {"play": "sacrifice"}))
    refused = change_ruling(scene.game, None, 1, NEW_PITCHER, "p", "pitcher")
    assert not refused, "the offence has declared"
    scene.game.append(Substituted(0, PINCH_HITTER, up))
    may = []
    if move_ruling(scene.game, 1, {"1b": "2b", "2b": "1b"}, tournament=False) or _stands_anew(scene):
        may.append("change positioning")
    if change_ruling(scene.game, None, 1, NEW_PITCHER, "p", "pitcher"):
        may.append("change pitcher")
    script = Script(dict(ALONG))
    sides: list[str] = []
    scene.game.play(_Sides(script, sides))
    return {"order_of_play": list(dict.fromkeys(sides)), "defence_may": may}


def _stands_anew(scene: Scene) -> bool:
    """Whether the defence is asked once more where its infield stands."""
    script = Script(dict(ALONG))
    scene.game.try_out(script)
    return "infield" in script.offered


class _Sides:
    """A table that writes down who speaks and when the dice are thrown."""

    def __init__(self, script: Script, spoken: list[str]) -> None:
        self.script, self.spoken = script, spoken

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        self.spoken.append("dice")
        return self.script.roll(name, sides)

    def ask(self, side: str, question: str, options: Any) -> str:
        self.spoken.append(side)
        return self.script.ask(side, question, options)


def out_of_position(given: Given, ruleset: str) -> Answer:
    """11.0, 11.1, 11.2: how a man plays a position that is not on his card."""
    position = one_of("plays", given["plays"], POSITIONS)
    rated = [one_of("rated_positions", name, POSITIONS) for name in given["rated_positions"]]
    arm = given.get("outfield_arm")
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


def lineup_usage(given: Given, ruleset: str) -> Answer:
    slots = slots_to_rest(Script({"usage": given["d6"]}), load_rest_guide(edition().rest.guide))
    return {"checked_positions": [CHARTED.get(str(slot), str(slot).upper()) for slot in slots]}


def player_rest(given: Given, ruleset: str) -> Answer:
    appearances = given["at_bats"] + given["walks"]
    rests = must_rest(Script({"rest": given["rest_d20"]}), load_rest_guide(edition().rest.guide), appearances)
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
