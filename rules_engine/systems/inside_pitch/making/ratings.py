"""Ratings other than batting results: running, stealing, bunting, injuries, fielding and arms."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules_engine.baseball.seasons import BattingSeason, FieldingSeason, LeagueSeason, league_rates
from rules_engine.systems.inside_pitch.cards import Att, Glove

SPREAD: Final = 4.0  # steps of range for twice the league's chances
CHECKED: Final = 0.077  # share of batters with an error check
AVERAGE_GDP: Final = 2.35  # out of six, before infield depth, for seasons without double-play records
TURNED, DEPTH = 17.9, 0.7  # out of six, for a batted out with a runner on first, and for infield depth
GROUNDED_INTO: Final = 0.8  # share of all double plays
LEAGUE_CHANCES: Final = 30  # league-average chances added to a fielder's own
LEAGUE_AT_BATS, LEAGUE_STEALS = 100, 6  # league-average at-bats and attempts added to a player's own
ROLLS: Final = 1.03  # strategy rolls per time on first
STEAL_CORRECTION: Final = 0.6  # out of twenty, for catchers and bad jumps
UNKNOWN_STEAL: Final = 13  # SB for seasons without caught-stealing records
OUTFIELD: Final = ("lf", "cf", "rf")


class LeagueAverages(NamedTuple):
    """League averages toward which players' ratings are regressed."""

    doubled: float  # double plays per at-bat; 0 if not recorded
    gdp: float  # for an average player
    safe: float  # share of steal attempts; a typical share if caught stealing wasn't recorded
    checked: float  # share of fielders' chances with an error check
    erred: float  # share of all chances

    @classmethod
    def from_season(cls, season: LeagueSeason) -> "LeagueAverages":
        lines = list(season.batting.values())
        fielders = [line for fielder_lines in season.fielding.values() for line in fielder_lines]
        batters = sum(line.plate_appearances for line in lines)
        chances = max(sum(map(_chances_of, fielders)), 1)
        stolen, caught = sum(line.stolen_bases for line in lines), sum(line.caught_stealing for line in lines)
        doubled = sum(line.double_plays for line in lines) / max(sum(line.at_bats for line in lines), 1)
        safe = stolen / (stolen + caught) if caught else UNKNOWN_STEAL / 20
        errors = sum(line.errors for line in fielders) / chances
        return cls(doubled, _average_gdp(season), safe, CHECKED * batters / chances, errors)


def running_ratings(line: BattingSeason, averages: LeagueAverages, *, pitcher: bool) -> dict[str, Any]:
    """Return a player's BR, GDP, SF, ATT, SB, BNT and INJ."""
    appearances = max(line.plate_appearances, 1)
    on_first = max(line.hits - line.doubles - line.triples - line.homeruns + line.walks + line.hit_by_pitch, 1)
    attempts = line.stolen_bases + line.caught_stealing
    return {
        "br": base_running(line, attempts / on_first),
        "gdp": double_play_rating(line, averages),
        "sf": 2 + (line.sacrifice_flies > appearances / 100),
        "att": attempts_rating(attempts, on_first),
        "sb": steal_rating(line, averages.safe),
        "bnt": bunting(line.sacrifices / appearances, pitcher=pitcher),
        "inj": injury_rating(line.plate_appearances),
    }


def base_running(line: BattingSeason, attempts: float) -> int:
    """Return BR 1 to 5. Players who try to steal or hit triples are rated fast."""
    triples = line.triples / max(line.hits, 1)
    return max(
        1, min(5, 2 + (attempts > 0.09) + (attempts > 0.25) + (triples > 0.04) - (attempts == 0 and triples == 0))
    )


def double_play_rating(line: BattingSeason, averages: LeagueAverages) -> int:
    """Return GDP 0 to 4, based on the player's share of double plays, regressed toward the league's."""
    if not averages.doubled:
        return round(averages.gdp)
    share = (line.double_plays + LEAGUE_AT_BATS * averages.doubled) / (line.at_bats + LEAGUE_AT_BATS)
    return max(0, min(4, round(averages.gdp * share / averages.doubled)))


def _average_gdp(season: LeagueSeason) -> float:
    """Return an average player's GDP, based on the league's double plays, batted outs and runners on first."""
    lines = season.batting.values()
    batters = sum(line.plate_appearances for line in lines)
    turned = season.grounded_into(GROUNDED_INTO)
    if not turned:
        return AVERAGE_GDP
    averages = league_rates(lines)
    outs, first = 1 - sum(averages), averages.single + averages.walk + averages.hit_by_pitch
    return TURNED * turned / batters / (outs * first) - DEPTH


def attempts_rating(attempts: int, on_first: int) -> Att:
    """Return ATT out of twenty strategy rolls. Players with few attempts run only on a hit-and-run."""
    if not attempts:
        return "N" if on_first < 40 else "H"
    rating = round(20 * attempts / on_first / ROLLS)
    return min(16, rating) or "H"


def steal_rating(line: BattingSeason, safe: float) -> int:
    """Return SB, based on the player's success rate, regressed toward the league's with few attempts."""
    if not line.caught_stealing and line.stolen_bases > 5:
        return UNKNOWN_STEAL
    attempts = line.stolen_bases + line.caught_stealing
    return min(
        19, round(20 * (line.stolen_bases + LEAGUE_STEALS * safe) / (attempts + LEAGUE_STEALS) + STEAL_CORRECTION)
    )


def bunting(share: float, *, pitcher: bool) -> int:
    """Return BNT, based on the player's share of sacrifices. Pitchers bunt more."""
    steps = (0.02, 0.05, 0.09, 0.14) if pitcher else (0.003, 0.008, 0.015, 0.03)
    return 1 + sum(share > step for step in steps)


def injury_rating(appearances: int) -> int:
    """Return INJ. The less a player played, the more often he is injured."""
    return max(0, min(6, 6 - appearances // 100))


def gloves_of(season: LeagueSeason, averages: LeagueAverages) -> dict[str, tuple[Glove, ...]]:
    """Return each player's fielding ratings, with his most-played position first."""
    position_averages = _position_averages(season)
    gloves: dict[str, tuple[Glove, ...]] = {}
    for player, lines in season.fielding.items():
        gloves[player] = tuple(
            _glove(line, position_averages[line.position], averages)
            for line in sorted(lines, key=lambda line: -line.outs)
            if line.position in position_averages and line.position != "p" and line.games
        )
    return gloves


def _position_averages(season: LeagueSeason) -> Mapping[str, tuple[float, float]]:
    """Return, by position, the league's chances per out in the field and its caught-stealing rate."""
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


def _glove(line: FieldingSeason, average: tuple[float, float], averages: LeagueAverages) -> Glove:
    played = min(1.0, line.outs / 1500)
    better = (_chances([line]) / average[0] - 1) * played * SPREAD if average[0] else 0.0
    reach = max(1, min(5, round(3 + better)))
    return Glove(
        line.position,
        reach,
        _error_rating(line, averages),
        pivot=(reach > 3) - (reach < 3) if line.position in ("2b", "ss") else 0,
        arm=_arm(line, average[1]),
        passed_ball=_passed_ball(line) if line.position == "c" else 0,
    )


def pitchers_glove(lines: Sequence[FieldingSeason], averages: LeagueAverages) -> Glove:
    """Return a pitcher's fielding rating, with average range and his own errors."""
    line = next((line for line in lines if line.position == "p"), None)
    return Glove("p", 3, _error_rating(line, averages) if line else 3)


def _error_rating(line: FieldingSeason, averages: LeagueAverages) -> int:
    """Return the error rating out of twenty, based on errors per chance regressed toward the league's."""
    share = (line.errors + LEAGUE_CHANCES * averages.erred) / (_chances_of(line) + LEAGUE_CHANCES)
    return max(1, min(16, round(20 * share / averages.checked)))


def _chances_of(line: FieldingSeason) -> int:
    return line.putouts + line.assists + line.errors


def _arm(line: FieldingSeason, caught: float) -> int:
    """Return a catcher's arm based on runners caught, or an outfielder's based on assists. Negative is strong."""
    if line.position == "c":
        attempts = line.stolen_bases + line.caught_stealing
        if attempts < 20:
            return 0
        return max(-3, min(3, round(15 * (caught - line.caught_stealing / attempts))))
    if line.position in OUTFIELD and line.games > 30:
        assists_per_game = line.assists / line.games
        return -1 if assists_per_game > 0.11 else 1 if assists_per_game < 0.04 else 0
    return 0


def _passed_ball(line: FieldingSeason) -> int:
    return max(1, min(6, round(6 - 400 * line.passed_balls / max(line.outs, 1))))
