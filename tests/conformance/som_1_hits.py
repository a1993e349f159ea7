"""Sections 2 and 13, played: bases on hits, extra-base chances, cutoffs, the catcher at the plate."""

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, BATTER
from rules_engine.systems.strat_o_matic.baserunning.chances import (
    SafeChance,
    catcher_may_block,
    counts_as_held,
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
from tests.conformance.given import Given
from tests.conformance.playing import Answer, Scene, Script
from tests.conformance.som_1_reading import reading_of, split_line, text_at
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import FIELDS, SECOND_THROWS, THROWS, base_list, one_of, state_of
from tests.conformance.words.som_phrases import ORIGINS, PLATE, kind_of

SYSTEMS = ("som_1",)
SETS = {"out", "scored"}  # who is out and who scores, in no order
WORDS = FIELDS
RUNNER_ROLES = {"lead": ("lead_runner",), "lead_trail": ("trail", "trail_runner", "lead_trail_runner")}
AVERAGE_RUNNING = 10  # on the cards of men whose running a case does not tell
CHART_OPTION = "option_extra_advance"


def edition_for(given: Given, ruleset: str) -> Ruleset:
    """The edition; Basic has the extra base as an option."""
    edition = load_ruleset(ruleset)
    return edition.with_options("hits", stars=given[CHART_OPTION]) if CHART_OPTION in given else edition


def running(given: Given, key: str) -> Answer:
    """The cards of all runners: a case that tells the running of one is about his throw alone."""
    return dict.fromkeys(given["bases"], {"running": given[key]}) if key in given else {}


def plate_roll(given: Given, safe: int | None) -> dict[str, int]:
    """The catcher's d20 (13.63) as told; in a case that tells none the catcher leaves the first roll as it was."""
    if "check_d20" in given:
        return {"plate": given["check_d20"]}
    if "d20" not in given or safe is None:
        return {}
    return {"plate": 1 if given["d20"] <= safe else 20}


def blocker(given: Given) -> dict[str, PositionRating]:
    """The catcher at the plate."""
    if "check_d20" in given and "catcher_rating" not in given:
        raise UnknownWords("catcher_rating", None, "1 to 5, wherever check_d20 is told")
    return {"c": PositionRating("c", given["catcher_rating"], 0, 0)} if "catcher_rating" in given else {}


def on_base(given: Given) -> int:
    """The occupied-bases int. A case may tell the outs of the moment where its rule does not ask for them."""
    given.get("outs")
    return state_of(given["bases"])


def stance(given: Given) -> dict[str, str]:
    """How the defence stands as the case tells it: the infield, and who is held, by base or all of them alike."""
    answers = {"infield": given["infield"]} if "infield" in given else {}
    if "held" in given:
        told, everybody = given["held"], given["bases" if "bases" in given else "runners_on"]
        held = (list(everybody) if told else []) if isinstance(told, bool) else base_list("held", told)
        answers["hold"] = "".join(str(BASE_NUMBERS[base]) for base in held) or "none"
    return answers


def hit_advance(given: Given, ruleset: str) -> Answer:
    """Where the edition knows more choices than the case, the defence throws and the trail runners stay."""
    edition, sends = edition_for(given, ruleset), bool(given.get("offense_attempts"))
    return open_hit(given, edition, sends, {"throw": "throw", "send_trail": "hold"})


def open_hit(given: Given, edition: Ruleset, sends: bool, choices: dict[str, str]) -> Answer:
    """The hit in a game, with the runners' chances as told or by their running."""
    line, answers = parse_line(given["reading"]), choices | cutoff_answers(given, edition) | stance(given)
    answers["send_lead"] = "send" if sends else "hold"
    cards = running(given, "lead_running") or runners_with_chances(given, edition, line, answers)
    scene = Scene(edition, given["bases"], given["outs"], line, runners=cards, fielders=blocker(given))
    chance = given.get("lead_running") if "lead_running" in given else given.get("lead_safe_max")
    script = Script(plate_roll(given, chance), answers, given.get("d20"))
    play = scene.play(script)
    need_chance(given, script)
    answer: Answer = {"attempt_allowed": "send_lead" in script.offered, "safe_max": script.safe("send_lead", "send")}
    return answer | (scene.told(play) | {"d20_rolled": rolled(script)} if play else {})


def rolled(script: Script) -> bool:
    """Whether a d20 was thrown for a runner."""
    return any(name in ("lead", "trail", "second", "lomax") for name in script.rolled)


def chance_told(given: Given, found: SafeChance, *ratings: str) -> Answer:
    """safe_max, where the case tells one of the ratings it is reckoned from."""
    return {"safe_max": found.safe} if any(rating in given for rating in ratings) else {}


def extra_base_chance(given: Given, ruleset: str) -> Answer:
    """The throw that the case is about: who runs where, and behind whom."""
    edition, fielder = edition_for(given, ruleset), given.get("outfielder") or "cf"
    throw = the_throw(given, edition)
    situation = moment(given, throw.start)
    if throw.lead is None:
        found = lead_chance(edition, situation, throw.start, throw.target, fielder)
        held = situation.is_held(throw.start)
    else:
        lead = throw.lead
        found = trail_chance(
            edition, situation, throw.start, throw.target, fielder, lead=lead.start, lead_target=lead.target
        )
        held = counts_as_held(situation, throw.start, lead.start)
    return {
        **chance_told(given, found, "running", "lead_running"),
        "treated_as_held": held,
        "minus_five_applied": found.has("trail"),
        "two_out_bonus_applied": found.has("two outs"),
        "right_left_field_change_applied": found.has("throw to third"),
    }


class Throw:
    """From where to where a runner goes; `lead` is the runner before him where he trails."""

    def __init__(self, start: int, target: int, lead: ExtraBase | None) -> None:
        self.start, self.target, self.lead = start, target, lead


def the_throw(given: Given, edition: Ruleset) -> Throw:
    """As told by base and target, or by the hit and the bases, of which the rules know the lead runner."""
    trails = one_of("role", given.absent("role", "lead"), RUNNER_ROLES) == "lead_trail"
    if "reading" in given:
        return _throw_on_hit(given, edition, trails=trails)
    if "runner_from" not in given:  # 2.22: nothing but running and outs, whoever the lead runner is
        return Throw(2, BASE_NUMBERS[given.absent("throw_to", "home")], None)
    start, target = BASE_NUMBERS[given["runner_from"]], BASE_NUMBERS[given["throw_to"]]
    if not trails:
        return Throw(start, target, None)
    heading = BASE_NUMBERS[given["lead_heading"]]
    return Throw(start, target, ExtraBase(heading - (target - start), heading))


def _throw_on_hit(given: Given, edition: Ruleset, *, trails: bool) -> Throw:
    bases = state_of(given["bases_at_hit"] if "bases_at_hit" in given else given["bases"])
    situation = Situation(bases)
    lead = open_hit_attempt(edition, situation, parse_reading(given["reading"]))
    if lead is None:
        raise UnknownWords("reading", given["reading"], "an open hit with a runner who may try for a base")
    start = trail_starts(edition, situation, lead)[0] if trails else lead.start
    target = start + lead.target - lead.start
    _agree(given, "runner_from", start)
    _agree(given, "throw_to", target)
    if trails:
        _agree(given, "lead_heading", lead.target)
    if given.get("trail_is_batter") and start != BATTER:
        raise UnknownWords("trail_is_batter", True, f"the runner on {BASE_NAMES[start]} by the bases")
    return Throw(start, target, lead if trails else None)


def _agree(given: Given, key: str, base: int) -> None:
    """What is told twice must be one and the same."""
    name = BASE_NAMES.get(base, "batter")
    if key in given and given[key] != name:
        raise UnknownWords(key, given[key], f"{name}, by the hit and the bases")


def moment(given: Given, start: int) -> Situation:
    """Holds, outs and arms as told; all three bases are held alike where the case says no more than that."""
    held = 0b111 if given.get("held") else 0
    for base, key in ((1, "runner_on_first_held"), (2, "runner_on_second_held")):
        held |= bool(given.get(key)) << base - 1
    ratings = [AVERAGE_RUNNING] * 4
    told = given.get("running") if "running" in given else given.get("lead_running")
    ratings[start] = AVERAGE_RUNNING if told is None else told
    fielders = {position: Fielder(3, arm=given.absent("arm", 0)) for position in OUTFIELD}
    return Situation(held=held, outs=given["outs"], running=tuple(ratings), fielders=fielders)  # type: ignore[arg-type]


def outfielder_choice(given: Given, ruleset: str) -> Answer:
    edition = edition_for(given, ruleset)
    line = split_line(given["split"]) if "split" in given else None
    text = text_at(given["split"], given["d20"]) if line else given["reading"]
    answer = {"reading": text, "outfielder": _outfielder(edition, text, line)}
    if "arms" in given:
        answer["arm"] = given.whole("arms")[answer["outfielder"]]
    return answer


def _outfielder(edition: Ruleset, text: str, line: Line | None) -> str:
    reading = reading_of(text)
    return outfielder_on(edition, reading, line) if reading.is_open_hit else reading.fielder


def cutoff(given: Given, ruleset: str) -> Answer:
    edition, sent = edition_for(given, ruleset), given["lead_attempts"]
    reading, on_base = parse_line(given["reading"]).sole_reading, Situation(state_of(given["bases"]))
    offered = {"cutoff_offered": sent and is_cutoff_offered(edition, on_base, reading)}
    # without the outs the case asks about the choice alone
    return offered | (open_hit(given, edition, sent, {}) if "outs" in given else {})


def need_chance(given: Given, script: Script) -> None:
    """A roll must not be read against a chance that the case does not tell."""
    for roll, keys in (("lead", ("lead_safe_max", "lead_running")), ("trail", ("trail_safe_max",))):
        if roll in script.rolled and not any(key in given for key in keys):
            raise UnknownWords(keys[0], None, "1 to 19, where this runner is thrown at")


def cutoff_answers(given: Given, edition: Ruleset) -> dict[str, str]:
    """The choices that the case tells; one it does not tell stops the play."""
    answers = {}
    if "defense" in given:
        given_up = "concede" if edition.hits.trail_runners else "cut_off"
        throws = one_of("defense", given["defense"], THROWS) == "throw"
        answers["throw"] = "throw" if throws else given_up
    if "trail_attempts" in given:
        answers["send_trail"] = "send" if given["trail_attempts"] else "hold"
    if "defense_second" in given:
        answers["cut"] = one_of("defense_second", given["defense_second"], SECOND_THROWS)
    return answers


def runners_with_chances(given: Given, edition: Ruleset, line: Line, answers: dict[str, str]) -> Answer:
    """Cards on which the runners have the chances of the case: one rehearsal shows what average running gives."""
    attempt = open_hit_attempt(edition, Situation(state_of(given["bases"])), line.sole_reading)
    if attempt is None:
        return {}
    rehearsal = Script({}, answers | {"send_lead": "send", "throw": "throw", "send_trail": "send"})
    Scene(edition, given["bases"], given["outs"], line).play(rehearsal)
    trail = trail_starts(edition, Situation(state_of(given["bases"])), attempt)
    cards = {}
    for start, key, question in (
        (attempt.start, "lead_safe_max", "send_lead"),
        (trail[0] if trail else None, "trail_safe_max", "send_trail"),
    ):
        if key in given and start is not None:
            average = rehearsal.safe(question, "send")
            if average is not None:
                cards[BASE_NAMES.get(start, "batter")] = {"running": AVERAGE_RUNNING + given[key] - average}
    return cards


def catcher_block(given: Given, ruleset: str) -> Answer:
    edition, play, safe = load_ruleset(ruleset), given["play"], given["safe_max"]
    tag = kind_of("play", play, PLATE) == "plate" and kind_of("play", play, ORIGINS) == "outfield"
    checked = tag and catcher_may_block(edition, safe, given["d20"])
    answer: Answer = {"catcher_check": checked}
    if not checked:
        answer["safe"] = given["d20"] <= safe
    elif "check_d20" in given:
        answer["safe"] = safe_against_catcher(given["catcher_rating"], given["check_d20"])
    return answer


ADAPTERS = {
    "hit_advance": hit_advance,
    "extra_base_chance": extra_base_chance,
    "outfielder_choice": outfielder_choice,
    "cutoff": cutoff,
    "catcher_block": catcher_block,
}
