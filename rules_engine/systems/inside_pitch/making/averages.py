"""The average pitcher that batters face and the average batter that pitchers face, as weighted shares."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules_engine.systems.inside_pitch.cards import BatterCard, Park, PitcherCard
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.counting import (
    RESULTS,
    Counts,
    Routes,
    count_cell,
    d20_chance,
    range_chance,
)
from rules_engine.systems.inside_pitch.matchup import PLUS_BONUS, Matchup, park_cell

CHECKS = ("", "error", "range")


@dataclass
class Mound:
    """The average pitcher, weighted by batters faced: how often each cell is read, except WLD."""

    cells: dict[str, float] = field(default_factory=dict)  # code -> share of all readings
    homerun: float = 0.0  # share of HR? readings within their ranges
    single: float = 0.0  # share of (??) readings that are S1
    out: float = 0.0  # share that are **
    hbp: dict[int, float] = field(default_factory=dict)  # rating -> share of readings that are HBP

    def routes(self, card: BatterCard) -> Routes:
        """Return the results settled on the pitcher's card for this batter, and the routes to the second card."""
        settled = dict.fromkeys((*RESULTS, "out"), 0.0)
        k, w, hr = card.k[0], card.w[0], card.hr[0]
        cell = self.cells.get
        settled["K"] = (cell("K", 0) + cell("K(W)", 0)) * d20_chance(k) + cell("K+", 0) * d20_chance(k + PLUS_BONUS)
        settled["W"] = cell("W", 0) * d20_chance(w) + cell("W+", 0) * d20_chance(w + PLUS_BONUS)
        settled["HR"] = (cell("HR", 0) + self.homerun) * d20_chance(hr)
        settled["HBP"] = sum(part * d20_chance(card.hbp + rating) for rating, part in self.hbp.items())
        settled["S"] = cell("S1", 0) + self.single
        settled["out"] = cell("**", 0) + self.out
        ways = {("batter", "error"): cell("E?", 0) + cell("ET?", 0) + cell("EG?", 0)}
        ways |= {("batter", "range"): cell("RP", 0), ("park", ""): cell("@", 0), ("park", "range"): cell("RP@", 0)}
        ways["batter", ""] = 1 - sum(settled.values()) - sum(ways.values())
        return Routes(settled, ways)


def mound_of(pitchers: Iterable[tuple[PitcherCard, float]]) -> Mound:
    """Return the average of these pitchers, weighted by batters faced."""
    faced = [(card, weight) for card, weight in pitchers if weight > 0]
    total_weight = sum(weight for _, weight in faced)
    mound = Mound()
    for card, weight in faced:
        rolled = [code for code in card.cells[0] if code != "WLD"]
        for code in rolled:
            part = weight / total_weight / len(rolled)
            mound.cells[code] = mound.cells.get(code, 0.0) + part
            if code == "HBP":
                mound.hbp[card.hbp] = mound.hbp.get(card.hbp, 0.0) + part
            elif code == "HR?":
                mound.homerun += part * range_chance(card.hr[0])
            elif code == "(??)":
                within = part * range_chance(card.split[0])
                mound.single += within if card.split_gives[0] == "S1" else 0.0
                mound.out += within if card.split_gives[0] == "**" else 0.0
    return mound


@dataclass
class Plate:
    """The average batter, weighted by plate appearances: the chances for each check, and the cards' results."""

    k: float = 0.0
    k_plus: float = 0.0
    w: float = 0.0
    w_plus: float = 0.0
    hr: float = 0.0
    hbp: dict[int, float] = field(default_factory=dict)  # rating -> share of plate appearances
    gives: dict[tuple[str, str], Counts] = field(default_factory=dict)  # card, check -> results

    def hit(self, rating: int) -> float:
        """Return the chance that a pitcher with this HBP rating hits a batter."""
        return sum(part * d20_chance(batter_rating + rating) for batter_rating, part in self.hbp.items())


@dataclass
class Counter:
    """A cached count of the results of whole cards in one ballpark."""

    charts: Charts
    park: Park
    cache: dict[tuple[object, ...], Counts] = field(default_factory=dict)

    def grid(self, card: BatterCard, check: str) -> Counts:
        """Return the results on a batter's own card."""
        cells, hits = card.cells[0], card.hits[0]
        key = cells, hits, check
        if key not in self.cache:
            self.cache[key] = self._count(Matchup(batter_cells=cells, hits=hits), cells, check, 0, at_park=False)
        return self.cache[key]

    def ballpark(self, card: BatterCard, check: str) -> Counts:
        """Return the results on the ballpark's card for this batter."""
        key = card.hr[0], card.br, check
        if key not in self.cache:
            cells = tuple(park_cell(cell, "R") for cell in self.park.cells)
            matchup = Matchup(park_cells=cells, park_hits=self.park.hits[0], hr=card.hr[0])
            self.cache[key] = self._count(matchup, cells, check, card.br, at_park=True)
        return self.cache[key]

    def _count(self, matchup: Matchup, cells: tuple[Cell, ...], check: str, br: int, *, at_park: bool) -> Counts:
        total: Counts = {}
        for cell in dict.fromkeys(cells):
            part = cells.count(cell) / len(cells)
            _add(total, count_cell(self.charts, matchup, cell, check, br, at_park=at_park), part)
        return total

    def card(self, card: BatterCard, place: str, check: str) -> Counts:
        return self.ballpark(card, check) if place == "park" else self.grid(card, check)


def plate_of(counter: Counter, batters: Iterable[tuple[BatterCard, float]]) -> Plate:
    """Return the average of these batters, weighted by plate appearances."""
    listed = [(card, weight) for card, weight in batters if weight > 0]
    total_weight = sum(weight for _, weight in listed)
    plate = Plate(gives={(place, check): {} for place in ("batter", "park") for check in CHECKS})
    for card, weight in listed:
        part = weight / total_weight
        plate.k += part * d20_chance(card.k[0])
        plate.k_plus += part * d20_chance(card.k[0] + PLUS_BONUS)
        plate.w += part * d20_chance(card.w[0])
        plate.w_plus += part * d20_chance(card.w[0] + PLUS_BONUS)
        plate.hr += part * d20_chance(card.hr[0])
        plate.hbp[card.hbp] = plate.hbp.get(card.hbp, 0.0) + part
        for (place, check), gives in plate.gives.items():
            _add(gives, counter.card(card, place, check), part)
    return plate


def _add(total: Counts, more: Mapping[str, float], part: float) -> None:
    for result, chance in more.items():
        total[result] = total.get(result, 0.0) + part * chance


def batter_counts(counter: Counter, card: BatterCard, mound: Mound) -> Counts:
    """Return the share of each result for a batter against the average pitcher."""
    settled, ways = mound.routes(card)
    total = dict(settled)
    for (place, check), weight in ways.items():
        _add(total, counter.card(card, place, check), weight)
    return total


def pitcher_counts(card: PitcherCard, plate: Plate) -> Counts:
    """Return the share of each result for a pitcher against the average batter."""
    rolled = [code for code in card.cells[0] if code != "WLD"]
    total: Counts = dict.fromkeys((*RESULTS, "out"), 0.0)
    for code in rolled:
        part = 1 / len(rolled)
        result, chance = pitcher_cell_counts(card, code, plate)
        if chance:
            total[result] += part * chance
        _add(total, plate.gives[_ways(code)], part * (1 - chance))
    return total


def _ways(code: str) -> tuple[str, str]:
    place = "park" if code in ("@", "RP@") else "batter"
    check = "range" if code.startswith("RP") else "error" if code in ("E?", "ET?", "EG?") else ""
    return place, check


def pitcher_cell_counts(card: PitcherCard, code: str, plate: Plate) -> tuple[str, float]:
    """Return a cell's immediate results with their frequencies."""
    chances = {
        "K": ("K", plate.k),
        "K(W)": ("K", plate.k),
        "K+": ("K", plate.k_plus),
        "W": ("W", plate.w),
        "W+": ("W", plate.w_plus),
        "HR": ("HR", plate.hr),
        "HR?": ("HR", plate.hr * range_chance(card.hr[0])),
        "HBP": ("HBP", plate.hit(card.hbp)),
        "S1": ("S", 1.0),
        "**": ("out", 1.0),
        "(??)": ("S" if card.split_gives[0] == "S1" else "out", range_chance(card.split[0])),
    }
    return chances.get(code, ("out", 0.0))
