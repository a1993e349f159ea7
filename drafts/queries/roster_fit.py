"""A team on the diamond: who has each position on his card, how many, and where the guard still wants men."""

from dataclasses import dataclass
from typing import Final

from drafts.queries.rosters import Roster
from rules_engine.draft.guard import Outlook

# where each stands, in the picture's own units
_WIDTH, _HEIGHT = 380, 262
_PLACES: Final = {
    **{"LF": (66, 66), "CF": (190, 24), "RF": (314, 66)},
    **{"3B": (66, 150), "SS": (128, 106), "2B": (252, 106), "1B": (314, 150)},
    **{"P": (190, 156), "C": (190, 222)},
}
_DEPTH: Final = 2  # men named at a position
_LETTERS: Final = 13


@dataclass(frozen=True, slots=True)
class Spot:
    """A position with the men who have it on their cards, most games there first. `wanted`: by the guard, at least."""

    position: str
    names: list[str]
    wanted: int

    @property
    def x(self) -> int:
        return _PLACES[self.position][0]

    @property
    def y(self) -> int:
        return _PLACES[self.position][1]

    @property
    def head(self) -> str:
        """The position, how many have it, and how many it wants in words, so that nothing hangs on the colour."""
        return f"{self.position} {len(self.names)}" + (f", {self.wanted} wanted" if self.wanted else "")

    @property
    def lines(self) -> list[tuple[int, str]]:
        """The first men with the heights of their names."""
        return [(self.y + 14 * (place + 1), _short(name)) for place, name in enumerate(self.names[:_DEPTH])]


@dataclass(frozen=True, slots=True)
class Diamond:
    spots: list[Spot]

    width, height = _WIDTH, _HEIGHT
    bases = "190,228 314,156 190,62 66,156 190,228"


def roster_diamond(roster: Roster, look: Outlook | None) -> Diamond:
    """`look`: what the guard sees, while there are turns left."""
    wanted = look.wanted_at if look is not None else {}
    pitchers = [line.card.name for line in (*roster.starters, *roster.relievers)]
    spots = [Spot(at.position, at.names, wanted.get(at.position, 0)) for at in roster.by_position]
    return Diamond([*spots, Spot("P", pitchers, look.starters_needed if look is not None else 0)])


def _short(name: str) -> str:
    """As a line-up card writes him, where his whole name is too long."""
    first, _, last = name.partition(" ")
    shown = name if len(name) <= _LETTERS or not last else f"{first[0]}. {last}"
    return shown if len(shown) <= _LETTERS else f"{shown[: _LETTERS - 1]}…"
