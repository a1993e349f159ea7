"""A batter's card: his hits in cells and one ? line, his strikeouts, walks and homeruns in ratings."""

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
ASKING: Final = ("?7", "?8", "?9")  # cells that roll on the ? line
STEPS: Final = 20 / len(ASKING)  # of the ? line that are worth one cell
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
    """What rounding has left over, for each result."""

    by_result: dict[str, Carry] = field(
        default_factory=lambda: {key: Carry() for key in ("S", "D", "T", "HR", "W", "HBP", "K")}
    )

    def __getitem__(self, result: str) -> Carry:
        return self.by_result[result]


@dataclass(frozen=True)
class Share:
    """Cells of a result, and steps of the ? line."""

    cells: int
    steps: int


@dataclass
class Facing:
    """What every batter of a round is made against."""

    mound: Mound
    counter: Counter
    carry: BattersCarry = field(default_factory=BattersCarry)

    def unit(self, bare: BatterCard) -> float:
        """What one cell of his own card is worth."""
        _, ways = self.mound.routes(bare)
        return sum(share for (card, _), share in ways.items() if card == "batter") / CELLS


def batter_card(
    name: str,
    bats: str,
    wanted: Targets,
    weight: float,
    facing: Facing,
    ratings: Mapping[str, Any],
    nothing: frozenset[str] = frozenset(),
) -> BatterCard:
    """The card whose count against the average pitcher comes nearest; `nothing` are results he never had.

    What a rating cannot give goes on the card itself, as cells W, K and H.
    """
    mound, carry = facing.mound, facing.carry
    k = _rating(wanted["K"], mound, "K", carry["K"], weight)
    w = _rating(wanted["W"], mound, "W", carry["W"], weight)
    hbp = 0 if "HBP" in nothing else _hbp(wanted["HBP"], mound, carry["HBP"], weight)
    bare = _card(name, bats, k, w, 0, hbp, {}, ratings)
    parts: dict[str, Share] = {}
    for result, rating in (("K", k), ("W", w)):
        if rating == HIGHEST and (cells := _beyond(wanted, bare, facing, result, weight)):
            parts[result] = Share(cells, 0)
    hr = 0 if "HR" in nothing else _homeruns(wanted["HR"], bare, facing, weight)
    if hr == HIGHEST and (cells := _beyond(wanted, replace(bare, hr=(hr, hr)), facing, "HR", weight)):
        parts["HR"] = Share(cells, 0)
    bare = _card(name, bats, k, w, hr, hbp, parts, ratings)
    return _card(name, bats, k, w, hr, hbp, parts | _hits(wanted, bare, facing, weight, nothing), ratings)


def _beyond(wanted: Targets, bare: BatterCard, facing: Facing, result: str, weight: float) -> int:
    """Cells of the result itself, for what his highest rating leaves open."""
    unit, counted = facing.unit(bare), batter_counts(facing.counter, bare, facing.mound)[result]
    carry = facing.carry[result]
    carry.rest -= weight * (wanted[result] - counted)  # what the rating left over is settled here
    cells = max(0, round((wanted[result] - counted) / unit))
    carry.rest += weight * (wanted[result] - counted - cells * unit)
    return cells


def _rating(wanted: float, mound: Mound, code: str, carry: Carry, weight: float) -> int:
    """The rating whose share in the cells of the average pitcher is nearest."""
    plain, plus = mound.cells.get(code, 0.0), mound.cells.get(f"{code}+", 0.0)
    plain += mound.cells.get("K(W)", 0.0) if code == "K" else 0.0
    given = {
        rating: plain * min(max(rating, 0), 20) / 20 + plus * min(max(rating + PLUS_BONUS, 0), 20) / 20
        for rating in range(-PLUS_BONUS, HIGHEST + 1)
    }
    step = (plain + plus) / 40 or 1.0
    lent = max(-step, min(step, carry.rest / weight)) if weight else 0.0
    best = min(given, key=lambda rating: abs(given[rating] - wanted - lent))
    carry.rest += weight * (wanted - given[best])
    return best


def _hbp(wanted: float, mound: Mound, carry: Carry, weight: float) -> int:
    given = {
        rating: sum(part * min(max(rating + his, 0), 20) / 20 for his, part in mound.hbp.items())
        for rating in range(-10, HIGHEST + 1)
    }
    lent = max(-0.0007, min(0.0007, carry.rest / weight)) if weight else 0.0
    best = min(given, key=lambda rating: (abs(given[rating] - wanted - lent), abs(rating)))
    carry.rest += weight * (wanted - given[best])
    return best


def _homeruns(wanted: float, bare: BatterCard, facing: Facing, weight: float) -> int:
    """HR is one number in every homerun cell of pitchers and parks, so that each point is worth the same."""
    none = batter_counts(facing.counter, bare, facing.mound)["HR"]
    each = batter_counts(facing.counter, replace(bare, hr=(1, 1)), facing.mound)["HR"] - none
    if each <= 0:
        return 0
    return facing.carry["HR"].round((wanted - none) / each, weight * each, 0, HIGHEST)


def _hits(
    wanted: Targets, bare: BatterCard, facing: Facing, weight: float, nothing: frozenset[str]
) -> dict[str, Share]:
    """Cells for the whole part, the ? line for the rest, over what pitchers, parks and range plays give anyway."""
    counted, unit = batter_counts(facing.counter, bare, facing.mound), facing.unit(bare)
    parts: dict[str, Share] = {}
    for result in ("T", "D", "S"):
        missing = max(0.0, wanted[result] - counted[result]) / unit
        carry = facing.carry[result]
        steps = 0 if result in nothing else carry.round(missing * STEPS, weight, 0, round(30 * STEPS))
        parts[result] = _split(steps, result)
    return _fitting(parts)


def _split(steps: int, result: str) -> Share:
    """Triples stay on the ? line as long as they can; of the others whole cells go on the card."""
    line = steps if result == "T" and steps <= STEPS else steps % round(STEPS)
    return Share(round((steps - line) / STEPS), line)


def _fitting(parts: dict[str, Share]) -> dict[str, Share]:
    """The ? line has twenty numbers."""
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
    """Hits, the ? cells, and outs for the rest, spread over the card."""
    codes = [*ASKING]
    for result, names in CELLS_OF:
        if result in parts:
            codes += [names[place % len(names)] for place in range(parts[result].cells)]
    codes = [*codes, *OUTS][:CELLS]
    return tuple(parse_cell(codes[place * 7 % CELLS], "batter") for place in range(CELLS))


def hits_line(parts: Mapping[str, Share]) -> Hits:
    """The ? line: singles, doubles, triples, flyouts."""
    hits = [result for result in ("S", "D", "T") if result in parts for _ in range(parts[result].steps)]
    return tuple((hits + ["F"] * 20)[:20])
