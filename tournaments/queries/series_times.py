"""Start times for series: the agreed time and the proposed times."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone

from core.typed_times import format_meeting
from rules_engine.rulings import Ruling, refuse
from tournaments.models import Series, SeriesTime, Team, TimeProposal, Tournament
from tournaments.queries.schedule import has_started
from tournaments.queries.time_zones import zones_by_team
from tournaments.refusals_of_times import SeriesTimeRefusal

REMINDER_INTERVAL: Final = timedelta(hours=24)
_REMINDER_LASTS: Final = timedelta(days=7)


def why_not_timed(series: Series) -> SeriesTimeRefusal | None:
    """Return the reason why the managers can't agree on a time for this series, or None if they can."""
    if series.status == Series.Status.VOID:
        return SeriesTimeRefusal.VOID
    return SeriesTimeRefusal.STARTED if has_started(series) else None


def open_proposal(series: Series) -> TimeProposal | None:
    return series.time_proposals.filter(state=TimeProposal.State.OPEN).select_related("team").first()


@dataclass(frozen=True, slots=True)
class LocalTime:
    """A time in each team's time zone, as (team, time in words)."""

    moment: datetime
    by_team: list[tuple[Team, str]]
    has_passed: bool


@dataclass(frozen=True, slots=True)
class SeriesTimePage:
    """The start time page for a series' managers.

    `why_not` is the reason why no time can be proposed, or None. `last_answer` is the latest closed proposal.
    """

    series: Series
    agreed: LocalTime | None
    proposal: TimeProposal | None
    proposed: list[LocalTime]
    last_answer: TimeProposal | None
    why_not: SeriesTimeRefusal | None
    zones: list[tuple[Team, str]]


def series_time_page(series: Series) -> SeriesTimePage:
    zone_by_team = zones_by_team(series.tournament)
    zones = [(team, zone_by_team[team.pk]) for team in (series.away, series.home)]
    proposal = open_proposal(series)
    closed = series.time_proposals.exclude(state=TimeProposal.State.OPEN).select_related("team").first()
    starts_at = series.starts_at
    return SeriesTimePage(
        series=series,
        agreed=_local_time(starts_at, zones) if starts_at is not None else None,
        proposal=proposal,
        proposed=[_local_time(moment, zones) for moment in proposal.moments] if proposal is not None else [],
        last_answer=closed,
        why_not=why_not_timed(series),
        zones=[(team, zone.key) for team, zone in zones],
    )


def _local_time(moment: datetime, zones: Sequence[tuple[Team, ZoneInfo]]) -> LocalTime:
    texts = [(team, format_meeting(moment, zone)) for team, zone in zones]
    return LocalTime(moment, texts, moment <= timezone.now())


def proposals_to_answer(tournament: Tournament) -> list[TimeProposal]:
    """Return the open proposals for series that haven't started."""
    proposals = TimeProposal.objects.filter(series__tournament=tournament, state=TimeProposal.State.OPEN)
    related = ("team", "series__home", "series__away", "series__covered_by")
    proposals = proposals.select_related(*related).order_by("pk")
    return [proposal for proposal in proposals if why_not_timed(proposal.series) is None]


def answering_team(proposal: TimeProposal) -> Team:
    """Return the team whose manager must respond to a proposal."""
    series = proposal.series
    return series.manager_of(series.opponent_of(proposal.team_id))


@dataclass(frozen=True, slots=True)
class TimeNotice:
    """A notice for a team's manager about a series' start time. `state` distinguishes notices.

    `is_quiet` is set if the manager took this action.
    """

    team: Team
    series: Series
    state: str
    sentence: str
    is_quiet: bool = False


def time_notices(tournament: Tournament) -> Iterator[TimeNotice]:
    """Yield proposals to answer, declined proposals, agreed times and reminders, until the series starts."""
    for proposal in proposals_to_answer(tournament):
        sentence = f"{proposal_sentence(proposal)}."
        yield TimeNotice(answering_team(proposal), proposal.series, f"proposal:{proposal.pk}", sentence)
    yield from _declined(tournament)
    related = ("series__home", "series__away", "series__covered_by", "accepted_by")
    times = SeriesTime.objects.filter(series__tournament=tournament)
    times = times.exclude(series__status__in=Series.NOTHING_TO_PLAY).select_related(*related)
    zone_by_team = zones_by_team(tournament)
    for agreed in times.order_by("pk"):
        if agreed.starts_at is not None and not has_started(agreed.series):
            yield from _agreed(agreed, agreed.starts_at, zone_by_team)
        if agreed.reminded_at is not None:
            yield from _reminders(agreed, agreed.reminded_at)


def proposal_sentence(proposal: TimeProposal) -> str:
    """Return a sentence without a period, such as "Omaha proposes 2 times to play round 6"."""
    return f"{proposal.team} proposes {_count_times(proposal)} to play {proposal.series.round_title.lower()}"


def _declined(tournament: Tournament) -> Iterator[TimeNotice]:
    """Yield declined proposals that haven't been followed by a new proposal."""
    latest: dict[int, TimeProposal] = {}
    proposals = TimeProposal.objects.filter(series__tournament=tournament, series__status=Series.Status.SCHEDULED)
    for proposal in proposals.select_related("team", "series__home", "series__away", "series__covered_by"):
        latest.setdefault(proposal.series_id, proposal)
    for proposal in latest.values():
        series = proposal.series
        if proposal.state == TimeProposal.State.DECLINED and why_not_timed(series) is None:
            opponent = series.opponent_of(proposal.team_id)
            sentence = f"{opponent} declined your times for {_title(series)}. Propose others."
            yield TimeNotice(series.manager_of(proposal.team), series, f"declined:{proposal.pk}", sentence)


def _agreed(agreed: SeriesTime, starts_at: datetime, zone_by_team: Mapping[int, ZoneInfo]) -> Iterator[TimeNotice]:
    series = agreed.series
    for side in series.teams():
        when = format_meeting(starts_at, zone_by_team[side.pk])
        sentence = f"Agreed: you play {series.opponent_of(side.pk)} on {when}."
        is_quiet = side.pk == agreed.accepted_by_id
        yield TimeNotice(series.manager_of(side), series, f"agreed:{agreed.sequence}", sentence, is_quiet)


def _reminders(agreed: SeriesTime, reminded_at: datetime) -> Iterator[TimeNotice]:
    if timezone.now() - reminded_at > _REMINDER_LASTS:
        return
    series = agreed.series
    for side in series.teams():
        sentence = f"The director asks you to {_next_duty(agreed)} your series, {_title(series)}."
        yield TimeNotice(series.manager_of(side), series, f"reminder:{int(reminded_at.timestamp())}", sentence)


def _next_duty(agreed: SeriesTime) -> str:
    """Return the next step for both managers: agree on a time, play or finish."""
    if has_started(agreed.series):
        return "finish"
    if agreed.starts_at is None:
        return "agree on a time for"
    return "play" if agreed.starts_at <= timezone.now() else "keep the time of"


def _title(series: Series) -> str:
    return f"{series.away} at {series.home}"


def _count_times(proposal: TimeProposal) -> str:
    count = len(proposal.times)
    return f"{count} time{'' if count == 1 else 's'}"


def reminder_refusal(series: Series, now: datetime) -> Ruling | None:
    """Return the reason why both managers can't be reminded now, or None. Reminders are limited to one per day."""
    if series.status in Series.NOTHING_TO_PLAY:
        return refuse(SeriesTimeRefusal.NOTHING_TO_REMIND, "")
    agreed_time = getattr(series, "agreed_time", None)
    if agreed_time is None or agreed_time.reminded_at is None:
        return None
    next_reminder = agreed_time.reminded_at + REMINDER_INTERVAL
    if next_reminder <= now:
        return None
    hours = int(REMINDER_INTERVAL.total_seconds() // 3600)
    zone = ZoneInfo(series.tournament.time_zone)
    return refuse(SeriesTimeRefusal.REMINDED_RECENTLY, "", hours=hours, time=format_meeting(next_reminder, zone))
