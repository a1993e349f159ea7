"""The ratings that are no counts: running, stealing, bunting, injuries, gloves and arms."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules_engine.baseball.seasons import BattingSeason, FieldingSeason, LeagueSeason
from rules_engine.systems.inside_pitch.cards import Att, Glove

SPREAD: Final = 4.0  # how much of the league's chances one step of range is worth
ERROR_SHARE: Final = 0.15  # of chances with an error check, by which a d20 rating becomes errors a chance
UNKNOWN_STEAL: Final = 13  # SB where nobody wrote down who was caught
OUTFIELD: Final = ("lf", "cf", "rf")


def running_ratings(line: BattingSeason, *, pitcher: bool) -> dict[str, Any]:
    """BR, GDP, SF, ATT, SB, BNT and INJ of one man."""
    appearances = max(line.plate_appearances, 1)
    on_first = max(line.hits - line.doubles - line.triples - line.homeruns + line.walks + line.hit_by_pitch, 1)
    attempts = line.stolen_bases + line.caught_stealing
    return {
        "br": base_running(line, attempts / on_first),
        "gdp": max(0, min(4, round(60 * line.double_plays / max(line.at_bats, 1)))) if line.double_plays else 1,
        "sf": 2 + (line.sacrifice_flies > appearances / 100),
        "att": attempts_rating(attempts, on_first),
        "sb": steal_rating(line),
        "bnt": bunting(line.sacrifices / appearances, pitcher=pitcher),
        "inj": injury_rating(line.plate_appearances),
    }


def base_running(line: BattingSeason, attempts: float) -> int:
    """BR 1 to 5: who tries to steal and who hits triples is fast."""
    triples = line.triples / max(line.hits, 1)
    return max(
        1, min(5, 2 + (attempts > 0.06) + (attempts > 0.2) + (triples > 0.03) - (attempts == 0 and triples == 0))
    )


def attempts_rating(attempts: int, on_first: int) -> Att:
    """ATT: of twenty times on first with one strategy roll and a half each."""
    if not attempts:
        return "N" if on_first < 40 else "H"
    rating = round(20 * attempts / on_first / 1.5)
    return max(1, min(16, rating))


def steal_rating(line: BattingSeason) -> int:
    """SB: his share of steals, drawn towards the usual one where he tried seldom."""
    if not line.caught_stealing and line.stolen_bases > 5:
        return UNKNOWN_STEAL
    attempts = line.stolen_bases + line.caught_stealing
    return round(20 * (line.stolen_bases + 4) / (attempts + 6))


def bunting(share: float, *, pitcher: bool) -> int:
    """BNT by how often he sacrificed; pitchers bunt more."""
    steps = (0.02, 0.05, 0.09, 0.14) if pitcher else (0.003, 0.008, 0.015, 0.03)
    return 1 + sum(share > step for step in steps)


def injury_rating(appearances: int) -> int:
    """INJ: the less a man played the sooner he is hurt."""
    return max(0, min(6, 6 - appearances // 100))


def gloves_of(season: LeagueSeason) -> dict[str, tuple[Glove, ...]]:
    """Every man's positions, the one where he stood most first."""
    middle = _middles(season)
    return {
        man: tuple(
            _glove(line, middle[line.position])
            for line in sorted(lines, key=lambda line: -line.outs)
            if line.position in middle and line.position != "p" and line.games
        )
        for man, lines in season.fielding.items()
    }


def _middles(season: LeagueSeason) -> Mapping[str, tuple[float, float]]:
    """Position -> the league's chances an out in the field, and its share of runners caught."""
    by_position: dict[str, list[FieldingSeason]] = {}
    for lines in season.fielding.values():
        for line in lines:
            by_position.setdefault(line.position, []).append(line)
    return {position: (_chances(lines), _caught(lines)) for position, lines in by_position.items()}


def _chances(lines: Sequence[FieldingSeason]) -> float:
    return sum(line.putouts + line.assists for line in lines) / max(sum(line.outs for line in lines), 1)


def _caught(lines: Sequence[FieldingSeason]) -> float:
    caught = sum(line.caught_stealing for line in lines)
    return caught / max(caught + sum(line.stolen_bases for line in lines), 1)


def _glove(line: FieldingSeason, middle: tuple[float, float]) -> Glove:
    chances = line.putouts + line.assists + line.errors
    played = min(1.0, line.outs / 1500)
    better = (_chances([line]) / middle[0] - 1) * played * SPREAD if middle[0] else 0.0
    reach = max(1, min(5, round(3 + better)))
    error = max(1, min(16, round(20 * (line.errors + 1) / (chances + 30) / ERROR_SHARE)))
    return Glove(
        line.position,
        reach,
        error,
        pivot=(reach > 3) - (reach < 3) if line.position in ("2b", "ss") else 0,
        arm=_arm(line, middle[1]),
        passed_ball=_passed_ball(line) if line.position == "c" else 0,
    )


def _arm(line: FieldingSeason, caught: float) -> int:
    """A catcher's by the runners he caught, an outfielder's by his assists; negative is strong."""
    if line.position == "c":
        attempts = line.stolen_bases + line.caught_stealing
        if attempts < 20:
            return 0
        return max(-3, min(3, round(15 * (caught - line.caught_stealing / attempts))))
    if line.position in OUTFIELD and line.games > 30:
        often = line.assists / line.games
        return -1 if often > 0.11 else 1 if often < 0.04 else 0
    return 0


def _passed_ball(line: FieldingSeason) -> int:
    return max(1, min(6, round(6 - 400 * line.passed_balls / max(line.outs, 1))))
