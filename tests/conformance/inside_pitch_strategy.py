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
from tests.conformance.given import Given
from tests.conformance.inside_pitch_scene import (
    BOOK,
    CHARTS,
    PITCHER_CARD,
    Answer,
    Dice,
    after,
    depth_of,
    die,
    men_on,
    moment,
    number,
    place_of,
    position_word,
    rated,
    runner_card,
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
    """A quotient as a case writes it: 3 for 3.0."""
    return int(value) if value == int(value) else value


def att_of(given: Given, key: str) -> Att:
    value = given[key]
    if value in ("N", "H"):
        return str(value)  # type: ignore[return-value]
    return number(given, key)


def strategy(given: Given, edition: Any) -> Answer:
    if "inning" in given:
        return _use(given)
    if any(f"att_{base}" in given for base in ON):
        return _several(given)
    if "base" in given:
        base = starts_from(given)
        att, hold = att_of(given, "att"), number(given, "hld")
        answer: Answer = {"adjusted_att": plain_number(adjusted_att(CHARTS, att, hold, base))}
        return answer | (
            {"steal_attempt": gets_jump(CHARTS, number(given, "d20"), att, hold, base)} if "d20" in given else {}
        )
    return _called(given)


def starts_from(given: Given) -> int:
    if str(given["base"]) not in FROM:
        raise UnknownWords("base", given["base"], ", ".join(FROM))
    return FROM[str(given["base"])]


def _use(given: Given) -> Answer:
    difference, inning = number(given, "score_a") - number(given, "score_b"), number(given, "inning")
    used = uses_strategy_roll(difference, inning, runners_on=bool(men_on(given)))
    return {"strategy_roll_used": used, "sum": strategy_sum(difference, inning)}


def _several(given: Given) -> Answer:
    atts = {base: att_of(given, f"att_{word}") for word, base in ON.items() if f"att_{word}" in given}
    if set(men_on(given)) != set(atts):
        raise UnknownWords("runners", given["runners"], "the bases whose ATT is told")
    hold = number(given, "hld")
    going = bases_stealing(CHARTS, number(given, "d20"), atts, hold)
    numbers = {
        f"adjusted_att_{word}": plain_number(adjusted_att(CHARTS, atts[base], hold, base))
        for word, base in ON.items()
        if base in atts
    }
    return {"stealing_runners": sorted(going)} | numbers


def _called(given: Given) -> Answer:
    bases, att, hold = men_on(given), att_of(given, "att"), number(given, "hld")
    if len(bases) != 1:
        raise UnknownWords("runner_on", sorted(bases), "one runner, where one ATT is told")
    [base] = bases
    kinds = {"position": False, "pitcher": True}
    if str(given["batter_type"]) not in kinds:
        raise UnknownWords("batter_type", given["batter_type"], ", ".join(kinds))
    call = strategy_call(
        CHARTS,
        number(given, "d20"),
        {base: att},
        hold,
        number(given, "bnt"),
        pitcher_bats=kinds[str(given["batter_type"])],
        outs=number(given, "outs"),
    )
    return {"adjusted_att": plain_number(adjusted_att(CHARTS, att, hold, base)), "action": call.action}


def stolen(given: Given, edition: Any) -> Answer:
    if "double_steal" in given:
        return _double(given)
    base = starts_from(given)
    parts = [number(given, key) if key in given else 0 for key in ("runner_sb", "pitcher_sb", "catcher_arm")]
    target, roll = adjusted_sb(CHARTS, *parts, base), number(given, "d20")
    answer: Answer = {"adjusted_sb": target, "safe": not is_caught(CHARTS, roll, target)}
    answer["error_check"] = is_throw_checked(CHARTS, roll)
    if not answer["error_check"]:
        rated(given, "catcher_error"), rated(given, "error_d20")
    now = moment(given, "runners_after_steal" if "runners_after_steal" in given else "runners")
    now.runners = tuple(replace(runner_card(0), sb=parts[0]) for _ in range(3))
    now.occupied |= occupied(base)
    now.pitcher = replace(PITCHER_CARD, sb=parts[1])
    now.gloves = tuple(glove._replace(arm=parts[2]) for glove in now.gloves)
    table = Dice({f"steal_{base}": roll, "steal_error": die(given, "error_d20")})
    play = table.play(lambda: steal(table, BOOK, now, (base,)))
    if play is None:
        return answer
    return answer | after(now, play) | {"error": bool(play.errors), "safe": not play.outs}


def _double(given: Given) -> Answer:
    if not truth(given, "double_steal"):
        raise UnknownWords("double_steal", False, "true")
    caught = [
        base for word, base in ON.items() if f"runner_{word}_caught" in given and truth(given, f"runner_{word}_caught")
    ]
    out = base_out_on_double_steal(caught)
    return {"out": str(out) if out else None}


def picked_off(given: Given, edition: Any) -> Answer:
    on = occupied(*men_on(given))
    answer: Answer = {"target_base": pickoff_target(on)} if on else {}
    if "d20" not in given:
        return answer
    spans = {key: span(given, key) for key in ("blk", "po", "poe")}
    answer |= {"event": pickoff_event(number(given, "d20"), *spans.values()) or "none", "error_rating_used": False}
    now = moment(given)
    now.pitcher = replace(PITCHER_CARD, balk=spans["blk"], pickoff=spans["po"], pickoff_error=spans["poe"])
    table = Dice({"pickoff": number(given, "d20")})
    play = pickoff(table, BOOK, now)
    answer["error_rating_used"] = table.wanted("error")
    if play is None:
        return answer | {"runners_after": {str(base): str(base) for base in men_on(given)}}
    return answer | {"runners_after": after(now, play)["runners_after"]}


def bunt(given: Given, edition: Any) -> Answer:
    if "fielder_d6" in given:
        return {"fielder": position_word(place_of(bunt_fielder(CHARTS, number(given, "fielder_d6"))))}
    if "bunt_result" in given:
        return _bunt_result(given)
    place = place_of(given["fielder"])
    in_depth = depth_of(given, "fielder_depth") if given.get("fielder_depth") is not None else ""
    rating = bunt_rating(number(given, "bnt"), FIELD_POSITIONS[place - 1], in_depth)
    answer: Answer = {"effective_bnt": rating}
    return answer | ({"bunt_result": bunt_result(CHARTS, rating, number(given, "d20"))} if "d20" in given else {})


def _bunt_result(given: Given) -> Answer:
    result = str(given["bunt_result"])
    if "bunt_for_hit" in given and truth(given, "bunt_for_hit"):
        return _for_hit(given, result)
    return _came_to(given, SACRIFICE, result, {"popout": die(given, "d6"), "gdp": die(given, "d6", "gdp_d6")}, {})


def _for_hit(given: Given, result: str) -> Answer:
    if result != "success":
        return _came_to(given, FOR_HIT, result, {"popout": die(given, "d6")}, {})
    parts = (number(given, key) for key in ("bnt", "batter_br", "fielder_range", "depth_adjustments"))
    target = bunt_hit_target(*parts)
    answer: Answer = {"target": target}
    if "d20" not in given:
        return answer
    now = moment(given)
    now.depths = ("half",) * 4
    change = target - bunt_hit_target(now.batter.bnt, now.batter.br, now.glove(5).range, 0)
    now.batter = replace(now.batter, br=now.batter.br + change + CHARTS.bunt_depth["range"][1])
    table = Dice({"bunt_hit": number(given, "d20")})
    play = bunt_play(table, BOOK, now, Cell("G", 5), FOR_HIT, result)
    kinds = {"single": "single", "groundout": "groundout", "sacrifice": "groundout"}
    return answer | after(now, play) | {"result": kinds[play.kind], "hit": play.kind == "single"}


def _came_to(given: Given, kind: str, result: str, dice: dict[str, int | None], answers: dict[str, str]) -> Answer:
    if result == "foul":
        men_on(given), rated(given, "outs")
        return {"options": [option.key for option in AFTER_FOUL], "bunt_result": result}
    now = moment(given)
    table = Dice(dice, answers)
    place = place_of(given["fielder"]) if "fielder" in given else 1
    play = table.play(lambda: bunt_play(table, BOOK, now, Cell("G", place), kind, result))
    if play is None:
        return {}
    return after(now, play) | {"hit": play.kind == "single"}


def squeeze(given: Given, edition: Any) -> Answer:
    if "bunt_result" in given:
        return _squeezed(given)
    rating = squeeze_rating(number(given, "bnt"), infield_in=depth_of(given, "infield") == "in")
    answer: Answer = {"effective_bnt": rating}
    if "d20" in given:
        answer["bunt_result"] = bunt_result(CHARTS, rating, number(given, "d20"), squeeze=True)
    return answer


PLAYS: Final = {"home": "home", "first": "first", "batter": "first"}


def _squeezed(given: Given) -> Answer:
    facts = dict(given)
    now_given = given
    if "runner_third_br" in given:
        on = {str(base): {} for base in men_on(given)}
        now_given = Given(facts | {"runners": on | {"3": {"BR": number(given, "runner_third_br")}}})
    answers = {}
    if "defense" in given:
        if str(given["defense"]) not in PLAYS:
            raise UnknownWords("defense", given["defense"], ", ".join(PLAYS))
        answers["squeeze_play"] = PLAYS[str(given["defense"])]
    fielder_in = truth(given, "fielder_in") if "fielder_in" in given else False
    return _at_home(given, now_given, answers, fielder_in)


def _at_home(given: Given, now_given: Given, answers: dict[str, str], fielder_in: bool) -> Answer:
    result = str(given["bunt_result"])
    if result == "foul":
        return _came_to(given, SQUEEZE, result, {}, answers)
    now: PlaySituation = moment(now_given)
    if not now.occupied:  # a squeeze brings somebody from third
        now = moment(Given({**given, "runners": ["3"]}))
    men_on(given), rated(given, "outs")
    now.depths = (("in" if fielder_in else "back"),) * 4
    table = Dice({"home": die(given, "d6", "home_d6"), "rundown": die(given, "rundown_d6")}, answers)
    play = table.play(lambda: bunt_play(table, BOOK, now, Cell("G", 3), SQUEEZE, result))
    return after(now, play) if play else {}


ADAPTERS = {
    "strategy": strategy,
    "steal": stolen,
    "pickoff": picked_off,
    "bunt": bunt,
    "squeeze": squeeze,
}
