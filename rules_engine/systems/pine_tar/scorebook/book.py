"""What stays the same during a game: edition, cards, charts, and what the men bring with them from earlier games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from rules_engine.baseball.system import AtBat
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.cards.cards import Card, Hand, PitchersHalf
from rules_engine.systems.pine_tar.cards.counting import at_bat
from rules_engine.systems.pine_tar.charts.charts import Charts
from rules_engine.systems.pine_tar.charts.reading import house_charts
from rules_engine.systems.pine_tar.editions.edition import Edition


class MoundFinding(Finding):
    """Whether a man may pitch."""

    PITCHES = "He has a pitcher's card."
    NO_PITCHER = "{subject} has no pitcher's card."


class Injured(NamedTuple):
    """Who of a team is out hurt before the game (PTIN2)."""

    pitchers: int = 0
    position_players: int = 0


@dataclass(slots=True)
class Book:
    """What the men bring: `absent`, why a man may not play today; `injured`, of the visitors and the home team, how
    many are out; `steals`, their attempts in the games of the series so far.
    """

    system: ClassVar[str] = "pine_tar"
    edition: Edition
    cards: Mapping[str, Card]
    charts: Charts = field(default_factory=house_charts)
    absent: Mapping[str, Ruling] = field(default_factory=dict)
    injured: tuple[Injured, Injured] = (Injured(), Injured())
    steals: Mapping[str, int] = field(default_factory=dict)
    _bats: dict[tuple[str, str], AtBat] = field(default_factory=dict)

    def is_pitcher(self, man: str) -> bool:
        return self.cards[man].pitching is not None

    def hand(self, man: str) -> str:
        card = self.cards[man]
        return card.throws if card.pitching else card.bats

    def positions(self, man: str) -> Sequence[str]:
        return self.cards[man].positions

    def pitching(self, man: str) -> PitchersHalf:
        """The pitcher's half of his card. Only men with one come to the mound (PTA7)."""
        pitching = self.cards[man].pitching
        if pitching is None:
            raise ValueError(f"{man} has no pitcher's card")
        return pitching

    def may_pitch(self, man: str, *, start: bool) -> Ruling:
        """PTA7, PTSU1, PTIN1: whether his card and the rest he comes with let him pitch; any pitcher may start."""
        if not self.is_pitcher(man):
            return refuse(MoundFinding.NO_PITCHER, "PTA7", subject=man)
        absent = self.absent.get(man)
        return allow(MoundFinding.PITCHES, "PTA7", subject=man) if absent is None else absent

    def bat(self, man: str, throws: Literal["L", "R"]) -> AtBat:
        known = self._bats.get((man, throws))
        if known is None:
            known = self._bats[man, throws] = AtBat(*at_bat(self.cards[man].columns[hand_of(throws)]))
        return known


def hand_of(throws: str) -> Hand:
    return "L" if throws == "L" else "R"
