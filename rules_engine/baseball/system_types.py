"""Values exchanged between a game system and the rest of the program."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple, Protocol

from rules_engine.baseball.events import Event, FieldersMoved, Substituted
from rules_engine.baseball.game_input import GameInput, Option, RandomInput
from rules_engine.baseball.plays import Play
from rules_engine.baseball.state import State
from rules_engine.rulings import Ruling

Reason = Literal["pinch_hitter", "pinch_runner", "pitcher", "double_switch", "defence"]
RollsTogether = Collection[str | tuple[str, str]]  # rolls made with the previous roll, or only with the first one
Carryover = Mapping[str, Any]  # JSON values that only the team's game system reads

MONTHS: Final = ("april", "may", "june", "july", "august", "september", "october")  # the months of the season
MANAGERS_WORDS: Final = ("walk", "steal", "bunt", "hit and run", "hold", "pickoff")


class SystemFileError(ValueError):
    """A card, ruleset or chart can't be used. `faults` lists every error with its file and its row or field."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


class DieKind(NamedTuple):
    """A kind of die: "d20" has 20 faces from 1, "d100" has 100 faces from 0."""

    name: str
    sides: int
    lowest: int = 1


class ChartTemplate(NamedTuple):
    """A chart file for users to fill in with their own numbers."""

    purpose: str
    text: str


class Unsettled(NamedTuple):
    """The reason why no play can start, and the player who must leave.

    `leaves` is "" if the lineup itself is wrong. Otherwise, the player leaves for `reason`. If `change_ruling` allows
    no one from the bench, anyone may enter under rule number `enters_by`. The last flag lets anyone enter in any case,
    such as for an injured player.
    """

    team: int
    ruling: Ruling  # a negative ruling
    leaves: str = ""
    reason: Reason = "defence"
    enters_by: str = ""
    whoever: bool = False


class WayOut(NamedTuple):
    """Changes that are legal only together: a player enters, and others change positions."""

    substituted: Substituted
    moved: FieldersMoved


class Counted(NamedTuple):
    """A season's statistic: the actual value, and the value that the cards produce by exact count."""

    name: str
    played: float
    cards: float


@dataclass(frozen=True, slots=True)
class MadeCards:
    """A season's cards, with a report on how well they reproduce it."""

    cards: Mapping[str, Any]  # by player
    report: Sequence[Counted]
    short: Mapping[str, Sequence[Counted]] = field(default_factory=dict)  # player -> statistics beyond his card's reach


class PlayOdds(NamedTuple):
    """The chances of every play. They add up to 1, and are nearly exact if a rare branch was pruned."""

    chances: Mapping[Play, Fraction]
    is_exact: bool = True


class PrintedCard(NamedTuple):
    """A made card with printed ratings, and the names of the ratings that have no place on it."""

    card: Any
    unused: tuple[str, ...] = ()


class Tracker(Protocol):
    """Game data beyond the state and log. It is rebuilt from the log after an undo."""

    @property
    def injured(self) -> Collection[str]:
        """The players injured in this game, including those who have left it."""

    @property
    def unsettled(self) -> Collection[str]:
        """The players who may have to leave. While there are any, `must_settle` is called before every play."""

    def after(self, before: State, event: Event) -> None:
        """Update for an event, given the state before it. An undo creates a new tracker instead."""

    def tired(self, state: State) -> bool:
        """Return whether the current pitcher is tired."""

    def work_left(self, player: str) -> str:
        """Describe a pitcher's work so far and his limit, such as "tires in the 8th, 3 of 5 counted", or return ""."""


class Pilot(Protocol):
    """A computer manager. It rolls no dice and always makes the same decisions in the same game."""

    teams: tuple[int, ...]  # the teams whose substitutions it makes; (0, 1) at first

    def choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        """Return the key of the option it chooses for this side."""

    def changes(self) -> None:
        """Append its teams' substitutions before a play, including all that `must_settle` requires."""

    def table(self, seed: int) -> RandomInput:
        """Return a random game input that makes the decisions of both teams."""


class WeatherRoll(Protocol):
    """Roll a game's weather. Raise SystemFileError if the ruleset has no weather."""

    def __call__(self, edition: str, home: str, month: str, *, night: bool, game_input: GameInput) -> str:
        """Return the weather as a `park` for `setup`."""
