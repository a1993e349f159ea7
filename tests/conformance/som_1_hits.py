"""Adapters for sections 2 and 13: advances on hits, extra-base chances, cutoffs, and the catcher at the plate."""

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, BATTER
from rules_engine.systems.strat_o_matic.baserunning.chances import (
    SafeChance,
    catcher_may_block,
    has_hold,
    lead_chance,
    safe_against_catcher,
    trail_chance,
)
from rules_engine.systems.strat_o_matic.batting.hits import (
    ExtraBase,
    is_cutoff_offered,
    open_hit_attempt,
    outfielder_on,
    trail_starts,
)
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import PositionRating
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD, Line
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset, load_ruleset
from rules_engine.systems.strat_o_matic.situation import Fielder, Situation
from tests.conformance.given import CaseFacts
from tests.conformance.playing import Answer, Scene, Script
from tests.conformance.som_1_reading import reading_of, split_line, text_at
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import FIELDS, SECOND_THROWS, THROWS, base_list, state_of, word_for
from tests.conformance.words.som_phrases import ORIGINS, PLATE, kind_of

SYSTEMS = ("som_1",)
SETS = {"out", "scored"}  # players who are out or score, in any order
WORDS = FIELDS
RUNNER_ROLES = {"lead": ("lead_runner",), "lead_trail": ("trail", "trail_runner", "lead_trail_runner")}
AVERAGE_RUNNING = 10  # for runners without a given rating
CHART_OPTION = "option_extra_advance"


def edition_for(facts: CaseFacts, ruleset: str) -> Ruleset:
    """Return the ruleset. In Basic, the extra base is optional."""
    edition = load_ruleset(ruleset)
    return edition.with_options("hits", stars=facts[CHART_OPTION]) if CHART_OPTION in facts else edition


def running(facts: CaseFacts, key: str) -> Answer:
    """Return the cards of all runners. A case with only one running rating tests only that runner's throw."""
    return dict.fromkeys(facts["bases"], {"running": facts[key]}) if key in facts else {}


def plate_roll(facts: CaseFacts, safe: int | None) -> dict[str, int]:
    """Return the catcher's d20 (13.63). If it is missing, the catcher leaves the first roll unchanged."""
    if "check_d20" in facts:
        return {"plate": facts["check_d20"]}
    if "d20" not in facts or safe is None:
        return {}
    return {"plate": 1 if facts["d20"] <= safe else 20}


def blocker(facts: CaseFacts) -> dict[str, PositionRating]:
    """Return the catcher at the plate, if the case rates him."""
    if "check_d20" in facts and "catcher_rating" not in facts:
        raise UnknownWords("catcher_rating", None, "1 to 5, if check_d20 is given")
    return {"c": PositionRating("c", facts["catcher_rating"], 0, 0)} if "catcher_rating" in facts else {}


def on_base(facts: CaseFacts) -> int:
    """Return the occupied-bases int. A case can give the outs even if its rule doesn't need them."""
    facts.get("outs")
    return state_of(facts["bases"])


def stance(facts: CaseFacts) -> dict[str, str]:
    """Return the case's defense: the infield, and the holds by base or for all runners."""
    answers = {"infield": facts["infield"]} if "infield" in facts else {}
    if "held" in facts:
        holds, on_bases = facts["held"], facts["bases" if "bases" in facts else "runners_on"]
        bases_on_hold = (list(on_bases) if holds else []) if isinstance(holds, bool) else base_list("held", holds)
        answers["hold"] = "".join(str(BASE_NUMBERS[base]) for base in bases_on_hold) or "none"
    return answers


def hit_advance(facts: CaseFacts, ruleset: str) -> Answer:
    """Play a hit. If the ruleset has more choices than the case, the defense throws and the trail runners stay."""
    edition, sends = edition_for(facts, ruleset), bool(facts.get("offense_attempts"))
    return open_hit(facts, edition, sends, {"throw": "throw", "send_trail": "hold"})


def open_hit(facts: CaseFacts, edition: Ruleset, sends: bool, choices: dict[str, str]) -> Answer:
    """Play a hit in a game, with the runners' given chances or running ratings."""
    line, answers = parse_line(facts["reading"]), choices | cutoff_answers(facts, edition) | stance(facts)
    answers["send_lead"] = "send" if sends else "hold"
    cards = running(facts, "lead_running") or runners_with_chances(facts, edition, line, answers)
    scene = Scene(edition, facts["bases"], facts["outs"], line, runners=cards, fielders=blocker(facts))
    chance = facts.get("lead_running") if "lead_running" in facts else facts.get("lead_safe_max")
    script = Script(plate_roll(facts, chance), answers, facts.get("d20"))
    play = scene.play(script)
    need_chance(facts, script)
    answer: Answer = {"attempt_allowed": "send_lead" in script.offered, "safe_max": script.safe("send_lead", "send")}
    return answer | (scene.outcome(play) | {"d20_rolled": rolled(script)} if play else {})


def rolled(script: Script) -> bool:
    """Return whether a d20 was rolled for a runner."""
    return any(name in ("lead", "trail", "second", "lomax") for name in script.rolled)


def chance_answer(facts: CaseFacts, chance: SafeChance, *ratings: str) -> Answer:
    """Return safe_max if the case gives one of the ratings used to calculate it."""
    return {"safe_max": chance.safe} if any(rating in facts for rating in ratings) else {}


def extra_base_chance(facts: CaseFacts, ruleset: str) -> Answer:
    """Calculate the throw in the case: the runner, his bases, and the lead runner if he trails."""
    edition, fielder = edition_for(facts, ruleset), facts.get("outfielder") or "cf"
    throw = the_throw(facts, edition)
    situation = moment(facts, throw.start)
    if throw.lead is None:
        chance = lead_chance(edition, situation, throw.start, throw.target, fielder)
        hold = situation.has_hold(throw.start)
    else:
        lead = throw.lead
        chance = trail_chance(
            edition, situation, throw.start, throw.target, fielder, lead=lead.start, lead_target=lead.target
        )
        hold = has_hold(situation, throw.start, lead.start)
    return {
        **chance_answer(facts, chance, "running", "lead_running"),
        "treated_as_held": hold,
        "minus_five_applied": chance.has("trail"),
        "two_out_bonus_applied": chance.has("two outs"),
        "right_left_field_change_applied": chance.has("throw to third"),
    }


class Throw:
    """A runner's start and target bases. `lead` is the runner ahead of him, if he trails."""

    def __init__(self, start: int, target: int, lead: ExtraBase | None) -> None:
        self.start, self.target, self.lead = start, target, lead


def the_throw(facts: CaseFacts, edition: Ruleset) -> Throw:
    """Return the throw from a base and target, or from the hit and bases, which determine the lead runner."""
    trails = word_for("role", facts.absent("role", "lead"), RUNNER_ROLES) == "lead_trail"
    if "reading" in facts:
        return _throw_on_hit(facts, edition, trails=trails)
    if "runner_from" not in facts:  # 2.22: needs only running and outs, for any lead runner
        return Throw(2, BASE_NUMBERS[facts.absent("throw_to", "home")], None)
    start, target = BASE_NUMBERS[facts["runner_from"]], BASE_NUMBERS[facts["throw_to"]]
    if not trails:
        return Throw(start, target, None)
    heading = BASE_NUMBERS[facts["lead_heading"]]
    return Throw(start, target, ExtraBase(heading - (target - start), heading))


def _throw_on_hit(facts: CaseFacts, edition: Ruleset, *, trails: bool) -> Throw:
    bases = state_of(facts["bases_at_hit"] if "bases_at_hit" in facts else facts["bases"])
    situation = Situation(bases)
    lead = open_hit_attempt(edition, situation, parse_reading(facts["reading"]))
    if lead is None:
        raise UnknownWords("reading", facts["reading"], "an open hit with a runner who may try for a base")
    start = trail_starts(edition, situation, lead)[0] if trails else lead.start
    target = start + lead.target - lead.start
    _agree(facts, "runner_from", start)
    _agree(facts, "throw_to", target)
    if trails:
        _agree(facts, "lead_heading", lead.target)
    if facts.get("trail_is_batter") and start != BATTER:
        raise UnknownWords("trail_is_batter", True, f"the runner on {BASE_NAMES[start]} by the bases")
    return Throw(start, target, lead if trails else None)


def _agree(facts: CaseFacts, key: str, base: int) -> None:
    """Check that a fact given twice is the same both times."""
    name = BASE_NAMES.get(base, "batter")
    if key in facts and facts[key] != name:
        raise UnknownWords(key, facts[key], f"{name}, by the hit and the bases")


def moment(facts: CaseFacts, start: int) -> Situation:
    """Return a situation with the given holds, outs and arms. A hold without a base counts for all three."""
    holds = 0b111 if facts.get("held") else 0
    for base, key in ((1, "runner_on_first_held"), (2, "runner_on_second_held")):
        holds |= bool(facts.get(key)) << base - 1
    ratings = [AVERAGE_RUNNING] * 4
    running = facts.get("running") if "running" in facts else facts.get("lead_running")
    ratings[start] = AVERAGE_RUNNING if running is None else running
    fielders = {position: Fielder(3, arm=facts.absent("arm", 0)) for position in OUTFIELD}
    return Situation(holds=holds, outs=facts["outs"], running=tuple(ratings), fielders=fielders)  # type: ignore[arg-type]


def outfielder_choice(facts: CaseFacts, ruleset: str) -> Answer:
    edition = edition_for(facts, ruleset)
    line = split_line(facts["split"]) if "split" in facts else None
    text = text_at(facts["split"], facts["d20"]) if line else facts["reading"]
    answer = {"reading": text, "outfielder": _outfielder(edition, text, line)}
    if "arms" in facts:
        answer["arm"] = facts.full("arms")[answer["outfielder"]]
    return answer


def _outfielder(edition: Ruleset, text: str, line: Line | None) -> str:
    reading = reading_of(text)
    return outfielder_on(edition, reading, line) if reading.is_open_hit else reading.fielder


def cutoff(facts: CaseFacts, ruleset: str) -> Answer:
    edition, sent = edition_for(facts, ruleset), facts["lead_attempts"]
    reading, on_base = parse_line(facts["reading"]).sole_reading, Situation(state_of(facts["bases"]))
    offered = {"cutoff_offered": sent and is_cutoff_offered(edition, on_base, reading)}
    # without outs, the case tests only the choice
    return offered | (open_hit(facts, edition, sent, {}) if "outs" in facts else {})


def need_chance(facts: CaseFacts, script: Script) -> None:
    """Reject a roll whose safe chance is missing from the case."""
    for roll, keys in (("lead", ("lead_safe_max", "lead_running")), ("trail", ("trail_safe_max",))):
        if roll in script.rolled and not any(key in facts for key in keys):
            raise UnknownWords(keys[0], None, "1 to 19, where this runner is thrown at")


def cutoff_answers(facts: CaseFacts, edition: Ruleset) -> dict[str, str]:
    """Return the choices given in the case. A missing choice stops the play."""
    answers = {}
    if "defense" in facts:
        given_up = "concede" if edition.hits.trail_runners else "cut_off"
        throws = word_for("defense", facts["defense"], THROWS) == "throw"
        answers["throw"] = "throw" if throws else given_up
    if "trail_attempts" in facts:
        answers["send_trail"] = "send" if facts["trail_attempts"] else "hold"
    if "defense_second" in facts:
        answers["cut"] = word_for("defense_second", facts["defense_second"], SECOND_THROWS)
    return answers


def runners_with_chances(facts: CaseFacts, edition: Ruleset, line: Line, answers: dict[str, str]) -> Answer:
    """Return cards that give the runners the chances in the case, based on a rehearsal with average running."""
    attempt = open_hit_attempt(edition, Situation(state_of(facts["bases"])), line.sole_reading)
    if attempt is None:
        return {}
    rehearsal = Script({}, answers | {"send_lead": "send", "throw": "throw", "send_trail": "send"})
    Scene(edition, facts["bases"], facts["outs"], line).play(rehearsal)
    trail = trail_starts(edition, Situation(state_of(facts["bases"])), attempt)
    cards = {}
    for start, key, question in (
        (attempt.start, "lead_safe_max", "send_lead"),
        (trail[0] if trail else None, "trail_safe_max", "send_trail"),
    ):
        if key in facts and start is not None:
            average = rehearsal.safe(question, "send")
            if average is not None:
                cards[BASE_NAMES.get(start, "batter")] = {"running": AVERAGE_RUNNING + facts[key] - average}
    return cards


def catcher_block(facts: CaseFacts, ruleset: str) -> Answer:
    edition, play, safe = load_ruleset(ruleset), facts["play"], facts["safe_max"]
    tag = kind_of("play", play, PLATE) == "plate" and kind_of("play", play, ORIGINS) == "outfield"
    checked = tag and catcher_may_block(edition, safe, facts["d20"])
    answer: Answer = {"catcher_check": checked}
    if not checked:
        answer["safe"] = facts["d20"] <= safe
    elif "check_d20" in facts:
        answer["safe"] = safe_against_catcher(facts["catcher_rating"], facts["check_d20"])
    return answer


ADAPTERS = {
    "hit_advance": hit_advance,
    "extra_base_chance": extra_base_chance,
    "outfielder_choice": outfielder_choice,
    "cutoff": cutoff,
    "catcher_block": catcher_block,
}
