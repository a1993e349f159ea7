"""A division's standings from its series: record, games over .500, runs, streak and rank. Byes don't count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple


class StandingsError(ValueError):
    """Results can't be counted."""


class SeriesTally(NamedTuple):
    """One series' results. Home and away are the series' teams, even in games where they switch.

    Attributes:
        outcomes: One letter per game, in order of play: H, A, or T for a tie.
        not_started: Ties for games that never started. They count in the record but not as meetings.
        margins: Run margins for `home` by game, needed only if run difference is capped.
    """

    home: int
    away: int
    home_wins: int
    away_wins: int
    ties: int
    home_runs: int
    away_runs: int
    outcomes: str = ""
    not_started: int = 0
    margins: tuple[int, ...] = ()

    @property
    def met(self) -> int:
        """Return the number of games in which the two teams actually met."""
        return self.home_wins + self.away_wins + self.ties - self.not_started


class GameScore(NamedTuple):
    """A game's score for a tally. Home and away are the series' teams, even if they switch in this game.

    A game that stopped for good (T33.0) is a tie regardless of the score, as is a game that never started.
    `forfeited_to` is H or A if that team won without playing.
    """

    home: int
    away: int
    stopped: bool = False
    is_started: bool = True
    forfeited_to: str = ""

    @property
    def outcome(self) -> str:
        if self.forfeited_to:
            return self.forfeited_to
        if self.stopped or not self.is_started or self.home == self.away:
            return "T"
        return "H" if self.home > self.away else "A"


STOPPED = GameScore(0, 0, stopped=True)
NOT_STARTED = GameScore(0, 0, is_started=False)
FORFEITED_TO = {side: GameScore(0, 0, forfeited_to=side) for side in "HA"}


def tally_games(home: int, away: int, games: Sequence[GameScore]) -> SeriesTally:
    """Return a series' tally from its games in order of play."""
    outcomes = "".join(game.outcome for game in games)
    return SeriesTally(
        home,
        away,
        outcomes.count("H"),
        outcomes.count("A"),
        outcomes.count("T"),
        sum(game.home for game in games),
        sum(game.away for game in games),
        outcomes,
        sum(not game.is_started for game in games),
        tuple(game.home - game.away for game in games),
    )


def with_games(tally: SeriesTally, games: Sequence[GameScore]) -> SeriesTally:
    """Return the tally after additional games in the series."""
    more = tally_games(tally.home, tally.away, games)
    return SeriesTally(
        tally.home,
        tally.away,
        tally.home_wins + more.home_wins,
        tally.away_wins + more.away_wins,
        tally.ties + more.ties,
        tally.home_runs + more.home_runs,
        tally.away_runs + more.away_runs,
        tally.outcomes + more.outcomes,
        tally.not_started + more.not_started,
        tally.margins + more.margins,
    )


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings. Tied teams share a `rank`: 1, 1, 3. `streak` is W3, L1, T2 or empty."""

    rank: int
    team: int
    wins: int
    losses: int
    ties: int
    runs_for: int
    runs_against: int
    streak: str
    remaining: int

    @property
    def games_over_500(self) -> int:
        return self.wins - self.losses

    @property
    def played(self) -> int:
        return self.wins + self.losses + self.ties

    @property
    def run_difference(self) -> int:
        return self.runs_for - self.runs_against

    @property
    def percentage(self) -> Fraction:
        """Return the winning percentage. A tie counts as half a win, and a team without games has .500."""
        return Fraction(2 * self.wins + self.ties, 2 * self.played) if self.played else Fraction(1, 2)


def standings(
    teams: Sequence[int],
    tallies: Sequence[SeriesTally],
    *,
    scheduled_games: Mapping[int, int] | None = None,
    rank_by: str = "games_over_500",
) -> list[Row]:
    """Return the standings, best first. Tied teams keep the order of `teams`.

    Args:
        tallies: Series in order of play, for the streaks.
        scheduled_games: Scheduled games by team, from which the remaining games are computed.
        rank_by: "games_over_500" or "winning_percentage".

    Raises:
        StandingsError: A series has a team that isn't in `teams`.
    """
    columns = _add_up(teams, tallies)
    streaks = _streaks(teams, tallies)
    scheduled = scheduled_games or {}
    rows = [
        Row(
            0, team, won, lost, tied, scored, allowed, streaks[team], max(0, scheduled.get(team, 0) - won - lost - tied)
        )
        for team, won, lost, tied, scored, allowed in zip(teams, *columns, strict=True)
    ]
    return _ranked(rows, rank_by)


def ranking_groups(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows in groups of equal rank, best first."""
    return [list(group) for _, group in groupby(rows, key=lambda row: row.rank)]


def record_text(wins: int, losses: int, ties: int = 0) -> str:
    """Return a record such as 6-2, or 6-2-1 with a tie."""
    return f"{wins}-{losses}-{ties}" if ties else f"{wins}-{losses}"


def over_text(games: int) -> str:
    """Return games over .500, such as +6, 0 or -2 with a real minus sign."""
    if games > 0:
        return f"+{games}"
    if games < 0:
        return f"\N{MINUS SIGN}{-games}"
    return "0"


def rank_value(row: Row, rank_by: str) -> int | Fraction:
    """Return the value by which teams are ranked. Higher is better."""
    if rank_by == "games_over_500":
        return row.wins - row.losses
    if rank_by == "winning_percentage":
        return row.percentage
    raise StandingsError(f"can't rank by “{rank_by}”: use games_over_500 or winning_percentage")


def _add_up(teams: Sequence[int], tallies: Sequence[SeriesTally]) -> list[list[int]]:
    place = {team: index for index, team in enumerate(teams)}
    won, lost, tied, scored, allowed = ([0] * len(teams) for _ in range(5))
    for home, away, home_wins, away_wins, ties, home_runs, away_runs, *_ in tallies:
        try:
            h, a = place[home], place[away]
        except KeyError as unknown:
            raise StandingsError(f"series {home} against {away}: team {unknown} is not in the division") from None
        won[h] += home_wins
        lost[h] += away_wins
        tied[h] += ties
        scored[h] += home_runs
        allowed[h] += away_runs
        won[a] += away_wins
        lost[a] += home_wins
        tied[a] += ties
        scored[a] += away_runs
        allowed[a] += home_runs
    return [won, lost, tied, scored, allowed]


_HOME_RESULT = {"H": "W", "A": "L", "T": "T"}
_AWAY_RESULT = {"H": "L", "A": "W", "T": "T"}


def _streaks(teams: Sequence[int], tallies: Sequence[SeriesTally]) -> dict[int, str]:
    """Return each team's streak. The loop runs backward and drops a team from `running` when its streak ends."""
    kind: dict[int, str] = {}
    length = dict.fromkeys(teams, 0)
    running = set(teams)
    for tally in reversed(tallies):
        if not running:
            break
        for team, marks in ((tally.home, _HOME_RESULT), (tally.away, _AWAY_RESULT)):
            if team in running:
                _lengthen(team, tally.outcomes, marks, kind, length, running)
    return {team: f"{kind[team]}{length[team]}" if team in kind else "" for team in teams}


def _lengthen(
    team: int, outcomes: str, marks: dict[str, str], kind: dict[int, str], length: dict[int, int], running: set[int]
) -> None:
    for outcome in reversed(outcomes):
        mark = marks[outcome]
        if kind.setdefault(team, mark) != mark:
            running.discard(team)
            return
        length[team] += 1


def _ranked(rows: list[Row], rank_by: str) -> list[Row]:
    values = {row.team: rank_value(row, rank_by) for row in rows}
    ordered = sorted(rows, key=lambda row: values[row.team], reverse=True)
    ranked: list[Row] = []
    for place, row in enumerate(ordered, start=1):
        shared = bool(ranked) and values[ranked[-1].team] == values[row.team]
        rank = ranked[-1].rank if shared else place
        ranked.append(_with_rank(row, rank))
    return ranked


def _with_rank(row: Row, rank: int) -> Row:
    return Row(
        rank,
        row.team,
        row.wins,
        row.losses,
        row.ties,
        row.runs_for,
        row.runs_against,
        row.streak,
        row.remaining,
    )
