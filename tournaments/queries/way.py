"""A team's way through the weekend: every series in order of play with its result, and its byes."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max, Q

from rules_engine.competition.standings import record_text
from tournaments.models import Series, Team

_ORDER = [Series.Stage.ROUND_ROBIN, Series.Stage.TIE_BREAK, Series.Stage.PLAYOFF]


@dataclass(frozen=True, slots=True)
class WayPoint:
    """One round as this team meets it. A bye has no series and no opponent."""

    round: int
    stage: str
    series: Series | None = None
    opponent: Team | None = None
    is_first_home: bool | None = None  # at home in game 1; None while the d20 decides (T0.16)
    won: int = 0
    lost: int = 0
    tied: int = 0

    @property
    def record(self) -> str:
        """Games won, lost and tied in this series, "" before the first."""
        return record_text(self.won, self.lost, self.tied) if self.won or self.lost or self.tied else ""

    @property
    def label(self) -> str:
        return f"Round {self.round}" if self.stage == Series.Stage.ROUND_ROBIN else str(Series.Stage(self.stage).label)

    @property
    def outcome(self) -> str:
        """The result in a word: the series' state until it is complete."""
        if self.series is None:
            return "bye"
        if self.series.status != Series.Status.COMPLETE:
            return self.series.get_status_display().lower()
        return "won" if self.won > self.lost else "lost" if self.lost > self.won else "even"


def series_of(team: Team) -> list[Series]:
    """The team's series in order of play, void ones included, in one query. `team` with its tournament."""
    found = Series.objects.filter(Q(home=team) | Q(away=team)).select_related("home", "away", "division")
    series = sorted(found, key=lambda one: (_ORDER.index(Series.Stage(one.stage)), one.round, one.pk))
    for one in series:
        one.tournament = team.tournament
    return series


def way_of(team: Team, series: Iterable[Series] | None = None) -> list[WayPoint]:
    """Every round of the round robin, byes included, then tie-breaks and best-ofs. At most two queries."""
    mine = list(series_of(team) if series is None else series)
    of_division = Series.objects.filter(division=team.division_id, stage=Series.Stage.ROUND_ROBIN)
    last = of_division.aggregate(last=Max("round"))["last"] or 0 if team.division_id else 0
    if team.dropped_after_round is not None:
        last = min(last, team.dropped_after_round)
    met = {one.round for one in mine if one.stage == Series.Stage.ROUND_ROBIN}
    byes = [WayPoint(n, Series.Stage.ROUND_ROBIN) for n in range(1, last + 1) if n not in met]
    points = [*byes, *(_point(team, one) for one in mine)]
    return sorted(points, key=lambda point: (_ORDER.index(Series.Stage(point.stage)), point.round))


def _point(team: Team, series: Series) -> WayPoint:
    at_home = series.home_id == team.pk
    wins = (series.home_wins, series.away_wins)
    won, lost = wins if at_home else wins[::-1]
    decided = series.home_decided or bool(series.outcomes) or series.stage != Series.Stage.ROUND_ROBIN
    opponent = series.away if at_home else series.home
    return WayPoint(series.round, series.stage, series, opponent, at_home if decided else None, won, lost, series.ties)
