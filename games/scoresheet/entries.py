"""Submitted results: games with scores and appearances, the submitter, and the grid's layout."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.scoresheet.faults import GridFault
from tournaments.action_log.writing import Actor
from tournaments.models import Series

NOTE_LENGTH = 300

SUSPENDED = "suspended"
NOT_FINISHED = "not_finished"
CONCEDED = "conceded"
FORFEITED = "forfeited"
ENDED_BY_A_TEAM = (CONCEDED, FORFEITED)
ENDINGS = ("played_out", "mercy", CONCEDED, SUSPENDED, NOT_FINISHED, FORFEITED)


@dataclass(frozen=True, slots=True)
class OutingEntry:
    """A pitcher's appearance in a game.

    Attributes:
        runs: Runs allowed, earned or not (T10.2), or None if not entered.
        extra_outs: Outs beyond the innings left, from a double or triple play (T31.1).
        injured: Whether the starter left because of an injury.
        for_want_of: The reason why a position player pitched: used_up, hurt or hit_for (T25.3).
        accept: Whether the submitter accepts a violation, with the reason in the footnote (T31.2).
    """

    team_id: int
    card_id: int
    outs: int
    starts: bool = False
    runs: int | None = None
    extra_outs: int = 0
    injured: bool = False
    for_want_of: str = ""
    accept: bool = False
    footnote: str = ""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A submitted game. Runs and line scores belong to this game's home and visiting teams.

    Attributes:
        innings: The last inning started. If there are line scores, innings and runs can be omitted.
        ending: A Game.Ending or "suspended".
        outings: Each team's appearances, in order.
        accept: Whether the director accepts a violation in the game itself (T0.04).
        never_suspended: Whether the game was marked suspended by mistake (T33.0).
        carried: Data that "home" and "away" carry over from a game played with the engine.
        box: Batting and pitching lines and chances to win from a game played with the engine.
    """

    number: int
    home_runs: int | None = None
    away_runs: int | None = None
    innings: int | None = None
    ending: str = "played_out"
    conceded_by: int | None = None
    home_line: tuple[int, ...] = ()
    away_line: tuple[int, ...] = ()
    outings: tuple[OutingEntry, ...] = ()
    accept: bool = False
    footnote: str = ""
    never_suspended: bool = False
    carried: Mapping[str, Any] | None = None
    box: Mapping[str, Any] | None = None

    @property
    def is_blank(self) -> bool:
        numbers = (self.home_runs, self.away_runs, self.innings)
        if any(number is not None for number in numbers):
            return False
        has_details = self.home_line or self.away_line or self.outings
        return not has_details and self.has_default_ending

    @property
    def has_default_ending(self) -> bool:
        return self.ending == "played_out"


class SubmittedBy(NamedTuple):
    """The person submitting the results. `team_id` is None for the director and assistants."""

    actor: Actor
    team_id: int | None = None

    @property
    def name(self) -> str:
        return self.actor.name

    @property
    def is_staff(self) -> bool:
        return self.team_id is None

    def may_accept_from(self, team_id: int) -> bool:
        """Return whether this person can accept the team's violation, as its opponent or as staff (T0.06, T31.2)."""
        return self.team_id is None or self.team_id != team_id


class GridLayout(NamedTuple):
    """Rows and columns of a series' grid.

    Attributes:
        cards: Pitchers' card IDs by team ID.
        home_and_away: The home and visiting team IDs of each game.
        teams: Team names.
        names: Pitcher names by team and card.
        spare_names: Names of the players who can pitch in the spare row, by team and card (T25.3).
        starters: Card IDs of eligible starters.
        fills_defaults: Whether to assume nine innings, and the starter if there is only one candidate.
    """

    series: Series
    cards: Mapping[int, Sequence[int]]
    home_and_away: Sequence[tuple[int, int]]
    teams: Mapping[int, str] = {}
    names: Mapping[int, Mapping[int, str]] = {}
    starters: Collection[int] = ()
    fills_defaults: bool = False
    spare_names: Mapping[int, Mapping[int, str]] = {}

    def sides(self, number: int) -> tuple[int, int]:
        """Return a game's home and visiting teams, or those of game 1 if the game doesn't exist."""
        is_planned = 0 < number <= len(self.home_and_away)
        return self.home_and_away[number - 1 if is_planned else 0]


class SheetReading(NamedTuple):
    """The parsed games, plus an error for everything that couldn't be parsed."""

    games: Sequence[GameEntry]
    faults: Sequence[GridFault] = ()
