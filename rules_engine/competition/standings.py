"""Standings of a division from its series: record, games over .500, runs, streak, rank. Byes count for nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple


class StandingsError(ValueError):
    """Results that cannot be counted; the message names the series."""


class SeriesTally(NamedTuple):
    """What one series counts for. `outcomes` has a letter a game in order of play: H, A or T for a tie.

    H and A are the two teams of the series as it is listed, whoever bats last in a game. `margins`, runs of `home`
    less runs of `away` game by game, is needed only where run difference is capped. `never_begun`: how many of the ties
    stand for games of which no inning was begun; they are in the record, but the two have not met in them.
    """

    home: int
    away: int
    home_wins: int
    away_wins: int
    ties: int
    home_runs: int
    away_runs: int
    outcomes: str = ""
    never_begun: int = 0
    margins: tuple[int, ...] = ()

    @property
    def met(self) -> int:
        """Games in which the two have really met."""
        return self.home_wins + self.away_wins + self.ties - self.never_begun


class GameScore(NamedTuple):
    """A game as a tally reads it: runs of the two teams of the series as it is listed, whoever bats last.

    A game that stopped for good (T33.0) is a tie whatever stands on the board; one that nobody began is another.
    `forfeited_to`: H or A won it without playing.
    """

    home: int
    away: int
    stopped: bool = False
    begun: bool = True
    forfeited_to: str = ""

    @property
    def outcome(self) -> str:
        if self.forfeited_to:
            return self.forfeited_to
        if self.stopped or not self.begun or self.home == self.away:
            return "T"
        return "H" if self.home > self.away else "A"


STOPPED = GameScore(0, 0, stopped=True)
NEVER_BEGUN = GameScore(0, 0, begun=False)
FORFEITED_TO = {side: GameScore(0, 0, forfeited_to=side) for side in "HA"}


def tally_games(home: int, away: int, games: Sequence[GameScore]) -> SeriesTally:
    """What a series counts for: the tally of its games in order of play."""
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
        sum(not game.begun for game in games),
        tuple(game.home - game.away for game in games),
    )


def with_games(tally: SeriesTally, games: Sequence[GameScore]) -> SeriesTally:
    """A tally after further games of the series."""
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
        tally.never_begun + more.never_begun,
        tally.margins + more.margins,
    )


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings. `rank` is shared by tied teams: 1, 1, 3. `streak` reads W3, L1, T2 or nothing."""

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
        """Wins and half the ties over games; a half before the first game."""
        return Fraction(2 * self.wins + self.ties, 2 * self.played) if self.played else Fraction(1, 2)


def standings(
    teams: Sequence[int],
    tallies: Sequence[SeriesTally],
    *,
    scheduled_games: Mapping[int, int] | None = None,
    rank_by: str = "games_over_500",
) -> list[Row]:
    """The table, best first; tied teams keep the order of `teams`.

    `tallies` are in order of play (for the streaks). `scheduled_games` is team -> games in the schedule, for what
    remains. `rank_by` is "games_over_500" or "winning_percentage". Raises StandingsError for a team not in `teams`.
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
    """The rows of a table in groups of equal rank, best first."""
    return [list(group) for _, group in groupby(rows, key=lambda row: row.rank)]


def record_text(wins: int, losses: int, ties: int = 0) -> str:
    """A record as scorers write it: 6-2, or 6-2-1 with a tie."""
    return f"{wins}-{losses}-{ties}" if ties else f"{wins}-{losses}"


def over_text(games: int) -> str:
    """Games over .500 as scorers write them: +6, 0, or -2 with a real minus sign."""
    return f"+{games}" if games > 0 else f"\N{MINUS SIGN}{-games}" if games < 0 else "0"


def rank_value(row: Row, rank_by: str) -> int | Fraction:
    """What teams are ranked by; more is better."""
    if rank_by == "games_over_500":
        return row.wins - row.losses
    if rank_by == "winning_percentage":
        return row.percentage
    raise StandingsError(f"rank by “{rank_by}”: there are games_over_500 and winning_percentage")


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


_AT_HOME, _AWAY = {"H": "W", "A": "L", "T": "T"}, {"H": "L", "A": "W", "T": "T"}  # an outcome as a team has it


def _streaks(teams: Sequence[int], tallies: Sequence[SeriesTally]) -> dict[int, str]:
    """Read backwards; a team drops out of `running` at its first game that ends otherwise."""
    kind: dict[int, str] = {}
    length = dict.fromkeys(teams, 0)
    running = set(teams)
    for tally in reversed(tallies):
        if not running:
            break
        for team, marks in ((tally.home, _AT_HOME), (tally.away, _AWAY)):
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
