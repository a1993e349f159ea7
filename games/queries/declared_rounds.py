"""A team's declared starters (T0.09) by round and game, and their table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.tables import Align, Column, FilledTable, Place, TableDefinition
from rules_engine.rulings import Ruling
from tournaments.models import Team

Starters = Mapping[int, Sequence[int | None]]  # round -> card by game; None if no starter is declared


@dataclass(frozen=True, slots=True)
class DeclaredGame:
    """A game with its declared starter.

    Attributes:
        ruling: The ruling on the start, based on the current sheet. None if no starter is declared or the game was
            played.
        departure: The ruling on a different pitcher's start, if any.
    """

    number: int
    card_id: int | None
    name: str
    ruling: Ruling | None = None
    departure: Ruling | None = None


@dataclass(frozen=True, slots=True)
class DeclaredRound:
    """A round's declared starters. `opponent` is "" if unknown."""

    number: int
    opponent: str
    series_id: int | None
    games: list[DeclaredGame]
    still_open: Ruling
    shown: bool

    @property
    def is_empty(self) -> bool:
        return all(game.card_id is None for game in self.games)


@dataclass(slots=True)
class Rotation:
    """A team's declared rotation. `starters` lists (card, name) for every eligible starter."""

    team: Team
    starters: list[tuple[int, str]]
    rounds: list[DeclaredRound] = field(default_factory=list)

    @property
    def open_rounds(self) -> list[DeclaredRound]:
        return [declared for declared in self.rounds if declared.still_open]

    @property
    def refused(self) -> list[tuple[DeclaredRound, DeclaredGame]]:
        """Return the declared starts that the sheet rules out."""
        return [
            (declared, game)
            for declared in self.rounds
            for game in declared.games
            if game.ruling is not None and not game.ruling
        ]

    def visible_rounds(self, *, own: bool) -> list[DeclaredRound]:
        """Return the rounds visible to the team itself or, if `own` is false, to everyone."""
        return [declared for declared in self.rounds if own or declared.shown]


def _starter_column(number: int) -> Column[DeclaredRound]:
    def name(declared: DeclaredRound) -> str:
        return declared.games[number - 1].name if number <= len(declared.games) else ""

    return Column(
        f"game_{number}",
        f"Game {number}",
        name,
        Place.PAGE | Place.PAPER,
        Align.LEFT,
        width=100,
    )


MAX_GAMES = 4  # maximum games in a series
ROTATION: TableDefinition[DeclaredRound] = TableDefinition(
    "rotation",
    (
        Column(
            "round",
            "Round",
            lambda declared: declared.number,
            Place.PAGE | Place.PAPER,
            width=34,
        ),
        Column(
            "opponent",
            "Opponent",
            lambda declared: declared.opponent,
            Place.PAGE | Place.PAPER,
            Align.LEFT,
            width=100,
        ),
        *[_starter_column(number) for number in range(1, MAX_GAMES + 1)],
    ),
)


def rotation_table(rounds: list[DeclaredRound]) -> FilledTable[DeclaredRound]:
    """Return the rotation table, with a column for each game of the longest series."""
    games = max((len(declared.games) for declared in rounds), default=0)
    unused = [f"game_{number}" for number in range(games + 1, MAX_GAMES + 1)]
    table = ROTATION.without(*unused)
    return table.filled(rounds, caption="Declared starters", is_caption_hidden=True)
