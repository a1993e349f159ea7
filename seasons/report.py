"""The report of a replay: every line real and replayed with its limit and verdict, and every man against chance."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import correlation, fmean, pvariance
from typing import Final, Literal, NamedTuple

from rules_engine.baseball.seasons import LeagueSeason
from seasons.counts import USE, Counts, Estimate, Target

Verdict = Literal["within", "within chance", "OUTSIDE", "not recorded", ""]
LIMITS: Final = dict.fromkeys(
    ("AB", "R", "H", "2B", "3B", "HR", "BB", "HBP", "SO", "DP", "GIDP"), 0.01
) | dict.fromkeys(("SB", "CS", "E"), 0.03)
ORDER: Final = (
    *("AB", "R", "H", "2B", "3B", "HR", "BB", "IBB", "HBP", "SO", "SB", "CS", "GIDP", "DP", "E"),
    *("SH", "SF", "WP", "PB", "BK"),
    *USE,
)
SURE: Final = 2.0  # standard errors by which a line must be outside
REGULAR: Final = 300  # plate appearances, or batters faced
FLOOR: Final = 0.02  # how far a correlation may stay under what chance alone leaves


class ReportLine(NamedTuple):
    """One line per team and 27 outs. `real` is None where nobody kept it, `limit` where none is set."""

    name: str
    real: float | None
    given: float
    error: float
    limit: float | None

    @property
    def off(self) -> float | None:
        """Share by which the replay is off."""
        return self.given / self.real - 1 if self.real else None

    @property
    def verdict(self) -> Verdict:
        """Outside only where chance does not explain it; within chance where more games could tell."""
        if self.real is None or self.off is None:
            return "not recorded"
        if self.limit is None:
            return ""
        if abs(self.off) <= self.limit:
            return "within"
        doubt = SURE * self.error / self.real
        return "within chance" if abs(self.off) - doubt <= self.limit else "OUTSIDE"


@dataclass(frozen=True)
class PlayerLine:
    """One rate of all regulars: how the replayed ones go with the real ones, and at best, by perfect cards, would."""

    name: str
    players: int
    correlation: float
    at_best: float

    @property
    def verdict(self) -> Verdict:
        """Within chance while the correlation of so few men may still be as good as that."""
        if self.correlation >= self.at_best - FLOOR:
            return "within"
        doubt = SURE * (1 - self.correlation**2) / max(1, self.players - 1) ** 0.5
        return "within chance" if self.correlation + doubt >= self.at_best - FLOOR else "OUTSIDE"


@dataclass(frozen=True)
class ReplayedLeague:
    """A league's real season and what its replayed games came to."""

    target: Target
    statistics: LeagueSeason
    counts: Counts

    @property
    def title(self) -> str:
        return f"{self.target.totals.year} {self.target.totals.league}"

    @property
    def replays(self) -> float:
        """How many whole seasons the replayed games make."""
        return self.counts.games / self.target.games


def report_lines(league: ReplayedLeague) -> list[ReportLine]:
    """Every line of one league."""
    target = league.target
    given = target.as_written(league.counts.per_27_outs())
    return _lines(target.real(), given, target.totals.sacrifice_flies)


def season_lines(leagues: Sequence[ReplayedLeague]) -> list[ReportLine]:
    """The leagues of a season together, each by the outs it really had; what one of them did not keep is left out."""
    outs = [league.target.totals.counts["IPouts"] for league in leagues]
    shares = [count / sum(outs) for count in outs]
    parts = [{line.name: line for line in report_lines(league)} for league in leagues]
    found = []
    for name in parts[0]:
        lines = [part[name] for part in parts]
        kept = [line.real for line in lines if line.real is not None]
        real = sum(r * share for r, share in zip(kept, shares, strict=True)) if len(kept) == len(lines) else None
        given = sum(line.given * share for line, share in zip(lines, shares, strict=True))
        error = sum((line.error * share) ** 2 for line, share in zip(lines, shares, strict=True)) ** 0.5
        limits = [line.limit for line in lines]
        found.append(ReportLine(name, real, given, error, limits[0] if len(set(limits)) == 1 else None))
    return found


def _lines(real: Mapping[str, float], given: Mapping[str, Estimate], flies: str) -> list[ReportLine]:
    """What was kept has its limit; a sacrifice fly was not always a line of its own.

    Where the cards make no difference between walks and batters hit, both are held against the walks.
    """
    if "HBP" in real and not given["HBP"].given:
        real = {name: value for name, value in real.items() if name != "HBP"} | {"BB": real["BB"] + real["HBP"]}
    limits = {name: limit for name, limit in LIMITS.items() if name in real}
    kept = {name: value for name, value in real.items() if name != "SF" or flies == "own"}
    return [ReportLine(name, kept.get(name), *given[name], limits.get(name)) for name in ORDER]


def player_lines(leagues: Sequence[ReplayedLeague]) -> list[PlayerLine]:
    """Regulars of all leagues: batters by plate appearances, pitchers by batters faced."""
    return [_compared(name, *_pairs(rate, leagues)) for name, rate in _RATES.items()]


@dataclass(frozen=True)
class _Rate:
    """How a man's rate is read from his season and from his replayed line: (numerator, of how many)."""

    pitches: bool
    real: Callable[[dict[str, float]], float]
    spread: float = 1.0  # of one trial against one that is all or nothing


def _pairs(rate: _Rate, leagues: Sequence[ReplayedLeague]) -> tuple[list[float], list[float], list[float]]:
    """Real rates, replayed rates, and the variance that chance gives each of the replayed."""
    real, replayed, chance = [], [], []
    for league in leagues:
        lines = league.counts.pitching if rate.pitches else league.counts.batting
        for man, line in lines.items():
            was, often = _real_line(league.statistics, man, pitches=rate.pitches)
            now = _replayed_line(line, pitches=rate.pitches)
            if often >= REGULAR and now["PA"] > 0:
                real.append(rate.real(was))
                replayed.append(rate.real(now))
                chance.append(rate.spread * max(0.0, real[-1] * (1 - real[-1])) / now["PA"])
    return real, replayed, chance


def _real_line(statistics: LeagueSeason, man: str, *, pitches: bool) -> tuple[dict[str, float], float]:
    if pitches:
        work = statistics.pitching.get(man)
        if work is None:
            return {}, 0
        faced = {
            "PA": work.batters - work.intentional_walks,
            "H": work.hits,
            "HR": work.homeruns,
            "BB": work.walks - work.intentional_walks,
            "SO": work.strikeouts,
        }
        return {name: float(count) for name, count in faced.items()}, work.batters
    season = statistics.batting.get(man)
    if season is None or man in statistics.pitching and statistics.pitching[man].batters >= REGULAR:
        return {}, 0
    line = {
        "PA": season.plate_appearances,
        "H": season.hits,
        "2B": season.doubles,
        "3B": season.triples,
        "HR": season.homeruns,
        "BB": season.walks - season.intentional_walks,
        "HBP": season.hit_by_pitch,
        "SO": season.strikeouts,
    }
    return {name: float(count) for name, count in line.items()}, season.plate_appearances


def _replayed_line(line: Mapping[str, int], *, pitches: bool) -> dict[str, float]:
    """Walks without the intentional ones: those are their managers' doing, and no line of a card."""
    found = {name: float(count) for name, count in line.items()} | {"BB": float(line["BB"] - line["IBB"])}
    return found | {"PA": float(line["BF"] - line["IBB"])} if pitches else found


def _compared(name: str, real: list[float], replayed: list[float], chance: list[float]) -> PlayerLine:
    """At best the variance between men stands beside what chance adds to every man's replayed rate."""
    if len(real) < 3:
        return PlayerLine(name, len(real), 1.0, 1.0)
    between = pvariance(real)
    at_best = (between / (between + fmean(chance))) ** 0.5 if between else 1.0
    same = not between or not pvariance(replayed)  # so few games that nobody did it
    return PlayerLine(name, len(real), 0.0 if same else correlation(real, replayed), at_best)


def _share(*lines: str) -> Callable[[dict[str, float]], float]:
    def rate(line: dict[str, float]) -> float:
        return sum(line[name] for name in lines) / line["PA"]

    return rate


_RATES: Final[Mapping[str, _Rate]] = {
    "hits of batters": _Rate(False, _share("H")),
    "homeruns of batters": _Rate(False, _share("HR")),
    "walks of batters": _Rate(False, _share("BB")),
    "strikeouts of batters": _Rate(False, _share("SO")),
    "on base, of batters": _Rate(False, _share("H", "BB", "HBP")),
    "hits off pitchers": _Rate(True, _share("H")),
    "homeruns off pitchers": _Rate(True, _share("HR")),
    "walks by pitchers": _Rate(True, _share("BB")),
    "strikeouts by pitchers": _Rate(True, _share("SO")),
}


def outcome(lines: Sequence[ReportLine], regulars: Sequence[PlayerLine]) -> tuple[str, bool]:
    """The last sentence of the report, and whether nothing is outside its limit."""
    verdicts = [(line.name, line.verdict) for line in lines] + [(line.name, line.verdict) for line in regulars]
    outside = [name for name, verdict in verdicts if verdict == "OUTSIDE"]
    if outside:
        return f"Outside the limits: {', '.join(dict.fromkeys(outside))}.", False
    by_chance = list(dict.fromkeys(name for name, verdict in verdicts if verdict == "within chance"))
    if by_chance:
        return f"Within the limits as far as so few games can tell: {', '.join(by_chance)} by chance.", True
    return "Within the limits.", True
