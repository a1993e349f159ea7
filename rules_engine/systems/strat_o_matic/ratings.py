"""The ratings printed at the top of a card: read from the printed notation, written back in one canonical form."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

Hand = Literal["L", "R"]
Power = Literal["N", "W"]

POSITIONS: Final = ("p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")
OUTFIELD: Final = ("lf", "cf", "rf")
ARM_RANGE: Final = {"c": (-5, 5), "lf": (-6, 5), "cf": (-6, 5), "rf": (-6, 5)}
HIGHEST_CLOSER: Final = 6


class RatingError(ValueError):
    """A rating cannot be read; the message quotes it, names the part at fault and says what belongs there."""


@dataclass(frozen=True, slots=True)
class StealRating:
    """23.1: `*8-10/11,12 (19-14)`. Totals are of two dice, 2..12; the success numbers are 0..20."""

    asterisk: bool
    good_lead: tuple[int, ...]
    automatic_out: tuple[int, ...]
    first: int
    second: int

    def __str__(self) -> str:
        star = "*" if self.asterisk else ""
        outs = _written_totals(self.automatic_out) or "-"
        return f"{star}{_written_totals(self.good_lead)}/{outs} ({self.first}-{self.second})"


_STEAL = re.compile(r"(\*?)([0-9,\s-]+)/([0-9,\s-]+)\((\d{1,2})\s*-\s*(\d{1,2})\)")


def parse_steal_rating(text: str) -> StealRating:
    """23.1: the supplementary rating. Raises RatingError; no rating at all is the caller's None, not an empty text."""
    found = _STEAL.fullmatch(text.strip())
    if found is None:
        raise RatingError(f"steal rating “{text}”: write good leads, a slash, automatic outs or -, (first-second)")
    star, good, outs, first, second = found.groups()
    rating = StealRating(
        asterisk=bool(star),
        good_lead=_totals(text, "good leads", good),
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
        found = re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", entry)
        if found is None:
            raise RatingError(f"steal rating “{text}”, {part}: “{entry.strip()}” is not a total or a range of totals")
        low, high = int(found[1]), int(found[2] or found[1])
        if not 2 <= low <= high <= 12:
            raise RatingError(f"steal rating “{text}”, {part}: “{entry.strip()}” must rise within 2 to 12")
        totals.extend(range(low, high + 1))
    if len(set(totals)) != len(totals):
        raise RatingError(f"steal rating “{text}”, {part}: a total is listed twice")
    return tuple(sorted(totals))


def _success(text: str, part: str, digits: str) -> int:
    if int(digits) > 20:
        raise RatingError(f"steal rating “{text}”: the {part} success number {digits} is over 20")
    return int(digits)


def _written_totals(totals: Iterable[int]) -> str:
    """Three or more in a row as a range, else one by one: 8-10 but 11,12, as the printed sample has it."""
    runs: list[list[int]] = []
    for total in sorted(totals):
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs)


@dataclass(frozen=True, slots=True)
class Endurance:
    """27.0, 28.0: `starter(7) relief(2)/3`. A number that is not on the card is None; `closer` may be "N"."""

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
    """27.0, 28.0: starter POW, relief POW and closer endurance. Raises RatingError when neither word is there."""
    written = text.strip()
    if not written or _ENDURANCE.fullmatch(written) is None:
        raise RatingError(f"endurance “{text}”: write starter(n), relief(n)/closer or both")
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
    """2.2, 11.1: `#1WR`, a pitcher's hitting card 1..8, his power and the side he bats from."""

    card: int
    power: Power
    bats: Hand

    def __str__(self) -> str:
        return f"#{self.card}{self.power}{self.bats}"


def parse_hitting_code(text: str) -> HittingCode:
    """11.1: raises RatingError for anything but # + 1..8 + N or W + L or R."""
    found = re.fullmatch(r"#\s*([1-8])\s*([NW])\s*([LR])", text.strip().upper())
    if found is None:
        raise RatingError(f"hitting code “{text}”: write # with a card 1 to 8, N or W, and L or R, such as #1WR")
    return HittingCode(int(found[1]), "N" if found[2] == "N" else "W", "L" if found[3] == "L" else "R")
