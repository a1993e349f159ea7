"""Results as someone submits them: games with scores and outings, the submitter, and the grid's layout."""

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
    """One pitcher's outing in one game.

    Attributes:
        runs: Runs given up, earned or not (T10.2); None if not entered.
        extra_outs: Outs beyond what he had left, from a double or triple play (T31.1).
        injured: The starter left because of an injury.
        for_want_of: Why a position player pitched: used_up, hurt or hit_for (T25.3).
        accept: The submitter accepts a violation, for the reason in the footnote (T31.2).
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
    """One game. Runs and line scores belong to the home and the visiting team of this game.

    Attributes:
        innings: The last inning started. It may be left out if there are line scores, as may the runs.
        ending: A Game.Ending or "suspended".
        outings: The outings of each team, in order of appearance.
        accept: The director accepts a violation in the game itself (T0.04).
        never_suspended: The game was marked suspended by mistake (T33.0).
        carried: What "home" and "away" carry over from a game played with the engine.
        box: Batting and pitching lines, and the chances to win, of a game played with the engine.
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
    """The person who submits the results. `team_id` is None for the director and assistants."""

    actor: Actor
    team_id: int | None = None

    @property
    def name(self) -> str:
        return self.actor.name

    @property
    def is_staff(self) -> bool:
        return self.team_id is None

    def may_accept_from(self, team_id: int) -> bool:
        """Whether this person may accept a violation by the team: its opponent, or staff (T0.06, T31.2)."""
        return self.team_id is None or self.team_id != team_id


class GridLayout(NamedTuple):
    """The rows and columns of a series' grid.

    Attributes:
        cards: Pitcher cards by team.
        home_and_away: The home and the visiting team of each game.
        teams: Team names.
        names: Pitcher names by team and card.
        spare_names: Names by team and card of the players who can pitch in the spare row (T25.3).
        starters: Cards that may start.
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
        """Return the home and the visiting team of a game; those of game 1 if there is no such game."""
        is_planned = 0 < number <= len(self.home_and_away)
        return self.home_and_away[number - 1 if is_planned else 0]


class SheetReading(NamedTuple):
    """The games read, and a fault for everything that can't be read."""

    games: Sequence[GameEntry]
    faults: Sequence[GridFault] = ()
