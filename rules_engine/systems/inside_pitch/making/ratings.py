"""The ratings that are no counts: running, stealing, bunting, injuries, gloves and arms."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules_engine.baseball.seasons import BattingSeason, FieldingSeason, LeagueSeason, league_rates
from rules_engine.systems.inside_pitch.cards import Att, Glove

SPREAD: Final = 4.0  # how much of the league's chances one step of range is worth
CHECKED: Final = 0.077  # of batters, those with whom an error check comes to a fielder
MIDDLE_GDP: Final = 2.35  # of six, before the depth of the infield, where nobody counted double plays
TURNED, DEPTH = 17.9, 0.7  # of six, for an out with the bat and a man on first; what the infield adds by its depth
GROUNDED_INTO: Final = 0.8  # of all double plays
DRAWN_CHANCES: Final = 30  # of the league, added to a fielder's own
DRAWN, DRAWN_STEALS = 100, 6  # at-bats and attempts of the league that are added to his own
ROLLS: Final = 1.03  # strategy rolls for each time on first
WORSE: Final = 0.6  # of twenty by which catchers and bad jumps make a thief worse than his number
UNKNOWN_STEAL: Final = 13  # SB where nobody wrote down who was caught
OUTFIELD: Final = ("lf", "cf", "rf")


class Usual(NamedTuple):
    """What the men of a league came to, towards which each is drawn."""

    doubled: float  # double plays for an at-bat; 0 where nobody counted them
    gdp: float  # of a middling man
    safe: float  # of steals tried; the usual share where nobody wrote down who was caught
    checked: float  # of the chances of fielders, those with an error check
    erred: float  # of all chances

    @classmethod
    def of(cls, season: LeagueSeason) -> "Usual":
        lines, fielders = list(season.batting.values()), [line for man in season.fielding.values() for line in man]
        batters = sum(line.plate_appearances for line in lines)
        chances = max(sum(map(_chances_of, fielders)), 1)
        stolen, caught = sum(line.stolen_bases for line in lines), sum(line.caught_stealing for line in lines)
        doubled = sum(line.double_plays for line in lines) / max(sum(line.at_bats for line in lines), 1)
        safe = stolen / (stolen + caught) if caught else UNKNOWN_STEAL / 20
        errors = sum(line.errors for line in fielders) / chances
        return cls(doubled, _middle_gdp(season), safe, CHECKED * batters / chances, errors)


def running_ratings(line: BattingSeason, usual: Usual, *, pitcher: bool) -> dict[str, Any]:
    """BR, GDP, SF, ATT, SB, BNT and INJ of one man."""
    appearances = max(line.plate_appearances, 1)
    on_first = max(line.hits - line.doubles - line.triples - line.homeruns + line.walks + line.hit_by_pitch, 1)
    attempts = line.stolen_bases + line.caught_stealing
    return {
        "br": base_running(line, attempts / on_first),
        "gdp": double_play_rating(line, usual),
        "sf": 2 + (line.sacrifice_flies > appearances / 100),
        "att": attempts_rating(attempts, on_first),
        "sb": steal_rating(line, usual.safe),
        "bnt": bunting(line.sacrifices / appearances, pitcher=pitcher),
        "inj": injury_rating(line.plate_appearances),
    }


def base_running(line: BattingSeason, attempts: float) -> int:
    """BR 1 to 5: who tries to steal and who hits triples is fast."""
    triples = line.triples / max(line.hits, 1)
    return max(
        1, min(5, 2 + (attempts > 0.09) + (attempts > 0.25) + (triples > 0.04) - (attempts == 0 and triples == 0))
    )


def double_play_rating(line: BattingSeason, usual: Usual) -> int:
    """GDP 0 to 4: his share beside the league's, drawn to it."""
    if not usual.doubled:
        return round(usual.gdp)
    share = (line.double_plays + DRAWN * usual.doubled) / (line.at_bats + DRAWN)
    return max(0, min(4, round(usual.gdp * share / usual.doubled)))


def _middle_gdp(season: LeagueSeason) -> float:
    """GDP of a middling man: double plays beside the outs that batters made with the bat and the men on first."""
    lines = season.batting.values()
    batters = sum(line.plate_appearances for line in lines)
    turned = season.grounded_into(GROUNDED_INTO)
    if not turned:
        return MIDDLE_GDP
    usual = league_rates(lines)
    outs, first = 1 - sum(usual), usual.single + usual.walk + usual.hit_by_pitch
    return TURNED * turned / batters / (outs * first) - DEPTH


def attempts_rating(attempts: int, on_first: int) -> Att:
    """ATT: of twenty strategy rolls; who seldom tried goes on a hit and run alone."""
    if not attempts:
        return "N" if on_first < 40 else "H"
    rating = round(20 * attempts / on_first / ROLLS)
    return min(16, rating) or "H"


def steal_rating(line: BattingSeason, safe: float) -> int:
    """SB: his share of steals, drawn towards the league's where he tried seldom."""
    if not line.caught_stealing and line.stolen_bases > 5:
        return UNKNOWN_STEAL
    attempts = line.stolen_bases + line.caught_stealing
    return min(19, round(20 * (line.stolen_bases + DRAWN_STEALS * safe) / (attempts + DRAWN_STEALS) + WORSE))


def bunting(share: float, *, pitcher: bool) -> int:
    """BNT by how often he sacrificed; pitchers bunt more."""
    steps = (0.02, 0.05, 0.09, 0.14) if pitcher else (0.003, 0.008, 0.015, 0.03)
    return 1 + sum(share > step for step in steps)


def injury_rating(appearances: int) -> int:
    """INJ: the less a man played the sooner he is hurt."""
    return max(0, min(6, 6 - appearances // 100))


def gloves_of(season: LeagueSeason, usual: Usual) -> dict[str, tuple[Glove, ...]]:
    """Every man's positions, the one where he stood most first."""
    middle = _middles(season)
    return {
        man: tuple(
            _glove(line, middle[line.position], usual)
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


def _glove(line: FieldingSeason, middle: tuple[float, float], usual: Usual) -> Glove:
    played = min(1.0, line.outs / 1500)
    better = (_chances([line]) / middle[0] - 1) * played * SPREAD if middle[0] else 0.0
    reach = max(1, min(5, round(3 + better)))
    return Glove(
        line.position,
        reach,
        _error_rating(line, usual),
        pivot=(reach > 3) - (reach < 3) if line.position in ("2b", "ss") else 0,
        arm=_arm(line, middle[1]),
        passed_ball=_passed_ball(line) if line.position == "c" else 0,
    )


def pitchers_glove(lines: Sequence[FieldingSeason], usual: Usual) -> Glove:
    """A pitcher's, who is of middling range and errs as often as he did."""
    line = next((line for line in lines if line.position == "p"), None)
    return Glove("p", 3, _error_rating(line, usual) if line else 3)


def _error_rating(line: FieldingSeason, usual: Usual) -> int:
    """Of twenty, by his errors for each chance, drawn to the usual ones."""
    share = (line.errors + DRAWN_CHANCES * usual.erred) / (_chances_of(line) + DRAWN_CHANCES)
    return max(1, min(16, round(20 * share / usual.checked)))


def _chances_of(line: FieldingSeason) -> int:
    return line.putouts + line.assists + line.errors


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
