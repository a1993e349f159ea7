"""Compare a replay with the real season: each line with its limit and verdict, and the regulars' rates."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import correlation, fmean, pvariance
from typing import Final, Literal, NamedTuple

from rules_engine.baseball.seasons import LeagueSeason
from seasons.counts import USAGE_LINES, Counts, Estimate, Target

Verdict = Literal["within", "within chance", "OUTSIDE", "not recorded", ""]
_TIGHT_LINES: Final = ("AB", "R", "H", "2B", "3B", "HR", "BB", "HBP", "SO", "DP", "GIDP")
_LOOSE_LINES: Final = ("SB", "CS", "E")
LIMITS: Final = dict.fromkeys(_TIGHT_LINES, 0.01) | dict.fromkeys(_LOOSE_LINES, 0.03)
_BATTING_ORDER: Final = ("AB", "R", "H", "2B", "3B", "HR", "BB", "IBB", "HBP", "SO", "SB", "CS", "GIDP", "DP", "E")
_OTHER_ORDER: Final = ("SH", "SF", "WP", "PB", "BK")
ORDER: Final = (*_BATTING_ORDER, *_OTHER_ORDER, *USAGE_LINES)
SIGNIFICANT_ERRORS: Final = 2.0  # standard errors beyond the limit that put a line outside
MIN_REGULAR: Final = 300  # plate appearances or batters faced
CORRELATION_TOLERANCE: Final = 0.02  # below the best possible correlation


class ReportLine(NamedTuple):
    """A line per team and 27 outs.

    Attributes:
        real: The real line, or None if it was not recorded.
        error: The replayed line's standard error.
        limit: The largest relative error allowed, or None.
    """

    name: str
    real: float | None
    replayed: float
    error: float
    limit: float | None

    @property
    def relative_error(self) -> float | None:
        return self.replayed / self.real - 1 if self.real else None

    @property
    def verdict(self) -> Verdict:
        """Return the verdict. "within chance" means that only more games could decide."""
        if self.real is None or self.relative_error is None:
            return "not recorded"
        if self.limit is None:
            return ""
        if abs(self.relative_error) <= self.limit:
            return "within"
        margin = SIGNIFICANT_ERRORS * self.error / self.real
        return "within chance" if abs(self.relative_error) - margin <= self.limit else "OUTSIDE"


@dataclass(frozen=True)
class PlayerLine:
    """The correlation between all regulars' replayed and real rates, and its maximum with perfect cards."""

    name: str
    players: int
    correlation: float
    best_possible: float

    @property
    def verdict(self) -> Verdict:
        """Return the verdict. "within chance" means that more players could still reach the limit."""
        limit = self.best_possible - CORRELATION_TOLERANCE
        if self.correlation >= limit:
            return "within"
        margin = SIGNIFICANT_ERRORS * (1 - self.correlation**2) / max(1, self.players - 1) ** 0.5
        return "within chance" if self.correlation + margin >= limit else "OUTSIDE"


@dataclass(frozen=True)
class ReplayedLeague:
    """A league's real season and its replayed games."""

    target: Target
    statistics: LeagueSeason
    counts: Counts

    @property
    def title(self) -> str:
        return f"{self.target.totals.year} {self.target.totals.league}"

    @property
    def replays(self) -> float:
        """Return the number of replayed games in whole seasons."""
        return self.counts.games / self.target.games


def report_lines(league: ReplayedLeague) -> list[ReportLine]:
    """Return one league's lines."""
    target = league.target
    replayed = target.as_scored(league.counts.per_27_outs())
    return _compare_lines(target.real_lines(), replayed, target.totals.sacrifice_flies)


def season_lines(leagues: Sequence[ReplayedLeague]) -> list[ReportLine]:
    """Return the lines for all of a season's leagues, weighted by real outs.

    A real line is None if any of the leagues did not record it.
    """
    outs = [league.target.totals.counts["IPouts"] for league in leagues]
    shares = [count / sum(outs) for count in outs]
    lines_by_league = [{line.name: line for line in report_lines(league)} for league in leagues]
    return [_weighted_line(name, [lines[name] for lines in lines_by_league], shares) for name in lines_by_league[0]]


def _weighted_line(name: str, lines: Sequence[ReportLine], shares: Sequence[float]) -> ReportLine:
    pairs = list(zip(lines, shares, strict=True))
    recorded = [line.real for line in lines if line.real is not None]
    real = None
    if len(recorded) == len(lines):
        real = sum(value * share for value, share in zip(recorded, shares, strict=True))
    replayed = sum(line.replayed * share for line, share in pairs)
    error = sum((line.error * share) ** 2 for line, share in pairs) ** 0.5
    limits = {line.limit for line in lines}
    return ReportLine(name, real, replayed, error, limits.pop() if len(limits) == 1 else None)


def _compare_lines(real: Mapping[str, float], replayed: Mapping[str, Estimate], flies: str) -> list[ReportLine]:
    """Return each line with its limit. Sacrifice flies were not always a separate line.

    If the cards don't distinguish walks and hit batters, both count as walks.
    """
    real = dict(real)
    if "HBP" in real and not replayed["HBP"].value:
        real["BB"] += real.pop("HBP")
    limits = {name: limit for name, limit in LIMITS.items() if name in real}
    if flies != "own":
        real.pop("SF", None)
    return [ReportLine(name, real.get(name), *replayed[name], limits.get(name)) for name in ORDER]


def player_lines(leagues: Sequence[ReplayedLeague]) -> list[PlayerLine]:
    """Return the regulars' rates in all leagues: batters by plate appearances, pitchers by batters faced."""
    return [_compare_rates(name, *_paired_rates(rate, leagues)) for name, rate in _RATES.items()]


@dataclass(frozen=True)
class _Rate:
    """A rate for batters or pitchers, calculated from a player's line."""

    is_of_pitchers: bool
    calculate: Callable[[dict[str, float]], float]


def _paired_rates(rate: _Rate, leagues: Sequence[ReplayedLeague]) -> tuple[list[float], list[float], list[float]]:
    """Return real rates, replayed rates, and each replayed rate's variance due to chance."""
    real_rates, replayed_rates, variances = [], [], []
    for league in leagues:
        lines = league.counts.pitching if rate.is_of_pitchers else league.counts.batting
        for player, line in lines.items():
            real_line, real_size = _real_line(league.statistics, player, pitches=rate.is_of_pitchers)
            replayed_line = _replayed_line(line, pitches=rate.is_of_pitchers)
            if real_size >= MIN_REGULAR and replayed_line["PA"] > 0:
                real_rate = rate.calculate(real_line)
                real_rates.append(real_rate)
                replayed_rates.append(rate.calculate(replayed_line))
                variances.append(max(0.0, real_rate * (1 - real_rate)) / replayed_line["PA"])
    return real_rates, replayed_rates, variances


def _real_line(statistics: LeagueSeason, player: str, *, pitches: bool) -> tuple[dict[str, float], float]:
    if pitches:
        work = statistics.pitching.get(player)
        if work is None:
            return {}, 0
        allowed = {
            "PA": work.batters - work.intentional_walks,
            "H": work.hits,
            "HR": work.homeruns,
            "BB": work.walks - work.intentional_walks,
            "SO": work.strikeouts,
        }
        return {name: float(count) for name, count in allowed.items()}, work.batters
    season = statistics.batting.get(player)
    pitching = statistics.pitching.get(player)
    if season is None or (pitching is not None and pitching.batters >= MIN_REGULAR):
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
    """Return a line without intentional walks, which are a manager's decision and not on any card."""
    counts = {name: float(count) for name, count in line.items()}
    counts["BB"] = float(line["BB"] - line["IBB"])
    if pitches:
        counts["PA"] = float(line["BF"] - line["IBB"])
    return counts


def _compare_rates(name: str, real: list[float], replayed: list[float], chance: list[float]) -> PlayerLine:
    """Compare real and replayed rates. `chance` is each replayed rate's variance due to chance."""
    if len(real) < 3:
        return PlayerLine(name, len(real), 1.0, 1.0)
    between_players = pvariance(real)
    best_possible = 1.0
    if between_players:
        best_possible = (between_players / (between_players + fmean(chance))) ** 0.5
    is_constant = not between_players or not pvariance(replayed)  # happens with very few games
    correlation_value = 0.0 if is_constant else correlation(real, replayed)
    return PlayerLine(name, len(real), correlation_value, best_possible)


def _rate_of(*lines: str) -> Callable[[dict[str, float]], float]:
    def rate(line: dict[str, float]) -> float:
        return sum(line[name] for name in lines) / line["PA"]

    return rate


_RATES: Final[Mapping[str, _Rate]] = {
    "hits by batters": _Rate(False, _rate_of("H")),
    "home runs by batters": _Rate(False, _rate_of("HR")),
    "walks by batters": _Rate(False, _rate_of("BB")),
    "strikeouts by batters": _Rate(False, _rate_of("SO")),
    "on base by batters": _Rate(False, _rate_of("H", "BB", "HBP")),
    "hits off pitchers": _Rate(True, _rate_of("H")),
    "home runs off pitchers": _Rate(True, _rate_of("HR")),
    "walks by pitchers": _Rate(True, _rate_of("BB")),
    "strikeouts by pitchers": _Rate(True, _rate_of("SO")),
}


def summarize_verdicts(lines: Sequence[ReportLine], regulars: Sequence[PlayerLine]) -> tuple[str, bool]:
    """Return the report's last sentence, and whether no line is outside its limit."""
    names: dict[str, dict[str, None]] = {"OUTSIDE": {}, "within chance": {}}
    all_lines: list[ReportLine | PlayerLine] = [*lines, *regulars]
    for line in all_lines:
        if line.verdict in names:
            names[line.verdict][line.name] = None
    if names["OUTSIDE"]:
        return f"Outside the limits: {', '.join(names['OUTSIDE'])}.", False
    if names["within chance"]:
        return f"Within the limits, except for chance differences: {', '.join(names['within chance'])}.", True
    return "Within the limits.", True
