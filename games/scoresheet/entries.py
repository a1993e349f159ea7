"""What somebody hands in for a series: games with their scores and the outings of their pitchers; who, and where to."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.scoresheet.faults import GridFault
from tournaments.action_log.writing import Actor
from tournaments.models import Series

NOTE_LENGTH = 300


@dataclass(frozen=True, slots=True)
class OutingEntry:
    """One pitcher's work in one game, in outs.

    runs: what he gave up, earned or not (T10.2); None where it was not entered.
    extra_outs: outs beyond his allowance that came with a double or triple play (T31.1). for_want_of: T25.3, why a
    position player pitched: used_up, hurt or hit_for. injured: a starter who left
    for that reason. accept: the one who enters this lets a breach stand, for the reason in the footnote (T31.2).
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
    """One game. `ending` is a Game.Ending or "suspended"; runs and line scores go by who is at home in this game.

    innings: the last inning begun; may be left out where line scores are given, as may the runs. Outings of a team
    stand in order of appearance. accept: the desk lets a breach in the game itself stand (T0.04). never_suspended: it
    was marked suspended by mistake, and is read as if it never had been (T33.0). carried: of a game from the table,
    what "home" and "away" take along; box: the lines of their batters and pitchers, and the chances to win.
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
        typed = (self.home_runs, self.away_runs, self.innings)
        return typed == (None, None, None) and not (self.home_line or self.away_line or self.outings) and self.is_open

    @property
    def is_open(self) -> bool:
        """Nothing was said about how it ended."""
        return self.ending == "played_out"


SUSPENDED = "suspended"
NOT_FINISHED = "not_finished"
CONCEDED = "conceded"
FORFEITED = "forfeited"
ENDED_BY_A_TEAM = (CONCEDED, FORFEITED)  # it is said which
ENDINGS = ("played_out", "mercy", CONCEDED, SUSPENDED, NOT_FINISHED, FORFEITED)


class SubmittedBy(NamedTuple):
    """Who hands the results in. `team_id`: the manager's team; None where the director's desk acts."""

    actor: Actor
    team_id: int | None = None

    @property
    def name(self) -> str:
        return self.actor.name

    def may_accept_from(self, team_id: int) -> bool:
        """T0.06, T31.2: a breach is let stand by the opponent, or for him by the desk."""
        return self.team_id is None or self.team_id != team_id


class GridLayout(NamedTuple):
    """What the grid is made of: the series, who may be typed in for each team, and who is at home in each game.

    names: of the pitchers of each team, by card. starters: cards that may start. infers: what goes without saying is
    read as if it were typed: nine innings, and the starter where it can only be one.
    """

    series: Series
    cards: Mapping[int, Sequence[int]]
    home_and_away: Sequence[tuple[int, int]]
    teams: Mapping[int, str] = {}
    names: Mapping[int, Mapping[int, str]] = {}
    starters: Collection[int] = ()
    infers: bool = False

    def sides(self, number: int) -> tuple[int, int]:
        """The home and the visiting team of a game; of one that the series does not have, what the checks refuse."""
        return self.home_and_away[number - 1 if 0 < number <= len(self.home_and_away) else 0]


class SheetReading(NamedTuple):
    """The games that were handed in, and a fault for everything that cannot be read."""

    games: Sequence[GameEntry]
    faults: Sequence[GridFault] = ()
