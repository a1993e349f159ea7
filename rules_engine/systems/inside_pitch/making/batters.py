"""Make a batter's card: hits in cells and on the ? line, and strikeouts, walks and home runs as ratings."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules_engine.systems.inside_pitch.cards import BatterCard
from rules_engine.systems.inside_pitch.cells import Cell, parse_cell
from rules_engine.systems.inside_pitch.making.averages import Counter, Mound, batter_counts
from rules_engine.systems.inside_pitch.making.rounding import Carry
from rules_engine.systems.inside_pitch.making.targets import Targets
from rules_engine.systems.inside_pitch.matchup import PLUS_BONUS
from rules_engine.systems.inside_pitch.ranges import Hits

CELLS: Final = 36
HIT_LINE_CODES: Final = ("?7", "?8", "?9")  # cells that roll on the ? line
STEPS: Final = 20 / len(HIT_LINE_CODES)  # steps on the ? line that are worth one cell
SINGLES: Final = ("S8", "S7", "S9", "S4", "S8", "S6", "S7", "S9", "S3", "S5", "S8", "S1", "S7", "S9", "S4", "S6")
DOUBLES: Final = ("D7", "D9", "D8", "D7", "D9")
TRIPLES: Final = ("T8", "T9")
CELLS_OF: Final = (("K", ("K",)), ("W", ("W",)), ("HR", ("H",)), ("S", SINGLES), ("D", DOUBLES), ("T", TRIPLES))
OUTS: Final = (
    *("G6", "F8", "G4", "F7", "G5", "P6", "G6", "F9", "G3", "L4", "G4", "F8", "**1", "G5", "G6", "F7", "G4"),
    *("P4", "G1", "F9", "**3", "G6", "L6", "G3", "F8", "G5", "**4", "G4", "P3", "F7", "G6", "L5", "**6", "F8"),
)
LOWEST, HIGHEST = -20, 20  # of a K, W or HR rating


@dataclass
class BattersCarry:
    """Rounding errors so far, by result."""

    by_result: dict[str, Carry] = field(
        default_factory=lambda: {key: Carry() for key in ("S", "D", "T", "HR", "W", "HBP", "K")}
    )

    def __getitem__(self, result: str) -> Carry:
        return self.by_result[result]


@dataclass(frozen=True)
class Share:
    """The number of cells with a result, and of steps on the ? line."""

    cells: int
    steps: int


@dataclass
class Opposition:
    """The average pitcher against whom all batters in a round are made."""

    mound: Mound
    counter: Counter
    carry: BattersCarry = field(default_factory=BattersCarry)

    def unit(self, base_card: BatterCard) -> float:
        """Return the share of plate appearances that read a given cell of the batter's own card."""
        _, ways = self.mound.routes(base_card)
        return sum(share for (card, _), share in ways.items() if card == "batter") / CELLS


def batter_card(
    name: str,
    bats: str,
    target: Targets,
    weight: float,
    opposition: Opposition,
    ratings: Mapping[str, Any],
    missing: frozenset[str] = frozenset(),
) -> BatterCard:
    """Return the card closest to the target results against the average pitcher.

    Results beyond the highest rating become W, K and H cells on the card. `missing` has results he never had.
    """
    mound, carry = opposition.mound, opposition.carry
    k = _rating(target["K"], mound, "K", carry["K"], weight)
    w = _rating(target["W"], mound, "W", carry["W"], weight)
    hbp = 0 if "HBP" in missing else _hbp(target["HBP"], mound, carry["HBP"], weight)
    base_card = _card(name, bats, k, w, 0, hbp, {}, ratings)
    parts: dict[str, Share] = {}
    for result, rating in (("K", k), ("W", w)):
        if rating == HIGHEST and (cells := _extra_cells(target, base_card, opposition, result, weight)):
            parts[result] = Share(cells, 0)
    hr = 0 if "HR" in missing else _homeruns(target["HR"], base_card, opposition, weight)
    if hr == HIGHEST and (cells := _extra_cells(target, replace(base_card, hr=(hr, hr)), opposition, "HR", weight)):
        parts["HR"] = Share(cells, 0)
    base_card = _card(name, bats, k, w, hr, hbp, parts, ratings)
    return _card(name, bats, k, w, hr, hbp, parts | _hits(target, base_card, opposition, weight, missing), ratings)


def _extra_cells(target: Targets, base_card: BatterCard, opposition: Opposition, result: str, weight: float) -> int:
    """Return the cells needed for a result beyond his highest rating."""
    unit, counted = opposition.unit(base_card), batter_counts(opposition.counter, base_card, opposition.mound)[result]
    carry = opposition.carry[result]
    carry.rest -= weight * (target[result] - counted)  # these cells replace the rating's rounding error
    cells = max(0, round((target[result] - counted) / unit))
    carry.rest += weight * (target[result] - counted - cells * unit)
    return cells


def _rating(target: float, mound: Mound, code: str, carry: Carry, weight: float) -> int:
    """Return the rating with the closest share in the average pitcher's cells."""
    plain, plus = mound.cells.get(code, 0.0), mound.cells.get(f"{code}+", 0.0)
    plain += mound.cells.get("K(W)", 0.0) if code == "K" else 0.0
    share_of = {
        rating: plain * min(max(rating, 0), 20) / 20 + plus * min(max(rating + PLUS_BONUS, 0), 20) / 20
        for rating in range(-PLUS_BONUS, HIGHEST + 1)
    }
    step = (plain + plus) / 40 or 1.0
    correction = max(-step, min(step, carry.rest / weight)) if weight else 0.0
    best = min(share_of, key=lambda rating: abs(share_of[rating] - target - correction))
    carry.rest += weight * (target - share_of[best])
    return best


def _hbp(target: float, mound: Mound, carry: Carry, weight: float) -> int:
    share_of = {
        rating: sum(part * min(max(rating + his, 0), 20) / 20 for his, part in mound.hbp.items())
        for rating in range(-10, HIGHEST + 1)
    }
    correction = max(-0.0007, min(0.0007, carry.rest / weight)) if weight else 0.0
    best = min(share_of, key=lambda rating: (abs(share_of[rating] - target - correction), abs(rating)))
    carry.rest += weight * (target - share_of[best])
    return best


def _homeruns(target: float, base_card: BatterCard, opposition: Opposition, weight: float) -> int:
    """Return the HR rating. It is the same number in every home run cell, so each point has equal value."""
    none = batter_counts(opposition.counter, base_card, opposition.mound)["HR"]
    per_chance = batter_counts(opposition.counter, replace(base_card, hr=(1, 1)), opposition.mound)["HR"] - none
    if per_chance <= 0:
        return 0
    return opposition.carry["HR"].round((target - none) / per_chance, weight * per_chance, 0, HIGHEST)


def _hits(
    target: Targets, base_card: BatterCard, opposition: Opposition, weight: float, missing: frozenset[str]
) -> dict[str, Share]:
    """Return cells and ? line steps for hits beyond those from pitchers, parks and range plays."""
    counted, unit = batter_counts(opposition.counter, base_card, opposition.mound), opposition.unit(base_card)
    parts: dict[str, Share] = {}
    for result in ("T", "D", "S"):
        needed = max(0.0, target[result] - counted[result]) / unit
        carry = opposition.carry[result]
        steps = 0 if result in missing else carry.round(needed * STEPS, weight, 0, round(30 * STEPS))
        parts[result] = _split(steps, result)
    return _fitting(parts)


def _split(steps: int, result: str) -> Share:
    """Split steps between whole cells and the ? line. Triples stay on the ? line if they fit."""
    line = steps if result == "T" and steps <= STEPS else steps % round(STEPS)
    return Share(round((steps - line) / STEPS), line)


def _fitting(parts: dict[str, Share]) -> dict[str, Share]:
    """Move singles from the ? line to a cell if its twenty numbers aren't enough."""
    over = sum(share.steps for share in parts.values()) - 20
    if over > 0:
        single = parts["S"]
        parts["S"] = Share(single.cells + 1, max(0, single.steps - round(STEPS)))
    return parts


def _card(
    name: str,
    bats: str,
    k: int,
    w: int,
    hr: int,
    hbp: int,
    parts: Mapping[str, Share],
    ratings: Mapping[str, Any],
) -> BatterCard:
    cells, hits = grid(parts), hits_line(parts)
    return BatterCard(name, bats, (cells, cells), (k, k), (w, w), (hr, hr), (hits, hits), hbp, **ratings)


def grid(parts: Mapping[str, Share]) -> tuple[Cell, ...]:
    """Return hits, the ? cells, and outs for the rest, distributed over the card."""
    codes = [*HIT_LINE_CODES]
    for result, names in CELLS_OF:
        if result in parts:
            codes += [names[place % len(names)] for place in range(parts[result].cells)]
    codes = [*codes, *OUTS][:CELLS]
    return tuple(parse_cell(codes[place * 7 % CELLS], "batter") for place in range(CELLS))


def hits_line(parts: Mapping[str, Share]) -> Hits:
    """Return the ? line: singles, doubles, triples, flyouts."""
    hits = [result for result in ("S", "D", "T") if result in parts for _ in range(parts[result].steps)]
    return tuple((hits + ["F"] * 20)[:20])
