"""Adapters for Inside Pitch: errors, hits, groundouts and depth, and balls in the air."""

from dataclasses import replace
from typing import Any, Final

from rules_engine.baseball.bases import BATTER, is_on
from rules_engine.baseball.plays import Play
from rules_engine.systems.inside_pitch.air import flyout, is_deep_enough, lineout, tagging_runners
from rules_engine.systems.inside_pitch.cells import Cell, parse_cell
from rules_engine.systems.inside_pitch.depth import depth_of_answer, suggested_depth
from rules_engine.systems.inside_pitch.errors import (
    arm_adjusted_br,
    error_note,
    is_infield_fly,
    resolve_error_check,
    rolls_dropped_fly,
    rolls_error,
)
from rules_engine.systems.inside_pitch.grounders import (
    CATCHER_PIVOT,
    br_toward_home,
    force_numbers,
    grounder,
    pivot_position,
    play_at_home,
    possible_double_plays,
    throw_targets,
)
from rules_engine.systems.inside_pitch.hits import resolve_hit, runners_on_hit
from rules_engine.systems.inside_pitch.pitcher_cells import PITCHER_CARD
from rules_engine.systems.inside_pitch.situation import PlaySituation
from rules_engine.systems.inside_pitch.throws import AdvancingRunner, lead_runner_goes
from tests.conformance.given import CaseFacts
from tests.conformance.inside_pitch_scene import (
    BOOK,
    CHARTS,
    UNTOLD,
    Answer,
    Dice,
    after,
    depth_of,
    die,
    moment,
    number,
    place_of,
    position_word,
    runners_on,
    truth,
)
from tests.conformance.words.reading import UnknownWords

SYSTEM = "inside_pitch"
PARTIAL = {"runners_after"}
CHECKS: Final = {"E?": "E", "ET?": "ET", "EG?": "EG"}
DEFENCE: Final = {
    "look_back_throw_first": "look_back",
    "look_back": "look_back",
    "double_play": "double_play",
    "home": "home",
    "throw_home": "home",
    "play_at_home": "home",
    "first": "first",
    "throw_first": "first",
}
THIRD: Final = {"holds": "hold", "hold": "hold", "goes": "go", "go": "go"}
DEPTH_WORDS: Final = {"back": "Back", "half": "Half", "in": "In"}


def ball_of(facts: CaseFacts, key: str = "result") -> Cell:
    return parse_cell(str(facts[key]), "chart")


def error(facts: CaseFacts, edition: Any) -> Answer:
    """Play a ball with a pending check. If the case states that it is an error, the die matches."""
    pending, ball = _pending(facts), ball_of(facts)
    now = moment(facts)
    decided = truth(facts, "error") if "error" in facts else None
    if decided is not None:
        now.gloves = tuple(glove._replace(error=19) for glove in now.gloves)
    table = Dice(
        {
            "error": die(facts, "error_d20") if decided is None else 1 if decided else 20,
            "pivot_error": die(facts, "pivot_error_d20"),
            "br": die(facts, "br_d6"),
            "receiver": die(facts, "receiver_d6"),
            "extra": die(facts, "extra_d6"),
            **_throw(facts),
            **_ground(facts),
        },
        _answers(facts),
    )
    answer: Answer = {"error_possible": bool(error_note(CHARTS, now, ball, pending))}
    if ball.kind == "P":
        answer["infield_fly"] = is_infield_fly(now)
    if ball.fielder > 6:
        answer |= _adjusted(now, ball)
    play = table.play(lambda: resolve_error_check(table, BOOK, now, ball, pending))
    if play is not None:
        return answer | after(now, play) | {"error": bool(play.errors)}
    if table.missing:
        return answer | _erred(table, now, ball, error_note(CHARTS, now, ball, pending))
    return answer | {"error": True, "next": PITCHER_CARD, "result": "foul"}


def _erred(table: Dice, now: PlaySituation, ball: Cell, note: str) -> Answer:
    """Return whether the fielder made an error, if the case stops before the rest of the play."""
    if "error" not in table.rolled or table.missing == "pivot_error":
        return {}
    repeated = Dice(table.rolls)
    return {
        "error": rolls_dropped_fly(repeated, now, ball.fielder)
        if note == "3"
        else rolls_error(repeated, now, ball.fielder)
    }


def _pending(facts: CaseFacts) -> str:
    word = str(facts["pending"])
    if word not in CHECKS:
        raise UnknownWords("pending", word, ", ".join(CHECKS))
    return CHECKS[word]


def _adjusted(now: PlaySituation, ball: Cell) -> Answer:
    """Return the adjusted BR of the lead runner and the batter, if their ratings are given."""
    if now.glove(ball.fielder).arm is UNTOLD:
        return {}
    rating, lead = arm_adjusted_br(now, ball), max((base for base in (1, 2, 3) if is_on(now.occupied, base)), default=0)
    answer: Answer = {"batter_adjusted_br": rating(BATTER)} if now.batter.br is not UNTOLD else {}
    return answer | ({"lead_adjusted_br": rating(lead)} if lead and now.br(lead) is not UNTOLD else {})


def _throw(facts: CaseFacts) -> dict[str, int | None]:
    return {
        "throw_1": die(facts, "first_die"),
        "throw_2": die(facts, "second_die"),
        "rundown": die(facts, "rundown_d6"),
    }


def _ground(facts: CaseFacts) -> dict[str, int | None]:
    """Return the dice of a grounder. An unnamed d6 is the die that the base state requires."""
    return {
        "gdp": die(facts, "gdp_d6", "dp_d6", "d6"),
        "second": die(facts, "second_d6", "d6"),
        "home": die(facts, "home_d6"),
        "lineout": die(facts, "lineout_d6", "d6"),
    }


def infield_single(facts: CaseFacts, edition: Any) -> Answer:
    return _hit(facts, moment(facts))


def outfield_hit(facts: CaseFacts, edition: Any) -> Answer:
    now, ball = moment(facts), ball_of(facts, "hit")
    runners = [] if ball.kind == "T" or ball.fielder < 7 else runners_on_hit(CHARTS, now, ball)
    return _leads(runners) | _hit(facts, now)


def _hit(facts: CaseFacts, now: PlaySituation) -> Answer:
    table, ball = Dice(_throw(facts)), ball_of(facts, "hit")
    play = table.play(lambda: resolve_hit(table, BOOK, now, ball))
    answer = {"throw_possible": table.has_roll("throw_1")}
    if play is None and is_on(now.occupied, 3):
        answer["runner_third"] = "H"  # he scores regardless of the throw
    return answer | (after(now, play) if play else {})


def _leads(runners: list[AdvancingRunner]) -> Answer:
    """Return the lead runner, and the runner who becomes the lead if he advances without a throw."""
    leads = [runner for runner in runners if runner.start != BATTER]
    if not leads:
        return {"lead_runner": None}
    answer: Answer = {"lead_runner": str(leads[0].start), "lead_adjusted_br": leads[0].abr}
    if lead_runner_goes(leads[0]) and len(leads) > 1:
        answer |= {"new_lead_runner": str(leads[1].start), "new_lead_adjusted_br": leads[1].abr}
    return answer


def groundout(facts: CaseFacts, edition: Any) -> Answer:
    now, ball = moment(facts), ball_of(facts)
    answer: Answer = {}
    if ball.kind == "G":
        answer["pivot"] = position_word(pivot_position(CHARTS, ball.fielder, now.matchup.side))
    if "runners" not in facts and "bases" not in facts:
        return answer
    answer |= _numbers(now, ball)
    table = Dice(_ground(facts), _answers(facts))
    play = table.play(lambda: grounder(table, BOOK, now, ball))
    return answer | (_grounded(now, play) if play else {})


def _grounded(now: PlaySituation, play: Play) -> Answer:
    return after(now, play) | {"double_play": len(play.outs) == 2}


def _numbers(now: PlaySituation, ball: Cell) -> Answer:
    """Return the combined GDP and the BR of the runner on first, if their parts are given."""
    pivot = now.glove(pivot_position(CHARTS, ball.fielder, now.matchup.side)).pivot
    if not is_on(now.occupied, 1) or UNTOLD in (now.batter.gdp, now.pitcher.gdp, pivot, now.br(1)):
        return {}
    numbers = force_numbers(CHARTS, now, ball)
    return {"combined_gdp": numbers.combined, "runner_first_effective_br": numbers.br}


def _answers(facts: CaseFacts) -> dict[str, str]:
    answers = {}
    if "runner_third" in facts:
        answers["third"] = _word(facts, "runner_third", THIRD)
    if "defense" in facts:
        answers["infield_play"] = _word(facts, "defense", DEFENCE)
    return answers


def _word(facts: CaseFacts, key: str, vocabulary: dict[str, str]) -> str:
    if str(facts[key]) not in vocabulary:
        raise UnknownWords(key, facts[key], ", ".join(vocabulary))
    return vocabulary[str(facts[key])]


def depth(facts: CaseFacts, edition: Any) -> Answer:
    if "defense_lead" in facts:
        return _suggested(facts)
    if "result" in facts:
        return _with_depth(facts)
    if "holding_runner_on_first" in facts:
        if place_of(facts["fielder"]) != 3:
            raise UnknownWords("fielder", facts["fielder"], "1B, who holds a runner")
        choice = "hold" if truth(facts, "holding_runner_on_first") else depth_of(facts, "depth")
        return {"depth_is_in": depth_of_answer(choice) == "in"}
    return _throw_to_fielder(facts)


def _suggested(facts: CaseFacts) -> Answer:
    occupied = sum(1 << base - 1 for base in runners_on(facts))
    word = suggested_depth(CHARTS, occupied, number(facts, "outs"), number(facts, "defense_lead"))
    return {"suggested_depth": DEPTH_WORDS[word]}


def _throw_to_fielder(facts: CaseFacts) -> Answer:
    place = place_of(facts["fielder"])
    now = moment(facts)
    answer: Answer = {"allowed_plays": list(throw_targets(now.column(place)))}
    if answer["allowed_plays"] == ["any"]:
        answer["allowed_plays"] = "any"
    if "runner_third_br" not in facts:
        return answer
    third = CaseFacts({"runners": {"3": {"BR": number(facts, "runner_third_br")}}})
    now.occupied, now.runners = 0b100, moment(third).runners
    answer["effective_br"] = br_toward_home(CHARTS, now.br(3), now.column(place))
    table = Dice({"home": die(facts, "home_d6", "d6")})
    play = table.play(lambda: play_at_home(table, BOOK, now, Cell("G", place)))
    return answer | (after(now, play) if play else {})


def _with_depth(facts: CaseFacts) -> Answer:
    """Play a grounder with this depth. The runner and the defense decide as given, or else by default."""
    now, ball = moment(facts), ball_of(facts)
    answer: Answer = {
        "double_play_allowed": list(possible_double_plays(CHARTS, now, ball.fielder)),
        "catcher_pivot": CATCHER_PIVOT,
        "allowed_plays": list(throw_targets(now.column(ball.fielder))),
    }
    if "combined_gdp" in facts:
        _combined(now, ball, number(facts, "combined_gdp"))
    if "all_infielders" not in facts:
        facts.absent("outs", 0)
    if now.br(3) is not UNTOLD and is_on(now.occupied, 3):
        answer["effective_br"] = br_toward_home(CHARTS, now.br(3), now.column(ball.fielder))
    rolls = {"gdp": die(facts, "d6", "gdp_d6", "home_d6"), "home": die(facts, "home_d6", "d6")}
    table = Dice(_ground(facts) | rolls, {"third": "go"} | _answers(facts))
    play = table.play(lambda: grounder(table, BOOK, now, ball))
    return answer | (_grounded(now, play) if play else {})


def _combined(now: PlaySituation, ball: Cell, combined: int) -> None:
    """Return a combined GDP given as a single number, all of it on the batter's card."""
    now.batter, now.pitcher = (card_without(card, 0) for card in (now.batter, now.pitcher))
    now.gloves = tuple(glove._replace(pivot=0) for glove in now.gloves)
    now.batter = card_without(now.batter, combined - CHARTS.depth["gdp"][now.column(ball.fielder)])


def card_without(card: Any, gdp: int) -> Any:
    return replace(card, gdp=gdp)


def line(facts: CaseFacts, edition: Any) -> Answer:
    now, ball = moment(facts), ball_of(facts)
    table = Dice({"lineout": die(facts, "d6", "lineout_d6")})
    play = table.play(lambda: lineout(table, BOOK, now, ball))
    if play is None:
        return {"batter": "out"}
    doubled = next((base for base in play.outs if base != BATTER), None)
    return after(now, play) | {"doubled_off": doubled, "double_play": doubled is not None}


def fly(facts: CaseFacts, edition: Any) -> Answer:
    now, ball = moment(facts), ball_of(facts)
    red, white = facts.absent("dice", (None, None))
    table = Dice({"tag_red": red, "tag_white": white, "sf": die(facts, "sf_d6", "d6"), **_throw(facts)})
    answer: Answer = {}
    if "sf_d6" in facts and is_on(now.occupied, 3):
        scores = is_deep_enough(now.batter.sf, number(facts, "sf_d6"))
        answer["throw_home"] = not scores
        answer |= _tagging(now, ball, scored=scores)
    play = table.play(lambda: flyout(table, BOOK, now, ball))
    answer["throw_possible"] = table.has_roll("throw_1")
    return answer | (after(now, play) if play else {"batter": "out"})


def _tagging(now: PlaySituation, ball: Cell, *, scored: bool) -> Answer:
    runners = [runner for runner in tagging_runners(now, ball) if runner.br is not UNTOLD]
    answer: Answer = {"runner_third": "H"} if scored else {}
    answer |= {f"{_ON[runner.start]}_adjusted_br": runner.abr for runner in runners}
    left = runners[1:] if scored else runners
    return answer | ({"lead_runner": str(left[0].start), "lead_adjusted_br": left[0].abr} if left else {})


_ON: Final = {1: "runner_first", 2: "runner_second", 3: "runner_third"}


ADAPTERS = {
    "error": error,
    "infield_single": infield_single,
    "outfield_hit": outfield_hit,
    "groundout": groundout,
    "depth": depth,
    "lineout": line,
    "flyout": fly,
}
