"""The facts that do not change during a game: ruleset, cards, charts and ballpark."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from rules_engine.baseball.seasons import Rates
from rules_engine.rulings import Ruling

Hand = Literal["L", "R"]


class AtBat(NamedTuple):
    """A batter's rates against an average pitcher of one hand, counted from his card."""

    on_base: float
    slugging: float  # total bases per at-bat


def bat_of(rates: Rates) -> AtBat:
    """Return the on-base and slugging averages for these rates per plate appearance."""
    hits = rates.single + rates.double + rates.triple + rates.homerun
    times_not_charged = rates.walk + rates.hit_by_pitch
    bases = rates.single + 2 * rates.double + 3 * rates.triple + 4 * rates.homerun
    return AtBat(hits + times_not_charged, bases / (1 - times_not_charged))


class Card(Protocol):
    """The part of a card that every game system has."""

    @property
    def name(self) -> str: ...

    @property
    def bats(self) -> str:
        """The side from which the player bats: L, R or S."""


class Edition(Protocol):
    """A ruleset as data. `key` loads it again, options included: "standard+hit_and_run"."""

    @property
    def key(self) -> str: ...

    @property
    def title(self) -> str: ...


class Charts(Protocol):
    """The charts of a game. `digests` has a digest by name for each chart that replaces one of ours."""

    @property
    def digests(self) -> Mapping[str, str]: ...


class GameSetup(Protocol):
    """A game's ruleset, cards, charts and ballpark. The class of a game system holds more."""

    @property
    def system(self) -> str:
        """The key of the game system, a class attribute: `system: ClassVar[str] = "pine_tar"`."""

    @property
    def edition(self) -> Any: ...

    @property
    def cards(self) -> Mapping[str, Any]:
        """Cards by player. A stand-in, whose name starts with `substitutions.STAND_IN`, has one too."""

    def is_pitcher(self, player: str) -> bool:
        """Return whether the player has a pitcher's card."""

    def is_hitter(self, player: str) -> bool:
        """Return whether the player has a hitter's card. A two-way player has both."""

    def hand(self, player: str) -> str:
        """Return the hand with which a pitcher throws or the side from which a batter bats: L, R or S."""

    def positions(self, player: str) -> Sequence[str]:
        """Return the fielding positions on the hitter's card, best first. Pitchers have none."""

    def may_pitch(self, player: str, *, start: bool) -> Ruling:
        """Rule whether the player may start, or relieve, by his card and his rest."""

    def bat(self, player: str, throws: Hand) -> AtBat:
        """Return the batter's rates against pitchers of this hand, for choosing lineups and pinch hitters."""
