"""A pitcher's card: so many cells of strikeouts, walks and homeruns, and what moves his hits up or down."""

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
THROWN: Final = 35  # without WLD, which is thrown again
STANDING: Final = ("WLD", "E?", "ET?", "EG?", "RP", "RP", "RP@", "@", "HBP", "(??)", "(S1)")
MOST_STRIKEOUTS, MOST_WALKS, MOST_HOMERUNS = 12, 9, 5  # cells
LINE: Final = tuple(parse_cell(code, "line") for code in ["G6", "G4", "F8", "G5", "F7", "G3"])
WILD_CHANCE: Final = 0.0125  # of a plate appearance to come to WLD with men on base
BALK_CHANCE: Final = 0.022  # to come to a pickoff throw
RELIEF_BATTERS: Final = 5.0  # faced in a game out of the bullpen, where starts and relief are not told apart
SPAN: Final = 20
NEAR: Final = 0.003  # of an appearance: so near is near enough, with fewer plus cells, which make batters alike


@dataclass
class PitchersCarry:
    """What rounding has left over, for each kind of cell."""

    k: Carry = field(default_factory=Carry)
    w: Carry = field(default_factory=Carry)
    hr: Carry = field(default_factory=Carry)
    hbp: Carry = field(default_factory=Carry)
    hits: Carry = field(default_factory=Carry)


def pitcher_card(
    line: PitchingSeason, wanted: Targets, weight: float, plate: Plate, carry: PitchersCarry, batting: BatterCard
) -> PitcherCard:
    """The card whose count against the average batter comes nearest to what is wanted."""
    strikeouts = _pair("K", wanted["K"], plate.k, plate.k_plus, MOST_STRIKEOUTS, carry.k, weight)
    walks = _pair("W", wanted["W"], plate.w, plate.w_plus, MOST_WALKS, carry.w, weight)
    homerun_cells, homerun_span = _homeruns(wanted["HR"], plate, carry.hr, weight)
    fixed = [*STANDING, *strikeouts, *walks, *homerun_cells]
    if "K" in strikeouts:
        fixed[fixed.index("K")] = "K(W)"
    card = PitcherCard(
        name=line.name,
        throws=line.throws,
        cells=_grid(fixed),
        line=LINE,
        batting=batting,
        hbp=_hit_batsmen(wanted["HBP"], plate, carry.hbp, weight),
        hr=(homerun_span, homerun_span),
        **_ratings(line),
    )
    return _with_hits(card, fixed, wanted, plate, carry.hits, weight)


def _grid(codes: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cells spread over the card, blanks for what is left."""
    filled = [*codes, *[""] * (CELLS - len(codes))][:CELLS]
    spread = tuple(filled[place * 7 % CELLS] for place in range(CELLS))
    return spread, spread


@cache
def _combinations(most: int) -> tuple[tuple[int, int], ...]:
    """Every number of plain and of plus cells, fewer cells first."""
    pairs = [(plain, plus) for plain in range(most + 1) for plus in range(most + 1 - plain)]
    return tuple(sorted(pairs, key=sum))


def _pair(code: str, wanted: float, plain: float, plus: float, most: int, carry: Carry, weight: float) -> list[str]:
    """So many K and K+ (or W and W+) that the average batter's share comes out."""

    def given(pair: tuple[int, int]) -> float:
        return (pair[0] * plain + pair[1] * plus) / THROWN

    lent = max(-0.002, min(0.002, carry.rest / weight)) if weight else 0.0
    best = min(_combinations(most), key=lambda pair: (max(NEAR, abs(given(pair) - wanted - lent)), pair[1], sum(pair)))
    carry.rest += weight * (wanted - given(best))
    return [code] * best[0] + [f"{code}+"] * best[1]


def _homeruns(wanted: float, plate: Plate, carry: Carry, weight: float) -> tuple[list[str], Range]:
    """HR cells and one HR? cell with its range, less what the ballpark's card gives."""
    if plate.hr <= 0:
        return [], None
    parks = 1 / THROWN * sum(plate.gives["park", check].get("HR", 0.0) for check in ("", "range"))
    unit = plate.hr / THROWN / SPAN
    steps = carry.round(max(0.0, wanted - parks) / unit, weight, 0, MOST_HOMERUNS * SPAN)
    cells, span = divmod(steps, SPAN)
    if span:
        return ["HR"] * cells + ["HR?"], (1, span)
    return ["HR"] * cells, None


def _hit_batsmen(wanted: float, plate: Plate, carry: Carry, weight: float) -> int:
    """The rating whose share in the one HBP cell is nearest."""
    given = {rating: plate.hit(rating) / THROWN for rating in range(-10, 21)}
    lent = max(-0.001, min(0.001, carry.rest / weight)) if weight else 0.0
    best = min(given, key=lambda rating: (abs(given[rating] - wanted - lent), abs(rating)))
    carry.rest += weight * (wanted - given[best])
    return best


def _with_hits(
    card: PitcherCard, fixed: list[str], wanted: Targets, plate: Plate, carry: Carry, weight: float
) -> PitcherCard:
    """S1 or ** in place of blanks, and a (??) range for the rest of the way."""
    counted = pitcher_counts(card, plate)
    hits = wanted["S"] + wanted["D"] + wanted["T"]
    missing = hits - (counted["S"] + counted["D"] + counted["T"])
    plain = plate.gives["batter", ""]
    average = plain.get("S", 0.0) + plain.get("D", 0.0) + plain.get("T", 0.0)
    label, each = ("S1", (1 - average) / THROWN) if missing > 0 else ("**", average / THROWN)
    free = CELLS - len(fixed)
    lent = carry.rest if missing > 0 else -carry.rest
    unit = Carry(lent / each if each else 0.0)
    steps = unit.round(abs(missing) / each * SPAN, weight * SPAN, 0, free * SPAN + SPAN - 1)
    carry.rest += weight * (missing - (steps if missing > 0 else -steps) / SPAN * each)
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
    """IP12.1, IP12.2: batters in a start and in relief, and what he gives up meanwhile."""
    relief_games = max(line.games - line.starts, 0)
    in_relief = line.batters if not line.starts else min(line.batters * 0.9, relief_games * RELIEF_BATTERS)
    share = (line.hits + line.walks) / max(line.batters, 1)
    start = _work((line.batters - in_relief) / line.starts, share) if line.starts else None
    relief = _work(in_relief / relief_games, share) if relief_games else None
    return start, relief or (_work(RELIEF_BATTERS, share) if not start else None)


def _work(batters: float, share: float) -> Work:
    """Runs come to a good third of hits and walks."""
    tired = max(2, min(45, round(batters)))
    return Work(tired, max(2, round(1.4 * share * tired)))
