"""Sections 2 and 13: bases on hits, extra-base chances, cutoffs, the catcher at the plate."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, BATTER, state_of
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.table import DiceMissing, Option
from rules_engine.systems.strat_o_matic.chances import lead_chance, trail_chance, treated_as_held
from rules_engine.systems.strat_o_matic.dice import read_split
from rules_engine.systems.strat_o_matic.edition import Edition, load_edition
from rules_engine.systems.strat_o_matic.hits import (
    Attempt,
    cutoff_is_offered,
    lead_attempt_chance,
    open_hit_attempt,
    outfielder_on,
    resolve_hit,
    trail_starts,
)
from rules_engine.systems.strat_o_matic.notation import parse_reading, write_reading
from rules_engine.systems.strat_o_matic.plate import catcher_is_checked, safe_against_catcher
from rules_engine.systems.strat_o_matic.reading import Reading
from rules_engine.systems.strat_o_matic.situation import Fielder, Situation
from tests.conformance.som_1_reading import split_line

SYSTEMS = ("som_1",)
Given = dict[str, Any]


@dataclass
class AnswerTable:
    """A table that knows its rolls and answers by name; what is not known stops the play with DiceMissing."""

    rolls: dict[str, int] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    any_d20: int | None = None
    rolled: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def roll(self, name: str, sides: int) -> int:
        self.rolled.append(name)
        value = self.rolls.get(name, self.any_d20 if sides == 20 else None)
        if value is None:
            raise DiceMissing(name, sides=sides)
        return value

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        self.asked.append(question)
        if question not in self.answers:
            raise DiceMissing(question, side=side, options=options)
        assert self.answers[question] in {option.key for option in options}
        return self.answers[question]


def edition_for(given: Given, ruleset: str) -> Edition:
    edition = load_edition(ruleset)
    if "option_extra_advance" in given:
        edition = edition.with_options("hits", stars=given["option_extra_advance"])
    return edition


def played(play: Play, given: Given, table: AnswerTable | None = None) -> Given:
    """A play in the words of the cases, with the names that the case gave the runners."""
    outs = given.get("outs", 0) + play.to.count(OUT)
    return {
        "out": [_name(given, start) for start in play.outs],
        "scored": [_name(given, start) for start in play.scored],
        "bases_after": {BASE_NAMES[base]: _name(given, start) for base, start in sorted(play.bases_after.items())},
        "outs_after": outs,
        "outs_recorded": play.to.count(OUT),
        "inning_over": outs >= 3,
        "d20_rolled": bool(table and table.rolled),
    }


def _name(given: Given, start: int) -> str:
    return "batter" if start == BATTER else given["bases"][BASE_NAMES[start]]


def running_for(base: int, runner: int) -> tuple[int, int, int, int]:
    """Running ratings in which the man from `base` has `runner`."""
    ratings = [10, 10, 10, 10]
    ratings[base] = runner
    return (ratings[0], ratings[1], ratings[2], ratings[3])


def hit_advance(given: Given, ruleset: str) -> Given:
    edition, reading = edition_for(given, ruleset), parse_reading(given["reading"])
    situation = Situation(state_of(given["bases"]), given["outs"])
    attempt = open_hit_attempt(edition, situation, reading)
    if attempt and "lead_running" in given:
        situation = replace(situation, running=running_for(attempt.start, given["lead_running"]))
    table = AnswerTable({"lead": given["d20"]} if "d20" in given else {})
    # where the edition knows more choices, the defence throws and the trail runners stay
    table.answers |= {"send_lead": "send" if given.get("offense_attempts") else "hold"}
    table.answers |= {"throw": "throw", "send_trail": "hold"}
    table.rolls |= plate_roll(given, given.get("lead_running"))
    return {"attempt_allowed": attempt is not None, **played(resolve_hit(table, edition, situation, reading), given)}


def extra_base_chance(given: Given, ruleset: str) -> Given:
    edition, situation, start = edition_for(given, ruleset), _moment(given), _start(given)
    target = BASE_NUMBERS[given.get("throw_to", "home")]
    fielder = given.get("outfielder", "cf")
    if given.get("role", "lead") == "lead":
        found = lead_chance(edition, situation, start, target, fielder)
        held = start != BATTER and situation.is_held(start)
    else:
        lead = _lead_start(given)
        lead_target = BASE_NUMBERS[given.get("lead_heading", "home")]
        found = trail_chance(edition, situation, start, target, fielder, lead=lead, lead_target=lead_target)
        held = treated_as_held(situation, start, lead)
    return {
        "safe_max": found.safe,
        "treated_as_held": held,
        "minus_five_applied": found.has("trail"),
        "two_out_bonus_applied": found.has("two outs"),
        "right_left_field_change_applied": found.has("throw to third"),
    }


def _start(given: Given) -> int:
    if given.get("trail_is_batter") or given.get("runner_from") == "batter":
        return BATTER
    return BASE_NUMBERS[given.get("runner_from", "second")]


def _lead_start(given: Given) -> int:
    """Where the lead runner began: from what is said of the bases, else the trail runner's next base."""
    bases = given.get("bases_at_hit") or list(given.get("bases", ()))
    reading = str(given.get("reading", "SINGLE")).upper()
    if bases:
        return 2 if "second" in bases and reading.startswith("SINGLE") else 1
    return _start(given) + 1


def _moment(given: Given) -> Situation:
    start = _start(given)
    held = 0
    for base, key in ((1, "runner_on_first_held"), (2, "runner_on_second_held")):
        held |= given.get(key, False) << base - 1
    if given.get("held"):
        held = 0b111
    arm = given.get("arm", 0)
    fielders = {position: Fielder(3, arm=arm) for position in ("lf", "cf", "rf")}
    running = running_for(start, given.get("running", given.get("lead_running", 10)))
    return Situation(held=held, outs=given.get("outs", 0), running=running, fielders=fielders)


def outfielder_choice(given: Given, ruleset: str) -> Given:
    edition, answer = edition_for(given, ruleset), {}
    line = split_line(given["split"]) if "split" in given else None
    reading = read_split(line, given["d20"]) if line else parse_reading(given["reading"])
    answer = {"reading": write_reading(reading), "outfielder": _outfielder(edition, reading, line)}
    if "arms" in given:
        answer["arm"] = given["arms"][answer["outfielder"]]
    return answer


def _outfielder(edition: Edition, reading: Reading, line: Any) -> str:
    if not reading.is_open_hit and reading.fielder:
        return reading.fielder
    return outfielder_on(edition, reading, line)


def cutoff(given: Given, ruleset: str) -> Given:
    edition, reading = edition_for(given, ruleset), parse_reading(given["reading"])
    situation = Situation(state_of(given["bases"]), given.get("outs", 0))
    attempt = open_hit_attempt(edition, situation, reading)
    offered = bool(given.get("lead_attempts")) and cutoff_is_offered(edition, situation, reading)
    if attempt is not None:
        situation = _with_chances(edition, situation, attempt, given)
    rolls = plate_roll(given, given.get("lead_safe_max"))
    table = AnswerTable(rolls, _cutoff_answers(given, edition), given.get("d20"))
    try:
        play = resolve_hit(table, edition, situation, reading)
    except DiceMissing:
        return {"cutoff_offered": offered}
    return {"cutoff_offered": offered, **played(play, given, table)}


def plate_roll(given: Given, safe: int | None) -> dict[str, int]:
    """The catcher's d20 (13.63): as given, else one that leaves the first roll as it was."""
    if "check_d20" in given:
        return {"plate": given["check_d20"]}
    if "d20" not in given or safe is None:
        return {}
    return {"plate": 1 if given["d20"] <= safe else 20}


def _cutoff_answers(given: Given, edition: Edition) -> dict[str, str]:
    answers = {"send_lead": "send" if given.get("lead_attempts") else "hold"}
    if "defense" in given:
        given_up = "concede" if edition.hits.trail_runners else "cut_off"
        answers["throw"] = "throw" if given["defense"].startswith("throw") else given_up
    if "trail_attempts" in given:
        answers["send_trail"] = "send" if given["trail_attempts"] else "hold"
    if "defense_second" in given:
        answers["cut"] = "through" if given["defense_second"] == "throw_through" else given["defense_second"]
    return answers


def _with_chances(edition: Edition, situation: Situation, attempt: Attempt, given: Given) -> Situation:
    """Running ratings that give the chances of the case, by the rule's own arithmetic."""
    trail = trail_starts(edition, situation, attempt)
    wanted = {attempt.start: given.get("lead_safe_max")} | ({trail[0]: given.get("trail_safe_max")} if trail else {})

    def reached(moment: Situation, start: int) -> int:
        if start == attempt.start:
            return lead_attempt_chance(edition, moment, attempt, "cf").safe
        target = start + attempt.target - attempt.start  # one base more than the hit gives him
        return trail_chance(edition, moment, start, target, "cf", lead=attempt.start, lead_target=attempt.target).safe

    for start, safe in wanted.items():
        if safe is not None:
            ratings = list(situation.running)
            for rating in range(-20, 41):
                ratings[start] = rating
                moment = replace(situation, running=(ratings[0], ratings[1], ratings[2], ratings[3]))
                if reached(moment, start) == safe:
                    situation = moment
                    break
    return situation


def catcher_block(given: Given, ruleset: str) -> Given:
    edition = load_edition(ruleset)
    at_plate = "home" in given["play"] or "plate" in given["play"]
    from_outfield = "outfield" in given["play"]
    checked = at_plate and from_outfield and catcher_is_checked(edition, given["safe_max"], given["d20"])
    answer: Given = {"catcher_check": checked}
    if not checked:
        answer["safe"] = given["d20"] <= given["safe_max"]
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
