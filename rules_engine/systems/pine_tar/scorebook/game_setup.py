"""Game setup: the ruleset, cards, charts and carryover from earlier games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from rules_engine.baseball.game_setup import AtBat
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.cards.cards import Card, Hand, PitcherRatings
from rules_engine.systems.pine_tar.cards.counting import average_at_bat
from rules_engine.systems.pine_tar.charts.charts import Charts
from rules_engine.systems.pine_tar.charts.reading import house_charts
from rules_engine.systems.pine_tar.editions.edition import Edition


class MoundFinding(Finding):
    """Findings on whether a player may pitch."""

    PITCHES = "He has a pitcher's card."
    NO_PITCHER = "{subject} has no pitcher's card."


class InjuryCounts(NamedTuple):
    """A team's injured players before the game, by kind (PTIN2)."""

    pitchers: int = 0
    position_players: int = 0


@dataclass(slots=True)
class GameSetup:
    """Data that stays the same during a game.

    `absent` has the ruling against each player who is ineligible today.
    `injured` counts the injured players on the visitors and the home team.
    `steals` counts attempts in earlier games of the series.
    """

    system: ClassVar[str] = "pine_tar"
    edition: Edition
    cards: Mapping[str, Card]
    charts: Charts = field(default_factory=house_charts)
    absent: Mapping[str, Ruling] = field(default_factory=dict)
    injured: tuple[InjuryCounts, InjuryCounts] = (InjuryCounts(), InjuryCounts())
    steals: Mapping[str, int] = field(default_factory=dict)
    _bats: dict[tuple[str, str], AtBat] = field(default_factory=dict)

    def is_pitcher(self, player: str) -> bool:
        return self.cards[player].pitching is not None

    def is_hitter(self, player: str) -> bool:
        return self.cards[player].is_hitter

    def hand(self, player: str) -> str:
        card = self.cards[player]
        return card.throws if card.pitching else card.bats

    def positions(self, player: str) -> Sequence[str]:
        return self.cards[player].positions

    def pitching(self, player: str) -> PitcherRatings:
        """Return a pitcher's ratings (PTA7)."""
        pitching = self.cards[player].pitching
        if pitching is None:
            raise ValueError(f"{player} has no pitcher's card")
        return pitching

    def may_pitch(self, player: str, *, start: bool) -> Ruling:
        """PTA7, PTSU1, PTIN1: Rule on whether his card, rest and injuries let him pitch."""
        if not self.is_pitcher(player):
            return refuse(MoundFinding.NO_PITCHER, "PTA7", subject=player)
        absent = self.absent.get(player)
        return allow(MoundFinding.PITCHES, "PTA7", subject=player) if absent is None else absent

    def bat(self, player: str, throws: Literal["L", "R"]) -> AtBat:
        at_bat = self._bats.get((player, throws))
        if at_bat is None:
            at_bat = self._bats[player, throws] = AtBat(*average_at_bat(self.cards[player].columns[as_hand(throws)]))
        return at_bat


def as_hand(throws: str) -> Hand:
    return "L" if throws == "L" else "R"
