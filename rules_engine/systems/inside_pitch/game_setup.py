"""What lies on the table beside the game: the edition, every man's card, the ballpark's card and the charts."""

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
WILD: Final = ("",) * 30 + ("W+",) * 6  # the mound of a man who is no pitcher; ours


class MoundFinding(Finding):
    """Whether a man may pitch."""

    STARTS = "{subject} has a START line on his card."
    RELIEVES = "{subject} has a pitcher's card."
    NO_START = "{subject} has no START line on his card."
    NO_PITCHER = "{subject} has no pitcher's card."


class AbsenceFinding(Finding):
    """Why a man is not there."""

    HURT = "He is hurt and out for {days:# more day}."


@dataclass(slots=True)
class GameSetup:
    """Looks men up by name; what one pitcher and one batter make of each other's cards is worked out once.

    `absent` is why a man may not play today.
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

    def is_pitcher(self, man: str) -> bool:
        return isinstance(self.cards[man], PitcherCard)

    def is_hitter(self, man: str) -> bool:
        return hitters_card(self.cards[man]) is not None

    def hand(self, man: str) -> str:
        card = self.cards[man]
        return card.throws if isinstance(card, PitcherCard) else card.bats

    def positions(self, man: str) -> Sequence[str]:
        """The best first: by range, then by errors."""
        known = self._positions.get(man)
        if known is None:
            card = hitters_card(self.cards[man])
            listed = card.fielding if card else ()
            best_first = sorted(listed, key=lambda glove: (-glove.range, glove.error))
            known = self._positions[man] = tuple(glove.position for glove in best_first)
        return known

    def may_pitch(self, man: str, *, start: bool) -> Ruling:
        """IP12.1, IP13: by his card and his injuries."""
        card = self.cards[man]
        if not isinstance(card, PitcherCard):
            return refuse(MoundFinding.NO_PITCHER, "IP12.1", subject=man)
        if man in self.absent:
            return self.absent[man]
        if start and card.start is None:
            return refuse(MoundFinding.NO_START, "IP12.1", subject=man)
        return allow(MoundFinding.STARTS if start else MoundFinding.RELIEVES, "IP12.1", subject=man)

    def bat(self, man: str, throws: Literal["L", "R"]) -> AtBat:
        """By count, off a middling pitcher of this hand."""
        known = self._at_bats.get((man, throws))
        if known is None:
            known = self._at_bats[man, throws] = self._count(self.batter(man), throws)
        return known

    def _count(self, batter: BatterCard, throws: str) -> AtBat:
        pitcher = PitcherCard("", throws, (MIDDLING, MIDDLING), OUT_LINE, batter)
        return bat_of(result_rates(count_results(self.charts, make_matchup(pitcher, batter, self.park), batter.br)))

    def matchup(self, pitcher: str, batter: str) -> Matchup:
        known = self._matchups.get((pitcher, batter))
        if known is None:
            known = make_matchup(self.pitcher(pitcher), self.batter(batter), self.park)
            self._matchups[pitcher, batter] = known
        return known

    def batter(self, player: str) -> BatterCard:
        return batting_card(self.cards[player])

    def pitcher(self, player: str) -> PitcherCard:
        """His card on the mound; a man who is no pitcher throws as badly as anybody."""
        card = self.cards[player]
        return card if isinstance(card, PitcherCard) else last_resort(card)

    def gloves(self, field: tuple[str, ...]) -> Gloves:
        """How the nine men of this line-up play where they stand."""
        known = self._gloves.get(field)
        if known is None:
            known = tuple(glove_at(self.cards[man], place) for man, place in zip(field, FIELD_POSITIONS, strict=True))
            self._gloves[field] = known
        return known


OUT_LINE: Final = tuple(
    Cell(kind, place) for kind, place in (("G", 6), ("F", 8), ("G", 4), ("F", 7), ("P", 3), ("L", 5))
)
MIDDLING: Final = ("K",) * 12 + ("W",) * 9 + ("HR",) * 4 + ("S1", "RP", "E?", "@", "HBP") + ("",) * 6


def last_resort(card: BatterCard) -> PitcherCard:
    """The card of a batter who must pitch: nothing of his own but walks."""
    return PitcherCard(card.name, "L" if card.bats == "L" else "R", (WILD, WILD), (), card)
