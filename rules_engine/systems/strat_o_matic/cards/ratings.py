"""The ratings at the top of a card: parse the printed notation, and write it in canonical form."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD, POSITIONS

Hand = Literal["L", "R"]
Power = Literal["N", "W"]

CATCHER_ARM: Final = (-5, 5)
OUTFIELD_ARM: Final = (-6, 5)
HIGHEST_CLOSER: Final = 6
HIGHEST_E: Final = 99  # the highest printed rating is e51, for a position player who pitches


class RatingError(ValueError):
    """Raised when a rating can't be parsed. The message quotes the rating and names the problem."""


@dataclass(frozen=True, slots=True)
class StealRating:
    """23.1: a rating such as `*8-10/11,12 (19-14)`.

    Totals are sums of two dice, 2..12. Success numbers are 0..20.
    """

    asterisk: bool
    good_lead: tuple[int, ...]
    automatic_out: tuple[int, ...]
    first: int
    second: int

    def __str__(self) -> str:
        star = "*" if self.asterisk else ""
        outs = _written_totals(self.automatic_out) or "-"
        leads = _written_totals(self.good_lead) or "-"
        return f"{star}{leads}/{outs} ({self.first}-{self.second})"


_STEAL = re.compile(r"(\*?)([0-9,\s-]+)/([0-9,\s-]+)\((\d{1,2})\s*-\s*(\d{1,2})\)")


def parse_steal_rating(text: str) -> StealRating:
    """23.1: parse a supplementary steal rating. Raise RatingError if it is invalid or empty."""
    match = _STEAL.fullmatch(text.strip())
    if match is None:
        raise RatingError(f"steal rating “{text}”: enter good leads, a slash, automatic outs or -, (first-second)")
    star, good, outs, first, second = match.groups()
    rating = StealRating(
        asterisk=bool(star),
        good_lead=() if good.strip() == "-" else _totals(text, "good leads", good),
        automatic_out=() if outs.strip() == "-" else _totals(text, "automatic outs", outs),
        first=_success(text, "first", first),
        second=_success(text, "second", second),
    )
    if both := set(rating.good_lead) & set(rating.automatic_out):
        raise RatingError(f"steal rating “{text}”: {_written_totals(both)} is both a good lead and an automatic out")
    return rating


def _totals(text: str, part: str, listed: str) -> tuple[int, ...]:
    totals: list[int] = []
    for entry in listed.split(","):
        match = re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", entry)
        if match is None:
            raise RatingError(f"steal rating “{text}”, {part}: “{entry.strip()}” is not a total or a range of totals")
        low, high = int(match[1]), int(match[2] or match[1])
        if not 2 <= low <= high <= 12:
            raise RatingError(f"steal rating “{text}”, {part}: “{entry.strip()}” must rise within 2 to 12")
        totals.extend(range(low, high + 1))
    if len(set(totals)) != len(totals):
        raise RatingError(f"steal rating “{text}”, {part}: a total is listed twice")
    return tuple(sorted(totals))


def _success(text: str, part: str, digits: str) -> int:
    if int(digits) > 20:
        raise RatingError(f"steal rating “{text}”: the {part} success number {digits} is above 20")
    return int(digits)


def _written_totals(totals: Iterable[int]) -> str:
    """Write three or more consecutive totals as a range, such as 8-10.

    Two totals are written as 11,12, as in the printed sample.
    """
    runs: list[list[int]] = []
    for total in sorted(totals):
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs)


@dataclass(frozen=True, slots=True)
class Endurance:
    """27.0, 28.0: endurance such as `starter(7) relief(2)/3`.

    A number that isn't on the card is None. `closer` may be "N".
    """

    starter: int | None = None
    relief: int | None = None
    closer: int | Literal["N"] | None = None

    def __str__(self) -> str:
        closer = "" if self.closer is None else f"/{self.closer}"
        parts = [f"starter({self.starter})"] if self.starter is not None else []
        return " ".join([*parts, f"relief({self.relief}){closer}"] if self.relief is not None else parts)


_STARTER = re.compile(r"starter\s*\((\d{1,2})\)", re.IGNORECASE)
_RELIEF = re.compile(r"relief\s*\((\d{1,2})\)(?:\s*/\s*(\w+))?", re.IGNORECASE)
_ENDURANCE = re.compile(rf"({_STARTER.pattern})?[\s,/]*({_RELIEF.pattern})?", re.IGNORECASE)


def parse_endurance(text: str) -> Endurance:
    """27.0, 28.0: parse starter POW, relief POW and closer endurance. Raise RatingError if they are invalid."""
    written = text.strip()
    if not written or _ENDURANCE.fullmatch(written) is None:
        raise RatingError(f"endurance “{text}”: enter starter(n), relief(n)/closer or both")
    starter, relief = _STARTER.search(written), _RELIEF.search(written)
    return Endurance(
        starter=_pow(text, "starter", starter[1]) if starter else None,
        relief=_pow(text, "relief", relief[1]) if relief else None,
        closer=_closer(text, relief[2]) if relief else None,
    )


def _pow(text: str, part: str, digits: str) -> int:
    if not 1 <= int(digits) <= 12:
        raise RatingError(f"endurance “{text}”: {part} ({digits}) must be an inning from 1 to 12")
    return int(digits)


def _closer(text: str, printed: str | None) -> int | Literal["N"] | None:
    if printed is None:
        return None
    if printed.upper() == "N":
        return "N"
    if not printed.isdecimal() or int(printed) > HIGHEST_CLOSER:
        raise RatingError(f"endurance “{text}”: closer “{printed}” must be 0 to {HIGHEST_CLOSER} or N")
    return int(printed)


@dataclass(frozen=True, slots=True)
class HittingCode:
    """2.2, 11.1: a hitting code such as `#1WR`.

    It has the number of a pitcher's hitting card, 1..8, his power, and the side he bats from.
    """

    card: int
    power: Power
    bats: Hand

    def __str__(self) -> str:
        return f"#{self.card}{self.power}{self.bats}"


def parse_hitting_code(text: str) -> HittingCode:
    """11.1: parse a hitting code of #, 1..8, N or W, and L or R. Raise RatingError if it is invalid."""
    match = re.fullmatch(r"#\s*([1-8])\s*([NW])\s*([LR])", text.strip().upper())
    if match is None:
        raise RatingError(f"hitting code “{text}”: enter # with a card 1 to 8, N or W, and L or R, such as #1WR")
    return HittingCode(int(match[1]), "N" if match[2] == "N" else "W", "L" if match[3] == "L" else "R")


@dataclass(frozen=True, slots=True)
class PositionRating:
    """16.1: the rating at a position, such as `cf-2(-3)e5`.

    `arm` is None if it isn't printed. `e` is None on a Basic side.
    """

    position: str
    range: int
    arm: int | None = None
    e: int | None = None

    def __str__(self) -> str:
        arm = "" if self.arm is None else f"({self.arm:+d})" if self.arm else "(0)"
        return f"{self.position}-{self.range}{arm}{'' if self.e is None else f'e{self.e}'}"

    @property
    def rating(self) -> str:
        """Return range and e in the form that the charts use, such as 2e20."""
        return f"{self.range}e{self.e}"


_FIELDING = re.compile(r"(\w+)-(\d+)(?:\(([+-]?\d+)\))?(?:e(\d+))?")


def parse_fielding(text: str) -> tuple[PositionRating, ...]:
    """16.1: parse the comma-separated ratings at all positions, in printed order.

    Return () for an empty text. The outfield arm is printed once and applies to all outfield positions. Raise
    RatingError if a rating is invalid.
    """
    listed = tuple(_position(text, part.strip()) for part in text.split(",")) if text.strip() else ()
    names = [fielding.position for fielding in listed]
    repeated = [name for name in names if names.count(name) > 1]
    if repeated:
        raise RatingError(f"fielding “{text}”: {repeated[0]} is listed twice")
    outfield = [rating for rating in listed if rating.position in OUTFIELD]
    if any(rating.arm is not None for rating in outfield[1:]):
        raise RatingError(f"fielding “{text}”: the outfield arm belongs after the first outfield position only")
    return listed


def format_fielding(listed: Iterable[PositionRating]) -> str:
    return ", ".join(map(str, listed))


def outfield_arm(listed: Iterable[PositionRating]) -> int:
    """16.1: return the arm for all outfield positions, or 0 if the card has none."""
    arms = (rating.arm for rating in listed if rating.position in OUTFIELD)
    return next((arm for arm in arms if arm is not None), 0)


def _position(text: str, part: str) -> PositionRating:
    match = _FIELDING.fullmatch(part.replace(" ", ""))
    if match is None or match[1].lower() not in POSITIONS:
        raise RatingError(f"fielding “{text}”: “{part}” is not a position with its ratings, such as ss-2e20")
    position = match[1].lower()
    if not 1 <= int(match[2]) <= 5:
        raise RatingError(f"fielding “{text}”: range {match[2]} of {position} must be 1 to 5")
    arm = None if match[3] is None else _arm(text, position, int(match[3]))
    e = None if match[4] is None else _error(text, position, int(match[4]))
    return PositionRating(position, int(match[2]), arm, e)


def _arm(text: str, position: str, arm: int) -> int:
    limits = CATCHER_ARM if position == "c" else OUTFIELD_ARM if position in OUTFIELD else None
    if limits is None:
        raise RatingError(f"fielding “{text}”: only catchers and outfielders have an arm, not {position}")
    if not limits[0] <= arm <= limits[1]:
        raise RatingError(f"fielding “{text}”: arm {arm:+d} of {position} must be {limits[0]} to {limits[1]:+d}")
    return arm


def _error(text: str, position: str, e: int) -> int:
    if e > HIGHEST_E:
        raise RatingError(f"fielding “{text}”: e{e} of {position} is above e{HIGHEST_E}")
    return e


def parse_catcher_throw(text: str) -> int:
    """16.1D: return the top of `T 1-9`, 1..20.

    Return 0 for an empty text, which means that the catcher never throws the ball away.
    """
    match = re.fullmatch(r"(?:T\s*)?(?:1\s*-\s*)?(\d{1,2})|", text.strip(), re.IGNORECASE)
    if match is None or int(match[1] or 0) > 20:
        raise RatingError(f"T rating “{text}”: enter T 1-n with n from 1 to 20")
    return int(match[1] or 0)


def format_catcher_throw(top: int) -> str:
    return f"T 1-{top}" if top else ""


def parse_chance_rating(word: str, text: str) -> int:
    """16.1E, 29.0: return the number in `pb 4`, `bk 0` or `wp 12`, 0..20. `word` is pb, bk or wp."""
    match = re.fullmatch(rf"(?:{word}\s*-?\s*)?(\d{{1,2}})", text.strip(), re.IGNORECASE)
    if match is None or int(match[1]) > 20:
        raise RatingError(f"{word} rating “{text}”: enter {word} and a number from 0 to 20")
    return int(match[1])
