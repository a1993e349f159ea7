"""Adapters for sections 10.2 and 26 to 28: endurance and the closer rule, batter by batter, and rest."""

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
from tests.conformance.given import CaseFacts
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
from tests.conformance.words.som_facts import FIELDS, ROLES, Vocabulary, on_bases, plain, state_of, word_for
from tests.conformance.words.som_phrases import THEN, kind_of

SYSTEMS = ("som_2",)
WORDS = FIELDS
WINDOWS: Vocabulary = {"rolling": (), "fixed_blocks": ("fixed",)}
CLEAN = "no_hits_walks_or_runs"  # the only earlier innings a case can have
USES: Vocabulary = {"pow": ("regular_pow", "relief_pow"), "closer_endurance": (), "starter_pow": ()}
NINTH = 9
LEAD_WITHOUT_SAVE = 4  # runs ahead with the bases empty
NO_POW = 9  # for a card without a POW, if the ruleset doesn't use it
CARDS: Vocabulary = {"batter": ("batters_card",), "pitcher": ("pitchers_card",)}


def edition_of(facts: CaseFacts, ruleset: str) -> Ruleset:
    edition = load_ruleset(ruleset)
    if "reliever_window" in facts:
        window = word_for("reliever_window", facts["reliever_window"], WINDOWS)
        edition = edition.with_options("endurance", reliever_window=window)
    return edition if facts.absent("closer_rule", True) else edition.with_options("endurance", closer=False)


def endurance(facts: CaseFacts, edition: Ruleset) -> Endurance:
    """Return endurance from the card's text or the case's numbers. POW is required if the ruleset uses it."""
    if "card" in facts:
        return parse_endurance(facts["card"])
    number = facts["pow"] if edition.endurance.fatigue else facts.absent("pow", NO_POW)
    return Endurance(starter=number, relief=number, closer=facts.get("closer"))


def started(facts: CaseFacts) -> bool:
    """Return whether he started this game, from the case's fact or his role. Otherwise a closer's case is in relief."""
    if "role" in facts:
        return word_for("role", facts["role"], ROLES) == "starter"
    if "card" not in facts and "started_this_game" not in facts:
        raise UnknownWords("role", None, ", ".join(ROLES))
    return bool(facts.get("started_this_game"))


def entering(facts: CaseFacts, edition: Ruleset) -> Scene:
    """Return a scene where he starts, or enters at the given inning, outs, bases and lead."""
    starts = started(facts)
    if "enters" in facts:
        entry = facts["enters"]
        bases = entry["runners_on"] if "runners_on" in entry and entry["runners_on"] else ()
        moment = {"inning": entry["inning"], "outs": entry.absent("outs", 0), "lead": entry.absent("lead", 0)}
    else:
        bases, moment = (), {"inning": facts["from_inning"]}
    if plain(facts.absent("earlier_innings", CLEAN)) != CLEAN:
        raise UnknownWords("earlier_innings", facts["earlier_innings"], CLEAN)
    return pitching_scene(edition, endurance(facts, edition), relief=not starts, bases=on_bases(bases), **moment)


def pitch_to(scene: Scene, words: list[str]) -> int | None:
    """Face every batter. Return the number of the one who tires him, or 0 if he was tired before the first."""
    for place, word in enumerate(words, start=1):
        if settled(scene):
            return place - 1
        face(scene, word)
    return len(words) if scene.appearance.tired else None


def number_in_use(appearance: StratAppearance) -> str:
    """Return the cases' word for the endurance number in use."""
    pow_word = "starter_pow" if appearance.started else "pow"
    return "closer_endurance" if appearance.on_closer else pow_word


def batters(facts: CaseFacts) -> list[str]:
    return [word_for("batters", batter, BATTERS) for batter in facts["batters"]]


def fatigue_of_batters(facts: CaseFacts, ruleset: str) -> Answer:
    scene = entering(facts, edition_of(facts, ruleset))
    if "closer_situation_at_entry" in facts:
        state = scene.game.state
        now = is_closer_situation(state.inning, -state.lead, state.occupied)
        if facts["closer_situation_at_entry"] is not now:
            raise UnknownWords("closer_situation_at_entry", not now, f"{now}, by inning, lead and bases")
    after = pitch_to(scene, batters(facts))
    fatigued = after is not None
    return {"fatigued": fatigued, "fatigued_after_batter": after, "uses": number_in_use(scene.appearance)}


def where_vulnerable(facts: CaseFacts, ruleset: str) -> Answer:
    word_for("role", facts["role"], {"reliever": ROLES["reliever"]})
    answer: Answer = {"vulnerable_after_own_outs": vulnerable_after_outs(facts["pow"])}
    if "enters" in facts:
        entry = facts["enters"]
        number = Endurance(starter=NO_POW, relief=facts["pow"])
        moment = {"inning": entry["inning"], "outs": entry.absent("outs", 0)}
        scene = pitching_scene(load_ruleset(ruleset), number, relief=True, **moment)
        for _ in range(vulnerable_after_outs(facts["pow"])):
            throw(scene, "out")
            other_half(scene)
        now = scene.game.state
        answer["vulnerable_from"] = {"inning": now.inning, "outs": now.outs}
    return answer


def endurance_dot(facts: CaseFacts, ruleset: str) -> Answer:
    """27.1: play a line on the card in the case, with a tired or rested pitcher."""
    edition, printed = edition_of(facts, ruleset), parse_line(facts["reading"])
    line = Line(printed.parts, Mark.FATIGUE_DOT) if facts["dot"] else printed
    white = 1 if word_for("card", facts["card"], CARDS) == "batter" else 4
    scene = Scene(edition, {"second": "r2"}, line=line)
    scene.game.tracker.appearance(scene.game.state)
    if facts["fatigued"]:
        scene.appearance.tire("27.3")
    play = scene.play(Script({"white": white}, {"send_lead": "hold", "send_second": "hold"}))
    assert play is not None
    return {"result": "SINGLE**" if play.kind == "single" and play.to[2] == 4 else facts["reading"]}


def lost_stuff_and_limits(facts: CaseFacts, ruleset: str) -> Answer:
    """27.52, 27.54, 27.55, 27.63: score runs on errors and get outs on strikeouts, so there are no hits or walks."""
    edition, starts = edition_of(facts, ruleset), started(facts)
    if facts.get("hits_and_walks"):
        raise UnknownWords("hits_and_walks", facts["hits_and_walks"], "0: the case is about other limits")
    own_outs = facts.absent("own_outs", 0)
    inning = facts.absent("about_to_pitch_inning", 1)
    if "inning" in facts:
        inning = facts["inning"] - own_outs // OUTS_PER_INNING
        if facts.absent("entered_at_start_of_inning", inning) != inning:
            raise UnknownWords("entered_at_start_of_inning", facts["entered_at_start_of_inning"], str(inning))
    scene = pitching_scene(
        edition,
        endurance(facts, edition),
        relief=not starts,
        inning=inning,
        lead=facts.absent("lead", 0),
        bases=on_bases(facts.absent("runners_on", ())),
        charts={"unrested": unrested(facts, edition)},
    )
    for place, runs in enumerate(facts.absent("runs_by_inning", [])):
        if place:
            to_last_out(scene)
        score(scene, runs)
    for _ in range(own_outs):
        other_half(scene)
        throw(scene, "out")
    return {"fatigued": settled(scene), "uses": number_in_use(scene.game.tracker.appearance(scene.game.state))}


def unrested(facts: CaseFacts, edition: Ruleset) -> frozenset[str]:
    """27.52: return the pitcher if he enters without his rest after relief."""
    if not facts.get("relieved_in_last_outing"):
        facts.get("days_of_rest_since")
        return frozenset()
    last = LastAppearance(started=False, outs=OUTS_PER_INNING, rested=facts["days_of_rest_since"])
    return frozenset() if is_rested(edition.rest, last, starts=True) else frozenset(("p",))


def starter_limit(facts: CaseFacts, ruleset: str) -> Answer:
    """T27.54: complete this many innings with another pitcher available."""
    edition = edition_of(facts, ruleset)
    scene = Scene(edition, inning=facts["innings_completed"] + 1, relief=not started(facts))
    return {"must_be_relieved": forced_pitching_change(scene.game, scene.game.state) is not None}


def default_pow(facts: CaseFacts, ruleset: str) -> Answer:
    edition, used_as = edition_of(facts, ruleset), word_for("used_as", facts["used_as"], ROLES)
    number = pow_for(edition.endurance, parse_endurance(facts["card"]), started=used_as == "starter")
    return {"pow": number or None, "allowed": bool(number), "legal": bool(number)}


def rest_after_relief(facts: CaseFacts, ruleset: str) -> Answer:
    edition = load_ruleset(ruleset)
    rested = facts["games_rested" if "games_rested" in facts else "days_of_rest_since"]
    allowed = bool(pow_for(edition.endurance, parse_endurance(facts["card"]), started=True))
    last_started = word_for("last_outing", facts["last_outing"], ROLES) == "starter"
    last = LastAppearance(started=last_started, outs=NINTH * OUTS_PER_INNING, rested=rested)
    asterisk, may_relieve = facts.absent("roster_asterisk", False), facts.absent("eligible_to_relieve", True)
    ruling = start_ruling(edition.rest, last, asterisk=asterisk, may_relieve=may_relieve)
    return {"may_start": allowed and bool(ruling)}


def rest(facts: CaseFacts, ruleset: str) -> Answer:
    rules, answer = load_ruleset(ruleset).rest, dict[str, Any]()
    if "roster_asterisk" in facts:
        answer["games_of_rest_between_starts"] = rest_after_start(rules, asterisk=facts["roster_asterisk"])
    if "relief_days" in facts or "relieved_in_last_games" in facts:
        answer["may_relieve_today"] = bool(relief_ruling(rules, appearances(facts)))
    if "role" in facts:
        used = facts.absent("solitaire_guide", True)
        guide = rules.solitaire_guide and used
        ruling = resting_player_ruling(
            replace(rules, solitaire_guide=guide),
            word_for("role", facts["role"], RESTING_ROLES),
            rests=facts["player_rests"],
            last_at_position=facts.absent("last_rated_at_position", False),
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


def appearances(facts: CaseFacts) -> list[bool]:
    """Return whether he pitched in relief on each recent day or game, latest last."""
    if "relief_days" in facts:
        days = {word_for("relief_days", day, DAYS) for day in facts["relief_days"]}
        return [day in days for day in reversed(list(DAYS))]
    return [bool(pitched) for pitched in facts["relieved_in_last_games"]]


def rest_after_a_start(facts: CaseFacts, ruleset: str) -> Answer:
    """27.51, 27.61: use a rest chart that requires the rest given in the case."""
    edition, rules = edition_of(facts, ruleset), load_ruleset(ruleset).rest
    needed = facts["days_of_rest_required_by_chart"]
    if rules.chart:
        rules = replace(rules, chart=chart_of_rest(needed))  # type: ignore[arg-type]
    role = word_for("last_outing", facts["last_outing"], ROLES)
    last = LastAppearance(role == "starter", NINTH * OUTS_PER_INNING, facts["days_of_rest_taken"])
    starts = started(facts)
    tired_players = frozenset() if is_rested(rules, last, starts=starts) else frozenset(("p",))
    scene = pitching_scene(
        edition, Endurance(starter=NO_POW, relief=NO_POW), relief=not starts, charts={"unrested": tired_players}
    )
    return {"fatigued": settled(scene)}


@cache
def chart_of_rest(games: int) -> Path:
    """Write a chart of starters' rest with this number in every cell."""
    path = Path(tempfile.mkdtemp()) / "starter_rest.toml"
    row = f"[{', '.join([str(games)] * 12)}]"
    path.write_text(f"asterisk = {row}\nno_asterisk = {row}\n", encoding="utf-8")
    return path


def closer_situation(facts: CaseFacts, ruleset: str) -> Answer:
    state = state_of(facts["runners_on"])
    facts.get("outs")  # included for completeness; 28.2 doesn't depend on them
    lead = facts["pitching_team_lead" if "pitching_team_lead" in facts else "lead"]
    return {"closer_situation": is_closer_situation(facts["inning"], lead, state)}


def closer_endurance(facts: CaseFacts, ruleset: str) -> Answer:
    """Return his current endurance number. A hit batter changes nothing, and shows his state before facing one."""
    edition = edition_of(facts, ruleset)
    printed = endurance(facts, edition)
    scene = before_the_switch(facts, edition, printed)
    throw(scene, "hit_by_pitch")
    for phrase in facts.absent("then", []):
        THEN_PLAYED[kind_of("then", phrase, THEN)](scene, phrase)
    if "then" in facts:
        other_half(scene)
        while scene.game.state.inning < facts["inning"]:
            to_last_out(scene)
        throw(scene, "hit_by_pitch")
    for _ in range(facts.absent("hits_and_walks_since_switch", 0)):
        throw(scene, "walk")
    appearance = scene.appearance
    return {
        "pow": appearance.pow,
        "closer_endurance": printed.closer,
        "uses": number_in_use(appearance),
        "remaining_outs": closer_outs_left(appearance),
        "fatigued": appearance.tired,
    }


def before_the_switch(facts: CaseFacts, edition: Ruleset, printed: Endurance) -> Scene:
    """Return the scene at the time of the question: when he enters, or after recording outs."""
    if "enters" in facts:
        return entering(facts, edition)
    relief, outs = not started(facts), facts.absent("own_outs", 0)
    if "lead" in facts:
        bases = on_bases(facts.absent("runners_on", ()))
        return pitching_scene(edition, printed, relief=relief, inning=facts["inning"], lead=facts["lead"], bases=bases)
    uses = word_for("uses", facts["uses_before"] if "uses_before" in facts else facts.absent("uses", "pow"), USES)
    if uses == "closer_endurance":
        scene = pitching_scene(edition, printed, relief=relief, inning=NINTH, lead=1)
    else:
        inning = NINTH - outs // OUTS_PER_INNING
        scene = pitching_scene(edition, printed, relief=relief, inning=inning, lead=LEAD_WITHOUT_SAVE)
    for _ in range(outs):
        other_half(scene)
        throw(scene, "out")
    other_half(scene)
    if facts.get("fatigued_already"):
        scene.game.tracker.appearance(scene.game.state).tire("27.3")
    if facts.get("now_closer_situation"):
        score(scene, LEAD_WITHOUT_SAVE - 2)  # two runs ahead, with the tying run at bat
    return scene


def _tied(scene: Scene, phrase: str) -> None:
    while scene.game.state.lead < 0:
        throw(scene, "homer")


def _own_runs(scene: Scene, phrase: str) -> None:
    """Let his team bat again and score this many runs."""
    while not scene.game.state.bottom:
        throw(scene, "out")
    other_half(scene, ["homer"] * number("then", phrase))


THEN_PLAYED: dict[str, Callable[[Scene, str], None]] = {"tied": _tied, "own_runs": _own_runs}


def weakness_before_closer(facts: CaseFacts, ruleset: str) -> Answer:
    """T31.7: face the batters, then match the bases and the lead given in the case."""
    edition = edition_of(facts, ruleset)
    state, lead = state_of(facts["runners_on_after"] or ()), facts["lead_after"]
    for single in ("single", "long_single"):  # the bases show which kind of single it was
        scene = entering(facts, edition)
        after = pitch_to(scene, [single if word == "single" else word for word in batters(facts)])
        now = scene.game.state
        if (now.occupied, -now.lead) == (state, lead):
            break
    else:
        raise UnknownWords("runners_on_after", facts["runners_on_after"], "bases and lead that the batters make")
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
