"""The round in play in each division: which series are open, for how long, who waits, who has a bye."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q

from core.tables import Entry, FilledTable
from rules_engine.eligibility.suspended_games import series_minutes
from tournaments.access.viewers import PUBLIC, Viewer
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Division, Series, Team, Tournament
from tournaments.queries.round_in_play import RoundTally, round_in_play, round_tallies
from weekend.queries.round_table import ROUND, SeriesNow


@dataclass(frozen=True, slots=True)
class RoundNow:
    """The round in play of one division, or of the best-ofs (`division` None).

    `behind`: open series before it; `suspended`: those of other rounds that wait for suspended games only (T33.0).
    """

    title: str
    division: Division | None
    number: int
    last: int
    series: list[SeriesNow]
    byes: list[Team] = field(default_factory=list)
    behind: list[SeriesNow] = field(default_factory=list)
    suspended: list[Series] = field(default_factory=list)

    @property
    def done(self) -> int:
        return sum(one.series.status == Series.Status.COMPLETE for one in self.series)

    @property
    def all(self) -> list[SeriesNow]:
        return [*self.behind, *self.series]

    def filled(self, viewer: Viewer | None = None) -> FilledTable[SeriesNow]:
        mine = (viewer or PUBLIC).team_id
        rows = [Entry(now, is_mine=now.series.is_of(mine), tone=now.tone) for now in self.all]
        return FilledTable(ROUND, rows)


def rounds_now(tournament: Tournament, now: datetime) -> list[RoundNow]:
    """The rounds in play, by division; at most four queries however many divisions and series.

    Play-off games for ties come after the divisions. Empty before the schedule is made.
    """
    in_best_ofs = tournament.stage in (Tournament.Stage.PLAYOFFS, Tournament.Stage.FINISHED)
    stages = Series.BRACKETS if in_best_ofs else (Series.Stage.ROUND_ROBIN, Series.Stage.TIE_BREAK)
    tallies = _tallies(tournament, stages)
    if not tallies:
        return []
    current = {key: round_in_play(found) or found[-1].number for key, found in tallies.items()}
    every = {team.pk: team for team in tournament.teams.select_related("division")}
    series = _series(tournament, current, every)
    begun = beginnings(tournament, series)
    teams = [team for team in every.values() if team.division_id is not None and team.dropped_after_round is None]
    return [
        _round(tournament, current[key], tallies[key], [one for one in series if _key(one) == key], begun, teams, now)
        for key in sorted(current, key=lambda key: (_STAGES.index(Series.Stage(key[0])), _position(series, key)))
    ]


_STAGES = [Series.Stage.ROUND_ROBIN, Series.Stage.TIE_BREAK, *Series.BRACKETS]
_Key = tuple[str, int | None]  # stage and division


def _key(series: Series) -> _Key:
    return series.stage, series.division_id


def _position(series: Iterable[Series], key: _Key) -> int:
    return next((one.division.position for one in series if _key(one) == key and one.division is not None), 0)


def _tallies(tournament: Tournament, stages: Sequence[str]) -> dict[_Key, list[RoundTally]]:
    """Every round with how far it has come, in one query."""
    statuses: dict[_Key, list[tuple[int, str]]] = defaultdict(list)
    series = tournament.series.filter(stage__in=stages).exclude(status=Series.Status.VOID).order_by()
    for stage, division, number, status in series.values_list("stage", "division_id", "round", "status"):
        statuses[stage, division].append((number, status))
    found = {key: round_tallies(rows) for key, rows in statuses.items()}
    return {
        key: rounds for key, rounds in found.items() if key[0] != Series.Stage.TIE_BREAK or _is_to_be_played(rounds)
    }


def _is_to_be_played(rounds: Iterable[RoundTally]) -> bool:
    """A play-off game for a tie is shown only while it has to be played, or played on."""
    return any(one.open or one.suspended for one in rounds)


def _series(tournament: Tournament, current: dict[_Key, int], teams: Mapping[int, Team]) -> list[Series]:
    """The series of the rounds in play, those of earlier rounds that are still open, and all that are suspended."""
    wanted = Q(pk=None)
    for (stage, division), number in current.items():
        open_before = Q(round__lt=number) & ~Q(status__in=Series.NOTHING_TO_BEGIN)
        beside = open_before | Q(status=Series.Status.SUSPENDED)
        wanted |= Q(stage=stage, division=division) & (Q(round=number) | beside)
    found = tournament.series.filter(wanted).exclude(status=Series.Status.VOID)
    divisions = {team.division_id: team.division for team in teams.values()}
    series = list(found.order_by("round", "table", "pk"))
    for one in series:
        one.tournament, one.division = tournament, divisions.get(one.division_id)
        one.home, one.away = teams[one.home_id], teams[one.away_id]
    return series


def beginnings(tournament: Tournament, series: Sequence[Series]) -> dict[int, datetime]:
    """When each series began: at the roll for home (T0.16), else when its first game was entered."""
    rolled = Action.objects.filter(
        tournament=tournament, verb=Verb.ROLL_FOR_HOME, subject__in=[f"series:{one.pk}" for one in series]
    )
    # in order here, or a database reads the whole log in order to find these few rows
    acts = sorted(rolled.order_by().values_list("pk", "subject", "at"))
    begun = {int(subject.partition(":")[2]): at for _, subject, at in acts}
    for one in series:
        if one.started_at is not None:
            begun[one.pk] = min(one.started_at, begun.get(one.pk, one.started_at))
    return begun


def _round(
    tournament: Tournament,
    number: int,
    tallies: Sequence[RoundTally],
    series: Sequence[Series],
    begun: dict[int, datetime],
    teams: Sequence[Team],
    now: datetime,
) -> RoundNow:
    here, others = ([one for one in series if (one.round == number) == wanted] for wanted in (True, False))
    suspended = [one for one in others if one.status == Series.Status.SUSPENDED]
    before = [one for one in others if one not in suspended]
    busy = {team.pk: team for one in before for team in one.teams()}
    round_began = min((begun[one.pk] for one in here if one.pk in begun), default=None)
    first, last = here[0], tallies[-1].number
    return RoundNow(
        _title(tournament, first, number, last),
        first.division,
        number,
        last,
        [_now(one, begun.get(one.pk, round_began), now, busy) for one in here],
        _byes(here, teams) if first.stage == Series.Stage.ROUND_ROBIN else [],
        [_now(one, begun.get(one.pk), now, {}, is_behind=True) for one in before],
        suspended,
    )


def _now(
    series: Series, began: datetime | None, now: datetime, busy: dict[int, Team], *, is_behind: bool = False
) -> SeriesNow:
    allowed = series_minutes(series.games_planned, series.tournament.profile)
    if series.status in Series.NOTHING_TO_BEGIN:
        return SeriesNow(series, allowed)
    waits = next((busy[team] for team in (series.away_id, series.home_id) if team in busy), None)
    if waits is not None and series.status == Series.Status.SCHEDULED:
        return SeriesNow(series, allowed, waits_for=waits)
    minutes = int((now - began).total_seconds() // 60) if began is not None else None
    return SeriesNow(series, allowed, began, minutes, is_behind=is_behind)


def _title(tournament: Tournament, series: Series, number: int, last: int) -> str:
    if series.in_bracket:
        return series.round_title
    name = series.division.name if series.division is not None else ""
    if series.stage == Series.Stage.TIE_BREAK:
        return f"{name}: play-off for a tie"
    return f"{name}: round {number} of {last}"


def _byes(here: Sequence[Series], teams: Sequence[Team]) -> list[Team]:
    playing = {team for one in here for team in (one.home_id, one.away_id)}
    return [team for team in teams if team.division_id == here[0].division_id and team.pk not in playing]
