"""Sections 3, 14 and 21, played: fly balls, tags and throws, homeruns taken back, the outfield in."""

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
from tests.conformance.given import Given
from tests.conformance.playing import X_DICE, Answer, Scene, Script, one_symbol, x_chance
from tests.conformance.som_1_hits import AVERAGE_RUNNING, blocker, plate_roll, rolled, stance
from tests.conformance.som_1_reading import split_line
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import (
    CARD_SOURCES,
    FIELDS,
    OUTFIELDS,
    SECOND_THROWS,
    THROWS,
    one_of,
    plain,
    state_of,
)

SYSTEMS = ("som_1",)
WORDS = FIELDS
CHART_FLIES = {"f1": "F1", "f2": "F2", "f3": "F3"}
ROBBED = 20  # on the second d20 of 14.5: no outfielder lets such a ball go
TRAIL = {"lead_trail": ("trail", "trail_runner")}


def scene_of(given: Given, ruleset: str, line: Line, **more: Any) -> Scene:
    """Arms and running as told, of all outfielders and of all runners: the case is about one throw."""
    fielders = {position: PositionRating(position, 3, given.absent("arm", 0), 0) for position in OUTFIELD}
    bases = given["bases"] if "bases" in given else more.pop("bases")
    said = stance(given) if "bases" in given else {}
    if "running" in given:
        more["runners"] = dict.fromkeys(bases, {"running": given["running"]}) | more.get("runners", {})
    return Scene(
        load_ruleset(ruleset), bases, given["outs"], line, fielders=fielders | blocker(given), said=said, **more
    )


def fly_script(given: Given, **answers: str) -> Script:
    """The choices that the case tells; one it does not tell stops the play."""
    answers |= stance(given)
    for key, question in (
        ("offense_sends", "send_lead"),
        ("offense_sends_lead", "send_lead"),
        ("offense_sends", "send_second"),
        ("trail_attempts", "send_trail"),
    ):
        if key in given:
            answers[question] = "send" if given[key] else "hold"
    if "defense" in given:
        throws = one_of("defense", given["defense"], THROWS) == "throw"
        answers["throw"] = "throw" if throws else "cut_off"
    if "defense_second" in given:
        answers["cut"] = one_of("defense_second", given["defense_second"], SECOND_THROWS)
    return Script({}, answers, given.get("d20"))


def told(scene: Scene, script: Script) -> Answer:
    """The play where the case gives all that it needs, else nothing."""
    play = scene.play(script)
    return scene.told(play) | {"d20_rolled": rolled(script)} if play else {}


def fly(given: Given, ruleset: str) -> Answer:
    return told(scene_of(given, ruleset, parse_line(given["reading"])), fly_script(given))


def fly_b_query(given: Given, ruleset: str) -> Answer:
    """14.2: the chance that is put to the offence, and the play where the case says whether he is sent."""
    line = parse_line(given["reading"])
    script = fly_script(given)
    told_send = "offense_sends" in given
    if not told_send:  # the chance is asked for, not the play
        script.answers["send_lead"] = "send"
    offered = Script({}, script.answers | {"send_lead": "hold"})
    scene_of(given, ruleset, line).play(offered)
    safe = offered.safe("send_lead", "send")
    _runner_is(given, "third" if safe is not None else given["runner_from"])
    script.rolls |= plate_roll(given, safe)
    answer: Answer = {"attempt_allowed": safe is not None}
    if safe is not None and "running" in given:
        answer["safe_max"] = safe
    return answer | told(scene_of(given, ruleset, line), script)


def _runner_is(given: Given, base: str) -> None:
    if given.absent("runner_from", base) != base:
        raise UnknownWords("runner_from", given["runner_from"], base)


def fly_rf_b_second(given: Given, ruleset: str) -> Answer:
    """14.3: what each number of the d20 does to the runner on second, where he may be sent at all."""
    told_sends = "offense_sends" in given
    rehearsal = Script(dict(X_DICE), {"send_second": "hold"})
    right_fly(given, ruleset).play(rehearsal)
    option = rehearsal.offered.get("send_second", {}).get("send")
    allowed = option is not None and option.rule == "14.3"  # F2 has a rule and a chance of its own
    answer: Answer = {"attempt_allowed": allowed}
    if allowed and "running" in given:
        answer |= ranges_of_d20(given, ruleset)
    if told_sends:
        script = fly_script(given)
        script.rolls |= X_DICE
        answer |= told(right_fly(given, ruleset), script)
    return answer


def right_fly(given: Given, ruleset: str) -> Scene:
    """The reading from a card, or an X chance on a fielding chart that says it."""
    symbol = CHART_FLIES.get(plain(given["reading"]))
    from_card = one_of("source", given.absent("source", "card"), CARD_SOURCES) == "card"
    if from_card and symbol is None:
        return scene_of(given, ruleset, parse_line(given["reading"]))
    edition = load_ruleset(ruleset)
    charts = x_chance(edition, "rf", symbol or one_symbol(edition, parse_line(given["reading"]).sole_reading))
    return scene_of(given, ruleset, parse_line("fly(rf)X"), charts=charts)


def ranges_of_d20(given: Given, ruleset: str) -> Answer:
    places: dict[int, list[int]] = {THIRD: [], SECOND: [], OUT: []}
    for thrown in range(1, 21):
        play = right_fly(given, ruleset).play(Script(X_DICE | {"second": thrown}, {"send_second": "send"}))
        assert play is not None
        places[play.to[SECOND]].append(thrown)
    named = {"safe": places[THIRD], "hold": places[SECOND], "out": places[OUT]}
    return {name: [thrown[0], thrown[-1]] if thrown else None for name, thrown in named.items()}


def fly_b_query_trail(given: Given, ruleset: str) -> Answer:
    """14.43: the runner from third is sent home, the trail runner after him."""
    one_of("role", given["role"], TRAIL)
    line, start = parse_line(given["reading"]), given["runner_from"]
    if given["throw_to"] != BASE_NAMES[BASE_NUMBERS[start] + 1]:
        raise UnknownWords("throw_to", given["throw_to"], "the base after runner_from")
    if given.absent("outfielder", line.sole_reading.fielder) != line.sole_reading.fielder:
        raise UnknownWords("outfielder", given["outfielder"], "the fielder of the reading")
    scene = scene_of(given, ruleset, line, bases={start: "trail", "third": "lead"})
    script = Script({}, {"send_lead": "send", "throw": "throw", "send_trail": "hold"})
    scene.play(script)
    return {"safe_max": script.safe("send_trail", "send")}


def fly_b_query_cutoff(given: Given, ruleset: str) -> Answer:
    edition, line = load_ruleset(ruleset), parse_line(given["reading"])
    situation = Situation(state_of(given["bases"]), given["outs"])
    offered = given["offense_sends_lead"] and is_cutoff_offered(edition, situation, line.sole_reading)
    scene = scene_of(given, ruleset, line, runners=runners_with_chances(given, ruleset, line))
    script = fly_script(given)
    script.rolls |= plate_roll(given, given.get("lead_safe_max"))
    return {"cutoff_offered": offered, **told(scene, script)}


def runners_with_chances(given: Given, ruleset: str, line: Line) -> dict[str, dict[str, int]]:
    """Cards on which the runners have the chances of the case: a rehearsal shows what average running gives."""
    rehearsal = Script({}, {"send_lead": "send", "throw": "throw", "send_trail": "send"})
    scene_of(given, ruleset, line).play(rehearsal)
    trail = [base for base in ("second", "first") if base in given["bases"]][:1]
    wanted = [("third", "lead_safe_max", "send_lead"), *((base, "trail_safe_max", "send_trail") for base in trail)]
    cards = {}
    for base, key, question in wanted:
        average = rehearsal.safe(question, "send")
        if key in given and average is not None:
            cards[base] = {"running": AVERAGE_RUNNING + given[key] - average}
    return cards


def hr_rob(given: Given, ruleset: str) -> Answer:
    """14.5, in a park whose wall on the other side is the opposite of what the case says of the side that counts."""
    answer: Answer = {}
    if "batter_bats" in given:
        answer["wall_side_consulted"] = wall_side(given["batter_bats"])
    if "split" not in given:
        return answer
    robbed, script = rob(given, ruleset, ROBBED)
    checked = "rob" in script.rolled
    answer["fielder_check"] = checked
    if not checked or robbed.fielder == "cf" or "batter_bats" in given:
        answer["fielder"] = robbed.fielder if checked else None  # which corner depends on the batter's side
    if not checked or "check_d20" in given:
        made = rob(given, ruleset, given["check_d20"])[0] if checked else robbed
        answer["result"] = text_of(given, homerun=made.kind == "homerun")
    return answer


def rob(given: Given, ruleset: str, thrown: int) -> tuple[Any, Script]:
    bats, high = given.absent("batter_bats", "R"), given["wall_over_10_ft"]
    walls = (high, not high) if bats == "L" else (not high, high)
    park = Park("", BySide(10, 10), BySide(10, 10), walls if "batter_bats" in given else (high, high))
    rated = given.absent("fielder_rating", 3)
    fielders = {position: PositionRating(position, rated, 0, 0) for position in OUTFIELD}
    scene = Scene(
        load_ruleset(ruleset),
        line=split_line(given["split"]),
        batter={"bats": bats},
        fielders=fielders,
        charts={"park": park},
    )
    script = Script({"split": given["d20"], "rob": thrown})
    play = scene.play(script)
    assert play is not None
    return play, script


def text_of(given: Given, *, homerun: bool) -> str:
    """The case's own words for the homerun of its split, or for the other part."""
    pairs = zip(given["split"], split_line(given["split"]).parts, strict=True)
    texts = [part["reading"] for part, read in pairs if (read.reading.kind is Kind.HOMERUN) is homerun]
    if len(texts) != 1:
        raise UnknownWords("split", texts, "one homerun and one other reading")
    return str(texts[0])


def outfield_in(given: Given, ruleset: str) -> Answer:
    """21.2, 21.3: the ninth inning, tied, the home team at bat."""
    line, reading = parse_line(given["reading"]), given["reading"]
    where = one_of("outfield", given["outfield"], OUTFIELDS)
    scene = scene_of(given, ruleset, line, inning=9, bottom=True)
    script = fly_script(given, outfield=where)
    answer = told(scene, script)
    if line.sole_reading.query:
        asked = Script({}, {"outfield": where, "send_lead": "hold"})
        scene_of(given, ruleset, line, inning=9, bottom=True).play(asked)
        safe = asked.safe("send_lead", "send")
        return answer | {"effective_reading": reading} | ({"safe_max": safe} if "running" in given else {})
    single = scene.game.log.events[-1].play.kind == "single"
    return answer | {"effective_reading": "single" if single else reading}


def outfield_in_legality(given: Given, ruleset: str) -> Answer:
    where = one_of("outfield", given["outfield"], OUTFIELDS)
    bottom, lead = given["half"] == "bottom", given["score_batting"] - given["score_fielding"]
    scene = Scene(
        load_ruleset(ruleset),
        given["bases"],
        given["outs"],
        inning=given["inning"],
        bottom=bottom,
        lead=lead,
        said=stance(given),
        relief=True,  # a starter may not be in the game so late
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
