"""Pitching ratings from statistics: grades, roles, innings, wildness and SO/BB."""

from collections.abc import Iterable, Mapping
from typing import Final

from rules_engine.baseball.seasons import PitchingSeason, Rates, pitcher_rates
from rules_engine.systems.pine_tar.cards.cards import (
    CLOSER,
    GRADES,
    NEVER,
    RELIEVER,
    STARTER,
    Grade,
    Grades,
    Injury,
    Innings,
    PitcherRatings,
    SoBbRating,
    Wildness,
)
from rules_engine.systems.pine_tar.cards.notation import read_so_bb_rating as read_corrected
from rules_engine.systems.pine_tar.making.counting import COUNTED, Line

WORTH: Final = {"HR": 1.40, "3B": 1.05, "2B": 0.78, "1B": 0.47, "BB": 0.33, "SO": -0.28}  # in runs
OUT_WORTH: Final = -0.27
TWICE_THROUGH: Final = 18  # in batters
OUT_SHARE: Final = 0.7  # outs per batter, for a starter's batters faced in relief
FEW_GAMES: Final = 5  # starts or relief games that establish a second role
SAVES: Final = 15
MIDDLE: Final[Grade] = "M"  # its table depends least on a few pitchers
RUNNERS_ON: Final = 0.43  # share of all plate appearances
_MORE: Final = ((0.08, "55-60, 77"), (0.04, "55, 77"), (0.02, "77"))
_LOWER: Final = dict(zip(GRADES, (*GRADES[1:], GRADES[-1]), strict=True))


def worth(line: Mapping[str, float]) -> float:
    """Return a line's run value per plate appearance."""
    counted = sum(line.get(kind, 0.0) for kind in COUNTED)
    return sum(WORTH[kind] * line.get(kind, 0.0) for kind in COUNTED) + OUT_WORTH * (1 - counted)


def as_line(rates: Rates) -> Line:
    walks = rates.walk + rates.hit_by_pitch
    line = zip(COUNTED, (rates.homerun, rates.triple, rates.double, rates.single, walks, rates.strikeout), strict=True)
    return dict(line)


def graded(pitchers: Mapping[str, PitchingSeason], league: Rates, by_grade: Mapping[Grade, float]) -> dict[str, Grade]:
    """Return the grade for each pitcher whose run value is nearest to his own.

    `by_grade` has the run value of the usual column against each grade.
    """
    usual, middle = worth(as_line(league)), by_grade[MIDDLE]
    run_values = {pitcher: worth(as_line(pitcher_rates(line, league))) - usual for pitcher, line in pitchers.items()}
    return {
        pitcher: min(GRADES, key=lambda grade: (abs(by_grade[grade] - middle - value), grade))
        for pitcher, value in run_values.items()
    }


def is_starter(line: PitchingSeason) -> bool:
    return line.starts * 2 >= line.games or line.starts >= FEW_GAMES


def grades_of(line: PitchingSeason, grade: Grade) -> Grades:
    """Return the grades. Starters drop one grade the third time through."""
    return Grades(grade, _LOWER[grade] if is_starter(line) else grade)


def shares_of_grades(pitchers: Mapping[str, PitchingSeason], grades: Mapping[str, Grade]) -> dict[Grade, float]:
    """Return the share of batters that face each grade."""
    faced = sum(line.batters for line in pitchers.values()) or 1
    shares: dict[Grade, float] = dict.fromkeys(GRADES, 0.0)
    for pitcher, line in pitchers.items():
        pitcher_grades = grades_of(line, grades[pitcher])
        third_time_share = _late(line) if is_starter(line) else 0.0
        shares[pitcher_grades.first] += (1 - third_time_share) * line.batters / faced
        shares[pitcher_grades.third_time] += third_time_share * line.batters / faced
    return shares


def _late(line: PitchingSeason) -> float:
    """Return the share of a starter's batters at the third time through or later."""
    relieved = 3 * (line.games - line.starts) / OUT_SHARE  # an inning per relief game
    each_start = max(0.0, line.batters - relieved) / line.starts if line.starts else 0.0
    return max(0.0, 1 - TWICE_THROUGH / each_start) if each_start else 0.0


def role(line: PitchingSeason) -> str:
    """Return S, R or C, or "S R" for a pitcher with both roles."""
    relieved = line.games - line.starts
    if not is_starter(line):
        return CLOSER if line.saves >= SAVES else RELIEVER
    return f"{STARTER} {RELIEVER}" if relieved >= FEW_GAMES else STARTER


def innings(line: PitchingSeason) -> Innings:
    """Return MIP: whole innings in an average game, by role."""
    relieved = line.games - line.starts
    if not is_starter(line):
        long = max(1, min(4, round(line.outs / 3 / max(line.games, 1))))
        return Innings(long, long)
    starting = max(3, min(9, int((line.outs / 3 - relieved) / max(line.starts, 1))))
    return Innings(starting, 2) if relieved >= FEW_GAMES else Innings(starting, starting)


def cells_for_wild_pitches(pitchers: Iterable[PitchingSeason]) -> int:
    """Return the number of BK/WP cells on every card, based on the league's wild pitches and balks."""
    lines = list(pitchers)
    wild = sum(line.wild_pitches + line.balks for line in lines) / max(sum(line.batters for line in lines), 1)
    return max(1, min(4, int(100 * wild / RUNNERS_ON) + 1))


def wildness(line: PitchingSeason, cells: int) -> Wildness:
    """Return the BK/WP rating that matches a pitcher's wild pitches and balks."""
    times = 100 / max(line.batters * RUNNERS_ON * cells / 100, 1)
    balks, both = round(line.balks * times), round((line.balks + line.wild_pitches) * times)
    if not both:
        return Wildness(NEVER, NEVER)
    balk, wild_pitch = min(balks, 98) - 1 if balks else NEVER, min(both, 100) - 1
    return Wildness(balk, wild_pitch if wild_pitch > balk else NEVER)


def corrected(line: PitchingSeason, league: Rates) -> SoBbRating | None:
    """Return the SO/BB rating for a pitcher far above the league average, or None."""
    rates = pitcher_rates(line, league)
    for kind, excess in (("SO", rates.strikeout - league.strikeout), ("BB", rates.walk - league.walk)):
        for least, rolls in _MORE:
            if excess >= least:
                return read_corrected(f"{kind} {rolls}")
    return None


def pitching(line: PitchingSeason, grade: Grade, league: Rates, cells: int) -> PitcherRatings:
    """Return a card's pitching ratings."""
    grades = grades_of(line, grade)
    rating = corrected(line, league)
    return PitcherRatings(role(line), grades, grades, innings(line), wildness(line, cells), rating, line.starts or None)


def injury(line: PitchingSeason) -> Injury:
    """Return a typical INJ for a starter or reliever."""
    return Injury(2, "C") if line.starts >= FEW_GAMES else Injury(1, "B")
