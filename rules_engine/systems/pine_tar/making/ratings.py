"""Ratings from statistics: speed, steals, bunts, ranges, errors, arms and injuries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules_engine.baseball.seasons import BattingSeason, FieldingSeason, LeagueSeason
from rules_engine.systems.pine_tar.cards.cards import Arm, FieldingRange, Injury, Opportunity, Speed
from rules_engine.systems.pine_tar.cards.outcomes import OUTFIELD

ENOUGH: Final = 900  # outs in the field, or six times plate appearances, from which a player's own numbers are used
REGULAR_TURNS: Final = 620  # plate appearances of a player who misses no game
SLOWEST, FASTEST = 0.33, 0.77  # percentiles of players by speed
LOW, HIGH = 0.25, 0.75
_TRIES: Final[tuple[tuple[float, Opportunity], ...]] = (
    (0.40, "AA"),
    (0.28, "A"),
    (0.18, "B"),
    (0.11, "C"),
    (0.06, "D"),
    (0.015, "E"),
)
BETTER: Final = 4  # percentage points subtracted, because steal points limit attempts to better runners
GAMES: Final = 162
CHECKS: Final = GAMES / 9  # how often a regular is checked after a game


@dataclass(frozen=True, slots=True)
class Standards:
    """League standards with which players are compared."""

    speed: Sequence[float]  # of its regulars, sorted
    safe: float  # share of steal attempts
    chances: Mapping[str, Sequence[float]]  # position -> chances per out, sorted
    errors: Mapping[str, float]  # position -> errors per chance
    assists: Mapping[str, Sequence[float]]  # outfield position -> assists per out, sorted
    caught: float  # share of steal attempts against catchers


def standards(season: LeagueSeason) -> Standards:
    batters, lines = list(season.batting.values()), [line for lines in season.fielding.values() for line in lines]
    stolen, caught = sum(batter.stolen_bases for batter in batters), sum(batter.caught_stealing for batter in batters)
    by_position: dict[str, list[FieldingSeason]] = {}
    for line in lines:
        by_position.setdefault(line.position, []).append(line)
    return Standards(
        speed=sorted(quickness(batter) for batter in batters if batter.plate_appearances * 6 >= ENOUGH),
        safe=stolen / (stolen + caught) if stolen + caught else 0.6,
        chances={
            place: _in_order(seasons, lambda line: line.putouts + line.assists)
            for place, seasons in by_position.items()
        },
        errors={place: _errors(seasons) for place, seasons in by_position.items()},
        assists={place: _in_order(by_position.get(place, []), lambda line: line.assists) for place in OUTFIELD},
        caught=_caught(by_position.get("c", [])),
    )


def _in_order(lines: Sequence[FieldingSeason], count: Any) -> list[float]:
    return sorted(count(line) / line.outs for line in lines if line.outs >= ENOUGH)


def _errors(lines: Sequence[FieldingSeason]) -> float:
    chances = sum(line.putouts + line.assists + line.errors for line in lines)
    return sum(line.errors for line in lines) / chances if chances else 0.0


def _caught(lines: Sequence[FieldingSeason]) -> float:
    stolen, caught = sum(line.stolen_bases for line in lines), sum(line.caught_stealing for line in lines)
    return caught / (stolen + caught) if stolen + caught else 0.0


def quickness(batter: BattingSeason) -> float:
    """Return a speed score from triples, steal attempts and runs per time on base."""
    on_base = batter.hits + batter.walks + batter.hit_by_pitch
    first = on_base - batter.homeruns - batter.triples - batter.doubles
    runs = max(batter.runs - batter.homeruns, 0)
    tried = batter.stolen_bases + batter.caught_stealing
    return 4 * batter.triples / max(batter.at_bats, 1) + tried / (first + 20) + runs / (on_base - batter.homeruns + 20)


def _place(value: float, in_order: Sequence[float]) -> float:
    """Return a value's percentile, or 0.5 without data."""
    return sum(lower < value for lower in in_order) / len(in_order) if in_order else 0.5


def speed(batter: BattingSeason | None, standards: Standards) -> Speed:
    """Return BR: S for the slowest third, F for the fastest quarter."""
    if batter is None or batter.plate_appearances * 6 < ENOUGH:
        return "M" if batter is not None and batter.stolen_bases else "S"
    place = _place(quickness(batter), standards.speed)
    return "S" if place < SLOWEST else "F" if place >= FASTEST else "M"


def stealing(batter: BattingSeason | None, standards: Standards) -> tuple[int, Opportunity]:
    """Return SBC and SBO from the success rate and attempts per time on first."""
    if batter is None:
        return 0, "N"
    tried = batter.stolen_bases + batter.caught_stealing
    first = batter.hits - batter.doubles - batter.triples - batter.homeruns + batter.walks + batter.hit_by_pitch
    share = tried / max(first, 10)
    never: Opportunity = "N"
    opportunity = next((letter for least, letter in _TRIES if share >= least), never)
    chance = (batter.stolen_bases + 4 * standards.safe) / (tried + 4)
    return max(0, min(95, round(100 * chance) - BETTER)), opportunity


def bunting(batter: BattingSeason | None, *, pitches: bool) -> int | None:
    """Return SHC from sacrifices. Power hitters without one never bunt."""
    if batter is None:
        return 60 if pitches else None
    if batter.sacrifices:
        return min(88, 68 + 2 * batter.sacrifices)
    return 64 if pitches else None if batter.homeruns >= 15 else 55


def reach(lines: Sequence[FieldingSeason], standards: Standards) -> FieldingRange:
    """Return RG by chances per out: the best quarter is Pos, the worst Neg."""
    if not lines or lines[0].outs < ENOUGH or lines[0].position in ("p", "c"):
        return "Neu"
    line = lines[0]
    place = _place((line.putouts + line.assists) / line.outs, standards.chances.get(line.position, ()))
    return "Pos" if place >= HIGH else "Neg" if place < LOW else "Neu"


def error_chance(lines: Sequence[FieldingSeason], standards: Standards, middle: float) -> int:
    """Return EC from errors relative to the positions. `middle` is the average chance."""
    chances = sum(line.putouts + line.assists + line.errors for line in lines)
    expected = sum((line.putouts + line.assists + line.errors) * standards.errors[line.position] for line in lines)
    made = sum(line.errors for line in lines)
    ratio = (made + 3) / (expected + 3) if chances else 1.0
    return max(0, min(9, round(10 * middle * ratio) - 1))


def arm(lines: Sequence[FieldingSeason], standards: Standards) -> Arm:
    """Return an outfielder's arm rating from assists per out."""
    line = next((line for line in lines if line.position in OUTFIELD), None)
    if line is None:
        return ""
    place = _place(line.assists / max(line.outs, 1), standards.assists[line.position]) if line.outs >= ENOUGH else 0.5
    return "W" if place < LOW else "E" if place >= HIGH else "A"


def throwing(lines: Sequence[FieldingSeason], standards: Standards) -> int:
    """Return a catcher's AR from his caught-stealing rate relative to the league."""
    line = next((line for line in lines if line.position == "c"), None)
    if line is None:
        return 0
    tried = line.stolen_bases + line.caught_stealing
    caught = (line.caught_stealing + 20 * standards.caught) / (tried + 20)
    return max(-20, min(20, round(100 * (standards.caught - caught))))


def injury(turns: int) -> Injury:
    """Return a batter's INJ from missed games."""
    missed = GAMES * max(0.0, 1 - turns / REGULAR_TURNS) if turns >= REGULAR_TURNS / 3 else GAMES / 8
    letter, length = ("A", 1.5) if missed < 8 else ("B", 3.4) if missed < 25 else ("C", 7.2)
    return Injury(min(60, max(1, round(100 * missed / CHECKS / length))), letter)
