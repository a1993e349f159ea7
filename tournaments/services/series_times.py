"""Schedule a series: one manager proposes times, and the other accepts, declines or proposes other times.

Only the two teams' managers, their covering managers (T0.08) and staff can do this. Proposed times are private to them,
so the log shows no time before it is agreed.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone

from core.errors import Refused, Stale
from core.typed_times import format_meeting
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Series, SeriesTime, Team, TimeProposal, Tournament
from tournaments.queries.series_times import open_proposal, reminder_refusal, why_not_timed
from tournaments.refusals_of_times import SeriesTimeRefusal

MOST_TIMES: Final = 5
_LONGEST_WAIT: Final = timedelta(days=366)
State = TimeProposal.State


def propose_times(*, series: Series, team_id: int, times: Sequence[datetime], actor: Actor) -> TimeProposal:
    """Propose one to five times for a series, including for moving it.

    An agreed time stays until a new one is accepted.

    This replaces any open proposal from either team.

    Args:
        team_id: The team in this series that proposes.
        times: Timezone-aware datetimes in the future.
    """
    with writing(series.tournament_id) as tournament:
        series = _open_series(series)
        team = _side(series, team_id)
        stored = _checked(tournament, times)
        _close_open_proposal(series, State.REPLACED)
        proposal = TimeProposal.objects.create(series=series, team=team, times=stored)
        count = f"{len(stored)} time{'' if len(stored) == 1 else 's'}"
        sentence = f"{team} proposes {count} for {series}."
        _record(tournament, actor, Verb.PROPOSE_TIMES, series, sentence, proposal)
        return proposal


def accept_time(
    *, series: Series, team_id: int, proposal_id: int, starts_at: datetime | None, actor: Actor
) -> SeriesTime:
    """Accept one of the opponent's proposed times. An accepted time is public.

    Raises:
        Stale: If the proposal is no longer open.
    """
    with writing(series.tournament_id) as tournament:
        series = _open_series(series)
        team = _side(series, team_id)
        proposal = _require_open(series, proposal_id)
        if proposal.team_id == team.pk:
            raise Refused(SeriesTimeRefusal.OWN_PROPOSAL)
        if starts_at is None or starts_at not in proposal.moments:
            raise Refused(SeriesTimeRefusal.NOT_PROPOSED, field="starts_at")
        if starts_at <= timezone.now():
            raise Refused(SeriesTimeRefusal.PAST, field="starts_at", time=_shown(tournament, starts_at))
        _close(proposal, State.ACCEPTED)
        agreed, _ = SeriesTime.objects.get_or_create(series=series)
        before = agreed.starts_at
        agreed.starts_at, agreed.accepted_by = starts_at, team
        agreed.sequence += 1
        agreed.save()
        change = "is moved to" if before is not None else "is played on"
        sentence = f"{series} {change} {_shown(tournament, starts_at)}."
        _record(tournament, actor, Verb.AGREE_ON_TIME, series, sentence, proposal)
        return agreed


def close_proposal(*, series: Series, team_id: int, proposal_id: int, actor: Actor) -> None:
    """Decline the opponent's times, or withdraw your own.

    Raises:
        Stale: If the proposal is no longer open.
    """
    with writing(series.tournament_id) as tournament:
        series = _open_series(series)
        team = _side(series, team_id)
        proposal = _require_open(series, proposal_id)
        is_own = proposal.team_id == team.pk
        _close(proposal, State.WITHDRAWN if is_own else State.DECLINED)
        answer = "withdraws its times" if is_own else f"declines the times proposed by {proposal.team}"
        _record(tournament, actor, Verb.CLOSE_TIMES, series, f"{team} {answer} for {series}.", proposal)


def remind_managers(*, series: Series, actor: Actor) -> SeriesTime:
    """Remind both managers to agree on a time, play or finish, at most once a day."""
    with writing(series.tournament_id) as tournament:
        series = _locked(series)
        now = timezone.now()
        refusal = reminder_refusal(series, now)
        if refusal is not None:
            raise Refused(refusal)
        reminded, _ = SeriesTime.objects.get_or_create(series=series)
        reminded.reminded_at = now
        reminded.save(update_fields=["reminded_at"])
        sentence = f"The managers of {series} were reminded."
        _record(tournament, actor, Verb.REMIND_MANAGERS, series, sentence, None)
        return reminded


def _locked(series: Series) -> Series:
    """Return the series as currently stored. Raise Refused if it is no longer scheduled."""
    rows = Series.objects.select_related("home", "away", "covered_by", "tournament", "agreed_time")
    current = rows.filter(pk=series.pk).first()
    if current is None:
        raise Refused(SeriesTimeRefusal.NOT_SCHEDULED)
    return current


def _open_series(series: Series) -> Series:
    """Return the series as currently stored. Raise Refused if the managers can't agree on a time for it."""
    current = _locked(series)
    why_not = why_not_timed(current)
    if why_not is not None:
        raise Refused(why_not)
    return current


def _side(series: Series, team_id: int) -> Team:
    for team in series.teams():
        if team.pk == team_id:
            return team
    raise Refused(SeriesTimeRefusal.NOT_A_SIDE, field="team")


def _checked(tournament: Tournament, times: Sequence[datetime]) -> list[str]:
    """Return the times in stored form. An error includes the time's field, such as time_2."""
    now = timezone.now()
    if not times:
        raise Refused(SeriesTimeRefusal.NO_TIMES, field="time_1")
    if len(times) > MOST_TIMES:
        raise Refused(SeriesTimeRefusal.TOO_MANY, field="times", most=MOST_TIMES)
    stored: list[str] = []
    for number, moment in enumerate(times, start=1):
        field, shown = f"time_{number}", _shown(tournament, moment)
        text = moment.astimezone(UTC).isoformat()
        if moment <= now:
            raise Refused(SeriesTimeRefusal.PAST, field=field, time=shown)
        if moment > now + _LONGEST_WAIT:
            raise Refused(SeriesTimeRefusal.TOO_FAR, field=field, time=shown)
        if text in stored:
            raise Refused(SeriesTimeRefusal.DUPLICATE, field=field, time=shown)
        stored.append(text)
    return sorted(stored)


def _shown(tournament: Tournament, moment: datetime) -> str:
    return format_meeting(moment, ZoneInfo(tournament.time_zone))


def _require_open(series: Series, proposal_id: int) -> TimeProposal:
    proposal = open_proposal(series)
    if proposal is None or proposal.pk != proposal_id:
        raise Stale(SeriesTimeRefusal.NOT_OPEN)
    return proposal


def _close_open_proposal(series: Series, state: State) -> None:
    proposal = open_proposal(series)
    if proposal is not None:
        _close(proposal, state)


def _close(proposal: TimeProposal, state: State) -> None:
    proposal.state, proposal.closed_at = state, timezone.now()
    proposal.save(update_fields=["state", "closed_at"])


def _record(
    tournament: Tournament, actor: Actor, verb: Verb, series: Series, sentence: str, proposal: TimeProposal | None
) -> None:
    after = {"proposal": proposal.pk} if proposal is not None else {}
    record_action(
        tournament=tournament, actor=actor, verb=verb, subject=f"series:{series.pk}", sentence=sentence, after=after
    )
