"""Ratings from statistics: range and e, arms, running and stealing, endurance, wild pitches.

Each is a man's rate set against the season's, drawn to the middle where he played little. What the statistics of a
season cannot show (holds, the hit and run) gets the middle rating.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, pstdev
from typing import Literal

from rules_engine.baseball.seasons import BattingSeason, FieldingSeason, PitchingSeason, outs_of_starts
from rules_engine.systems.strat_o_matic.card_making.errors import Chances, e_rating
from rules_engine.systems.strat_o_matic.cards.habits import HOLD_RUNNER_FROM
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance, PositionRating, StealRating
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD

SEASON_OUTS = 4350  # 1450 innings, a season without a day off
REGULAR_OUTS = SEASON_OUTS // 4  # from here on a man's numbers are taken as they are
CHECKS_WITH_RUNNERS = 2700  # plate appearances with a runner on that a team sees in a season
POPUPS_GOT_AWAY = 5  # a season's passed balls on P/P and P/F of the catcher's X chances (29.3)
_RANGE_STEPS = (1.1, 0.35, -0.35, -1.1)  # standard scores that part the ranges 1, 2, 3, 4, 5


@dataclass(frozen=True, slots=True)
class Yardstick:
    """Mean and spread of one rate among the regulars of a season."""

    mean: float
    spread: float

    def score(self, rate: float, outs: int) -> float:
        """Standard score, drawn to 0 for a man who played little."""
        return (rate - self.mean) / self.spread * min(1.0, outs / REGULAR_OUTS) if self.spread else 0.0


def _plays(season: FieldingSeason) -> float:
    """The chances a man makes for himself: putouts of outfielders, assists of infielders, both of catchers."""
    if season.position in OUTFIELD:
        return season.putouts / season.outs
    return season.assists / season.outs


def _throws(season: FieldingSeason) -> float:
    tries = season.stolen_bases + season.caught_stealing
    if season.position == "c":
        return season.caught_stealing / tries if tries else 0.3
    return season.assists / season.outs


def yardsticks(seasons: Iterable[FieldingSeason]) -> Mapping[tuple[str, str], Yardstick]:
    """(position, "plays" or "throws") -> how the regulars of that position did."""
    regulars: dict[str, list[FieldingSeason]] = {}
    for season in seasons:
        if season.outs >= REGULAR_OUTS:
            regulars.setdefault(season.position, []).append(season)
    found = {}
    for position, players in regulars.items():
        for name, rate in (("plays", _plays), ("throws", _throws)):
            rates = [rate(season) for season in players]
            found[position, name] = Yardstick(mean(rates), pstdev(rates))
    return found


def fielding_ratings(
    seasons: Sequence[FieldingSeason], marks: Mapping[tuple[str, str], Yardstick], chances: Chances
) -> tuple[PositionRating, ...]:
    """All positions of one man, most played first; the outfield arm stands with the first outfield position."""
    listed: list[PositionRating] = []
    for season in sorted(seasons, key=lambda season: -season.outs):
        if season.outs > 0 and all(rating.position != season.position for rating in listed):
            has_arm = season.position == "c" or (
                season.position in OUTFIELD and not any(rating.position in OUTFIELD for rating in listed)
            )
            arm = _arm(season, marks) if has_arm else None
            listed.append(PositionRating(season.position, _range(season, marks), arm, e_rating(season, chances)))
    return tuple(listed)


def _score(season: FieldingSeason, marks: Mapping[tuple[str, str], Yardstick], name: str) -> float:
    mark = marks.get((season.position, name))
    rate = _plays(season) if name == "plays" else _throws(season)
    return mark.score(rate, season.outs) if mark else 0.0


def _range(season: FieldingSeason, marks: Mapping[tuple[str, str], Yardstick]) -> int:
    score = _score(season, marks, "plays")
    return 1 + sum(score < step for step in _RANGE_STEPS)


def _arm(season: FieldingSeason, marks: Mapping[tuple[str, str], Yardstick]) -> int:
    best, worst = (-4, 5) if season.position == "c" else (-6, 5)
    return max(best, min(worst, round(-2 * _score(season, marks, "throws"))))


def passed_ball_rating(seasons: Sequence[FieldingSeason], factor: float = 1.0) -> int:
    """29.1C: pb in 20 on one d20 in forty (a 2, then a six-sided die of 4-6), less what popups that get away give."""
    caught = [season for season in seasons if season.position == "c" and season.outs]
    if not caught:
        return 0
    rate = sum(season.passed_balls for season in caught) / sum(season.outs for season in caught)
    return _rating(factor * rate * SEASON_OUTS - POPUPS_GOT_AWAY, checks=CHECKS_WITH_RUNNERS / 40)


def wild_pitch_rating(season: PitchingSeason, factor: float = 1.0) -> int:
    return _rating(factor * season.wild_pitches / max(1, season.outs) * SEASON_OUTS, checks=CHECKS_WITH_RUNNERS / 20)


def balk_rating(season: PitchingSeason, factor: float = 1.0) -> int:
    return _rating(factor * season.balks / max(1, season.outs) * SEASON_OUTS, checks=CHECKS_WITH_RUNNERS / 40)


def _rating(per_season: float, checks: float) -> int:
    return max(0, min(20, round(20 * per_season / checks)))


def running_rating(season: BattingSeason) -> int:
    """13.0: 8 to 17 from steals, triples and runs scored for each time on base."""
    on_base = max(1, season.hits + season.walks + season.hit_by_pitch - season.homeruns)
    tries = (season.stolen_bases + season.caught_stealing) / on_base
    triples = season.triples / max(1, season.hits)
    scored = (season.runs - season.homeruns) / on_base
    speed = 10 + 14 * min(tries, 0.3) + 40 * min(triples, 0.08) + 10 * (min(max(scored, 0.15), 0.45) - 0.25)
    return max(8, min(17, round(speed)))


# sets of totals that may be the good leads, by how many of the 36 ways of two dice they hold
_LEADS = (
    (12,),
    (11,),
    (10,),
    (9,),
    (8,),
    (7,),
    (8, 9),
    (7, 8),
    (7, 8, 9),
    (6, 7, 8),
    (6, 7, 8, 9),
    (5, 6, 7, 8, 9),
    (5, 6, 7, 8, 9, 10),
    (4, 5, 6, 7, 8, 9, 10),
)
OFTEN = 0.4  # who runs at so many of his chances has an asterisk
CHANCES_TO_GO = 0.52  # of the times on first: second open, the score close enough, no lead failed already


def steal_rating(
    season: BattingSeason, league: float = 0.67, *, often: float = 1.0, kinder: float = 0.0
) -> StealRating | None:
    """23.1: leads as wide as he ran often, success numbers as he was safe; None for a man who never ran.

    `league` is the share safe of all who ran; `often` and `kinder` are the league's aims, a factor of how often he
    runs and twentieths added to his success. A man with an asterisk or a number from HOLD_RUNNER_FROM on is held, for 2
    less (23.3E), which is given back; so is what the automatic outs take.
    """
    tries = season.stolen_bases + season.caught_stealing
    if tries == 0:
        return None
    on_first = max(1, season.hits - season.doubles - season.triples - season.homeruns + season.walks)
    share = min(1.0, often * tries / (CHANCES_TO_GO * on_first))
    safe = (season.stolen_bases + 5 * league) / (tries + 5)
    leads = min(_LEADS, key=lambda totals: abs(_ways(totals) - 36 * share))
    caught = () if safe >= 0.6 else next((total,) for total in (2, 12) if total not in leads)
    number = 20 * safe * (_ways(leads) + _ways(caught)) / _ways(leads) + kinder
    asterisk = share >= OFTEN
    first = max(5, min(19, round(number + 2 if asterisk or number >= HOLD_RUNNER_FROM else number)))
    return StealRating(asterisk, leads, caught, first, max(1, first - 6))


def _ways(totals: Sequence[int]) -> int:
    return sum(6 - abs(total - 7) for total in totals)


def bunt_rating(season: BattingSeason) -> str:
    """18.0: A to D by how often he sacrificed."""
    share = season.sacrifices / max(1, season.plate_appearances + season.sacrifices)
    return "A" if share >= 0.02 else "B" if share >= 0.007 else "C" if season.sacrifices else "D"


def steal_grade(season: BattingSeason) -> str:
    """8.0: AAA to E by steals and success."""
    tries = season.stolen_bases + season.caught_stealing
    safe = (season.stolen_bases + 1) / (tries + 2)
    for grade, least, share in (("AAA", 60, 0.8), ("AA", 35, 0.72), ("A", 20, 0.65), ("B", 10, 0.6), ("C", 4, 0.5)):
        if season.stolen_bases >= least and safe >= share:
            return grade
    return "D" if season.stolen_bases > 1 else "E"


def endurance(season: PitchingSeason) -> Endurance:
    """27.0, 28.0: starter POW by innings of a start, relief POW by innings of a relief, closer by saves."""
    relieved = season.games - season.starts
    start_outs = outs_of_starts(season)
    starter = max(4, min(9, round(start_outs / season.starts / 3))) if season.starts else None
    if not relieved:
        return Endurance(starter)
    per_relief = (season.outs - start_outs) / relieved
    closer: int | Literal["N"] = min(6, round(season.saves / 8)) if season.saves >= 5 else "N"
    return Endurance(starter, max(1, min(4, round(per_relief / 3))), closer)
