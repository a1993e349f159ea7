"""Data that doesn't change during a game: ruleset, cards, charts and ballpark."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from rules_engine.baseball.seasons import Rates
from rules_engine.rulings import Ruling

Hand = Literal["L", "R"]


class AtBat(NamedTuple):
    """A batter's rates against an average pitcher of one hand, computed from his card."""

    on_base: float
    slugging: float  # total bases per at-bat


def bat_of(rates: Rates) -> AtBat:
    """Return on-base and slugging averages for these rates per plate appearance."""
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
    """A ruleset as data. Its `key`, options included, loads it again: "standard+hit_and_run"."""

    @property
    def key(self) -> str: ...

    @property
    def title(self) -> str: ...


class Charts(Protocol):
    """A game's charts. `digests` has a digest, by name, for each custom chart that replaces a standard one."""

    @property
    def digests(self) -> Mapping[str, str]: ...


class GameSetup(Protocol):
    """A game's ruleset, cards, charts and ballpark. Each game system's subclass contains more."""

    @property
    def system(self) -> str:
        """The game system's key, a class attribute: `system: ClassVar[str] = "pine_tar"`."""

    @property
    def edition(self) -> Any: ...

    @property
    def cards(self) -> Mapping[str, Any]:
        """Cards by player. Stand-ins, whose names start with `substitutions.STAND_IN`, also have one."""

    def is_pitcher(self, player: str) -> bool:
        """Return whether the player has a pitcher's card."""

    def is_hitter(self, player: str) -> bool:
        """Return whether the player has a hitter's card. A two-way player has both."""

    def hand(self, player: str) -> str:
        """Return a pitcher's throwing hand or a batter's side: L, R or S."""

    def positions(self, player: str) -> Sequence[str]:
        """Return the fielding positions on the hitter's card, best first. Pitchers have none."""

    def may_pitch(self, player: str, *, start: bool) -> Ruling:
        """Rule on whether the player may start or relieve, based on his card and his rest."""

    def bat(self, player: str, throws: Hand) -> AtBat:
        """Return the batter's rates against pitchers of this hand. Lineups and pinch hitters are chosen with them."""
