"""A team's next series: opponent, home or away, table, time, and any bye before it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.typed_times import format_meeting
from tournaments.models import Series, Team
from tournaments.queries.order_of_play import in_order_to_play
from tournaments.queries.round_in_play import CurrentRound, RoundKey
from tournaments.queries.schedule import has_started, needs_home_roll
from tournaments.queries.time_zones import zone_of


@dataclass(frozen=True, slots=True)
class NextSeries:
    """The series of the team's next game. `is_at_home` is None while undecided.

    `time` is the agreed time in the team's time zone; "" if there is none or the series has started.
    """

    series: Series
    opponent: Team
    game_number: int
    is_at_home: bool | None
    bye_round: int | None  # an earlier round without a series for the team
    time: str = ""
    planned: str = ""  # planned start of its round, until a time is agreed

    @property
    def batting(self) -> str:
        """Return whether the team is home or away in the next game, or "" before the roll."""
        if self.is_at_home is None:
            return ""
        return "Home, you bat last" if self.is_at_home else "Visitors, you bat first"

    @property
    def score(self) -> str:
        """Return the team's wins, losses and ties in this series, or "" before the first game."""
        series = self.series
        if not series.outcomes:
            return ""
        wins, losses = series.home_wins, series.away_wins
        if self.opponent.pk == series.home_id:
            wins, losses = losses, wins
        return f"{wins}-{losses}-{series.ties}" if series.ties else f"{wins}-{losses}"


def next_series(
    team: Team,
    series: Iterable[Series],
    rounds: Mapping[RoundKey, CurrentRound],
    starts: Mapping[tuple[str, int], str],
) -> NextSeries | None:
    """Return the first series that still has a game to start. Dropped and finished teams have none."""
    open_series = in_order_to_play((item for item in series if item.status not in Series.NOTHING_TO_BEGIN), team.pk)
    if not open_series or (team.dropped_after_round is not None and not team.taken_over_by):
        return None
    first = open_series[0]
    games_started = len(first.outcomes + first.suspended)
    game_number = min(games_started + 1, first.games_planned)
    home_team_id, _ = first.home_and_away(game_number, team.tournament.home_pattern)
    return NextSeries(
        series=first,
        opponent=first.away if first.home_id == team.pk else first.home,
        game_number=game_number,
        is_at_home=None if needs_home_roll(first) else home_team_id == team.pk,
        bye_round=_bye_before(first, series, rounds.get((first.stage, first.division_id))),
        time=_agreed_time(team, first),
        planned="" if has_started(first) else starts.get((first.stage, first.round), ""),
    )


def _agreed_time(team: Team, series: Series) -> str:
    if series.starts_at is None or has_started(series):
        return ""
    return format_meeting(series.starts_at, zone_of(team))


def _bye_before(upcoming: Series, series: Iterable[Series], current: CurrentRound | None) -> int | None:
    """Return the bye round before this series, from the end of the team's previous series until the round is over."""
    number = upcoming.round - 1
    if upcoming.stage != Series.Stage.ROUND_ROBIN or has_started(upcoming):
        return None
    if current is None or current.number > number:
        return None
    round_robin = (item for item in series if item.stage == Series.Stage.ROUND_ROBIN)
    rounds_with_series = {item.round for item in round_robin if item.status != Series.Status.VOID}
    return number if number not in rounds_with_series else None
