"""Sections 2 and 13: bases on hits, extra-base chances, cutoffs, the catcher at the plate."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, BATTER, state_of
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.table import DiceMissing, Option
from rules_engine.systems.strat_o_matic.ball.chances import Chance, lead_chance, trail_chance, treated_as_held
from rules_engine.systems.strat_o_matic.ball.hits import (
    Attempt,
    cutoff_is_offered,
    lead_attempt_chance,
    open_hit_attempt,
    outfielder_on,
    resolve_hit,
    trail_starts,
)
from rules_engine.systems.strat_o_matic.ball.plate import catcher_is_checked, safe_against_catcher
from rules_engine.systems.strat_o_matic.ball.situation import Fielder, Situation
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading
from rules_engine.systems.strat_o_matic.cards.reading import Reading
from rules_engine.systems.strat_o_matic.editions.edition import Edition, load_edition
from tests.conformance.som_1_reading import reading_of, split_line, text_at
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import SECOND_THROWS, THROWS, heard, one_of
from tests.conformance.words.som_phrases import ORIGINS, PLATE, kind_of

SYSTEMS = ("som_1",)
SETS = {"out", "scored"}  # who is out and who scores, in no order
Given = dict[str, Any]
RUNNER_ROLES = {"lead": ("lead_runner",), "lead_trail": ("trail", "trail_runner", "lead_trail_runner")}
BEHIND_ROLLS = {
    "lead": ("lead_safe_max", "running", "lead_running"),
    "trail": ("trail_safe_max",),
    "second": ("running",),
}
LEAD_TO = {"third": 1, "home": 2}  # who leads to which base on an open single


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
    """A play in the words of the cases, with the names that the case gave the runners.

    Raises UnknownWords when a roll was read against a chance that the case does not tell.
    """
    for roll in table.rolled if table else ():
        if roll in BEHIND_ROLLS and not any(key in given for key in BEHIND_ROLLS[roll]):
            raise UnknownWords(BEHIND_ROLLS[roll][0], None, f"one of {', '.join(BEHIND_ROLLS[roll])}")
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


def chance_told(given: Given, found: Chance, *ratings: str) -> Given:
    """safe_max, where the case tells one of the ratings it is reckoned from."""
    return {"safe_max": found.safe} if any(rating in given for rating in ratings) else {}


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
        situation = situation._replace(running=running_for(attempt.start, given["lead_running"]))
    table = AnswerTable({"lead": given["d20"]} if "d20" in given else {})
    # where the edition knows more choices, the defence throws and the trail runners stay
    table.answers |= {"send_lead": "send" if given.get("offense_attempts") else "hold"}
    table.answers |= {"throw": "throw", "send_trail": "hold"}
    table.rolls |= plate_roll(given, given.get("lead_running"))
    play = resolve_hit(table, edition, situation, reading)
    return {"attempt_allowed": attempt is not None, **played(play, given, table)}


def extra_base_chance(given: Given, ruleset: str) -> Given:
    edition, situation, start = edition_for(given, ruleset), _moment(given), _start(given)
    target = BASE_NUMBERS[given["throw_to"]] if "throw_to" in given else _gains(given, start)
    fielder = given.get("outfielder", "cf")
    if _is_lead(given):
        found = lead_chance(edition, situation, start, target, fielder)
        held = start != BATTER and situation.is_held(start)
    else:
        lead = _lead_start(given)
        lead_target = BASE_NUMBERS[given["lead_heading"]] if "lead_heading" in given else _gains(given, lead)
        found = trail_chance(edition, situation, start, target, fielder, lead=lead, lead_target=lead_target)
        held = treated_as_held(situation, start, lead)
    return {
        **chance_told(given, found, "running", "lead_running"),
        "treated_as_held": held,
        "minus_five_applied": found.has("trail"),
        "two_out_bonus_applied": found.has("two outs"),
        "right_left_field_change_applied": found.has("throw to third"),
    }


def _start(given: Given) -> int:
    if given.get("trail_is_batter") or given.get("runner_from") == "batter":
        return BATTER
    if "runner_from" in given:
        return BASE_NUMBERS[given["runner_from"]]
    if _is_lead(given):
        return _lead_on(given) or LEAD_TO[given.get("throw_to", "home")]
    return _first_behind(_lead_on(given), given)


def _gains(given: Given, start: int) -> int:
    """The base that a runner tries for: one more than the open hit gives him."""
    return start + (1 if _is_single(given) else 2) + 1


def _is_single(given: Given) -> bool:
    return str(given.get("reading", "SINGLE")).upper().startswith("SINGLE")


def _is_lead(given: Given) -> bool:
    return one_of("role", given.get("role", "lead"), RUNNER_ROLES) == "lead"


def _lead_start(given: Given) -> int:
    """Where the lead runner began: from what is said of the bases, else the trail runner's next base."""
    return _lead_on(given) or _start(given) + 1


def _lead_on(given: Given) -> int:
    """The lead runner of an open hit by the bases that the case tells; 0 when it tells none."""
    bases = given.get("bases_at_hit") or list(given.get("bases", ()))
    if not bases:
        return 0
    return 2 if "second" in bases and _is_single(given) else 1


def _first_behind(lead: int, given: Given) -> int:
    bases = given.get("bases_at_hit") or list(given.get("bases", ()))
    return 1 if lead == 2 and "first" in bases else BATTER


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
    text = text_at(given["split"], given["d20"]) if line else given["reading"]
    answer = {"reading": text, "outfielder": _outfielder(edition, reading_of(text), line)}
    if "arms" in given:
        answer["arm"] = given["arms"][answer["outfielder"]]
    return answer


def _outfielder(edition: Edition, reading: Reading, line: Any) -> str:
    if not reading.is_open_hit and reading.fielder:
        return reading.fielder
    return outfielder_on(edition, reading, line)


def cutoff(given: Given, ruleset: str) -> Given:
    edition, reading = edition_for(given, ruleset), parse_reading(given["reading"])
    catcher = {"c": Fielder(given.get("catcher_rating", 3))}
    situation = Situation(state_of(given["bases"]), given.get("outs", 0), fielders=catcher)
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
        if "catcher_rating" not in given:
            raise UnknownWords("catcher_rating", None, "1 to 5, wherever check_d20 is told")
        return {"plate": given["check_d20"]}
    if "d20" not in given or safe is None:
        return {}
    return {"plate": 1 if given["d20"] <= safe else 20}


def _cutoff_answers(given: Given, edition: Edition) -> dict[str, str]:
    answers = {"send_lead": "send" if given.get("lead_attempts") else "hold"}
    if "defense" in given:
        given_up = "concede" if edition.hits.trail_runners else "cut_off"
        throws = one_of("defense", given["defense"], THROWS) == "throw"
        answers["throw"] = "throw" if throws else given_up
    if "trail_attempts" in given:
        answers["send_trail"] = "send" if given["trail_attempts"] else "hold"
    if "defense_second" in given:
        answers["cut"] = one_of("defense_second", given["defense_second"], SECOND_THROWS)
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
                moment = situation._replace(running=(ratings[0], ratings[1], ratings[2], ratings[3]))
                if reached(moment, start) == safe:
                    situation = moment
                    break
            else:
                raise UnknownWords("safe_max", safe, "1 to 19")
    return situation


def catcher_block(given: Given, ruleset: str) -> Given:
    edition = load_edition(ruleset)
    play = given["play"]
    tag = kind_of("play", play, PLATE) == "plate" and kind_of("play", play, ORIGINS) == "outfield"
    checked = tag and catcher_is_checked(edition, given["safe_max"], given["d20"])
    answer: Given = {"catcher_check": checked}
    if not checked:
        answer["safe"] = given["d20"] <= given["safe_max"]
    elif "check_d20" in given:
        answer["safe"] = safe_against_catcher(given["catcher_rating"], given["check_d20"])
    return answer


ADAPTERS = heard(
    {
        "hit_advance": hit_advance,
        "extra_base_chance": extra_base_chance,
        "outfielder_choice": outfielder_choice,
        "cutoff": cutoff,
        "catcher_block": catcher_block,
    }
)
