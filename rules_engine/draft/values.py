"""Players' values in runs from their real statistics, computed with linear weights.

A card reproduces a player's real statistics. So a hitter is worth his runs above average per plate appearance, and a
pitcher the runs he saves per batter faced. Both are regressed toward the average, more so after a short season.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

SINGLE: Final = 0.47
DOUBLE: Final = 0.77
TRIPLE: Final = 1.05
HOMERUN: Final = 1.40
WALK: Final = 0.31
HIT_BY_PITCH: Final = 0.34
STOLEN_BASE: Final = 0.20
CAUGHT_STEALING: Final = -0.43
HIT_IN_PLAY: Final = 0.56  # a hit other than a home run off a pitcher: mostly singles
_REGRESSION: Final = 100  # plate appearances of an average player added for everyone


class BattingLine(NamedTuple):
    at_bats: int
    hits: int
    doubles: int = 0
    triples: int = 0
    homeruns: int = 0
    walks: int = 0
    hit_by_pitch: int = 0
    sacrifice_flies: int = 0
    stolen_bases: int = 0
    caught_stealing: int = 0

    @property
    def plate_appearances(self) -> int:
        return self.at_bats + self.walks + self.hit_by_pitch + self.sacrifice_flies

    @property
    def gains(self) -> float:
        """Return the run value of everything except outs."""
        singles = self.hits - self.doubles - self.triples - self.homeruns
        return (
            SINGLE * singles
            + DOUBLE * self.doubles
            + TRIPLE * self.triples
            + HOMERUN * self.homeruns
            + WALK * self.walks
            + HIT_BY_PITCH * self.hit_by_pitch
            + STOLEN_BASE * self.stolen_bases
            + CAUGHT_STEALING * self.caught_stealing
        )

    @property
    def outs_made(self) -> int:
        return self.at_bats - self.hits + self.sacrifice_flies


class PitchingLine(NamedTuple):
    """A pitcher's season line, with innings in outs."""

    outs: int
    hits: int
    homeruns: int = 0
    walks: int = 0
    hit_batters: int = 0

    @property
    def batters(self) -> int:
        return self.outs + self.hits + self.walks + self.hit_batters

    @property
    def gains(self) -> float:
        """Return the run value of the hitters' results other than outs."""
        in_play = self.hits - self.homeruns
        return HIT_IN_PLAY * in_play + HOMERUN * self.homeruns + WALK * self.walks + HIT_BY_PITCH * self.hit_batters


def batting_rates(lines: Sequence[BattingLine | None]) -> list[float]:
    """Return runs above the pool's average per plate appearance. A player without a line is below average."""
    recorded = [line for line in lines if line is not None and line.plate_appearances > 0]
    out = _value_of_out((line.gains, line.outs_made) for line in recorded)
    return [_batting_rate(line, out) for line in lines]


def pitching_rates(lines: Sequence[PitchingLine | None]) -> list[float]:
    """Return runs saved per batter faced, relative to the pool's average. A pitcher without a line is below average."""
    recorded = [line for line in lines if line is not None and line.batters > 0]
    out = _value_of_out((line.gains, line.outs) for line in recorded)
    return [_pitching_rate(line, out) for line in lines]


def _value_of_out(gains_and_outs: Iterable[tuple[float, int]]) -> float:
    """Return the value of an out at which the pool's runs add up to 0."""
    pairs = list(gains_and_outs)
    outs = sum(made for _, made in pairs)
    return -sum(gains for gains, _ in pairs) / outs if outs else 0.0


def _batting_rate(line: BattingLine | None, out: float) -> float:
    if line is None or line.plate_appearances <= 0:
        return -0.1
    return (line.gains + out * line.outs_made) / (line.plate_appearances + _REGRESSION)


def _pitching_rate(line: PitchingLine | None, out: float) -> float:
    if line is None or line.batters <= 0:
        return -0.1
    return -(line.gains + out * line.outs) / (line.batters + _REGRESSION)
