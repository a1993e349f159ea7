"""Platoon splits: a pitcher has the advantage against batters of his own side; season totals stay the same."""

from collections.abc import Iterable
from typing import Final, NamedTuple, Self

from rules_engine.baseball.seasons import BattingSeason, PitchingSeason, Rates

# what meetings of like hands do to each rate, right and left together
SAME_HANDS: Final = Rates(0.98, 0.97, 0.9, 0.93, 0.92, 1.1, 1.05)


class PlatoonShares(NamedTuple):
    """Shares of a league's plate appearances: against left-handed pitchers, and of men standing left."""

    left_pitchers: float = 0.28
    left_batters: float = 0.43

    @classmethod
    def of(cls, batting: Iterable[BattingSeason], pitching: Iterable[PitchingSeason]) -> Self:
        """As they were in one season; the usual shares where only one hand is on record."""
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

    def met(self, rates: Rates, stands: str, throws: str) -> Rates:
        """A rate when these hands meet. Over all he meets, a batter's comes to his own, and so does a pitcher's."""
        leans = _lean(stands, self.left_batters) * _lean(throws, self.left_pitchers) / self._of_like_hands()
        return Rates(*(rate * (1 + (same - 1) * leans) for rate, same in zip(rates, SAME_HANDS, strict=True)))

    def _of_like_hands(self) -> float:
        """The mean of what met() multiplies SAME_HANDS by, over the meetings of like hands."""
        often = [_share(hand, self.left_batters) * _share(hand, self.left_pitchers) for hand in "LR"]
        leans = [_lean(hand, self.left_batters) * _lean(hand, self.left_pitchers) for hand in "LR"]
        return sum(share * lean for share, lean in zip(often, leans, strict=True)) / sum(often)


def _share(hand: str, left: float) -> float:
    return left if hand == "L" else 1 - left


def _lean(hand: str, left: float) -> float:
    """How far a hand is from the mean of all, which lies nearer to the commoner one."""
    return 1 - left if hand == "L" else -left
