"""Platoon splits: pitchers have the advantage against same-handed batters, and season totals stay the same."""

from collections.abc import Iterable
from typing import Final, NamedTuple, Self

from rules_engine.baseball.seasons import BattingSeason, PitchingSeason, Rates

# factor for each rate when the batter and the pitcher are same-handed
SAME_HANDS: Final = Rates(0.98, 0.97, 0.9, 0.93, 0.92, 1.1, 1.05)


class PlatoonShares(NamedTuple):
    """Shares of a league's plate appearances against left-handed pitchers, and by batters from the left side."""

    left_pitchers: float = 0.28
    left_batters: float = 0.43

    @classmethod
    def from_seasons(cls, batting: Iterable[BattingSeason], pitching: Iterable[PitchingSeason]) -> Self:
        """Return one season's shares, or the defaults if it has only one hand on record."""
        faced = {"L": 0, "R": 0}
        for pitcher in pitching:
            faced[pitcher.throws] += pitcher.batters
        if not faced["L"] or not faced["R"]:
            return cls()
        left = faced["L"] / sum(faced.values())
        bats = {"L": 0, "R": 0, "S": 0}
        for batter in batting:
            bats[batter.bats] += batter.plate_appearances
        standing_left = bats["L"] + (1 - left) * bats["S"]
        return cls(left, standing_left / sum(bats.values())) if 0 < standing_left < sum(bats.values()) else cls()

    def rates_against(self, rates: Rates, bats: str, throws: str) -> Rates:
        """Return the rates for a matchup of these hands. Averaged over a season, they equal the player's own rates."""
        weight = _lean(bats, self.left_batters) * _lean(throws, self.left_pitchers) / self._same_side_mean()
        return Rates(*(rate * (1 + (same - 1) * weight) for rate, same in zip(rates, SAME_HANDS, strict=True)))

    def _same_side_mean(self) -> float:
        """Return the mean weight of SAME_HANDS over all same-handed plate appearances."""
        shares = [_share(hand, self.left_batters) * _share(hand, self.left_pitchers) for hand in "LR"]
        weights = [_lean(hand, self.left_batters) * _lean(hand, self.left_pitchers) for hand in "LR"]
        return sum(share * weight for share, weight in zip(shares, weights, strict=True)) / sum(shares)


def batting_side(bats: str, throws: str) -> str:
    """Return the side a batter hits from; a switch hitter bats opposite to the pitcher's hand."""
    if bats != "S":
        return bats
    return "R" if throws == "L" else "L"


def _share(hand: str, left: float) -> float:
    return left if hand == "L" else 1 - left


def _lean(hand: str, left: float) -> float:
    """Return a hand's distance from the mean; the more common hand is closer to the mean."""
    return 1 - left if hand == "L" else -left
