"""Adapters for Senior Seminar 1 to 6: dice, power, hits, flies, groundballs, X chances, lineouts and injuries."""

import re
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, SECOND, STATE_NAMES, THIRD
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.tallies import tally_of
from rules_engine.systems.strat_o_matic.baserunning.chances import safe_against_catcher
from rules_engine.systems.strat_o_matic.batting.hits import (
    ExtraBase,
    lead_attempt_chance,
    open_hit_attempt,
    outfielder_by_die,
)
from rules_engine.systems.strat_o_matic.cards.dice import roll_card_line
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import PositionRating
from rules_engine.systems.strat_o_matic.cards.reading import Line, Part
from rules_engine.systems.strat_o_matic.cards.reading import plain as as_line
from rules_engine.systems.strat_o_matic.fielding.grounders import CODES, PUT_OUT, TABLES
from rules_engine.systems.strat_o_matic.fielding.outcomes import parse_outcome
from rules_engine.systems.strat_o_matic.fielding.simple_charts import load_basic_chart
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import Situation
from tests.conformance.given import CaseFacts
from tests.conformance.playing import Answer, Scene, Script, pitcher_card, read_as, x_chance, x_line
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import (
    FIELDS,
    HANDS,
    POSITIONS,
    POWERS,
    Vocabulary,
    base_list,
    plain,
    word_for,
)

SYSTEM = "senior_seminar"
SETS = {"must_attempt_steal", "defence_may"}
WORDS: Final = {key: FIELDS[key] for key in ("infield", "pitcher_throws", "steal_grade", "throw_to", "target")}
CARDS: Final = {"batter": 1, "pitcher": 4}  # with a white die that selects each card
ON_BASE: Final = ("first", "second", "third")
RUNNERS: Final = {"first": "r1", "second": "r2", "third": "r3"}
ALONG: Final = {"split": 1}  # the additional d20, for cases without a split
FROM: Final[Vocabulary] = {"card": ("player_card", "batter_card", "pitcher_card"), "chart": ("fielding_chart",)}
STAY: Final = {"send_lead": "hold", "send_second": "hold"}
WALKS: Final[Vocabulary] = {
    "intentional_walk": ("ibb",),
    "walk": ("unintentional_walk", "base_on_balls"),
    "hit_by_pitch": ("hbp",),
}
CELL: Final[Vocabulary] = {
    "out": (),
    "hold": ("holds", "stays"),
    "+1": ("advance", "advances", "one_base", "up_one", "1"),
    "scores": ("home", "score"),
    "safe": ("first", "safe_at_first"),
}
FURTHER_GAMES: Final = r"(\d+) (?:more |further )?games?"


def edition() -> Ruleset:
    return load_ruleset(SYSTEM)


def on_base(facts: CaseFacts) -> dict[str, CaseFacts]:
    """Return the facts about each runner by base."""
    bases = facts["bases"]
    if unknown := [base for base in bases if base not in ON_BASE]:
        raise UnknownWords("bases", unknown[0], ", ".join(ON_BASE))
    return {base: bases[base] for base in ON_BASE if base in bases}


def scene_of(facts: CaseFacts, **more: Any) -> Scene:
    """Return a scene with runners r1, r2 and r3 by base, their facts, and the outs before the play."""
    bases = on_base(facts)
    runners = {base: {"running": runner["running"]} for base, runner in bases.items() if "running" in runner}
    runners = more.pop("runners", {}) | runners
    names = {base: RUNNERS[base] for base in bases}
    scene = Scene(edition(), names, facts["outs"], runners=runners, **more)
    for base, runner in bases.items():
        if runner.get("is_pitcher"):
            own = {"running": runner["running"]} if "running" in runner else {}
            scene.game.setup.cards[RUNNERS[base]] = pitcher_card(RUNNERS[base], **own)  # type: ignore[index]
    return scene


def stance(facts: CaseFacts) -> dict[str, str]:
    """Return the defense's infield, with holds from a list or from each runner."""
    base_names = base_list("held", facts["held"]) if "held" in facts else []
    bases = on_base(facts) if "bases" in facts else {}
    base_names += [base for base, runner in bases.items() if runner.get("held")]
    answers = {"hold": "".join(str(BASE_NUMBERS[base]) for base in ON_BASE if base in base_names) or "none"}
    return answers | ({"infield": facts["infield"]} if "infield" in facts else {})


def announced_outcome(scene: Scene, play: Play) -> Answer:
    """Return the logged result in the words of these cases."""
    outcome = scene.outcome(play)
    return {
        "bases_after": outcome["bases_after"],
        "runs": len(play.scored),
        "outs_after": outcome["outs_after"],
        "outs_made": outcome["outs_recorded"],
        "inning_over": outcome["inning_over"],
    }


def dice(facts: CaseFacts, ruleset: str) -> Answer:
    first, two = facts["colored"]
    line = roll_card_line(Script({"white": facts["control"], "colored_1": first, "colored_2": two}))
    return {"card": line.card, "column": line.column, "row": line.row}


def parts_of(reading: Any) -> list[tuple[str, int, int]]:
    """Return a reading's d20 ranges: (text, low, high)."""
    return [(reading, 1, 20)] if isinstance(reading, str) else [(text, low, high) for text, low, high in reading]


def split(facts: CaseFacts, ruleset: str) -> Answer:
    return {"result": _read(facts, {}, {})}


def homerun_power(facts: CaseFacts, ruleset: str) -> Answer:
    against = {"left": facts["batter_power"]["vs_left"], "right": facts["batter_power"]["vs_right"]}
    power = {hand: word_for("batter_power", letter, POWERS) for hand, letter in against.items()}
    throws = word_for("pitcher_throws", facts["pitcher_throws"], HANDS)
    return {"result": _read(facts, {"power": power}, {"throws": throws})}


def _read(facts: CaseFacts, batter: Mapping[str, Any], pitcher: Mapping[str, Any]) -> str:
    """Return the reading used from the card in the case.

    It is one of the card's readings, or SINGLE** for a home run.
    """
    parts, card = parts_of(facts["reading"]), word_for("card", facts["card"], dict.fromkeys(CARDS, ()))
    line = Line(tuple(Part(low, high, parse_reading(text)) for text, low, high in parts))
    roll = facts["split_d20"] if len(parts) > 1 else facts.absent("split_d20", 1)

    def scene(line: Line, **facts: Any) -> Scene:
        return Scene(edition(), {"first": "r1", "second": "r2"}, line=line, **facts)

    script = Script({"white": CARDS[card], "split": roll}, dict(STAY))
    play = scene(line, batter=batter, pitcher=pitcher).play(script)
    assert play is not None, script.missing
    texts = dict.fromkeys([*(text for text, _, _ in parts), "SINGLE**"])
    return read_as(scene, play, ((text, as_line(parse_reading(text))) for text in texts), split=roll)


def fielders(facts: CaseFacts) -> dict[str, PositionRating]:
    """Return the outfielders with their arms, and the catcher with his fielding, if given."""
    fielders = {"c": PositionRating("c", facts["catcher_fielding"], 0, 0)} if "catcher_fielding" in facts else {}
    for key, arm in (facts.get("outfield_arms") or {}).items():
        position = word_for("outfield_arms", key, POSITIONS)
        fielders[position] = PositionRating(position, 3, arm, 0)
    return fielders


def hit(facts: CaseFacts, ruleset: str) -> Answer:
    """2.1 to 2.5: play a hit from the card, with decisions to send runners and cut off the throw, and the d20s."""
    scene = scene_of(facts, line=parse_line(facts["hit"]), fielders=fielders(facts), announced=stance(facts))
    answers = {"send_lead": "send" if facts.absent("extra_base_attempt", False) else "hold"}
    if "cut_off" in facts:
        answers["throw"] = "cut_off" if facts["cut_off"] else "throw"
    d20s = {"lead": facts.get("running_d20"), "plate": facts.get("blocking_d20")}
    script = Script(ALONG | {"location": facts.get("location_d6")} | d20s, answers)
    play = scene.play(script)
    answer: Answer = {
        "attempt_allowed": "send_lead" in script.offered,
        "cut_off_choice": "throw" in script.offered,
        "running_roll_made": script.has_roll("lead"),
        "blocking_check": script.has_roll("plate"),
    }
    if "send_lead" in script.offered:
        answer |= _throw_target(facts, scene, script)
    if play is None:
        return answer
    out = [scene.name(start) for start in play.outs]
    return answer | announced_outcome(scene, play) | {"runner_out": out[0] if out else None}


def _throw_target(facts: CaseFacts, scene: Scene, script: Script) -> Answer:
    """Return the lead runner and his target base. Once the d6 has picked the outfielder, include his safe chance."""
    before, setup = scene.before, scene.game.setup
    holds = sum(1 << int(base) - 1 for base in scene.announced["hold"] if base != "none" and base.isdigit())
    situation = Situation(
        before.occupied, before.outs, setup.running_ratings(before), holds, fielders=setup.fielders(before.fielding)
    )
    attempt = open_hit_attempt(edition(), situation, parse_line(facts["hit"]).sole_reading)
    assert isinstance(attempt, ExtraBase)
    answer: Answer = {"lead_runner": scene.name(attempt.start), "throw_to": BASE_NAMES[attempt.target]}
    if "location" in script.rolled:
        fielder = outfielder_by_die(script)
        safe = lead_attempt_chance(edition(), situation, attempt, fielder).safe
        answer |= {"fielder": fielder.upper(), "safe_up_to": safe}
    return answer


def hit_location(facts: CaseFacts, ruleset: str) -> Answer:
    return {"fielder": outfielder_by_die(Script({"location": facts["location_d6"]})).upper()}


def catcher_blocking(facts: CaseFacts, ruleset: str) -> Answer:
    """2.5: on a single to center, send a runner with this rating home from second, or to third from first."""
    laid = facts.full("blocking_chart_safe_up_to")
    for rating, safe in laid.items():
        if not (safe_against_catcher(int(rating), safe) and not safe_against_catcher(int(rating), safe + 1)):
            raise UnknownWords("blocking_chart_safe_up_to", safe, "the printed chart, 1-2, 1-6, 1-10, 1-14, 1-18")
    base = {"home": "second", "third": "first"}[facts["throw_to"]]
    scene = Scene(
        edition(),
        {base: RUNNERS[base]},
        line=parse_line("SINGLE"),
        runners={base: {"running": facts["safe_up_to"]}},
        fielders={"c": PositionRating("c", facts["catcher_fielding"], 0, 0)},
    )
    rolls = {"location": 3, "lead": facts["running_d20"], "plate": facts.get("blocking_d20")}
    script = Script(ALONG | rolls, {"send_lead": "send"})
    play = scene.play(script)
    answer: Answer = {"blocking_check": script.has_roll("plate")}
    return answer | ({"runner_safe": not play.outs} if play else {})


def flyball(facts: CaseFacts, ruleset: str) -> Answer:
    """3.0, 3.1: play a fly from the card or a fielding chart, with or without sending the runner on second."""
    reading = parse_reading(facts["reading"])
    source = word_for("source", facts.absent("source", "card"), FROM)
    line, charts = as_line(reading), {}
    if source == "chart":
        line, charts = x_line(reading.fielder), x_chance(edition(), reading.fielder, f"fly {reading.letter}")

    def played(roll: int | None) -> tuple[Scene, Script, Play | None]:
        scene = scene_of(facts, line=line, charts=charts, fielders=fielders(facts), announced=stance(facts))
        answers = {"send_second": "send" if facts.absent("tag_up_attempt", False) else "hold"}
        script = Script(ALONG | {"range": 10, "second": roll}, answers)
        return scene, script, scene.play(script)

    scene, script, play = played(facts.get("tag_up_d20"))
    answer: Answer = {"tag_up_allowed": "send_second" in script.offered}
    if script.has_roll("second"):
        answer |= _tag_up({face: played(face)[2] for face in range(1, 21)}, script)
    if play is None:
        return answer
    return (
        answer | announced_outcome(scene, play) | {"sacrifice_fly": THIRD in play.scored and not tally_of(play).at_bats}
    )


def _tag_up(plays: Mapping[int, Play | None], script: Script) -> Answer:
    """Return the d20 faces on which the runner on second is safe, holds or is out."""
    ends = {face: play.to[SECOND] for face, play in plays.items() if play}
    holds = [face for face, end in ends.items() if end == SECOND]
    out = [face for face, end in ends.items() if end == OUT]
    return {
        "safe_up_to": script.safe("send_second", "send"),
        "hold_range": [holds[0], holds[-1]] if holds else None,
        "out_on": out[0] if len(out) == 1 else out,
    }


def groundball(facts: CaseFacts, ruleset: str) -> Answer:
    """4.0: play a groundball chart where every cell has the effect stated in the case."""
    bases = on_base(facts)
    cell = {base_name: word_for("chart_cell", fate, CELL) for base_name, fate in facts.full("chart_cell").items()}
    for code in CODES:
        state = "".join(str(BASE_NUMBERS[base]) for base in bases)
        if any(base not in state for base in PUT_OUT.get(code, "")):
            continue
        with tempfile.TemporaryDirectory() as folder:
            own = edition().with_options("grounders", chart=_chart_of(Path(folder), code))
            if _does(own, bases, code, cell):
                return _on_the_ground(facts, own)
    raise UnknownWords("chart_cell", cell, f"what one of {', '.join(CODES)} does")


def _chart_of(folder: Path, code: str) -> Path:
    """Write a chart with this code in every cell. If the code needs a missing runner, the batter is out."""
    lines = [f'title = "{code} everywhere"']
    for table in TABLES:
        lines.append(f"[{table}]")
        for state in STATE_NAMES[1:]:
            batter_code = code if all(base in state for base in PUT_OUT.get(code, "")) else "Batter"
            lines.append(f'{state} = ["{batter_code}", "{batter_code}", "{batter_code}"]')
    path = folder / "own.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _does(own: Ruleset, bases: Mapping[str, CaseFacts], code: str, cell: Mapping[str, str]) -> bool:
    """Return whether the code, with nobody out, has the cell's stated effect on the batter and runners."""
    script = Script(dict(ALONG), {"send_lead": "hold"})
    scene = Scene(own, {base: RUNNERS[base] for base in bases}, line=parse_line("gb(ss)A"))
    play = scene.play(script) if bases else None
    if play is None:
        return code == "Batter" and not bases
    fates = {"batter": "out" if play.to[0] == OUT else "safe"}
    for base in bases:
        start, end = BASE_NUMBERS[base], play.to[BASE_NUMBERS[base]]
        fates[RUNNERS[base]] = "out" if end == OUT else "hold" if end == start else "scores" if end == 4 else "+1"
    return all(
        fates.get(base_name) == fate or (fate == "+1" and fates.get(base_name) == "scores")
        for base_name, fate in cell.items()
    )


def _on_the_ground(facts: CaseFacts, own: Ruleset) -> Answer:
    scene = Scene(
        own,
        {base: RUNNERS[base] for base in on_base(facts)},
        facts["outs"],
        line=as_line(parse_reading(facts["reading"])),
    )
    play = scene.play(Script(dict(ALONG), {**stance(facts), "send_lead": "hold"}))
    return announced_outcome(scene, play) if play else {}


def x_chance_read(facts: CaseFacts, ruleset: str) -> Answer:
    """5.1, 9.1: use the given fielding chart. With the infield in, an X chance also starts on this chart."""
    reading = parse_reading(facts["reading"])
    position = reading.fielder or "c"
    answers = stance(facts)
    if "fielding_chart" not in facts:
        script = Script(dict(ALONG), answers)
        Scene(edition(), line=as_line(reading)).play(script)
        return {"first_chart": "BASIC FIELDING CHART" if script.missing == "range" else "GROUNDBALL RESULT CHART"}
    laid, roll = facts.full("fielding_chart")[position], facts["fielding_d20"]
    cells = laid[str(roll)]
    play = _chance(facts, position, [cells] * 20, answers, roll)
    for text in dict.fromkeys(cells):
        if _chance(facts, position, [[text] * 5] * 20, answers, roll) == play:
            return {"result": text, "first_chart": "BASIC FIELDING CHART"}
    raise AssertionError(f"none of the cells makes {play}")


def _chance(facts: CaseFacts, position: str, cells: list[list[str]], answers: dict[str, str], roll: int) -> Play | None:
    """Return the play from a chart with these cells for the fielder, and runners on first and third."""
    chart = load_basic_chart()
    own = tuple(tuple(map(parse_outcome, row)) for row in cells)
    rated = {position: PositionRating(position, facts["fielder_fielding"], 0, 0)}
    charts = {"basic_chart": replace(chart, cells={**chart.cells, position: own})}
    line = as_line(parse_reading(facts["reading"]))
    scene = Scene(edition(), {"first": "r1", "third": "r3"}, line=line, fielders=rated, charts=charts)
    return scene.play(Script(ALONG | {"range": roll}, answers | STAY))


def plus_plus(facts: CaseFacts, ruleset: str) -> Answer:
    """6.1: put the held runners on their bases. Without holds the bases are empty."""
    printed, holds = facts["reading"], base_list("held", facts["held"])
    scene = Scene(edition(), {base: RUNNERS[base] for base in holds}, line=parse_line(printed))
    play = scene.play(Script(dict(ALONG), stance(facts)))
    assert play is not None
    two_bases = all(play.to[BASE_NUMBERS[base]] == min(BASE_NUMBERS[base] + 2, 4) for base in holds)
    return {"result": "SINGLE**" if play.kind == "single" and two_bases else printed.rstrip("+")}


def lineout_max(facts: CaseFacts, ruleset: str) -> Answer:
    scene = scene_of(facts, line=parse_line(facts["reading"]))
    script = Script(dict(ALONG))
    play = scene.play(script)
    return announced_outcome(scene, play) if play else {}


def walk(facts: CaseFacts, ruleset: str) -> Answer:
    event = word_for("event", facts["event"], WALKS)
    scene = scene_of(facts, line=parse_line("HBP" if event == "hit_by_pitch" else "WALK"))
    play = scene.play(Script(dict(ALONG), {"pitch": "walk"} if event == "intentional_walk" else {}))
    assert play is not None
    return announced_outcome(scene, play)


def injury(facts: CaseFacts, ruleset: str) -> Answer:
    """6.4: return the injured player, and the additional games he misses based on the chart."""
    if "table_duration" in facts:
        return _duration(plain(facts["table_duration"]).replace("_", " "))
    in_use, at_bat = facts.get("dh_in_use"), facts.get("batter_is_dh")
    hitter = ("batter" if at_bat else "visitor 9") if in_use else ""
    facts.get("batter_is_pinch_hitter")  # a pinch hitter counts as an ordinary batter
    first, two = facts["colored"]
    rolls = {"white": facts["control"], "colored_1": first, "colored_2": two, "injury": 1, "range": 10}
    scene = Scene(edition(), {"first": "r1"}, line=parse_line(facts["reading"]), designated_hitter=hitter)
    assert scene.play(Script(ALONG | rolls, dict(STAY))) is not None
    injured = {"batter": "batter", "p": "pitcher", "": None}[scene.made.injured]
    return {"injury_check_for": injured}


def _duration(words: str) -> Answer:
    """Injure a batter with an injury chart that has this duration for every d20."""
    match = re.search(FURTHER_GAMES, words)
    if match is None and not re.search(r"(rest|remainder) of (this|the) game|this game( only)?$", words):
        raise UnknownWords("table_duration", words, "rest of this game, N more games")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "own.toml"
        path.write_text(f"games = {[int(match[1]) if match else 0] * 20}", encoding="utf-8")
        scene = Scene(edition().with_options("injuries", chart=path), line=parse_line("strikeout plus injury"))
        assert scene.play(Script(ALONG | {"injury": 20})) is not None
    made = scene.made
    return {"out_for_rest_of_this_game": made.injured == "batter", "available_next_game": made.games_missed == 0}


ADAPTERS = {
    "dice": dice,
    "split": split,
    "homerun_power": homerun_power,
    "hit_advance": hit,
    "hit_location": hit_location,
    "extra_base": hit,
    "cutoff": hit,
    "catcher_blocking": catcher_blocking,
    "flyball": flyball,
    "groundball": groundball,
    "x_chance": x_chance_read,
    "plus_plus": plus_plus,
    "lineout_max": lineout_max,
    "walk": walk,
    "injury": injury,
}
