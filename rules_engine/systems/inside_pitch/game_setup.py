"""A game's setup: the ruleset, every player's card, the ballpark's card and the charts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from rules_engine.baseball.game_setup import AtBat, bat_of
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.inside_pitch.cards import (
    BatterCard,
    Card,
    Glove,
    Park,
    PitcherCard,
    batting_card,
    glove_at,
    hitters_card,
)
from rules_engine.systems.inside_pitch.cells import FIELD_POSITIONS, Cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.counting import count_results, result_rates
from rules_engine.systems.inside_pitch.edition import Edition
from rules_engine.systems.inside_pitch.matchup import Matchup, make_matchup

Gloves = tuple[Glove, ...]
WILD: Final = ("",) * 30 + ("W+",) * 6  # cells for a position player who pitches; our own


class MoundFinding(Finding):
    """Findings on whether a player may pitch."""

    STARTS = "{subject} has a START line on his card."
    RELIEVES = "{subject} has a pitcher's card."
    NO_START = "{subject} has no START line on his card."
    NO_PITCHER = "{subject} has no pitcher's card."


class AbsenceFinding(Finding):
    """Findings on why a player is absent."""

    HURT = "He is injured and out for {days:# more day}."


@dataclass(slots=True)
class GameSetup:
    """Look up players by name, and cache the combined cards of pitcher and batter.

    `absent` has the ruling for each player who is ineligible today.
    """

    system: ClassVar[str] = "inside_pitch"
    edition: Edition
    cards: Mapping[str, Card]
    park: Park
    charts: Charts
    absent: Mapping[str, Ruling] = field(default_factory=dict)
    _matchups: dict[tuple[str, str], Matchup] = field(default_factory=dict)
    _gloves: dict[tuple[str, ...], Gloves] = field(default_factory=dict)
    _positions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _at_bats: dict[tuple[str, str], AtBat] = field(default_factory=dict)

    def is_pitcher(self, player: str) -> bool:
        return isinstance(self.cards[player], PitcherCard)

    def is_hitter(self, player: str) -> bool:
        return hitters_card(self.cards[player]) is not None

    def hand(self, player: str) -> str:
        card = self.cards[player]
        return card.throws if isinstance(card, PitcherCard) else card.bats

    def positions(self, player: str) -> Sequence[str]:
        """Return the player's positions, sorted by range and then by errors, best first."""
        positions = self._positions.get(player)
        if positions is None:
            card = hitters_card(self.cards[player])
            gloves = card.fielding if card else ()
            best_first = sorted(gloves, key=lambda glove: (-glove.range, glove.error))
            positions = tuple(glove.position for glove in best_first)
            self._positions[player] = positions
        return positions

    def may_pitch(self, player: str, *, start: bool) -> Ruling:
        """IP12.1, IP13: Rule on pitching, based on his card and his injuries."""
        card = self.cards[player]
        if not isinstance(card, PitcherCard):
            return refuse(MoundFinding.NO_PITCHER, "IP12.1", subject=player)
        if player in self.absent:
            return self.absent[player]
        if start and card.start is None:
            return refuse(MoundFinding.NO_START, "IP12.1", subject=player)
        return allow(MoundFinding.STARTS if start else MoundFinding.RELIEVES, "IP12.1", subject=player)

    def bat(self, player: str, throws: Literal["L", "R"]) -> AtBat:
        """Return the batter's results against an average pitcher of this hand."""
        at_bat = self._at_bats.get((player, throws))
        if at_bat is None:
            at_bat = self._count(self.batter(player), throws)
            self._at_bats[player, throws] = at_bat
        return at_bat

    def _count(self, batter: BatterCard, throws: str) -> AtBat:
        pitcher = PitcherCard("", throws, (MIDDLING, MIDDLING), OUT_LINE, batter)
        return bat_of(result_rates(count_results(self.charts, make_matchup(pitcher, batter, self.park), batter.br)))

    def matchup(self, pitcher: str, batter: str) -> Matchup:
        matchup = self._matchups.get((pitcher, batter))
        if matchup is None:
            matchup = make_matchup(self.pitcher(pitcher), self.batter(batter), self.park)
            self._matchups[pitcher, batter] = matchup
        return matchup

    def batter(self, player: str) -> BatterCard:
        return batting_card(self.cards[player])

    def pitcher(self, player: str) -> PitcherCard:
        """Return the player's pitching card. A position player gets the worst one."""
        card = self.cards[player]
        return card if isinstance(card, PitcherCard) else last_resort(card)

    def gloves(self, field: tuple[str, ...]) -> Gloves:
        """Return the fielding ratings of these nine players at their positions."""
        gloves = self._gloves.get(field)
        if gloves is None:
            placed = zip(field, FIELD_POSITIONS, strict=True)
            gloves = tuple(glove_at(self.cards[player], position) for player, position in placed)
            self._gloves[field] = gloves
        return gloves


OUT_LINE: Final = tuple(
    Cell(kind, place) for kind, place in (("G", 6), ("F", 8), ("G", 4), ("F", 7), ("P", 3), ("L", 5))
)
MIDDLING: Final = ("K",) * 12 + ("W",) * 9 + ("HR",) * 4 + ("S1", "RP", "E?", "@", "HBP") + ("",) * 6


def last_resort(card: BatterCard) -> PitcherCard:
    """Return a pitcher's card for a position player, which produces walks but no other results of its own."""
    return PitcherCard(card.name, "L" if card.bats == "L" else "R", (WILD, WILD), (), card)
