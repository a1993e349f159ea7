"""A team's roster on a diamond: the players at each position, and the positions with unmet needs."""

from dataclasses import dataclass
from typing import Final

from drafts.queries.position_html import position_color
from drafts.queries.rosters import Roster
from rules_engine.draft.roster_check import Outlook

# coordinates of the positions in the diagram
_WIDTH, _HEIGHT = 380, 262
_PLACES: Final = {
    "LF": (66, 66),
    "CF": (190, 24),
    "RF": (314, 66),
    "3B": (66, 150),
    "SS": (128, 106),
    "2B": (252, 106),
    "1B": (314, 150),
    "P": (190, 156),
    "C": (190, 222),
}
_MAX_NAMES: Final = 2  # maximum number of names at a position
_MAX_LETTERS: Final = 13


@dataclass(frozen=True, slots=True)
class Spot:
    """A position with its players, sorted by games there. `needed` is the number of players still required."""

    position: str
    names: list[str]
    needed: int

    @property
    def x(self) -> int:
        return _PLACES[self.position][0]

    @property
    def y(self) -> int:
        return _PLACES[self.position][1]

    @property
    def head(self) -> str:
        """Return the position with its counts. The needed number is in the text, so color isn't the only cue."""
        head = f"{self.position} {len(self.names)}"
        return f"{self.position}: {len(self.names)} of {len(self.names) + self.needed}" if self.needed else head

    @property
    def color(self) -> str:
        return position_color(self.position)

    @property
    def query(self) -> str:
        """Return the filter that lists the players for this position."""
        return "role=starter" if self.position == "P" else f"role=hitter&position={self.position}"

    @property
    def lines(self) -> list[tuple[int, str]]:
        """Return the first few names with their y coordinates."""
        names = self.names[:_MAX_NAMES]
        return [(self.y + 14 * number, _short_name(name)) for number, name in enumerate(names, start=1)]


@dataclass(frozen=True, slots=True)
class Diamond:
    spots: list[Spot]

    width, height = _WIDTH, _HEIGHT
    bases = "190,228 314,156 190,62 66,156 190,228"


def roster_diamond(roster: Roster, outlook: Outlook | None) -> Diamond:
    """Return the diagram of a roster. `outlook` is None if the team has no picks left."""
    wanted_by_position = outlook.missing_by_position if outlook is not None else {}
    spots = []
    for depth in roster.by_position:
        spots.append(Spot(depth.position, depth.names, wanted_by_position.get(depth.position, 0)))
    pitchers = [line.card.name for line in (*roster.starters, *roster.relievers)]
    starters_wanted = outlook.starters_needed if outlook is not None else 0
    spots.append(Spot("P", pitchers, starters_wanted))
    return Diamond(spots)


def _short_name(name: str) -> str:
    """Shorten a long name in lineup card style, such as K. Griffey."""
    first, _, last = name.partition(" ")
    shown = name if len(name) <= _MAX_LETTERS or not last else f"{first[0]}. {last}"
    return shown if len(shown) <= _MAX_LETTERS else f"{shown[: _MAX_LETTERS - 1]}…"
