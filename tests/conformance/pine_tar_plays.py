"""Adapters for plays in Pine Tar: rolls, walks, wild pitches, hits, groundouts, flies, bunts, errors and the
walk-through.
"""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from rules_engine.baseball.bases import BATTER
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.plays import Play
from rules_engine.systems.pine_tar.ball.batter_roll import read_roll
from rules_engine.systems.pine_tar.ball.bunts import bunt_chance
from rules_engine.systems.pine_tar.ball.dice import BATTER as BATTER_DICE
from rules_engine.systems.pine_tar.ball.dice import is_doubled, is_modifier_roll, roll_three_dice, roll_two_dice
from rules_engine.systems.pine_tar.ball.grounders import ground_table, refuse_double_play_ruling
from rules_engine.systems.pine_tar.cards import notation
from rules_engine.systems.pine_tar.cards.cards import Speed, column_name
from rules_engine.systems.pine_tar.cards.columns import read_column
from rules_engine.systems.pine_tar.charts.charts import GDP
from rules_engine.systems.pine_tar.editions.edition import load_edition
from tests.conformance.given import CaseFacts
from tests.conformance.words.reading import UnknownWords
from tests.rules_engine.systems.pine_tar.scene import QUIET, Scene, Script, batter_card, column, dice, pitcher_card
from tests.rules_engine.systems.pine_tar.telling import (
    BUNTS,
    RUNNERS,
    Answer,
    batter_stays,
    charts_with,
    location_of,
    outcome_of,
    story,
)

SYSTEM = "pine_tar"
SETS = {"runners_out", "bonus_runners"}
OTHER_WORDS = {"BK": "BK", "WP": "WP", "BB": "walk"}


def edition_with(facts: CaseFacts, *options: str) -> str:
    """Return the main rules with the options that the case turns on. Options not mentioned are on."""
    on = [option for option in options if facts.absent(f"option_{option}", True)]
    return "+".join(["standard", *on])


def tables_of(facts: CaseFacts) -> Mapping[str, Any]:
    return facts.full("tables") if "tables" in facts else {}


def runners_of(facts: CaseFacts, key: str = "bases") -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    """Return base -> name and name -> ratings. A runner is either a speed, or an id with a speed."""
    names, ratings = {}, {}
    for base in facts[key]:
        runner = facts[key][base]
        name = runner["id"] if isinstance(runner, CaseFacts) else RUNNERS[base]
        names[base], ratings[name] = (
            name,
            {"speed": speed_of(runner["speed"] if isinstance(runner, CaseFacts) else runner)},
        )
    return names, ratings


def speed_of(word: str) -> Speed:
    if word not in ("S", "M", "F"):
        raise UnknownWords("speed", word, "S, M, F")
    return word  # type: ignore[return-value]


def moment_of(case_facts: CaseFacts, line: str, *, modified: bool = False, **facts: Any) -> Scene:
    """Return the scene from a case's bases and outs. The grade changes nothing unless the case is about it."""
    bases, ratings = runners_of(case_facts) if "bases" in case_facts else ({}, {})
    further_ratings = facts.pop("men", {})
    ratings = {name: ratings.get(name, {}) | further_ratings.get(name, {}) for name in {**ratings, **further_ratings}}
    charts = charts_with(tables_of(case_facts), modified=modified)
    return Scene(line, bases, case_facts.absent("outs", 0), ratings=ratings, charts=charts, **facts)


def roll_of(facts: CaseFacts) -> dict[str, int]:
    return dice(facts["batter_roll"])


def dice_read(facts: CaseFacts, ruleset: str) -> Answer:
    table = Script({"red": facts["red"], "white": facts["white"]})
    roll = roll_two_dice(table, load_edition("standard").options, BATTER_DICE)
    return {"roll": roll, "doubled": is_doubled(roll), "pitcher_modifier_roll": is_modifier_roll(roll)}


def die_randomizer(facts: CaseFacts, ruleset: str) -> Answer:
    table = Script({"green": facts["d6"], **{name: facts[name] for name in ("red", "blue", "white")}})
    options = load_edition(edition_with(facts, "alternate_randomizer")).options
    if facts["kind"] == "two_die":
        return {"roll": roll_two_dice(table, options, BATTER_DICE)}
    if facts["kind"] == "three_die":
        roll, blue = roll_three_dice(table, BATTER_DICE)
        return {"roll": roll, "blue": blue}
    raise UnknownWords("kind", facts["kind"], "two_die, three_die")


def hitting_column(facts: CaseFacts, ruleset: str) -> Answer:
    if "column_ranges" in facts:
        ranges: dict[str, list[str]] = {}
        for first, last, text in facts["column_ranges"]:
            ranges.setdefault(text, []).append(f"{first}-{last}")
        cells = read_column("the card", {text: ", ".join(parts) for text, parts in ranges.items()})
        scene = Scene(ratings={"batter": {"columns": {"L": cells, "R": cells}}})
        return {"outcome": str(read_roll(scene.situation, facts["batter_roll"]).printed)}
    kinds = {"position_player": batter_card, "pitcher": pitcher_card}
    if facts["batter_kind"] not in kinds:
        raise UnknownWords("batter_kind", facts["batter_kind"], ", ".join(kinds))
    card = kinds[facts["batter_kind"]]("batter")
    if facts["batter_kind"] == "position_player":
        card = batter_card("batter", split=facts["card_has_splits"])
    else:
        facts["card_has_splits"]
    return {"column": column_name(card, facts["pitcher_throws"])}


def counted(scene: Scene, facts: CaseFacts) -> Scene:
    scene.game.tracker.balls = facts.absent("balls", 0)
    return scene


def outcome(scene: Scene, play: Play) -> Answer:
    """Return the play's result, with the count if the batter stays at bat."""
    stays = batter_stays(play)
    result = OTHER_WORDS.get(outcome_of(play), outcome_of(play)) if play.kind != "error" else "error"
    count = {"balls": scene.game.tracker.balls} if stays else {}
    return {"result": result, "final": result, "new_batter_roll": stays, **count, **story(scene, play)}


def pitcher_modifier(facts: CaseFacts, ruleset: str) -> Answer:
    scene = counted(moment_of(facts, facts["original_outcome"], modified=True, grade=facts["pitcher_grade"]), facts)
    reading = read_roll(scene.situation, facts["batter_roll"])
    answer = {"table_consulted": reading.modified, "outcome": str(reading.outcome)}
    if "bases" not in facts:
        return answer
    return answer | outcome(scene, scene.play(Script(roll_of(facts))))


def walk(facts: CaseFacts, ruleset: str) -> Answer:
    scene = counted(moment_of(facts, facts["outcome"], grade=facts["pitcher_grade"]), facts)
    return outcome(scene, scene.play(Script(dice(QUIET))))


def balk_wild_pitch(facts: CaseFacts, ruleset: str) -> Answer:
    pitching = {"wildness": notation.read_wildness(facts["bk_wp_rating"])}
    scene = counted(moment_of(facts, facts["outcome"], pitching=pitching), facts)
    script = Script(dice(QUIET) | (dice(facts["bk_wp_roll"], "balk_") if "bk_wp_roll" in facts else {}))
    play = scene.play(script)
    return {"extra_roll_made": "balk_red" in script.rolled, **outcome(scene, play)}


def hit(facts: CaseFacts, ruleset: str) -> Answer:
    """Play a hit after the pitcher's grade. If the case states the original outcome, its grade table converts it."""
    speed = speed_of(facts.absent("batter_speed", "M"))
    before = facts.get("original_outcome")
    scene = moment_of(facts, before or facts["outcome"], men={"batter": {"speed": speed}})
    if before:
        grades = charts_with({"pitcher_modifier": {before: {"C": facts["outcome"]}}})
        scene.game.setup.charts = grades
    play = scene.play(Script(roll_of(facts)))
    return {"outcome": outcome_of(play), "location": location_of(play), **story(scene, play)}


def ground_out(facts: CaseFacts, ruleset: str) -> Answer:
    scene = moment_of(facts, facts["outcome"], inning=facts.absent("inning", 1), lead=facts.absent("offense_lead", 0))
    answers = {"double_play": "home_only"} if facts.get("defense_refuses_gdp") else {}
    table = ground_table(scene.situation.occupied, scene.situation.outs)
    play = scene.play(Script(roll_of(facts), answers))
    return {
        "table": table,
        "white_die": facts["batter_roll"] % 10,
        "code": play.code or None,
        **story(scene, play),
    }


def refuse_double_play(facts: CaseFacts, ruleset: str) -> Answer:
    scene = moment_of(facts, "GO-SS", inning=facts["inning"], lead=facts["offense_lead"])
    moment = scene.situation
    ruling = refuse_double_play_ruling(moment.state.inning, moment.outs, moment.occupied, moment.state.lead)
    return {"may_refuse": facts["code"] == GDP and bool(ruling)}


def fly_out(facts: CaseFacts, ruleset: str) -> Answer:
    scene = moment_of(facts, facts["outcome"])
    tag = dice(facts["tag_roll"], "tag_") if "tag_roll" in facts else {}
    decision = {"tag": "tag" if facts["attempt_tag"] else "hold"}
    script = Script(dice(facts.absent("batter_roll", QUIET)) | tag, decision)
    play = scene.play(script)
    after = story(scene, play)
    runners_out = [name for name in after["runners_out"] if name != "batter"]  # only runners count here
    return {"tag_roll_made": "tag_red" in script.rolled, **after, "runners_out": runners_out}


def sacrifice(facts: CaseFacts, ruleset: str) -> Answer:
    scene = moment_of(facts, "SO", men={"batter": {"bunt": notation.read_bunt(facts["shc"])}})
    play = scene.play(Script(dice(facts["roll"], "bunt_"), {"play": "sacrifice"}))
    return {"result": BUNTS[play.kind], "scoring": play.code, **story(scene, play)}


def sacrifice_allowed(facts: CaseFacts, ruleset: str) -> Answer:
    scene = moment_of(facts, "SO", men={"batter": {"bunt": notation.read_bunt(facts["shc"])}})
    return {"standard_sacrifice_allowed": scene.offered("sacrifice"), "squeeze_allowed": scene.offered("squeeze")}


def squeeze(facts: CaseFacts, ruleset: str) -> Answer:
    scene = moment_of(facts, "SO", men={"batter": {"bunt": notation.read_bunt(facts["shc"])}})
    adjusted = bunt_chance(scene.situation, squeeze=True)
    play = scene.play(Script(dice(facts["roll"], "bunt_"), {"play": "squeeze"}))
    result = BUNTS[play.kind]
    return {
        "adjusted_shc": adjusted,
        "success": result in ("SH", "I-Hit"),
        "result": result,
        "scoring": play.code,
        **story(scene, play),
    }


def error_check(facts: CaseFacts, ruleset: str) -> Answer:
    chances = facts["fielder_ec"]
    ratings = {position.lower(): {"error": chances[position]} for position in chances}
    scene = moment_of(facts, facts["outcome"], men=ratings)
    rolls = {f"error_{name}": facts[name] for name in ("red", "white", "blue")}
    play = scene.play(Script(dice(QUIET) | rolls))
    row = scene.charts.error[10 * facts["red"] + facts["white"]]
    caught = {"popout": "PO", "lineout": "LO"}
    return {
        "fielder": play.fielder.upper(),
        "error": play.kind == "error",
        "rs": row.written,
        "recorded": caught.get(play.kind, "E"),
        **story(scene, play),
    }


def plate_appearance_named(facts: CaseFacts, ruleset: str) -> Answer:
    bases, ratings = runners_of(facts)
    ratings[facts["batter"]] = {"speed": speed_of(facts["speed"])}
    scene = Scene(
        facts["card_outcome"],
        bases,
        facts["outs"],
        inning=facts["inning"],
        bottom=is_bottom(facts),
        ratings=ratings,
        throws=facts["pitcher_throws"],
        grade=facts["pitcher_grade"],
        batter=facts["batter"],
    )
    play = scene.play(Script(in_order=iter(list(chain(*facts["rolls"]))), answers={"tag": "tag"}))
    after = story(scene, play)
    return {
        "outcome": outcome_of(play),
        "location": location_of(play),
        "code": play.code,
        "runs_total": facts["runs_before"] + after["runs"],
        "left_on_base": len(play.bases_after),
        **after,
    }


def is_bottom(facts: CaseFacts) -> bool:
    if facts["half"] not in ("top", "bottom"):
        raise UnknownWords("half", facts["half"], "top, bottom")
    return bool(facts["half"] == "bottom")


def half_inning(facts: CaseFacts, ruleset: str) -> Answer:
    turns = facts["plate_appearances"]
    batters = [turn["batter"] for turn in turns]
    ratings = {turn["batter"]: {"speed": speed_of(turn["speed"])} | column(turn["card_outcome"]) for turn in turns}
    scene = Scene(
        ratings=ratings,
        inning=facts["inning"],
        bottom=is_bottom(facts),
        throws=facts["pitcher_throws"],
        grade=facts["pitcher_grade"],
        batter=batters[0],
        following=batters[1:],
    )
    for turn in turns:
        scene.play(Script(in_order=flat(turn["rolls"]), answers={"tag": "tag"}))
    team = int(scene.bottom)
    box = box_score(scene.game.log.in_force()).teams[team]
    return {
        "runs": scene.game.state.score[team],
        "hits": box.total("hits"),
        "left_on_base": len(scene.made.play.bases_after),
        "outs": sum(event.play.to.count(-1) for event in scene.game.log.events),
        "plate_appearances": sum(event.play.to[BATTER] >= -1 for event in scene.game.log.events),
    }


def flat(rolls: Iterable[Iterable[int]]) -> Any:
    return iter(list(chain(*rolls)))


ADAPTERS = {
    "dice": dice_read,
    "die_randomizer": die_randomizer,
    "hitting_column": hitting_column,
    "pitcher_modifier": pitcher_modifier,
    "walk": walk,
    "balk_wild_pitch": balk_wild_pitch,
    "hit_location": hit,
    "plate_appearance": hit,
    "hit_advance": hit,
    "ground_out": ground_out,
    "refuse_double_play": refuse_double_play,
    "fly_out": fly_out,
    "sacrifice": sacrifice,
    "sacrifice_allowed": sacrifice_allowed,
    "squeeze": squeeze,
    "error_check": error_check,
    "plate_appearance_named": plate_appearance_named,
    "half_inning": half_inning,
}
