"""Make a pitcher's card: cells for strikeouts, walks and home runs, and cells that raise or lower his hits."""

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from rules_engine.baseball.seasons import PitchingSeason
from rules_engine.systems.inside_pitch.cards import BatterCard, PitcherCard, Work
from rules_engine.systems.inside_pitch.cells import parse_cell
from rules_engine.systems.inside_pitch.making.averages import Plate, pitcher_counts
from rules_engine.systems.inside_pitch.making.rounding import Carry
from rules_engine.systems.inside_pitch.making.targets import Targets
from rules_engine.systems.inside_pitch.ranges import Range

CELLS: Final = 36
ROLLED: Final = 35  # without WLD, which is rolled again
FIXED_CODES: Final = ("WLD", "E?", "ET?", "EG?", "RP", "RP", "RP@", "@", "HBP", "(??)", "(S1)")
MOST_STRIKEOUTS, MOST_WALKS, MOST_HOMERUNS = 12, 9, 5  # cells
LINE: Final = tuple(parse_cell(code, "line") for code in ["G6", "G4", "F8", "G5", "F7", "G3"])
WILD_CHANCE: Final = 0.0125  # chance of WLD with runners on base, per plate appearance
BALK_CHANCE: Final = 0.022  # chance of a pickoff throw
RELIEF_BATTERS: Final = 5.0  # per game in relief, if starts and relief aren't recorded separately
SPAN: Final = 20
TOLERANCE: Final = (
    0.003  # per plate appearance; within this margin, fewer plus cells are better because they make batters alike
)


@dataclass
class PitchersCarry:
    """Rounding errors so far, by kind of cell."""

    k: Carry = field(default_factory=Carry)
    w: Carry = field(default_factory=Carry)
    hr: Carry = field(default_factory=Carry)
    hbp: Carry = field(default_factory=Carry)
    hits: Carry = field(default_factory=Carry)


def pitcher_card(
    line: PitchingSeason, target: Targets, weight: float, plate: Plate, carry: PitchersCarry, batting: BatterCard
) -> PitcherCard:
    """Return the card closest to the target results against the average batter."""
    strikeouts = _pair("K", target["K"], plate.k, plate.k_plus, MOST_STRIKEOUTS, carry.k, weight)
    walks = _pair("W", target["W"], plate.w, plate.w_plus, MOST_WALKS, carry.w, weight)
    homerun_cells, homerun_span = _homeruns(target["HR"], plate, carry.hr, weight)
    fixed = [*FIXED_CODES, *strikeouts, *walks, *homerun_cells]
    if "K" in strikeouts:
        fixed[fixed.index("K")] = "K(W)"
    card = PitcherCard(
        name=line.name,
        throws=line.throws,
        cells=_grid(fixed),
        line=LINE,
        batting=batting,
        hbp=_hit_batsmen(target["HBP"], plate, carry.hbp, weight),
        hr=(homerun_span, homerun_span),
        **_ratings(line),
    )
    return _with_hits(card, fixed, target, plate, carry.hits, weight)


def _grid(codes: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cells distributed over the card, with blanks for the rest."""
    filled = [*codes, *[""] * (CELLS - len(codes))][:CELLS]
    spread = tuple(filled[place * 7 % CELLS] for place in range(CELLS))
    return spread, spread


@cache
def _combinations(most: int) -> tuple[tuple[int, int], ...]:
    """Return every combination of plain and plus cells, fewer cells first."""
    pairs = [(plain, plus) for plain in range(most + 1) for plus in range(most + 1 - plain)]
    return tuple(sorted(pairs, key=sum))


def _pair(code: str, target: float, plain: float, plus: float, most: int, carry: Carry, weight: float) -> list[str]:
    """Return the K and K+ (or W and W+) cells that produce the target share against the average batter."""

    def share_of(pair: tuple[int, int]) -> float:
        return (pair[0] * plain + pair[1] * plus) / ROLLED

    correction = max(-0.002, min(0.002, carry.rest / weight)) if weight else 0.0
    best = min(
        _combinations(most),
        key=lambda pair: (max(TOLERANCE, abs(share_of(pair) - target - correction)), pair[1], sum(pair)),
    )
    carry.rest += weight * (target - share_of(best))
    return [code] * best[0] + [f"{code}+"] * best[1]


def _homeruns(target: float, plate: Plate, carry: Carry, weight: float) -> tuple[list[str], Range]:
    """Return HR cells and one HR? cell with its range, minus the home runs on the ballpark's card."""
    if plate.hr <= 0:
        return [], None
    parks = 1 / ROLLED * sum(plate.gives["park", check].get("HR", 0.0) for check in ("", "range"))
    unit = plate.hr / ROLLED / SPAN
    steps = carry.round(max(0.0, target - parks) / unit, weight, 0, MOST_HOMERUNS * SPAN)
    cells, span = divmod(steps, SPAN)
    if span:
        return ["HR"] * cells + ["HR?"], (1, span)
    return ["HR"] * cells, None


def _hit_batsmen(target: float, plate: Plate, carry: Carry, weight: float) -> int:
    """Return the rating with the closest share in the single HBP cell."""
    share_of = {rating: plate.hit(rating) / ROLLED for rating in range(-10, 21)}
    correction = max(-0.001, min(0.001, carry.rest / weight)) if weight else 0.0
    best = min(share_of, key=lambda rating: (abs(share_of[rating] - target - correction), abs(rating)))
    carry.rest += weight * (target - share_of[best])
    return best


def _with_hits(
    card: PitcherCard, fixed: list[str], target: Targets, plate: Plate, carry: Carry, weight: float
) -> PitcherCard:
    """Replace blanks with S1 or **, and set a (??) range for the rest."""
    counted = pitcher_counts(card, plate)
    hits = target["S"] + target["D"] + target["T"]
    missing = hits - (counted["S"] + counted["D"] + counted["T"])
    plain = plate.gives["batter", ""]
    average = plain.get("S", 0.0) + plain.get("D", 0.0) + plain.get("T", 0.0)
    label, unit_share = ("S1", (1 - average) / ROLLED) if missing > 0 else ("**", average / ROLLED)
    free = CELLS - len(fixed)
    correction = carry.rest if missing > 0 else -carry.rest
    unit = Carry(correction / unit_share if unit_share else 0.0)
    steps = unit.round(abs(missing) / unit_share * SPAN, weight * SPAN, 0, free * SPAN + SPAN - 1)
    carry.rest += weight * (missing - (steps if missing > 0 else -steps) / SPAN * unit_share)
    cells, span = divmod(steps, SPAN)
    ranged: Range = (1, span) if span else None
    return replace(card, cells=_grid([*fixed, *[label] * cells]), split=(ranged, ranged), split_gives=(label, label))


def _ratings(line: PitchingSeason) -> dict[str, Any]:
    batters = max(line.batters, 1)
    wild = min(14, round(SPAN * line.wild_pitches / batters / WILD_CHANCE))
    balks = min(6, round(SPAN * line.balks / batters / BALK_CHANCE))
    start, relief = works(line)
    return {
        "wp": (1, wild) if wild else None,
        "pb": (wild + 1, wild + 4),
        "balk": (1, balks) if balks else None,
        "pickoff": (balks + 1, balks + 2),
        "pickoff_error": (balks + 3, balks + 3),
        "start": start,
        "relief": relief,
    }


def works(line: PitchingSeason) -> tuple[Work | None, Work | None]:
    """IP12.1, IP12.2: Return how many batters he lasts in a start and in relief, and his pull ratings."""
    relief_games = max(line.games - line.starts, 0)
    in_relief = line.batters if not line.starts else min(line.batters * 0.9, relief_games * RELIEF_BATTERS)
    share = (line.hits + line.walks) / max(line.batters, 1)
    start = _work((line.batters - in_relief) / line.starts, share) if line.starts else None
    relief = _work(in_relief / relief_games, share) if relief_games else None
    return start, relief or (_work(RELIEF_BATTERS, share) if not start else None)


def _work(batters: float, share: float) -> Work:
    """Return the work rating for this many batters. Runs are about 40 percent of hits and walks."""
    tired = max(2, min(45, round(batters)))
    return Work(tired, max(2, round(1.4 * share * tired)))
