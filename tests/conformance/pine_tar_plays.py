"""Pine Tar, played: batter rolls, walks, wild pitches, hits, ground outs, flies, bunts, errors, the walk-through."""

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
from tests.conformance.given import Given
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


def edition_with(given: Given, *options: str) -> str:
    """The main rules and these options, each where the case switches it on; where it says nothing it is on."""
    on = [option for option in options if given.absent(f"option_{option}", True)]
    return "+".join(["standard", *on])


def tables_of(given: Given) -> Mapping[str, Any]:
    return given.whole("tables") if "tables" in given else {}


def runners_of(given: Given, key: str = "bases") -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    """Base -> name, name -> ratings: a runner is his speed, or an id with his speed."""
    names, men = {}, {}
    for base in given[key]:
        who = given[key][base]
        name = who["id"] if isinstance(who, Given) else RUNNERS[base]
        names[base], men[name] = name, {"speed": speed_of(who["speed"] if isinstance(who, Given) else who)}
    return names, men


def speed_of(word: str) -> Speed:
    if word not in ("S", "M", "F"):
        raise UnknownWords("speed", word, "S, M, F")
    return word  # type: ignore[return-value]


def moment_of(given: Given, line: str, *, modified: bool = False, **facts: Any) -> Scene:
    """The scene of a case that tells bases and outs; the grade changes nothing unless it is about it."""
    bases, men = runners_of(given) if "bases" in given else ({}, {})
    told = facts.pop("men", {})
    men = {name: men.get(name, {}) | told.get(name, {}) for name in {**men, **told}}
    charts = charts_with(tables_of(given), modified=modified)
    return Scene(line, bases, given.absent("outs", 0), men=men, charts=charts, **facts)


def roll_of(given: Given) -> dict[str, int]:
    return dice(given["batter_roll"])


def dice_read(given: Given, ruleset: str) -> Answer:
    table = Script({"red": given["red"], "white": given["white"]})
    roll = roll_two_dice(table, load_edition("standard").options, BATTER_DICE)
    return {"roll": roll, "doubled": is_doubled(roll), "pitcher_modifier_roll": is_modifier_roll(roll)}


def die_randomizer(given: Given, ruleset: str) -> Answer:
    table = Script({"green": given["d6"], **{name: given[name] for name in ("red", "blue", "white")}})
    options = load_edition(edition_with(given, "alternate_randomizer")).options
    if given["kind"] == "two_die":
        return {"roll": roll_two_dice(table, options, BATTER_DICE)}
    if given["kind"] == "three_die":
        roll, blue = roll_three_dice(table, BATTER_DICE)
        return {"roll": roll, "blue": blue}
    raise UnknownWords("kind", given["kind"], "two_die, three_die")


def hitting_column(given: Given, ruleset: str) -> Answer:
    if "column_ranges" in given:
        ranges: dict[str, list[str]] = {}
        for first, last, text in given["column_ranges"]:
            ranges.setdefault(text, []).append(f"{first}-{last}")
        cells = read_column("the card", {text: ", ".join(parts) for text, parts in ranges.items()})
        scene = Scene(men={"batter": {"columns": {"L": cells, "R": cells}}})
        return {"outcome": str(read_roll(scene.situation, given["batter_roll"]).printed)}
    kinds = {"position_player": batter_card, "pitcher": pitcher_card}
    if given["batter_kind"] not in kinds:
        raise UnknownWords("batter_kind", given["batter_kind"], ", ".join(kinds))
    card = kinds[given["batter_kind"]]("batter")
    if given["batter_kind"] == "position_player":
        card = batter_card("batter", split=given["card_has_splits"])
    else:
        given["card_has_splits"]
    return {"column": column_name(card, given["pitcher_throws"])}


def counted(scene: Scene, given: Given) -> Scene:
    scene.game.tracker.balls = given.absent("balls", 0)
    return scene


def told(scene: Scene, play: Play) -> Answer:
    """What became of the count, too, where the batter stays."""
    stays = batter_stays(play)
    result = OTHER_WORDS.get(outcome_of(play), outcome_of(play)) if play.kind != "error" else "error"
    count = {"balls": scene.game.tracker.balls} if stays else {}
    return {"result": result, "final": result, "new_batter_roll": stays, **count, **story(scene, play)}


def pitcher_modifier(given: Given, ruleset: str) -> Answer:
    scene = counted(moment_of(given, given["original_outcome"], modified=True, grade=given["pitcher_grade"]), given)
    reading = read_roll(scene.situation, given["batter_roll"])
    answer = {"table_consulted": reading.modified, "outcome": str(reading.outcome)}
    if "bases" not in given:
        return answer
    return answer | told(scene, scene.play(Script(roll_of(given))))


def walk(given: Given, ruleset: str) -> Answer:
    scene = counted(moment_of(given, given["outcome"], grade=given["pitcher_grade"]), given)
    return told(scene, scene.play(Script(dice(QUIET))))


def balk_wild_pitch(given: Given, ruleset: str) -> Answer:
    pitching = {"wildness": notation.read_wildness(given["bk_wp_rating"])}
    scene = counted(moment_of(given, given["outcome"], pitching=pitching), given)
    script = Script(dice(QUIET) | (dice(given["bk_wp_roll"], "balk_") if "bk_wp_roll" in given else {}))
    play = scene.play(script)
    return {"extra_roll_made": "balk_red" in script.rolled, **told(scene, play)}


def hit(given: Given, ruleset: str) -> Answer:
    """A hit as it comes after the pitcher's grade; where a case tells the one before it, by way of its table."""
    speed = speed_of(given.absent("batter_speed", "M"))
    before = given.get("original_outcome")
    scene = moment_of(given, before or given["outcome"], men={"batter": {"speed": speed}})
    if before:
        grades = charts_with({"pitcher_modifier": {before: {"C": given["outcome"]}}})
        scene.game.setup.charts = grades
    play = scene.play(Script(roll_of(given)))
    return {"outcome": outcome_of(play), "location": location_of(play), **story(scene, play)}


def ground_out(given: Given, ruleset: str) -> Answer:
    scene = moment_of(given, given["outcome"], inning=given.absent("inning", 1), lead=given.absent("offense_lead", 0))
    answers = {"double_play": "home_only"} if given.get("defense_refuses_gdp") else {}
    table = ground_table(scene.situation.occupied, scene.situation.outs)
    play = scene.play(Script(roll_of(given), answers))
    return {
        "table": table,
        "white_die": given["batter_roll"] % 10,
        "code": play.code or None,
        **story(scene, play),
    }


def refuse_double_play(given: Given, ruleset: str) -> Answer:
    scene = moment_of(given, "GO-SS", inning=given["inning"], lead=given["offense_lead"])
    moment = scene.situation
    ruling = refuse_double_play_ruling(moment.state.inning, moment.outs, moment.occupied, moment.state.lead)
    return {"may_refuse": given["code"] == GDP and bool(ruling)}


def fly_out(given: Given, ruleset: str) -> Answer:
    scene = moment_of(given, given["outcome"])
    tag = dice(given["tag_roll"], "tag_") if "tag_roll" in given else {}
    wish = {"tag": "tag" if given["attempt_tag"] else "hold"}
    script = Script(dice(given.absent("batter_roll", QUIET)) | tag, wish)
    play = scene.play(script)
    after = story(scene, play)
    runners_out = [name for name in after["runners_out"] if name != "batter"]  # who is caught is no runner here
    return {"tag_roll_made": "tag_red" in script.rolled, **after, "runners_out": runners_out}


def sacrifice(given: Given, ruleset: str) -> Answer:
    scene = moment_of(given, "SO", men={"batter": {"bunt": notation.read_bunt(given["shc"])}})
    play = scene.play(Script(dice(given["roll"], "bunt_"), {"play": "sacrifice"}))
    return {"result": BUNTS[play.kind], "scoring": play.code, **story(scene, play)}


def sacrifice_allowed(given: Given, ruleset: str) -> Answer:
    scene = moment_of(given, "SO", men={"batter": {"bunt": notation.read_bunt(given["shc"])}})
    return {"standard_sacrifice_allowed": scene.offered("sacrifice"), "squeeze_allowed": scene.offered("squeeze")}


def squeeze(given: Given, ruleset: str) -> Answer:
    scene = moment_of(given, "SO", men={"batter": {"bunt": notation.read_bunt(given["shc"])}})
    adjusted = bunt_chance(scene.situation, squeeze=True)
    play = scene.play(Script(dice(given["roll"], "bunt_"), {"play": "squeeze"}))
    result = BUNTS[play.kind]
    return {
        "adjusted_shc": adjusted,
        "success": result in ("SH", "I-Hit"),
        "result": result,
        "scoring": play.code,
        **story(scene, play),
    }


def error_check(given: Given, ruleset: str) -> Answer:
    chances = given["fielder_ec"]
    men = {position.lower(): {"error": chances[position]} for position in chances}
    scene = moment_of(given, given["outcome"], men=men)
    thrown = {f"error_{name}": given[name] for name in ("red", "white", "blue")}
    play = scene.play(Script(dice(QUIET) | thrown))
    row = scene.charts.error[10 * given["red"] + given["white"]]
    caught = {"popout": "PO", "lineout": "LO"}
    return {
        "fielder": play.fielder.upper(),
        "error": play.kind == "error",
        "rs": row.written,
        "recorded": caught.get(play.kind, "E"),
        **story(scene, play),
    }


def plate_appearance_named(given: Given, ruleset: str) -> Answer:
    bases, men = runners_of(given)
    men[given["batter"]] = {"speed": speed_of(given["speed"])}
    scene = Scene(
        given["card_outcome"],
        bases,
        given["outs"],
        inning=given["inning"],
        bottom=is_bottom(given),
        men=men,
        throws=given["pitcher_throws"],
        grade=given["pitcher_grade"],
        batter=given["batter"],
    )
    play = scene.play(Script(in_order=iter(list(chain(*given["rolls"]))), answers={"tag": "tag"}))
    after = story(scene, play)
    return {
        "outcome": outcome_of(play),
        "location": location_of(play),
        "code": play.code,
        "runs_total": given["runs_before"] + after["runs"],
        "left_on_base": len(play.bases_after),
        **after,
    }


def is_bottom(given: Given) -> bool:
    if given["half"] not in ("top", "bottom"):
        raise UnknownWords("half", given["half"], "top, bottom")
    return bool(given["half"] == "bottom")


def half_inning(given: Given, ruleset: str) -> Answer:
    turns = given["plate_appearances"]
    batters = [turn["batter"] for turn in turns]
    men = {turn["batter"]: {"speed": speed_of(turn["speed"])} | column(turn["card_outcome"]) for turn in turns}
    scene = Scene(
        men=men,
        inning=given["inning"],
        bottom=is_bottom(given),
        throws=given["pitcher_throws"],
        grade=given["pitcher_grade"],
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
