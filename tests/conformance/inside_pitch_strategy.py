"""Adapters for Inside Pitch: the strategy roll, steals, pickoffs, bunts and squeezes."""

from dataclasses import replace
from typing import Any, Final

from rules_engine.baseball.bases import occupied
from rules_engine.systems.inside_pitch.bunts import (
    AFTER_FOUL,
    FOR_HIT,
    SACRIFICE,
    SQUEEZE,
    bunt_fielder,
    bunt_hit_target,
    bunt_play,
    bunt_rating,
    bunt_result,
    squeeze_rating,
)
from rules_engine.systems.inside_pitch.cards import Att
from rules_engine.systems.inside_pitch.cells import FIELD_POSITIONS, Cell
from rules_engine.systems.inside_pitch.situation import PlaySituation
from rules_engine.systems.inside_pitch.stealing import (
    adjusted_sb,
    base_out_on_double_steal,
    is_caught,
    is_throw_checked,
    pickoff,
    pickoff_event,
    pickoff_target,
    steal,
)
from rules_engine.systems.inside_pitch.strategy import (
    adjusted_att,
    bases_stealing,
    gets_jump,
    strategy_call,
    strategy_sum,
    uses_strategy_roll,
)
from tests.conformance.given import CaseFacts
from tests.conformance.inside_pitch_scene import (
    BOOK,
    CHARTS,
    PITCHER_CARD,
    Answer,
    Dice,
    after,
    depth_of,
    die,
    moment,
    number,
    place_of,
    position_word,
    rated,
    runner_card,
    runners_on,
    span,
    truth,
)
from tests.conformance.words.reading import UnknownWords

SYSTEM = "inside_pitch"
PARTIAL = {"runners_after"}
SETS = {"stealing_runners"}
FROM: Final = {"2nd": 1, "3rd": 2, "home": 3, "second": 1, "third": 2, "H": 3, "Home": 3, "2": 1, "3": 2}
ON: Final = {"first": 1, "second": 2, "third": 3}


def plain_number(value: float) -> float:
    """Format a quotient like the cases do: 3 for 3.0."""
    return int(value) if value == int(value) else value


def att_of(facts: CaseFacts, key: str) -> Att:
    value = facts[key]
    if value in ("N", "H"):
        return str(value)  # type: ignore[return-value]
    return number(facts, key)


def strategy(facts: CaseFacts, edition: Any) -> Answer:
    if "inning" in facts:
        return _use(facts)
    if any(f"att_{base}" in facts for base in ON):
        return _several(facts)
    if "base" in facts:
        base = starts_from(facts)
        att, hold = att_of(facts, "att"), number(facts, "hld")
        answer: Answer = {"adjusted_att": plain_number(adjusted_att(CHARTS, att, hold, base))}
        return answer | (
            {"steal_attempt": gets_jump(CHARTS, number(facts, "d20"), att, hold, base)} if "d20" in facts else {}
        )
    return _called(facts)


def starts_from(facts: CaseFacts) -> int:
    if str(facts["base"]) not in FROM:
        raise UnknownWords("base", facts["base"], ", ".join(FROM))
    return FROM[str(facts["base"])]


def _use(facts: CaseFacts) -> Answer:
    difference, inning = number(facts, "score_a") - number(facts, "score_b"), number(facts, "inning")
    used = uses_strategy_roll(difference, inning, runners_on=bool(runners_on(facts)))
    return {"strategy_roll_used": used, "sum": strategy_sum(difference, inning)}


def _several(facts: CaseFacts) -> Answer:
    atts = {base: att_of(facts, f"att_{word}") for word, base in ON.items() if f"att_{word}" in facts}
    if set(runners_on(facts)) != set(atts):
        raise UnknownWords("runners", facts["runners"], "the bases with a given ATT")
    hold = number(facts, "hld")
    going = bases_stealing(CHARTS, number(facts, "d20"), atts, hold)
    numbers = {
        f"adjusted_att_{word}": plain_number(adjusted_att(CHARTS, atts[base], hold, base))
        for word, base in ON.items()
        if base in atts
    }
    return {"stealing_runners": sorted(going)} | numbers


def _called(facts: CaseFacts) -> Answer:
    bases, att, hold = runners_on(facts), att_of(facts, "att"), number(facts, "hld")
    if len(bases) != 1:
        raise UnknownWords("runner_on", sorted(bases), "one runner for one ATT")
    [base] = bases
    kinds = {"position": False, "pitcher": True}
    if str(facts["batter_type"]) not in kinds:
        raise UnknownWords("batter_type", facts["batter_type"], ", ".join(kinds))
    call = strategy_call(
        CHARTS,
        number(facts, "d20"),
        {base: att},
        hold,
        number(facts, "bnt"),
        pitcher_bats=kinds[str(facts["batter_type"])],
        outs=number(facts, "outs"),
    )
    return {"adjusted_att": plain_number(adjusted_att(CHARTS, att, hold, base)), "action": call.action}


def stolen(facts: CaseFacts, edition: Any) -> Answer:
    if "double_steal" in facts:
        return _double(facts)
    base = starts_from(facts)
    parts = [number(facts, key) if key in facts else 0 for key in ("runner_sb", "pitcher_sb", "catcher_arm")]
    target, roll = adjusted_sb(CHARTS, *parts, base), number(facts, "d20")
    answer: Answer = {"adjusted_sb": target, "safe": not is_caught(CHARTS, roll, target)}
    answer["error_check"] = is_throw_checked(CHARTS, roll)
    if not answer["error_check"]:
        rated(facts, "catcher_error"), rated(facts, "error_d20")
    now = moment(facts, "runners_after_steal" if "runners_after_steal" in facts else "runners")
    now.runners = tuple(replace(runner_card(0), sb=parts[0]) for _ in range(3))
    now.occupied |= occupied(base)
    now.pitcher = replace(PITCHER_CARD, sb=parts[1])
    now.gloves = tuple(glove._replace(arm=parts[2]) for glove in now.gloves)
    table = Dice({f"steal_{base}": roll, "steal_error": die(facts, "error_d20")})
    play = table.play(lambda: steal(table, BOOK, now, (base,)))
    if play is None:
        return answer
    return answer | after(now, play) | {"error": bool(play.errors), "safe": not play.outs}


def _double(facts: CaseFacts) -> Answer:
    if not truth(facts, "double_steal"):
        raise UnknownWords("double_steal", False, "true")
    caught = [
        base for word, base in ON.items() if f"runner_{word}_caught" in facts and truth(facts, f"runner_{word}_caught")
    ]
    out = base_out_on_double_steal(caught)
    return {"out": str(out) if out else None}


def picked_off(facts: CaseFacts, edition: Any) -> Answer:
    on = occupied(*runners_on(facts))
    answer: Answer = {"target_base": pickoff_target(on)} if on else {}
    if "d20" not in facts:
        return answer
    spans = {key: span(facts, key) for key in ("blk", "po", "poe")}
    answer |= {"event": pickoff_event(number(facts, "d20"), *spans.values()) or "none", "error_rating_used": False}
    now = moment(facts)
    now.pitcher = replace(PITCHER_CARD, balk=spans["blk"], pickoff=spans["po"], pickoff_error=spans["poe"])
    table = Dice({"pickoff": number(facts, "d20")})
    play = pickoff(table, BOOK, now)
    answer["error_rating_used"] = table.has_roll("error")
    if play is None:
        return answer | {"runners_after": {str(base): str(base) for base in runners_on(facts)}}
    return answer | {"runners_after": after(now, play)["runners_after"]}


def bunt(facts: CaseFacts, edition: Any) -> Answer:
    if "fielder_d6" in facts:
        return {"fielder": position_word(place_of(bunt_fielder(CHARTS, number(facts, "fielder_d6"))))}
    if "bunt_result" in facts:
        return _bunt_result(facts)
    place = place_of(facts["fielder"])
    in_depth = depth_of(facts, "fielder_depth") if facts.get("fielder_depth") is not None else ""
    rating = bunt_rating(number(facts, "bnt"), FIELD_POSITIONS[place - 1], in_depth)
    answer: Answer = {"effective_bnt": rating}
    return answer | ({"bunt_result": bunt_result(CHARTS, rating, number(facts, "d20"))} if "d20" in facts else {})


def _bunt_result(facts: CaseFacts) -> Answer:
    result = str(facts["bunt_result"])
    if "bunt_for_hit" in facts and truth(facts, "bunt_for_hit"):
        return _for_hit(facts, result)
    return _bunt_outcome(facts, SACRIFICE, result, {"popout": die(facts, "d6"), "gdp": die(facts, "d6", "gdp_d6")}, {})


def _for_hit(facts: CaseFacts, result: str) -> Answer:
    if result != "success":
        return _bunt_outcome(facts, FOR_HIT, result, {"popout": die(facts, "d6")}, {})
    parts = (number(facts, key) for key in ("bnt", "batter_br", "fielder_range", "depth_adjustments"))
    target = bunt_hit_target(*parts)
    answer: Answer = {"target": target}
    if "d20" not in facts:
        return answer
    now = moment(facts)
    now.depths = ("half",) * 4
    change = target - bunt_hit_target(now.batter.bnt, now.batter.br, now.glove(5).range, 0)
    now.batter = replace(now.batter, br=now.batter.br + change + CHARTS.bunt_depth["range"][1])
    table = Dice({"bunt_hit": number(facts, "d20")})
    play = bunt_play(table, BOOK, now, Cell("G", 5), FOR_HIT, result)
    kinds = {"single": "single", "groundout": "groundout", "sacrifice": "groundout"}
    return answer | after(now, play) | {"result": kinds[play.kind], "hit": play.kind == "single"}


def _bunt_outcome(
    facts: CaseFacts, kind: str, result: str, dice: dict[str, int | None], answers: dict[str, str]
) -> Answer:
    if result == "foul":
        runners_on(facts), rated(facts, "outs")
        return {"options": [option.key for option in AFTER_FOUL], "bunt_result": result}
    now = moment(facts)
    table = Dice(dice, answers)
    place = place_of(facts["fielder"]) if "fielder" in facts else 1
    play = table.play(lambda: bunt_play(table, BOOK, now, Cell("G", place), kind, result))
    if play is None:
        return {}
    return after(now, play) | {"hit": play.kind == "single"}


def squeeze(facts: CaseFacts, edition: Any) -> Answer:
    if "bunt_result" in facts:
        return _squeezed(facts)
    rating = squeeze_rating(number(facts, "bnt"), infield_in=depth_of(facts, "infield") == "in")
    answer: Answer = {"effective_bnt": rating}
    if "d20" in facts:
        answer["bunt_result"] = bunt_result(CHARTS, rating, number(facts, "d20"), squeeze=True)
    return answer


PLAYS: Final = {"home": "home", "first": "first", "batter": "first"}


def _squeezed(case_facts: CaseFacts) -> Answer:
    facts = dict(case_facts)
    now_given = case_facts
    if "runner_third_br" in case_facts:
        on = {str(base): {} for base in runners_on(case_facts)}
        now_given = CaseFacts(facts | {"runners": on | {"3": {"BR": number(case_facts, "runner_third_br")}}})
    answers = {}
    if "defense" in case_facts:
        if str(case_facts["defense"]) not in PLAYS:
            raise UnknownWords("defense", case_facts["defense"], ", ".join(PLAYS))
        answers["squeeze_play"] = PLAYS[str(case_facts["defense"])]
    fielder_in = truth(case_facts, "fielder_in") if "fielder_in" in case_facts else False
    return _at_home(case_facts, now_given, answers, fielder_in)


def _at_home(facts: CaseFacts, now_given: CaseFacts, answers: dict[str, str], fielder_in: bool) -> Answer:
    result = str(facts["bunt_result"])
    if result == "foul":
        return _bunt_outcome(facts, SQUEEZE, result, {}, answers)
    now: PlaySituation = moment(now_given)
    if not now.occupied:  # a squeeze needs a runner on third
        now = moment(CaseFacts({**facts, "runners": ["3"]}))
    runners_on(facts), rated(facts, "outs")
    now.depths = (("in" if fielder_in else "back"),) * 4
    table = Dice({"home": die(facts, "d6", "home_d6"), "rundown": die(facts, "rundown_d6")}, answers)
    play = table.play(lambda: bunt_play(table, BOOK, now, Cell("G", 3), SQUEEZE, result))
    return after(now, play) if play else {}


ADAPTERS = {
    "strategy": strategy,
    "steal": stolen,
    "pickoff": picked_off,
    "bunt": bunt,
    "squeeze": squeeze,
}
