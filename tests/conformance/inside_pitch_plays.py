"""Adapters for Inside Pitch: errors, hits, groundouts and depth, balls in the air."""

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
from tests.conformance.given import Given
from tests.conformance.inside_pitch_scene import (
    BOOK,
    CHARTS,
    UNTOLD,
    Answer,
    Dice,
    after,
    depth_of,
    die,
    men_on,
    moment,
    number,
    place_of,
    position_word,
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


def ball_of(given: Given, key: str = "result") -> Cell:
    return parse_cell(str(given[key]), "chart")


def error(given: Given, edition: Any) -> Answer:
    """A ball with a check pending. Where the case tells that it is an error, the die says so."""
    pending, ball = _pending(given), ball_of(given)
    now = moment(given)
    decided = truth(given, "error") if "error" in given else None
    if decided is not None:
        now.gloves = tuple(glove._replace(error=19) for glove in now.gloves)
    table = Dice(
        {
            "error": die(given, "error_d20") if decided is None else 1 if decided else 20,
            "pivot_error": die(given, "pivot_error_d20"),
            "br": die(given, "br_d6"),
            "receiver": die(given, "receiver_d6"),
            "extra": die(given, "extra_d6"),
            **_throw(given),
            **_ground(given),
        },
        _answers(given),
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
    """Whether the fielder erred, where the case stops short of what came of it."""
    if "error" not in table.rolled or table.missing == "pivot_error":
        return {}
    again = Dice(table.rolls)
    return {
        "error": rolls_dropped_fly(again, now, ball.fielder) if note == "3" else rolls_error(again, now, ball.fielder)
    }


def _pending(given: Given) -> str:
    word = str(given["pending"])
    if word not in CHECKS:
        raise UnknownWords("pending", word, ", ".join(CHECKS))
    return CHECKS[word]


def _adjusted(now: PlaySituation, ball: Cell) -> Answer:
    """Adjusted BR of the lead runner and the batter, where their ratings are told."""
    if now.glove(ball.fielder).arm is UNTOLD:
        return {}
    rating, lead = arm_adjusted_br(now, ball), max((base for base in (1, 2, 3) if is_on(now.occupied, base)), default=0)
    answer: Answer = {"batter_adjusted_br": rating(BATTER)} if now.batter.br is not UNTOLD else {}
    return answer | ({"lead_adjusted_br": rating(lead)} if lead and now.br(lead) is not UNTOLD else {})


def _throw(given: Given) -> dict[str, int | None]:
    return {
        "throw_1": die(given, "first_die"),
        "throw_2": die(given, "second_die"),
        "rundown": die(given, "rundown_d6"),
    }


def _ground(given: Given) -> dict[str, int | None]:
    """One d6 is the one the base state asks for."""
    return {
        "gdp": die(given, "gdp_d6", "dp_d6", "d6"),
        "second": die(given, "second_d6", "d6"),
        "home": die(given, "home_d6"),
        "lineout": die(given, "lineout_d6", "d6"),
    }


def infield_single(given: Given, edition: Any) -> Answer:
    return _hit(given, moment(given))


def outfield_hit(given: Given, edition: Any) -> Answer:
    now, ball = moment(given), ball_of(given, "hit")
    men = [] if ball.kind == "T" or ball.fielder < 7 else runners_on_hit(CHARTS, now, ball)
    return _leads(men) | _hit(given, now)


def _hit(given: Given, now: PlaySituation) -> Answer:
    table, ball = Dice(_throw(given)), ball_of(given, "hit")
    play = table.play(lambda: resolve_hit(table, BOOK, now, ball))
    answer = {"throw_possible": table.wanted("throw_1")}
    if play is None and is_on(now.occupied, 3):
        answer["runner_third"] = "H"  # he scores whatever the throw brings
    return answer | (after(now, play) if play else {})


def _leads(men: list[AdvancingRunner]) -> Answer:
    """The lead runner, and the one who takes his place when he goes without a throw."""
    leads = [man for man in men if man.start != BATTER]
    if not leads:
        return {"lead_runner": None}
    answer: Answer = {"lead_runner": str(leads[0].start), "lead_adjusted_br": leads[0].abr}
    if lead_runner_goes(leads[0]) and len(leads) > 1:
        answer |= {"new_lead_runner": str(leads[1].start), "new_lead_adjusted_br": leads[1].abr}
    return answer


def groundout(given: Given, edition: Any) -> Answer:
    now, ball = moment(given), ball_of(given)
    answer: Answer = {}
    if ball.kind == "G":
        answer["pivot"] = position_word(pivot_position(CHARTS, ball.fielder, now.matchup.side))
    if "runners" not in given and "bases" not in given:
        return answer
    answer |= _numbers(now, ball)
    table = Dice(_ground(given), _answers(given))
    play = table.play(lambda: grounder(table, BOOK, now, ball))
    return answer | (_grounded(now, play) if play else {})


def _grounded(now: PlaySituation, play: Play) -> Answer:
    return after(now, play) | {"double_play": len(play.outs) == 2}


def _numbers(now: PlaySituation, ball: Cell) -> Answer:
    """Combined GDP and the BR of the man on first, as far as their parts are told."""
    pivot = now.glove(pivot_position(CHARTS, ball.fielder, now.matchup.side)).pivot
    if not is_on(now.occupied, 1) or UNTOLD in (now.batter.gdp, now.pitcher.gdp, pivot, now.br(1)):
        return {}
    numbers = force_numbers(CHARTS, now, ball)
    return {"combined_gdp": numbers.combined, "runner_first_effective_br": numbers.br}


def _answers(given: Given) -> dict[str, str]:
    answers = {}
    if "runner_third" in given:
        answers["third"] = _word(given, "runner_third", THIRD)
    if "defense" in given:
        answers["infield_play"] = _word(given, "defense", DEFENCE)
    return answers


def _word(given: Given, key: str, known: dict[str, str]) -> str:
    if str(given[key]) not in known:
        raise UnknownWords(key, given[key], ", ".join(known))
    return known[str(given[key])]


def depth(given: Given, edition: Any) -> Answer:
    if "defense_lead" in given:
        return _suggested(given)
    if "result" in given:
        return _with_depth(given)
    if "holding_runner_on_first" in given:
        if place_of(given["fielder"]) != 3:
            raise UnknownWords("fielder", given["fielder"], "1B, who holds a runner")
        said = "hold" if truth(given, "holding_runner_on_first") else depth_of(given, "depth")
        return {"depth_is_in": depth_of_answer(said) == "in"}
    return _one_fielder(given)


def _suggested(given: Given) -> Answer:
    occupied = sum(1 << base - 1 for base in men_on(given))
    word = suggested_depth(CHARTS, occupied, number(given, "outs"), number(given, "defense_lead"))
    return {"suggested_depth": DEPTH_WORDS[word]}


def _one_fielder(given: Given) -> Answer:
    place = place_of(given["fielder"])
    now = moment(given)
    answer: Answer = {"allowed_plays": list(throw_targets(now.column(place)))}
    if answer["allowed_plays"] == ["any"]:
        answer["allowed_plays"] = "any"
    if "runner_third_br" not in given:
        return answer
    third = Given({"runners": {"3": {"BR": number(given, "runner_third_br")}}})
    now.occupied, now.runners = 0b100, moment(third).runners
    answer["effective_br"] = br_toward_home(CHARTS, now.br(3), now.column(place))
    table = Dice({"home": die(given, "home_d6", "d6")})
    play = table.play(lambda: play_at_home(table, BOOK, now, Cell("G", place)))
    return answer | (after(now, play) if play else {})


def _with_depth(given: Given) -> Answer:
    """A grounder with its depth; what the runner does and the defence plays may be told, the usual if not."""
    now, ball = moment(given), ball_of(given)
    answer: Answer = {
        "double_play_allowed": list(possible_double_plays(CHARTS, now, ball.fielder)),
        "catcher_pivot": CATCHER_PIVOT,
        "allowed_plays": list(throw_targets(now.column(ball.fielder))),
    }
    if "combined_gdp" in given:
        _combined(now, ball, number(given, "combined_gdp"))
    if "all_infielders" not in given:
        given.absent("outs", 0)
    if now.br(3) is not UNTOLD and is_on(now.occupied, 3):
        answer["effective_br"] = br_toward_home(CHARTS, now.br(3), now.column(ball.fielder))
    thrown = {"gdp": die(given, "d6", "gdp_d6", "home_d6"), "home": die(given, "home_d6", "d6")}
    table = Dice(_ground(given) | thrown, {"third": "go"} | _answers(given))
    play = table.play(lambda: grounder(table, BOOK, now, ball))
    return answer | (_grounded(now, play) if play else {})


def _combined(now: PlaySituation, ball: Cell, combined: int) -> None:
    """Combined GDP told as one number: it is laid on the batter's card, and the other parts are none."""
    now.batter, now.pitcher = (card_without(card, 0) for card in (now.batter, now.pitcher))
    now.gloves = tuple(glove._replace(pivot=0) for glove in now.gloves)
    now.batter = card_without(now.batter, combined - CHARTS.depth["gdp"][now.column(ball.fielder)])


def card_without(card: Any, gdp: int) -> Any:
    return replace(card, gdp=gdp)


def line(given: Given, edition: Any) -> Answer:
    now, ball = moment(given), ball_of(given)
    table = Dice({"lineout": die(given, "d6", "lineout_d6")})
    play = table.play(lambda: lineout(table, BOOK, now, ball))
    if play is None:
        return {"batter": "out"}
    doubled = next((base for base in play.outs if base != BATTER), None)
    return after(now, play) | {"doubled_off": doubled, "double_play": doubled is not None}


def fly(given: Given, edition: Any) -> Answer:
    now, ball = moment(given), ball_of(given)
    red, white = given.absent("dice", (None, None))
    table = Dice({"tag_red": red, "tag_white": white, "sf": die(given, "sf_d6", "d6"), **_throw(given)})
    answer: Answer = {}
    if "sf_d6" in given and is_on(now.occupied, 3):
        scores = is_deep_enough(now.batter.sf, number(given, "sf_d6"))
        answer["throw_home"] = not scores
        answer |= _tagging(now, ball, scored=scores)
    play = table.play(lambda: flyout(table, BOOK, now, ball))
    answer["throw_possible"] = table.wanted("throw_1")
    return answer | (after(now, play) if play else {"batter": "out"})


def _tagging(now: PlaySituation, ball: Cell, *, scored: bool) -> Answer:
    men = [man for man in tagging_runners(now, ball) if man.br is not UNTOLD]
    answer: Answer = {"runner_third": "H"} if scored else {}
    answer |= {f"{_ON[man.start]}_adjusted_br": man.abr for man in men}
    left = men[1:] if scored else men
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
