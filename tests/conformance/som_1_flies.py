"""Adapters for sections 3, 14 and 21: fly balls, tags and throws, robbed home runs, and the outfield in."""

from typing import Any

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, SECOND, THIRD
from rules_engine.baseball.plays import OUT
from rules_engine.systems.strat_o_matic.batting.parks import BySide, Park
from rules_engine.systems.strat_o_matic.cards.notation import parse_line
from rules_engine.systems.strat_o_matic.cards.ratings import PositionRating
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD, Kind, Line
from rules_engine.systems.strat_o_matic.fielding.flies import is_cutoff_offered, wall_side
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Situation
from tests.conformance.given import CaseFacts
from tests.conformance.playing import X_DICE, Answer, Scene, Script, only_symbol, x_chance
from tests.conformance.som_1_hits import AVERAGE_RUNNING, blocker, plate_roll, rolled, stance
from tests.conformance.som_1_reading import split_line
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import (
    CARD_SOURCES,
    FIELDS,
    OUTFIELDS,
    SECOND_THROWS,
    THROWS,
    plain,
    state_of,
    word_for,
)

SYSTEMS = ("som_1",)
WORDS = FIELDS
CHART_FLIES = {"f1": "F1", "f2": "F2", "f3": "F3"}
ROBBED = 20  # on the second d20 in 14.5: an outfielder always catches the ball
TRAIL = {"lead_trail": ("trail", "trail_runner")}


def scene_of(facts: CaseFacts, ruleset: str, line: Line, **more: Any) -> Scene:
    """Give all outfielders this arm and all runners this running, since the case has only one throw."""
    fielders = {position: PositionRating(position, 3, facts.absent("arm", 0), 0) for position in OUTFIELD}
    bases = facts["bases"] if "bases" in facts else more.pop("bases")
    stance_facts = stance(facts) if "bases" in facts else {}
    if "running" in facts:
        more["runners"] = dict.fromkeys(bases, {"running": facts["running"]}) | more.get("runners", {})
    return Scene(
        load_ruleset(ruleset),
        bases,
        facts["outs"],
        line,
        fielders=fielders | blocker(facts),
        announced=stance_facts,
        **more,
    )


def fly_script(facts: CaseFacts, **answers: str) -> Script:
    """Return the choices given in the case. A missing choice stops the play."""
    answers |= stance(facts)
    for key, question in (
        ("offense_sends", "send_lead"),
        ("offense_sends_lead", "send_lead"),
        ("offense_sends", "send_second"),
        ("trail_attempts", "send_trail"),
    ):
        if key in facts:
            answers[question] = "send" if facts[key] else "hold"
    if "defense" in facts:
        throws = word_for("defense", facts["defense"], THROWS) == "throw"
        answers["throw"] = "throw" if throws else "cut_off"
    if "defense_second" in facts:
        answers["cut"] = word_for("defense_second", facts["defense_second"], SECOND_THROWS)
    return Script({}, answers, facts.get("d20"))


def outcome(scene: Scene, script: Script) -> Answer:
    """Return the play if the case is complete, or else an empty result."""
    play = scene.play(script)
    return scene.outcome(play) | {"d20_rolled": rolled(script)} if play else {}


def fly(facts: CaseFacts, ruleset: str) -> Answer:
    return outcome(scene_of(facts, ruleset, parse_line(facts["reading"])), fly_script(facts))


def fly_b_query(facts: CaseFacts, ruleset: str) -> Answer:
    """14.2: return the chance offered to the offense, and the play if the case states whether he is sent."""
    line = parse_line(facts["reading"])
    script = fly_script(facts)
    is_send_known = "offense_sends" in facts
    if not is_send_known:  # the case tests only the chance, not the play
        script.answers["send_lead"] = "send"
    offered = Script({}, script.answers | {"send_lead": "hold"})
    scene_of(facts, ruleset, line).play(offered)
    safe = offered.safe("send_lead", "send")
    _runner_is(facts, "third" if safe is not None else facts["runner_from"])
    script.rolls |= plate_roll(facts, safe)
    answer: Answer = {"attempt_allowed": safe is not None}
    if safe is not None and "running" in facts:
        answer["safe_max"] = safe
    return answer | outcome(scene_of(facts, ruleset, line), script)


def _runner_is(facts: CaseFacts, base: str) -> None:
    if facts.absent("runner_from", base) != base:
        raise UnknownWords("runner_from", facts["runner_from"], base)


def fly_rf_b_second(facts: CaseFacts, ruleset: str) -> Answer:
    """14.3: return the effect of each d20 number on the runner on second, if he can be sent at all."""
    is_send_known = "offense_sends" in facts
    rehearsal = Script(dict(X_DICE), {"send_second": "hold"})
    right_fly(facts, ruleset).play(rehearsal)
    option = rehearsal.offered.get("send_second", {}).get("send")
    allowed = option is not None and option.rule == "14.3"  # F2 has its own rule and chance
    answer: Answer = {"attempt_allowed": allowed}
    if allowed and "running" in facts:
        answer |= ranges_of_d20(facts, ruleset)
    if is_send_known:
        script = fly_script(facts)
        script.rolls |= X_DICE
        answer |= outcome(right_fly(facts, ruleset), script)
    return answer


def right_fly(facts: CaseFacts, ruleset: str) -> Scene:
    """Return a scene with the reading on a card, or with an X chance on a matching fielding chart."""
    symbol = CHART_FLIES.get(plain(facts["reading"]))
    from_card = word_for("source", facts.absent("source", "card"), CARD_SOURCES) == "card"
    if from_card and symbol is None:
        return scene_of(facts, ruleset, parse_line(facts["reading"]))
    edition = load_ruleset(ruleset)
    charts = x_chance(edition, "rf", symbol or only_symbol(edition, parse_line(facts["reading"]).sole_reading))
    return scene_of(facts, ruleset, parse_line("fly(rf)X"), charts=charts)


def ranges_of_d20(facts: CaseFacts, ruleset: str) -> Answer:
    places: dict[int, list[int]] = {THIRD: [], SECOND: [], OUT: []}
    for roll in range(1, 21):
        play = right_fly(facts, ruleset).play(Script(X_DICE | {"second": roll}, {"send_second": "send"}))
        assert play is not None
        places[play.to[SECOND]].append(roll)
    named = {"safe": places[THIRD], "hold": places[SECOND], "out": places[OUT]}
    return {name: [rolls[0], rolls[-1]] if rolls else None for name, rolls in named.items()}


def fly_b_query_trail(facts: CaseFacts, ruleset: str) -> Answer:
    """14.43: send the runner on third home, then the trail runner."""
    word_for("role", facts["role"], TRAIL)
    line, start = parse_line(facts["reading"]), facts["runner_from"]
    if facts["throw_to"] != BASE_NAMES[BASE_NUMBERS[start] + 1]:
        raise UnknownWords("throw_to", facts["throw_to"], "the base after runner_from")
    if facts.absent("outfielder", line.sole_reading.fielder) != line.sole_reading.fielder:
        raise UnknownWords("outfielder", facts["outfielder"], "the fielder of the reading")
    scene = scene_of(facts, ruleset, line, bases={start: "trail", "third": "lead"})
    script = Script({}, {"send_lead": "send", "throw": "throw", "send_trail": "hold"})
    scene.play(script)
    return {"safe_max": script.safe("send_trail", "send")}


def fly_b_query_cutoff(facts: CaseFacts, ruleset: str) -> Answer:
    edition, line = load_ruleset(ruleset), parse_line(facts["reading"])
    situation = Situation(state_of(facts["bases"]), facts["outs"])
    offered = facts["offense_sends_lead"] and is_cutoff_offered(edition, situation, line.sole_reading)
    scene = scene_of(facts, ruleset, line, runners=runners_with_chances(facts, ruleset, line))
    script = fly_script(facts)
    script.rolls |= plate_roll(facts, facts.get("lead_safe_max"))
    return {"cutoff_offered": offered, **outcome(scene, script)}


def runners_with_chances(facts: CaseFacts, ruleset: str, line: Line) -> dict[str, dict[str, int]]:
    """Return cards that give the runners the chances in the case, based on a rehearsal with average running."""
    rehearsal = Script({}, {"send_lead": "send", "throw": "throw", "send_trail": "send"})
    scene_of(facts, ruleset, line).play(rehearsal)
    trail = [base for base in ("second", "first") if base in facts["bases"]][:1]
    queries = [("third", "lead_safe_max", "send_lead"), *((base, "trail_safe_max", "send_trail") for base in trail)]
    cards = {}
    for base, key, question in queries:
        average = rehearsal.safe(question, "send")
        if key in facts and average is not None:
            cards[base] = {"running": AVERAGE_RUNNING + facts[key] - average}
    return cards


def hr_rob(facts: CaseFacts, ruleset: str) -> Answer:
    """14.5: use a ballpark where the other side's wall is the opposite of the case's relevant wall."""
    answer: Answer = {}
    if "batter_bats" in facts:
        answer["wall_side_consulted"] = wall_side(facts["batter_bats"])
    if "split" not in facts:
        return answer
    robbed, script = rob(facts, ruleset, ROBBED)
    checked = "rob" in script.rolled
    answer["fielder_check"] = checked
    if not checked or robbed.fielder == "cf" or "batter_bats" in facts:
        answer["fielder"] = robbed.fielder if checked else None  # the corner depends on the batter's side
    if not checked or "check_d20" in facts:
        made = rob(facts, ruleset, facts["check_d20"])[0] if checked else robbed
        answer["result"] = text_of(facts, homerun=made.kind == "homerun")
    return answer


def rob(facts: CaseFacts, ruleset: str, roll: int) -> tuple[Any, Script]:
    bats, high = facts.absent("batter_bats", "R"), facts["wall_over_10_ft"]
    walls = (high, not high) if bats == "L" else (not high, high)
    park = Park("", BySide(10, 10), BySide(10, 10), walls if "batter_bats" in facts else (high, high))
    rated = facts.absent("fielder_rating", 3)
    fielders = {position: PositionRating(position, rated, 0, 0) for position in OUTFIELD}
    scene = Scene(
        load_ruleset(ruleset),
        line=split_line(facts["split"]),
        batter={"bats": bats},
        fielders=fielders,
        charts={"park": park},
    )
    script = Script({"split": facts["d20"], "rob": roll})
    play = scene.play(script)
    assert play is not None
    return play, script


def text_of(facts: CaseFacts, *, homerun: bool) -> str:
    """Return the case's own text for the home run in its split, or for the other part."""
    pairs = zip(facts["split"], split_line(facts["split"]).parts, strict=True)
    texts = [part["reading"] for part, read in pairs if (read.reading.kind is Kind.HOMERUN) is homerun]
    if len(texts) != 1:
        raise UnknownWords("split", texts, "one homerun and one other reading")
    return str(texts[0])


def outfield_in(facts: CaseFacts, ruleset: str) -> Answer:
    """21.2, 21.3: play the bottom of the ninth of a tied game."""
    line, reading = parse_line(facts["reading"]), facts["reading"]
    where = word_for("outfield", facts["outfield"], OUTFIELDS)
    scene = scene_of(facts, ruleset, line, inning=9, bottom=True)
    script = fly_script(facts, outfield=where)
    answer = outcome(scene, script)
    if line.sole_reading.query:
        question_script = Script({}, {"outfield": where, "send_lead": "hold"})
        scene_of(facts, ruleset, line, inning=9, bottom=True).play(question_script)
        safe = question_script.safe("send_lead", "send")
        return answer | {"effective_reading": reading} | ({"safe_max": safe} if "running" in facts else {})
    single = scene.game.log.events[-1].play.kind == "single"
    return answer | {"effective_reading": "single" if single else reading}


def outfield_in_legality(facts: CaseFacts, ruleset: str) -> Answer:
    where = word_for("outfield", facts["outfield"], OUTFIELDS)
    bottom, lead = facts["half"] == "bottom", facts["score_batting"] - facts["score_fielding"]
    scene = Scene(
        load_ruleset(ruleset),
        facts["bases"],
        facts["outs"],
        inning=facts["inning"],
        bottom=bottom,
        lead=lead,
        announced=stance(facts),
        relief=True,  # a starter may be gone this late
    )
    script = Script()
    scene.play(script)
    return {"allowed": where == "back" or where in script.offered.get("outfield", {})}


ADAPTERS = {
    "fly": fly,
    "fly_b_query": fly_b_query,
    "fly_rf_b_second": fly_rf_b_second,
    "fly_b_query_trail": fly_b_query_trail,
    "fly_b_query_cutoff": fly_b_query_cutoff,
    "hr_rob": hr_rob,
    "outfield_in": outfield_in,
    "outfield_in_legality": outfield_in_legality,
}
