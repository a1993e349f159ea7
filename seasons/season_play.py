"""What the house asks of a real season under a game system: its cards and clubs, made, played and replayed.

Cards come out right by exact count, or are fitted by replays: by_system.py says whose are which.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Protocol

from rules_engine.baseball.game import Game
from rules_engine.baseball.state import Side
from rules_engine.baseball.system import AnySystem, Counted
from rules_engine.names import fits_search
from rules_engine.profile import Profile
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonOfCards

if TYPE_CHECKING:
    from seasons.report import ReplayedLeague

STARTERS: Final = 5
OnProgress = Callable[[str], None]
Progress = Callable[[str, int], Callable[[int], None]]  # what is done, how often: who is told how often it is done


@dataclass(frozen=True)
class MadeSeason:
    """A season's cards with their file, the count of all of them together, and what is to be said of them."""

    season: SeasonOfCards
    document: bytes
    report: Sequence[Counted]
    notes: Sequence[str] = ()
    short: Mapping[str, Sequence[Counted]] = field(default_factory=dict)


class ReplayPlan(NamedTuple):
    """How a season is to be played again: so many `games` of each league, or so many whole seasons.

    `cards` is their file; without one they are made first, where that takes replays by so many `fit_games`.
    """

    year: int
    edition: str
    cards: Path | None
    games: int
    replays: float | None
    seed: int
    workers: int
    fit_games: int

    def games_of(self, whole_season: float) -> int:
        """Of a league whose season has so many."""
        return max(1, round(self.replays * whole_season)) if self.replays else self.games


class Days(Protocol):
    """Two clubs that play a game a day, each with what the days before have left it."""

    def next_game(self, number: int) -> Game[Any, Any]:
        """The game of day `number`, from 0, before its first pitch."""

    def after(self, game: Game[Any, Any]) -> None:
        """What both take along from a game that is over."""

    def notes(self) -> Sequence[str]:
        """What is to be said of all days, a line a club."""


class ShootoutOfClubs(Protocol):
    """A shootout of two clubs. `winner` is 0 for the visitors, 1 for the home team."""

    @property
    def winner(self) -> int: ...

    @property
    def after_inning(self) -> int | None: ...

    def halves(self) -> Iterator[tuple[str, int]]:
        """Of every half-inning: the name of the pitcher, and the runs."""


@dataclass(frozen=True)
class SeasonPlay(ABC):
    """Real seasons under one system. Books and editions are the system's own.

    A year's made cards are cached in `folder`; `on_progress` gets a sentence when they are
    made. `fit_games` of each league fit its
    cards, by the charts in use; 0 where they are right by exact count, by ours.
    """

    system: AnySystem
    folder: Path
    on_progress: OnProgress
    fit_games: ClassVar[int] = 0
    has_shootout: ClassVar[bool] = False

    # Cards.

    @abstractmethod
    def season(self, edition: str, source: str) -> SeasonOfCards:
        """A year's made cards, or those of a file. Raises SeasonError and SystemFileError."""

    @abstractmethod
    def make(self, year: int, edition: str, games: int, workers: int, progress: Progress) -> MadeSeason:
        """A year's cards; `games` of each league fit them, where they are fitted. Raises SeasonError."""

    # Clubs and games.

    @abstractmethod
    def setup(
        self, edition: Any, season: SeasonOfCards, players: Iterable[str], charts: Any, park: str, home: str
    ) -> Any:
        """The book of a game at this team's between these players. Raises SeasonError and SystemFileError."""

    @abstractmethod
    def setups(
        self, edition: Any, season: SeasonOfCards, charts: Any, park: str, teams: Sequence[str]
    ) -> Mapping[str, Any]:
        """The books of many games between these teams, by home team. Raises SeasonError and SystemFileError."""

    @abstractmethod
    def staff(self, setup: Any, season: SeasonOfCards, team: str) -> list[str]:
        """Those of its pitchers who could start, as far as they are asked about at all, in order of the rotation."""

    @abstractmethod
    def side(
        self,
        setup: Any,
        season: SeasonOfCards,
        team: str,
        pitcher: str,
        *,
        hitter: bool = False,
        without: Collection[str] = (),
    ) -> Side:
        """The line-up behind this pitcher; who is hurt, and those in `without`, are not on the bench either.

        Raises SeasonError.
        """

    @abstractmethod
    def drafted_order(
        self, season: SeasonOfCards, codes: Iterable[str], may_start: Callable[[str], bool]
    ) -> Sequence[str]:
        """A drafted team in the order in which its bench sits, given who may start by his pitching sheet."""

    @abstractmethod
    def days(
        self,
        setup: Any,
        season: SeasonOfCards,
        teams: tuple[str, str],
        *,
        hitter: bool,
        profile: Profile | None,
        seed: int,
    ) -> Days:
        """Two clubs before their first day."""

    def able_to_start(self, setup: Any, season: SeasonOfCards, team: str) -> list[str]:
        """Those whose cards, and what they come with, let them start, in order of the rotation."""
        return [man for man in self.staff(setup, season, team) if setup.may_pitch(man, start=True)]

    def club_side(
        self, setup: Any, season: SeasonOfCards, team: str, words: str = "", *, hitter: bool = False, turn: int = 0
    ) -> Side:
        """The club behind him of its rotation whose turn it is, or the starter whose name has these words.

        The rest of the rotation stays at home, unless nobody else could relieve him. Raises SeasonError.
        """
        check_team(season, team)
        rotation = self.able_to_start(setup, season, team)[:STARTERS]
        if words:
            pitcher = named_starter(season, team, rotation, words)
        elif rotation:
            pitcher = rotation[turn % len(rotation)]
        else:
            raise SeasonError(f"{team} cannot take the field: nobody can start")
        others = any(setup.is_pitcher(man) and man not in rotation for man in season.teams[team])
        return self.side(setup, season, team, pitcher, hitter=hitter, without=rotation if others else ())

    # The whole season.

    @abstractmethod
    def replays(self, replay: ReplayPlan, charts: Any, progress: Progress) -> Iterator[tuple["ReplayedLeague", str]]:
        """Each league played again, and what is to be said of it beside its lines. Raises SeasonError."""

    def shootout(
        self, year: int, teams: tuple[str, str], seed: int, parks: tuple[str, str] | None = None
    ) -> ShootoutOfClubs:
        """T32.0: by the autopilot on both sides, where there `has_shootout`. Raises SeasonError."""
        raise SeasonError(f"{self.system.title} has no shootout")


def check_team(season: SeasonOfCards, team: str) -> None:
    """Raises SeasonError naming the teams there are."""
    if team not in season.teams:
        raise SeasonError(f"there is no team {team}; there are {', '.join(sorted(season.teams))}")


def named_starter(season: SeasonOfCards, team: str, starters: Iterable[str], words: str) -> str:
    """The one starter of this number, or whose name has these words in it. Raises SeasonError."""
    everybody = season.names_of(season.teams[team])
    names = {man: everybody[man] for man in starters}
    if words.strip().casefold() in names:
        return words.strip().casefold()
    able = [man for man, name in names.items() if fits_search(words, name)]
    if len(able) != 1:
        raise SeasonError(f"“{words}” is not one starter of {team}; it has {', '.join(names.values())}")
    return able[0]
