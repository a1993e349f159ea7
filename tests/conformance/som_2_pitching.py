"""Sections 10.2 and 26 to 28: endurance and the closer rule, played batter by batter, and rest."""

import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rules_engine.innings import OUTS_PER_INNING
from rules_engine.systems.strat_o_matic.cards.notation import parse_line
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance, parse_endurance
from rules_engine.systems.strat_o_matic.cards.reading import Line, Mark
from rules_engine.systems.strat_o_matic.pitching.closer import is_closer_situation
from rules_engine.systems.strat_o_matic.pitching.fatigue import (
    StratAppearance,
    closer_outs_left,
    pow_for,
    vulnerable_after_outs,
)
from rules_engine.systems.strat_o_matic.pitching.rest import (
    LastAppearance,
    is_rested,
    relief_ruling,
    rest_after_start,
    resting_player_ruling,
    start_ruling,
)
from rules_engine.systems.strat_o_matic.play.leaving import forced_pitching_change
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from tests.conformance.given import Given
from tests.conformance.innings import (
    BATTERS,
    face,
    other_half,
    pitching_scene,
    score,
    settled,
    throw,
    to_last_out,
)
from tests.conformance.playing import Answer, Scene, Script
from tests.conformance.words.reading import UnknownWords, number
from tests.conformance.words.som_facts import FIELDS, ROLES, Vocabulary, on_bases, one_of, plain, state_of
from tests.conformance.words.som_phrases import THEN, kind_of

SYSTEMS = ("som_2",)
WORDS = FIELDS
WINDOWS: Vocabulary = {"rolling": (), "fixed_blocks": ("fixed",)}
CLEAN = "no_hits_walks_or_runs"  # the only earlier innings a case may have
USES: Vocabulary = {"pow": ("regular_pow", "relief_pow"), "closer_endurance": (), "starter_pow": ()}
NINTH = 9
NO_SITUATION = 4  # runs ahead with the bases empty
NO_POW = 9  # on the card of a man of whom the edition asks none
CARDS: Vocabulary = {"batter": ("batters_card",), "pitcher": ("pitchers_card",)}


def edition_of(given: Given, ruleset: str) -> Ruleset:
    edition = load_ruleset(ruleset)
    if "reliever_window" in given:
        window = one_of("reliever_window", given["reliever_window"], WINDOWS)
        edition = edition.with_options("endurance", reliever_window=window)
    return edition if given.absent("closer_rule", True) else edition.with_options("endurance", closer=False)


def endurance(given: Given, edition: Ruleset) -> Endurance:
    """From the card's text, or from the bare numbers of the case; where the POW counts, it must be told."""
    if "card" in given:
        return parse_endurance(given["card"])
    number = given["pow"] if edition.endurance.fatigue else given.absent("pow", NO_POW)
    return Endurance(starter=number, relief=number, closer=given.get("closer"))


def started(given: Given) -> bool:
    """Whether he started this game: told as such or by his role; a closer's case, which tells neither, is relief."""
    if "role" in given:
        return one_of("role", given["role"], ROLES) == "starter"
    if "card" not in given and "started_this_game" not in given:
        raise UnknownWords("role", None, ", ".join(ROLES))
    return bool(given.get("started_this_game"))


def entering(given: Given, edition: Ruleset) -> Scene:
    """He starts, or comes in, at the inning, outs, bases and lead that the case tells."""
    starts = started(given)
    if "enters" in given:
        entry = given["enters"]
        bases = entry["runners_on"] if "runners_on" in entry and entry["runners_on"] else ()
        moment = {"inning": entry["inning"], "outs": entry.absent("outs", 0), "lead": entry.absent("lead", 0)}
    else:
        bases, moment = (), {"inning": given["from_inning"]}
    if plain(given.absent("earlier_innings", CLEAN)) != CLEAN:
        raise UnknownWords("earlier_innings", given["earlier_innings"], CLEAN)
    return pitching_scene(edition, endurance(given, edition), relief=not starts, bases=on_bases(bases), **moment)


def pitch_to(scene: Scene, words: list[str]) -> int | None:
    """Faces every batter; the number of the one after whom he is tired, 0 when he was before the first."""
    for place, word in enumerate(words, start=1):
        if settled(scene):
            return place - 1
        face(scene, word)
    return len(words) if scene.appearance.tired else None


def number_in_use(appearance: StratAppearance) -> str:
    """The cases' word for what he goes by."""
    pow_word = "starter_pow" if appearance.started else "pow"
    return "closer_endurance" if appearance.on_closer else pow_word


def batters(given: Given) -> list[str]:
    return [one_of("batters", batter, BATTERS) for batter in given["batters"]]


def fatigue_of_batters(given: Given, ruleset: str) -> Answer:
    scene = entering(given, edition_of(given, ruleset))
    if "closer_situation_at_entry" in given:
        state = scene.game.state
        now = is_closer_situation(state.inning, -state.lead, state.occupied)
        if given["closer_situation_at_entry"] is not now:
            raise UnknownWords("closer_situation_at_entry", not now, f"{now}, by inning, lead and bases")
    after = pitch_to(scene, batters(given))
    fatigued = after is not None
    return {"fatigued": fatigued, "fatigued_after_batter": after, "uses": number_in_use(scene.appearance)}


def where_vulnerable(given: Given, ruleset: str) -> Answer:
    one_of("role", given["role"], {"reliever": ROLES["reliever"]})
    answer: Answer = {"vulnerable_after_own_outs": vulnerable_after_outs(given["pow"])}
    if "enters" in given:
        entry = given["enters"]
        number = Endurance(starter=NO_POW, relief=given["pow"])
        moment = {"inning": entry["inning"], "outs": entry.absent("outs", 0)}
        scene = pitching_scene(load_ruleset(ruleset), number, relief=True, **moment)
        for _ in range(vulnerable_after_outs(given["pow"])):
            throw(scene, "out")
            other_half(scene)
        now = scene.game.state
        answer["vulnerable_from"] = {"inning": now.inning, "outs": now.outs}
    return answer


def endurance_dot(given: Given, ruleset: str) -> Answer:
    """27.1, played: the line stands on the card that the case names, and he who pitches is tired or not."""
    edition, printed = edition_of(given, ruleset), parse_line(given["reading"])
    line = Line(printed.parts, Mark.FATIGUE_DOT) if given["dot"] else printed
    white = 1 if one_of("card", given["card"], CARDS) == "batter" else 4
    scene = Scene(edition, {"second": "r2"}, line=line)
    scene.game.tracker.appearance(scene.game.state)
    if given["fatigued"]:
        scene.appearance.tire("27.3")
    play = scene.play(Script({"white": white}, {"send_lead": "hold", "send_second": "hold"}))
    assert play is not None
    return {"result": "SINGLE**" if play.kind == "single" and play.to[2] == 4 else given["reading"]}


def lost_stuff_and_limits(given: Given, ruleset: str) -> Answer:
    """27.52, 27.54, 27.55, 27.63: runs on errors, outs on strikeouts, so that no hit or walk counts."""
    edition, starts = edition_of(given, ruleset), started(given)
    if given.get("hits_and_walks"):
        raise UnknownWords("hits_and_walks", given["hits_and_walks"], "0: the case is about other limits")
    own_outs = given.absent("own_outs", 0)
    inning = given.absent("about_to_pitch_inning", 1)
    if "inning" in given:
        inning = given["inning"] - own_outs // OUTS_PER_INNING
        if given.absent("entered_at_start_of_inning", inning) != inning:
            raise UnknownWords("entered_at_start_of_inning", given["entered_at_start_of_inning"], str(inning))
    scene = pitching_scene(
        edition,
        endurance(given, edition),
        relief=not starts,
        inning=inning,
        lead=given.absent("lead", 0),
        bases=on_bases(given.absent("runners_on", ())),
        charts={"unrested": unrested(given, edition)},
    )
    for place, runs in enumerate(given.absent("runs_by_inning", [])):
        if place:
            to_last_out(scene)
        score(scene, runs)
    for _ in range(own_outs):
        other_half(scene)
        throw(scene, "out")
    return {"fatigued": settled(scene), "uses": number_in_use(scene.game.tracker.appearance(scene.game.state))}


def unrested(given: Given, edition: Ruleset) -> frozenset[str]:
    """27.52: whether he comes without his rest after relief."""
    if not given.get("relieved_in_last_outing"):
        given.get("days_of_rest_since")
        return frozenset()
    last = LastAppearance(started=False, outs=OUTS_PER_INNING, rested=given["days_of_rest_since"])
    return frozenset() if is_rested(edition.rest, last, starts=True) else frozenset(("p",))


def starter_limit(given: Given, ruleset: str) -> Answer:
    """T27.54: he has pitched so many innings, and another pitcher is ready."""
    edition = edition_of(given, ruleset)
    scene = Scene(edition, inning=given["innings_completed"] + 1, relief=not started(given))
    return {"must_be_relieved": forced_pitching_change(scene.game, scene.game.state) is not None}


def default_pow(given: Given, ruleset: str) -> Answer:
    edition, used_as = edition_of(given, ruleset), one_of("used_as", given["used_as"], ROLES)
    number = pow_for(edition.endurance, parse_endurance(given["card"]), started=used_as == "starter")
    return {"pow": number or None, "allowed": bool(number), "legal": bool(number)}


def rest_after_relief(given: Given, ruleset: str) -> Answer:
    edition = load_ruleset(ruleset)
    rested = given["games_rested" if "games_rested" in given else "days_of_rest_since"]
    allowed = bool(pow_for(edition.endurance, parse_endurance(given["card"]), started=True))
    last_started = one_of("last_outing", given["last_outing"], ROLES) == "starter"
    last = LastAppearance(started=last_started, outs=NINTH * OUTS_PER_INNING, rested=rested)
    asterisk, may_relieve = given.absent("roster_asterisk", False), given.absent("eligible_to_relieve", True)
    ruling = start_ruling(edition.rest, last, asterisk=asterisk, may_relieve=may_relieve)
    return {"may_start": allowed and bool(ruling)}


def rest(given: Given, ruleset: str) -> Answer:
    rules, answer = load_ruleset(ruleset).rest, dict[str, Any]()
    if "roster_asterisk" in given:
        answer["games_of_rest_between_starts"] = rest_after_start(rules, asterisk=given["roster_asterisk"])
    if "relief_days" in given or "relieved_in_last_games" in given:
        answer["may_relieve_today"] = bool(relief_ruling(rules, appearances(given)))
    if "role" in given:
        used = given.absent("solitaire_guide", True)
        guide = rules.solitaire_guide and used
        ruling = resting_player_ruling(
            replace(rules, solitaire_guide=guide),
            one_of("role", given["role"], RESTING_ROLES),
            rests=given["player_rests"],
            last_at_position=given.absent("last_rated_at_position", False),
        )
        answer["allowed"] = bool(ruling)
    return answer


DAYS: Vocabulary = {
    "yesterday": ("one_day_ago", "1_day_ago"),
    "two_days_ago": ("day_before_yesterday", "2_days_ago"),
    "three_days_ago": ("3_days_ago",),
    "four_days_ago": ("4_days_ago",),
    "five_days_ago": ("5_days_ago",),
}
RESTING_ROLES: Vocabulary = {
    "start": ("starter", "starting_lineup"),
    "pinch_hitter": ("pinch_hit",),
    "pinch_runner": ("pinch_run",),
    "defensive_replacement": ("late_defensive_replacement", "late_inning_defensive_replacement"),
    "injury_substitute": ("injury_replacement", "substitute"),
}


def appearances(given: Given) -> list[bool]:
    """The latest last."""
    if "relief_days" in given:
        days = {one_of("relief_days", day, DAYS) for day in given["relief_days"]}
        return [day in days for day in reversed(list(DAYS))]
    return [bool(pitched) for pitched in given["relieved_in_last_games"]]


def rest_after_a_start(given: Given, ruleset: str) -> Answer:
    """27.51, 27.61: with a chart of rest that asks what the case says the chart asks."""
    edition, rules = edition_of(given, ruleset), load_ruleset(ruleset).rest
    needed = given["days_of_rest_required_by_chart"]
    if rules.chart:
        rules = replace(rules, chart=chart_of_rest(needed))  # type: ignore[arg-type]
    role = one_of("last_outing", given["last_outing"], ROLES)
    last = LastAppearance(role == "starter", NINTH * OUTS_PER_INNING, given["days_of_rest_taken"])
    starts = started(given)
    tired_men = frozenset() if is_rested(rules, last, starts=starts) else frozenset(("p",))
    scene = pitching_scene(
        edition, Endurance(starter=NO_POW, relief=NO_POW), relief=not starts, charts={"unrested": tired_men}
    )
    return {"fatigued": settled(scene)}


@cache
def chart_of_rest(games: int) -> Path:
    """A file of the chart of starters' rest with this number everywhere."""
    path = Path(tempfile.mkdtemp()) / "starter_rest.toml"
    row = f"[{', '.join([str(games)] * 12)}]"
    path.write_text(f"asterisk = {row}\nno_asterisk = {row}\n", encoding="utf-8")
    return path


def closer_situation(given: Given, ruleset: str) -> Answer:
    state = state_of(given["runners_on"])
    given.get("outs")  # part of the moment; 28.2 does not ask for them
    lead = given["pitching_team_lead" if "pitching_team_lead" in given else "lead"]
    return {"closer_situation": is_closer_situation(given["inning"], lead, state)}


def closer_endurance(given: Given, ruleset: str) -> Answer:
    """What he goes by now. A batter who is hit changes nothing, and shows what he brings to facing him."""
    edition = edition_of(given, ruleset)
    printed = endurance(given, edition)
    scene = before_the_switch(given, edition, printed)
    throw(scene, "hit_by_pitch")
    for phrase in given.absent("then", []):
        THEN_PLAYED[kind_of("then", phrase, THEN)](scene, phrase)
    if "then" in given:
        other_half(scene)
        while scene.game.state.inning < given["inning"]:
            to_last_out(scene)
        throw(scene, "hit_by_pitch")
    for _ in range(given.absent("hits_and_walks_since_switch", 0)):
        throw(scene, "walk")
    appearance = scene.appearance
    return {
        "pow": appearance.pow,
        "closer_endurance": printed.closer,
        "uses": number_in_use(appearance),
        "remaining_outs": closer_outs_left(appearance),
        "fatigued": appearance.tired,
    }


def before_the_switch(given: Given, edition: Ruleset, printed: Endurance) -> Scene:
    """The moment in which the case asks: as he enters, or after outs of his own."""
    if "enters" in given:
        return entering(given, edition)
    relief, outs = not started(given), given.absent("own_outs", 0)
    if "lead" in given:
        bases = on_bases(given.absent("runners_on", ()))
        return pitching_scene(edition, printed, relief=relief, inning=given["inning"], lead=given["lead"], bases=bases)
    uses = one_of("uses", given["uses_before"] if "uses_before" in given else given.absent("uses", "pow"), USES)
    if uses == "closer_endurance":
        scene = pitching_scene(edition, printed, relief=relief, inning=NINTH, lead=1)
    else:
        inning = NINTH - outs // OUTS_PER_INNING
        scene = pitching_scene(edition, printed, relief=relief, inning=inning, lead=NO_SITUATION)
    for _ in range(outs):
        other_half(scene)
        throw(scene, "out")
    other_half(scene)
    if given.get("fatigued_already"):
        scene.game.tracker.appearance(scene.game.state).tire("27.3")
    if given.get("now_closer_situation"):
        score(scene, NO_SITUATION - 2)  # two ahead, with the tying run at bat
    return scene


def _tied(scene: Scene, phrase: str) -> None:
    while scene.game.state.lead < 0:
        throw(scene, "homer")


def _own_runs(scene: Scene, phrase: str) -> None:
    """His team bats again and scores so many."""
    while not scene.game.state.bottom:
        throw(scene, "out")
    other_half(scene, ["homer"] * number("then", phrase))


THEN_PLAYED: dict[str, Callable[[Scene, str], None]] = {"tied": _tied, "own_runs": _own_runs}


def weakness_before_closer(given: Given, ruleset: str) -> Answer:
    """T31.7: as the batters say, and the bases and the lead after the last of them as the case says."""
    edition = edition_of(given, ruleset)
    state, lead = state_of(given["runners_on_after"] or ()), given["lead_after"]
    for single in ("single", "long_single"):  # how far the runners went on one is for the bases to say
        scene = entering(given, edition)
        after = pitch_to(scene, [single if word == "single" else word for word in batters(given)])
        now = scene.game.state
        if (now.occupied, -now.lead) == (state, lead):
            break
    else:
        raise UnknownWords("runners_on_after", given["runners_on_after"], "bases and lead that the batters make")
    situation = is_closer_situation(now.inning, -now.lead, now.occupied)
    throw(scene, "hit_by_pitch")
    return {
        "fatigued": scene.appearance.tired,
        "fatigued_after_batter": after,
        "closer_situation": situation,
        "uses": number_in_use(scene.appearance),
    }


ADAPTERS = {
    "starter_fatigue": fatigue_of_batters,
    "reliever_fatigue": fatigue_of_batters,
    "no_fatigue": fatigue_of_batters,
    "closer_fatigue": fatigue_of_batters,
    "weakness_before_closer": weakness_before_closer,
    "vulnerable_from": where_vulnerable,
    "endurance_dot": endurance_dot,
    "lost_stuff_and_limits": lost_stuff_and_limits,
    "starter_limit": starter_limit,
    "default_pow": default_pow,
    "rest_after_relief": rest_after_relief,
    "rest_after_start": rest_after_a_start,
    "rest": rest,
    "closer_situation": closer_situation,
    "closer_endurance": closer_endurance,
    "closer_rule": closer_endurance,
    "closer_and_innings_limit": closer_endurance,
    "fatigue_is_permanent": closer_endurance,
}
