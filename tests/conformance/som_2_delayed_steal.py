"""Adapters for section 23.9: the delayed steal of home."""

from rules_engine.baseball.bases import THIRD
from rules_engine.systems.strat_o_matic.baserunning.delayed_steal import (
    delayed_chance_at_home,
    delayed_chance_at_second,
)
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating, parse_steal_rating
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from tests.conformance.given import CaseFacts
from tests.conformance.playing import Answer, Scene, Script
from tests.conformance.som_2_running import battery, facing, place_of, steal_script
from tests.conformance.words.som_facts import FIELDS, base_list, on_bases
from tests.conformance.words.som_phrases import DELAYED_DEFENCE, kind_of

SYSTEMS = ("som_2",)
WORDS = FIELDS
RUNS_AT_LEADS = StealRating(False, (7,), (12,), 15, 8)  # for a runner without a given rating
TOLD_CHANCE = {"first": ("safe_chance_at_second", 0), "third": ("safe_chance_at_home", 5)}  # plus 23.91's deduction


def delayed_steal(facts: CaseFacts, ruleset: str) -> Answer:
    rules, ratings = load_ruleset(ruleset).stealing, {base: rating_at(base, facts) for base in TOLD_CHANCE}
    scene = scene_of(facts, ruleset, ratings)
    tried = base_list("lead_attempts", facts["lead_attempts"]) if "lead_attempts" in facts else []
    if rules.ratings:
        for base in tried:  # each has rolled and stays put
            number = {"first": 1, "third": 3}[base]
            scene.play(steal_script(number, False, {"lead_1": 1, "lead_2": 3}))
    legal = scene.offered("delayed_steal")
    answer: Answer = {"legal": legal} | chances(facts, ratings)
    if not legal or "defence" not in facts:
        return answer
    script = delayed_script(facts)
    play = scene.play(script)
    answer["third_may_go"] = "delayed_steal_home" in script.offered
    if play is None:
        return answer
    return answer | {
        "runner_from_first": place_of(play, 1),
        "runner_from_third": place_of(play, THIRD),
        "run_scores": bool(play.scored),
        "runs": len(play.scored),
    }


def scene_of(facts: CaseFacts, ruleset: str, ratings: dict[str, StealRating | None]) -> Scene:
    """Return runners with the chances in the case, or with their ratings."""
    bases, arms, cards = on_bases(facts["runners_on"]), battery(facts), {}
    for base, (key, less) in TOLD_CHANCE.items():
        rating = ratings[base] or RUNS_AT_LEADS
        if key in facts:
            number = facts[key] + less - (arms.arm if base == "first" else 0)
            rating = StealRating(False, (7,), (12,), number, number)
        if base in bases:
            cards[base] = {"steal": rating}
    facts.get("held")  # 23.91A: neither a hold nor the pitcher has an effect
    return Scene(load_ruleset(ruleset), bases, facts.absent("outs", 0), runners=cards, **facing(arms))


def chances(facts: CaseFacts, ratings: dict[str, StealRating | None]) -> Answer:
    """Return the chances if the case gives ratings. `safe_chance` belongs to the runner it names."""
    if not any(ratings.values()):
        return {}
    at_second = delayed_chance_at_second(ratings["first"], battery(facts)).safe
    at_home = delayed_chance_at_home(ratings["third"]).safe
    answer: Answer = {"safe_chance_at_second": at_second, "safe_chance_at_home": at_home}
    if "runner_on" in facts or "base" in facts:
        third = facts["runner_on"] == "third" if "runner_on" in facts else facts["base"] == "home"
        answer["safe_chance"] = at_home if third else at_second
    return answer


def rating_at(base: str, facts: CaseFacts) -> StealRating | None:
    """Return a runner's rating, from a key with the base's name or from the shared steal_rating."""
    keys = (f"steal_rating_{base}", f"{base}_steal_rating", f"runner_on_{base}_rating", f"runner_from_{base}_rating")
    text = next((facts[key] for key in (*keys, "steal_rating") if facts.get(key)), None)
    return parse_steal_rating(text) if text else None


def delayed_script(facts: CaseFacts) -> Script:
    """Convert the defense's plan, a single phrase. A plan with only a throw to second leaves later choices open."""
    defense = kind_of("defence", facts["defence"], DELAYED_DEFENCE)
    answers = {
        "play": "delayed_steal",
        "delayed_steal_throw": "hold_ball" if defense == "hold_ball" else "throw",
        "delayed_steal_home": "go" if facts.get("third_goes") else "stay",
    }
    if defense in ("cut", "through"):
        answers["delayed_steal_cut"] = defense
    return Script({"steal": facts["d20"]} if "d20" in facts else {}, answers)


ADAPTERS = {"delayed_steal": delayed_steal}
