"""Derive ratings from statistics: range and e, arms, running and stealing, endurance, wild pitches.

Each rating compares a player's rate with the season's, regressed to the mean for players who played little. Ratings
without any basis in a season's statistics (holds, hit and run) get the middle value.
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
REGULAR_OUTS = SEASON_OUTS // 4  # with at least this many outs, a player's numbers count in full
CHECKS_WITH_RUNNERS = 2700  # a team's plate appearances with runners on, per season
POPUPS_GOT_AWAY = 5  # passed balls per season on P/P and P/F of the catcher's X chances (29.3)
_RANGE_STEPS = (1.1, 0.35, -0.35, -1.1)  # standard scores that separate the ranges 1, 2, 3, 4, 5


@dataclass(frozen=True, slots=True)
class Yardstick:
    """The mean and spread of a rate among a season's regulars."""

    mean: float
    spread: float

    def score(self, rate: float, outs: int) -> float:
        """Return the standard score, regressed to 0 for a player who played little."""
        return (rate - self.mean) / self.spread * min(1.0, outs / REGULAR_OUTS) if self.spread else 0.0


def _plays(season: FieldingSeason) -> float:
    """Return a fielder's own plays per out.

    Outfielders' putouts count, and the assists of infielders and catchers.
    """
    if season.position in OUTFIELD:
        return season.putouts / season.outs
    return season.assists / season.outs


def _throws(season: FieldingSeason) -> float:
    steal_attempts = season.stolen_bases + season.caught_stealing
    if season.position == "c":
        return season.caught_stealing / steal_attempts if steal_attempts else 0.3
    return season.assists / season.outs


def yardsticks(seasons: Iterable[FieldingSeason]) -> Mapping[tuple[str, str], Yardstick]:
    """Return the yardstick for each (position, "plays" or "throws") among the regulars."""
    regulars: dict[str, list[FieldingSeason]] = {}
    for season in seasons:
        if season.outs >= REGULAR_OUTS:
            regulars.setdefault(season.position, []).append(season)
    yardstick_by_position = {}
    for position, players in regulars.items():
        for name, rate in (("plays", _plays), ("throws", _throws)):
            rates = [rate(season) for season in players]
            yardstick_by_position[position, name] = Yardstick(mean(rates), pstdev(rates))
    return yardstick_by_position


def fielding_ratings(
    seasons: Sequence[FieldingSeason], marks: Mapping[tuple[str, str], Yardstick], chances: Chances
) -> tuple[PositionRating, ...]:
    """Return a player's ratings at all his positions, in the order of playing time.

    The outfield arm goes with his first outfield position.
    """
    ratings: list[PositionRating] = []
    for season in sorted(seasons, key=lambda season: -season.outs):
        if season.outs > 0 and all(rating.position != season.position for rating in ratings):
            has_arm = season.position == "c" or (
                season.position in OUTFIELD and not any(rating.position in OUTFIELD for rating in ratings)
            )
            arm = _arm(season, marks) if has_arm else None
            ratings.append(PositionRating(season.position, _range(season, marks), arm, e_rating(season, chances)))
    return tuple(ratings)


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
    """29.1C: return the passed ball rating, a chance out of 20 that is checked on 1 of 40 d20 rolls.

    Popups that get away already account for some passed balls, so these are subtracted.
    """
    catching_seasons = [season for season in seasons if season.position == "c" and season.outs]
    if not catching_seasons:
        return 0
    rate = sum(season.passed_balls for season in catching_seasons) / sum(season.outs for season in catching_seasons)
    return _rating(factor * rate * SEASON_OUTS - POPUPS_GOT_AWAY, checks=CHECKS_WITH_RUNNERS / 40)


def wild_pitch_rating(season: PitchingSeason, factor: float = 1.0) -> int:
    return _rating(factor * season.wild_pitches / max(1, season.outs) * SEASON_OUTS, checks=CHECKS_WITH_RUNNERS / 20)


def balk_rating(season: PitchingSeason, factor: float = 1.0) -> int:
    return _rating(factor * season.balks / max(1, season.outs) * SEASON_OUTS, checks=CHECKS_WITH_RUNNERS / 40)


def _rating(per_season: float, checks: float) -> int:
    return max(0, min(20, round(20 * per_season / checks)))


def running_rating(season: BattingSeason) -> int:
    """13.0: return a rating from 8 to 17, based on steal attempts, triples and runs scored per time on base."""
    on_base = max(1, season.hits + season.walks + season.hit_by_pitch - season.homeruns)
    steal_attempts = (season.stolen_bases + season.caught_stealing) / on_base
    triples = season.triples / max(1, season.hits)
    runs_per_time_on_base = (season.runs - season.homeruns) / on_base
    speed = (
        10
        + 14 * min(steal_attempts, 0.3)
        + 40 * min(triples, 0.08)
        + 10 * (min(max(runs_per_time_on_base, 0.15), 0.45) - 0.25)
    )
    return max(8, min(17, round(speed)))


# Good leads: sets of dice totals, ordered by how many of the 36 rolls they cover.
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
OFTEN = 0.4  # a player who runs on this share of his chances gets an asterisk
LEAGUE_ATTEMPTS = 15  # added at the league's success rate, so that a few tries don't make a star
MIN_WAYS_WITH_CAUGHT = 4  # for narrower leads an automatic out would raise the success number too much
CHANCES_TO_GO = 0.52  # share of times on first with second open, a close score and no failed lead


def steal_rating(
    season: BattingSeason, league: float = 0.67, *, frequency_factor: float = 1.0, added_success: float = 0.0
) -> StealRating | None:
    """23.1: return a steal rating, or None for a player who never ran.

    Leads are based on attempts, and success numbers on the success rate. `league` is the success rate of all runners.
    `frequency_factor` and `added_success` (in twentieths) are the league's targets.

    The defense holds a player who has an asterisk or a number of at least HOLD_RUNNER_FROM, which costs him 2 (23.3E).
    His success number compensates for that and for automatic outs.
    """
    attempts = season.stolen_bases + season.caught_stealing
    if attempts == 0:
        return None
    on_first = max(1, season.hits - season.doubles - season.triples - season.homeruns + season.walks)
    share = min(1.0, frequency_factor * attempts / (CHANCES_TO_GO * on_first))
    success_rate = (season.stolen_bases + LEAGUE_ATTEMPTS * league) / (attempts + LEAGUE_ATTEMPTS)
    leads = min(_LEADS, key=lambda totals: abs(_ways(totals) - 36 * share))
    has_caught = success_rate < 0.6 and _ways(leads) >= MIN_WAYS_WITH_CAUGHT
    caught = next((total,) for total in (2, 12) if total not in leads) if has_caught else ()
    number = 20 * success_rate * (_ways(leads) + _ways(caught)) / _ways(leads) + added_success
    asterisk = share >= OFTEN
    first_number = max(5, min(19, round(number + 2 if asterisk or number >= HOLD_RUNNER_FROM else number)))
    return StealRating(asterisk, leads, caught, first_number, max(1, first_number - 6))


def _ways(totals: Sequence[int]) -> int:
    return sum(6 - abs(total - 7) for total in totals)


def bunt_rating(season: BattingSeason) -> str:
    """18.0: return A to D, based on the frequency of sacrifices."""
    share = season.sacrifices / max(1, season.plate_appearances + season.sacrifices)
    return "A" if share >= 0.02 else "B" if share >= 0.007 else "C" if season.sacrifices else "D"


def steal_grade(season: BattingSeason) -> str:
    """8.0: return AAA to E, based on steals and success rate."""
    attempts = season.stolen_bases + season.caught_stealing
    success_rate = (season.stolen_bases + 1) / (attempts + 2)
    for grade, min_steals, min_success in (
        ("AAA", 60, 0.8),
        ("AA", 35, 0.72),
        ("A", 20, 0.65),
        ("B", 10, 0.6),
        ("C", 4, 0.5),
    ):
        if season.stolen_bases >= min_steals and success_rate >= min_success:
            return grade
    return "D" if season.stolen_bases > 1 else "E"


def endurance(season: PitchingSeason) -> Endurance:
    """27.0, 28.0: return a pitcher's endurance.

    Starter POW is based on innings per start, relief POW on innings per relief appearance, and the closer rating on
    saves.
    """
    relief_games = season.games - season.starts
    start_outs = outs_of_starts(season)
    starter = max(4, min(9, round(start_outs / season.starts / 3))) if season.starts else None
    if not relief_games:
        return Endurance(starter)
    outs_per_relief = (season.outs - start_outs) / relief_games
    closer: int | Literal["N"] = min(6, round(season.saves / 8)) if season.saves >= 5 else "N"
    return Endurance(starter, max(1, min(4, round(outs_per_relief / 3))), closer)
