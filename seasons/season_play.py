"""Real seasons for a game system: make their cards, play games between clubs, replay whole seasons.

`by_system.py` chooses the class for a system.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Protocol

from rules_engine.baseball.game import Game
from rules_engine.baseball.game_setup import Hand
from rules_engine.baseball.state import Side
from rules_engine.baseball.system import AnySystem
from rules_engine.baseball.system_types import Counted
from rules_engine.names import fits_search
from rules_engine.profile import Profile
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonCardSet

if TYPE_CHECKING:
    from seasons.report import ReplayedLeague

STARTERS: Final = 5
ShowMessage = Callable[[str], None]
StartProgress = Callable[[str, int], Callable[[int], None]]  # task, total games -> callback with the games done


@dataclass(frozen=True)
class CardMakingResult:
    """The cards made for a season, with their file.

    Attributes:
        document: The card file's content.
        report: All cards' totals beside the real ones.
        notes: Lines to show to the user.
        shortfalls: Lines of a player that his card can't produce.
    """

    season: SeasonCardSet
    document: bytes
    report: Sequence[Counted]
    notes: Sequence[str] = ()
    shortfalls: Mapping[str, Sequence[Counted]] = field(default_factory=dict)


class ReplayPlan(NamedTuple):
    """The plan for replaying a season: the number of games per league, or of whole seasons.

    Attributes:
        cards: The card file. If there is none, the cards are made first.
        replays: Whole seasons to play instead of `games`.
        fit_games: Games per league for fitting the cards, if the system fits them.
    """

    year: int
    edition: str
    cards: Path | None
    games: int
    replays: float | None
    seed: int
    workers: int
    fit_games: int

    def games_of(self, season_games: float) -> int:
        """Return the number of games to play in a league with this many games in its season."""
        if not self.replays:
            return self.games
        return max(1, round(self.replays * season_games))


class ClubSeries(Protocol):
    """Two clubs that play one game per day, with rest and injuries carried over."""

    def next_game(self, number: int) -> Game[Any, Any]:
        """Return the game on day `number`, counted from 0, before its first pitch."""

    def record_game(self, game: Game[Any, Any]) -> None:
        """Record both clubs' carryover from a finished game."""

    def notes(self) -> Sequence[str]:
        """Return a summary line for each club."""


class ClubShootout(Protocol):
    """A shootout between two clubs. `winner` is 0 for the visitors, 1 for the home team."""

    @property
    def winner(self) -> int: ...

    @property
    def after_inning(self) -> int | None: ...

    def halves(self) -> Iterator[tuple[str, int]]:
        """Yield the pitcher's name and the runs of each half-inning."""


@dataclass(frozen=True)
class SeasonPlay(ABC):
    """Real seasons for one system.

    Attributes:
        folder: The folder with cached generated cards.
        show_message: Called with a line of text when cards are made.
        may_start_processes: False if another program embeds this one, because new processes would run its main module.
        fit_games: Games per league for fitting its cards. 0 if the system's cards are made by exact count.
    """

    system: AnySystem
    folder: Path
    show_message: ShowMessage
    may_start_processes: bool = True
    fit_games: ClassVar[int] = 0
    has_shootout: ClassVar[bool] = False

    # Methods for cards.

    @abstractmethod
    def season(self, edition: str, source: str) -> SeasonCardSet:
        """Return the cards for a year or from a file. Raise SeasonError or SystemFileError if that fails."""

    @abstractmethod
    def has_cards(self, edition: str, year: int) -> bool:
        """Return whether a year's cards are cached, so that `season` returns them immediately."""

    @abstractmethod
    def club_cards(self, season: SeasonCardSet, teams: Sequence[str]) -> str:
        """Return these clubs' cards as text, from which `read_club_cards` makes equal cards."""

    @abstractmethod
    def read_club_cards(self, text: str) -> SeasonCardSet:
        """Return the cards that `club_cards` wrote."""

    @abstractmethod
    def make(
        self,
        year: int,
        edition: str,
        games: int,
        workers: int,
        start_progress: StartProgress,
    ) -> CardMakingResult:
        """Make a year's cards, fitted with `games` per league if the system fits them.

        Raises:
            SeasonError: The year has no statistics.
        """

    # Methods for clubs and games.

    @abstractmethod
    def setup(
        self, edition: Any, season: SeasonCardSet, players: Iterable[str], charts: Any, park: str, home: str
    ) -> Any:
        """Return the setup for a game in the home team's park. Raise SeasonError or SystemFileError if that fails."""

    @abstractmethod
    def setups(
        self, edition: Any, season: SeasonCardSet, charts: Any, park: str, teams: Sequence[str]
    ) -> Mapping[str, Any]:
        """Return the setups for games between these teams by home team.

        Raise SeasonError or SystemFileError if that fails.
        """

    @abstractmethod
    def staff(self, setup: Any, season: SeasonCardSet, team: str) -> list[str]:
        """Return the pitchers who could start, in rotation order."""

    @abstractmethod
    def side(
        self,
        setup: Any,
        season: SeasonCardSet,
        team: str,
        pitcher: str,
        *,
        hitter: bool = False,
        without: Collection[str] = (),
        against: Hand | None = None,
    ) -> Side:
        """Return the lineup and bench for this starting pitcher. Raise SeasonError if there is no legal lineup.

        Args:
            hitter: Whether there is a designated hitter.
            without: Players to leave out. Injured players are left out anyway.
            against: The opposing starter's hand, if known.
        """

    @abstractmethod
    def bench_order(
        self, season: SeasonCardSet, codes: Iterable[str], may_start: Callable[[str], bool]
    ) -> Sequence[str]:
        """Return a drafted team's cards in bench order. `may_start` checks a pitcher's sheet."""

    @abstractmethod
    def club_series(
        self,
        setup: Any,
        season: SeasonCardSet,
        teams: tuple[str, str],
        *,
        hitter: bool,
        profile: Profile | None,
        seed: int,
    ) -> ClubSeries:
        """Return a series between two clubs before its first day."""

    def available_starters(self, setup: Any, season: SeasonCardSet, team: str) -> list[str]:
        """Return the pitchers who may start by card and carryover, in rotation order."""
        staff = self.staff(setup, season, team)
        return [player for player in staff if setup.may_pitch(player, start=True)]

    def club_side(
        self,
        setup: Any,
        season: SeasonCardSet,
        team: str,
        words: str = "",
        *,
        hitter: bool = False,
        turn: int = 0,
        against: Hand | None = None,
    ) -> Side:
        """Return a club's lineup with the next starter in its rotation, or with the named one.

        The rest of the rotation is left out unless the club has no other pitcher. Raise SeasonError if there is no
        legal
        lineup.

        Args:
            words: Part of the starter's name.
            turn: The rotation turn, counted from 0.
            against: The opposing starter's hand, if known.
        """
        check_team(season, team)
        rotation = self.available_starters(setup, season, team)[:STARTERS]
        if words:
            pitcher = find_starter(season, team, rotation, words)
        elif rotation:
            pitcher = rotation[turn % len(rotation)]
        else:
            raise SeasonError(f"{team} has no pitcher who can start")
        players = season.teams[team]
        has_relievers = any(setup.is_pitcher(player) and player not in rotation for player in players)
        without = rotation if has_relievers else ()
        return self.side(setup, season, team, pitcher, hitter=hitter, without=without, against=against)

    # Methods for whole seasons.

    @abstractmethod
    def replays(
        self, plan: ReplayPlan, charts: Any, start_progress: StartProgress
    ) -> Iterator[tuple["ReplayedLeague", str]]:
        """Replay each league. Yield it with a note for the user. Raise SeasonError if a league can't be replayed."""

    def shootout(
        self, year: int, teams: tuple[str, str], seed: int, parks: tuple[str, str] | None = None
    ) -> ClubShootout:
        """Play a shootout (T32.0) with computer managers. Raise SeasonError if the system has none."""
        raise SeasonError(f"{self.system.title} has no shootout")


def check_team(season: SeasonCardSet, team: str) -> None:
    """Raise SeasonError with the list of teams if the season has no such team."""
    if team not in season.teams:
        raise SeasonError(f"there is no team {team}; choose from {', '.join(sorted(season.teams))}")


def find_starter(season: SeasonCardSet, team: str, starters: Iterable[str], words: str) -> str:
    """Return the starter with this player code or part of a name. Raise SeasonError unless exactly one matches."""
    team_names = season.names_of(season.teams[team])
    names = {player: team_names[player] for player in starters}
    code = words.strip().casefold()
    if code in names:
        return code
    matches = [player for player, name in names.items() if fits_search(words, name)]
    if len(matches) != 1:
        choices = ", ".join(names.values())
        raise SeasonError(f"“{words}” doesn't match exactly one starter for {team}; choose from {choices}")
    return matches[0]
