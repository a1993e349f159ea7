"""Set up an Inside Pitch case: cards, runners and dice by name, and the play as logged.

Nothing is guessed. A rating missing from the case is UNTOLD, and the case fails if a rule needs it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules_engine.baseball.bases import BATTER, HOME, is_on, occupied
from rules_engine.baseball.game_input import DiceMissing, Option, check_choice
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.systems.inside_pitch.cards import BatterCard, Glove, Park, PitcherCard
from rules_engine.systems.inside_pitch.cells import (
    FIELD_POSITIONS,
    RARE,
    Cell,
    parse_cell,
    split_batter_cell,
    split_pitcher_cell,
)
from rules_engine.systems.inside_pitch.charts import load_charts
from rules_engine.systems.inside_pitch.edition import load_edition
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.matchup import PLUS_BONUS, Matchup, park_cell
from rules_engine.systems.inside_pitch.ranges import Hits, Range
from rules_engine.systems.inside_pitch.situation import DEPTHS, PlaySituation
from tests.conformance.given import CaseFacts
from tests.conformance.words.reading import UnknownWords

Answer = dict[str, Any]


class Untold:
    """A rating missing from the case. A rule that needs it stops, as it does at a missing die."""

    def _stops(self, *_: object) -> Any:
        raise DiceMissing("a rating")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __neg__ = _stops
    __lt__ = __le__ = __gt__ = __ge__ = _stops


UNTOLD: Final[Any] = Untold()
CHARTS: Final = load_charts()
BOOK: Final = GameSetup(load_edition("suggest"), {}, Park("park", (RARE,) * 36), CHARTS)
ENDS: Final = {1: "1", 2: "2", 3: "3", HOME: "H", OUT: "out"}
FIELDERS: Final[Mapping[str, int]] = {
    **{position: place for place, position in enumerate(FIELD_POSITIONS, start=1)},
    **{str(place): place for place in range(1, 10)},
    "pitcher": 1,
    "catcher": 2,
    "first_base": 3,
    "second_base": 4,
    "third_base": 5,
    "shortstop": 6,
    "left_field": 7,
    "center_field": 8,
    "right_field": 9,
}
RATED: Final = re.compile(rf"({'|'.join(sorted(FIELDERS, key=len, reverse=True))})_(range|error|arm|pivot|depth)")


@dataclass
class Dice:
    """Game input with dice and answers under the rules' names. A missing one stops the play."""

    rolls: Mapping[str, int | None]
    answers: Mapping[str, str] = field(default_factory=dict)
    rolled: list[str] = field(default_factory=list)
    offered: dict[str, list[str]] = field(default_factory=dict)
    missing: str = ""

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        value = self.rolls.get(name)
        if value is None:
            raise DiceMissing(name, sides=sides)
        if not lowest <= value < lowest + sides:
            raise UnknownWords(name, value, f"a die of {sides}")
        self.rolled.append(name)
        return value

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        self.offered[question] = [option.key for option in options]
        if question not in self.answers:
            if len(options) == 1:
                return options[0].key
            raise DiceMissing(question, side=side, options=options)
        check_choice(question, self.answers[question], options)
        return self.answers[question]

    def has_roll(self, die: str) -> bool:
        """Return whether this die was rolled or was the next die needed."""
        return die in self.rolled or die == self.missing

    def play(self, make: Callable[[], Play | None]) -> Play | None:
        """Return the play, or None if a die or an answer is missing or the batter continues."""
        try:
            return make()
        except DiceMissing as missing:
            self.missing = missing.name
            return None


def number(facts: CaseFacts, key: str) -> int:
    value = facts[key]
    if isinstance(value, bool) or not isinstance(value, int):
        raise UnknownWords(key, value, "whole numbers")
    return value


def rated(facts: CaseFacts, *keys: str) -> int:
    """Return the number under whichever key the case uses, or UNTOLD."""
    return next((number(facts, key) for key in keys if key in facts), UNTOLD)


def die(facts: CaseFacts, *keys: str) -> int | None:
    """Return the die under whichever key the case uses, or None if it is missing."""
    return next((number(facts, key) for key in keys if key in facts), None)


def total(facts: CaseFacts, *keys: str) -> int:
    """Return the sum of the given ratings, or UNTOLD without any."""
    values = [number(facts, key) for key in keys if key in facts]
    return sum(values) if values else UNTOLD


def span(facts: CaseFacts, key: str) -> Range:
    """Return a range given as [low, high], or None for a blank range."""
    value = facts.get(key)
    if value is None:
        return None
    low, high = value
    return int(low), int(high)


def truth(facts: CaseFacts, key: str) -> bool:
    value = facts[key]
    if not isinstance(value, bool):
        raise UnknownWords(key, value, "true and false")
    return value


def place_of(word: str) -> int:
    """Return the number of a position such as "SS" or "first_base"."""
    key = str(word).lower()
    if key not in FIELDERS:
        raise UnknownWords("fielder", word, ", ".join(FIELDERS))
    return FIELDERS[key]


def position_word(place: int) -> str:
    return FIELD_POSITIONS[place - 1].upper()


def depth_of(facts: CaseFacts, key: str) -> str:
    word = str(facts[key]).lower()
    depth_word = {"halfway": "half", "double_play": "half"}.get(word, word)
    if depth_word not in DEPTHS:
        raise UnknownWords(key, facts[key], ", ".join(DEPTHS))
    return depth_word


RUNNERS: Final = ("runners", "bases", "runner_on")


def runners_on(runners_on: CaseFacts, *keys: str) -> dict[int, int]:
    """Return each runner's BR by base, UNTOLD if the case gives only the runner."""
    for key in keys or RUNNERS:
        if key in runners_on:
            value = runners_on[key]
            if isinstance(value, Mapping):
                return {base_number(key, base): _br(runner) for base, runner in value.items()}
            return dict.fromkeys((base_number(key, base) for base in value), UNTOLD)
    return {}


def base_number(key: str, base: object) -> int:
    if str(base) not in ("1", "2", "3"):
        raise UnknownWords(key, base, "1, 2 and 3")
    return int(str(base))


def _br(runner: Any) -> int:
    return number(runner, "BR") if isinstance(runner, CaseFacts) else UNTOLD


def hits_given(facts: CaseFacts, key: str) -> Hits:
    """Return the result on a ? line for each d20 number. Numbers outside its ranges are flyouts."""
    hits = ["F"] * 20
    for word, ends in facts.full(key).items():
        low, high = ends
        hits[low - 1 : high] = [word] * (high - low + 1)
    return tuple(hits)


def line_given(facts: CaseFacts) -> tuple[Cell, ...]:
    return tuple(parse_cell(text, "line") for text in facts["out_line"]) if "out_line" in facts else ()


def matchup(facts: CaseFacts) -> Matchup:
    """Return all pitcher, batter and ballpark ratings that the case contains."""
    side = str(facts.absent("batting_side", "R"))
    hits = _hits_by_hand(facts)
    park_hits = hits_given(facts, "ballpark_h") if "ballpark_h" in facts else ("F",) * 20
    if "ballpark_h_result" in facts:
        word = str(facts["ballpark_h_result"])
        park_hits = ({"HR": "[HR]"}.get(word, word),) * 20
    left = side == "L"
    return Matchup(
        side=side,
        line=line_given(facts),
        k=total(facts, "batter_k", "ballpark_k", "batter_rating", "ballpark_adjust"),
        w=total(facts, "batter_w", "ballpark_w", "batter_rating", "ballpark_adjust"),
        hr=total(facts, "batter_hr", "ballpark_hr", "batter_rating", "ballpark_adjust"),
        hbp=total(facts, "batter_hbp", "pitcher_hbp"),
        hr_range=_of_side(facts, left, "hrq_lhb", "hrq_rhb"),
        split=_of_side(facts, left, "lhb_range", "rhb_range"),
        split_gives=_result_of_side(facts, left),
        special_k=span(facts, "special_k_range"),
        wp=span(facts, "wp_range"),
        pb=span(facts, "pb_range"),
        hits=hits,
        park_hits=park_hits,
    )


def _hits_by_hand(facts: CaseFacts) -> Hits:
    """Return the ? line against this pitcher's hand, or the only one given."""
    lines = {key: hits_given(facts, key) for key in ("rh_h", "lh_h", "h", "batter_h") if key in facts}
    if {"rh_h", "lh_h"} & set(lines):
        key = {"R": "rh_h", "L": "lh_h"}[str(facts["throws"])]
        if key not in lines:
            raise UnknownWords(key, None, "the ? line against this hand")
        return lines[key]
    return next(iter(lines.values()), ("F",) * 20)


def _of_side(facts: CaseFacts, left: bool, *keys: str) -> Range:
    for_left, for_right = (span(facts, key) for key in keys)
    return for_left if left else for_right


def _result_of_side(facts: CaseFacts, left: bool) -> str:
    for_left, for_right = (facts.get(key) for key in ("lhb_result", "rhb_result"))
    return str((for_left if left else for_right) or "")


def gloves(facts: CaseFacts) -> tuple[Glove, ...]:
    """Return the nine fielders, with ratings by position or for "the fielder" at any position."""
    all_gloves = {
        "range": rated(facts, "receiver_range", "fielder_range"),
        "error": rated(facts, "fielder_error", "catcher_error"),
        "arm": rated(facts, "of_arm", "catcher_arm"),
        "passed_ball": rated(facts, "catcher_passed_ball"),
        "pivot": UNTOLD,
    }
    nine = [Glove(position, **all_gloves) for position in FIELD_POSITIONS]
    if "range" in facts:
        place = place_of(str(facts["position"]))
        nine[place - 1] = nine[place - 1]._replace(range=number(facts, "range"))
    for key in facts:
        if (match := RATED.fullmatch(key)) and match[2] != "depth":
            place = FIELDERS[match[1]]
            nine[place - 1] = nine[place - 1]._replace(**{match[2]: number(facts, key)})
    for key, place in (("pivot_2b", 4), ("pivot_ss", 6)):
        if key in facts:
            nine[place - 1] = nine[place - 1]._replace(pivot=number(facts, key))
    if "pivot_error" in facts:
        for place in (4, 6):
            nine[place - 1] = nine[place - 1]._replace(error=number(facts, "pivot_error"))
    return tuple(nine)


def depths(facts: CaseFacts) -> tuple[str, ...]:
    """Return the depths of the four infielders, shared or by name. A fielder without a depth is null."""
    four = ["back"] * 4
    for key in ("all_infielders", "infield_depth", "infield", "depth"):
        if key in facts and facts[key] is not None:
            four = [depth_of(facts, key)] * 4
    for key in facts:
        if (match := RATED.fullmatch(key)) and match[2] == "depth" and facts[key] is not None:
            four[FIELDERS[match[1]] - 3] = depth_of(facts, key)
    return tuple(four)


def runner_card(br: int) -> BatterCard:
    return replace(BATTER_CARD, br=br)


BATTER_CARD: Final = BatterCard("batter", "R", ((), ()), (0, 0), (0, 0), (0, 0), br=UNTOLD, gdp=UNTOLD, sf=UNTOLD)
PITCHER_CARD: Final = PitcherCard("pitcher", "R", ((), ()), (), BATTER_CARD, gdp=UNTOLD)


def moment(facts: CaseFacts, *keys: str) -> PlaySituation:
    """Return the situation from everything that the case contains."""
    runners = runners_on(facts, *keys)
    batter = replace(
        BATTER_CARD,
        br=rated(facts, "batter_br"),
        gdp=rated(facts, "batter_gdp"),
        sf=rated(facts, "batter_sf"),
        bnt=rated(facts, "bnt"),
    )
    return PlaySituation(
        matchup=matchup(facts),
        gloves=gloves(facts),
        batter=batter,
        pitcher=replace(PITCHER_CARD, gdp=rated(facts, "pitcher_gdp")),
        runners=tuple(runner_card(runners[base]) if base in runners else None for base in (1, 2, 3)),
        occupied=occupied(*runners),
        outs=number(facts, "outs") if "outs" in facts else 0,
        tired=truth(facts, "tired") if "tired" in facts else False,
        depths=depths(facts),
    )


def after(moment: PlaySituation, play: Play) -> Answer:
    """Return all final bases in the words of the cases."""
    on_base = {str(base): ENDS[play.to[base]] for base in (1, 2, 3) if is_on(moment.occupied, base)}
    answer: Answer = {
        "runners_after": on_base,
        "runs": play.to.count(HOME),
        "outs_added": play.to.count(OUT),
        "result": result_word(play),
    }
    if play.to[BATTER] != ABSENT:
        answer["batter"] = ENDS[play.to[BATTER]]
    if "3" in on_base:
        answer["runner_third"] = on_base["3"]
    return answer


RESULTS: Final = {"strikeout": "strikeout", "walk": "walk", "hit_by_pitch": "HBP", "homerun": "HR"}


def result_word(play: Play) -> str:
    """Return the result: the ball, or the play's result without a ball."""
    return RESULTS.get(play.kind, play.code)


def second_cell(facts: CaseFacts) -> tuple[Cell, str]:
    """Return the second card's cell and which card it is. A relevant batting side or throwing hand must be given."""
    if "ballpark_cell" in facts:
        cell = parse_cell(str(facts["ballpark_cell"]), "ballpark")
        if cell.kind in ("[HRp]", "[HRo]"):
            return park_cell(cell, str(facts["batting_side"])), "ballpark_card"
        return park_cell(cell, str(facts.absent("batting_side", "R"))), "ballpark_card"
    text = str(facts["batter_cell"])
    against_left, against_right = split_batter_cell(text)
    if against_left == against_right:
        facts.get("throws")
        return against_left, "batter_card"
    return (against_right if facts["throws"] == "R" else against_left), "batter_card"


def pitcher_code(facts: CaseFacts) -> str:
    """Return the half of the pitcher's cell for this batter's side."""
    left, right = split_pitcher_cell(str(facts["pitcher_cell"]))
    return left if left == right or facts["batting_side"] == "L" else right


def plus_of(code: str) -> int:
    return PLUS_BONUS if code.endswith("+") else 0
