"""Parse cells of ratings sheets, each with one or more ratings.

Each function returns ratings by name, in the form of `printed_ratings`. It raises RatingError for any unknown text, so
that no part of a cell is lost.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rules_engine.systems.strat_o_matic.cards.ratings import (
    Endurance,
    PositionRating,
    RatingError,
    format_catcher_throw,
    format_fielding,
    parse_catcher_throw,
    parse_chance_rating,
    parse_endurance,
    parse_fielding,
    parse_hitting_code,
    parse_steal_rating,
)
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD
from rules_engine.systems.strat_o_matic.cards.sheet_notation import (
    plain_cell,
    plain_endurance,
    plain_fielding,
    plain_pitching,
    without_label,
)

Ratings = dict[str, str]

GRADES: Final = ("AAA", "AA", "A", "B", "C", "D", "E")
_BUNTING: Final = "ABCD"
_SEPARATORS: Final = r"[\s,;]+"
_POSITION_SEPARATORS: Final = r"[\s,;/]+"
_NEXT_TO_SIGN: Final = re.compile(r"\s*([-()+])\s*")
_AT_POSITION: Final = re.compile(r"(?:p|c|[123]b|ss|[lcr]f)-\d.*", re.IGNORECASE)
_WITHOUT_POSITION: Final = re.compile(r"\d(?:\([+-]?\d+\))?(?:e\d+)?", re.IGNORECASE)
_THROW: Final = re.compile(r"T-?(?:1-)?(\d+)(?:\((.*)\))?", re.IGNORECASE)
_PASSED_BALLS: Final = re.compile(r"\(?pb-?(\d+)\)?", re.IGNORECASE)
_RUNNING: Final = re.compile(r"(?:1\s*-\s*)?(\d{1,2})[\s/,]*([A-D]?)[\s/,]*([A-D]?)", re.IGNORECASE)
_BOTH_LETTERS: Final = re.compile(r"([A-D])[\s/,-]*([A-D])", re.IGNORECASE)
_ENDURANCE: Final = re.compile(r"(?:s(?:tarter)?\((\d+)\)(\*?))?/?(?:r(?:elief)?\((\d+)\)(?:/(\w+))?)?", re.IGNORECASE)
_HOLD: Final = re.compile(r"(?:hold|hld|ho)?:?([+-]?\d)", re.IGNORECASE)
_NAMED_HOLD: Final = re.compile(r"(?:hold|hld|ho):?[+-]?\d", re.IGNORECASE)
_LOWEST_HOLD, _HIGHEST_HOLD = -6, 9


def read_fielding(text: str, position: str = "") -> Ratings:
    """Parse fielding such as "lf-2(-3)e4 cf-3(-3)e5" or "c-2(-3)e5 T-6(pb-2)".

    Args:
        position: The position for a rating that doesn't name one, such as "3(-2)e12".
    """
    ratings: Ratings = {}
    fielders: list[PositionRating] = []
    for part in _parts(text):
        if throw := _THROW.fullmatch(part):
            _add(ratings, text, {"throw": format_catcher_throw(parse_catcher_throw(throw[1]))})
            part = throw[2] or ""
            if not part:
                continue
        if passed_balls := _PASSED_BALLS.fullmatch(part):
            _add(ratings, text, {"passed_ball": str(parse_chance_rating("pb", passed_balls[1]))})
        else:
            fielders.append(_fielder(text, part, position))
    if fielders:
        _add(ratings, text, {"fielding": format_fielding(parse_fielding(format_fielding(_merge_arms(text, fielders))))})
    return ratings


def _parts(text: str) -> list[str]:
    """Split at commas and spaces, but not around signs and parentheses, as in "c - 2 (-3) e5"."""
    joined = _NEXT_TO_SIGN.sub(r"\1", plain_fielding(text))
    joined = re.sub(r"\s+(?=e\d)", "", joined, flags=re.IGNORECASE)
    joined = re.sub(r"(?<=e\d)(\d?)(?=(?:ss|[lcr]f|c)-\d)", r"\1 ", joined, flags=re.IGNORECASE)
    joined = re.sub(r"\)(?=[a-z1-3][a-z]?-\d)", ") ", joined, flags=re.IGNORECASE)
    joined = re.sub(r"(?<=[\d)])\((?=pb)", " (", joined, flags=re.IGNORECASE)
    return [part for part in re.split(_POSITION_SEPARATORS, joined) if part]


def _fielder(text: str, part: str, position: str) -> PositionRating:
    if _WITHOUT_POSITION.fullmatch(part):
        if not position:
            raise RatingError(f"fielding “{text}”: “{part}” has no position")
        part = f"{position.lower()}-{part}"
    if _AT_POSITION.fullmatch(part) is None:
        raise RatingError(f"fielding “{text}”: “{part}” is not a position with its ratings, such as ss-2e20")
    return parse_fielding(part)[0]


def _merge_arms(text: str, fielders: Iterable[PositionRating]) -> list[PositionRating]:
    """16.1: keep the outfield arm only at the first outfield position, because sheets repeat it at each one."""
    merged: list[PositionRating] = []
    arms: list[int | None] = []
    for fielder in fielders:
        if fielder.position not in OUTFIELD:
            merged.append(fielder)
            continue
        if arms and fielder.arm not in (None, arms[0]):
            raise RatingError(f"fielding “{text}”: the outfield arms differ, but a card has only one")
        merged.append(replace(fielder, arm=None) if arms else fielder)
        arms.append(fielder.arm)
    return merged


def join_fielding(ratings: Iterable[str]) -> str:
    """Join the fielding from several columns, each with one position."""
    listed = [fielder for text in ratings for fielder in parse_fielding(text)]
    text = format_fielding(listed)
    return format_fielding(parse_fielding(format_fielding(_merge_arms(text, listed))))


def read_stealing(text: str) -> Ratings:
    """Parse a grade such as AA, a rating such as "*2-6/- (18-12)", or both."""
    ratings: Ratings = {}
    rest = re.sub(r"/\s*none\b", "/-", without_label("stealing", text), flags=re.IGNORECASE)
    grade = re.match(r"(AAA|AA|[A-E])(?![A-Za-z])", rest, re.IGNORECASE)
    if grade:
        ratings["stealing"] = grade[1].upper()
        rest = rest[grade.end() :].strip(" ,;")
        rest = re.sub(r"^\((.*\))\)$", r"\1", rest)
    if rest:
        ratings["steal"] = str(parse_steal_rating(rest))
    return ratings


def read_running(text: str) -> Ratings:
    """Parse running such as "1-14", optionally followed by bunting and hit-and-run letters, as in "1-14 B/C"."""
    match = _RUNNING.fullmatch(without_label("running", text))
    if match is None or not 1 <= int(match[1]) <= 20:
        raise RatingError(f"running “{text}”: enter 1-1 to 1-20, with letters for bunting and hit-and-run if you like")
    ratings = {"running": f"1-{int(match[1])}"}
    letters = [letter.upper() for letter in match.groups()[1:] if letter]
    return ratings | dict(zip(("bunting", "hit_and_run"), letters, strict=False))


def read_letter(name: str, text: str) -> Ratings:
    """Parse the letter for bunting or hit-and-run."""
    letter = without_label(name, text).upper()
    if len(letter) != 1 or letter not in _BUNTING:
        raise RatingError(f"“{text}” is not a letter from A to D")
    return {name: letter}


def read_letters(text: str) -> Ratings:
    """Parse the letters for bunting and hit-and-run from one cell, such as "B/C"."""
    match = _BOTH_LETTERS.fullmatch(plain_cell(text))
    if match is None:
        raise RatingError(f"“{text}” is not two letters from A to D, for bunting and hit-and-run")
    return {"bunting": match[1].upper(), "hit_and_run": match[2].upper()}


def read_pitching(text: str) -> Ratings:
    """Parse a pitcher's ratings in any order, such as "s(6)*/r(2)/5 hold -2 #1WR bk-1 wp-4 e12"."""
    ratings: Ratings = {}
    for part in _pitching_parts(text):
        _add(ratings, text, _pitching_part(text, part))
    return ratings


def _pitching_parts(text: str) -> list[str]:
    label = r"\b(?:(?:hold|hld|ho)\s*:?|(?:bk|wp|e)\s*[-:]?)\s*(?=[+-]?\d)"
    joined = re.sub(label, _without_space, plain_pitching(text), flags=re.IGNORECASE)
    joined = re.sub(r"(?<=[\d)*])\s*/\s*", "/", re.sub(r"\s*\(\s*(\d+)\s*\)", r"(\1)", joined))
    joined = re.sub(r"(s(?:tarter)?\(\d+\)\*?)[\s,;]+(?=r(?:elief)?\()", r"\1/", joined, flags=re.IGNORECASE)
    return [part for part in re.split(_SEPARATORS, joined) if part]


def _without_space(match: re.Match[str]) -> str:
    return match[0].replace(" ", "").replace(":", "")


def _pitching_part(text: str, part: str) -> Ratings:
    word = part.lower()
    if word.startswith("#"):
        return {"hitting": str(parse_hitting_code(part))}
    if word.startswith("bk"):
        return {"balk": str(parse_chance_rating("bk", part))}
    if word.startswith("wp"):
        return {"wild_pitch": str(parse_chance_rating("wp", part))}
    if _NAMED_HOLD.fullmatch(part):
        return read_hold(part)
    if re.fullmatch(r"(?:p-)?\dk?e\d+|p-\d", word):
        return read_fielding(part, "p")
    if re.fullmatch(r"e-?\d{1,2}", word):
        return {"pitcher_error": read_error(part)}
    if word.startswith(("s", "r")):
        return read_endurance(part)
    raise RatingError(f"pitching “{text}”: “{part}” is not a rating of a pitcher")


def read_endurance(text: str) -> Ratings:
    """Parse endurance such as "s(6)*/r(2)/5". The asterisk marks a starter who may start on short rest."""
    compact = "".join(plain_endurance(text).split())
    match = _ENDURANCE.fullmatch(compact)
    if match is None or not compact:
        raise RatingError(f"endurance “{text}”: enter s(6)*, r(2)/5 or both")
    starter, star, relief, closer = match.groups()
    parts = [f"starter({starter})"] if starter else []
    if relief:
        parts.append(f"relief({relief})" + (f"/{closer}" if closer else ""))
    endurance: Endurance = parse_endurance(" ".join(parts))
    return {"endurance": str(endurance)} | ({"starter_star": "*"} if star else {})


def read_error(text: str) -> str:
    """Parse a pitcher's error rating, such as e12 or 12."""
    word = "".join(plain_cell(text).lower().replace("-", "").split())
    word = f"e{word}" if word.isdecimal() else word
    if re.fullmatch(r"e\d{1,2}", word) is None:
        raise RatingError(f"“{text}” is not an error rating: enter e and a number, such as e12")
    return word


def read_star(text: str) -> str:
    """Parse the asterisk of a starter who may start on short rest."""
    if text.strip() != "*":
        raise RatingError(f"“{text}” is not *")
    return "*"


def read_hold(text: str) -> Ratings:
    """Parse the hold rating, from -6 to +9."""
    match = _HOLD.fullmatch("".join(plain_cell(text).split()).strip("()"))
    if match is None or not _LOWEST_HOLD <= int(match[1]) <= _HIGHEST_HOLD:
        raise RatingError(f"hold “{text}”: enter {_LOWEST_HOLD} to +{_HIGHEST_HOLD}")
    return {"hold": f"{int(match[1]):+d}"}


def read_amount(name: str, text: str) -> Ratings:
    """Parse a number, such as OB and TB chances against left or right, or a clutch effect."""
    plain = plain_cell(text).replace(",", ".").removeprefix("+")
    match = re.fullmatch(r"(-?)(\d{0,3})((?:\.\d{1,2})?)", plain)
    if match is None or not (match[2] or match[3]):
        raise RatingError(f"“{text}” is not a number")
    return {name: f"{match[1]}{match[2] or 0}{match[3]}"}


def read_ballpark(name: str, text: str) -> Ratings:
    """Parse a ballpark effect.

    It is "w" for a card without power, or else the number of ballpark home runs or singles.
    """
    word = text.strip().lower()
    return {name: word} if word == "w" else read_amount(name, text)


def _add(ratings: Ratings, text: str, more: Ratings) -> None:
    """Add ratings. Raise RatingError if a rating is already there with a different value."""
    for name, value in more.items():
        if ratings.setdefault(name, value) != value:
            raise RatingError(f"“{text}” has two ratings for {name.replace('_', ' ')}: {ratings[name]} and {value}")
